//! Logs arguments without effect, such as values that a contract does not allow.

use std::fmt;

/// Reports an argument that has no effect.
#[cold]
pub(crate) fn no_effect(reason: fmt::Arguments<'_>) {
    #[cfg(feature = "tracing01")]
    tracing::warn!(target: "envelope_runtime", "{reason}");
    #[cfg(not(feature = "tracing01"))]
    let _ = reason;
}
