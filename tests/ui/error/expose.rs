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

// The author passes the text of another error on, under a code.
// why: The text of another error can contain what no caller may read, such as the names of tables. It goes to the log.
// fix: `#[tool_error(code = "UNAVAILABLE", message = "The store is down")]`, or `expose` to send the text
#[derive(Debug, thiserror::Error, ToolError)]
enum Store {
    #[error(transparent)]
    #[tool_error(code = "UNAVAILABLE")]
    Down(#[from] std::io::Error),

    #[error("cannot read the store: {0}")]
    #[tool_error(code = "NOT_FOUND")]
    Unreadable(#[source] std::fmt::Error),

    #[error("cannot parse the store: {}", .cause)]
    #[tool_error(code = "INVALID_FORMAT")]
    Malformed { cause: Box<dyn std::error::Error + Send + Sync> },
}

// The author names another error in a text for the caller.
// why: The text of another error can contain what no caller may read, such as the names of tables. It goes to the log.
// fix: a text without the field, or `expose` to send it
#[derive(Debug, ToolError)]
enum Index {
    #[tool_error(code = "CONFLICT", message = "the index is stale: {0}")]
    Stale(std::io::Error),

    #[tool_error(code = "UNAVAILABLE", message = "no", remediation = "{cause:?}")]
    Down { cause: std::io::Error },

    #[tool_error(code = "INTERNAL_ERROR", message = "{0}")]
    Broken(std::fmt::Error),
}

fn main() {}
