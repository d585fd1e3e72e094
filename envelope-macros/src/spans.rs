//! Where the compiler is to point.

use proc_macro2::{Group, Span, TokenStream, TokenTree};

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
