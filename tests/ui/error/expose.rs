use envelope_runtime::ToolError;

// The author turns a flag on.
// why: A flag is on when it is there, and off when it is not.
// fix: the flag alone, such as `expose`
#[derive(Debug, thiserror::Error, ToolError)]
#[error("no")]
#[tool_error(code = "INTERNAL_ERROR", expose = true)]
struct Failed;

// The author exposes an internal error whose message for the caller is written already.
// why: A `message` is written for the caller, and only the `Display` of an internal error is hidden.
// fix: no `expose`: `#[tool_error(code = "INTERNAL_ERROR", message = "The index is being rebuilt")]`
#[derive(Debug, ToolError)]
#[tool_error(code = "INTERNAL_ERROR", message = "The index is being rebuilt", expose)]
struct Rebuilding;

// The author exposes a message that no caller is kept from.
// why: Only the message of an `internal` error is hidden.
// fix: no `expose`: `#[tool_error(code = "SPEC_NOT_FOUND")]`
#[derive(Debug, thiserror::Error, ToolError)]
#[error("there is no such spec")]
#[tool_error(code = "SPEC_NOT_FOUND", expose)]
struct NoSpec;

fn main() {}
