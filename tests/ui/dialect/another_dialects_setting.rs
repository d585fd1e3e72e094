use envelope_runtime::{ToolFailure, envelope_tool};

// The author measures a dotbot tool, which is always measured.
// why: The contract has no such key, or always sends it: every dotbot envelope has a `duration_ms`.
// fix: leave it out: `dialect = "dotbot-mcp-response@1", summary("Pong.")`
#[envelope_tool(dialect = "dotbot-mcp-response@1", summary("Pong."), telemetry)]
fn another_dialects_setting() -> Result<(), ToolFailure> {
    Ok(())
}

// The author knows the correlation id by its name in another contract.
// why: The setting has the name that the contract gives it, and dotbot writes `audit.correlation_id`.
// fix: `correlation_id = "req_1"`
#[envelope_tool(dialect = "dotbot-mcp-response@1", summary("Pong."), request_id = "req_1")]
fn setting_of_another_name() -> Result<(), ToolFailure> {
    Ok(())
}

// The author gave a block a setting that its dialect does not have.
// why: No tool of the block takes the argument.
// fix: remove `tier`
struct Server;

#[envelope_tool(dialect = "response-v2", tier = "pro")]
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

// The author gives a setting that none of the contracts has.
// why: A setting applies to contracts with a key for it, and none of these has one.
// fix: leave it out, or add `"dotbot-mcp-response@1"` to the list
#[envelope_tool(dialects("response-v2", "mcp-2025-11-25"), summary("Pong."))]
fn setting_of_no_dialect_in_the_list() -> Result<(), ToolFailure> {
    Ok(())
}

// The author gives the request id by the name of each contract.
// why: A call has one id, which every contract writes under its own key.
// fix: `request_id = "req_1"` alone
#[envelope_tool(dialects("response-v2", "dotbot-mcp-response@1"), summary("Pong."), request_id = "req_1", correlation_id = "req_2")]
fn request_id_by_two_names() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", another_dialects_setting());
    println!("{}", setting_of_another_name());
    let _ = (Server.ping(), Server.pong());
    println!("{}", setting_of_no_dialect_in_the_list());
    println!("{}", request_id_by_two_names());
}
