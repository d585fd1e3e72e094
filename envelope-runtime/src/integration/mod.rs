//! What other crates get from a call, each behind its feature.

#[cfg(feature = "tracing")]
mod tracing;

#[cfg(feature = "tracing")]
pub(crate) use self::tracing::log_hidden;

#[cfg(not(feature = "tracing"))]
pub(crate) fn log_hidden<D: crate::Dialect>(_call: &D::Call, _report: &crate::ErrorReport) {}
