//! The tools.

use std::sync::{Mutex, MutexGuard, PoisonError};

use envelope_runtime::{Payload, ToolError, envelope_tool};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ServerHandler, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema, Payload)]
pub struct Task {
    id: u32,
    title: &'static str,
    is_done: bool,
}

#[derive(Deserialize, JsonSchema)]
pub struct ListTasks {
    /// Only tasks that are done, or only open ones. Without it, all tasks.
    is_done: Option<bool>,
}

#[derive(Deserialize, JsonSchema)]
pub struct CompleteTask {
    /// The id of a task from `list_tasks`.
    id: u32,
}

#[derive(Debug, thiserror::Error, ToolError)]
pub enum TaskError {
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
        code = "ALREADY_DONE",
        error_type = "conflict",
        remediation = "List the open tasks, and choose one of them"
    )]
    AlreadyDone {
        #[tool_error(detail)]
        id: u32,
    },
}

pub struct Tasks(Mutex<Vec<Task>>);

impl Tasks {
    pub fn new() -> Self {
        let task = |id, title| Task { id, title, is_done: false };
        Self(Mutex::new(vec![task(1, "Write a tool"), task(2, "Test it")]))
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Task>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[envelope_tool(dialect = "response-v2", output_schema, catch_panic)]
#[tool_router]
impl Tasks {
    /// Lists the tasks.
    #[tool(annotations(read_only_hint = true))]
    #[envelope_tool(data = "tasks")]
    async fn list_tasks(
        &self,
        Parameters(ListTasks { is_done }): Parameters<ListTasks>,
    ) -> Result<Vec<Task>, TaskError> {
        let tasks = self.lock();
        let is_listed = |task: &&Task| is_done.is_none_or(|is_done| task.is_done == is_done);
        Ok(tasks.iter().filter(is_listed).cloned().collect())
    }

    /// Marks a task as done.
    #[tool(annotations(destructive_hint = false))]
    async fn complete_task(
        &self,
        Parameters(CompleteTask { id }): Parameters<CompleteTask>,
    ) -> Result<Task, TaskError> {
        let mut tasks = self.lock();
        let task = tasks.iter_mut().find(|task| task.id == id).ok_or(TaskError::NotFound { id })?;
        if task.is_done {
            return Err(TaskError::AlreadyDone { id });
        }
        task.is_done = true;
        Ok(task.clone())
    }
}

#[tool_handler(name = "tasks", instructions = "A list of tasks. Start with list_tasks.")]
impl ServerHandler for Tasks {}

#[cfg(test)]
mod tests {
    use envelope_client::assert_contract;
    use envelope_runtime::assert_actionable;
    use serde_json::{Value, json};

    use super::*;

    #[tokio::test]
    async fn a_task_can_be_completed_once() {
        let tasks = Tasks::new();
        let completed = tasks.complete_task(json!({"id": 1}).into()).await;
        assert_contract!("response-v2", completed);
        let done = json!({"id": 1, "title": "Write a tool", "is_done": true});
        assert_eq!(envelope_client::data::<Value>(&completed).unwrap(), done);

        let again = tasks.complete_task(json!({"id": 1}).into()).await;
        assert_contract!("response-v2", again);
        assert_eq!(again.error_code(), Some("ALREADY_DONE"));

        let open = tasks.list_tasks(json!({"is_done": false}).into()).await;
        assert_eq!(open.to_value().unwrap()["data"]["tasks"].as_array().unwrap().len(), 1);
    }

    #[tokio::test]
    async fn wrong_arguments_are_explained() {
        let envelope = Tasks::new().complete_task(json!({"id": "first"}).into()).await;
        assert_eq!(envelope.error_code(), Some("VALIDATION_ERROR"));
        assert!(envelope.as_str().contains("`id` is a string, expected an integer"), "{envelope}");
    }

    #[test]
    fn callers_can_act_on_each_failure() {
        assert_actionable!(TaskError);
    }
}
