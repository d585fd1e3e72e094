//! Source on one line, as it was written but for line breaks and comments.

use proc_macro2::{Delimiter, LineColumn, Span, TokenStream, TokenTree};

use crate::text::cut;

/// The tokens on one line, cut to this many characters.
pub(crate) fn one_line(tokens: TokenStream, max_chars: usize) -> String {
    let mut line = Line::default();
    line.push_all(tokens);
    // The last comma of a `where`.
    cut(line.text.trim_end_matches(','), max_chars)
}

#[derive(Default)]
struct Line {
    text: String,
    /// Where the last token ends.
    end: Option<LineColumn>,
}

impl Line {
    fn push_all(&mut self, tokens: TokenStream) {
        for token in tokens {
            match token {
                TokenTree::Group(group) => {
                    let (open, close) = delimiters(group.delimiter());
                    self.push(open, group.span_open());
                    self.push_all(group.stream());
                    self.push(close, group.span_close());
                }
                token => self.push(&token.to_string(), token.span()),
            }
        }
    }

    /// Adds a token, with a space where there was one. A list over several lines loses its last comma.
    fn push(&mut self, token: &str, span: Span) {
        let start = span.start();
        let gap = self.end.is_some_and(|end| end != start);
        let line_break = self.end.is_some_and(|end| end.line < start.line);
        let closes = line_break && [")", "]", ">"].contains(&token);
        if closes && self.text.ends_with(',') {
            self.text.pop();
        }
        if gap && !closes && !(line_break && self.text.ends_with(['(', '[', '<'])) {
            self.text.push(' ');
        }
        self.text.push_str(token);
        self.end = Some(span.end());
    }
}

fn delimiters(delimiter: Delimiter) -> (&'static str, &'static str) {
    match delimiter {
        Delimiter::Parenthesis => ("(", ")"),
        Delimiter::Bracket => ("[", "]"),
        Delimiter::Brace => ("{", "}"),
        Delimiter::None => ("", ""),
    }
}
