//! The attributes of thiserror: the message, and the source.

use proc_macro2::{Ident, Spacing, TokenStream, TokenTree};
use syn::parse::ParseStream;
use syn::{Attribute, LitStr, Meta};

/// `#[error(…)]`
pub(super) struct ErrorAttribute {
    /// Whether it is `#[error(transparent)]`: the message and the source come from the field.
    pub(super) is_transparent: bool,
    /// The text of `#[error("…", …)]`.
    pub(super) text: Option<LitStr>,
}

impl ErrorAttribute {
    pub(super) fn of(attributes: &[Attribute]) -> Option<Self> {
        let attribute = error_attributes(attributes).next()?;
        let argument = attribute.parse_args::<Ident>();
        let first = |input: ParseStream<'_>| {
            let text = input.parse()?;
            input.parse::<TokenStream>()?;
            Ok(text)
        };
        Some(Self {
            is_transparent: argument.is_ok_and(|argument| argument == "transparent"),
            text: attribute.parse_args_with(first).ok(),
        })
    }
}

pub(super) fn error_attributes(attributes: &[Attribute]) -> impl Iterator<Item = &Attribute> {
    attributes.iter().filter(|attribute| attribute.path().is_ident("error"))
}

/// Whether a field has an attribute that makes it the source of the error.
pub(super) fn is_marked(field: &syn::Field) -> bool {
    let mut paths = field.attrs.iter().map(Attribute::path);
    paths.any(|path| path.is_ident("source") || path.is_ident("from"))
}

/// An argument of `#[tool_error(…)]` in `#[error(…)]`.
pub(super) fn ours(attribute: &Attribute) -> Option<Ident> {
    const OURS: [&str; 3] = ["code", "error_type", "remediation"];
    let Meta::List(list) = &attribute.meta else { return None };
    let tokens: Vec<_> = list.tokens.clone().into_iter().collect();
    let name = tokens.windows(2).find_map(|pair| match pair {
        // Two characters are `==`.
        [TokenTree::Ident(name), TokenTree::Punct(equals)]
            if equals.as_char() == '='
                && equals.spacing() == Spacing::Alone
                && OURS.iter().any(|ours| name == ours) =>
        {
            Some(name)
        }
        _ => None,
    })?;
    // A format string can have an argument of that name.
    let reads = |token: &TokenTree| token.to_string().contains(&format!("{{{name}"));
    (!tokens.iter().any(reads)).then(|| name.clone())
}
