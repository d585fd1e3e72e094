//! An answer for people: the data on the standard output, and what is wrong on the standard error.

use std::io::{self, Write};
use std::process::ExitCode;

use envelope_runtime::Envelope;
use envelope_runtime::dotbot::Issue;
use serde::Deserialize;

use crate::markdown::Heading;
use crate::tools::MarkdownFile;

/// What people read of an envelope.
#[derive(Deserialize)]
struct Answer {
    summary: String,
    data: Data,
    warnings: Vec<Issue>,
    errors: Vec<Issue>,
}

/// The data of the subcommands.
#[derive(Deserialize)]
#[serde(untagged)]
enum Data {
    List {
        files: Vec<MarkdownFile>,
    },
    Outline {
        headings: Vec<Heading>,
    },
    /// The summary says it all.
    Other {},
}

/// Prints the envelope for people. The exit code is the same as that of the envelope itself.
pub(crate) fn report(envelope: &Envelope) -> ExitCode {
    match print(envelope) {
        Ok(()) => envelope.exit_code().into(),
        Err(error) => {
            let _ = writeln!(io::stderr(), "cannot write the answer: {error}");
            ExitCode::FAILURE
        }
    }
}

fn print(envelope: &Envelope) -> io::Result<()> {
    let answer: Answer = serde_json::from_str(envelope.as_str())?;
    let mut out = io::stdout().lock();
    match answer.data {
        Data::List { files } => {
            for MarkdownFile { path, title, links } in files {
                let title = title.as_deref().unwrap_or("(no title)");
                writeln!(out, "{}: {title} ({links} links)", path.display())?;
            }
        }
        Data::Outline { headings } => {
            for Heading { level, text } in headings {
                writeln!(out, "{} {text}", "#".repeat(level.into()))?;
            }
        }
        Data::Other {} => {}
    }
    writeln!(out, "{}", answer.summary)?;
    out.flush()?;
    for (kind, issues) in [("warning", answer.warnings), ("error", answer.errors)] {
        for issue in issues {
            print_issue(kind, &issue)?;
        }
    }
    Ok(())
}

/// Prints `error[BROKEN_FILE_REFERENCE]: guide.md:3: The link to 'setup.md' is broken`.
fn print_issue(kind: &str, issue: &Issue) -> io::Result<()> {
    let mut err = io::stderr().lock();
    write!(err, "{kind}[{}]: ", issue.code)?;
    if let Some(path) = &issue.path {
        write!(err, "{path}:")?;
        if let Some(line) = issue.details.get("line") {
            write!(err, "{line}:")?;
        }
        write!(err, " ")?;
    }
    writeln!(err, "{}", issue.message)
}
