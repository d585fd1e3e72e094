//! The input of an extractor, which the tool reads: it explains why data does not fit, and knows which keys nothing knows.

use ::axum::body::{Body, Bytes};
use ::axum::extract::rejection::BytesRejection;
use ::axum::extract::{FromRequest, Request};
use envelope_arguments::Reader;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::rejection::Rejection;
use crate::argument_failure::failure;
use crate::argument_settings::ArgumentSettings;
use crate::call::panics::Panic;
use crate::error::{ToolError, ToolFailure};
use crate::metadata::Warning;

/// The reader with the JSON Schema of an extractor's type, if it has one.
pub(super) type Schema = Option<Reader>;

/// The input of an extractor.
#[derive(Debug)]
pub(super) enum Input<T> {
    /// A JSON body.
    Json(Value),
    /// A query string or a form.
    Text(Bytes),
    /// A value or a rejection alone, as in a test.
    Read(Result<T, Rejection>),
    /// The author's `Deserialize` has panicked in `axum`. The tool resumes the panic, and can catch it.
    Panicked(Panic),
}

impl<T: DeserializeOwned> Input<T> {
    /// The value with warnings, or the failure that names every problem. `input` is the name of the input.
    pub(super) fn check(
        self,
        input: &str,
        schema: Schema,
        settings: ArgumentSettings,
    ) -> Result<(T, Vec<Warning>), ToolFailure> {
        let reader = settings.reader(schema.unwrap_or_else(Reader::without_schema));
        let accepted = match self {
            Self::Json(json) => reader.read(json),
            Self::Text(text) => reader.read_form(pairs(&text)),
            Self::Read(Ok(arguments)) => return Ok((arguments, Vec::new())),
            Self::Read(Err(rejection)) => return Err(rejection.failure()),
            Self::Panicked(panic) => panic.resume(),
        };
        let accepted = accepted.map_err(|problems| failure(&problems, input))?;
        let warnings = settings.warnings(&accepted);
        Ok((accepted.arguments, warnings))
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

/// The pairs of a query string or a form.
fn pairs(text: &[u8]) -> impl Iterator<Item = (String, String)> {
    form_urlencoded::parse(text).map(|(key, value)| (key.into_owned(), value.into_owned()))
}
