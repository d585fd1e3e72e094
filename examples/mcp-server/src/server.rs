//! The tools.

use std::mem::take;
use std::panic;
use std::sync::Arc;
use std::time::Duration;

use envelope_runtime::response_v2::Reply;
use envelope_runtime::{ToolError, ToolFailure, envelope_tool};
use rmcp::handler::server::tool::{ToolCallContext, ToolRouter};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolRequestParams, CallToolResponse};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::Deserialize;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use workspace_inspector::{
    Call, Counted, Dependent, Export, Inspector, InspectorError, Package, Summary, UnsafeSite,
};

use crate::arguments::Arguments;
use crate::in_flight::Place;
use crate::reply::{left_out, reply, scanned};

/// How many calls look at manifests at the same time. The others wait for them.
const LISTING: usize = 4;

/// How many calls read source at the same time, apart from those. One of them can take 115 MiB for the tree of a file, and as much
/// for its stack.
const READING: usize = 2;

/// Which packages to list.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ListPackages {
    // Not flattened from a struct of both: serde cannot combine that with `deny_unknown_fields`.
    /// `meta.pagination.cursor` of the page before; none for the first page.
    cursor: Option<String>,
    /// How many items a page has.
    #[serde(default = "page_size")]
    #[schemars(range(min = 1, max = 50))]
    page_size: usize,
}

/// Which packages to find.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct FindPackages {
    /// What the name or the description contains, in any case.
    query: String,
    /// `meta.pagination.cursor` of the page before; none for the first page.
    cursor: Option<String>,
    /// How many items a page has.
    #[serde(default = "page_size")]
    #[schemars(range(min = 1, max = 50))]
    page_size: usize,
}

/// Which package.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct OfPackage {
    /// The name of the package, as `list_packages` gives it.
    name: String,
}

/// Which crate.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct OfCrate {
    /// The name of the crate: a package of the workspace, or one from elsewhere.
    #[serde(rename = "crate")]
    krate: String,
    /// `meta.pagination.cursor` of the page before; none for the first page.
    cursor: Option<String>,
    /// How many items a page has.
    #[serde(default = "page_size")]
    #[schemars(range(min = 1, max = 50))]
    page_size: usize,
}

/// Which package, and which page of what is in it.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct InPackage {
    /// The name of the package, as `list_packages` gives it.
    name: String,
    /// `meta.pagination.cursor` of the page before; none for the first page.
    cursor: Option<String>,
    /// How many items a page has.
    #[serde(default = "page_size")]
    #[schemars(range(min = 1, max = 50))]
    page_size: usize,
}

fn page_size() -> usize {
    20
}

/// What can go wrong in a tool.
#[derive(Debug, thiserror::Error, ToolError)]
pub(crate) enum ServerError {
    #[error(transparent)]
    #[tool_error(transparent)]
    Inspector(#[from] InspectorError),

    #[error("The server is busy with other calls")]
    #[tool_error(code = "UNAVAILABLE", remediation = "Wait {wait} seconds, then retry")]
    Busy {
        #[tool_error(data = "retry_after_seconds")]
        wait: u64,
    },

    #[error("The server is stopping, and takes no new calls")]
    #[tool_error(
        code = "UNAVAILABLE",
        remediation = "Wait {wait} seconds, then retry, if the server has been started again"
    )]
    Stopping {
        #[tool_error(data = "retry_after_seconds")]
        wait: u64,
    },

    #[error("a thread for reading was lost")]
    #[tool_error(code = "INTERNAL_ERROR")]
    Lost(#[source] tokio::task::JoinError),

    #[error(transparent)]
    #[tool_error(transparent)]
    OnPurpose(#[from] ToolFailure),
}

/// The server of one workspace. Its clones are one server.
#[derive(Clone)]
pub(crate) struct Server {
    inspector: Arc<Inspector>,
    listing: Arc<Semaphore>,
    reading: Arc<Semaphore>,
    pub(crate) time_limit: Duration,
    calls: TaskTracker,
    stopping: CancellationToken,
    router: Arc<ToolRouter<Self>>,
}

impl Server {
    pub(crate) fn new(arguments: &Arguments) -> Self {
        let inspector = Inspector::new(&arguments.folder).max_page_bytes(arguments.max_page_bytes);
        let mut router = Self::tool_router();
        if arguments.drill {
            router.merge(Self::drill_router());
        }
        Self {
            inspector: Arc::new(inspector),
            listing: Arc::new(Semaphore::new(LISTING)),
            reading: Arc::new(Semaphore::new(READING)),
            time_limit: arguments.time_limit,
            calls: TaskTracker::new(),
            stopping: CancellationToken::new(),
            router: Arc::new(router),
        }
    }

    /// The calls that are running.
    pub(crate) fn calls(&self) -> &TaskTracker {
        &self.calls
    }

    /// Refuses new calls, and ends the running ones soon: they answer with what they have read.
    pub(crate) fn stop(&self) {
        self.calls.close();
        self.stopping.cancel();
    }

    /// Runs `look` in its turn among the calls that read no source.
    async fn list<T: Send + 'static>(
        &self,
        look: impl FnOnce(&Inspector) -> Result<T, InspectorError> + Send + 'static,
    ) -> Result<T, ServerError> {
        self.inspect(self.listing.clone(), look).await
    }

    /// Runs `look` in its turn among the calls that read source.
    async fn read<T: Send + 'static>(
        &self,
        look: impl FnOnce(&Inspector) -> Result<T, InspectorError> + Send + 'static,
    ) -> Result<T, ServerError> {
        self.inspect(self.reading.clone(), look).await
    }

    /// Runs `look` on a thread of its own, since reading files blocks. A panic there continues here, where the tool catches it.
    async fn inspect<T: Send + 'static>(
        &self,
        turns: Arc<Semaphore>,
        look: impl FnOnce(&Inspector) -> Result<T, InspectorError> + Send + 'static,
    ) -> Result<T, ServerError> {
        let turn = self.turn(turns).await?;
        let call = Call::within(self.time_limit / 3);
        // When the call times out or is cancelled, this future is dropped, and what runs on the thread ends soon.
        let _guard = call.clone().drop_guard();
        let inspector = self.inspector.during(call.clone());
        let mut looking = tokio::task::spawn_blocking(move || {
            // The turn is over when `look` ends, which can be after the caller has been answered.
            let _turn = turn;
            look(&inspector)
        });
        let looked = tokio::select! {
            looked = &mut looking => looked,
            () = self.stopping.cancelled() => {
                call.finish();
                looking.await
            }
        };
        match looked {
            Ok(found) => Ok(found?),
            Err(error) => match error.try_into_panic() {
                Ok(panic) => panic::resume_unwind(panic),
                Err(error) => Err(ServerError::Lost(error)),
            },
        }
    }

    /// Waits for a turn, for as long as there is time to make use of it.
    async fn turn(&self, turns: Arc<Semaphore>) -> Result<OwnedSemaphorePermit, ServerError> {
        self.check_open()?;
        tokio::select! {
            turn = tokio::time::timeout(self.time_limit / 3, turns.acquire_owned()) => {
                turn.ok().and_then(Result::ok).ok_or(ServerError::Busy { wait: 5 })
            }
            () = self.stopping.cancelled() => Err(ServerError::Stopping { wait: 5 }),
        }
    }

    /// Refuses a call if the server is stopping.
    pub(crate) fn check_open(&self) -> Result<(), ServerError> {
        if self.calls.is_closed() { Err(ServerError::Stopping { wait: 5 }) } else { Ok(()) }
    }
}

#[envelope_tool(
    dialect = "response-v2",
    telemetry,
    timeout = self.time_limit,
    catch_panic,
    output_schema
)]
#[tool_router]
impl Server {
    /// Lists the packages of the workspace by name, a page at a time.
    #[envelope_tool(data = "packages")]
    #[tool(annotations(read_only_hint = true, open_world_hint = false))]
    async fn list_packages(
        &self,
        Parameters(ListPackages { cursor, page_size }): Parameters<ListPackages>,
    ) -> Result<Reply<Vec<Summary>>, ServerError> {
        let list = move |inspector: &Inspector| inspector.packages(cursor.as_deref(), page_size);
        Ok(reply(self.list(list).await?, page_size))
    }

    /// Finds packages of the workspace by a part of their name or description.
    #[envelope_tool(data = "packages")]
    #[tool(annotations(read_only_hint = true, open_world_hint = false))]
    async fn find_packages(
        &self,
        Parameters(FindPackages { query, cursor, page_size }): Parameters<FindPackages>,
    ) -> Result<Reply<Vec<Summary>>, ServerError> {
        let find = move |inspector: &Inspector| {
            inspector.find_packages(&query, cursor.as_deref(), page_size)
        };
        Ok(reply(self.list(find).await?, page_size))
    }

    /// Shows one package of the workspace: its version, targets, dependencies and licence.
    #[envelope_tool(data = "package")]
    #[tool(annotations(read_only_hint = true, open_world_hint = false))]
    async fn show_package(
        &self,
        Parameters(OfPackage { name }): Parameters<OfPackage>,
    ) -> Result<Package, ServerError> {
        self.list(move |inspector| inspector.package(&name)).await
    }

    /// Finds the packages of the workspace that depend on a crate, with the versions they take and what they need it for.
    #[envelope_tool(data = "dependents")]
    #[tool(annotations(read_only_hint = true, open_world_hint = false))]
    async fn dependents(
        &self,
        Parameters(OfCrate { krate, cursor, page_size }): Parameters<OfCrate>,
    ) -> Result<Reply<Vec<Dependent>>, ServerError> {
        let find =
            move |inspector: &Inspector| inspector.dependents(&krate, cursor.as_deref(), page_size);
        Ok(reply(self.list(find).await?, page_size))
    }

    /// Counts the source files, the lines and the `unsafe` blocks of a package.
    #[tool(annotations(read_only_hint = true, open_world_hint = false))]
    async fn count_source(
        &self,
        Parameters(OfPackage { name }): Parameters<OfPackage>,
    ) -> Result<Reply<Counted>, ServerError> {
        let mut counted = self.read(move |inspector| inspector.count(&name)).await?;
        let (unparsed, dropped) = (take(&mut counted.unparsed), counted.dropped.take());
        let unparsed_count = counted.unparsed_count;
        Ok(left_out(Reply::new(counted), &unparsed, unparsed_count, dropped))
    }

    /// Finds where `unsafe` is used in a package: blocks, functions, impls, traits and attributes, by file and line.
    #[envelope_tool(data = "sites")]
    #[tool(annotations(read_only_hint = true, open_world_hint = false))]
    async fn unsafe_sites(
        &self,
        Parameters(InPackage { name, cursor, page_size }): Parameters<InPackage>,
    ) -> Result<Reply<Vec<UnsafeSite>>, ServerError> {
        let find = move |inspector: &Inspector| {
            inspector.unsafe_sites(&name, cursor.as_deref(), page_size)
        };
        Ok(scanned(self.read(find).await?, page_size))
    }

    /// Lists what the library of a package exports: its public items, each with its path, signature, file and line.
    #[envelope_tool(data = "exports")]
    #[tool(annotations(read_only_hint = true, open_world_hint = false))]
    async fn exports(
        &self,
        Parameters(InPackage { name, cursor, page_size }): Parameters<InPackage>,
    ) -> Result<Reply<Vec<Export>>, ServerError> {
        let list =
            move |inspector: &Inspector| inspector.exports(&name, cursor.as_deref(), page_size);
        Ok(scanned(self.read(list).await?, page_size))
    }
}

#[tool_handler(
    router = self.router,
    name = "workspace-inspector",
    instructions = "Inspects one Cargo workspace, and changes nothing. Start with list_packages or find_packages; the other tools take a name from there. Lists come in pages: pass meta.pagination.cursor for the next one. A failure says in data.remediation what to do."
)]
impl ServerHandler for Server {
    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        // A call that is refused does not delay a server that is stopping.
        let _call = (!self.calls.is_closed()).then(|| self.calls.token());
        let _place = context.extensions.get::<Place>().cloned();
        let cancelled = context.ct.clone();
        // What the client cancels, or leaves behind, ends with its future. There is nobody to be answered.
        tokio::select! {
            answer = self.router.call(ToolCallContext::new(self, request, context)) => answer,
            () = cancelled.cancelled() => {
                Err(ErrorData::internal_error("The request was cancelled", None))
            }
        }
    }
}
