//! A tool that fails on purpose, for tests of clients.

use std::time::Duration;

use envelope_runtime::{ToolFailure, envelope_tool};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{tool, tool_router};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::server::Server;

/// The longest wait.
const MAX_WAIT_MS: u64 = 10_000;

#[derive(Deserialize, JsonSchema)]
struct Drill {
    /// How the call ends.
    outcome: Outcome,
    /// How long it takes, in milliseconds: at most 10,000.
    #[serde(default)]
    wait_ms: u64,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Outcome {
    Success,
    RateLimit,
    Internal,
    Panic,
}

#[envelope_tool(dialect = "response-v2", timeout = self.time_limit, catch_panic, output_schema)]
#[tool_router(router = drill_router, vis = "pub(crate)")]
impl Server {
    /// Fails on purpose, or succeeds after a while.
    #[tool(annotations(read_only_hint = true, open_world_hint = false))]
    async fn drill(
        &self,
        Parameters(Drill { outcome, wait_ms }): Parameters<Drill>,
    ) -> Result<(), ToolFailure> {
        tokio::time::sleep(Duration::from_millis(wait_ms.min(MAX_WAIT_MS))).await;
        match outcome {
            Outcome::Success => Ok(()),
            Outcome::RateLimit => Err(ToolFailure::rate_limited(100, "minute", 1)),
            Outcome::Internal => Err(ToolFailure::internal("the secret word is swordfish")),
            #[allow(clippy::panic, reason = "the caller asks for it")]
            Outcome::Panic => panic!("the secret word is swordfish"),
        }
    }
}
