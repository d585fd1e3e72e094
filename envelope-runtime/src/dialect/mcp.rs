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
//! The text is the serialized data, compact, since an agent pays for each token; so text and structure cannot disagree. The
//! setting `text("…", …)` or a `Reply` says otherwise. The request id, where there is one, stands in `_meta` as `request_id`.
//!
//! A failure is a text, `Error: ` and the message, with the remediation on a second line, and `isError` is true. Two things
//! are more than the contract asks for, on purpose: the message of an internal error is hidden, and the setting
//! `structured_errors` puts the error into `structuredContent`, as `error_code`, `error_type`, `message`, `remediation`,
//! `details`, `retry`, and what the error marks as `data`. What it marks as `rate_limit`, `telemetry` and `meta` stands in
//! `_meta`. A key that is taken is written with its kind before it, as in `data_message`.
//!
//! The tool's settings are the methods of [`Call`]:
//!
//! | setting | what it does |
//! |---|---|
//! | `text("…", …)` | the text of a success, as a format string over `data` |
//! | `pretty` | indents the serialized data in the text by two spaces |
//! | `structured_errors` | puts the error into `structuredContent` |
//! | `request_id = expr` | the request id, in place of the [ambient](crate::RequestId) one |

use std::fmt;
use std::marker::PhantomData;

use serde::ser::{Error, Serializer};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::Merged;
use crate::call::{CallOf, Invocation, Lift, Peek, Take};
use crate::encoding::base64;
use crate::payload::{Json, Object};
use crate::request_id::{IntoRequestId, RequestId};
use crate::{Dialect, ErrorReport, Retry};

/// A version of the Model Context Protocol, named by its date.
pub trait Version: fmt::Debug + 'static {
    /// The id of the dialect.
    const ID: &'static str;
    /// What `structuredContent` may be.
    type Root;
    /// The value of [`Root`](Self::Root).
    const ROOT: Self::Root;
    /// The `resultType` of a result, where the version has one.
    const RESULT_TYPE: Option<&'static str>;
}

/// The version of 25 November 2025.
#[derive(Clone, Copy, Debug)]
pub struct V20251125;

impl Version for V20251125 {
    const ID: &'static str = "mcp-2025-11-25";
    type Root = Object;
    const ROOT: Object = Object;
    const RESULT_TYPE: Option<&'static str> = None;
}

/// The version of 28 July 2026.
#[derive(Clone, Copy, Debug)]
pub struct V20260728;

impl Version for V20260728 {
    const ID: &'static str = "mcp-2026-07-28";
    type Root = Json;
    const ROOT: Json = Json;
    const RESULT_TYPE: Option<&'static str> = Some("complete");
}

/// The dialect of a version.
#[derive(Clone, Copy, Debug)]
pub struct Mcp<V>(PhantomData<V>);

/// Data with what a result can carry beside it.
///
/// ```
/// use envelope_runtime::mcp_2025_11_25::{Content, Reply};
/// use envelope_runtime::{Payload, ToolFailure, envelope_tool};
/// use serde::Serialize;
///
/// #[derive(Serialize, Payload)]
/// struct Chart {
///     points: usize,
/// }
///
/// #[envelope_tool(dialect = "mcp-2025-11-25")]
/// fn chart() -> Result<Reply<Chart>, ToolFailure> {
///     Ok(Reply::new(Chart { points: 3 })
///         .text("A chart of 3 points")
///         .content(Content::image(b"GIF89a", "image/gif")))
/// }
///
/// assert_eq!(
///     chart().as_str(),
///     concat!(
///         r#"{"content":[{"type":"text","text":"A chart of 3 points"},"#,
///         r#"{"type":"image","data":"R0lGODlh","mimeType":"image/gif"}],"#,
///         r#""structuredContent":{"points":3},"isError":false}"#,
///     )
/// );
/// ```
pub type Reply<T, V> = crate::Reply<T, Mcp<V>>;

impl<T, V: Version> Reply<T, V> {
    /// Data, whose text is the data serialized.
    pub fn new(data: T) -> Self {
        Self::from_parts(data, Meta::default())
    }

    fn with(self, change: impl FnOnce(&mut Meta)) -> Self {
        let (data, mut meta) = self.into_parts();
        change(&mut meta);
        Self::from_parts(data, meta)
    }

    /// The text, in place of the tool's setting and of the serialized data.
    pub fn text(self, text: impl Into<String>) -> Self {
        self.with(|meta| meta.text = Some(text.into()))
    }

    /// One more content block, after the text.
    pub fn content(self, content: Content) -> Self {
        self.with(|meta| meta.content.push(content))
    }

    /// One more key of `_meta`. `request_id` keeps its meaning: a value for it is left out.
    pub fn meta_field(self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.with(|meta| {
            crate::further::insert(&mut meta.further, &["request_id"], key.into(), value.into());
        })
    }
}

/// What a [`Reply`] carries beside its data.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Meta {
    text: Option<String>,
    content: Vec<Content>,
    further: Map<String, Value>,
}

/// A content block: what a client shows, or hands to the model.
///
/// ```
/// use envelope_runtime::mcp::{Annotations, Content, ResourceLink, Role};
///
/// let link = Content::resource_link(ResourceLink::new("file:///specs/auth.md", "auth.md"))
///     .annotations(Annotations::new().audience([Role::Assistant]).priority(0.5));
/// assert_eq!(
///     serde_json::to_string(&link)?,
///     concat!(
///         r#"{"type":"resource_link","uri":"file:///specs/auth.md","name":"auth.md","#,
///         r#""annotations":{"audience":["assistant"],"priority":0.5}}"#,
///     )
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schemars",
    derive(schemars::JsonSchema),
    schemars(description = "A content block.")
)]
#[must_use]
pub struct Content {
    #[serde(flatten)]
    block: Block,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    annotations: Option<Annotations>,
    #[serde(rename = "_meta", default, skip_serializing_if = "Map::is_empty")]
    meta: Map<String, Value>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
enum Block {
    Text { text: String },
    Image { data: String, mime_type: String },
    Audio { data: String, mime_type: String },
    ResourceLink(ResourceLink),
    Resource { resource: Resource },
}

/// A resource that the client can read, by its URI.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schemars",
    derive(schemars::JsonSchema),
    schemars(description = "A resource that the client can read.")
)]
#[serde(rename_all = "camelCase")]
#[must_use]
pub struct ResourceLink {
    uri: String,
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mime_type: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    size: Option<u64>,
}

impl ResourceLink {
    /// A link to a URI, with the name of what it leads to.
    pub fn new(uri: impl Into<String>, name: impl Into<String>) -> Self {
        Self {
            uri: uri.into(),
            name: name.into(),
            title: None,
            description: None,
            mime_type: None,
            size: None,
        }
    }

    /// The name that people read.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// What it is.
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// Its media type, such as `text/markdown`.
    pub fn mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }

    /// Its size, in bytes.
    pub fn size(mut self, bytes: u64) -> Self {
        self.size = Some(bytes);
        self
    }
}

/// A resource with its contents.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schemars",
    derive(schemars::JsonSchema),
    schemars(description = "A resource with its contents.")
)]
#[serde(rename_all = "camelCase")]
#[must_use]
pub struct Resource {
    uri: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mime_type: Option<String>,
    #[serde(flatten)]
    contents: ResourceContents,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
enum ResourceContents {
    Text(String),
    Blob(String),
}

impl Resource {
    /// A resource of text.
    pub fn text(uri: impl Into<String>, text: impl Into<String>) -> Self {
        let contents = ResourceContents::Text(text.into());
        Self { uri: uri.into(), mime_type: None, contents }
    }

    /// A resource of bytes.
    pub fn blob(uri: impl Into<String>, bytes: &[u8]) -> Self {
        let contents = ResourceContents::Blob(base64(bytes));
        Self { uri: uri.into(), mime_type: None, contents }
    }

    /// Its media type, such as `text/markdown`.
    pub fn mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }
}

impl Content {
    fn new(block: Block) -> Self {
        Self { block, annotations: None, meta: Map::new() }
    }

    /// `text`: a text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::new(Block::Text { text: text.into() })
    }

    /// `image`: the bytes of an image, with its media type, such as `image/png`.
    pub fn image(bytes: &[u8], mime_type: impl Into<String>) -> Self {
        Self::new(Block::Image { data: base64(bytes), mime_type: mime_type.into() })
    }

    /// `audio`: the bytes of a sound, with its media type, such as `audio/wav`.
    pub fn audio(bytes: &[u8], mime_type: impl Into<String>) -> Self {
        Self::new(Block::Audio { data: base64(bytes), mime_type: mime_type.into() })
    }

    /// `resource_link`: a resource that the client can read, by its URI.
    pub fn resource_link(link: ResourceLink) -> Self {
        Self::new(Block::ResourceLink(link))
    }

    /// `resource`: a resource with its contents.
    pub fn resource(resource: Resource) -> Self {
        Self::new(Block::Resource { resource })
    }

    /// Whom the block is for, and how much it matters.
    pub fn annotations(mut self, annotations: Annotations) -> Self {
        self.annotations = Some(annotations);
        self
    }

    /// One more key of the block's own `_meta`.
    pub fn meta(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.meta.insert(key.into(), value.into());
        self
    }
}

/// Whom a content block is for, and how much it matters.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schemars",
    derive(schemars::JsonSchema),
    schemars(description = "Whom a content block is for, and how much it matters.")
)]
#[serde(rename_all = "camelCase")]
#[must_use]
pub struct Annotations {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    audience: Vec<Role>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    priority: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    last_modified: Option<String>,
}

impl Annotations {
    /// Nothing said yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whom the block is for.
    pub fn audience(mut self, roles: impl IntoIterator<Item = Role>) -> Self {
        self.audience.extend(roles);
        self
    }

    /// How much it matters, from 0 to 1. A number beyond is taken as the nearer end.
    pub fn priority(mut self, priority: f64) -> Self {
        self.priority = Some(if priority.is_nan() { 0.0 } else { priority.clamp(0.0, 1.0) });
        self
    }

    /// When it was last changed, as an ISO 8601 time such as `2025-01-12T15:00:58Z`.
    pub fn last_modified(mut self, time: impl Into<String>) -> Self {
        self.last_modified = Some(time.into());
        self
    }
}

/// A side of the conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schemars",
    derive(schemars::JsonSchema),
    schemars(description = "A side of the conversation.")
)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// `user`: the person.
    User,
    /// `assistant`: the model.
    Assistant,
}

/// A call of an MCP tool. Its methods are the tool's settings.
#[derive(Debug)]
#[must_use]
pub struct Call<V> {
    invocation: Invocation,
    request_id: Option<RequestId>,
    text: Option<String>,
    pretty: bool,
    structured_errors: bool,
    version: PhantomData<V>,
}

impl<V: Version> Call<V> {
    /// `request_id = expr`: the request id, in place of the [ambient](RequestId) one.
    pub fn request_id(mut self, id: impl IntoRequestId) -> Self {
        self.request_id = id.into_request_id();
        self
    }

    /// `text("Temperature in {}: {}°C", data.city, data.celsius)`: the text of a success, over the data. A [`Reply`] that has
    /// one keeps its own.
    pub fn text<P, F>(mut self, outcome: &P, text: F) -> Self
    where
        P: Peek,
        Self: Take<P::Data>,
        F: FnOnce(&<Self as Take<P::Data>>::Data) -> String,
    {
        self.text = outcome.peek(|data| text(<Self as Take<P::Data>>::data(data)));
        self
    }

    /// `pretty`: indents the serialized data in the text by two spaces.
    pub fn pretty(mut self) -> Self {
        self.pretty = true;
        self
    }

    /// `structured_errors`: puts the error into `structuredContent`.
    pub fn structured_errors(mut self) -> Self {
        self.structured_errors = true;
        self
    }
}

impl<V: Version> CallOf for Call<V> {
    type Dialect = Mcp<V>;

    fn call(&self) -> &Self {
        self
    }

    fn invocation(&self) -> Invocation {
        self.invocation
    }

    fn settle(&mut self) {
        if self.request_id.is_none() {
            self.request_id = RequestId::current();
        }
    }

    fn request_id(&self) -> Option<&RequestId> {
        self.request_id.as_ref()
    }
}

/// Plain data is all that a result needs.
impl<T, V: Version> Lift<T> for Call<V> {
    fn lift(&self, data: T) -> Reply<T, V> {
        Reply::new(data)
    }
}

impl<V: Version> Dialect for Mcp<V> {
    const ID: &'static str = V::ID;

    type Root = V::Root;
    const ROOT: V::Root = V::ROOT;
    const IS_CALL_TOOL_RESULT: bool = true;
    type Call = Call<V>;
    type Meta = Meta;

    fn call(invocation: Invocation) -> Call<V> {
        Call {
            invocation,
            request_id: None,
            text: None,
            pretty: false,
            structured_errors: false,
            version: PhantomData,
        }
    }

    fn success<'a, T: Serialize>(
        call: &'a Call<V>,
        data: &'a T,
        meta: &'a Meta,
    ) -> impl Serialize + use<'a, T, V> {
        let text = match meta.text.as_deref().or(call.text.as_deref()) {
            Some(text) => Text::Given(text),
            None if call.pretty => Text::Pretty(data),
            None => Text::Compact(data),
        };
        let result_meta = ResultMeta {
            request_id: call.request_id().map(RequestId::as_str),
            further: &meta.further,
        };
        CallToolResult {
            result_type: V::RESULT_TYPE,
            content: Contents { text, others: &meta.content },
            structured_content: Some(data),
            is_error: false,
            meta: (!result_meta.is_empty()).then_some(result_meta),
        }
    }

    fn failure<'a>(call: &'a Call<V>, report: &'a ErrorReport) -> impl Serialize + use<'a, V> {
        let meta = FailureMeta { request_id: call.request_id().map(RequestId::as_str), report };
        CallToolResult {
            result_type: V::RESULT_TYPE,
            content: Contents { text: Text::<()>::Failure(report), others: &[] },
            structured_content: call
                .structured_errors
                .then_some(StructuredError { report, code: report.code_for(V::ID) }),
            is_error: true,
            meta: (!meta.is_empty()).then_some(meta),
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CallToolResult<'a, T, S, M> {
    #[serde(skip_serializing_if = "Option::is_none")]
    result_type: Option<&'static str>,
    content: Contents<'a, T>,
    #[serde(skip_serializing_if = "Option::is_none")]
    structured_content: Option<S>,
    is_error: bool,
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    meta: Option<M>,
}

/// The text, and the blocks after it.
struct Contents<'a, T> {
    text: Text<'a, T>,
    others: &'a [Content],
}

impl<T: Serialize> Serialize for Contents<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        #[serde(untagged)]
        enum Any<'a, 'b, T> {
            Text { r#type: &'static str, text: &'a Text<'b, T> },
            Other(&'b Content),
        }

        let text = Any::Text { r#type: "text", text: &self.text };
        serializer.collect_seq(std::iter::once(text).chain(self.others.iter().map(Any::Other)))
    }
}

enum Text<'a, T> {
    Given(&'a str),
    Compact(&'a T),
    Pretty(&'a T),
    Failure(&'a ErrorReport),
}

impl<T: Serialize> Serialize for Text<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = match self {
            Self::Given(text) => return serializer.serialize_str(text),
            Self::Failure(report) => {
                return match report.remediation() {
                    None => serializer.collect_str(&format_args!("Error: {}", report.message())),
                    Some(remediation) => serializer
                        .collect_str(&format_args!("Error: {}\n{remediation}", report.message())),
                };
            }
            Self::Compact(data) => serde_json::to_string(data),
            Self::Pretty(data) => serde_json::to_string_pretty(data),
        };
        serializer.serialize_str(&text.map_err(S::Error::custom)?)
    }
}

#[derive(Serialize)]
struct ResultMeta<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    request_id: Option<&'a str>,
    #[serde(flatten)]
    further: &'a Map<String, Value>,
}

impl ResultMeta<'_> {
    fn is_empty(&self) -> bool {
        self.request_id.is_none() && self.further.is_empty()
    }
}

struct FailureMeta<'a> {
    request_id: Option<&'a str>,
    report: &'a ErrorReport,
}

impl FailureMeta<'_> {
    fn is_empty(&self) -> bool {
        self.request_id.is_none()
            && self.report.rate_limit().is_none()
            && self.report.telemetry().is_empty()
            && self.report.meta().is_empty()
    }
}

impl Serialize for FailureMeta<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = Merged::new(serializer.serialize_map(None)?);
        match self.request_id {
            Some(request_id) => map.entry("request_id", &request_id)?,
            None => map.reserve("request_id"),
        }
        map.entry_if("rate_limit", self.report.rate_limit())?;
        if !self.report.telemetry().is_empty() {
            map.entry("telemetry", &self.report.telemetry())?;
        }
        map.fields("meta", self.report.meta())?;
        map.end()
    }
}

/// An error as an agent's program reads it.
struct StructuredError<'a> {
    report: &'a ErrorReport,
    code: Option<&'a str>,
}

impl Serialize for StructuredError<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let report = self.report;
        let mut map = Merged::new(serializer.serialize_map(None)?);
        map.entry("error_code", &self.code.unwrap_or(report.code()))?;
        map.entry("error_type", &report.error_type())?;
        map.entry("message", &report.message())?;
        // Keys of the error, written or not.
        for key in ["remediation", "details", "upgrades"] {
            map.reserve(key);
        }
        map.entry_if("remediation", report.remediation())?;
        map.entry("retry", &Guidance::of(report.error_type().retry()))?;
        let details = report.details_with_path();
        if !details.is_empty() {
            map.entry("details", &details)?;
        }
        if !report.upgrades().is_empty() {
            map.entry("upgrades", &report.upgrades())?;
        }
        map.fields("data", report.data())?;
        map.end()
    }
}

/// Whether to try again, where it is known, and how.
#[derive(Serialize)]
struct Guidance {
    worthwhile: Option<bool>,
    advice: String,
}

impl Guidance {
    fn of(retry: Retry) -> Self {
        Self { worthwhile: retry.is_worthwhile(), advice: retry.to_string() }
    }
}
