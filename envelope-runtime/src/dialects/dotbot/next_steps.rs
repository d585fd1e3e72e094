//! What to do next: `intent` and `actions`.

use serde_json::{Map, Value};

use crate::metadata::serialize_object;

/// What to do next: `intent`.
///
/// ```
/// use envelope_runtime::dotbot::Intent;
///
/// let intent = Intent::new("solution.structure", "The roadmap is loaded").parameter("depth", 2);
/// assert_eq!(
///     serde_json::to_string(&intent)?,
///     r#"{"recommended_next":"solution.structure","reason":"The roadmap is loaded","parameters":{"depth":2}}"#
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct Intent {
    /// The tool to call.
    recommended_next: String,
    /// Why to call it.
    reason: String,
    /// The arguments to call it with.
    parameters: Map<String, Value>,
}

serialize_object! { |intent: &Intent|
    "recommended_next": Some(&intent.recommended_next),
    "reason": Some(&intent.reason),
    "parameters": Some(&intent.parameters),
}

impl Intent {
    /// An intent without parameters.
    pub fn new(recommended_next: impl Into<String>, reason: impl Into<String>) -> Self {
        let (recommended_next, reason) = (recommended_next.into(), reason.into());
        Self { recommended_next, reason, parameters: Map::new() }
    }

    /// Adds a parameter: `parameters.{key}`.
    pub fn parameter(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.parameters.insert(key.into(), value.into());
        self
    }
}

/// A possible next step: an entry of `actions`.
///
/// ```
/// use envelope_runtime::dotbot::Action;
///
/// let action = Action::suggestion("view", "View the structure", "It has changed", "solution.structure");
/// assert_eq!(
///     serde_json::to_string(&action)?,
///     concat!(
///         r#"{"id":"view","type":"suggestion","label":"View the structure","reason":"It has changed","#,
///         r#""tool":"solution.structure","parameters":{}}"#,
///     )
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct Action {
    /// The id of the action.
    id: String,
    /// The kind of action, such as `suggestion`: `type` on the wire.
    kind: String,
    /// The label for the user.
    label: String,
    /// Why the user should do it.
    reason: String,
    /// The tool to call.
    tool: String,
    /// The arguments to call it with.
    parameters: Map<String, Value>,
}

serialize_object! { |action: &Action|
    "id": Some(&action.id),
    "type": Some(&action.kind),
    "label": Some(&action.label),
    "reason": Some(&action.reason),
    "tool": Some(&action.tool),
    "parameters": Some(&action.parameters),
}

impl Action {
    /// An action of the kind `suggestion`, without parameters.
    pub fn suggestion(
        id: impl Into<String>,
        label: impl Into<String>,
        reason: impl Into<String>,
        tool: impl Into<String>,
    ) -> Self {
        Self {
            id: id.into(),
            kind: "suggestion".to_owned(),
            label: label.into(),
            reason: reason.into(),
            tool: tool.into(),
            parameters: Map::new(),
        }
    }

    /// Adds a parameter: `parameters.{key}`.
    pub fn parameter(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.parameters.insert(key.into(), value.into());
        self
    }
}
