//! The errors of the layers of `tower`.

use ::tower::load_shed::error::Overloaded;
use ::tower::timeout::error::Elapsed;

use crate::error::{ToolError, ToolFailure};

/// `TIMEOUT`, whose outcome is unknown.
impl ToolError for Elapsed {
    fn failure(&self) -> ToolFailure {
        ToolFailure::timed_out("The operation timed out").replacing(self)
    }
}

/// `UNAVAILABLE`: the service takes no further call for now.
impl ToolError for Overloaded {
    fn failure(&self) -> ToolFailure {
        ToolFailure::unavailable("The server is busy").replacing(self)
    }
}
