//! Data that has a summary.

/// Data that has a summary. A tool that returns it needs no setting `summary(…)` and no [`Reply`](super::Reply).
///
/// ```
/// use envelope_runtime::{Payload, ToolFailure, dotbot, envelope_tool};
/// use serde::Serialize;
///
/// #[derive(Serialize, Payload)]
/// struct Projects {
///     projects: Vec<String>,
/// }
///
/// impl dotbot::Summary for Projects {
///     fn summary(&self) -> String {
///         format!("Found {} projects.", self.projects.len())
///     }
/// }
///
/// #[envelope_tool(dialect = "dotbot-mcp-response@1")]
/// fn list_projects() -> Result<Projects, ToolFailure> {
///     Ok(Projects { projects: vec![] })
/// }
///
/// assert!(list_projects().as_str().contains(r#""summary":"Found 0 projects.""#));
/// ```
#[diagnostic::on_unimplemented(
    message = "a dotbot envelope needs a summary, and `{Self}` has none",
    label = "no summary",
    note = "add `summary(\"Found {{}} projects.\", data.projects.len())` to `#[envelope_tool]`",
    note = "or return a `dotbot::Reply`, which takes the summary, or implement `dotbot::Summary` for the data"
)]
pub trait Summary {
    /// What happened, in one sentence.
    fn summary(&self) -> String;
}
