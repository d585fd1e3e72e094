//! What to do next: `intent` and `actions`.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::metadata::{JsonMap, object};

object! {
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
    #[must_use]
    pub struct Intent {
        /// The tool to call.
        pub recommended_next: String,
        /// Why to call it.
        pub reason: String,
        /// The arguments to call it with.
        pub parameters: JsonMap,
    }
}

impl Intent {
    /// An intent without parameters.
    pub fn new(recommended_next: impl Into<String>, reason: impl Into<String>) -> Self {
        let (recommended_next, reason) = (recommended_next.into(), reason.into());
        Self { recommended_next, reason, ..Self::default() }
    }

    /// Adds a parameter: `parameters.{key}`.
    pub fn parameter(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.parameters.insert(key.into(), value.into());
        self
    }
}

/// Something that can be done next: an entry of `actions`.
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
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
#[must_use]
pub struct Action {
    /// The id of the action.
    pub id: String,
    /// The kind of action, such as `suggestion`: `type` on the wire.
    #[serde(rename = "type")]
    pub kind: String,
    /// The label for the user.
    pub label: String,
    /// Why the user should do it.
    pub reason: String,
    /// The tool to call.
    pub tool: String,
    /// The arguments to call it with.
    #[serde(default)]
    pub parameters: JsonMap,
    #[serde(flatten)]
    extra: JsonMap,
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
            parameters: JsonMap::default(),
            extra: JsonMap::default(),
        }
    }

    /// Further keys, of an action that was read.
    #[must_use]
    pub fn extras(&self) -> &Map<String, Value> {
        &self.extra
    }

    /// Adds a parameter: `parameters.{key}`.
    pub fn parameter(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.parameters.insert(key.into(), value.into());
        self
    }
}

/// How a client reads it.
#[cfg(feature = "read")]
mod reading {
    use super::{Action, Intent};

    use crate::json::{
        Document, Entry, Lenient, Parts, deserialize_entries, deserialize_leniently,
    };

    impl Lenient for Intent {
        const EXPECTED: &'static str = "an object";

        fn read(document: Document<'_>) -> Result<Self, Document<'_>> {
            Parts::of(document).map(Self::of_parts)
        }
    }

    impl Entry for Action {
        fn entry(document: Document<'_>) -> Self {
            let read = |mut parts: Parts<'_>| Self {
                id: parts.take_or_default("id"),
                kind: parts.take_or_default("type"),
                label: parts.take_or_default("label"),
                reason: parts.take_or_default("reason"),
                tool: parts.take_or_default("tool"),
                parameters: parts.take_or_default("parameters"),
                extra: parts.into_json_map(),
            };
            Parts::of(document)
                .map_or_else(|other| Self::suggestion("", other.into_text(), "", ""), read)
        }
    }

    deserialize_leniently!(Intent);

    deserialize_entries!(Action);
}
