//! The parts of an argument: its name, and `= value`, `= "text"` or `(…)`.

use proc_macro2::{Ident, Span, TokenStream};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::{Error, Expr, ExprLit, Lit, LitStr, Result, Token, parenthesized};

/// The name of an argument, which may be a keyword.
pub(crate) fn name(example: &str, input: ParseStream<'_>) -> Result<Ident> {
    input.call(Ident::parse_any).map_err(|error| {
        Error::new(error.span(), format!("expected the name of an argument, as in `{example}`"))
    })
}

/// Whether the argument ends here.
pub(crate) fn at_end(input: ParseStream<'_>) -> bool {
    input.is_empty() || input.peek(Token![,])
}

/// Nothing after the name.
pub(crate) fn flag(name: &Ident, input: ParseStream<'_>) -> Result<()> {
    if at_end(input) {
        return Ok(());
    }
    Err(takes_no_value(name))
}

pub(crate) fn takes_no_value(name: &Ident) -> Error {
    Error::new(name.span(), format!("`{name}` takes no value; write just `{name}`"))
}

/// `= value`. Messages name the expected type, and show an example.
pub(crate) fn value<T: Parse>(
    name: &Ident,
    expected: &str,
    example: &str,
    input: ParseStream<'_>,
) -> Result<T> {
    if !input.peek(Token![=]) {
        return Err(Error::new(name.span(), format!("`{name}` takes a value: `{example}`")));
    }
    input.parse::<Token![=]>()?;
    if at_end(input) {
        let message = format!("the value of `{name}` is missing: `{example}`");
        return Err(Error::new(name.span(), message));
    }
    let fork = input.fork();
    input.parse().map_err(|_| invalid_value(name, expected, example, fork.span()))
}

pub(crate) fn invalid_value(name: &Ident, expected: &str, example: &str, span: Span) -> Error {
    Error::new(span, format!("invalid value for `{name}`; expected {expected}: `{example}`"))
}

/// `= "text"`, which is not empty.
pub(crate) fn text(name: &Ident, example: &str, input: ParseStream<'_>) -> Result<LitStr> {
    let text: LitStr = value(name, "a string", example, input)?;
    if text.value().trim().is_empty() {
        let message = format!("`{name}` is empty; give it a value: `{example}`");
        return Err(Error::new(text.span(), message));
    }
    Ok(text)
}

/// `(…)`. After an error, the rest in the parentheses is skipped: it would be another error.
pub(crate) fn in_parentheses<T>(
    input: ParseStream<'_>,
    parse: impl FnOnce(ParseStream<'_>) -> Result<T>,
) -> Result<T> {
    let content;
    parenthesized!(content in input);
    let result = parse(&content);
    if result.is_err() {
        content.parse::<TokenStream>()?;
    }
    result
}

/// Keeps the value of an argument that may be given once.
pub(crate) fn set_once<T>(place: &mut Option<T>, name: &Ident, value: T) -> Result<()> {
    if place.is_some() {
        return Err(given_twice(name));
    }
    *place = Some(value);
    Ok(())
}

pub(crate) fn given_twice(name: &Ident) -> Error {
    Error::new(name.span(), format!("`{name}` is given twice; remove one of them"))
}

/// The string literal that an expression is.
pub(crate) fn literal(value: &Expr) -> Option<&LitStr> {
    match value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text),
        // A fragment of a `macro_rules!` macro comes in a group without delimiters.
        Expr::Group(group) => literal(&group.expr),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

    use super::literal;

    #[test]
    fn a_text_can_be_a_fragment_of_a_macro() {
        let text: TokenStream = "\"tasks\"".parse().unwrap();
        let fragment = Group::new(Delimiter::None, text.clone());
        for tokens in [text, TokenStream::from_iter([TokenTree::from(fragment)])] {
            let value = syn::parse2(tokens).unwrap();
            assert_eq!(literal(&value).unwrap().value(), "tasks");
        }
        assert!(literal(&syn::parse_str("tasks").unwrap()).is_none());
    }
}
