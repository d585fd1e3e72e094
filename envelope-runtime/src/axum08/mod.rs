//! Tools as handlers of `axum`, and `tower` layers for the request id and the dialect.
//!
//! | item | purpose |
//! |---|---|
//! | [`RequestIdLayer`], [`DialectLayer`] | the request id and the dialect of a request, for the tools that it calls |
//! | [`Json`], [`Form`], [`Query`], [`Path`] | extractors whose rejections become envelopes of the tool |
//! | [`not_found`], [`method_not_allowed`] | handlers for requests that no route answers |
//!
//! An [`Envelope`] is a response of `axum`, with the status and the headers that [`http`](crate::http1) describes: 404 for `not_found`, 429
//! with `retry-after` for `rate_limit`, and so on. So a tool is a handler. [`RequestIdLayer`] takes the [ambient](crate::RequestId) request
//! id from the header `x-request-id`, or makes one:
//!
//! ```
//! use axum::{Router, routing::get};
//! use envelope_runtime::axum08::RequestIdLayer;
//! use envelope_runtime::{Envelope, ToolFailure, envelope_tool};
//!
//! #[envelope_tool(dialect = "response-v2")]
//! async fn ping() -> Result<(), ToolFailure> {
//!     Ok(())
//! }
//!
//! let app: Router = Router::new().route("/ping", get(ping)).layer(RequestIdLayer::new());
//! ```
//!
//! [`DialectLayer`] does the same for the [dialect](crate::negotiation) that the header `accept-version` asks for.
//!
//! # Extractors
//!
//! When an extractor of `axum` rejects a request, `axum` answers in plain text, and the handler does not run. This module's
//! [`Json`], [`Form`], [`Query`] and [`Path`] extract the same values. If a request does not fit, a tool that takes them
//! answers with its own envelope. The body only runs if everything fits:
//!
//! ```
//! use axum::Router;
//! use axum::routing::put;
//! use envelope_runtime::axum08::{Json, Path, method_not_allowed, not_found};
//! use envelope_runtime::response_v2::ResponseV2;
//! use envelope_runtime::{Payload, ToolFailure, envelope_tool};
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Deserialize)]
//! struct NewSpec {
//!     title: String,
//! }
//!
//! #[derive(Serialize, Payload)]
//! struct Spec {
//!     id: u32,
//!     title: String,
//! }
//!
//! #[envelope_tool(dialect = "response-v2", status = 201)]
//! async fn create(Path(id): Path<u32>, Json(spec): Json<NewSpec>) -> Result<Spec, ToolFailure> {
//!     Ok(Spec { id, title: spec.title })
//! }
//!
//! let app: Router = Router::new()
//!     .route("/specs/{id}", put(create))
//!     .fallback(not_found::<ResponseV2>)
//!     .method_not_allowed_fallback(method_not_allowed::<ResponseV2>);
//! ```
//!
//! A `PUT` of `{}` to `/specs/7` gets the status 400, and
//!
//! ```json
//! {
//!   "success": false,
//!   "data": {
//!     "error_code": "MISSING_REQUIRED",
//!     "error_type": "validation",
//!     "remediation": "Add `title` to the JSON body",
//!     "details": {"field": "title", "problems": [{"field": "title", "problem": "missing"}]}
//!   },
//!   "error": "Invalid JSON body: `title` is missing",
//!   "meta": {"version": "response-v2"}
//! }
//! ```
//!
//! Two extractors of one kind do not compile, since each of them reads the whole query, path or body. `axum`'s own four extractors and
//! `Extension` do not compile, either, nor do `String`, `Bytes` and `RawForm` next to another extractor: `axum` would reject a request in
//! plain text. Take `State` or `axum::body::Body` instead. Any other extractor that rejects requests still does so in plain text:
//! `ConnectInfo` and `MatchedPath` do if the server is not set up for them, so take
//! `Option<Extension<ConnectInfo<SocketAddr>>>` and `Option<MatchedPath>`.
//!
//! An extractor can have any pattern, and can be in an `Option`. The macro recognizes such a parameter by the name of its type, which has
//! to be one of these four. Your own type with such a name, for example a `Path<T>`, stays unchanged: the compiler tells it apart from this
//! module's type. The settings of the tool cannot use these parameters, since settings are evaluated first.
//!
//! The type in the signature is `Json<T>`, which contains an [`Extracted`]; in the body, it is `Json<T, Checked>`, which contains the
//! value. So a test calls the tool above as `create(Path(Ok(7).into()), Json(Ok(spec).into()))`.
//!
//! A request for an unknown route, or with the wrong method, gets an envelope from [`not_found`] and [`method_not_allowed`].
//! `status = 201` is the [status of a success](SuccessStatus).
//!
//! # Rejections
//!
//! | problem | code | HTTP | details |
//! |---|---|---|---|
//! | a field is missing | `MISSING_REQUIRED` | 400 | `field`, `problems` |
//! | a value does not fit | `VALIDATION_ERROR` | 400 | `field`, `problems` |
//! | the body is not JSON, or a part of the path is not UTF-8 | `INVALID_FORMAT` | 400 | `field`, for the path |
//! | the body has another `content-type` | `UNSUPPORTED_MEDIA_TYPE` | 415 | `expected` |
//! | the body is too large | `TOO_LARGE` | 413 | |
//! | the body cannot be read to its end | `VALIDATION_ERROR` | 400 | |
//! | the path is captured in a way that does not fit the type, which is a mistake in the server | `INTERNAL_ERROR` | 500 | |
//!
//! `field` is the path of the field, such as `page.size`. For a part of the URL's path, it is the name in the route, such as `id` of
//! `/specs/{id}`. The remediation names the correction and its place. For data that does not fit, `problems` lists the problems, as for
//! the arguments of an MCP tool: every problem if the type has a JSON Schema (feature `schemars1`), and otherwise only the first.
//!
//! The rejections of `axum` implement [`ToolError`](crate::ToolError), and become the same failures. So a tool can take the `Result` of an
//! extractor that this module does not have, such as `Result<String, StringRejection>` for a body of text, and pass the rejection on with
//! `?`.

mod dialect_layer;
mod extractors;
mod fallback;
mod input;
mod rejection;
mod request_id_layer;

use std::future::Future;
use std::pin::Pin;

use ::axum::response::{IntoResponse, Response};

use crate::envelope::Envelope;
use crate::http1::SuccessStatus;

pub use self::dialect_layer::{DialectLayer, DialectService};
pub use self::extractors::{Checked, Extracted, Form, Json, Path, Query, Stage, Unchecked};
#[doc(hidden)]
pub use self::extractors::{Extractor, OfAxum, OfThisCrate};
pub use self::fallback::{method_not_allowed, not_found};
#[doc(hidden)]
pub use self::input::Help;
pub use self::request_id_layer::{RequestIdLayer, RequestIdService};

/// An envelope is a response of `axum`.
impl IntoResponse for Envelope {
    fn into_response(self) -> Response {
        self.into()
    }
}

/// An envelope with the status of a success is also a response.
impl<const STATUS: u16> IntoResponse for SuccessStatus<STATUS> {
    fn into_response(self) -> Response {
        self.into()
    }
}

/// The future of a response. The services of [`DialectLayer`] and [`RequestIdLayer`] return it.
pub type ResponseFuture<R, E> =
    Pin<Box<dyn Future<Output = Result<::http::Response<R>, E>> + Send>>;
