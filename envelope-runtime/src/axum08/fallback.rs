//! Handlers for requests that no tool answers.

use ::http::{Method, Uri};

use crate::dialect::{Dialect, Origin};
use crate::envelope::Envelope;
use crate::error::{ErrorCode, ToolFailure};
use crate::negotiation::AnyDialect;
use crate::text::truncate;

/// The largest length of the path in a message, in characters.
const MAX_PATH: usize = 200;

/// Answers a request that matches no route with `NOT_FOUND`, in the dialect `D`, or under a [`DialectLayer`](super::DialectLayer) in the
/// dialect of the request. Use it as the fallback of a router:
///
/// ```
/// use axum::Router;
/// use envelope_runtime::axum08::not_found;
/// use envelope_runtime::response_v2::ResponseV2;
///
/// let app: Router = Router::new().fallback(not_found::<ResponseV2>);
/// ```
///
/// The message is `Route not found: /specs`, with the path of the request, and the details are
/// `{"resource_type": "route", "resource_id": "/specs"}`. The tool is called `not_found` in dialects that name it.
///
/// The dialect has its default settings, such as the tier `community` in Code Scalpel. For other settings, add a layer, which also covers
/// every other answer outside of a tool:
///
/// ```
/// use axum::extract::Request;
/// use axum::middleware::{Next, from_fn};
/// use axum::Router;
/// use envelope_runtime::AnyDialect;
/// use envelope_runtime::axum08::{method_not_allowed, not_found};
/// use envelope_runtime::rfc9457::Rfc9457;
///
/// let problems = AnyDialect::with(Rfc9457::default().types("https://example.com/problems/"));
/// let app: Router = Router::new()
///     .fallback(not_found::<Rfc9457>)
///     .method_not_allowed_fallback(method_not_allowed::<Rfc9457>)
///     .layer(from_fn(move |request: Request, next: Next| problems.clone().scope(next.run(request))));
/// ```
///
/// A [`DialectLayer`](super::DialectLayer) takes such settings in [`Dialects::with`](crate::Dialects::with).
pub async fn not_found<D: Dialect>(uri: Uri) -> Envelope {
    let failure = ToolFailure::not_found("Route", truncate(uri.path(), MAX_PATH));
    AnyDialect::fail_in::<D>(("not_found", &ORIGIN), failure)
}

/// Answers a request whose path matches a route, but not its method, with `METHOD_NOT_ALLOWED` and the status 405, in the dialect `D` or
/// the dialect of the request, like [`not_found`]. The error type is `validation`. `axum` adds the header `allow`. Use it as the fallback
/// for methods of a router:
///
/// ```
/// use axum::Router;
/// use envelope_runtime::axum08::method_not_allowed;
/// use envelope_runtime::response_v2::ResponseV2;
///
/// let app: Router = Router::new().method_not_allowed_fallback(method_not_allowed::<ResponseV2>);
/// ```
///
/// Routes that are added after the fallback do not have it, so add the fallback last. The settings of [`not_found`] apply.
pub async fn method_not_allowed<D: Dialect>(method: Method, uri: Uri) -> Envelope {
    let path = truncate(uri.path(), MAX_PATH);
    let failure = ToolFailure::new(
        ErrorCode::MethodNotAllowed,
        format_args!("{path} has no method {}", truncate(method.as_str(), MAX_PATH)),
    )
    .remediation("Send one of the methods in the response header `allow`")
    .detail("method", truncate(method.as_str(), MAX_PATH));
    AnyDialect::fail_in::<D>(("method_not_allowed", &ORIGIN), failure)
}

const ORIGIN: Origin = Origin {
    // A relative path: `file!()` can return a path of the build machine.
    file: "envelope-runtime/src/axum08/fallback.rs",
    package_version: Some(env!("CARGO_PKG_VERSION")),
};
