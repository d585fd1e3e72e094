//! What other crates get from a call, each behind its feature.

#[cfg(feature = "axum")]
pub mod axum;
#[cfg(feature = "http")]
pub mod http;
#[cfg(feature = "rmcp")]
pub mod rmcp;
#[cfg(feature = "schemars")]
pub mod schema;
#[cfg(feature = "tracing")]
mod tracing;

#[cfg(feature = "tracing")]
pub(crate) use self::tracing::{log_failure, log_success};

#[cfg(not(feature = "tracing"))]
pub(crate) use self::silent::{log_failure, log_success};

/// In place of the log where there is none.
#[cfg(not(feature = "tracing"))]
mod silent {
    use crate::call::CallOf;
    use crate::{Dialect, ErrorReport};

    pub(crate) fn log_success<C: CallOf>(_call: &C, _meta: &<C::Dialect as Dialect>::Meta) {}

    pub(crate) fn log_failure<C: CallOf>(_call: &C, _report: &ErrorReport) {}
}
