//! The tools.

use std::sync::Arc;
use std::time::{Duration, Instant};

use envelope_runtime::response_v2::Reply;
use envelope_runtime::{Page, ToolError, Warning, WarningCode, envelope_tool};
use rmcp::handler::server::tool::{ToolCallContext, ToolRouter};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolRequestParams, CallToolResponse};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::Deserialize;
use tokio::sync::Semaphore;
use tokio::task::{JoinError, spawn_blocking};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use workspace_inspector::{Counted, Dependent, Inspector, InspectorError, Package, Summary};

use crate::arguments::Arguments;
use crate::in_flight::Place;

/// The largest success in bytes: some clients show at most 50,000 characters. Pages of the inspector are smaller.
const BUDGET: usize = 48 << 10;

/// How many calls look at manifests at the same time. The others wait for them.
const LISTING: usize = 4;

/// How many calls read source at the same time, apart from those.
const READING: usize = 2;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ListPackages {
    /// A part of the name or the description, in any case.
    query: Option<String>,
    /// `meta.pagination.cursor` of the page before.
    cursor: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct OfPackage {
    /// The name of a package, from `list_packages`.
    name: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct OfCrate {
    /// The name of a crate, in the workspace or not.
    #[serde(rename = "crate")]
    krate: String,
    /// `meta.pagination.cursor` of the page before.
    cursor: Option<String>,
}

/// Everything that can go wrong in a tool.
#[derive(Debug, thiserror::Error, ToolError)]
enum ServerError {
    #[error(transparent)]
    #[tool_error(transparent)]
    Inspector(#[from] InspectorError),

    #[error("The server is busy with other calls")]
    #[tool_error(code = "UNAVAILABLE", remediation = "Wait {wait} seconds, then retry")]
    Busy {
        #[tool_error(data = "retry_after_seconds")]
        wait: u64,
    },

    #[error("the inspector's thread panicked")]
    #[tool_error(code = "INTERNAL_ERROR")]
    Lost(#[from] JoinError),
}

/// The server of one workspace. Its clones are one server.
#[derive(Clone)]
pub(crate) struct Server {
    inspector: Arc<Inspector>,
    listing: Arc<Semaphore>,
    reading: Arc<Semaphore>,
    pub(crate) time_limit: Duration,
    calls: TaskTracker,
    router: Arc<ToolRouter<Self>>,
}

impl Server {
    pub(crate) fn new(arguments: &Arguments) -> Self {
        let mut router = Self::tool_router();
        if arguments.drill {
            router.merge(Self::drill_router());
        }
        Self {
            inspector: Arc::new(Inspector::new(&arguments.folder)),
            listing: Arc::new(Semaphore::new(LISTING)),
            reading: Arc::new(Semaphore::new(READING)),
            time_limit: arguments.time_limit,
            calls: TaskTracker::new(),
            router: Arc::new(router),
        }
    }

    /// The running calls.
    pub(crate) fn calls(&self) -> &TaskTracker {
        &self.calls
    }

    /// Runs `look` in its turn, on a thread of its own, since reading files blocks.
    async fn inspect<T: Send + 'static>(
        &self,
        turns: &Arc<Semaphore>,
        look: impl FnOnce(&Inspector) -> Result<T, InspectorError> + Send + 'static,
    ) -> Result<T, ServerError> {
        let turn = timeout(self.time_limit / 3, turns.clone().acquire_owned()).await;
        let turn = turn.ok().and_then(Result::ok).ok_or(ServerError::Busy { wait: 5 })?;
        let inspector = self.inspector.clone();
        let looking = spawn_blocking(move || {
            // The turn is over when `look` ends, which can be after the caller has its answer.
            let _turn = turn;
            look(&inspector)
        });
        Ok(looking.await??)
    }
}

#[envelope_tool(
    dialect = "response-v2",
    telemetry,
    timeout = self.time_limit,
    catch_panic,
    budget = BUDGET,
    output_schema
)]
#[tool_router]
impl Server {
    /// Lists the packages of the workspace by name, as many as fit on a page.
    #[envelope_tool(data = "packages")]
    #[tool(annotations(read_only_hint = true, open_world_hint = false))]
    async fn list_packages(
        &self,
        Parameters(ListPackages { query, cursor }): Parameters<ListPackages>,
    ) -> Result<Page<Summary>, ServerError> {
        self.inspect(&self.listing, move |inspector| {
            inspector.packages(query.as_deref(), cursor.as_deref())
        })
        .await
    }

    /// Shows one package of the workspace: its version, dependencies and licence.
    #[envelope_tool(data = "package")]
    #[tool(annotations(read_only_hint = true, open_world_hint = false))]
    async fn show_package(
        &self,
        Parameters(OfPackage { name }): Parameters<OfPackage>,
    ) -> Result<Package, ServerError> {
        self.inspect(&self.listing, move |inspector| inspector.package(&name)).await
    }

    /// Finds the packages of the workspace that depend on a crate, with their version requirements.
    #[envelope_tool(data = "dependents")]
    #[tool(annotations(read_only_hint = true, open_world_hint = false))]
    async fn dependents(
        &self,
        Parameters(OfCrate { krate, cursor }): Parameters<OfCrate>,
    ) -> Result<Page<Dependent>, ServerError> {
        self.inspect(&self.listing, move |inspector| {
            inspector.dependents(&krate, cursor.as_deref())
        })
        .await
    }

    /// Counts the source files of a package, and their lines.
    #[tool(annotations(read_only_hint = true, open_world_hint = false))]
    async fn count_source(
        &self,
        Parameters(OfPackage { name }): Parameters<OfPackage>,
    ) -> Result<Reply<Counted>, ServerError> {
        let time = self.time_limit / 3;
        // The counting ends soon after this future is dropped, because of a timeout or a cancellation.
        let cancelled = CancellationToken::new();
        let _guard = cancelled.clone().drop_guard();
        let count = move |inspector: &Inspector| {
            let end = Instant::now() + time;
            inspector.count(&name, || Instant::now() < end && !cancelled.is_cancelled())
        };
        Ok(reply(self.inspect(&self.reading, count).await?))
    }
}

/// The reply to a count, with a warning about files that are left out.
fn reply(counted: Counted) -> Reply<Counted> {
    let left_out = counted.left_out.clone();
    let reply = Reply::new(counted);
    if left_out.count == 0 {
        return reply;
    }
    let (code, reason) = if left_out.is_unfinished {
        (WarningCode::ContentTruncated, "There is more source than one call reads")
    } else {
        (WarningCode::PartialFailure, "Some files could not be read")
    };
    let message = format!("{reason}: {} files or folders were left out", left_out.count);
    let warning = Warning::new(code, message).context("dropped_count", left_out.count);
    reply.dropped_content_ids(left_out.paths).warning_detail(warning)
}

#[tool_handler(
    router = self.router,
    name = "workspace-inspector",
    instructions = "Inspects one Cargo workspace, and changes nothing. Start with list_packages; the other tools take a name from there. Lists come in pages: pass meta.pagination.cursor for the next one. The text data.remediation of a failure is your next step."
)]
impl ServerHandler for Server {
    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let _call = self.calls.token();
        let _place = context.extensions.get::<Place>().cloned();
        let cancelled = context.ct.clone();
        tokio::select! {
            answer = self.router.call(ToolCallContext::new(self, request, context)) => answer,
            // The call's future is dropped. Nobody reads this answer.
            () = cancelled.cancelled() => {
                Err(ErrorData::internal_error("The request was cancelled", None))
            }
        }
    }
}
