use envelope_runtime::ToolError;

// The author gives the error type in parentheses.
// why: The value of an argument follows an equals sign.
// fix: `error_type = "conflict"`
#[derive(Debug, ToolError)]
#[tool_error(code = "INDEX_STALE", error_type("conflict"), message = "stale")]
struct Stale;

// The author gives the error type by its variant in `ErrorType`.
// why: The macro compares the error type with the code, and so has to see its text.
// fix: `error_type = "conflict"`
#[derive(Debug, ToolError)]
#[tool_error(code = "INDEX_STALE", error_type = ErrorType::Conflict, message = "stale")]
struct ErrorTypeAsAVariant;

// The author misspelt an error type.
// why: There are nine error types, and clients decide by them what to do next.
// fix: `error_type = "conflict"`
#[derive(Debug, ToolError)]
#[tool_error(code = "INDEX_STALE", error_type = "conflicts", message = "the index is stale")]
struct UnknownType;

// The author gives a code of response-v2 another error type.
// why: response-v2 fixes the error type of its own codes, so that clients can rely on it.
// fix: `code = "NOT_FOUND"` alone, or a custom code: `code = "ID_REJECTED", error_type = "validation"`
#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", error_type = "validation", message = "not found")]
struct NotFound;

// The author gives an error a code of response-v2 that has another error type, in one dialect.
// why: response-v2 fixes the error type of its own codes, and an error has the same error type in every dialect.
// fix: `codes("response-v2" = "SPEC_NOT_FOUND")`, or a custom code: `codes("response-v2" = "SPEC_HIDDEN")`
#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "not found", codes("response-v2" = "FORBIDDEN"))]
struct Missing;

fn main() {}
