//! Data with its summary and the metadata of dotbot.

use super::Dotbot;
use super::issue::Issue;
use super::next_steps::{Action, Intent};
use super::path::relative;
use crate::error::ErrorPath;

/// Data with its summary and the metadata of dotbot.
///
/// ```
/// use envelope_runtime::dotbot::{Intent, Issue, Reply};
/// use envelope_runtime::{ToolFailure, envelope_tool};
///
/// #[envelope_tool(dialect = "dotbot-mcp-response@1", data = "standards")]
/// fn list_standards() -> Result<Reply<Vec<&'static str>>, ToolFailure> {
///     Ok(Reply::new("Found 1 standard, without frontmatter.", vec!["naming"])
///         .warning(Issue::new("FRONTMATTER_MISSING", "The file has no frontmatter").path("naming.md"))
///         .intent(Intent::new("standards.repair", "It can be repaired")))
/// }
///
/// let envelope = list_standards();
/// assert!(envelope.is_success());
/// assert!(envelope.as_str().contains(r#""status":"warning""#));
/// ```
pub type Reply<T> = crate::dialect::Reply<T, Dotbot>;

impl<T> Reply<T> {
    /// A reply with a summary of one sentence.
    pub fn new(summary: impl Into<String>, data: T) -> Self {
        let summary = summary.into();
        Self::from_parts(data, Meta { summary, ..Meta::default() })
    }

    /// Adds a warning: a problem that did not make the tool fail. It is an entry of `warnings`.
    pub fn warning(self, warning: Issue) -> Self {
        self.with_meta(|meta| meta.warnings.push(warning))
    }

    /// Adds an error: a problem that kept the tool from doing all of its work. It is an entry of `errors`. The data is still
    /// sent, the status is `error`, and [`Envelope::error_code`](crate::Envelope::error_code) is the code of the first
    /// error.
    pub fn error(self, error: Issue) -> Self {
        self.with_meta(|meta| meta.errors.push(error))
    }

    /// Sets what to do next: `intent`.
    pub fn intent(self, intent: Intent) -> Self {
        self.with_meta(|meta| meta.intent = Some(intent))
    }

    /// Adds a possible next step: an entry of `actions`.
    pub fn action(self, action: Action) -> Self {
        self.with_meta(|meta| meta.actions.push(action))
    }

    /// Sets `audit.write_to`, the relative path of the file that the tool wrote, and overrides the tool's setting. Backslashes become
    /// slashes. A path that is empty or absolute, or contains `..`, is left out.
    #[allow(clippy::needless_pass_by_value, reason = "a path is made for this call")]
    pub fn write_to(self, path: impl ErrorPath) -> Self {
        self.with_meta(|meta| meta.write_to = relative(&path))
    }
}

/// The metadata of a [`Reply`].
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Meta {
    /// What happened, in one sentence: `summary`.
    pub summary: String,
    /// Problems that did not make the tool fail: `warnings`.
    pub warnings: Vec<Issue>,
    /// Problems that kept the tool from doing all of its work: `errors`.
    pub errors: Vec<Issue>,
    /// What to do next: `intent`.
    pub intent: Option<Intent>,
    /// The suggested next steps: `actions`.
    pub actions: Vec<Action>,
    /// The relative path of the file that the tool wrote: `audit.write_to`.
    pub write_to: Option<String>,
}
