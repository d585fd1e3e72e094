//! Finds the dialect that a client requests among the server's dialects.
//!
//! The functions are inlined, so that only a server that negotiates compiles them.

use serde_json::Value;

use super::{AnyDialect, Dialects};
use crate::error::ToolFailure;
use crate::text::truncate;

/// The key of the requested dialects in a client's capabilities.
pub(crate) const RESPONSE_CONTRACT: &str = "response_contract";

/// The header in which a request names dialects.
const ACCEPT_VERSION: &str = "Accept-Version";

/// The HTTP status if the client accepts no dialect of the tool.
const NOT_ACCEPTABLE: u16 = 406;

/// The largest length of a quotation in a failure, in characters.
const MAX_RECEIVED: usize = 128;

impl AnyDialect {
    /// Finds the dialect that a client asks for in its capabilities, as in `{"response_contract": "v2"}`.
    ///
    /// The value is a name, a number (`2` means `v2`), or an array of them in order of preference. The result is the first of them that the
    /// server speaks, or the server's first dialect if the key is absent or null.
    ///
    /// ```
    /// use envelope_runtime::mcp_2025_11_25::Mcp;
    /// use envelope_runtime::response_v2::ResponseV2;
    /// use envelope_runtime::{AnyDialect, Dialects};
    /// use serde_json::json;
    ///
    /// let dialects = Dialects::of::<ResponseV2>().and::<Mcp>();
    /// let agreed = AnyDialect::negotiate(&json!({"response_contract": ["v3", "mcp-2025-11-25"]}), &dialects);
    /// assert_eq!(agreed.unwrap().id(), "mcp-2025-11-25");
    /// ```
    ///
    /// # Errors
    ///
    /// `VALIDATION_ERROR` if the server speaks none of the requested dialects, or the value has another type. The details are `field`,
    /// `constraint`, `received` and `supported`, which lists the dialects that the server speaks.
    #[inline]
    pub fn negotiate(
        client_capabilities: &Value,
        dialects: &Dialects,
    ) -> Result<Self, ToolFailure> {
        let asked = match client_capabilities {
            Value::Null => &Value::Null,
            Value::Object(capabilities) => {
                capabilities.get(RESPONSE_CONTRACT).unwrap_or(&Value::Null)
            }
            other => return Err(not_an_object(other)),
        };
        let names: Vec<_> = match asked {
            Value::Null => return Ok(dialects.first()),
            Value::Array(names) => names.iter().filter_map(name_of).collect(),
            name => name_of(name).into_iter().collect(),
        };
        agreed(RESPONSE_CONTRACT, names, asked, dialects)
    }

    /// Finds the dialect that a client asks for in a header `Accept-Version`, such as `response-v2, mcp-2025-11-25;q=0.5`.
    ///
    /// The value is a list of names, each with an optional weight from 0 to 1, as in `Accept-Language`. The result is the dialect with the
    /// highest weight that the server speaks, or the earlier of two dialects with the same weight. `*` and an empty value mean the server's
    /// first dialect. A name with the weight 0 or an invalid weight is ignored.
    ///
    /// ```
    /// use envelope_runtime::mcp_2025_11_25::Mcp;
    /// use envelope_runtime::response_v2::ResponseV2;
    /// use envelope_runtime::{AnyDialect, Dialects};
    ///
    /// let dialects = Dialects::of::<ResponseV2>().and::<Mcp>();
    /// assert_eq!(AnyDialect::accept("mcp-2025-11-25, v2;q=0.5", &dialects).unwrap().id(), "mcp-2025-11-25");
    ///
    /// let failure = AnyDialect::accept("v3", &dialects).unwrap_err();
    /// assert_eq!(failure.report().remediation(), Some("Ask for one of: response-v2, mcp-2025-11-25"));
    /// ```
    ///
    /// # Errors
    ///
    /// The same as for [`negotiate`](Self::negotiate).
    #[inline]
    pub fn accept(accept_version: &str, dialects: &Dialects) -> Result<Self, ToolFailure> {
        let asked = accept_version.trim();
        if asked.is_empty() {
            return Ok(dialects.first());
        }
        let mut names: Vec<_> = asked.split(',').filter_map(name_and_weight).collect();
        // Of two dialects with the same weight, the earlier one wins.
        names.sort_by(|(_, weight), (_, other)| other.total_cmp(weight));
        let names = names.into_iter().map(|(name, _)| name.to_owned()).collect();
        agreed(ACCEPT_VERSION, names, &asked.into(), dialects)
    }
}

/// The first dialect among these names that the server speaks. The client accepts no others. `*` is the server's first dialect.
#[inline]
fn agreed(
    field: &'static str,
    names: Vec<String>,
    asked: &Value,
    dialects: &Dialects,
) -> Result<AnyDialect, ToolFailure> {
    let spoken = |name: &String| match name.as_str() {
        "*" => Some(dialects.first()),
        name => dialects.find(name),
    };
    if let Some(dialect) = names.iter().find_map(spoken) {
        return Ok(dialect.of_accepted(field, names));
    }
    let supported: Vec<_> = dialects.ids().collect();
    let failure = not_spoken("server", field, received(asked), &supported);
    Err(failure.remediation(format_args!("Ask for one of: {}", supported.join(", "))))
}

/// The failure of a client that accepts no dialect of a tool.
pub(super) fn not_accepted(field: &str, names: &[String], spoken: &[&str]) -> ToolFailure {
    not_spoken("tool", field, shown(&names.join(", ")).into(), spoken)
        .remediation(format_args!("Ask this tool for one of: {}", spoken.join(", ")))
        .status(NOT_ACCEPTABLE)
}

/// The name of the dialect that a value requests.
#[inline]
fn name_of(value: &Value) -> Option<String> {
    match value {
        Value::String(name) => Some(name.trim().to_owned()),
        Value::Number(version) => Some(format!("v{version}")),
        _ => None,
    }
}

#[inline]
fn name_and_weight(item: &str) -> Option<(&str, f32)> {
    let mut parts = item.split(';').map(str::trim);
    let name = parts.next().filter(|name| !name.is_empty())?;
    let weight = parts.find_map(|part| part.strip_prefix(['q', 'Q'])?.strip_prefix('='));
    let weight = weight.map_or(Ok(1.0), str::parse).ok()?;
    (weight > 0.0 && weight <= 1.0).then_some((name, weight))
}

/// The client's value, as a failure repeats it.
#[inline]
fn received(asked: &Value) -> Value {
    match asked {
        Value::String(text) => shown(text).into(),
        Value::Array(_) | Value::Object(_) => shown(&asked.to_string()).into(),
        other => other.clone(),
    }
}

/// The client's text, truncated. Text other than a list of names or JSON with names, such as markup, becomes an ellipsis.
fn shown(text: &str) -> String {
    let is_part = |char: char| char.is_ascii_alphanumeric() || "-_.@:;=*,[]{}\"".contains(char);
    if text.replace(", ", ",").chars().all(is_part) {
        truncate(text, MAX_RECEIVED).into_owned()
    } else {
        "…".to_owned()
    }
}

/// The failure of a client whose dialects the `speaker`, a server or a tool, does not speak.
fn not_spoken(speaker: &str, field: &str, received: Value, supported: &[&str]) -> ToolFailure {
    let message =
        format!("Validation failed: {field} names no contract that this {speaker} speaks");
    ToolFailure::validation(message)
        .detail("field", field)
        .detail("constraint", "one_of")
        .detail("received", received)
        .detail("supported", supported)
}

#[inline]
fn not_an_object(capabilities: &Value) -> ToolFailure {
    ToolFailure::validation("Validation failed: client_capabilities is not an object")
        .remediation("Send an object, such as {\"response_contract\": \"v2\"}")
        .detail("field", "client_capabilities")
        .detail("constraint", "object")
        .detail("received", received(capabilities))
}

/// A tool for the action `capability-negotiate` of response-v2. It answers with the agreed dialect and the server's dialects, in order of
/// preference, or with the failure of [`AnyDialect::negotiate`].
///
/// The tool stores nothing. To answer later calls in the agreed dialect, a server stores the dialect for the session, and sets it around
/// each call.
///
/// ```
/// use envelope_runtime::negotiation::capability_negotiate;
/// use envelope_runtime::mcp_2025_11_25::Mcp;
/// use envelope_runtime::Dialects;
/// use envelope_runtime::response_v2::ResponseV2;
/// use serde_json::json;
///
/// let dialects = Dialects::of::<ResponseV2>().and::<Mcp>();
/// assert_eq!(
///     capability_negotiate(&json!({"response_contract": "v2"}), &dialects).as_str(),
///     concat!(
///         r#"{"success":true,"#,
///         r#""data":{"response_contract":"response-v2","supported":["response-v2","mcp-2025-11-25"]},"#,
///         r#""error":null,"meta":{"version":"response-v2"}}"#,
///     )
/// );
/// ```
#[cfg(feature = "macros")]
#[inline]
#[crate::envelope_tool(dialect = "response-v2", data("response_contract", "supported"))]
pub fn capability_negotiate(
    client_capabilities: &Value,
    dialects: &Dialects,
) -> Result<(String, Vec<&'static str>), ToolFailure> {
    let agreed = AnyDialect::negotiate(client_capabilities, dialects)?;
    Ok((agreed.id().to_owned(), dialects.ids().collect()))
}
