use envelope_runtime::{ToolFailure, envelope_tool};

// The author left the name of the tool for later.
// why: The envelope names the tool that made it.
// fix: `tool = "security_scan"`, or nothing: it is then the name of the function, `scan`
#[envelope_tool(dialect = "code-scalpel-v1", tier = "pro", tool = "")]
fn empty_tool() -> Result<(), ToolFailure> {
    Ok(())
}

// The author left the version for later.
// why: The contracts have semantic versions, so that clients can compare them.
// fix: `version = "1.0.0"`
#[envelope_tool(dialect = "dotbot-mcp-response@1", version, summary("Pong."))]
fn version_without_a_value() -> Result<(), ToolFailure> {
    Ok(())
}

// The author writes the version as a number.
// why: The contracts have semantic versions, so that clients can compare them.
// fix: `version = "1.0.0"`
#[envelope_tool(dialect = "dotbot-mcp-response@1", version = 1.0, summary("Pong."))]
fn version_as_a_number() -> Result<(), ToolFailure> {
    Ok(())
}

// The author writes versions as two numbers.
// why: The contracts have semantic versions, so that clients can compare them.
// fix: `version = "1.0.0"`
#[envelope_tool(dialect = "dotbot-mcp-response@1", version = "1.0", summary("Pong."))]
fn version_not_semantic() -> Result<(), ToolFailure> {
    Ok(())
}

// The author names the host by its text.
// why: `audit.host` is a host that the contract lists, or null.
// fix: `host = Some(dotbot::Host::Warp)`
#[envelope_tool(dialect = "dotbot-mcp-response@1", summary("Pong."), host = "warp")]
fn host_as_text() -> Result<(), ToolFailure> {
    Ok(())
}

// The author names a source file beside the project.
// why: The contract has paths relative to the project. Without its root, an absolute path names another file.
// fix: `source = "tools/ping.rs"`
#[envelope_tool(dialect = "dotbot-mcp-response@1", summary("Pong."), source = "../tools/ping.rs")]
fn source_with_dots() -> Result<(), ToolFailure> {
    Ok(())
}

// The author names the written file by its absolute path.
// why: The contract has paths relative to the project. Without its root, an absolute path names another file.
// fix: `write_to = "out/report.json"`
#[envelope_tool(dialect = "dotbot-mcp-response@1", summary("Saved."), write_to = "/srv/report.json")]
fn written_outside() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", empty_tool());
    println!("{}", version_without_a_value());
    println!("{}", version_not_semantic());
    println!("{}", host_as_text());
    println!("{}", source_with_dots());
    println!("{}", written_outside());
}
