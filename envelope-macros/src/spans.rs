//! Where the compiler is to point, and what tokens name.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};

/// The tokens at another place, resolved where they were.
pub(crate) fn located(tokens: TokenStream, span: Span) -> TokenStream {
    let located = |mut token: TokenTree| {
        if let TokenTree::Group(group) = &token {
            token = Group::new(group.delimiter(), located(group.stream(), span)).into();
        }
        token.set_span(token.span().located_at(span));
        token
    };
    tokens.into_iter().map(located).collect()
}

/// Whether the name stands somewhere in the tokens.
pub(crate) fn mentions(tokens: TokenStream, name: &Ident) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == *name,
        TokenTree::Group(group) => mentions(group.stream(), name),
        _ => false,
    })
}
