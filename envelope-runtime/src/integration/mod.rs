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

#[cfg(not(feature = "tracing"))]
pub(crate) use self::silent::Event;
#[cfg(feature = "tracing")]
pub(crate) use self::tracing::Event;

/// In place of the log where there is none.
#[cfg(not(feature = "tracing"))]
mod silent {
    use std::fmt::Display;

    use crate::call::CallOf;
    use crate::{RequestId, Status};

    pub(crate) struct Event;

    #[allow(clippy::unused_self, reason = "it is used where there is a log")]
    impl Event {
        pub(crate) fn of(_status: &Status, _request_id: Option<&RequestId>) -> Self {
            Self
        }

        pub(crate) fn write<C: CallOf>(self, _call: &C, _hidden: Option<&dyn Display>) {}
    }
}
