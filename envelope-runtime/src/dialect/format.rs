//! The constants of a contract.

use std::borrow::Cow;

use super::Dialect;
use crate::error::ErrorReport;

/// The conventions of a contract, for [`Dialect::FORMAT`]. Change the fields of [`Format::DEFAULT`] that differ.
///
/// ```
/// use envelope_runtime::dialect::Format;
///
/// /// Codes are in `snake_case`, and clients also call the contract `v1`.
/// const FORMAT: Format = Format {
///     aliases: &["v1"],
///     codes: Some(str::to_ascii_lowercase),
///     ..Format::DEFAULT
/// };
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// Aliases of the id, such as `v2`, by which a client can ask for the dialect. See [`negotiation`](crate::negotiation).
    pub aliases: &'static [&'static str],

    /// The media type of a failure over HTTP. A success is always `application/json`.
    pub failure_media_type: &'static str,

    /// Changes a code from `SCREAMING_SNAKE_CASE` to the form of the contract, for
    /// [`ErrorReport::wire_code`](crate::ErrorReport::wire_code) and `Contents::wire_codes`.
    pub codes: Option<fn(&str) -> String>,

    /// Whether the message of an internal error is sent, as if every error had [`expose`](crate::ToolFailure::expose). The message can
    /// tell a caller about internals, such as the name of a table or the message of a panic.
    pub sends_internal_messages: bool,

    /// Whether the envelope is itself a `CallToolResult` of the Model Context Protocol. An MCP server sends its content, its structured
    /// content, its metadata, and whether it is an error, and wraps any other envelope in a `CallToolResult`. Such a result usually
    /// also has its data [as text](super::Entries::data_text), so both are written in one pass.
    pub is_call_tool_result: bool,
}

impl Format {
    /// No aliases, `application/json`, codes in `SCREAMING_SNAKE_CASE`, hidden internal messages, and no `CallToolResult`.
    pub const DEFAULT: Self = Self {
        aliases: &[],
        failure_media_type: "application/json",
        codes: None,
        sends_internal_messages: false,
        is_call_tool_result: false,
    };
}

/// The code of a failure in the dialect `D`: the code that is set for the dialect, or else the code in the dialect's form.
pub(crate) fn wire_code<'a, D: Dialect>(set: Option<&'a str>, code: &'a str) -> Cow<'a, str> {
    match (set, D::FORMAT.codes) {
        (None, Some(form)) => form(code).into(),
        (set, _) => set.unwrap_or(code).into(),
    }
}

impl ErrorReport {
    /// The code that the dialect `D` writes: the code that is set for `D`, or else the code in the [form](crate::dialect::Format::codes) of
    /// the contract, such as `not_found`.
    #[must_use]
    pub fn wire_code<D: Dialect>(&self) -> Cow<'_, str> {
        wire_code::<D>(self.code_for(D::ID), self.code())
    }
}
