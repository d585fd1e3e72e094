//! `timeout`, the limit of a call.

use proc_macro2::Ident;
use syn::{Error, Expr, Result};

use super::function::Shape;

/// `timeout = Duration::from_secs(5)`
pub(super) struct Timeout {
    pub(super) name: Ident,
    pub(super) limit: Expr,
}

/// How messages show `timeout`.
pub(super) const EXAMPLE: &str = "timeout = Duration::from_secs(5)";

impl Timeout {
    /// Only a future can be dropped before its end, and only with the runtime's feature.
    pub(super) fn check(&self, shape: Shape) -> Result<()> {
        let message = if shape == Shape::Value {
            "`timeout` needs an `async` tool; make the function `async`, or remove `timeout`"
        } else if cfg!(feature = "tokio") {
            return Ok(());
        } else {
            "`timeout` needs the feature `tokio` of envelope-runtime; add it in `Cargo.toml`"
        };
        Err(Error::new(self.name.span(), message))
    }
}
