//! The spans that the compiler points at, and the names in tokens.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;

/// `quote!` with hygiene: the user's code cannot see its variables.
macro_rules! quote_hidden {
    ($($tokens:tt)*) => {
        ::quote::quote_spanned!(::proc_macro2::Span::mixed_site()=> $($tokens)*)
    };
}

pub(crate) use quote_hidden;

/// The tokens at another place. Their names are resolved as before.
pub(crate) fn tokens_at(tokens: TokenStream, span: Span) -> TokenStream {
    let token_at = |mut token: TokenTree| {
        if let TokenTree::Group(group) = &token {
            token = Group::new(group.delimiter(), tokens_at(group.stream(), span)).into();
        }
        token.set_span(token.span().located_at(span));
        token
    };
    tokens.into_iter().map(token_at).collect()
}

/// The tokens at the place of the user's syntax: the first token gets the first span of the syntax, and the others get the last span.
pub(crate) fn tokens_over(place: impl ToTokens, tokens: TokenStream) -> TokenStream {
    let (first, last) = first_and_last(place);
    let mut tokens = tokens.into_iter();
    let start = tokens.next().into_iter().collect();
    [tokens_at(start, first), tokens_at(tokens.collect(), last)].into_iter().collect()
}

/// The tokens as if the user had written them: the first at one span, the others at another.
pub(crate) fn as_user_tokens(tokens: TokenStream, first: Span, last: Span) -> TokenStream {
    let mut span = first;
    let place = |mut token: TokenTree| {
        token.set_span(span);
        span = last;
        token
    };
    tokens.into_iter().map(place).collect()
}

/// The spans of the first and the last token.
pub(crate) fn first_and_last(place: impl ToTokens) -> (Span, Span) {
    let mut spans = place.to_token_stream().into_iter().map(|token| token.span());
    let first = spans.next().unwrap_or_else(Span::call_site);
    (first, spans.last().unwrap_or(first))
}

/// The span of the first token for which this is true, however deep in groups.
pub(crate) fn find_token(tokens: TokenStream, is_it: &impl Fn(&TokenTree) -> bool) -> Option<Span> {
    tokens.into_iter().find_map(|token| match &token {
        TokenTree::Group(group) => find_token(group.stream(), is_it),
        _ => is_it(&token).then(|| token.span()),
    })
}

/// Whether the name is somewhere in the tokens.
pub(crate) fn mentions(tokens: TokenStream, name: &Ident) -> bool {
    find_token(tokens, &|token| matches!(token, TokenTree::Ident(ident) if ident == name)).is_some()
}

#[cfg(test)]
mod tests {
    use super::{Ident, Span, mentions};

    #[test]
    fn a_name_is_found_at_any_depth() {
        let name = Ident::new("T", Span::call_site());
        for (ty, is_there) in [
            ("T", true),
            ("Vec<T>", true),
            ("[u8; 2]", false),
            ("[Vec<(u8, T)>; 2]", true),
            ("Vec<(u8, Tree)>", false),
        ] {
            assert_eq!(mentions(ty.parse().unwrap(), &name), is_there, "{ty}");
        }
    }
}
