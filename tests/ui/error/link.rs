// The author writes `link` on a variant, as in other crates.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
enum SpecError {
    #[tool_error(code = "NOT_FOUND", message = "no", link = "https://example.com")]
    NotFound,
}

fn main() {}

// why: No contract has a link.
// fix: the variant without it, and the link in `remediation = "…"`
