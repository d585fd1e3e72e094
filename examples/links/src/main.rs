//! Finds broken links in Markdown files: a program whose answer is an envelope.
//!
//! ```console
//! $ cargo run -p links -- list                   # the Markdown files in this folder
//! $ cargo run -p links -- check docs             # the links to files that do not exist
//! $ cargo run -p links -- outline README.md      # the headings of a file
//! $ cargo run -p links -- check | jq .errors     # not a terminal: the envelope
//! ```
//!
//! The exit code is that of the failure's category, as the docs of `envelope_runtime::Envelope` list them.
//!
//! `tools.rs` has the subcommands, which are tools; `markdown.rs` reads Markdown; `human.rs` writes an answer for people.

mod human;
mod markdown;
mod tools;

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::process::{ExitCode, Termination};

use clap::{Parser, Subcommand, ValueEnum};
use envelope_runtime::Envelope;

#[derive(Parser)]
#[command(version, about = "Finds broken links in Markdown files")]
struct Cli {
    /// How to write the answer: by default for people on a terminal, and as JSON anywhere else
    #[arg(long, value_enum, global = true)]
    format: Option<Format>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    Human,
    Json,
}

#[derive(Subcommand)]
enum Command {
    /// Lists the Markdown files in a folder
    List {
        #[arg(default_value = ".")]
        folder: PathBuf,
    },
    /// Finds links to files that do not exist
    Check {
        #[arg(default_value = ".")]
        folder: PathBuf,
    },
    /// Shows the headings of a file
    Outline { file: PathBuf },
}

impl Format {
    fn of_output() -> Self {
        if io::stdout().is_terminal() { Self::Human } else { Self::Json }
    }
}

fn main() -> ExitCode {
    match Cli::try_parse() {
        Ok(Cli { format, command }) => {
            let envelope = command.run();
            match format.unwrap_or_else(Format::of_output) {
                Format::Human => human::report(&envelope),
                Format::Json => envelope.report(),
            }
        }
        Err(error) => refuse(&error),
    }
}

/// Ends the program for arguments that do not fit. People read what `clap` says about them; programs get an envelope, too.
fn refuse(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        // The text of `--help` or `--version`.
        error.exit();
    }
    let _ = error.print();
    let envelope = tools::usage(error);
    match Format::of_output() {
        Format::Human => envelope.exit_code().into(),
        Format::Json => envelope.report(),
    }
}

impl Command {
    fn run(self) -> Envelope {
        match self {
            Self::List { folder } => tools::list(&folder),
            Self::Check { folder } => tools::check(&folder),
            Self::Outline { file } => tools::outline(&file),
        }
    }
}
