//! The response of a tool: data, or a failure.

use envelope_runtime::RequestId;
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use crate::failure::Failure;
use crate::object::{Entries, Field};
use crate::read_error::ReadError;
use crate::text::{parse, pointer_token};

/// The response of a tool: data or a failure, with the metadata `M` of its contract.
///
/// Each contract has an alias with its own metadata: [`response_v2::Response`](crate::response_v2::Response),
/// [`dotbot::Response`](crate::dotbot::Response), [`mcp::Response`](crate::mcp::Response),
/// [`code_scalpel::Response`](crate::code_scalpel::Response) and [`rfc9457::Response`](crate::rfc9457::Response). [`AnyResponse`] is the
/// response of any contract.
///
/// [`AnyResponse`]: crate::AnyResponse
///
/// ```
/// use envelope_client::response_v2::Response;
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
///     "meta": {"version": "response-v2", "pagination": {"cursor": "b", "has_more": true}}
/// }"#;
/// let response: Response<Tasks> = serde_json::from_str(text)?;
/// assert_eq!(response.meta.pagination.unwrap().cursor.as_deref(), Some("b"));
/// assert_eq!(response.outcome?.tasks, ["task-001"]);
///
/// let response = Response::<Vec<String>>::under("tasks", text)?;
/// assert_eq!(response.outcome?, ["task-001"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A response deserializes from any format. `serde_json` rejects more than 128 levels of nesting. An integer beyond 64 bits becomes the
/// nearest `f64`, unless `serde_json` has its feature `arbitrary_precision`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
#[must_use = "a response can be a failure"]
pub struct Response<T, M> {
    /// The id of the contract, such as `response-v2`. A result of MCP with a `resultType` belongs to `mcp-2026-07-28`.
    pub dialect: &'static str,
    /// The data, or the failure.
    pub outcome: Result<T, Box<Failure>>,
    /// The metadata. The warnings, the rate limit, the measurements and the further keys of a failure's metadata are in the [`Failure`].
    pub meta: M,
    /// Further keys of the envelope.
    pub extra: Map<String, Value>,
}

/// The data of a tool, with the metadata `M` of its contract.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Success<T, M> {
    /// The data.
    pub data: T,
    /// The metadata.
    pub meta: M,
    /// Further keys of the envelope.
    pub extra: Map<String, Value>,
}

/// The metadata of a contract. It cannot be implemented outside of this crate.
pub trait Metadata {
    /// The request id.
    fn request_id(&self) -> Option<&RequestId>;

    /// Takes an envelope apart. Adds the place of the envelope to `pointer`, if the envelope is inside of the value.
    #[doc(hidden)]
    #[allow(clippy::missing_errors_doc, reason = "it is not for users")]
    fn take(envelope: Value, pointer: &mut String) -> Result<Response<Data, Self>, ReadError>
    where
        Self: Sized;
}

impl<T, M> Response<T, M> {
    /// The data with its metadata, or the failure. A gateway that answers with the data alone drops the warnings and the page of the other
    /// server. To keep them, copy them from [`Success::meta`] to your own reply.
    ///
    /// # Errors
    ///
    /// The failure that the tool answered with.
    pub fn into_result(self) -> Result<Success<T, M>, Box<Failure>> {
        let Self { outcome, meta, extra, .. } = self;
        outcome.map(|data| Success { data, meta, extra })
    }

    pub(crate) fn map_meta<N>(self, map: impl FnOnce(M) -> N) -> Response<T, N> {
        let Self { dialect, outcome, meta, extra } = self;
        Response { dialect, outcome, meta: map(meta), extra }
    }
}

impl<T: DeserializeOwned, M: Metadata> Response<T, M> {
    /// Reads an envelope from JSON text.
    ///
    /// # Errors
    ///
    /// The text is not JSON, it breaks the shape of the contract, or the data is not a `T`. A failure that the tool answered with is
    /// not an error here, but the [`outcome`](Self::outcome).
    pub fn read(text: &str) -> Result<Self, ReadError> {
        Self::from_value(parse(text)?)
    }

    /// Reads an envelope whose data is nested under a key, such as `{"tasks": […]}`.
    ///
    /// # Errors
    ///
    /// The errors of [`read`](Self::read), and an error for a success without the key.
    pub fn under(key: &str, text: &str) -> Result<Self, ReadError> {
        Self::with_data(parse(text)?, |data| data.read_under(key))
    }

    /// Reads an envelope from a JSON value, such as the result of an SDK.
    ///
    /// # Errors
    ///
    /// The value breaks the shape of the contract, or the data is not a `T`.
    pub fn from_value(envelope: Value) -> Result<Self, ReadError> {
        Self::with_data(envelope, Data::read)
    }

    fn with_data(
        envelope: Value,
        read: impl FnOnce(Data) -> Result<T, ReadError>,
    ) -> Result<Self, ReadError> {
        let mut pointer = String::new();
        let taken = M::take(envelope, &mut pointer).and_then(|taken| {
            let Response { dialect, outcome, meta, extra } = taken;
            let outcome = match outcome {
                Ok(data) => Ok(read(data)?),
                Err(failure) => Err(failure),
            };
            Ok(Self { dialect, outcome, meta, extra })
        });
        taken.map_err(|error| error.inside(&pointer))
    }
}

impl<'de, T: DeserializeOwned, M: Metadata> Deserialize<'de> for Response<T, M> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::from_value(Value::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

/// The data of a success, before it is read.
#[derive(Debug)]
pub struct Data {
    pub(crate) pointer: String,
    pub(crate) json: Value,
    /// The text of an MCP result, which can also be the data. If `json` is null, the text can contain other JSON.
    pub(crate) text: Option<String>,
}

impl Data {
    pub(crate) fn new(pointer: impl Into<String>, json: impl Into<Value>) -> Self {
        Self { pointer: pointer.into(), json: json.into(), text: None }
    }

    /// The JSON of a text, or else the text itself.
    pub(crate) fn from_text(pointer: String, text: String) -> Self {
        let json = parse(&text).unwrap_or_else(|_| text.clone().into());
        Self { pointer, json, text: Some(text) }
    }

    fn read<T: DeserializeOwned>(self) -> Result<T, ReadError> {
        let Self { pointer, json, text } = self;
        // `()` deserializes from null, but a tool without data answers with `{}`, or only with a text.
        let is_empty = json.as_object().is_some_and(Map::is_empty);
        let is_nothing = is_empty || (text.is_some() && size_of::<T>() == 0);
        let in_text = text.as_deref().filter(|_| json.is_null()).and_then(|text| parse(text).ok());
        let others = in_text.into_iter().chain(text.map(Value::from));
        let others = others.chain(is_nothing.then_some(Value::Null));
        T::deserialize(json)
            .or_else(|error| others.flat_map(T::deserialize).next().ok_or(error))
            .map_err(|error| ReadError::new(pointer, error))
    }

    fn read_under<T: DeserializeOwned>(mut self, key: &str) -> Result<T, ReadError> {
        let pointer = format!("{}/{}", self.pointer, pointer_token(key));
        match self.json.get_mut(key).map(Value::take) {
            Some(json) => Data::new(pointer, json).read(),
            None => Err(ReadError::expected(pointer, "the data", None)),
        }
    }
}

/// The entries of an envelope.
pub(crate) fn entries(envelope: Value) -> Result<Entries, ReadError> {
    Entries::read(envelope).map_err(|other| ReadError::expected("", "an object", Some(&other)))
}

/// Takes a value that the contract requires.
pub(crate) fn require<T: Field>(
    object: &mut Entries,
    key: &str,
    expected: &str,
) -> Result<T, ReadError> {
    let json = object.remove(key).ok_or(None);
    let value = json.and_then(|json| T::read(json).map_err(Some));
    value.map_err(|other| ReadError::expected(format!("/{key}"), expected, other.as_ref()))
}

/// Requires a value that stays in the object.
pub(crate) fn ensure(
    object: &Entries,
    key: &str,
    expected: &str,
    fits: impl FnOnce(&Value) -> bool,
) -> Result<(), ReadError> {
    match object.get(key) {
        Some(value) if fits(value) => Ok(()),
        other => Err(ReadError::expected(format!("/{key}"), expected, other)),
    }
}
