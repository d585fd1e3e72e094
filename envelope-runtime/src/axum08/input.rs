//! The input of an extractor, which the tool reads: it explains why data does not fit, and knows which keys nothing knows.

use ::axum::body::{Body, Bytes};
use ::axum::extract::rejection::BytesRejection;
use ::axum::extract::{FromRequest, Request};
use envelope_arguments::Reader;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::rejection::Rejection;
use crate::argument_failure::corrected;
use crate::error::{ToolError, ToolFailure};
use crate::metadata::Warning;
use crate::unknown_arguments::UnknownArguments;

/// The JSON Schema of an extractor's type, if it has one.
pub(super) type Schema = Option<fn() -> &'static Value>;

/// The input of an extractor.
#[derive(Debug)]
pub(super) enum Input<T> {
    /// A JSON body.
    Json(Value),
    /// A query string or a form, and the value that `axum` has read from it.
    Text(Bytes, Result<T, Rejection>),
    /// A value or a rejection alone, as in a test.
    Read(Result<T, Rejection>),
}

impl<T: DeserializeOwned> Input<T> {
    /// The value with warnings, or the failure that names every problem. `input` is the name of the input.
    pub(super) fn check(
        self,
        input: &str,
        schema: Schema,
        setting: UnknownArguments,
    ) -> Result<(T, Vec<Warning>), ToolFailure> {
        let reader =
            Reader::with_schema(schema).reject_unknown(setting == UnknownArguments::Reject);
        let accepted = match self {
            Self::Json(json) => reader.read(json),
            Self::Text(text, result) => {
                let (entries, is_repeated) = entries(&text);
                match result {
                    Ok(arguments) => reader.read_form(entries, Ok(arguments)),
                    // A key that is given twice is no entry of an object.
                    Err(rejection) => match rejection.misfit().filter(|_| !is_repeated) {
                        Some(rejected) => reader.read_form(entries, Err(rejected)),
                        None => return Err(rejection.failure()),
                    },
                }
            }
            Self::Read(Ok(arguments)) => return Ok((arguments, Vec::new())),
            Self::Read(Err(rejection)) => return Err(rejection.failure()),
        };
        let accepted = accepted.map_err(|problems| corrected(&problems, input))?;
        Ok((accepted.arguments, setting.warnings(&accepted.unknown)))
    }
}

/// The body of a request, and the request with it.
pub(super) async fn with_body<S: Send + Sync>(
    request: Request,
    state: &S,
) -> Result<(Request, Bytes), BytesRejection> {
    let (parts, body) = request.into_parts();
    let read = Request::from_parts(parts.clone(), body);
    let bytes = Bytes::from_request(read, state).await?;
    Ok((Request::from_parts(parts, Body::from(bytes.clone())), bytes))
}

/// The entries of a query string or a form, and whether a key is there more than once.
fn entries(bytes: &[u8]) -> (Map<String, Value>, bool) {
    let mut entries = Map::new();
    let mut is_repeated = false;
    for (key, value) in form_urlencoded::parse(bytes) {
        is_repeated |= entries.insert(key.into_owned(), value.into_owned().into()).is_some();
    }
    (entries, is_repeated)
}
