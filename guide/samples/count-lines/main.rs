use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", data = "lines")]
fn main() -> Result<usize, ToolFailure> {
    let path = std::env::args().nth(1).ok_or_else(|| ToolFailure::missing_required("path"))?;
    Ok(std::fs::read_to_string(path)?.lines().count())
}
