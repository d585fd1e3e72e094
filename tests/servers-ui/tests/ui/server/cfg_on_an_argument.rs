// The author takes an argument only on some platforms.
// errors: 1

use envelope_runtime::server::axum::{Path, Query};
use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", data = "title")]
async fn read_spec(
    Path(id): Path<usize>,
    #[cfg(unix)] Query(mode): Query<String>,
) -> Result<String, ToolFailure> {
    #[cfg(unix)]
    return Ok(mode.repeat(id));
    #[cfg(not(unix))]
    Ok("x".repeat(id))
}

fn main() {
    let _ = read_spec;
}

// why: The tool checks each argument before its body runs, and cannot leave out this check.
// fix: `#[cfg(unix)]` on a function with the argument, and `#[cfg(not(unix))]` on another without it
