//! The metadata of a `SharedReply`, which goes into `_meta`.

use serde::Serialize;

use super::{Mcp, Meta, TextOnly, Version, WithText};
use crate::dialect::Carries;
use crate::metadata::{RateLimit, Warnings};

macro_rules! carries {
    ($($dialect:ident),*) => {$(
        #[diagnostic::do_not_recommend]
        impl<V: Version> Carries<Warnings> for $dialect<V> {
            fn carry(meta: &mut Option<Box<Meta>>, shared: Warnings) {
                add_warnings(meta, &shared);
            }
        }

        #[diagnostic::do_not_recommend]
        impl<V: Version> Carries<RateLimit> for $dialect<V> {
            fn carry(meta: &mut Option<Box<Meta>>, shared: RateLimit) {
                if !shared.is_empty() {
                    add(meta, "rate_limit", &shared);
                }
            }
        }
    )*};
}

carries!(Mcp, WithText, TextOnly);

#[inline]
fn add_warnings(meta: &mut Option<Box<Meta>>, shared: &Warnings) {
    let warnings: Vec<_> = shared.iter().collect();
    if !warnings.is_empty() {
        add(meta, "warnings", &warnings);
    }
}

/// Adds an entry of `_meta`. The value is of one of this crate's own types, which always serialize.
#[inline]
fn add(meta: &mut Option<Box<Meta>>, key: &str, value: &impl Serialize) {
    if let Ok(value) = serde_json::to_value(value) {
        meta.get_or_insert_default().extra.insert(key.to_owned(), value);
    }
}
