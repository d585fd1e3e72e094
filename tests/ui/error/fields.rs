use envelope_runtime::ToolError;

// The author puts a field's mark on a variant, and a variant's mark on a field.
// errors: 2, one for each mistake
// why: A detail is the value of a field, and a variant as a whole has none.
// fix: `#[tool_error(detail)]` on the field
// why: A remediation is about the whole failure.
// fix: `remediation = "Look for {id} elsewhere"` on the variant
#[derive(Debug, ToolError)]
enum SpecError {
    #[tool_error(code = "NOT_FOUND", message = "not found", detail)]
    NotFound {
        #[tool_error(remediation = "look elsewhere")]
        id: String,
    },
}

// The author marks a field that has no name of its own.
// why: A detail is sent under a key, and a field without a name suggests none.
// fix: `#[tool_error(detail = "line")]`
#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "no")]
struct Failed(#[tool_error(detail)] u8);

// The author left the key for later.
// why: A value under no key could not be found by a client.
// fix: `#[tool_error(detail = "id")]`, or `#[tool_error(detail)]` for the field's own name
#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "no")]
struct EmptyKey {
    #[tool_error(detail = "")]
    id: u8,
}

// The author writes the key of a detail without quotes.
// why: A key is text on the wire, not the name of something in the code.
// fix: `#[tool_error(detail = "spec_id")]`
#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "no")]
struct NotFound {
    #[tool_error(detail = spec_id)]
    id: String,
}

// The author gives the key of a detail in parentheses.
// why: The value of an argument follows an equals sign.
// fix: `#[tool_error(detail = "spec_id")]`
#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "no")]
struct KeyInParentheses {
    #[tool_error(detail("spec_id"))]
    id: String,
}

// The author writes the key of a detail as a constant.
// why: The derive compares the key with those of the contracts, and does not know the value of a constant.
// fix: the value of the constant: `#[tool_error(detail = "spec_id")]`
const ID_KEY: &str = "spec_id";

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "no")]
struct KeyOfAConstant {
    #[tool_error(detail = ID_KEY)]
    id: String,
}

// The author gives two fields one key.
// why: Of two values under one key, only one would arrive.
// fix: `#[tool_error(detail = "spec_id")]`
#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "not found")]
struct SameKeyTwice {
    #[tool_error(detail)]
    id: String,
    #[tool_error(detail = "id")]
    spec_id: String,
}

// The author wants to send a remediation from a field.
// why: response-v2 defines this key of `data`, and clients expect its meaning.
// fix: `remediation = "{advice}"` on the variant, or another key: `#[tool_error(data = "advice")]`
#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "not found")]
struct ReservedKey {
    #[tool_error(data)]
    remediation: String,
}

// The author puts warnings into the metadata of an error.
// why: response-v2 defines this key of `meta`, and clients expect its meaning.
// fix: another key, `#[tool_error(meta = "hints")]`, or, for warnings, `#[tool_error(warnings)]`
#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "no")]
struct ReservedMeta {
    #[tool_error(meta)]
    warnings: Vec<String>,
}

// The author gives a field of another name the key of the warnings.
// why: response-v2 defines this key of `meta`, and clients expect its meaning.
// fix: another key, `#[tool_error(meta = "hints")]`, or, for warnings, `#[tool_error(warnings)]`
#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "no")]
struct ReservedMetaKey {
    #[tool_error(meta = "warnings")]
    hints: Vec<String>,
}

// The author gives a field a key with a space for the metadata.
// why: MCP has a grammar for the names in `_meta`, and a client can refuse other names.
// fix: `#[tool_error(meta = "the_tenant")]`
#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "no")]
struct MetaKeyWithASpace {
    #[tool_error(meta = "the tenant")]
    tenant: String,
}

// The author has two paths.
// why: A failure has one path, and further ones are details.
// fix: `#[tool_error(path)] from: String` and `#[tool_error(detail)] to: String`
#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "no")]
struct TwoPaths {
    #[tool_error(path)]
    from: String,
    #[tool_error(path)]
    to: String,
}

// The author wants a field in the text for the model, and does not say that it is a detail.
// why: A detail is a fact in every contract, and `in_text` adds it to the text of MCP.
// fix: `#[tool_error(detail, in_text)]`
#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "There is no such spec")]
struct NoSpec {
    #[tool_error(in_text)]
    known_ids: Vec<String>,
}

// The author marks data for the text.
// why: A detail is a fact in every contract, and `in_text` adds it to the text of MCP.
// fix: `#[tool_error(detail, in_text)]`
#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "There is no such spec")]
struct InTextOfData {
    #[tool_error(data = "known_ids", in_text)]
    ids: Vec<String>,
}

// The author gives `in_text` a key.
// why: The key in the text is the key of the detail.
// fix: `in_text` alone
#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "There is no such spec")]
struct InTextWithAValue {
    #[tool_error(detail, in_text = "known ids")]
    known_ids: Vec<String>,
}

fn main() {}
