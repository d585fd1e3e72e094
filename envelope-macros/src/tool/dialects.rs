//! `dialect = "response-v2"` and `dialects("response-v2", crate::Acme)`.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, format_ident};
use syn::parse::{ParseStream, Parser};
use syn::{LitStr, Path, Result, token};

use crate::contracts::{self, Contract, DIALECT_EXAMPLE, DIALECTS_EXAMPLE};
use crate::errors::error;
use crate::syntax::crate_path::CratePath;
use crate::syntax::each_in_parentheses;
use crate::syntax::suggest::{any_of, meant_ids};
use crate::syntax::values::{at_end, equals, own_value, repeated, rest_of_argument, text_of};

pub(super) enum DialectName {
    /// A dialect of the runtime.
    Known(&'static Contract),
    /// The type of a custom dialect.
    Path(Path),
}

impl DialectName {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        if input.peek(LitStr) {
            return known_dialect(&input.parse()?).map(Self::Known);
        }
        let written = rest_of_argument(&input.fork())?;
        if input.peek(token::Bracket) || input.peek(token::Paren) {
            return Err(error!(written, "several dialects are a list: `{}`", several(input)));
        }
        match input.parse() {
            Ok(path) if at_end(input) && !is_id(&path) => Ok(Self::Path(path)),
            _ => Err(error!(
                written,
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
    let own = repeated::<LitStr>(name, input).or_else(|| repeated::<Path>(name, input));
    if input.peek(token::Paren) && own.is_none() {
        return Err(error!(name, "several dialects are a list: `{}`", several(input)));
    }
    equals(name, own.as_deref().unwrap_or(DIALECT_EXAMPLE), input)?;
    DialectName::parse(input)
}

/// How messages show several dialects: with the author's own text, or with the author's own list in other brackets.
fn several(input: ParseStream<'_>) -> String {
    let written = own_value(input);
    // Other tokens can come before the brackets: `&["response-v2"]`, `vec!["response-v2"]`.
    let own = match written.clone().into_iter().last() {
        Some(TokenTree::Group(list)) => list.stream(),
        _ => written,
    };
    let list = format!("({})", text_of(own));
    let parse = |input: ParseStream<'_>| dialects(&format_ident!("dialects"), input);
    // The brackets can also be an index, or the arguments of another macro.
    let is_list = parse.parse_str(&list).is_ok();
    if is_list { format!("dialects{list}") } else { DIALECTS_EXAMPLE.to_owned() }
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
        let several = several(input);
        return Err(error!(name, "`dialects` takes a list in parentheses: `{several}`"));
    }
    let path = |name: &DialectName| name.implementor(&CratePath::default()).to_string();
    let mut names: Vec<DialectName> = Vec::new();
    each_in_parentheses(input, |input| {
        let written = rest_of_argument(&input.fork())?;
        let dialect = DialectName::parse(input)?;
        if names.iter().any(|name| path(name) == path(&dialect)) {
            return Err(error!(written, "the dialect is named twice; remove one of them"));
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
