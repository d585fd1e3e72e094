//! Content blocks.

use envelope_contracts::mcp::ROLES;
use serde::Serialize;
use serde_json::{Map, Value};

use super::base64::base64;
use crate::metadata::{JsonMap, words};
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
#[derive(Clone, Debug, PartialEq, Serialize)]
#[must_use]
pub struct ContentBlock {
    /// `None` for a kind that this crate does not know, whose keys are all among the further ones.
    #[serde(flatten)]
    block: Option<Box<Block>>,
    #[serde(skip_serializing_if = "JsonMap::is_empty")]
    annotations: JsonMap,
    #[serde(rename = "_meta", skip_serializing_if = "JsonMap::is_empty")]
    meta: JsonMap,
    #[serde(flatten)]
    extra: JsonMap,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
enum Block {
    Text { text: String },
    Image { data: String, mime_type: String },
    Audio { data: String, mime_type: String },
    ResourceLink(ResourceLink),
    Resource { resource: EmbeddedResource },
}

/// A resource that the client can read by its [URI](super#on-the-wire).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
#[must_use]
pub struct ResourceLink {
    /// The URI.
    pub uri: String,
    /// The name.
    pub name: String,
    /// The name for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The description.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The media type: `mimeType`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// The size, in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<u64>,
}

impl ResourceLink {
    /// A link to the resource with this URI and this name. A literal URI is checked in [`uri!`](crate::uri!), and any other in the
    /// call: see the [module](super#on-the-wire).
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

    /// Sets the name for people.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Sets the description.
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// Sets the media type, such as `text/markdown`: `mimeType`.
    pub fn mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }

    /// Sets the size, in bytes.
    pub fn size(mut self, bytes: u64) -> Self {
        self.size = Some(bytes);
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
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
#[must_use]
pub struct EmbeddedResource {
    /// The URI.
    pub uri: String,
    /// The media type: `mimeType`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// The text of a text resource.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The base64 of a binary resource.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blob: Option<String>,
    #[serde(flatten)]
    extra: JsonMap,
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
        Self { uri, mime_type: None, text: None, blob: None, extra: JsonMap::default() }
    }

    /// Sets the media type, such as `text/markdown`: `mimeType`.
    pub fn mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }
}

impl ContentBlock {
    fn new(block: Block) -> Self {
        Self {
            block: Some(Box::new(block)),
            annotations: JsonMap::default(),
            meta: JsonMap::default(),
            extra: JsonMap::default(),
        }
    }

    /// `text`: text, as `{"type":"text","text":"…"}`.
    pub fn text(text: impl Into<String>) -> Self {
        Self::new(Block::Text { text: text.into() })
    }

    /// `image`: an image with its media type, as `{"type":"image","data":"R0lGODlh","mimeType":"image/gif"}`. The bytes are
    /// written as base64.
    pub fn image(bytes: &[u8], mime_type: impl Into<String>) -> Self {
        Self::new(Block::Image { data: base64(bytes), mime_type: mime_type.into() })
    }

    /// `audio`: a sound with its media type, as `{"type":"audio","data":"…","mimeType":"audio/wav"}`. The bytes are written as
    /// base64.
    pub fn audio(bytes: &[u8], mime_type: impl Into<String>) -> Self {
        Self::new(Block::Audio { data: base64(bytes), mime_type: mime_type.into() })
    }

    /// `resource_link`: a resource that the client can read by its URI.
    pub fn resource_link(link: ResourceLink) -> Self {
        Self::new(Block::ResourceLink(link))
    }

    /// `resource`: a resource with its contents.
    pub fn resource(resource: EmbeddedResource) -> Self {
        Self::new(Block::Resource { resource })
    }

    /// Sets whom the block is for, and how important it is.
    pub fn annotations(mut self, annotations: Annotations) -> Self {
        self.annotations = annotations.0.into();
        self
    }

    /// The URI of the block's resource, if it has one.
    pub(super) fn uri(&self) -> Option<&str> {
        match self.block.as_deref() {
            Some(Block::ResourceLink(link)) => Some(&link.uri),
            Some(Block::Resource { resource }) => Some(&resource.uri),
            _ => None,
        }
    }

    /// The names in the block's own `_meta`.
    pub(super) fn meta_names(&self) -> impl Iterator<Item = &String> {
        self.meta.keys()
    }

    /// The kind of the block: its `type`, such as `text`. It is empty if a block was read without one.
    #[must_use]
    pub fn kind(&self) -> &str {
        match self.block.as_deref() {
            Some(Block::Text { .. }) => "text",
            Some(Block::Image { .. }) => "image",
            Some(Block::Audio { .. }) => "audio",
            Some(Block::ResourceLink(_)) => "resource_link",
            Some(Block::Resource { .. }) => "resource",
            None => self.extra.get("type").and_then(Value::as_str).unwrap_or_default(),
        }
    }

    /// The text of a `text` block.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        match self.block.as_deref() {
            Some(Block::Text { text }) => Some(text),
            _ => None,
        }
    }

    pub(super) fn as_text_mut(&mut self) -> Option<&mut String> {
        match self.block.as_deref_mut() {
            Some(Block::Text { text }) => Some(text),
            _ => None,
        }
    }

    /// The data of an `image` or an `audio` block as base64, and its media type.
    #[must_use]
    pub fn as_media(&self) -> Option<(&str, &str)> {
        match self.block.as_deref() {
            Some(Block::Image { data, mime_type } | Block::Audio { data, mime_type }) => {
                Some((data, mime_type))
            }
            _ => None,
        }
    }

    /// The link of a `resource_link` block.
    #[must_use]
    pub fn as_resource_link(&self) -> Option<&ResourceLink> {
        match self.block.as_deref() {
            Some(Block::ResourceLink(link)) => Some(link),
            _ => None,
        }
    }

    /// The resource of a `resource` block.
    #[must_use]
    pub fn as_resource(&self) -> Option<&EmbeddedResource> {
        match self.block.as_deref() {
            Some(Block::Resource { resource }) => Some(resource),
            _ => None,
        }
    }

    /// Further keys of a block that was read; all of its keys, if this crate does not know its kind.
    #[must_use]
    pub fn extras(&self) -> &Map<String, Value> {
        &self.extra
    }

    /// Adds a key to the block's own `_meta`. The rules of [`Reply::extra_meta`](super::Reply::extra_meta) apply.
    pub fn meta(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.meta.insert(key.into(), value.into());
        self
    }
}

/// Whom a content block is for, and how important it is: `annotations` of a [`ContentBlock`].
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[must_use]
pub struct Annotations(Map<String, Value>);

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
    /// A time needs `Z` or an offset, since without one no client knows when it is. Text that is not a time is left out.
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
    pub enum Role(ROLES, "a role") {
        /// `user`: the person.
        User,
        /// `assistant`: the model.
        Assistant,
    }
}

/// How a client reads it.
#[cfg(feature = "read")]
mod reading {
    use super::{Block, ContentBlock, EmbeddedResource, ResourceLink};

    use crate::json::{Document, Entry, Lenient, Parts, deserialize_entries};

    /// A block without the required keys of its kind is a block of an unknown kind.
    impl Entry for ContentBlock {
        fn entry(document: Document<'_>) -> Self {
            match Parts::of(document) {
                Ok(mut parts) => Self {
                    block: Block::take(&mut parts).map(Box::new),
                    annotations: parts.take_or_default("annotations"),
                    meta: parts.take_or_default("_meta"),
                    extra: parts.into_json_map(),
                },
                Err(other) => Self::text(other.into_text()),
            }
        }
    }

    impl Block {
        fn take(parts: &mut Parts<'_>) -> Option<Self> {
            let has = |keys: &[&str]| keys.iter().all(|key| parts.text(key).is_some());
            let block = match parts.text("type") {
                Some("text") if has(&["text"]) => {
                    Self::Text { text: parts.take_or_default("text") }
                }
                Some("image") if has(&["data", "mimeType"]) => Self::Image {
                    data: parts.take_or_default("data"),
                    mime_type: parts.take_or_default("mimeType"),
                },
                Some("audio") if has(&["data", "mimeType"]) => Self::Audio {
                    data: parts.take_or_default("data"),
                    mime_type: parts.take_or_default("mimeType"),
                },
                Some("resource_link") if has(&["uri", "name"]) => {
                    Self::ResourceLink(ResourceLink::take(parts))
                }
                Some("resource") => Self::Resource { resource: parts.take("resource")? },
                _ => return None,
            };
            parts.take_any("type");
            Some(block)
        }
    }

    impl ResourceLink {
        fn take(parts: &mut Parts<'_>) -> Self {
            Self {
                uri: parts.take_or_default("uri"),
                name: parts.take_or_default("name"),
                title: parts.take("title"),
                description: parts.take("description"),
                mime_type: parts.take("mimeType"),
                size: parts.take("size"),
            }
        }
    }

    impl Lenient for EmbeddedResource {
        const EXPECTED: &'static str = "a resource with a URI, and with text or a blob";

        fn read(document: Document<'_>) -> Result<Self, Document<'_>> {
            let mut parts = Parts::of(document)?;
            let has_contents = parts.text("text").or(parts.text("blob")).is_some();
            if parts.text("uri").is_none() || !has_contents {
                return Err(parts.into_document());
            }
            Ok(Self {
                uri: parts.take_or_default("uri"),
                mime_type: parts.take("mimeType"),
                text: parts.take("text"),
                blob: parts.take("blob"),
                extra: parts.into_json_map(),
            })
        }
    }

    deserialize_entries!(ContentBlock);
}
