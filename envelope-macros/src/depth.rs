//! A limit on nesting. The parser recurses, and an overflow of its stack would end the compiler without a message, at some 150 levels
//! of types in a debug build. The compiler alone takes thousands.

use proc_macro2::{Span, TokenStream, TokenTree};
use syn::parse::Parse;
use syn::{Error, Result};

const LIMIT: usize = 64;

/// Parses tokens, unless they are nested too deep.
pub(crate) fn parse<T: Parse>(tokens: TokenStream) -> Result<T> {
    check(tokens.clone())?;
    syn::parse2(tokens)
}

/// Refuses tokens that are nested too deep to be parsed.
pub(crate) fn check(tokens: impl IntoIterator<Item = TokenTree>) -> Result<()> {
    let Some(span) = too_deep(tokens, 0) else { return Ok(()) };
    let message = format!(
        "this is nested more than {LIMIT} deep; name a part of it: a type with `type Part = …;`, a value with `fn part() -> …`"
    );
    Err(Error::new(span, message))
}

/// Where groups and angle brackets are nested deeper than the limit, from a depth on.
fn too_deep(tokens: impl IntoIterator<Item = TokenTree>, mut depth: usize) -> Option<Span> {
    let outside = depth;
    let mut previous = None;
    for token in tokens {
        let mut char = None;
        match &token {
            TokenTree::Group(group) => {
                let inner = too_deep(group.stream(), depth + 1);
                if inner.is_some() {
                    return inner;
                }
            }
            TokenTree::Punct(punct) => char = Some(punct.as_char()),
            TokenTree::Ident(_) | TokenTree::Literal(_) => {}
        }
        match (previous, char) {
            // `->` and `=>` close nothing, and `<<` shifts.
            (Some('-' | '='), Some('>')) => {}
            (Some('<'), Some('<')) | (_, Some('>')) => depth = outside.max(depth.saturating_sub(1)),
            (_, Some('<')) => depth += 1,
            (_, Some(';')) => depth = outside,
            _ => {}
        }
        if depth > LIMIT {
            return Some(token.span());
        }
        previous = char;
    }
    None
}

#[cfg(test)]
mod tests {
    use proc_macro2::TokenStream;

    use super::{LIMIT, check};
    use crate::{payload, tool, tool_error};

    #[test]
    fn groups_and_angle_brackets_count() {
        for (open, close, levels) in [
            ("(", ",)", 1),
            ("[", "]", 1),
            ("{", "}", 1),
            ("Option<", ">", 1),
            ("Vec<(", ")>", 2),
            ("Option<fn() -> ", ">", 1),
            ("HashMap<String, ", ">", 1),
            ("dyn Fn(", ")", 1),
        ] {
            let is_parsed = |times: usize| {
                let text = format!("x: {}u8{}", open.repeat(times), close.repeat(times));
                check(text.parse::<TokenStream>().unwrap()).is_ok()
            };
            assert!(is_parsed(LIMIT / levels), "{open}");
            assert!(!is_parsed(LIMIT / levels + 1), "{open}");
            assert!(!is_parsed(1_000), "{open}");
        }
    }

    #[test]
    fn length_is_no_depth() {
        for part in ["a: &'a Vec<&str>, ", "x -> y, ", "a < b; ", "A = 1 << 3, ", "(a) "] {
            let text = part.repeat(1_000);
            assert!(check(text.parse::<TokenStream>().unwrap()).is_ok(), "{part}");
        }
    }

    /// Tokens that are not parsed can be nested as deep as the compiler takes them.
    #[test]
    fn deep_nesting_is_one_error() {
        let deep =
            |open: &str, close: &str| format!("{}u8{}", open.repeat(1_000), close.repeat(1_000));
        let tokens = |text: &str| text.parse::<TokenStream>().unwrap();
        let dialect = || tokens("dialect = \"response-v2\"");
        for nested in [deep("Vec<", ">"), deep("(", ",)"), deep("[", "; 1]")] {
            let function = format!("fn f(x: {nested}) -> Result<{nested}, E> {{ }}");
            let body = format!("fn f() -> Result<(), E> {{ let x: {nested}; }}");
            let block = format!(
                "impl S {{ #[envelope_tool(x)] {function} #[tool] fn g() -> {nested} {{}} }}"
            );
            let item = format!("#[tool_error(code = \"CONFLICT\")] struct S {{ x: {nested} }}");
            let plain = tokens("fn f() -> Result<(), E> {}");
            for (expanded, errors) in [
                (tool::expand(dialect(), tokens(&function)), 1),
                (tool::expand(tokens(&format!("dialect = {nested}")), plain), 1),
                (tool::expand(dialect(), tokens(&block)), 0),
                (tool::expand(tokens("dialect"), tokens(&block)), 1),
                (tool::expand(dialect(), tokens(&body)), 0),
                (tool_error::expand(tokens(&item)), 1),
                (payload::expand(tokens(&item)), 1),
            ] {
                assert_eq!(expanded.to_string().matches("compile_error").count(), errors);
            }
        }
    }
}
