//! `dialect = "response-v2"` and `dialects("response-v2", crate::Acme)`.

use proc_macro2::{Group, Ident, TokenStream};
use quote::ToTokens;
use syn::parse::discouraged::Speculative;
use syn::parse::{Parse, ParseStream};
use syn::{Expr, ExprLit, ExprPath, Lit, LitStr, Path, Result, token};

use crate::contracts::{self, Contract, DIALECT_EXAMPLE, DIALECTS_EXAMPLE};
use crate::errors::error;
use crate::syntax::crate_path::CratePath;
use crate::syntax::each_in_parentheses;
use crate::syntax::suggest::{any_of, meant_ids};
use crate::syntax::values::{
    at_end, own_value, repeated, rest_of_argument, text_of, ungrouped, value,
};

pub(super) enum DialectName {
    /// A dialect of the runtime.
    Known(&'static Contract),
    /// The type of a custom dialect.
    Path(Path),
}

/// An expression, or the path of a type, without `::` before its arguments: `Acme<Blue>`.
struct Value(Expr);

impl Parse for Value {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let fork = input.fork();
        match fork.parse::<Path>() {
            Ok(path) if at_end(&fork) => {
                input.advance_to(&fork);
                Ok(Self(Expr::Path(ExprPath { attrs: Vec::new(), qself: None, path })))
            }
            _ => input.parse().map(Self),
        }
    }
}

impl DialectName {
    fn parse(expr: Expr) -> Result<Self> {
        match ungrouped(expr) {
            Expr::Lit(ExprLit { lit: Lit::Str(id), .. }) => known_dialect(&id).map(Self::Known),
            Expr::Path(path) if path.qself.is_none() && !is_id(&path.path) => {
                Ok(Self::Path(path.path))
            }
            list @ (Expr::Array(_) | Expr::Tuple(_)) => Err(error!(
                list,
                "several dialects are a list: `{}`",
                several(list.to_token_stream())
            )),
            other => Err(error!(
                other,
                "invalid dialect; expected the id of a contract, such as `\"response-v2\"`, or the path of a custom dialect, such as `crate::Acme`"
            )),
        }
    }

    /// The type that implements `Dialect`.
    pub(super) fn implementor(&self, runtime: &CratePath) -> TokenStream {
        match self {
            Self::Path(path) => path.to_token_stream(),
            Self::Known(dialect) => runtime.public(dialect.path),
        }
    }

    /// The contract of a dialect of the runtime.
    pub(super) fn known(&self) -> Option<&'static Contract> {
        match self {
            Self::Known(dialect) => Some(dialect),
            Self::Path(_) => None,
        }
    }
}

/// The contracts of the dialects of the runtime, without custom dialects.
pub(super) fn known(dialects: &[DialectName]) -> Vec<&'static Contract> {
    dialects.iter().filter_map(DialectName::known).collect()
}

/// `= "id"` or `= path`
pub(super) fn dialect(name: &Ident, input: ParseStream<'_>) -> Result<DialectName> {
    if input.peek(token::Paren) && repeated::<Value>(name, input).is_none() {
        let several = several(own_value(input));
        return Err(error!(name, "several dialects are a list: `{several}`"));
    }
    let Value(expr) = value(name, "the id of a contract, or a path", DIALECT_EXAMPLE, input)?;
    DialectName::parse(expr)
}

/// How messages show several dialects: with the author's own value, which may be a list in other brackets.
fn several(value: TokenStream) -> String {
    let list = syn::parse2::<Group>(value.clone()).map_or(value, |list| list.stream());
    if list.is_empty() {
        DIALECTS_EXAMPLE.to_owned()
    } else {
        format!("dialects({})", text_of(&list))
    }
}

/// Whether a path is an id that was written as a name: `response_v2`.
fn is_id(path: &Path) -> bool {
    contracts::ids().any(|id| path.is_ident(&id.replace('-', "_")))
}

/// The id, if an argument is an id without quotes.
pub(super) fn bare_id(input: ParseStream<'_>) -> Option<LitStr> {
    let tokens = rest_of_argument(&input.fork()).ok()?;
    let text: String = tokens.into_iter().map(|token| token.to_string()).collect();
    let text = text.replace('_', "-");
    let id = contracts::ids().find(|id| *id == text)?;
    Some(LitStr::new(id, input.span()))
}

/// `("id", path)`: one or more.
pub(super) fn dialects(name: &Ident, input: ParseStream<'_>) -> Result<Vec<DialectName>> {
    if !input.peek(token::Paren) {
        let several = several(own_value(input));
        return Err(error!(name, "`dialects` takes a list in parentheses: `{several}`"));
    }
    let path = |name: &DialectName| name.implementor(&CratePath::default()).to_string();
    let mut names: Vec<DialectName> = Vec::new();
    each_in_parentheses(input, |input| {
        let Value(expr) = input.parse()?;
        let dialect = DialectName::parse(expr.clone())?;
        if names.iter().any(|name| path(name) == path(&dialect)) {
            return Err(error!(expr, "the dialect is named twice; remove one of them"));
        }
        names.push(dialect);
        Ok(())
    })?;
    if names.is_empty() {
        return Err(error!(name, "the list of `dialects` is empty: `{DIALECTS_EXAMPLE}`"));
    }
    Ok(names)
}

fn known_dialect(id: &LitStr) -> Result<&'static Contract> {
    let value = id.value();
    if value.is_empty() {
        return Err(error!(
            id,
            "the id of the dialect is empty; expected {}",
            any_of(contracts::ids())
        ));
    }
    Contract::find(&value).ok_or_else(|| match meant_ids(&value, |_| true) {
        meant if meant.is_empty() => error!(
            id,
            "there is no dialect `{value}`; expected {}, or the path of a custom dialect: `dialect = crate::Acme`",
            any_of(contracts::ids())
        ),
        meant => error!(id, "there is no dialect `{value}`; did you mean {}?", any_of(meant)),
    })
}
