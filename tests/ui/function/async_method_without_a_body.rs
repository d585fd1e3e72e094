// The author meant every implementation of the trait to be a tool.
// errors: 1

use envelope_runtime::envelope_tool;

trait Tools {
    #[envelope_tool(dialect = "response-v2")]
    async fn ping(&self) -> Result<(), std::fmt::Error>;
}

fn main() {}
