//! An MCP server over standard input and output.

mod tasks;

use rmcp::{ServiceExt, transport};

use crate::tasks::Tasks;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Standard output belongs to the protocol: write logs to standard error.
    Tasks::new().serve(transport::stdio()).await?.waiting().await?;
    Ok(())
}
