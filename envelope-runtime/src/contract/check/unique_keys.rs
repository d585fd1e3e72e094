//! The rule that an object has each key once, for every object of an envelope, the author's included.

use std::collections::HashSet;

use super::node::{excerpt, push_token};
use super::report::{Report, must};
use super::violation::Rule;
use crate::json::Document;

pub(super) const UNIQUE_KEYS: Rule =
    must("unique-keys", "an object has each key once", "RFC 8259, Objects");

pub(super) fn unique_keys(envelope: &Document<'_>, report: &mut Report) {
    Walk { path: Vec::new(), report }.value(envelope);
}

/// A walk through an envelope. A pointer is made only where it is reported: an author's keys can be long.
struct Walk<'a, 'r> {
    path: Vec<Token<'a>>,
    report: &'r mut Report,
}

#[derive(Clone, Copy)]
enum Token<'a> {
    Key(&'a str),
    Index(usize),
}

impl<'a> Walk<'a, '_> {
    fn value(&mut self, value: &'a Document<'_>) {
        match value {
            Document::Object(entries) => {
                let mut keys = HashSet::new();
                for (key, value) in entries {
                    self.path.push(Token::Key(key));
                    if !keys.insert(key) {
                        self.report.add(UNIQUE_KEYS, &self.pointer(), excerpt(value));
                    }
                    self.value(value);
                    self.path.pop();
                }
            }
            Document::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    self.path.push(Token::Index(index));
                    self.value(item);
                    self.path.pop();
                }
            }
            _ => {}
        }
    }

    fn pointer(&self) -> String {
        let mut pointer = String::new();
        for token in &self.path {
            match token {
                Token::Key(key) => push_token(&mut pointer, key),
                Token::Index(index) => push_token(&mut pointer, &index.to_string()),
            }
        }
        pointer
    }
}
