//! `timeout`, the limit of a call.

use proc_macro2::Ident;
use syn::parse::ParseStream;
use syn::spanned::Spanned;
use syn::{Error, Expr, Lit, Result};

use super::function::Shape;
use crate::attr::values::{invalid_value, needs_feature, ungrouped, value, written_expr};

/// `timeout = Duration::from_secs(5)`
pub(super) struct Timeout {
    pub(super) name: Ident,
    pub(super) limit: Expr,
}

/// `= Duration::from_secs(5)`
pub(super) fn limit(name: &Ident, input: ParseStream<'_>) -> Result<Expr> {
    const EXAMPLE: &str = "timeout = Duration::from_secs(5)";

    let Some(Expr::Lit(literal)) = written_expr(input) else {
        return value(name, "a `Duration`", EXAMPLE, input).map(ungrouped);
    };
    let example = match &literal.lit {
        Lit::Int(seconds) => format!("timeout = Duration::from_secs({})", seconds.base10_digits()),
        _ => EXAMPLE.to_owned(),
    };
    Err(invalid_value(name, "a `Duration`", &example, literal.span()))
}

impl Timeout {
    /// Only a future can be dropped before its end, and only with the runtime's feature.
    pub(super) fn check(&self, shape: Shape) -> Result<()> {
        if shape == Shape::Value {
            let message =
                "`timeout` needs an `async` tool; make the function `async`, or remove `timeout`";
            return Err(Error::new(self.name.span(), message));
        }
        if cfg!(feature = "tokio") { Ok(()) } else { Err(needs_feature(&self.name, "tokio")) }
    }
}
