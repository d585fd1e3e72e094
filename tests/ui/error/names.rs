use envelope_runtime::ToolError;

// The author gives the help of miette.
// why: The argument has the name that the advice has on the wire.
// fix: `remediation = "List the specs, then retry"`
#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "no", help = "List the specs, then retry")]
struct NotFound;

// The author says that the caller can retry.
// why: The error type decides whether a retry makes sense: for `unavailable` it does.
// fix: `code = "UNAVAILABLE"` alone
#[derive(Debug, ToolError)]
#[tool_error(code = "UNAVAILABLE", retryable, message = "no")]
struct Unavailable;

// The author writes `exit` on a variant, as in other crates.
// why: The error type decides the exit code.
// fix: the variant without it: `#[tool_error(code = "NOT_FOUND", message = "no")]`
#[derive(Debug, ToolError)]
enum SpecError {
    #[tool_error(code = "NOT_FOUND", message = "no", exit = 66)]
    NotFound,
}

// The author misspelt the error type of a code of their own.
// why: A name that nothing reads would have no effect, and nobody would notice.
// fix: `error_type = "conflict"`
#[derive(Debug, ToolError)]
#[tool_error(code = "INDEX_STALE", eror_type = "conflict", message = "the index is stale")]
struct Stale;

// The author misspelt an argument after a text with a field of a tuple struct.
// why: A name that nothing reads would have no effect, and nobody would notice.
// fix: `remediation = "Wait"`
#[derive(Debug, ToolError)]
#[tool_error(code = "CONFLICT", message = "no {0}", remedation = "Wait")]
struct Taken(u8);

// The author derives the codes from the names of the variants, as in serde.
// why: A code is part of the contract, so a renamed variant does not change it.
// fix: `#[tool_error(code = "NOT_FOUND")]` on each variant
#[derive(Debug, ToolError)]
#[tool_error(rename_all = "SCREAMING_SNAKE_CASE")]
enum RenameAll {
    #[tool_error(code = "NOT_FOUND", message = "no")]
    NotFound,
}

// The author leaves a field out, as in serde.
// why: Only marked fields are sent.
// fix: the field without `#[tool_error(skip)]`
#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "no")]
struct Skip {
    #[tool_error(skip)]
    id: String,
}

// The author gives a field a default, as in serde.
// why: A detail has the same keys in every failure of its code.
// fix: `#[tool_error(detail)]`
#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "no")]
struct DefaultNotFound {
    #[tool_error(detail, default)]
    line: Option<u32>,
}

// The author gives `from` as a mark of this derive.
// why: `#[from]` and `#[source]` are attributes of thiserror, which writes the conversion and the chain.
// fix: `#[from]`, or `#[source]`, on the field
#[derive(Debug, thiserror::Error, ToolError)]
enum StoreError {
    #[error(transparent)]
    #[tool_error(transparent)]
    Read(#[tool_error(from)] std::io::Error),
}

// The author marks a number as the details.
// why: An object has entries, and one value is a detail under the name of its field.
// fix: `#[tool_error(detail)]`
#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "no")]
struct Failed {
    #[tool_error(details)]
    id: u8,
}

// The author misspells `in_text`.
// why: Each argument of a field has one name.
// fix: `in_text`
#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "There is no such spec")]
struct NoSpec {
    #[tool_error(detail, in_txt)]
    known_ids: Vec<String>,
}

// The author gives the code in the attribute of thiserror.
// why: `#[error(…)]` belongs to thiserror, which knows no codes.
// fix: `#[tool_error(code = "NOT_FOUND", message = "not found")]`
#[derive(Debug, ToolError)]
enum CodeInThiserrorsAttribute {
    #[error(code = "NOT_FOUND", message = "not found")]
    NotFound,
}

// The author gives the code after the message of thiserror.
// errors: 2, of which one is thiserror's
// why: `#[error(…)]` belongs to thiserror, which knows no codes.
// fix: `#[tool_error(code = "NOT_FOUND", message = "not found")]`
// why: `#[error(…)]` formats its text, and takes nothing else.
// fix: `#[error("not found")]` alone
#[derive(Debug, thiserror::Error, ToolError)]
enum CodeAfterThiserrorsMessage {
    #[error("not found", code = "NOT_FOUND")]
    NotFound,
}

// The author writes `as_string` on a field, as in other crates.
// why: serde's `Serialize` decides the form of a value.
// fix: `#[tool_error(detail)]`, on a field of the wanted type
#[derive(Debug, ToolError)]
enum AsString {
    #[tool_error(code = "NOT_FOUND", message = "no")]
    NotFound {
        #[tool_error(detail, as_string)]
        id: String,
    },
}

// The author calls the error type by its name in the docs.
// why: The argument has the name that the error type has on the wire.
// fix: `error_type = "conflict"`
#[derive(Debug, ToolError)]
#[tool_error(code = "INDEX_STALE", category = "conflict", message = "stale")]
struct Category;

// The author writes `code_prefix` on the enum.
// why: A code is part of the contract, and written whole.
// fix: the enum without it, and `code = "SPEC_NOT_FOUND"` on each variant
#[derive(Debug, ToolError)]
#[tool_error(code_prefix = "SPEC")]
enum CodePrefix {
    #[tool_error(code = "NOT_FOUND", message = "no")]
    NotFound,
}

// The author writes `content` on the enum.
// why: The contract decides the keys of an error.
// fix: the enum without `#[tool_error(…)]`
#[derive(Debug, ToolError)]
#[tool_error(content = "data")]
enum Content {
    #[tool_error(code = "NOT_FOUND", message = "no")]
    NotFound,
}

// The author writes `delegate` on a variant, as in other crates.
// why: `transparent` passes an inner error on.
// fix: the variant without it, or `#[tool_error(transparent)]` for an inner error
#[derive(Debug, ToolError)]
enum Delegate {
    #[tool_error(code = "NOT_FOUND", message = "no", delegate)]
    NotFound,
}

// The author writes `description` on a variant, as in other crates.
// why: The message has one name.
// fix: `message = "no"` alone
#[derive(Debug, ToolError)]
enum Description {
    #[tool_error(code = "NOT_FOUND", message = "no", description = "no")]
    NotFound,
}

// The author writes `description` on a field, as in other crates.
// why: A detail has a key and a value.
// fix: `#[tool_error(detail)]`
#[derive(Debug, ToolError)]
enum DescriptionOfAField {
    #[tool_error(code = "NOT_FOUND", message = "no")]
    NotFound {
        #[tool_error(detail, description = "The id")]
        id: String,
    },
}

// The author writes `doc_url` on a variant, as in other crates.
// why: No contract has a link.
// fix: the variant without it, and the link in `remediation = "…"`
#[derive(Debug, ToolError)]
enum DocUrl {
    #[tool_error(code = "NOT_FOUND", message = "no", doc_url = "https://example.com")]
    NotFound,
}

// The author writes `error_code` on a variant, as in other crates.
// why: The code has one name.
// fix: `code = "NOT_FOUND"` alone
#[derive(Debug, ToolError)]
enum ErrorCode {
    #[tool_error(code = "NOT_FOUND", message = "no", error_code = "NOT_FOUND")]
    NotFound,
}

// The author writes `fields` on a variant, as in other crates.
// why: Each field has its own mark.
// fix: the variant without it, and `#[tool_error(detail)]` on each field
#[derive(Debug, ToolError)]
enum Fields {
    #[tool_error(code = "NOT_FOUND", message = "no", fields = "id")]
    NotFound,
}

// The author writes `hidden` on a variant, as in other crates.
// why: The error type decides whether the message is hidden.
// fix: the variant without it, or `error_type = "internal"` with a code of its own
#[derive(Debug, ToolError)]
enum Hidden {
    #[tool_error(code = "NOT_FOUND", message = "no", hidden)]
    NotFound,
}

// The author writes the status by another name.
// why: The argument has the name that it has on a tool.
// fix: `status = 410`
#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", http_status = 410, message = "no")]
struct Gone;

// The author writes `include` on a field, as in other crates.
// why: A mark says where a field is sent.
// fix: `#[tool_error(detail)]`
#[derive(Debug, ToolError)]
enum Include {
    #[tool_error(code = "NOT_FOUND", message = "no")]
    NotFound {
        #[tool_error(include)]
        id: String,
    },
}

// The author writes `level` on a variant, as in other crates.
// why: The error type decides the level.
// fix: the variant without it: `#[tool_error(code = "NOT_FOUND", message = "no")]`
#[derive(Debug, ToolError)]
enum Level {
    #[tool_error(code = "NOT_FOUND", message = "no", level = "warn")]
    NotFound,
}

// The author writes `public` on a variant, as in other crates.
// why: The message of this error type is always sent.
// fix: the variant without it: `#[tool_error(code = "NOT_FOUND", message = "no")]`
#[derive(Debug, ToolError)]
enum Public {
    #[tool_error(code = "NOT_FOUND", message = "no", public)]
    NotFound,
}

// The author renames a marked field, as in serde.
// why: A mark has the key as its value.
// fix: `#[tool_error(detail = "spec_id")]`
#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "no")]
struct RenameBesideAMark {
    #[tool_error(detail, rename = "spec_id")]
    id: String,
}

// The author declares the delay as `retry_after`.
// why: A delay is one form of the retry advice.
// fix: `retry = "30 s"`
#[derive(Debug, ToolError)]
#[tool_error(code = "UNAVAILABLE", message = "The index is being rebuilt", retry_after = "30 s")]
struct Rebuilding;

fn main() {}
