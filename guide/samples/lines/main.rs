use std::process::{ExitCode, Termination};

use envelope_runtime::{ToolFailure, envelope_tool};

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1).peekable();
    let is_json = arguments.next_if(|argument| argument == "--json").is_some();
    let path = arguments.next().unwrap_or_default();
    if is_json {
        return count_as_json(&path).report();
    }
    match count(&path) {
        Ok(lines) => {
            println!("{lines} lines");
            ExitCode::SUCCESS
        }
        Err(failure) => {
            eprintln!("error: {failure}");
            failure.report().error_type().exit_code().into()
        }
    }
}

#[envelope_tool(dialect = "response-v2", data = "lines")]
fn count_as_json(path: &str) -> Result<usize, ToolFailure> {
    count(path)
}

fn count(path: &str) -> Result<usize, ToolFailure> {
    Ok(std::fs::read_to_string(path)?.lines().count())
}
