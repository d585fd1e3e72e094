use envelope_runtime::{ToolError, envelope_tool};

// The author forgot the code of one variant.
// why: Clients tell failures apart by their code, so every failure has one.
// fix: `#[tool_error(code = "NOT_FOUND")]` on the variant or the struct
#[derive(Debug, thiserror::Error, ToolError)]
enum SpecError {
    #[error("not found")]
    #[tool_error(code = "NOT_FOUND")]
    NotFound,

    #[error("busy")]
    Busy,
}

#[envelope_tool(dialect = "response-v2")]
fn no_code() -> Result<(), SpecError> {
    Err(SpecError::Busy)
}

// The author gives the error type, and no code.
// why: Clients tell failures apart by their code, so every failure has one.
// fix: `#[tool_error(code = "NOT_FOUND")]` on the variant or the struct
#[derive(Debug, ToolError)]
#[tool_error(error_type = "conflict", message = "no")]
struct Failed;

// The author passes an inner error on for thiserror only.
// why: Clients tell failures apart by their code, so every failure has one.
// fix: `#[tool_error(code = "NOT_FOUND")]` on the variant or the struct
#[derive(Debug, thiserror::Error, ToolError)]
enum StoreError {
    #[error(transparent)]
    Read(#[from] std::io::Error),
}

// The author gives the code alone, in quotes.
// why: Every argument has a name.
// fix: `code = "NOT_FOUND"`
#[derive(Debug, ToolError)]
#[tool_error("NOT_FOUND", message = "the spec is not there")]
struct NotFound;

// The author gives the code alone, without quotes.
// why: Every argument has a name.
// fix: `code = "NOT_FOUND"`
#[derive(Debug, ToolError)]
#[tool_error(NOT_FOUND, message = "the spec is not there")]
struct CodeAsAWord;

// The author gives the code in parentheses, without quotes.
// why: The value of an argument follows an equals sign.
// fix: `code = "NOT_FOUND"`
#[derive(Debug, ToolError)]
#[tool_error(code(NOT_FOUND), message = "the spec is not there")]
struct CodeAsAWordInParentheses;

// The author writes the code like a field of a struct.
// why: The value of an argument follows an equals sign.
// fix: `code = "NOT_FOUND"`
#[derive(Debug, ToolError)]
#[tool_error(code: "NOT_FOUND", message = "the spec is not there")]
struct CodeAfterAColon;

// The author gives the code in parentheses.
// why: The value of an argument follows an equals sign.
// fix: `code = "NOT_FOUND"`
#[derive(Debug, ToolError)]
#[tool_error(code("NOT_FOUND"), message = "the spec is not there")]
struct CodeInParentheses;

// The author gives the attribute the code as its value.
// why: The arguments declare the code and the parts of the failure.
// fix: `#[tool_error(code = "SPEC_NOT_FOUND")]`
#[derive(Debug, ToolError)]
#[tool_error = "NOT_FOUND"]
struct CodeAsTheAttributesValue;

impl std::fmt::Display for CodeAsTheAttributesValue {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("not found")
    }
}

// The author writes a code like a constant.
// why: The macro compares the code with the table of standard codes, and so has to see its text.
// fix: `code = "NOT_FOUND"`
#[derive(Debug, ToolError)]
#[tool_error(code = NOT_FOUND, message = "not found")]
struct CodeWithoutQuotes;

// The author gives a code by its variant in `ErrorCode`.
// why: The macro compares the code with the table of standard codes, and so has to see its text.
// fix: `code = "NOT_FOUND"`
#[derive(Debug, ToolError)]
#[tool_error(code = ErrorCode::NotFound, message = "no")]
struct CodeAsAPath;

// The author gives the HTTP status as the code.
// why: The macro compares the code with the table of standard codes, and so has to see its text.
// fix: `code = "NOT_FOUND"`
#[derive(Debug, ToolError)]
#[tool_error(code = 404, message = "no")]
struct CodeAsAStatus;

// The author left the code for later.
// why: Clients tell failures apart by their code.
// fix: `code = "SPEC_NOT_FOUND"`
#[derive(Debug, ToolError)]
#[tool_error(code = "", message = "no")]
struct EmptyCode;

// The author gives two codes.
// why: Only one value can apply.
// fix: a single argument, such as `code = "NOT_FOUND"`
#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", code = "CONFLICT", message = "no")]
struct CodeTwice;

// The author writes codes in lower case.
// why: Clients compare codes as text, and the contracts write them in SCREAMING_SNAKE_CASE; only `code-scalpel-v1` has its own.
// fix: `code = "NOT_FOUND"`
#[derive(Debug, ToolError)]
#[tool_error(code = "notFound", message = "not found")]
struct CodeInLowerCase;

// The author starts a code with the status of HTTP.
// why: Clients compare codes as text, and the contracts write them in SCREAMING_SNAKE_CASE; only `code-scalpel-v1` has its own.
// fix: `code = "NOT_FOUND"`
#[derive(Debug, ToolError)]
#[tool_error(code = "404_NOT_FOUND", message = "no")]
struct Missing;

// The author misspelt a standard code.
// why: A misspelt standard code would be a custom one, which no client knows.
// fix: `code = "SPEC_NOT_FOUND"`
#[derive(Debug, ToolError)]
#[tool_error(code = "SPEC_NOTFOUND", message = "not found")]
struct UnknownCode;

// The author has a code of their own, and forgot the error type.
// why: The error type tells a client whether to retry, to correct the input or to give up, and only a standard code has one by itself.
// fix: `code = "INDEX_STALE", error_type = "conflict"`
#[derive(Debug, ToolError)]
#[tool_error(code = "INDEX_STALE", message = "the index is stale")]
struct Stale;

// The author writes a code that is more specific than the standard one.
// why: Agents know what a standard code asks of them, and nothing about a custom one but its error type.
// fix: `code = "NOT_FOUND"`
#[derive(Debug, ToolError)]
#[tool_error(code = "RESOURCE_NOT_FOUND", message = "not found")]
struct CodeOfAnyResource;

fn main() {
    let _ = SpecError::NotFound;
    println!("{}", no_code());
}
