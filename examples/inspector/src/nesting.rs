//! Keeping hostile source from overflowing the stack: syn, and whoever visits its trees, calls itself for what is nested.

use std::io;
use std::panic;
use std::thread;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// How deep brackets may be nested in a file that is parsed.
pub const MAX_DEPTH: usize = 128;

/// How many tokens an expression, a type or another construct may have in a file that is parsed, not counting what is in
/// brackets. It bounds what nests without them: operators, chains of calls, `else if`, generics.
pub const MAX_EXPRESSION: usize = 4_096;

/// Enough for the two of them, in a build without optimizations, where they take some 80 MiB. The system gives the memory only
/// when it is used.
const STACK: usize = 256 * 1024 * 1024;

/// Runs some work on a thread of its own, whose stack is enough for any file that is not [`is_too_deep`]. What proc-macro2
/// remembers of the files' text ends with the thread.
pub(crate) fn on_a_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> io::Result<T> {
    thread::scope(|scope| {
        let worker = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work)?;
        Ok(worker.join().unwrap_or_else(|panicked| panic::resume_unwind(panicked)))
    })
}

/// Whether parsing could take more stack than there is.
pub(crate) fn is_too_deep(tokens: TokenStream) -> bool {
    let mut outer = Vec::new();
    let mut level = Level::new(tokens, 0);
    loop {
        if level.expression() > MAX_EXPRESSION {
            return true;
        }
        match level.tokens.next() {
            Some(TokenTree::Group(group)) => {
                level.count_group(group.delimiter());
                let inner = Level::new(group.stream(), level.expression());
                outer.push(level);
                level = inner;
                if outer.len() > MAX_DEPTH {
                    return true;
                }
            }
            Some(token) => level.count(&token),
            None => match outer.pop() {
                Some(around) => level = around,
                None => return false,
            },
        }
    }
}

/// The tokens between two brackets.
struct Level {
    tokens: proc_macro2::token_stream::IntoIter,
    /// The length of the expressions around it.
    outside: usize,
    /// How many tokens there were since a comma or the end of a statement.
    since_comma: usize,
    /// Those of them that can hold commas inside: generics and closures.
    holders: usize,
    /// How many tokens there are of the start of an attribute: `#`, or `#!`.
    attribute: usize,
    after_brace: bool,
}

impl Level {
    fn new(tokens: TokenStream, outside: usize) -> Self {
        let tokens = tokens.into_iter();
        Self { tokens, outside, since_comma: 0, holders: 0, attribute: 0, after_brace: false }
    }

    /// How long the expression is that the next token belongs to, with those around it.
    fn expression(&self) -> usize {
        self.outside + self.since_comma + self.holders
    }

    /// What is in an attribute counts, and not that there is one: documentation is an attribute for each of its lines.
    fn count_group(&mut self, delimiter: Delimiter) {
        self.after_brace = delimiter == Delimiter::Brace;
        if delimiter == Delimiter::Bracket && self.attribute > 0 {
            self.since_comma = self.since_comma.saturating_sub(self.attribute);
        } else {
            self.since_comma += 1;
        }
        self.attribute = 0;
    }

    fn count(&mut self, token: &TokenTree) {
        let ends = match token {
            TokenTree::Punct(punct) => match punct.as_char() {
                ';' => true,
                '#' => self.after_brace,
                ',' => {
                    self.since_comma = 0;
                    false
                }
                '|' => {
                    self.holders += 1;
                    false
                }
                // Generics take more stack than anything else.
                '<' => {
                    self.holders += 2;
                    false
                }
                _ => false,
            },
            // A word after `}` starts a statement or an item, unless it goes on with the expression.
            TokenTree::Ident(word) => self.after_brace && word != "else" && word != "as",
            TokenTree::Group(_) | TokenTree::Literal(_) => false,
        };
        if ends {
            self.since_comma = 0;
            self.holders = 0;
        }
        self.since_comma += 1;
        self.after_brace = false;
        self.attribute = match token {
            TokenTree::Punct(punct) if punct.as_char() == '#' => 1,
            TokenTree::Punct(punct) if punct.as_char() == '!' && self.attribute == 1 => 2,
            _ => 0,
        };
    }
}
