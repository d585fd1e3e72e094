//! The `CallToolResult` of the Model Context Protocol, of two versions of the specification.
//!
//! ```json
//! {
//!   "content": [{"type": "text", "text": "{\"celsius\":5}"}],
//!   "structuredContent": {"celsius": 5},
//!   "isError": false
//! }
//! ```
//!
//! | dialect | `structuredContent` | `resultType` |
//! |---|---|---|
//! | `mcp-2025-11-25` | an object | absent |
//! | `mcp-2026-07-28` | any JSON value | `complete` |
//!
//! The text is the serialized data, compact, since an agent pays for each token. It is a copy of the structure, so the two
//! cannot differ. The setting `text("…", …)` or a `Reply` gives another text. The request id, if there is one, is in `_meta` as
//! `request_id`.
//!
//! A failure is a text, `Error: ` and the message, with the remediation on a second line, and `isError` is true. Two things go
//! beyond the contract, on purpose: the message of an internal error is hidden, and the setting `structured_errors` puts the
//! error into `structuredContent`, as `error_code`, `error_type`, `message`, `remediation`, `details`, `retry`, and what the error
//! marks as `data`. What it marks as `rate_limit`, `telemetry`, `warnings` and `meta` is in `_meta`. A key that is taken gets its
//! kind as a prefix, as in `data_message`.
//!
//! The tool's settings are the methods of [`Settings`]:
//!
//! | setting | what it does |
//! |---|---|
//! | `text("…", …)` | the text of a success, as a format string over `data` |
//! | `pretty` | indents the serialized data in the text by two spaces |
//! | `structured_errors` | puts the error into `structuredContent` |
//! | `request_id = expr` | the request id, instead of the [ambient](crate::RequestId) one |

mod base64;
mod content;
mod reply;
#[cfg(feature = "schemars")]
mod schema;
mod wire;

use std::fmt;
use std::marker::PhantomData;

use serde::Serialize;

use self::wire::Text;
use super::returned::{Peek, Returned};
use super::{Context, Data, Dialect, Json, Object, PlainData};
use crate::error::ErrorReport;
use crate::request_id::IntoRequestId;

pub use self::content::{Annotations, ContentBlock, EmbeddedResource, ResourceLink, Role};
pub use self::reply::{Meta, Reply};

/// `mcp-2025-11-25`: the names of [`mcp`](self) for this version.
pub mod mcp_2025_11_25 {
    pub use super::{Annotations, ContentBlock, EmbeddedResource, ResourceLink, Role};

    /// The dialect `mcp-2025-11-25`.
    pub type Mcp = super::Mcp<super::V_2025_11_25>;
    /// Data with what a result can carry beside it.
    pub type Reply<T> = super::Reply<T, super::V_2025_11_25>;
}

/// `mcp-2026-07-28`: the names of [`mcp`](self) for this version.
pub mod mcp_2026_07_28 {
    pub use super::{Annotations, ContentBlock, EmbeddedResource, ResourceLink, Role};

    /// The dialect `mcp-2026-07-28`.
    pub type Mcp = super::Mcp<super::V_2026_07_28>;
    /// Data with what a result can carry beside it.
    pub type Reply<T> = super::Reply<T, super::V_2026_07_28>;
}

/// A version of the Model Context Protocol, named by its date.
pub trait Version: fmt::Debug + 'static {
    /// The id of the dialect.
    const ID: &'static str;
    /// The `resultType` of a result, if the version has one.
    const RESULT_TYPE: Option<&'static str>;
    /// What `structuredContent` can be.
    type Root: Default;
}

/// The version of 25 November 2025.
#[allow(non_camel_case_types, reason = "as the SDK writes it")]
#[derive(Clone, Copy, Debug)]
pub struct V_2025_11_25;

impl Version for V_2025_11_25 {
    const ID: &'static str = "mcp-2025-11-25";
    const RESULT_TYPE: Option<&'static str> = None;
    type Root = Object;
}

/// The version of 28 July 2026.
#[allow(non_camel_case_types, reason = "as the SDK writes it")]
#[derive(Clone, Copy, Debug)]
pub struct V_2026_07_28;

impl Version for V_2026_07_28 {
    const ID: &'static str = "mcp-2026-07-28";
    const RESULT_TYPE: Option<&'static str> = Some("complete");
    type Root = Json;
}

/// The dialect of a version.
#[derive(Clone, Copy, Debug)]
pub struct Mcp<V>(PhantomData<V>);

/// The settings of an MCP tool, with what is known of one call.
#[derive(Debug)]
#[must_use]
pub struct Settings<V> {
    context: Context,
    text: Option<String>,
    is_pretty: bool,
    has_structured_errors: bool,
    version: PhantomData<V>,
}

impl<V: Version> Settings<V> {
    /// `request_id = expr`: the request id, instead of the [ambient](crate::RequestId) one.
    pub fn request_id(mut self, id: impl IntoRequestId) -> Self {
        self.context.set_request_id(id);
        self
    }

    /// `text("Temperature in {}: {}°C", data.city, data.celsius)`: the text of a success, over the data. A [`Reply`] that has
    /// one keeps its own.
    pub fn text<P, F>(mut self, outcome: &P, text: F) -> Self
    where
        P: Peek,
        Self: Returned<P::Data>,
        F: FnOnce(&<Self as Returned<P::Data>>::Data) -> String,
    {
        self.text = outcome.peek(|data| text(<Self as Returned<P::Data>>::data(data)));
        self
    }

    /// `pretty`: indents the serialized data in the text by two spaces.
    pub fn pretty(mut self) -> Self {
        self.is_pretty = true;
        self
    }

    /// `structured_errors`: puts the error into `structuredContent`.
    pub fn structured_errors(mut self) -> Self {
        self.has_structured_errors = true;
        self
    }
}

impl<V: Version> super::Settings for Settings<V> {
    type Dialect = Mcp<V>;

    fn context(&self) -> &Context {
        &self.context
    }

    fn context_mut(&mut self) -> &mut Context {
        &mut self.context
    }
}

/// Plain data needs no metadata.
impl<T, V: Version> PlainData<T> for Settings<V> {
    fn meta(&mut self, _data: &T) -> Meta {
        Meta::default()
    }
}

impl<V: Version> Dialect for Mcp<V> {
    const ID: &'static str = V::ID;
    const DATA_AS_TEXT: bool = true;
    const IS_CALL_TOOL_RESULT: bool = true;

    type Root = V::Root;
    type Settings = Settings<V>;
    type Meta = Meta;

    fn settings(context: Context) -> Settings<V> {
        Settings {
            context,
            text: None,
            is_pretty: false,
            has_structured_errors: false,
            version: PhantomData,
        }
    }

    fn success<'a>(
        settings: &'a Settings<V>,
        data: Data,
        meta: &'a Meta,
    ) -> impl Serialize + use<'a, V> {
        let text = match meta.text.as_deref().or(settings.text.as_deref()) {
            Some(text) => Text::Given(text),
            None if settings.is_pretty => Text::OfData(data.as_pretty_text()),
            None => Text::OfData(data.as_text()),
        };
        wire::success(V::RESULT_TYPE, text, data, meta, settings.context.request_id())
    }

    fn failure<'a>(
        settings: &'a Settings<V>,
        report: &'a ErrorReport,
    ) -> impl Serialize + use<'a, V> {
        let code = settings.has_structured_errors.then(|| report.code_in(V::ID));
        wire::failure(V::RESULT_TYPE, report, code, settings.context.request_id())
    }
}
