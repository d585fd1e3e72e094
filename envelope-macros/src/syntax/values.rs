//! The parts of an argument: its name, and `= value`, `= "text"`, `= path` or `(…)`.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::{Error, Expr, ExprLit, ExprPath, Lit, LitStr, Path, Result, Token, parenthesized};

use crate::errors::error;

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

/// The rest of an argument.
pub(crate) fn rest_of_argument(input: ParseStream<'_>) -> Result<TokenStream> {
    let mut rest = TokenStream::new();
    while !at_end(input) {
        rest.extend([input.parse::<TokenTree>()?]);
    }
    Ok(rest)
}

/// A flag: nothing follows its name.
pub(crate) fn flag(name: &Ident, input: ParseStream<'_>) -> Result<Ident> {
    if at_end(input) { Ok(name.clone()) } else { Err(takes_no_value(name)) }
}

pub(crate) fn takes_no_value(name: &Ident) -> Error {
    error!(name, "`{name}` takes no value; write just `{name}`")
}

/// `= value`. Messages name the expected type, and show an example.
pub(crate) fn value<T: Parse>(
    name: &Ident,
    expected: &str,
    example: &str,
    input: ParseStream<'_>,
) -> Result<T> {
    let own = repeated::<T>(name, input);
    let example = own.as_deref().unwrap_or(example);
    equals(name, example, input)?;
    let written = rest_of_argument(&input.fork())?;
    input.parse().map_err(|_| error!(written, "{}", invalid_value(name, expected, example)))
}

/// The `=` before a value.
pub(crate) fn equals(name: &Ident, example: &str, input: ParseStream<'_>) -> Result<()> {
    if input.parse::<Token![=]>().is_err() {
        return Err(error!(name, "`{name}` takes a value: `{example}`"));
    }
    if at_end(input) {
        return Err(error!(name, "the value of `{name}` is missing: `{example}`"));
    }
    Ok(())
}

/// The argument with its author's own value, without the parentheses, the colon or the quotes around it, if the value then fits.
pub(crate) fn repeated<T: Parse>(name: &Ident, input: ParseStream<'_>) -> Option<String> {
    let value = own_value(input);
    let written = text_of(&value);
    let quoted = syn::parse2(value).map_or_else(|_| String::new(), |text: LitStr| text.value());
    // The compiler itself reports a text that is no tokens.
    let is_tokens = quoted.chars().all(|c| c.is_alphanumeric() || "_:<>".contains(c));
    let mut values = [Some(written), is_tokens.then_some(quoted)].into_iter().flatten();
    let fitting = values.find(|value| syn::parse_str::<T>(value).is_ok())?;
    Some(format!("{name} = {fitting}"))
}

/// The value of an argument whose name comes before, without the parentheses around it, or without the `=` or the colon before it.
pub(crate) fn own_value(input: ParseStream<'_>) -> TokenStream {
    let mut tokens = rest_of_argument(&input.fork()).unwrap_or_default().into_iter();
    match tokens.next() {
        Some(TokenTree::Group(group)) => group.stream(),
        _ => tokens.collect(),
    }
}

/// A value or a type as its author writes it.
pub(crate) fn text_of(code: impl ToTokens) -> String {
    const SPACED: [&str; 7] = [" :: ", " . ", " < ", "& ", " ,", " >", " ()"];

    let text = code.to_token_stream().to_string();
    if syn::parse_str::<LitStr>(&text).is_ok() {
        return text;
    }
    SPACED.iter().fold(text, |text, spaced| text.replace(spaced, spaced.trim()))
}

pub(crate) fn invalid_value(name: &Ident, expected: &str, example: &str) -> String {
    format!("invalid value for `{name}`; expected {expected}: `{example}`")
}

/// `= "text"`, which is not empty.
pub(crate) fn text(name: &Ident, example: &str, input: ParseStream<'_>) -> Result<LitStr> {
    let text: LitStr = value(name, "a string literal", example, input)?;
    if text.value().trim().is_empty() {
        return Err(error!(text, "`{name}` is empty; give it a value: `{example}`"));
    }
    Ok(text)
}

/// `= "word"`. A word without quotes is in the message as `spell` writes it.
pub(crate) fn word(
    name: &Ident,
    example: &str,
    spell: impl FnOnce(&str) -> String,
    input: ParseStream<'_>,
) -> Result<LitStr> {
    let value = input.fork();
    let word = value.parse::<Token![=]>().ok().and_then(|_| unquoted(&value));
    let own = word.map(|word| format!("{name} = \"{}\"", spell(&word)));
    text(name, own.as_deref().unwrap_or(example), input)
}

/// A word without quotes: an identifier, or the last identifier of a path.
pub(crate) fn unquoted(input: ParseStream<'_>) -> Option<String> {
    let path: Path = input.parse().ok()?;
    let last = path.segments.last().filter(|_| at_end(input))?;
    Some(last.ident.unraw().to_string())
}

/// The arguments after a text, as in `format!`, each with the comma before it. `is_next` decides whether a name begins the next argument of
/// the attribute instead.
pub(crate) fn format_arguments(
    input: ParseStream<'_>,
    is_next: impl Fn(&Ident, ParseStream<'_>) -> bool,
) -> Result<TokenStream> {
    let mut arguments = TokenStream::new();
    loop {
        let next = input.fork();
        let is_over = next.parse::<Token![,]>().is_err() || next.is_empty();
        if is_over || next.call(Ident::parse_any).is_ok_and(|name| is_next(&name, &next)) {
            return Ok(arguments);
        }
        arguments.extend([input.parse::<TokenTree>()?]);
        arguments.extend(rest_of_argument(input)?);
    }
}

/// `= path`, the path of a function that is called later.
pub(crate) fn function(name: &Ident, example: &str, input: ParseStream<'_>) -> Result<ExprPath> {
    let Function(path) = value(name, "the path of a function", example, input)?;
    Ok(path)
}

/// An expression that is only a path.
struct Function(ExprPath);

impl Parse for Function {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        match ungrouped(input.parse()?) {
            Expr::Path(path) => Ok(Self(path)),
            other => Err(error!(other, "this is not a path")),
        }
    }
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

/// Checks that the feature of an argument is on.
pub(crate) fn needs_feature(name: &Ident, feature: &str, has_it: bool) -> Result<()> {
    if has_it {
        return Ok(());
    }
    Err(error!(
        name,
        "`{name}` needs the feature `{feature}` of envelope-runtime; add it in `Cargo.toml`"
    ))
}

pub(crate) fn given_twice(name: &Ident) -> Error {
    error!(name, "`{name}` is given twice; remove one of them")
}

/// An expression without a group around it: a fragment of a `macro_rules!` macro comes in one, without delimiters.
pub(crate) fn ungrouped(mut expr: Expr) -> Expr {
    while let Expr::Group(group) = expr {
        expr = *group.expr;
    }
    expr
}

/// The string literal, if the expression is one.
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
