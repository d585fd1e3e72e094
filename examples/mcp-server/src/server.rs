//! The tools.

use std::num::NonZeroU64;
use std::panic;
use std::sync::Arc;
use std::time::Duration;

use envelope_runtime::response_v2::{Pagination, Reply, Warning, WarningCode};
use envelope_runtime::{ToolError, ToolFailure, envelope_tool};
use rmcp::handler::server::tool::{ToolCallContext, ToolRouter};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolRequestParams, CallToolResponse, CallToolResult};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::Deserialize;
use tokio::sync::Semaphore;
use tokio_util::task::TaskTracker;
use workspace_inspector::{
    Counted, Dependent, Export, Inspector, InspectorError, Package, Page, Scanned, Summary,
    Unparsed, UnparsedReason, UnsafeSite,
};

use crate::arguments::Arguments;

/// How many calls read files at the same time. The others wait.
const READERS: usize = 4;

/// Which packages to list.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ListPackages {
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

    #[error("The call took longer than {limit} seconds")]
    #[tool_error(code = "TIMEOUT", remediation = "Wait {wait} seconds, then retry")]
    TimedOut {
        limit: u64,
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
    readers: Arc<Semaphore>,
    time_limit: Duration,
    calls: TaskTracker,
    router: ToolRouter<Self>,
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
            readers: Arc::new(Semaphore::new(READERS)),
            time_limit: arguments.time_limit,
            calls: TaskTracker::new(),
            router,
        }
    }

    /// The calls that are running. Once the tracker is closed, new calls are refused.
    pub(crate) fn calls(&self) -> &TaskTracker {
        &self.calls
    }

    /// Runs `look` on a thread of its own, since reading files blocks. A panic there continues here, where the tool catches it.
    async fn inspect<T: Send + 'static>(
        &self,
        look: impl FnOnce(&Inspector) -> Result<T, InspectorError> + Send + 'static,
    ) -> Result<T, ServerError> {
        let inspector = self.inspector.clone();
        let readers = self.readers.clone();
        let looking = async {
            let turn = readers.acquire_owned().await;
            tokio::task::spawn_blocking(move || {
                // The permit is held until `look` ends, which can be after the caller has been answered.
                let _turn = turn;
                look(&inspector)
            })
            .await
        };
        match self.in_time(looking).await? {
            Ok(found) => Ok(found?),
            Err(error) => match error.try_into_panic() {
                Ok(panic) => panic::resume_unwind(panic),
                Err(error) => Err(ServerError::Lost(error)),
            },
        }
    }

    /// Awaits work for as long as a call may take. Work that blocks a thread continues there, but the caller is answered. If
    /// the server is stopping, nothing is started.
    pub(crate) async fn in_time<T>(&self, work: impl Future<Output = T>) -> Result<T, ServerError> {
        if self.calls.is_closed() {
            return Err(ServerError::Stopping { wait: 5 });
        }
        tokio::time::timeout(self.time_limit, work)
            .await
            .map_err(|_| ServerError::TimedOut { limit: self.time_limit.as_secs(), wait: 5 })
    }
}

/// A page of items, with what a client needs for the next one.
fn reply<T>(page: Page<T>, page_size: usize) -> Reply<Vec<T>> {
    let pagination = page.next_cursor.map_or_else(Pagination::end, Pagination::next);
    let pagination = pagination
        .total_count(page.total_count as u64)
        .page_size(NonZeroU64::new(page_size as u64));
    let mut reply = Reply::new(page.items).pagination(pagination);
    if let Some(first) = page.left_out.first() {
        let count = page.left_out.len();
        let message = format!(
            "{count} members of the workspace were left out, such as {first}: they are outside of the folder, or behind a link"
        );
        let warning = Warning::new(WarningCode::PartialFailure, message);
        reply = reply.warning_detail(warning.context("members", page.left_out));
    }
    if page.cut_by_size {
        let message = "The page was cut for its size; its cursor goes on where it ends";
        reply.warning_detail(Warning::new(WarningCode::ContentTruncated, message))
    } else {
        reply
    }
}

/// [`reply`] for what was found in source, with a warning about files that could not be read.
fn scanned<T>(found: Scanned<T>, page_size: usize) -> Reply<Vec<T>> {
    let warning = left_out(&found.unparsed, found.unparsed_count);
    warning.into_iter().fold(reply(found.page, page_size), Reply::warning_detail)
}

/// The warning about files that could not be read.
fn left_out(unparsed: &[Unparsed], count: usize) -> Option<Warning> {
    let first = unparsed.first()?;
    let file = &first.file;
    let message = match first.reason {
        UnparsedReason::OverBudget => {
            format!("The source is too large: {file} was left out, and all that comes after it")
        }
        _ => format!("{count} files could not be looked into, such as {file}"),
    };
    let files: Vec<_> = unparsed.iter().map(|unparsed| unparsed.file.as_str()).collect();
    Some(Warning::new(WarningCode::PartialFailure, message).context("files", files))
}

#[envelope_tool(
    dialect = "response-v2",
    telemetry,
    catch_panic,
    output_schema,
    returns = CallToolResult
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
        Ok(reply(self.inspect(list).await?, page_size))
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
        Ok(reply(self.inspect(find).await?, page_size))
    }

    /// Shows one package of the workspace: its version, targets, dependencies and licence.
    #[envelope_tool(data = "package")]
    #[tool(annotations(read_only_hint = true, open_world_hint = false))]
    async fn show_package(
        &self,
        Parameters(OfPackage { name }): Parameters<OfPackage>,
    ) -> Result<Package, ServerError> {
        self.inspect(move |inspector| inspector.package(&name)).await
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
        Ok(reply(self.inspect(find).await?, page_size))
    }

    /// Counts the source files, the lines and the `unsafe` blocks of a package.
    #[tool(annotations(read_only_hint = true, open_world_hint = false))]
    async fn count_source(
        &self,
        Parameters(OfPackage { name }): Parameters<OfPackage>,
    ) -> Result<Reply<Counted>, ServerError> {
        let counted = self.inspect(move |inspector| inspector.count(&name)).await?;
        let warning = left_out(&counted.unparsed, counted.unparsed_count);
        Ok(warning.into_iter().fold(Reply::new(counted), Reply::warning_detail))
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
        Ok(scanned(self.inspect(find).await?, page_size))
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
        Ok(scanned(self.inspect(list).await?, page_size))
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
        self.router.call(ToolCallContext::new(self, request, context)).await
    }
}
