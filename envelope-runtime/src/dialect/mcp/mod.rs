//! `mcp-2025-11-25` and `mcp-2026-07-28`: the `CallToolResult` of the Model Context Protocol, in two versions.
//!
//! | item | what it is |
//! |---|---|
//! | [`mcp_2025_11_25`], [`mcp_2026_07_28`] | the dialect, the reply and the content of one version each |
//! | [`Mcp`] | the dialect of a version, with the settings of its tools |
//! | [`Reply`], with [`ContentBlock`], [`ResourceLink`], [`EmbeddedResource`], [`Annotations`] | data with a text, and with content for people and models |
//! | [`uri!`](crate::uri!) | a literal URI, checked when it is compiled |
//! | [`Response`], [`Success`], [`Failure`] | the result as a client reads it: `Response::into_result` gives one of the other two |
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
//!   "content": [{"type": "text", "text": "Error: Spec not found: auth\nList the specs"}],
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
//! The text of a failure is `Error: ` and the message, with the remediation on a second line. The failure's warnings are in
//! `_meta.warnings`, as objects with `message` and, if given, `code`, `severity` and `context`. What the error carries as
//! `rate_limit`, `telemetry` and `meta` is in `_meta`, too. `_meta` is absent if it is empty.
//!
//! With the setting `structured_errors`, a failure has `structuredContent` for programs:
//!
//! ```json
//! {
//!   "error_code": "NOT_FOUND",
//!   "error_type": "not_found",
//!   "message": "Spec not found: auth",
//!   "remediation": "List the specs",
//!   "retry": {"worthwhile": false, "advice": "no"},
//!   "details": {"resource_type": "spec", "resource_id": "auth"}
//! }
//! ```
//!
//! The values that are marked as `data` are beside these keys, and so is `upgrades`. `retry.worthwhile` is null if it
//! depends on the state.
//!
//! The blocks of a [`Reply`] come after the text. A block whose resource has no valid URI, such as a bare path, makes the call an
//! `INTERNAL_ERROR`, since a client can refuse the whole result for it; the log says which. [`uri!`](crate::uri!) checks a literal
//! when it is compiled.
//!
//! `structured_errors`, and hiding the message of an internal error, go beyond the contract on purpose.
//!
//! # Settings
//!
//! Each but `request_id` is a method of [`Mcp`].
//!
//! | setting | meaning |
//! |---|---|
//! | `text("…", …)` | the text of a success, as a format string over `data` |
//! | `pretty` | indents the serialized data in the text by two spaces |
//! | `structured_errors` | writes the error to `structuredContent` |
//! | `request_id = expr` | the request id, instead of the [ambient](crate::RequestId) one |
//!
//! # Reserved keys
//!
//! | where | reserved | a value for one of them |
//! |---|---|---|
//! | `_meta` of a success | `request_id` | is left out |
//! | `_meta` of a failure | `request_id`, `rate_limit`, `telemetry`, `warnings` | gets the prefix `meta_`, as in `meta_warnings` |
//! | `structuredContent` of a failure | `error_code`, `error_type`, `message`, `remediation`, `retry`, `details`, `upgrades` | gets the prefix `data_`, as in `data_message` |
//!
//! # Keys
//!
#![doc = include_str!("keys.md")]

mod base64;
mod check;
mod content;
mod read;
mod reply;
#[cfg(feature = "schemars")]
mod schema;
mod uri;
mod wire;

use std::fmt;
use std::marker::PhantomData;

use self::wire::Text;
use super::{Call, Dialect, Entries, Json, Object, PlainData, key};
use crate::error::ErrorReport;

pub(crate) use self::check::{RULEBOOK_2025_11_25, RULEBOOK_2026_07_28};
pub use self::content::{Annotations, ContentBlock, EmbeddedResource, ResourceLink, Role};
pub(crate) use self::read::is_message;
pub(crate) use self::read::take_envelope;
pub use self::read::{Failure, Response, ResponseMeta, Success};
pub use self::reply::{Meta, Reply};

/// `mcp-2025-11-25`: the dialect, the reply and the content blocks of this version. See [`mcp`](self).
pub mod mcp_2025_11_25 {
    pub use super::{Annotations, ContentBlock, EmbeddedResource, ResourceLink, Role};

    /// The dialect `mcp-2025-11-25`.
    pub type Mcp = super::Mcp<super::V_2025_11_25>;
    /// Data with a text, content blocks and metadata.
    pub type Reply<T> = super::Reply<T, super::V_2025_11_25>;
}

/// `mcp-2026-07-28`: the dialect, the reply and the content blocks of this version. See [`mcp`](self).
pub mod mcp_2026_07_28 {
    pub use super::{Annotations, ContentBlock, EmbeddedResource, ResourceLink, Role};

    /// The dialect `mcp-2026-07-28`.
    pub type Mcp = super::Mcp<super::V_2026_07_28>;
    /// Data with a text, content blocks and metadata.
    pub type Reply<T> = super::Reply<T, super::V_2026_07_28>;
}

/// A version of the Model Context Protocol: [`V_2025_11_25`] or [`V_2026_07_28`].
///
/// Implement it for your own type to support another version with the same result: `dialect = Mcp::<MyVersion>`.
pub trait Version: fmt::Debug + 'static {
    /// The id of the dialect.
    const ID: &'static str;
    /// Other names that a client can ask for the version by.
    const ALIASES: &'static [&'static str] = &[];
    /// The `resultType` of a result, if the version has one.
    const RESULT_TYPE: Option<&'static str>;
    /// What `structuredContent` can be: [`Object`] or [`Json`].
    type Root: Default;
}

/// The protocol version 2025-11-25.
#[allow(non_camel_case_types, reason = "as the SDK writes it")]
#[derive(Clone, Copy, Debug)]
pub struct V_2025_11_25;

impl Version for V_2025_11_25 {
    const ID: &'static str = "mcp-2025-11-25";
    const ALIASES: &'static [&'static str] = &["2025-11-25"];
    const RESULT_TYPE: Option<&'static str> = None;
    type Root = Object;
}

/// The protocol version 2026-07-28.
#[allow(non_camel_case_types, reason = "as the SDK writes it")]
#[derive(Clone, Copy, Debug)]
pub struct V_2026_07_28;

impl Version for V_2026_07_28 {
    const ID: &'static str = "mcp-2026-07-28";
    const ALIASES: &'static [&'static str] = &["2026-07-28"];
    const RESULT_TYPE: Option<&'static str> = Some("complete");
    type Root = Json;
}

/// The dialect of a protocol version, such as `Mcp<V_2025_11_25>`, which is [`mcp_2025_11_25::Mcp`]. Its methods are the settings of
/// [`envelope_tool`](macro@crate::envelope_tool).
#[derive(Clone, Debug)]
#[must_use]
pub struct Mcp<V> {
    text: Option<String>,
    is_pretty: bool,
    has_structured_errors: bool,
    version: PhantomData<V>,
}

impl<V> Default for Mcp<V> {
    fn default() -> Self {
        Self { text: None, is_pretty: false, has_structured_errors: false, version: PhantomData }
    }
}

impl<V: Version> Mcp<V> {
    /// `text("Temperature in {}: {}°C", data.city, data.celsius)`: the text of a success, as a format string over the data. The
    /// text of a [`Reply`] replaces it.
    pub fn text(mut self, text: Option<String>) -> Self {
        self.text = text;
        self
    }

    /// `pretty`: indents the serialized data in the text by two spaces.
    pub fn pretty(mut self) -> Self {
        self.is_pretty = true;
        self
    }

    /// `structured_errors`: writes the error of a failure to `structuredContent`.
    pub fn structured_errors(mut self) -> Self {
        self.has_structured_errors = true;
        self
    }
}

/// Plain data needs no metadata.
impl<T, V: Version> PlainData<T> for Mcp<V> {}

impl<V: Version> Dialect for Mcp<V> {
    const ID: &'static str = V::ID;
    const ALIASES: &'static [&'static str] = V::ALIASES;
    const DATA_AS_TEXT: bool = true;
    const IS_CALL_TOOL_RESULT: bool = true;

    type Root = V::Root;
    /// `None` for plain data.
    type Meta = Option<Box<Meta>>;

    fn success(&self, call: &Call, meta: &Option<Box<Meta>>, result: &mut Entries<'_>) {
        let meta = meta.as_deref();
        let given = meta.and_then(|meta| meta.text.as_deref()).or(self.text.as_deref());
        let text = match given {
            Some(text) => Text::Given(text),
            None if self.is_pretty => Text::PrettyData,
            None => Text::Data,
        };
        result.optional_string(key!("resultType"), V::RESULT_TYPE);
        wire::success(call, text, meta, result);
    }

    fn failure(&self, call: &Call, error: &ErrorReport, result: &mut Entries<'_>) {
        let code = self.has_structured_errors.then(|| error.code_in(V::ID));
        result.optional_string(key!("resultType"), V::RESULT_TYPE);
        wire::failure(call, error, code, result);
    }
}
