//! The same four tools under each contract: what a tool author writes.

use std::num::NonZeroU64;

use envelope_runtime::dotbot::{Intent, Issue};
use envelope_runtime::response_v2::{Meta, Pagination};
use envelope_runtime::{
    Envelope, Payload, Tier, UpgradeHint, Warning, WarningCode, code_scalpel, dotbot,
    envelope_tool, mcp_2025_11_25, mcp_2026_07_28, response_v2,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use workspace_inspector::{
    Counted, Dependent, Inspector, InspectorError, MAX_PAGE_SIZE, Package, Page, Summary,
};

/// The largest success in bytes: some 15,000 tokens.
const BUDGET: usize = 60_000;

/// The tools, as an agent sees them under every contract.
pub trait Tools {
    /// Lists the packages of the workspace by name, a page at a time.
    fn list_packages(&self, cursor: Option<&str>, page_size: usize) -> Envelope;

    /// Shows one package of the workspace.
    fn show_package(&self, name: &str) -> Envelope;

    /// Finds the packages of the workspace that depend on a crate.
    fn dependents(&self, krate: &str) -> Envelope;

    /// Counts the source lines and the `unsafe` blocks of a package.
    fn count_source(&self, name: &str) -> Envelope;

    /// Where an agent finds the data in an answer.
    fn data<'a>(&self, answer: &'a Value) -> &'a Value;

    /// Where an agent finds the cursor of the next page.
    fn next_cursor(&self, answer: &Value) -> Option<String> {
        self.data(answer)["next_cursor"].as_str().map(str::to_owned)
    }
}

/// The id of each contract, and the tools that follow it.
pub fn dialects(inspector: &Inspector) -> [(&'static str, Box<dyn Tools + '_>); 6] {
    [
        ("response-v2", Box::new(ResponseV2(inspector))),
        ("dotbot-mcp-response@1", Box::new(Dotbot(inspector))),
        ("mcp-2025-11-25", Box::new(Mcp2025(inspector))),
        ("mcp-2026-07-28", Box::new(Mcp2026(inspector))),
        ("code-scalpel-v1", Box::new(CodeScalpel(inspector, Tier::Community))),
        ("rfc9457", Box::new(Rfc9457(inspector))),
    ]
}

/// Some of the packages.
#[derive(Serialize, Payload)]
struct Packages {
    packages: Vec<Summary>,
}

/// The packages that depend on a crate.
#[derive(Serialize, Payload)]
struct Dependents {
    #[serde(rename = "crate")]
    krate: String,
    dependents: Vec<Dependent>,
}

impl Dependents {
    /// Finds as many as fit on a page.
    fn find(inspector: &Inspector, krate: &str) -> Result<Self, InspectorError> {
        let page = inspector.dependents(krate, None, MAX_PAGE_SIZE)?;
        Ok(Self { krate: krate.to_owned(), dependents: page.items })
    }
}

/// The files that are not valid Rust or cannot be read, or that there is no room for: up to 50 of each.
fn take_left_out(counted: &mut Counted) -> Vec<String> {
    let unparsed = std::mem::take(&mut counted.unparsed).into_iter().map(|unparsed| unparsed.file);
    unparsed.chain(counted.dropped.take().into_iter().flat_map(|dropped| dropped.files)).collect()
}

/// response-v2 has metadata for pages, warnings and measurements.
pub struct ResponseV2<'a>(pub &'a Inspector);

#[envelope_tool(dialect = "response-v2", budget = BUDGET)]
impl Tools for ResponseV2<'_> {
    #[envelope_tool]
    fn list_packages(
        &self,
        cursor: Option<&str>,
        page_size: usize,
    ) -> Result<response_v2::Reply<Packages>, InspectorError> {
        let page = self.0.packages(cursor, page_size)?;
        let pagination = page.next_cursor.map_or_else(Pagination::end, Pagination::next);
        Ok(response_v2::Reply::new(Packages { packages: page.items }).pagination(
            pagination
                .total_count(page.total_count as u64)
                .page_size(NonZeroU64::new(page_size as u64)),
        ))
    }

    #[envelope_tool(data = "package")]
    fn show_package(&self, name: &str) -> Result<Package, InspectorError> {
        self.0.package(name)
    }

    #[envelope_tool]
    fn dependents(&self, krate: &str) -> Result<Dependents, InspectorError> {
        Dependents::find(self.0, krate)
    }

    #[envelope_tool(telemetry)]
    fn count_source(&self, name: &str) -> Result<response_v2::Reply<Counted>, InspectorError> {
        let mut counted = self.0.count(name)?;
        let message = format!("{} files could not be read as Rust", counted.left_out());
        let left_out = take_left_out(&mut counted);
        let reply = response_v2::Reply::new(counted);
        if left_out.is_empty() {
            return Ok(reply);
        }
        let warning = Warning::new(WarningCode::PartialFailure, message);
        Ok(reply.warning_detail(warning.context("files", left_out)))
    }

    fn data<'a>(&self, answer: &'a Value) -> &'a Value {
        &answer["data"]
    }

    fn next_cursor(&self, answer: &Value) -> Option<String> {
        Meta::deserialize(&answer["meta"]).ok()?.pagination?.cursor
    }
}

/// dotbot has a summary for people, and says which tool to call next.
struct Dotbot<'a>(&'a Inspector);

#[envelope_tool(dialect = "dotbot-mcp-response@1", budget = BUDGET)]
impl Tools for Dotbot<'_> {
    #[envelope_tool(tool = "packages.list")]
    fn list_packages(
        &self,
        cursor: Option<&str>,
        page_size: usize,
    ) -> Result<dotbot::Reply<Packages>, InspectorError> {
        let Page { items: packages, next_cursor, total_count, .. } =
            self.0.packages(cursor, page_size)?;
        let summary = format!("Listed {} of {total_count} packages.", packages.len());
        let reply = dotbot::Reply::new(summary, Packages { packages });
        Ok(match next_cursor {
            None => reply,
            Some(cursor) => reply.intent(
                Intent::new("packages.list", "There is another page.").parameter("cursor", cursor),
            ),
        })
    }

    #[envelope_tool(
        tool = "packages.show",
        data = "package",
        summary("Found {} {}.", data.name, data.version)
    )]
    fn show_package(&self, name: &str) -> Result<Package, InspectorError> {
        self.0.package(name)
    }

    #[envelope_tool(
        tool = "packages.dependents",
        summary("{} packages depend on {}.", data.dependents.len(), data.krate)
    )]
    fn dependents(&self, krate: &str) -> Result<Dependents, InspectorError> {
        Dependents::find(self.0, krate)
    }

    #[envelope_tool(tool = "source.count")]
    fn count_source(&self, name: &str) -> Result<dotbot::Reply<Counted>, InspectorError> {
        let mut counted = self.0.count(name)?;
        let left_out = take_left_out(&mut counted);
        let summary = format!("{name} has {} lines.", counted.source.lines);
        let invalid =
            |file: String| Issue::new("INVALID_SOURCE", "It could not be read as Rust").path(file);
        let reply = dotbot::Reply::new(summary, counted);
        Ok(left_out.into_iter().map(invalid).fold(reply, dotbot::Reply::warning))
    }

    fn data<'a>(&self, answer: &'a Value) -> &'a Value {
        &answer["data"]
    }

    fn next_cursor(&self, answer: &Value) -> Option<String> {
        let intent = dotbot::Intent::deserialize(&answer["intent"]).ok()?;
        intent.parameters.get("cursor")?.as_str().map(str::to_owned)
    }
}

/// A page whose cursor is part of the data, for contracts without another place for it.
#[derive(Serialize, Payload)]
struct PageData {
    #[serde(flatten)]
    packages: Packages,
    #[serde(skip_serializing_if = "Option::is_none")]
    next_cursor: Option<String>,
    total_count: usize,
}

impl From<Page<Summary>> for PageData {
    fn from(page: Page<Summary>) -> Self {
        let Page { items: packages, next_cursor, total_count, .. } = page;
        Self { packages: Packages { packages }, next_cursor, total_count }
    }
}

/// MCP of 2025-11-25 has a text beside the data, which is an object.
struct Mcp2025<'a>(&'a Inspector);

#[envelope_tool(dialect = "mcp-2025-11-25", budget = BUDGET)]
impl Tools for Mcp2025<'_> {
    #[envelope_tool]
    fn list_packages(
        &self,
        cursor: Option<&str>,
        page_size: usize,
    ) -> Result<PageData, InspectorError> {
        self.0.packages(cursor, page_size).map(PageData::from)
    }

    #[envelope_tool(text("{} {}", data.name, data.version))]
    fn show_package(&self, name: &str) -> Result<Package, InspectorError> {
        self.0.package(name)
    }

    #[envelope_tool]
    fn dependents(&self, krate: &str) -> Result<Dependents, InspectorError> {
        Dependents::find(self.0, krate)
    }

    #[envelope_tool]
    fn count_source(&self, name: &str) -> Result<mcp_2025_11_25::Reply<Counted>, InspectorError> {
        let counted = self.0.count(name)?;
        let text = format!("{} lines, {} left out", counted.source.lines, counted.left_out());
        Ok(mcp_2025_11_25::Reply::new(counted).text(text))
    }

    fn data<'a>(&self, answer: &'a Value) -> &'a Value {
        &answer["structuredContent"]
    }
}

/// MCP of 2026-07-28 takes any data. Here its failures are structured, for programs.
struct Mcp2026<'a>(&'a Inspector);

#[envelope_tool(dialect = "mcp-2026-07-28", structured_errors, budget = BUDGET)]
impl Tools for Mcp2026<'_> {
    #[envelope_tool]
    fn list_packages(
        &self,
        cursor: Option<&str>,
        page_size: usize,
    ) -> Result<PageData, InspectorError> {
        self.0.packages(cursor, page_size).map(PageData::from)
    }

    #[envelope_tool]
    fn show_package(&self, name: &str) -> Result<Package, InspectorError> {
        self.0.package(name)
    }

    #[envelope_tool]
    fn dependents(&self, krate: &str) -> Result<Vec<String>, InspectorError> {
        let found = Dependents::find(self.0, krate)?;
        Ok(found.dependents.into_iter().map(|dependent| dependent.package).collect())
    }

    #[envelope_tool]
    fn count_source(&self, name: &str) -> Result<mcp_2026_07_28::Reply<Counted>, InspectorError> {
        let mut counted = self.0.count(name)?;
        let left_out = take_left_out(&mut counted);
        Ok(mcp_2026_07_28::Reply::new(counted).extra_meta("unparsed", left_out))
    }

    fn data<'a>(&self, answer: &'a Value) -> &'a Value {
        &answer["structuredContent"]
    }
}

/// Code Scalpel has tiers: the line count of a package is for everyone, the count of its `unsafe` blocks is not.
struct CodeScalpel<'a>(&'a Inspector, Tier);

#[envelope_tool(dialect = "code-scalpel-v1", tier = self.1, budget = BUDGET)]
impl Tools for CodeScalpel<'_> {
    #[envelope_tool]
    fn list_packages(
        &self,
        cursor: Option<&str>,
        page_size: usize,
    ) -> Result<PageData, InspectorError> {
        self.0.packages(cursor, page_size).map(PageData::from)
    }

    #[envelope_tool]
    fn show_package(&self, name: &str) -> Result<Package, InspectorError> {
        self.0.package(name)
    }

    #[envelope_tool(tool = "find_dependents")]
    fn dependents(&self, krate: &str) -> Result<Dependents, InspectorError> {
        Dependents::find(self.0, krate)
    }

    #[envelope_tool]
    fn count_source(&self, name: &str) -> Result<code_scalpel::Reply<usize>, InspectorError> {
        let counted = self.0.count(name)?;
        Ok(code_scalpel::Reply::new(counted.source.lines).upgrade_hint(UpgradeHint::new(
            "unsafe_blocks",
            Tier::Pro,
            "They are counted in Pro",
        )))
    }

    fn data<'a>(&self, answer: &'a Value) -> &'a Value {
        &answer["data"]
    }
}

/// RFC 9457 has no envelope around the data. Its failures are problems, with a URI for each code.
struct Rfc9457<'a>(&'a Inspector);

#[envelope_tool(dialect = "rfc9457", types = "https://example.com/problems/", budget = BUDGET)]
impl Tools for Rfc9457<'_> {
    #[envelope_tool]
    fn list_packages(
        &self,
        cursor: Option<&str>,
        page_size: usize,
    ) -> Result<PageData, InspectorError> {
        self.0.packages(cursor, page_size).map(PageData::from)
    }

    #[envelope_tool(instance = format_args!("/packages/{name}"))]
    fn show_package(&self, name: &str) -> Result<Package, InspectorError> {
        self.0.package(name)
    }

    #[envelope_tool]
    fn dependents(&self, krate: &str) -> Result<Vec<Dependent>, InspectorError> {
        Dependents::find(self.0, krate).map(|found| found.dependents)
    }

    #[envelope_tool]
    fn count_source(&self, name: &str) -> Result<Counted, InspectorError> {
        self.0.count(name)
    }

    fn data<'a>(&self, answer: &'a Value) -> &'a Value {
        answer
    }
}
