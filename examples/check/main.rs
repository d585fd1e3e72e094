//! Checks envelopes from a server in any language, one in each line.
//!
//! ```console
//! $ cargo run --example check -- answers.jsonl             # files
//! $ my-server | cargo run --example check                  # standard input
//! $ cargo run --example check -- --dialect response-v2     # envelopes of this contract only
//! $ cargo run --example check -- --json                    # one object for each envelope, for other programs
//! ```
//!
//! The exit code is 0 if every envelope follows its contract, 1 if one does not, and 2 if the arguments are wrong or a file cannot be
//! read. A warning is what a contract recommends, and does not change the exit code.
//!
//! `checker.rs` reads the lines, `report.rs` writes what is found, and `locate.rs` finds it in the line.

mod checker;
mod locate;
mod report;

use std::io::{self, IsTerminal};
use std::process::ExitCode;

fn main() -> ExitCode {
    let stdout = io::stdout();
    let has_colors =
        stdout.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let arguments = lexopt::Parser::from_env();
    match checker::run(arguments, io::stdin().lock(), &mut stdout.lock(), has_colors) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}
