//! `mcp-2025-11-25` and `mcp-2026-07-28`: the `CallToolResult` of the Model Context Protocol, following its specifications of
//! [2025-11-25](https://modelcontextprotocol.io/specification/2025-11-25/server/tools) and
//! [2026-07-28](https://modelcontextprotocol.io/specification/2026-07-28/server/tools).
//!
//! | item | purpose |
//! |---|---|
//! | [`mcp_2025_11_25`](crate::mcp_2025_11_25), [`mcp_2026_07_28`](crate::mcp_2026_07_28) | the dialect and the reply of one version each |
//! | [`Mcp`] | the dialect of a version, with the settings of its tools |
//! | [`ErrorText`] | the form of a failure's text |
//! | [`ServerInfo`] | the name and the version of the server, in `_meta` |
//! | [`Reply`], with [`ContentBlock`], [`ResourceLink`], [`EmbeddedResource`], [`Annotations`] | data with a text, and with content for people and models |
//! | [`uri!`](crate::uri!), [`meta_name!`](crate::meta_name!) | check a literal URI, and a literal name in `_meta`, at compile time |
//!
//! ```
//! use envelope_runtime::{ToolFailure, envelope_tool};
//! use serde_json::{Map, Value};
//!
//! #[envelope_tool(dialect = "mcp-2025-11-25", text("{}°C in {city}", data["celsius"], city = city))]
//! fn weather(city: &str) -> Result<Map<String, Value>, ToolFailure> {
//!     Ok(Map::from_iter([("celsius".to_owned(), 5.into())]))
//! }
//!
//! assert_eq!(
//!     weather("Berlin").as_str(),
//!     concat!(
//!         r#"{"content":[{"type":"text","text":"5°C in Berlin"}],"#,
//!         r#""structuredContent":{"celsius":5},"isError":false}"#,
//!     )
//! );
//! ```
//!
//! # On the wire
//!
//! A success, and a failure:
//!
//! ```json
//! {
//!   "content": [{"type": "text", "text": "{\"celsius\":5}"}],
//!   "structuredContent": {"celsius": 5},
//!   "isError": false,
//!   "_meta": {"request_id": "req_abc123"}
//! }
//! ```
//!
//! ```json
//! {
//!   "content": [{"type": "text", "text": "Error: Spec not found: auth\n(NOT_FOUND, do not retry)\nList the specs"}],
//!   "isError": true,
//!   "_meta": {"request_id": "req_abc123"}
//! }
//! ```
//!
//! | dialect | `structuredContent` | `resultType` |
//! |---|---|---|
//! | `mcp-2025-11-25` | an object | absent |
//! | `mcp-2026-07-28` | any JSON value | `complete` |
//!
//! The text of a success is the serialized data, compact, since an agent pays for each token. It is a copy of
//! `structuredContent`, so the two cannot differ. The setting `text("…", …)` or a [`Reply`] gives another text.
//!
//! # Text tools
//!
//! With the setting `text` alone, the data is the text. It is sent once, without structured content:
//!
//! ```
//! use envelope_runtime::{ToolFailure, envelope_tool};
//!
//! #[envelope_tool(dialect = "mcp-2025-11-25", text)]
//! fn view(path: &str) -> Result<String, ToolFailure> {
//!     Ok(format!("// {path}\n"))
//! }
//!
//! assert_eq!(
//!     view("src/lib.rs").as_str(),
//!     r#"{"content":[{"type":"text","text":"// src/lib.rs\n"}],"isError":false}"#
//! );
//! ```
//!
//! The data is a `String`, a `&str`, or any other type that implements `Display`. In a [`Reply`], other blocks can follow it. Such a
//! tool has no output schema, because a client that has received one expects structured content.
//!
//! `()`, and other data that contains no value, has no structured content either. If the reply has its own text or block, such as an
//! image, this data adds no text. If the tool has an output schema, the structured content is `{}`, and null for `()` in
//! `mcp-2026-07-28`.
//!
//! # The text of a failure
//!
//! Many clients show the model only the first text block of a failed call, so this text suffices to act:
//!
//! ```text
//! Error: Spec not found: pay
//! (NOT_FOUND, do not retry)
//! List the specs, then retry with one of their ids
//! known_ids: ["auth","billing"]
//! ```
//!
//! | part | contents |
//! |---|---|
//! | `Error: ` and the message, which can have many lines | always |
//! | `(CODE, advice)` | always, on a line of its own |
//! | the remediation | if the failure has one |
//! | `key: value` | for each detail with `#[tool_error(detail, in_text)]`, the value as JSON |
//!
//! The advice is one phrase of this list, and clients can rely on the words:
//!
//! | advice | meaning |
//! |---|---|
//! | `do not retry` | the same call fails again |
//! | `retry after fixing the input` | with other arguments |
//! | `retry after authenticating` | with valid credentials |
//! | `retry after the feature is enabled` | on the server, or for the caller |
//! | `retry after checking the state` | the current state does not allow the call |
//! | `check whether it took effect before you retry` | the outcome of the call is unknown, as after a timeout |
//! | `retry after 30 s` | the same call, after the delay in whole seconds |
//! | `retry after 2025-12-04T12:00:00Z` | the same call, after the time |
//! | `retry later` | the same call, after a delay that is not known |
//! | `retry with backoff, at most 3 times` | the same call, with growing delays |
//! | `retry once, then report it` | the same call, and no third one: the server has an internal error |
//! | `unknown whether to retry` | the code of the failure implies no advice |
//!
//! The advice is the failure's own [`Retry`](crate::Retry) advice or delay, or else the advice of its error type. Readers take code and
//! advice from this line if a client or a proxy has dropped everything else. The lines before it are the message, and the lines after it
//! are the remediation and the details. Of several lines of this form, the last one counts. In a message, a remediation or a detail, a line
//! of this form gets a period at its end, so that no value of a caller can forge code, advice or remediation. A reader cannot know who
//! wrote a text: a server that does not write such lines can still send one, in a text that it forwards.
//!
//! `error_text = "plain"` leaves this line out. Readers then use the whole text as the message.
//!
//! The failure's warnings are in `_meta.warnings`, as objects with `message` and, if given, `code`, `severity` and `context`. The error's
//! `rate_limit`, `telemetry` and `meta` are also in `_meta`. `_meta` is absent if it is empty.
//!
//! With the setting `structured_errors`, a failure has `structuredContent` for programs:
//!
//! ```json
//! {
//!   "error_code": "NOT_FOUND",
//!   "error_type": "not_found",
//!   "message": "Spec not found: auth",
//!   "remediation": "List the specs",
//!   "retry": {"worthwhile": false, "advice": "never"},
//!   "details": {"resource_type": "spec", "resource_id": "auth"}
//! }
//! ```
//!
//! The values that are marked as `data` are next to these keys, and so is `upgrades`. `retry.worthwhile` is null if it
//! depends on the state.
//!
//! The blocks of a [`Reply`] come after the text. If the URI of a block is invalid, such as a bare path, the call is an
//! `INTERNAL_ERROR`, since a client can refuse the whole result. The log names the URI. [`uri!`](crate::uri!) checks a literal at
//! compile time.
//!
//! # Names in `_meta`
//!
//! A name starts and ends with a letter or a digit, and has letters, digits, `-`, `_` and `.`. It can have a prefix: labels with dots
//! between them and a slash at the end, as in `com.example/tenant`. A label starts with a letter, ends with a letter or a digit, and has
//! letters, digits and `-`. This is the grammar of the section
//! [`_meta`](https://modelcontextprotocol.io/specification/2026-07-28/basic#meta) of the specification.
//!
//! | name | if it does not follow the grammar |
//! |---|---|
//! | `#[tool_error(meta = "…")]` | does not compile |
//! | [`ToolFailure::meta`](crate::ToolFailure::meta) | other characters become `_`, and are removed at both ends |
//! | [`Reply::extra_meta`], [`ContentBlock::meta`] | the call is an `INTERNAL_ERROR`, and the log has the name. [`meta_name!`](crate::meta_name!) checks a literal at compile time |
//!
//! The line with code and advice, `structured_errors`, and hiding the message of an internal error go beyond the contract on
//! purpose.
//!
//! # Settings
//!
//! All of them except `request_id` are methods of [`Mcp`].
//!
//! | setting | meaning |
//! |---|---|
//! | `text` | the data is the text of a success, without structured content |
//! | `text("…", …)` | the text of a success, as a format string over `data` |
//! | `pretty` | indents the serialized data in the text by two spaces |
//! | `error_text = "plain"` | the text of a failure without the line that has the code and the retry advice |
//! | `structured_errors` | writes the error to `structuredContent` |
//! | `server_info = expr` | the [`ServerInfo`] in `_meta`, in `mcp-2026-07-28` only |
//! | `request_id = expr` | the request id, instead of the [ambient](crate::RequestId) one |
//!
//! # Reserved keys
//!
//! | object | reserved keys | a value for such a key |
//! |---|---|---|
//! | `_meta` of a success | `request_id`; with `server_info`, its key | is left out |
//! | `_meta` of a failure | `request_id`, `rate_limit`, `telemetry`, `warnings` | gets the prefix `meta_`, as in `meta_warnings` |
//! | `structuredContent` of a failure | `error_code`, `error_type`, `message`, `remediation`, `retry`, `details`, `upgrades` | gets the prefix `data_`, as in `data_message` |
//!
//! # Keys
//!
#![doc = include_str!("keys.md")]

mod base64;
mod content;
#[cfg(feature = "schemars1")]
mod describe;
mod failure_text;
mod meta_name;
mod reply;
mod server_info;
mod shared_reply;
mod text;
mod uri;
pub(crate) mod versions;
mod wire;

use std::marker::PhantomData;

use self::wire::Source;
use crate::dialect::{Call, Dialect, Entries, Format, PlainData, key};
use crate::error::ErrorReport;

pub use self::content::{Annotations, ContentBlock, EmbeddedResource, ResourceLink, Role};
pub use self::failure_text::ErrorText;
#[doc(hidden)]
pub use self::meta_name::static_meta_name;
pub use self::reply::{Meta, Reply};
pub use self::server_info::ServerInfo;
#[doc(hidden)]
pub use self::text::Textual;
pub use self::text::{TextOnly, WithText};
#[doc(hidden)]
pub use self::uri::static_uri;
pub use self::versions::{V_2025_11_25, V_2026_07_28, Version};

/// The dialect of a protocol version, such as `Mcp<V_2025_11_25>`, which is [`mcp_2025_11_25::Mcp`](crate::mcp_2025_11_25::Mcp). Its
/// methods are the settings of [`envelope_tool`](macro@crate::envelope_tool).
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Mcp<V> {
    settings: Settings,
    version: PhantomData<V>,
}

/// The settings of a tool, in every version.
#[derive(Clone, Debug, Default)]
struct Settings {
    is_pretty: bool,
    has_structured_errors: bool,
    error_text: ErrorText,
    server_info: Option<Box<ServerInfo>>,
}

impl<V: Version> Mcp<V> {
    /// `text("Temperature in {}: {}°C", data.city, data.celsius)`: the text of a success, as a format string over the data. The
    /// text of a [`Reply`] replaces it.
    pub fn text(self, text: Option<String>) -> WithText<V> {
        WithText { mcp: self, text }
    }

    /// `text`, without an argument: the data is the text of a success, and there is no structured content.
    pub fn text_only(self) -> TextOnly<V> {
        TextOnly(self)
    }

    /// `pretty`: indents the serialized data in the text by two spaces.
    pub fn pretty(mut self) -> Self {
        self.settings.is_pretty = true;
        self
    }

    /// `error_text = "plain"`: the text of a failure without the line that has the code and the retry advice.
    pub fn error_text(mut self, error_text: ErrorText) -> Self {
        self.settings.error_text = error_text;
        self
    }

    /// `structured_errors`: writes the error of a failure to `structuredContent`.
    pub fn structured_errors(mut self) -> Self {
        self.settings.has_structured_errors = true;
        self
    }

    /// The source of the text of a success.
    fn source<'a>(&self, meta: Option<&'a Meta>) -> Source<'a> {
        match meta.and_then(|meta| meta.text.as_deref()) {
            Some(text) => Source::Given(text),
            None if self.settings.is_pretty => Source::PrettyData,
            None => Source::Data,
        }
    }
}

impl Mcp<V_2026_07_28> {
    /// `server_info = ServerInfo::new("specs", "1.2.0")`: the server that answers, in the `_meta` of each result.
    pub fn server_info(mut self, info: impl Into<ServerInfo>) -> Self {
        self.settings.server_info = Some(Box::new(info.into()));
        self
    }
}

/// Plain data needs no metadata.
impl<T, V: Version> PlainData<T> for Mcp<V> {}

impl<V: Version> Dialect for Mcp<V> {
    const ID: &'static str = V::ID;
    const FORMAT: Format = V::FORMAT;

    type Root = V::Root;
    /// `None` for plain data.
    type Meta = Option<Box<Meta>>;

    fn success(&self, call: &Call, meta: &Option<Box<Meta>>, result: &mut Entries<'_>) {
        let meta = meta.as_deref();
        result.optional_string(key!("resultType"), V::RESULT_TYPE);
        wire::success(call, &self.settings, self.source(meta), meta, result);
    }

    fn failure(&self, call: &Call, error: &ErrorReport, result: &mut Entries<'_>) {
        result.optional_string(key!("resultType"), V::RESULT_TYPE);
        wire::failure(call, &self.settings, error, error.code_in(V::ID), result);
    }
}
