//! A tour: an inspector for Cargo workspaces, whose tools answer under each contract.
//!
//! ```console
//! $ cargo run --example tour                             # this workspace, every contract
//! $ cargo run --example tour -- path/to/another          # another workspace
//! $ cargo run --example tour -- --dialect response-v2    # one contract
//! $ cargo run --example tour -- --json                   # one envelope per line, for other programs
//! ```
//!
//! The crate `workspace_inspector` has the plain functions and the errors, `tools.rs` makes tools of them, and this file is the
//! agent that calls the tools.

mod tools;

use std::error::Error;
use std::io::{self, Write};
use std::path::PathBuf;

use colored_json::{ColoredFormatter, PrettyFormatter};
use envelope_runtime::{Envelope, RequestId};
use serde_json::Value;
use tools::Tools;
use workspace_inspector::Inspector;

/// The size of a page: small, so that the tour shows two of them.
const PAGE_BYTES: usize = 1_500;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::read()?;
    let inspector = Inspector::new(&arguments.path).page_bytes(PAGE_BYTES);
    let nowhere = Inspector::new(&arguments.path.join("no-such-folder"));
    let mut agent = Agent { json: arguments.json, calls: 0 };
    let mut toured = Vec::new();
    for ((id, tools), (_, lost)) in
        tools::dialects(&inspector).into_iter().zip(tools::dialects(&nowhere))
    {
        if arguments.dialect.as_deref().is_none_or(|wanted| wanted == id) {
            agent.note(&format!("# {id}"))?;
            agent.tour(&*tools, &*lost)?;
            toured.push(id);
        }
    }
    if toured.is_empty() {
        let known = tools::dialects(&inspector).map(|(id, _)| id).join(", ");
        return Err(format!("there is no such dialect; known are {known}").into());
    }
    Ok(())
}

struct Arguments {
    path: PathBuf,
    dialect: Option<String>,
    json: bool,
}

impl Arguments {
    fn read() -> Result<Self, lexopt::Error> {
        use lexopt::prelude::*;

        let mut arguments = Self { path: PathBuf::from("."), dialect: None, json: false };
        let mut parser = lexopt::Parser::from_env();
        while let Some(argument) = parser.next()? {
            match argument {
                Long("json") => arguments.json = true,
                Long("dialect") => arguments.dialect = Some(parser.value()?.string()?),
                Value(path) => arguments.path = path.into(),
                _ => return Err(argument.unexpected()),
            }
        }
        Ok(arguments)
    }
}

/// Calls the tools, and shows what they answer.
struct Agent {
    json: bool,
    calls: u32,
}

impl Agent {
    fn tour(&mut self, tools: &dyn Tools, lost: &dyn Tools) -> Result<(), Box<dyn Error>> {
        self.note("## The packages, as many as fit on a page")?;
        let page = self.call("list_packages()", || tools.list_packages(None))?;
        if let Some(cursor) = tools.next_cursor(&page) {
            self.note("## The next page, with the cursor that the first one gave")?;
            let call = format!("list_packages({cursor:?})");
            self.call(&call, || tools.list_packages(Some(&cursor)))?;
        }
        let packages = tools.data(&page)["packages"].as_array();
        let name = packages.and_then(|packages| packages.last()?["name"].as_str());
        let name = name.unwrap_or_default();

        self.note("## One of them")?;
        self.call(&format!("show_package({name:?})"), || tools.show_package(name))?;

        self.note("## Who depends on serde, and on what nobody depends on")?;
        self.call("dependents(\"serde\")", || tools.dependents("serde"))?;
        self.call("dependents(\"left-pad\")", || tools.dependents("left-pad"))?;

        self.note("## The size of its source")?;
        self.call(&format!("count_source({name:?})"), || tools.count_source(name))?;

        self.note("## What an agent gets wrong, it can put right")?;
        let misspelt = format!("{name}s");
        self.call(&format!("show_package({misspelt:?})"), || tools.show_package(&misspelt))?;
        self.call("dependents(\"\")", || tools.dependents(""))?;

        self.note("## A folder without a manifest")?;
        self.call("list_packages()", || lost.list_packages(None))?;
        Ok(())
    }

    fn note(&self, text: &str) -> io::Result<()> {
        if self.json { Ok(()) } else { writeln!(io::stdout(), "{text}\n") }
    }

    /// Calls a tool as a server does, with an ambient request id. Returns what the agent reads.
    fn call(
        &mut self,
        name: &str,
        tool: impl FnOnce() -> Envelope,
    ) -> Result<Value, Box<dyn Error>> {
        self.calls += 1;
        let envelope = RequestId::new(format!("tour-{}", self.calls)).sync_scope(tool);
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
