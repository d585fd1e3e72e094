//! The input of an extractor, which is read again to explain why it does not fit, or which of its keys nothing knows.

use ::axum::body::{Body, Bytes};
use ::axum::extract::rejection::BytesRejection;
use ::axum::extract::{FromRequest, Query, Request};
use ::http::Uri;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::Rejection;
use crate::arguments::{Input, UnknownArguments};
use crate::error::{ToolError, ToolFailure};
use crate::metadata::Warning;

/// An input that fits and is larger is not searched for unknown keys, in bytes.
const MAX_SEARCHED: usize = 1 << 20;

/// The input of an extractor.
#[derive(Debug)]
pub(super) enum Raw {
    /// A JSON body.
    Json(Bytes),
    /// A query string, or a form.
    Text(Bytes),
    /// There is none, as in a test.
    Unknown,
}

impl Raw {
    /// The body of a request, and the request with it.
    pub(super) async fn of_body<S: Send + Sync>(
        request: Request,
        state: &S,
        of: fn(Bytes) -> Self,
    ) -> Result<(Request, Self), BytesRejection> {
        let (parts, body) = request.into_parts();
        let read = Request::from_parts(parts.clone(), body);
        let bytes = Bytes::from_request(read, state).await?;
        Ok((Request::from_parts(parts, Body::from(bytes.clone())), of(bytes)))
    }

    pub(super) fn of_query(query: Option<&str>) -> Self {
        Self::Text(Bytes::copy_from_slice(query.unwrap_or_default().as_bytes()))
    }

    /// The value with warnings, or the failure that names every problem. `input` is the name of the input.
    pub(super) fn check<T: DeserializeOwned>(
        self,
        result: Result<T, Rejection>,
        input: &str,
        schema: Option<fn() -> &'static Value>,
        unknown: UnknownArguments,
    ) -> Result<(T, Vec<Warning>), ToolFailure> {
        let rejection = match result {
            Ok(value) if self.len() > MAX_SEARCHED => return Ok((value, Vec::new())),
            Ok(value) => {
                let Some(read) = self.read::<T>(schema) else { return Ok((value, Vec::new())) };
                // Whether the value fits has been decided.
                return match read.and_then(|fitting| unknown.rejected(fitting)) {
                    Ok(fitting) => Ok((value, unknown.warnings(&fitting.unknown))),
                    Err(problems) if problems.are_unknown() => Err(problems.corrected(input)),
                    Err(_) => Ok((value, Vec::new())),
                };
            }
            Err(rejection) => rejection,
        };
        match self.read::<T>(schema) {
            Some(Err(problems)) if rejection.is_misfit() => Err(problems.corrected(input)),
            _ => Err(rejection.failure()),
        }
    }

    fn len(&self) -> usize {
        match self {
            Self::Json(bytes) | Self::Text(bytes) => bytes.len(),
            Self::Unknown => 0,
        }
    }

    /// Reads the input as arguments are read, if it can be.
    fn read<T: DeserializeOwned>(
        &self,
        schema: Option<fn() -> &'static Value>,
    ) -> Option<Result<crate::arguments::Fitting<T>, crate::arguments::Problems>> {
        let (value, is_text) = match self {
            Self::Json(bytes) => (serde_json::from_slice(bytes).ok()?, false),
            Self::Text(bytes) => (entries(bytes)?, true),
            Self::Unknown => return None,
        };
        Some(Input { value: &value, is_text, schema }.read())
    }
}

/// The entries of a query string or a form, as an object of texts.
fn entries(bytes: &[u8]) -> Option<Value> {
    let text = std::str::from_utf8(bytes).ok()?;
    let uri: Uri = format!("/?{text}").parse().ok()?;
    let Query(entries) = Query::<Vec<(String, String)>>::try_from_uri(&uri).ok()?;
    let mut object = Map::new();
    for (key, value) in entries {
        // A key that is given twice is no entry of an object.
        if object.insert(key, Value::String(value)).is_some() {
            return None;
        }
    }
    Some(Value::Object(object))
}
