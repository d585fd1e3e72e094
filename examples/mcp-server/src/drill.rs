//! A tool that fails on purpose, so that people who write clients can see each kind of failure.

use std::time::Duration;

use envelope_runtime::{ToolFailure, envelope_tool};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{tool, tool_router};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::server::{Server, ServerError};

/// The longest wait.
const MAX_WAIT_MS: u64 = 10_000;

/// How to fail.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Drill {
    /// What happens: a category of failure, a panic, or nothing but the wait.
    outcome: Outcome,
    /// How long to wait before, in milliseconds.
    #[serde(default)]
    #[schemars(range(max = MAX_WAIT_MS))]
    wait_ms: u64,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Outcome {
    Success,
    Panic,
    Validation,
    Authentication,
    Authorization,
    NotFound,
    Conflict,
    RateLimit,
    FeatureFlag,
    Internal,
    Unavailable,
}

impl Outcome {
    fn failure(&self) -> Option<ToolFailure> {
        Some(match self {
            Self::Success | Self::Panic => return None,
            Self::Validation => ToolFailure::missing_required("spec_id"),
            Self::Authentication => ToolFailure::unauthorized("Who are you?"),
            Self::Authorization => ToolFailure::forbidden("Not for you"),
            Self::NotFound => ToolFailure::not_found("Spec", "auth-flow"),
            Self::Conflict => ToolFailure::duplicate("Spec", "auth-flow"),
            Self::RateLimit => ToolFailure::rate_limited(100, "minute", 1),
            Self::FeatureFlag => ToolFailure::feature_disabled("search"),
            Self::Internal => ToolFailure::internal("the secret word is swordfish"),
            Self::Unavailable => {
                ToolFailure::unavailable("The index is being built").data("retry_after_seconds", 1)
            }
        })
    }
}

#[envelope_tool(
    dialect = "response-v2",
    timeout = self.time_limit,
    catch_panic,
    output_schema
)]
#[tool_router(router = drill_router, vis = "pub(crate)")]
impl Server {
    /// Fails on purpose, in the way that is asked for.
    #[tool(annotations(read_only_hint = true, open_world_hint = false))]
    async fn drill(&self, Parameters(drill): Parameters<Drill>) -> Result<(), ServerError> {
        let Drill { outcome, wait_ms } = drill;
        if wait_ms > MAX_WAIT_MS {
            let failure = ToolFailure::validation(format_args!("wait_ms is over {MAX_WAIT_MS}"));
            return Err(failure.remediation("Wait for less").detail("field", "wait_ms").into());
        }
        self.check_open()?;
        tokio::time::sleep(Duration::from_millis(wait_ms)).await;
        if matches!(outcome, Outcome::Panic) {
            panic_on_purpose();
        }
        outcome.failure().map_or(Ok(()), |failure| Err(failure.into()))
    }
}

#[allow(clippy::panic, reason = "it is asked for")]
fn panic_on_purpose() {
    panic!("the secret word is swordfish");
}
