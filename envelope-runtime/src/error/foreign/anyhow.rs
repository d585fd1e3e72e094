//! `anyhow::Error`.

use std::error::Error;

use crate::error::{ErrorCode, ToolError, ToolFailure};

/// The failure of the first error in the chain that is a [`ToolFailure`], or an error of `serde_json` or the standard
/// library that has a code. Contexts do not change its code or its message; they go to the log, with the whole chain. Any
/// other error is an `INTERNAL_ERROR`.
impl ToolError for anyhow::Error {
    fn failure(&self) -> ToolFailure {
        if let Some(failure) = self.downcast_ref::<ToolFailure>() {
            return failure.clone();
        }
        let chain = format_args!("{self:#}");
        match self.chain().find_map(mapped) {
            Some(failure) => failure.cause(chain),
            None => ToolFailure::new(ErrorCode::InternalError, chain),
        }
    }
}

/// The failure of an error that has a code.
fn mapped(error: &(dyn Error + 'static)) -> Option<ToolFailure> {
    if let Some(failure) = error.downcast_ref::<ToolFailure>() {
        return Some(failure.clone());
    }
    let of_json = error.downcast_ref::<serde_json::Error>().map(ToolError::failure);
    of_json.or_else(|| super::std::failure_of(error))
}
