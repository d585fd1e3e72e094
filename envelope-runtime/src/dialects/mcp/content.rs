//! Content blocks.

use envelope_contracts::mcp::ROLES;
use serde::ser::{Serialize, Serializer};
use serde_json::{Map, Value};

use super::base64::base64;
use crate::metadata::{serialize_object, unless_empty, words};
use crate::time::{IntoTime, Time};

/// A content block: an entry of `content`, for the user or the model.
///
/// ```
/// use envelope_runtime::mcp::{Annotations, ContentBlock, ResourceLink, Role};
///
/// let link = ContentBlock::resource_link(ResourceLink::new("file:///specs/auth.md", "auth.md"))
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
#[derive(Clone, Debug, Default, PartialEq)]
#[must_use]
pub struct ContentBlock {
    kind: &'static str,
    text: Option<String>,
    data: Option<String>,
    uri: Option<String>,
    name: Option<String>,
    title: Option<String>,
    description: Option<String>,
    mime_type: Option<String>,
    size: Option<u64>,
    resource: Option<EmbeddedResource>,
    annotations: Annotations,
    meta: Map<String, Value>,
}

serialize_object! { |block: &ContentBlock|
    "type": Some(block.kind),
    "text": block.text.as_ref(),
    "data": block.data.as_ref(),
    "uri": block.uri.as_ref(),
    "name": block.name.as_ref(),
    "title": block.title.as_ref(),
    "description": block.description.as_ref(),
    "mimeType": block.mime_type.as_ref(),
    "size": block.size,
    "resource": block.resource.as_ref(),
    "annotations": unless_empty!(block.annotations.0),
    "_meta": unless_empty!(block.meta),
}

/// A resource that the client can read by its [URI](super#on-the-wire).
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct ResourceLink(ContentBlock);

impl ResourceLink {
    /// A link to the resource with this URI and this name. A literal URI is checked in [`uri!`](crate::uri!), and any other in the
    /// call: see the [module](super#on-the-wire).
    pub fn new(uri: impl Into<String>, name: impl Into<String>) -> Self {
        Self(ContentBlock {
            uri: Some(uri.into()),
            name: Some(name.into()),
            ..ContentBlock::new("resource_link")
        })
    }

    /// Sets the name for people.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.0.title = Some(title.into());
        self
    }

    /// Sets the description.
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.0.description = Some(description.into());
        self
    }

    /// Sets the media type, such as `text/markdown`: `mimeType`.
    pub fn mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.0.mime_type = Some(mime_type.into());
        self
    }

    /// Sets the size, in bytes.
    pub fn size(mut self, bytes: u64) -> Self {
        self.0.size = Some(bytes);
        self
    }
}

/// A resource with its [URI](super#on-the-wire) and its contents, which are text or bytes.
///
/// ```
/// use envelope_runtime::mcp::{ContentBlock, EmbeddedResource};
///
/// let spec = EmbeddedResource::text("file:///specs/auth.md", "# Sign in").mime_type("text/markdown");
/// assert_eq!(
///     serde_json::to_string(&ContentBlock::resource(spec))?,
///     concat!(
///         r#"{"type":"resource","resource":{"uri":"file:///specs/auth.md","#,
///         r##""mimeType":"text/markdown","text":"# Sign in"}}"##,
///     )
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct EmbeddedResource {
    /// The URI.
    uri: String,
    /// The media type: `mimeType`.
    mime_type: Option<String>,
    /// The text of a text resource.
    text: Option<String>,
    /// The base64 of a binary resource.
    blob: Option<String>,
}

serialize_object! { |resource: &EmbeddedResource|
    "uri": Some(&resource.uri),
    "mimeType": resource.mime_type.as_ref(),
    "text": resource.text.as_ref(),
    "blob": resource.blob.as_ref(),
}

impl EmbeddedResource {
    /// A text resource.
    pub fn text(uri: impl Into<String>, text: impl Into<String>) -> Self {
        Self { text: Some(text.into()), ..Self::new(uri.into()) }
    }

    /// A binary resource, which is written as base64.
    pub fn blob(uri: impl Into<String>, bytes: &[u8]) -> Self {
        Self { blob: Some(base64(bytes)), ..Self::new(uri.into()) }
    }

    fn new(uri: String) -> Self {
        Self { uri, mime_type: None, text: None, blob: None }
    }

    /// Sets the media type, such as `text/markdown`: `mimeType`.
    pub fn mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }
}

impl ContentBlock {
    fn new(kind: &'static str) -> Self {
        Self { kind, ..Self::default() }
    }

    /// `text`: text, as `{"type":"text","text":"…"}`.
    pub fn text(text: impl Into<String>) -> Self {
        Self { text: Some(text.into()), ..Self::new("text") }
    }

    /// `image`: an image with its media type, as `{"type":"image","data":"R0lGODlh","mimeType":"image/gif"}`. The bytes are
    /// written as base64.
    pub fn image(bytes: &[u8], mime_type: impl Into<String>) -> Self {
        Self::media("image", bytes, mime_type.into())
    }

    /// `audio`: a sound with its media type, as `{"type":"audio","data":"…","mimeType":"audio/wav"}`. The bytes are written as
    /// base64.
    pub fn audio(bytes: &[u8], mime_type: impl Into<String>) -> Self {
        Self::media("audio", bytes, mime_type.into())
    }

    fn media(kind: &'static str, bytes: &[u8], mime_type: String) -> Self {
        Self { data: Some(base64(bytes)), mime_type: Some(mime_type), ..Self::new(kind) }
    }

    /// `resource_link`: a resource that the client can read by its URI.
    pub fn resource_link(link: ResourceLink) -> Self {
        link.0
    }

    /// `resource`: a resource with its contents.
    pub fn resource(resource: EmbeddedResource) -> Self {
        Self { resource: Some(resource), ..Self::new("resource") }
    }

    /// Sets whom the block is for, and how important it is.
    pub fn annotations(mut self, annotations: Annotations) -> Self {
        self.annotations = annotations;
        self
    }

    /// The URI of the block's resource, if it has one.
    pub(super) fn uri(&self) -> Option<&str> {
        let resource = self.resource.as_ref().map(|resource| &resource.uri);
        self.uri.as_ref().or(resource).map(String::as_str)
    }

    /// The names in the block's own `_meta`.
    pub(super) fn meta_names(&self) -> impl Iterator<Item = &String> {
        self.meta.keys()
    }

    pub(super) fn as_text_mut(&mut self) -> Option<&mut String> {
        self.text.as_mut()
    }

    /// Adds a key to the block's own `_meta`. The rules of [`Reply::extra_meta`](super::Reply::extra_meta) apply.
    pub fn meta(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.meta.insert(key.into(), value.into());
        self
    }
}

/// Whom a content block is for, and how important it is: `annotations` of a [`ContentBlock`].
#[derive(Clone, Debug, Default, PartialEq)]
#[must_use]
pub struct Annotations(Map<String, Value>);

impl Serialize for Annotations {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl Annotations {
    /// No annotations.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds roles that the block is for.
    pub fn audience(mut self, roles: impl IntoIterator<Item = Role>) -> Self {
        let roles = roles.into_iter().map(|role| role.as_str().into());
        match self.0.get_mut("audience") {
            Some(Value::Array(audience)) => audience.extend(roles),
            _ => drop(self.0.insert("audience".to_owned(), roles.collect())),
        }
        self
    }

    /// Sets how important the block is, from 0 to 1. Other numbers are clamped; NaN becomes 0.
    pub fn priority(mut self, priority: f64) -> Self {
        let priority = if priority.is_nan() { 0.0 } else { priority.clamp(0.0, 1.0) };
        self.0.insert("priority".to_owned(), priority.into());
        self
    }

    /// Sets when the content was last modified: a `SystemTime`, such as a file's, an ISO 8601 time such as
    /// `2025-01-12T15:00:58Z`, or the date of an HTTP header. On the wire it is ISO 8601, to the second.
    ///
    /// A time needs `Z` or an offset, since clients cannot know its time zone otherwise. Text that is not a time is left out.
    ///
    /// ```
    /// use envelope_runtime::mcp::Annotations;
    ///
    /// let fetched = Annotations::new().last_modified("Sun, 12 Jan 2025 15:00:58 GMT");
    /// assert_eq!(serde_json::to_string(&fetched)?, r#"{"lastModified":"2025-01-12T15:00:58Z"}"#);
    /// assert_eq!(Annotations::new().last_modified("yesterday"), Annotations::new());
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn last_modified(mut self, time: impl IntoTime) -> Self {
        if let Some(time) = time.into_time().and_then(Time::not_after) {
            self.0.insert("lastModified".to_owned(), time.into());
        }
        self
    }
}

words! {
    /// A side of the conversation: an entry of `audience` in [`Annotations`].
    pub enum Role(ROLES) {
        /// `user`: the person.
        User,
        /// `assistant`: the model.
        Assistant,
    }
}
