//! A tour: tools that inspect a Cargo workspace, and answer under each contract.
//!
//! ```console
//! $ cargo run --example tour                   # the workspace in this folder, every contract
//! $ cargo run --example tour -- response-v2    # one contract
//! $ cargo run --example tour -- --json         # one envelope per line, for other programs
//! ```
//!
//! `workspace.rs` has the plain functions and the errors, `tools.rs` makes tools of them, and this file is the agent that calls the
//! tools.

mod tools;
mod workspace;

use std::env;
use std::error::Error;
use std::io::{self, Write};
use std::path::Path;

use envelope_runtime::{Envelope, RequestId};
use serde_json::Value;
use tools::Tools;
use workspace::Workspace;

/// The size of a page: small, so that the tour shows two of them.
const PAGE_BYTES: usize = 1_500;

fn main() -> Result<(), Box<dyn Error>> {
    let (options, ids): (Vec<_>, Vec<_>) =
        env::args().skip(1).partition(|argument| argument == "--json");
    let mut agent = Agent { json: !options.is_empty(), calls: 0 };
    let workspace = Workspace::read(Path::new("."), PAGE_BYTES);
    let nowhere = Workspace::read(Path::new("no-such-folder"), PAGE_BYTES);
    for ((id, tools), (_, lost)) in
        tools::dialects(&workspace).into_iter().zip(tools::dialects(&nowhere))
    {
        if ids.is_empty() || ids.iter().any(|wanted| wanted == id) {
            agent.note(&format!("# {id}"))?;
            agent.tour(&*tools, &*lost)?;
        }
    }
    Ok(())
}

/// Calls the tools, and shows their answers.
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

        self.note("## The size of its source")?;
        self.call(&format!("count_source({name:?})"), || tools.count_source(name))?;

        self.note("## What an agent gets wrong, it can put right")?;
        let misspelt = format!("{name}s");
        self.call(&format!("show_package({misspelt:?})"), || tools.show_package(&misspelt))?;
        self.call("show_package(\"\")", || tools.show_package(""))?;

        self.note("## A folder without a manifest")?;
        self.call("list_packages()", || lost.list_packages(None))?;
        Ok(())
    }

    fn note(&self, text: &str) -> io::Result<()> {
        if self.json { Ok(()) } else { writeln!(io::stdout(), "{text}\n") }
    }

    /// Calls a tool as a server does, with an ambient request id. Returns the JSON that the agent reads.
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

/// The envelope over several lines.
fn pretty(envelope: &Envelope) -> Result<String, Box<dyn Error>> {
    let mut text = Vec::new();
    let mut json = serde_json::Deserializer::from_str(envelope.as_str());
    serde_transcode::transcode(&mut json, &mut serde_json::Serializer::pretty(&mut text))?;
    Ok(String::from_utf8(text)?)
}
