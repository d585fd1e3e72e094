//! A tour: the tools of an inspector for Cargo workspaces, called one after the other.
//!
//! ```console
//! $ cargo run --example tour                      # this workspace
//! $ cargo run --example tour -- path/to/another   # another one
//! $ cargo run --example tour -- --json            # one envelope a line, for other programs
//! ```
//!
//! `tools.rs` is what a tool author writes, `workspace.rs` is what the tools read, and this file is the agent that calls
//! them.

mod tools;
mod workspace;

use std::error::Error;
use std::io::{self, Write};
use std::path::PathBuf;

use colored_json::{ColoredFormatter, PrettyFormatter};
use envelope_runtime::response_v2::Meta;
use envelope_runtime::{Envelope, RequestId};
use serde::Deserialize;
use serde_json::Value;
use tools::Inspector;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::read()?;
    let inspector = Inspector::new(&arguments.path);
    let mut tour = Tour { json: arguments.json, calls: 0 };

    tour.note("The packages, two at a time")?;
    let page = tour.call("list_packages(2)", || inspector.list_packages(None, 2))?;
    if let Some(cursor) = next_cursor(&page)? {
        tour.note("The next page, with the cursor that the first one gave")?;
        let call = format!("list_packages(2, {cursor:?})");
        tour.call(&call, || inspector.list_packages(Some(&cursor), 2))?;
    }
    let name = last_package(&page);

    tour.note("One of them")?;
    tour.call(&format!("show_package({name:?})"), || inspector.show_package(&name))?;

    tour.note("Who depends on serde, and on what nobody depends on")?;
    tour.call("dependents(\"serde\")", || inspector.dependents("serde"))?;
    tour.call("dependents(\"left-pad\")", || inspector.dependents("left-pad"))?;

    tour.note("How large it is, and how much of it is unsafe")?;
    tour.call(&format!("count_source({name:?})"), || inspector.count_source(&name))?;

    tour.note("What an agent gets wrong, it can put right")?;
    let misspelt = format!("{name}s");
    tour.call(&format!("show_package({misspelt:?})"), || inspector.show_package(&misspelt))?;
    tour.call("list_packages(2, \"page-two\")", || inspector.list_packages(Some("page-two"), 2))?;
    tour.call("list_packages(0)", || inspector.list_packages(None, 0))?;

    tour.note("A folder without a manifest")?;
    let nowhere = Inspector::new(&arguments.path.join("no-such-folder"));
    tour.call("list_packages(2)", || nowhere.list_packages(None, 2))?;
    Ok(())
}

struct Arguments {
    path: PathBuf,
    json: bool,
}

impl Arguments {
    fn read() -> Result<Self, lexopt::Error> {
        use lexopt::prelude::*;

        let mut arguments = Self { path: PathBuf::from("."), json: false };
        let mut parser = lexopt::Parser::from_env();
        while let Some(argument) = parser.next()? {
            match argument {
                Long("json") => arguments.json = true,
                Value(path) => arguments.path = path.into(),
                _ => return Err(argument.unexpected()),
            }
        }
        Ok(arguments)
    }
}

/// Calls the tools, and shows what they answer.
struct Tour {
    json: bool,
    calls: u32,
}

impl Tour {
    fn note(&self, text: &str) -> io::Result<()> {
        if self.json { Ok(()) } else { writeln!(io::stdout(), "# {text}\n") }
    }

    /// Calls a tool as a server does: with a request id around the call, which the tool need not know of. Gives what the
    /// agent reads.
    fn call(
        &mut self,
        name: &str,
        tool: impl FnOnce() -> Envelope,
    ) -> Result<Value, Box<dyn Error>> {
        self.calls += 1;
        let envelope = RequestId::new(format!("tour-{}", self.calls)).scope(tool);
        let mut out = io::stdout().lock();
        if self.json {
            writeln!(out, "{envelope}")?;
        } else {
            writeln!(out, "> {name}\n{}\n", pretty(&envelope)?)?;
        }
        Ok(serde_json::from_str(envelope.as_str())?)
    }
}

/// The envelope over several lines, in colour on a terminal.
fn pretty(envelope: &Envelope) -> serde_json::Result<String> {
    let mut json = serde_json::Deserializer::from_str(envelope.as_str());
    ColoredFormatter::new(PrettyFormatter::new())
        .to_colored_json_auto(&serde_transcode::Transcoder::new(&mut json))
}

/// The cursor of the next page, if there is one.
fn next_cursor(answer: &Value) -> serde_json::Result<Option<String>> {
    let meta = Meta::deserialize(&answer["meta"])?;
    Ok(meta.pagination.filter(|page| page.has_more).and_then(|page| page.cursor))
}

/// The last package of a page.
fn last_package(answer: &Value) -> String {
    let packages = answer["data"]["packages"].as_array();
    let name = packages.and_then(|packages| packages.last()?["name"].as_str());
    name.unwrap_or_default().to_owned()
}
