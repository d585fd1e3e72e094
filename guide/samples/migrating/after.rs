//! The same server, with the same JSON.

use envelope_runtime::response_v2::{Pagination, Reply};
use envelope_runtime::{ToolError, envelope_tool};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{tool, tool_router};
use schemars::JsonSchema;
use serde::Deserialize;

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

#[derive(Debug, thiserror::Error, ToolError)]
enum TaskError {
    #[error("Task {id} not found")]
    #[tool_error(
        code = "TASK_NOT_FOUND",
        remediation = "List the tasks, then retry with one of their ids"
    )]
    NotFound {
        #[tool_error(detail)]
        id: u32,
    },

    #[error("Task {id} is already done")]
    #[tool_error(
        code = "INVALID_STATE",
        remediation = "List the tasks, and choose one that is open"
    )]
    AlreadyDone {
        #[tool_error(detail)]
        id: u32,
    },

    #[error("The cursor is invalid")]
    #[tool_error(code = "INVALID_FORMAT", remediation = "Pass the cursor of the previous page")]
    InvalidCursor,

    #[error("a thread has panicked while it held the tasks")]
    #[tool_error(code = "INTERNAL_ERROR")]
    Poisoned,
}

pub(crate) struct Server(pub(crate) Store);

#[envelope_tool(dialect = "response-v2")]
#[tool_router(server_handler)]
impl Server {
    /// Lists the tasks.
    #[tool]
    #[envelope_tool(data = "tasks")]
    async fn list_tasks(
        &self,
        Parameters(ListTasks { cursor }): Parameters<ListTasks>,
    ) -> Result<Reply<Vec<Task>>, TaskError> {
        let tasks = self.0.0.lock().map_err(|_| TaskError::Poisoned)?;
        let start = cursor.map_or(Ok(0), |cursor| cursor.parse());
        let start: usize = start.map_err(|_| TaskError::InvalidCursor)?;
        let page: Vec<_> = tasks.iter().skip(start).take(PAGE_SIZE).cloned().collect();
        let end = start.saturating_add(page.len());
        let has_more = end < tasks.len() && !page.is_empty();
        let pagination =
            if has_more { Pagination::next(end.to_string()) } else { Pagination::end() };
        Ok(Reply::new(page).pagination(pagination.total_count(tasks.len())))
    }

    /// Marks a task as done.
    #[tool]
    #[envelope_tool(data = "task")]
    async fn complete_task(
        &self,
        Parameters(CompleteTask { id }): Parameters<CompleteTask>,
    ) -> Result<Task, TaskError> {
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
