//! A module without a prelude, in which every path is spelled out.

#![no_implicit_prelude]

use ::std::future::Future;
use ::std::pin::Pin;
use ::std::result::Result;

/// Data.
#[derive(Debug, ::serde::Serialize, ::envelope_runtime::Payload)]
pub struct Spec {
    /// A field.
    pub id: u8,
}

/// An error.
#[derive(Debug, ::envelope_runtime::ToolError)]
pub enum SpecError {
    /// A variant.
    #[tool_error(code = "NOT_FOUND", message = "no {id}", remediation = "find {id}")]
    NotFound {
        /// A field.
        #[tool_error(detail, data = "spec")]
        id: u8,
    },
    /// A variant.
    #[tool_error(transparent)]
    Other(::envelope_runtime::ToolFailure),
}

/// A tool.
#[::envelope_runtime::envelope_tool(dialect = "response-v2", telemetry)]
pub fn sync(id: u8) -> Result<Spec, SpecError> {
    Result::Ok(Spec { id })
}

/// A tool.
#[::envelope_runtime::envelope_tool(dialect = "response-v2", request_id = "req_1")]
pub async fn asynchronous(id: u8) -> Result<Spec, SpecError> {
    Result::Err(SpecError::NotFound { id })
}

/// A tool.
#[::envelope_runtime::envelope_tool(dialect = "response-v2", catch_panic)]
pub fn boxed(
    id: u8,
) -> Pin<::std::boxed::Box<dyn Future<Output = Result<Spec, SpecError>> + ::std::marker::Send>> {
    ::std::boxed::Box::pin(async move { Result::Ok(Spec { id }) })
}

/// A tool.
#[::envelope_runtime::envelope_tool(
    dialect = "response-v2",
    timeout = ::std::time::Duration::from_secs(60),
    status = 201
)]
pub fn limited(
    ::envelope_runtime::axum08::Path(id): ::envelope_runtime::axum08::Path<u8>,
    json: ::std::option::Option<::envelope_runtime::axum08::Json<u8>>,
) -> impl Future<Output = Result<Spec, SpecError>> + ::std::marker::Send {
    let id = json.map_or(id, |json| id + json.0);
    async move { Result::Ok(Spec { id }) }
}

#[test]
fn they_answer() {
    let runtime = ::tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    let json = ::envelope_runtime::axum08::Json(::core::convert::From::from(Result::Ok(1)));
    let path = ::envelope_runtime::axum08::Path(::core::convert::From::from(Result::Ok(1)));
    ::std::assert!(
        runtime.block_on(limited(path, ::std::option::Option::Some(json))).0.is_success()
    );
    ::std::assert!(sync(1).is_success());
    ::std::assert!(!::pollster::block_on(asynchronous(1)).is_success());
    ::std::assert!(::pollster::block_on(boxed(1)).is_success());
}
