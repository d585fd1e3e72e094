// Five tools, whose expansions the guide shows.

use envelope_runtime::response_v2::Reply;
use envelope_runtime::rmcp3::Parameters;
use envelope_runtime::{Payload, ToolFailure, envelope_tool};
use rmcp::{tool, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Payload)]
struct Spec {
    title: String,
}

fn look_up(id: &str) -> Result<Spec, ToolFailure> {
    match id {
        "auth" => Ok(Spec { title: "Sign in".into() }),
        _ => Err(ToolFailure::not_found("Spec", id)),
    }
}

// ANCHOR: read_spec
#[envelope_tool(dialect = "response-v2")]
fn read_spec(id: &str) -> Result<Spec, ToolFailure> {
    look_up(id)
}
// ANCHOR_END: read_spec

struct Job {
    id: String,
    titles: Vec<String>,
}

// ANCHOR: list_titles
#[envelope_tool(dialect = "response-v2", data = "titles", request_id = &job.id, telemetry)]
async fn list_titles(job: Job) -> Result<Reply<Vec<String>>, ToolFailure> {
    Ok(Reply::new(job.titles).warning("The index is 2 hours old"))
}
// ANCHOR_END: list_titles

// ANCHOR: show_spec
#[envelope_tool(dialect = "dotbot-mcp-response@1", summary("Found {}.", data.title))]
fn show_spec(id: &str) -> Result<Spec, ToolFailure> {
    look_up(id)
}
// ANCHOR_END: show_spec

// ANCHOR: check_spec
#[envelope_tool(dialects("response-v2", "mcp-2025-11-25"), catch_panic)]
fn check_spec(id: &str) -> Result<Spec, ToolFailure> {
    look_up(id)
}
// ANCHOR_END: check_spec

#[derive(Deserialize, JsonSchema)]
struct Find {
    id: String,
}

struct Specs;

// ANCHOR: find_spec
#[envelope_tool(dialect = "response-v2")]
#[tool_router(server_handler)]
impl Specs {
    /// Finds a spec.
    #[tool]
    fn find_spec(
        &self,
        Parameters(find): Parameters<Find>,
    ) -> Result<Spec, ToolFailure> {
        look_up(&find.id)
    }
}
// ANCHOR_END: find_spec
