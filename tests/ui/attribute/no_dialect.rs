use envelope_runtime::{ToolFailure, envelope_tool};

// The author forgot to say which contract.
// why: The contract decides the shape of the envelope, and there is no default.
// fix: `#[envelope_tool(dialect = "response-v2")]`
#[envelope_tool()]
fn no_dialect() -> Result<(), ToolFailure> {
    Ok(())
}

// The author writes the attribute without arguments.
// why: The contract decides the shape of the envelope, and there is no default.
// fix: `#[envelope_tool(dialect = "response-v2")]`
#[envelope_tool]
fn without_parentheses() -> Result<(), ToolFailure> {
    Ok(())
}

// The author forgot the dialect of a block.
// why: The contract decides the shape of the envelope, and there is no default.
// fix: `#[envelope_tool(dialect = "response-v2")]`
struct Server;

#[envelope_tool(telemetry)]
impl Server {
    #[envelope_tool]
    fn ping(&self) -> Result<(), ToolFailure> {
        Ok(())
    }

    #[envelope_tool]
    async fn pong(&self) -> Result<(), ToolFailure> {
        Ok(())
    }
}

fn main() {
    println!("{}", no_dialect());
    let _ = (Server.ping(), Server.pong());
}
