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

use std::fmt::Display;

use crate::{ErrorType, RequestId};

#[cfg(feature = "tracing")]
pub(crate) use self::tracing::log;

/// How a call ended: what its event says beside what the call itself knows.
#[cfg_attr(not(feature = "tracing"), allow(dead_code, reason = "there is no log"))]
pub(crate) struct Event<'a> {
    /// The code and the category of a failure.
    pub(crate) failure: Option<(&'a str, ErrorType)>,
    pub(crate) request_id: Option<&'a RequestId>,
    /// What is kept from the caller.
    pub(crate) hidden: Option<&'a dyn Display>,
}

#[cfg(not(feature = "tracing"))]
pub(crate) fn log<C: crate::call::CallOf>(_call: &C, _event: &Event<'_>) {}
