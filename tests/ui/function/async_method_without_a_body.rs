// The author meant every implementation of the trait to be a tool.
// errors: 1

use envelope_runtime::envelope_tool;

trait Tools {
    #[envelope_tool(dialect = "response-v2")]
    async fn ping(&self) -> Result<(), std::fmt::Error>;
}

fn main() {}

// why: The attribute turns the outcome of a body into an envelope, and a declaration has no body.
// fix: `#[envelope_tool(dialect = "response-v2")]` on the method in `impl Tools for Server`
