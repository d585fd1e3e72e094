//! A server that writes its envelopes by hand.

use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolResult, NumberOrString};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, tool, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::store::{Store, Task};

const PAGE_SIZE: usize = 2;

#[derive(Deserialize, JsonSchema)]
struct ListTasks {
    cursor: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
struct CompleteTask {
    id: u32,
}

#[derive(Serialize)]
struct Envelope {
    success: bool,
    data: Value,
    error: Option<String>,
    meta: Meta,
}

#[derive(Serialize)]
struct Meta {
    version: &'static str,
    request_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pagination: Option<Pagination>,
}

#[derive(Serialize)]
struct Pagination {
    #[serde(skip_serializing_if = "Option::is_none")]
    cursor: Option<String>,
    has_more: bool,
    total_count: usize,
}

impl Meta {
    fn new(context: &RequestContext<RoleServer>) -> Self {
        let request_id = match &context.id {
            NumberOrString::Number(number) => number.to_string(),
            NumberOrString::String(text) => text.to_string(),
        };
        Self { version: "response-v2", request_id, pagination: None }
    }
}

enum TaskError {
    NotFound { id: u32 },
    AlreadyDone { id: u32 },
    InvalidCursor,
    Poisoned,
}

impl TaskError {
    fn code(&self) -> &'static str {
        match self {
            Self::NotFound { .. } => "TASK_NOT_FOUND",
            Self::AlreadyDone { .. } => "INVALID_STATE",
            Self::InvalidCursor => "INVALID_FORMAT",
            Self::Poisoned => "INTERNAL_ERROR",
        }
    }

    fn error_type(&self) -> &'static str {
        match self {
            Self::NotFound { .. } => "not_found",
            Self::AlreadyDone { .. } => "conflict",
            Self::InvalidCursor => "validation",
            Self::Poisoned => "internal",
        }
    }

    fn message(&self, meta: &Meta) -> String {
        match self {
            Self::NotFound { id } => format!("Task {id} not found"),
            Self::AlreadyDone { id } => format!("Task {id} is already done"),
            Self::InvalidCursor => "The cursor is invalid".to_owned(),
            Self::Poisoned => {
                format!("An internal error occurred (request {})", meta.request_id)
            }
        }
    }

    fn remediation(&self) -> Option<&'static str> {
        match self {
            Self::NotFound { .. } => Some("List the tasks, then retry with one of their ids"),
            Self::AlreadyDone { .. } => Some("List the tasks, and choose one that is open"),
            Self::InvalidCursor => Some("Pass the cursor of the previous page"),
            Self::Poisoned => Some("Retry once, then report it"),
        }
    }

    fn details(&self) -> Option<Value> {
        match self {
            Self::NotFound { id } | Self::AlreadyDone { id } => Some(json!({ "id": id })),
            Self::InvalidCursor | Self::Poisoned => None,
        }
    }
}

fn success(meta: Meta, data: Value) -> CallToolResult {
    let envelope = Envelope { success: true, data, error: None, meta };
    CallToolResult::structured(serde_json::to_value(envelope).unwrap_or_default())
}

fn failure(meta: Meta, error: &TaskError) -> CallToolResult {
    let mut data = json!({ "error_code": error.code(), "error_type": error.error_type() });
    if let Some(remediation) = error.remediation() {
        data["remediation"] = remediation.into();
    }
    if let Some(details) = error.details() {
        data["details"] = details;
    }
    let envelope = Envelope { success: false, data, error: Some(error.message(&meta)), meta };
    CallToolResult::structured_error(serde_json::to_value(envelope).unwrap_or_default())
}

pub(crate) struct Server(pub(crate) Store);

#[tool_router(server_handler)]
impl Server {
    /// Lists the tasks.
    #[tool]
    async fn list_tasks(
        &self,
        Parameters(ListTasks { cursor }): Parameters<ListTasks>,
        context: RequestContext<RoleServer>,
    ) -> CallToolResult {
        let mut meta = Meta::new(&context);
        match self.page(cursor.as_deref()) {
            Ok((tasks, pagination)) => {
                meta.pagination = Some(pagination);
                success(meta, json!({ "tasks": tasks }))
            }
            Err(error) => failure(meta, &error),
        }
    }

    /// Marks a task as done.
    #[tool]
    async fn complete_task(
        &self,
        Parameters(CompleteTask { id }): Parameters<CompleteTask>,
        context: RequestContext<RoleServer>,
    ) -> CallToolResult {
        let meta = Meta::new(&context);
        match self.complete(id) {
            Ok(task) => success(meta, json!({ "task": task })),
            Err(error) => failure(meta, &error),
        }
    }

    fn page(&self, cursor: Option<&str>) -> Result<(Vec<Task>, Pagination), TaskError> {
        let tasks = self.0.0.lock().map_err(|_| TaskError::Poisoned)?;
        let start = cursor.map_or(Ok(0), str::parse).map_err(|_| TaskError::InvalidCursor)?;
        let page: Vec<_> = tasks.iter().skip(start).take(PAGE_SIZE).cloned().collect();
        let end = start.saturating_add(page.len());
        let has_more = end < tasks.len() && !page.is_empty();
        let cursor = has_more.then(|| end.to_string());
        Ok((page, Pagination { cursor, has_more, total_count: tasks.len() }))
    }

    fn complete(&self, id: u32) -> Result<Task, TaskError> {
        let mut tasks = self.0.0.lock().map_err(|_| TaskError::Poisoned)?;
        let task = tasks.iter_mut().find(|task| task.id == id);
        let task = task.ok_or(TaskError::NotFound { id })?;
        if task.done {
            return Err(TaskError::AlreadyDone { id });
        }
        task.done = true;
        Ok(task.clone())
    }
}
