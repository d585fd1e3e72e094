//! A response as its contract reads it: data, or a failure.

use std::borrow::Cow;

use serde::de::{Deserialize, Deserializer, Error as _};
use serde_json::{Map, Value};

use super::error::{ReadError, pointer_to};
use super::failure::Failure;
use super::received::Received;
use crate::json::Document;
use crate::request_id::RequestId;

/// The response of a tool: data with the metadata `M` of its contract, or a failure.
///
/// Each dialect has an alias with its metadata: [`response_v2::Response`](crate::response_v2::Response),
/// [`dotbot::Response`](crate::dotbot::Response), [`mcp::Response`](crate::mcp::Response),
/// [`code_scalpel::Response`](crate::code_scalpel::Response), [`rfc9457::Response`](crate::rfc9457::Response). To read an envelope of any of them, use [`read`](crate::read()).
///
/// ```
/// use envelope_runtime::response_v2::Response;
/// use serde::Deserialize;
///
/// #[derive(Deserialize)]
/// struct Tasks {
///     tasks: Vec<String>,
/// }
///
/// let text = r#"{
///     "success": true,
///     "data": {"tasks": ["task-001"]},
///     "error": null,
///     "meta": {"version": "response-v2", "pagination": {"cursor": null, "has_more": false}}
/// }"#;
/// let response: Response<Tasks> = serde_json::from_str(text)?;
/// let success = response.into_result()?;
/// assert_eq!(success.data.tasks, ["task-001"]);
/// assert!(!success.meta.pagination.unwrap().has_more);
///
/// let success = Response::<Vec<String>>::under("tasks", text)?.into_result()?;
/// assert_eq!(success.data, ["task-001"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// It deserializes from any format, and data can borrow from the text. `serde_json` reads up to 128 levels of nesting, and more
/// are an error. An integer beyond 64 bits becomes the nearest `f64`, unless `serde_json` has its feature `arbitrary_precision`.
#[derive(Clone, Debug)]
#[must_use = "a response can be a failure"]
pub struct Response<T, M>(Result<Success<T, M>, Failure<M>>);

/// The data of a tool, and the metadata `M` of its contract.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Success<T, M> {
    /// The data.
    pub data: T,
    /// The metadata.
    pub meta: M,
    /// Further keys of the envelope that the contract does not have.
    pub extra: Map<String, Value>,
}

/// The metadata of a contract's responses: the `M` of a [`Response`]. It cannot be implemented outside of this crate.
pub trait Metadata: Take {}

impl<M: Take> Metadata for M {}

/// How a contract takes its envelopes apart.
pub trait Take: Sized {
    /// The ids of the dialects that have this metadata.
    #[doc(hidden)]
    const DIALECTS: &'static [&'static str];

    /// The id of the dialect of this envelope.
    #[doc(hidden)]
    fn dialect(&self) -> &'static str {
        Self::DIALECTS.first().copied().unwrap_or_default()
    }

    /// The request id of this envelope.
    #[doc(hidden)]
    fn request_id(&self) -> Option<&RequestId>;

    /// Whether an envelope with a mark of the contract is the plain data of a success.
    #[doc(hidden)]
    fn is_plain_data(_envelope: &Document<'_>) -> bool {
        false
    }

    /// Takes an envelope apart.
    #[doc(hidden)]
    #[allow(clippy::missing_errors_doc, reason = "it is not for users")]
    fn take(envelope: Document<'_>) -> Result<Taken<'_, Self>, ReadError>;
}

/// The parts of an envelope.
#[derive(Debug)]
pub struct Taken<'de, M> {
    pub(crate) meta: M,
    pub(crate) extra: Map<String, Value>,
    pub(crate) outcome: Result<Payload<'de>, Received>,
}

/// The data of a success, before it is read.
#[derive(Debug)]
pub(crate) struct Payload<'de> {
    /// Its place.
    pub(crate) pointer: Cow<'static, str>,
    pub(crate) document: Document<'de>,
    /// What else it can be: the text that the document was parsed from.
    pub(crate) text: Option<Document<'de>>,
}

impl<'de> Payload<'de> {
    /// Data that is under the key `data`.
    pub(crate) fn of_data(document: Document<'de>) -> Self {
        Self { pointer: "/data".into(), document, text: None }
    }

    fn read<T: Deserialize<'de>>(self) -> Result<T, ReadError> {
        let Self { pointer, document, text } = self;
        // `()` reads from null. A tool without data answers with `{}`, or with nothing but a text.
        let is_text_of_nothing = text.is_some() && size_of::<T>() == 0;
        let is_nothing = document.is_empty_object() || is_text_of_nothing;
        let nothing = is_nothing.then_some(Document::Null);
        let others = text.into_iter().chain(nothing);
        read_or(document, others).map_err(|error| ReadError::new(pointer, error))
    }

    fn read_under<T: Deserialize<'de>>(mut self, key: &str) -> Result<T, ReadError> {
        let pointer = pointer_to(&self.pointer, key);
        match self.document.take(key) {
            Some(value) => read_or(value, []).map_err(|error| ReadError::new(pointer, error)),
            None => Err(ReadError::expected(pointer, "the data", None)),
        }
    }
}

/// Reads a document, or else another.
fn read_or<'de, T: Deserialize<'de>>(
    document: Document<'de>,
    others: impl IntoIterator<Item = Document<'de>>,
) -> serde_json::Result<T> {
    let others = || others.into_iter().find_map(|other| T::deserialize(other).ok());
    T::deserialize(document).or_else(|error| others().ok_or(error))
}

impl<T, M> Response<T, M> {
    /// The data with its metadata, or the failure.
    ///
    /// # Errors
    ///
    /// The failure that the tool answered with.
    pub fn into_result(self) -> Result<Success<T, M>, Failure<M>> {
        self.0
    }

    /// The same, by reference.
    ///
    /// # Errors
    ///
    /// The failure that the tool answered with.
    pub fn as_result(&self) -> Result<&Success<T, M>, &Failure<M>> {
        self.0.as_ref()
    }

    /// The data, or the failure, without their metadata.
    pub(crate) fn into_data(self) -> Result<T, Failure> {
        self.0.map(|success| success.data).map_err(Failure::without_meta)
    }

    /// Whether the tool succeeded.
    #[must_use]
    pub fn is_success(&self) -> bool {
        self.0.is_ok()
    }

    /// The metadata, which a failure also has.
    #[must_use]
    pub fn meta(&self) -> &M {
        match &self.0 {
            Ok(success) => &success.meta,
            Err(failure) => failure.meta(),
        }
    }
}

impl<'de, T: Deserialize<'de>, M: Metadata> Response<T, M> {
    /// Reads an envelope from JSON text.
    ///
    /// # Errors
    ///
    /// The text is not JSON, it breaks the shape of the contract, or the data is not a `T`. A failure that the tool answered
    /// with is not an error here, but in [`into_result`](Self::into_result).
    pub fn read(text: &'de str) -> Result<Self, ReadError> {
        Self::from_document(serde_json::from_str(text)?)
    }

    /// Reads an envelope whose data is nested under a key, such as `{"tasks": […]}`.
    ///
    /// # Errors
    ///
    /// Those of [`read`](Self::read). A success without the key is one.
    pub fn under(key: &str, text: &'de str) -> Result<Self, ReadError> {
        Self::from_parts(serde_json::from_str(text)?, |payload| payload.read_under(key))
    }

    /// Whether the dialect with this id has these responses.
    pub(crate) fn is_of(dialect: &str) -> bool {
        M::DIALECTS.contains(&dialect)
    }

    /// Whether an envelope with a mark of the contract is the plain data of a success.
    pub(crate) fn is_plain_data(envelope: &Document<'_>) -> bool {
        M::is_plain_data(envelope)
    }

    pub(crate) fn from_document(envelope: Document<'de>) -> Result<Self, ReadError> {
        Self::from_parts(envelope, Payload::read)
    }

    fn from_parts(
        envelope: Document<'de>,
        read: impl FnOnce(Payload<'de>) -> Result<T, ReadError>,
    ) -> Result<Self, ReadError> {
        let Taken { meta, extra, outcome } = M::take(envelope)?;
        Ok(Self(match outcome {
            Ok(payload) => Ok(Success { data: read(payload)?, meta, extra }),
            Err(received) => Err(Failure::new(received.read_in(M::DIALECTS), extra, meta)),
        }))
    }
}

impl<'de, T: Deserialize<'de>, M: Metadata> Deserialize<'de> for Response<T, M> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let envelope = Document::deserialize(deserializer)?;
        Self::from_document(envelope).map_err(D::Error::custom)
    }
}
