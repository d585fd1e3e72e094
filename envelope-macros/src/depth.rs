//! How deep tokens are nested. Parsing recurses, and a stack overflow would end the compiler without a message.

use proc_macro2::{Delimiter, Punct, Spacing, Span, TokenTree};
use syn::{Error, Result};

/// More than anybody writes. Unoptimized, the parser overflows the 8 MiB of the compiler's stack at some 150 levels of types.
const LIMIT: usize = 64;

/// Refuses tokens that are nested too deep to be parsed.
pub(crate) fn check(tokens: impl IntoIterator<Item = TokenTree>) -> Result<()> {
    match too_deep(tokens, 0) {
        None => Ok(()),
        Some(span) => {
            let message = format!(
                "this is nested more than {LIMIT} deep; name a part of it: a type with `type Part = …;`, a value with `fn part() -> …`"
            );
            Err(Error::new(span, message))
        }
    }
}

/// Where tokens are nested deeper than the limit, from a depth on.
fn too_deep(tokens: impl IntoIterator<Item = TokenTree>, depth: usize) -> Option<Span> {
    // Angle brackets are no groups, and an operator before its operand is a level, too.
    let (mut angles, mut prefixes) = (0_usize, 0);
    let mut previous = None;
    // After a value, `<` compares or shifts.
    let mut is_after_value = false;
    for token in tokens {
        match &token {
            TokenTree::Group(group) => {
                let inner = too_deep(group.stream(), depth + angles + prefixes + 1);
                if inner.is_some() {
                    return inner;
                }
            }
            TokenTree::Punct(punct) => match punct.as_char() {
                '<' if is_after_value => {}
                '<' => angles += 1,
                // `->` and `=>` close nothing.
                '>' if matches!(previous, Some('-' | '=')) => {}
                '>' => angles = angles.saturating_sub(1),
                '&' | '*' | '!' | '-' | '|' => prefixes += 1,
                ',' => prefixes = 0,
                ';' => (angles, prefixes) = (0, 0),
                _ => {}
            },
            _ => {}
        }
        if depth + angles + prefixes > LIMIT {
            return Some(token.span());
        }
        is_after_value = match &token {
            TokenTree::Literal(_) => true,
            TokenTree::Group(group) => group.delimiter() == Delimiter::Parenthesis,
            // The second half of `<<`.
            TokenTree::Punct(punct) => is_after_value && is_joint_angle(punct),
            TokenTree::Ident(_) => false,
        };
        previous = match token {
            TokenTree::Punct(punct) => Some(punct.as_char()),
            _ => None,
        };
    }
    None
}

fn is_joint_angle(punct: &Punct) -> bool {
    punct.as_char() == '<' && punct.spacing() == Spacing::Joint
}

#[cfg(test)]
mod tests {
    use super::{LIMIT, check};

    #[test]
    fn each_way_to_nest_counts() {
        for (open, close, levels) in [
            ("(", ",)", 1),
            ("[", "]", 1),
            ("{", "}", 1),
            ("Option<", ">", 1),
            ("Vec<(", ")>", 2),
            ("&'static mut ", "", 1),
            ("*const ", "", 1),
            ("fn() -> ", "", 1),
            ("Option<fn() -> ", ">", 2),
            ("&[", "]", 2),
            ("&Vec<&(", ",)>", 4),
            ("dyn Fn(", ")", 1),
            ("!", "", 1),
        ] {
            let is_parsed = |times: usize| {
                let text = format!("x: {}u8{}", open.repeat(times), close.repeat(times));
                check(text.parse::<proc_macro2::TokenStream>().unwrap()).is_ok()
            };
            assert!(is_parsed(LIMIT / levels), "{open}");
            assert!(!is_parsed(LIMIT / levels + 1), "{open}");
            assert!(!is_parsed(2_000), "{open}");
        }
    }

    #[test]
    fn length_is_no_depth() {
        for part in [
            "a: &'a Vec<&str>, ",
            "x -> y, ",
            "f(&a, *b), ",
            "a < b; ",
            "|x| !x, ",
            "(a) ",
            "A = 1 << 3, ",
            "(a) << 3, ",
            "1 < a, ",
            "f(a) < g(b), ",
        ] {
            let text = part.repeat(1_000);
            assert!(check(text.parse::<proc_macro2::TokenStream>().unwrap()).is_ok(), "{part}");
        }
    }
}
