//! The parts of an argument: its name, and `= value`, `= "text"`, `= path` or `(…)`.

use proc_macro2::{Delimiter, Ident, Spacing, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::{
    Error, Expr, ExprLit, ExprPath, Lit, LitInt, LitStr, Path, Result, Token, parenthesized,
};

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

/// Nothing after the name, which stands for the flag.
pub(crate) fn flag(name: &Ident, input: ParseStream<'_>) -> Result<Ident> {
    if at_end(input) { Ok(name.clone()) } else { Err(takes_no_value(name)) }
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
        let own = written(input).filter(|value| syn::parse2::<T>(value.clone()).is_ok());
        let own = own.map(|value| format!("{name} = {}", text_of(&value)));
        let example = own.as_deref().unwrap_or(example);
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

/// The value in `name = value`, and in the wrong forms `name(value)` and `name: value`.
pub(crate) fn written(input: ParseStream<'_>) -> Option<TokenStream> {
    let mut tokens = rest_of_argument(&input.fork()).ok()?.into_iter();
    let value: TokenStream = match tokens.next()? {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis => group.stream(),
        TokenTree::Punct(sign) if sign.as_char() == '=' => tokens.collect(),
        TokenTree::Punct(sign) if sign.as_char() == ':' && sign.spacing() == Spacing::Alone => {
            tokens.collect()
        }
        _ => return None,
    };
    (!value.is_empty()).then_some(value)
}

/// [`written`], if it is an expression.
pub(crate) fn written_expr(input: ParseStream<'_>) -> Option<Expr> {
    written(input).and_then(|value| syn::parse2(value).ok()).map(ungrouped)
}

/// A value as its author writes it.
pub(crate) fn text_of(value: &TokenStream) -> String {
    let text = value.to_string();
    if syn::parse2::<LitStr>(value.clone()).is_ok() { text } else { text.replace(" :: ", "::") }
}

pub(crate) fn invalid_value(name: &Ident, expected: &str, example: &str, span: Span) -> Error {
    Error::new(span, format!("invalid value for `{name}`; expected {expected}: `{example}`"))
}

/// `= "text"`, which is not empty.
pub(crate) fn text(name: &Ident, example: &str, input: ParseStream<'_>) -> Result<LitStr> {
    let text: LitStr = value(name, "a string literal", example, input)?;
    if text.value().trim().is_empty() {
        let message = format!("`{name}` is empty; give it a value: `{example}`");
        return Err(Error::new(text.span(), message));
    }
    Ok(text)
}

/// `= "word"`. A word without quotes is in the message as `spell` writes it, if it does.
pub(crate) fn word(
    name: &Ident,
    example: &str,
    spell: impl FnOnce(&str) -> Option<String>,
    input: ParseStream<'_>,
) -> Result<LitStr> {
    let path = written(input).and_then(|value| syn::parse2::<Path>(value).ok());
    let word = path.and_then(|path| last_word(&path)).and_then(|word| spell(&word));
    let own = word.map(|word| format!("{name} = \"{word}\""));
    text(name, own.as_deref().unwrap_or(example), input)
}

/// Whether a word without quotes is the name of a constant, whose value is unknown.
pub(crate) fn is_constant(word: &str) -> bool {
    !word.contains(char::is_lowercase)
}

/// `= 410`. A number in quotes is in the message without them.
pub(crate) fn number(name: &Ident, example: &str, input: ParseStream<'_>) -> Result<LitInt> {
    let quoted = written(input).and_then(|value| syn::parse2::<LitStr>(value).ok());
    let number = quoted.and_then(|text| text.parse::<LitInt>().ok());
    let own = number.map(|number| format!("{name} = {number}"));
    value(name, "a number", own.as_deref().unwrap_or(example), input)
}

/// The value that is a word without quotes: an identifier, or the last one of a path.
pub(crate) fn unquoted(input: ParseStream<'_>) -> Option<String> {
    let input = input.fork();
    let path: Path = input.parse().ok()?;
    last_word(&path).filter(|_| at_end(&input))
}

fn last_word(path: &Path) -> Option<String> {
    Some(path.segments.last()?.ident.unraw().to_string())
}

/// `= path`, the path of a function that is called later. `signature` is of a function that a closure can become.
pub(crate) fn function(
    name: &Ident,
    example: &str,
    signature: &str,
    input: ParseStream<'_>,
) -> Result<ExprPath> {
    let function = match written_expr(input) {
        // Anything else is wrong after a colon as well.
        Some(other) if !matches!(other, Expr::Path(_)) => other,
        _ => ungrouped(value(name, "the path of a function", example, input)?),
    };
    let message = match &function {
        Expr::Path(path) => return Ok(path.clone()),
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) if text.parse::<ExprPath>().is_ok() => {
            format!("a path is without quotes: `{name} = {}`", text.value())
        }
        Expr::Call(call) if matches!(*call.func, Expr::Path(_)) => {
            let path = call.func.to_token_stream().to_string().replace(' ', "");
            format!("`{name}` takes the path of a function, not a call: `{name} = {path}`")
        }
        Expr::Closure(_) => format!(
            "`{name}` takes the path of a function, and not a closure; write a function `{signature}`, and name it: `{example}`"
        ),
        _ => format!("invalid value for `{name}`; expected the path of a function: `{example}`"),
    };
    Err(Error::new_spanned(function, message))
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

/// An argument that needs a feature has it.
pub(crate) fn needs_feature(name: &Ident, feature: &str, has_it: bool) -> Result<()> {
    if has_it {
        return Ok(());
    }
    let message = format!(
        "`{name}` needs the feature `{feature}` of envelope-runtime; add it in `Cargo.toml`"
    );
    Err(Error::new(name.span(), message))
}

pub(crate) fn given_twice(name: &Ident) -> Error {
    Error::new(name.span(), format!("`{name}` is given twice; remove one of them"))
}

/// An expression without a group around it: a fragment of a `macro_rules!` macro comes in one, without delimiters.
pub(crate) fn ungrouped(mut expr: Expr) -> Expr {
    while let Expr::Group(group) = expr {
        expr = *group.expr;
    }
    expr
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
