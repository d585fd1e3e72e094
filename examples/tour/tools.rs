//! The same three tools under each contract, as a tool author writes them.

use envelope_runtime::dotbot::{Intent, Issue};
use envelope_runtime::{
    Envelope, Page, Tier, UpgradeHint, Warning, WarningCode, code_scalpel, dotbot, envelope_tool,
    mcp_2025_11_25, mcp_2026_07_28, response_v2,
};
use serde_json::Value;

use crate::workspace::{Counted, Package, Summary, Workspace, WorkspaceError};

/// The largest success in bytes: about 15,000 tokens.
const BUDGET: usize = 60_000;

/// The tools, as an agent sees them under every contract.
pub trait Tools {
    /// Lists the packages of the workspace by name, a page at a time.
    fn list_packages(&self, cursor: Option<&str>) -> Envelope;

    /// Shows one package of the workspace.
    fn show_package(&self, name: &str) -> Envelope;

    /// Counts the source files of a package, and their lines.
    fn count_source(&self, name: &str) -> Envelope;

    /// Returns the data in an answer.
    fn data<'a>(&self, answer: &'a Value) -> &'a Value;

    /// Returns the cursor of the next page.
    fn next_cursor(&self, answer: &Value) -> Option<String> {
        self.data(answer)["next_cursor"].as_str().map(str::to_owned)
    }
}

/// The id of each contract, and the tools that follow it.
pub fn dialects(workspace: &Workspace) -> [(&'static str, Box<dyn Tools + '_>); 6] {
    [
        ("response-v2", Box::new(ResponseV2(workspace))),
        ("dotbot-mcp-response@1", Box::new(Dotbot(workspace))),
        ("mcp-2025-11-25", Box::new(Mcp2025(workspace))),
        ("mcp-2026-07-28", Box::new(Mcp2026(workspace))),
        ("code-scalpel-v1", Box::new(CodeScalpel(workspace, Tier::Community))),
        ("rfc9457", Box::new(Rfc9457(workspace))),
    ]
}

/// response-v2 has metadata for pages, warnings and measurements.
pub struct ResponseV2<'a>(pub &'a Workspace);

#[envelope_tool(dialect = "response-v2", budget = BUDGET)]
impl Tools for ResponseV2<'_> {
    #[envelope_tool(data = "packages")]
    fn list_packages(&self, cursor: Option<&str>) -> Result<Page<Summary>, WorkspaceError> {
        self.0.packages(cursor)
    }

    #[envelope_tool(data = "package")]
    fn show_package(&self, name: &str) -> Result<Package, WorkspaceError> {
        self.0.package(name)
    }

    #[envelope_tool(telemetry)]
    fn count_source(&self, name: &str) -> Result<response_v2::Reply<Counted>, WorkspaceError> {
        let counted = self.0.count(name)?;
        let left_out = counted.left_out.clone();
        let reply = response_v2::Reply::new(counted);
        if left_out.is_empty() {
            return Ok(reply);
        }
        let message = format!("{} files could not be read", left_out.len());
        let warning = Warning::new(WarningCode::PartialFailure, message);
        Ok(reply.warning_detail(warning.context("files", left_out)))
    }

    fn data<'a>(&self, answer: &'a Value) -> &'a Value {
        &answer["data"]
    }

    fn next_cursor(&self, answer: &Value) -> Option<String> {
        answer["meta"]["pagination"]["cursor"].as_str().map(str::to_owned)
    }
}

/// dotbot has a summary for people, and says which tool to call next.
struct Dotbot<'a>(&'a Workspace);

#[envelope_tool(dialect = "dotbot-mcp-response@1", budget = BUDGET)]
impl Tools for Dotbot<'_> {
    #[envelope_tool(tool = "packages.list", data = "packages")]
    fn list_packages(
        &self,
        cursor: Option<&str>,
    ) -> Result<dotbot::Reply<Vec<Summary>>, WorkspaceError> {
        let (packages, cursor) = self.0.packages(cursor)?.into_parts();
        let reply = dotbot::Reply::new(format!("Listed {} packages.", packages.len()), packages);
        Ok(match cursor {
            None => reply,
            Some(cursor) => reply.intent(
                Intent::new("packages.list", "There is another page.")
                    .parameter("cursor", cursor.as_str()),
            ),
        })
    }

    #[envelope_tool(
        tool = "packages.show",
        data = "package",
        summary("Found {} with {} dependencies.", data.name, data.dependencies.len())
    )]
    fn show_package(&self, name: &str) -> Result<Package, WorkspaceError> {
        self.0.package(name)
    }

    #[envelope_tool(tool = "source.count")]
    fn count_source(&self, name: &str) -> Result<dotbot::Reply<Counted>, WorkspaceError> {
        let counted = self.0.count(name)?;
        let left_out = counted.left_out.clone();
        let reply = dotbot::Reply::new(format!("{name} has {} lines.", counted.lines), counted);
        let unreadable = |file| Issue::new("INVALID_SOURCE", "It could not be read").path(file);
        Ok(left_out.iter().map(unreadable).fold(reply, dotbot::Reply::warning))
    }

    fn data<'a>(&self, answer: &'a Value) -> &'a Value {
        &answer["data"]
    }

    fn next_cursor(&self, answer: &Value) -> Option<String> {
        answer["intent"]["parameters"]["cursor"].as_str().map(str::to_owned)
    }
}

/// MCP 2025-11-25 has a text beside the data. The data has to be an object.
struct Mcp2025<'a>(&'a Workspace);

#[envelope_tool(dialect = "mcp-2025-11-25", budget = BUDGET)]
impl Tools for Mcp2025<'_> {
    #[envelope_tool(data = "packages")]
    fn list_packages(&self, cursor: Option<&str>) -> Result<Page<Summary>, WorkspaceError> {
        self.0.packages(cursor)
    }

    #[envelope_tool(text("{}: {} dependencies", data.name, data.dependencies.len()))]
    fn show_package(&self, name: &str) -> Result<Package, WorkspaceError> {
        self.0.package(name)
    }

    #[envelope_tool]
    fn count_source(&self, name: &str) -> Result<mcp_2025_11_25::Reply<Counted>, WorkspaceError> {
        let counted = self.0.count(name)?;
        let text = format!("{} lines, {} files left out", counted.lines, counted.left_out.len());
        Ok(mcp_2025_11_25::Reply::new(counted).text(text))
    }

    fn data<'a>(&self, answer: &'a Value) -> &'a Value {
        &answer["structuredContent"]
    }
}

/// MCP 2026-07-28 takes any data. `structured_errors` makes its failures readable for programs.
struct Mcp2026<'a>(&'a Workspace);

#[envelope_tool(dialect = "mcp-2026-07-28", structured_errors, budget = BUDGET)]
impl Tools for Mcp2026<'_> {
    #[envelope_tool(data = "packages")]
    fn list_packages(&self, cursor: Option<&str>) -> Result<Page<Summary>, WorkspaceError> {
        self.0.packages(cursor)
    }

    #[envelope_tool]
    fn show_package(&self, name: &str) -> Result<Package, WorkspaceError> {
        self.0.package(name)
    }

    #[envelope_tool]
    fn count_source(&self, name: &str) -> Result<mcp_2026_07_28::Reply<Counted>, WorkspaceError> {
        let counted = self.0.count(name)?;
        let left_out = counted.left_out.clone();
        Ok(mcp_2026_07_28::Reply::new(counted).extra_meta("left_out", left_out))
    }

    fn data<'a>(&self, answer: &'a Value) -> &'a Value {
        &answer["structuredContent"]
    }
}

/// Code Scalpel has tiers: the lines of a package are for everyone, its files are not.
struct CodeScalpel<'a>(&'a Workspace, Tier);

#[envelope_tool(dialect = "code-scalpel-v1", tier = self.1, budget = BUDGET)]
impl Tools for CodeScalpel<'_> {
    #[envelope_tool(data = "packages")]
    fn list_packages(&self, cursor: Option<&str>) -> Result<Page<Summary>, WorkspaceError> {
        self.0.packages(cursor)
    }

    #[envelope_tool]
    fn show_package(&self, name: &str) -> Result<Package, WorkspaceError> {
        self.0.package(name)
    }

    #[envelope_tool]
    fn count_source(&self, name: &str) -> Result<code_scalpel::Reply<usize>, WorkspaceError> {
        let counted = self.0.count(name)?;
        let hint = UpgradeHint::new("files", Tier::Pro, "They are counted in Pro");
        Ok(code_scalpel::Reply::new(counted.lines).upgrade_hint(hint))
    }

    fn data<'a>(&self, answer: &'a Value) -> &'a Value {
        &answer["data"]
    }
}

/// RFC 9457 has no envelope around the data. Its failures are problems, with a URI for each code.
struct Rfc9457<'a>(&'a Workspace);

#[envelope_tool(dialect = "rfc9457", types = "https://example.com/problems/", budget = BUDGET)]
impl Tools for Rfc9457<'_> {
    #[envelope_tool(data = "packages")]
    fn list_packages(&self, cursor: Option<&str>) -> Result<Page<Summary>, WorkspaceError> {
        self.0.packages(cursor)
    }

    #[envelope_tool(instance = format_args!("/packages/{name}"))]
    fn show_package(&self, name: &str) -> Result<Package, WorkspaceError> {
        self.0.package(name)
    }

    #[envelope_tool]
    fn count_source(&self, name: &str) -> Result<Counted, WorkspaceError> {
        self.0.count(name)
    }

    fn data<'a>(&self, answer: &'a Value) -> &'a Value {
        answer
    }
}
