//! Data with a text, content blocks and metadata.

use serde_json::{Map, Value};

use super::content::ContentBlock;
use super::{Mcp, Version};
use crate::dialect::Metadata;
use crate::metadata::insert_extra;

/// Data with a text, content blocks and metadata.
///
/// ```
/// use envelope_runtime::mcp::ContentBlock;
/// use envelope_runtime::mcp_2025_11_25::Reply;
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
///         .content(ContentBlock::image(b"GIF89a", "image/gif")))
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
pub type Reply<T, V> = crate::dialect::Reply<T, Mcp<V>>;

impl<T, V: Version> Reply<T, V> {
    /// A reply whose text is the serialized data.
    pub fn new(data: T) -> Self {
        Self::from_parts(data, None)
    }

    fn with(self, change: impl FnOnce(&mut Meta)) -> Self {
        self.with_meta(|meta| change(meta.get_or_insert_default()))
    }

    /// Sets the text, instead of the tool's setting `text` and the serialized data.
    pub fn text(self, text: impl Into<String>) -> Self {
        self.with(|meta| meta.text = Some(text.into()))
    }

    /// Adds a content block after the text.
    pub fn content(self, content: ContentBlock) -> Self {
        self.with(|meta| meta.content.push(content))
    }

    /// Adds a key to `_meta`. A value for `request_id` is left out.
    ///
    /// The key follows the [grammar of names](super#names-in-_meta), which [`meta_name!`](crate::meta_name!) checks in a literal. With any
    /// other key, the call fails with an `INTERNAL_ERROR`.
    pub fn extra_meta(self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.with(|meta| insert_extra(&mut meta.extra, |key| key == "request_id", key, value))
    }
}

/// The metadata of a [`Reply`]. It is set with the methods of `Reply`.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Meta {
    /// The text of the result, if the reply has one.
    pub text: Option<String>,
    /// The content blocks after the text.
    pub content: Vec<ContentBlock>,
    pub(super) extra: Map<String, Value>,
}

impl Meta {
    /// The extra keys of `_meta`.
    #[must_use]
    pub fn extras(&self) -> &Map<String, Value> {
        &self.extra
    }
}

#[doc(hidden)]
impl Metadata for Option<Box<Meta>> {
    fn texts(&mut self) -> Vec<&mut String> {
        let Some(meta) = self else { return Vec::new() };
        let Meta { text, content, .. } = &mut **meta;
        text.iter_mut().chain(content.iter_mut().filter_map(ContentBlock::as_text_mut)).collect()
    }
}
