use envelope_runtime::ToolError;

// The author gives a code for one dialect, and does not say which.
// why: Each code in `codes` is for one dialect, and replaces `code` there.
// fix: `codes("code-scalpel-v1" = "invalid_path")`
#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "no", codes("not_found"))]
struct Failed;

// The author names a dialect by the short name that clients use.
// why: A code is for the dialect with exactly this id; under a part of an id, no dialect finds it.
// fix: `codes("code-scalpel-v1" = "invalid_path")`
#[derive(Debug, ToolError)]
#[tool_error(code = "INVALID_PATH", message = "no", codes("code-scalpel" = "invalid_path"))]
struct CodeForAShortId;

// The author gives a dialect a code in lower case.
// why: Clients compare codes as text, and the contracts write them in SCREAMING_SNAKE_CASE; only `code-scalpel-v1` has its own.
// fix: `code = "NOT_FOUND"`
#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "no", codes("response-v2" = "lower_case"))]
struct Missing;

// The author gives code-scalpel-v1 a code that it does not have, and misspells a dialect.
// errors: 2, one for each mistake
// why: code-scalpel-v1 has its own list of codes, and clients know no others.
// fix: `codes("code-scalpel-v1" = "invalid_path")`
// why: A code for a dialect that does not exist would never be sent.
// fix: `codes("response-v2" = "BAD_PATH")`
#[derive(Debug, ToolError)]
#[tool_error(
    code = "VALIDATION_ERROR",
    message = "no such path",
    codes("code-scalpel-v1" = "invalid_paths", "reponse-v2" = "BAD_PATH")
)]
struct BadPath;

// The author gives one dialect two codes.
// why: A failure has one code in each dialect.
// fix: `codes("code-scalpel-v1" = "not_found")`
#[derive(Debug, ToolError)]
#[tool_error(
    code = "NOT_FOUND",
    message = "not found",
    codes("code-scalpel-v1" = "not_found", "code-scalpel-v1" = "timeout")
)]
struct TwoCodesForADialect;

fn main() {}
