//! The metadata of a `SharedReply`, which goes into `_meta`.

use serde::Serialize;

use super::text::LinesMeta;
use super::{Mcp, Meta, TextOnly, Version, WithText};
use crate::dialect::Carries;
use crate::metadata::{RateLimit, Warnings};

macro_rules! carries {
    ($($dialect:ident, $ty:ty, |$meta:ident| $reply:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<V: Version> Carries<Warnings> for $dialect<V> {
            fn carry($meta: &mut $ty, shared: Warnings) {
                add_warnings($reply, &shared);
            }
        }

        #[diagnostic::do_not_recommend]
        impl<V: Version> Carries<RateLimit> for $dialect<V> {
            fn carry($meta: &mut $ty, shared: RateLimit) {
                if !shared.is_empty() {
                    add($reply, "rate_limit", &shared);
                }
            }
        }
    )*};
}

carries! {
    Mcp, Option<Box<Meta>>, |meta| meta;
    WithText, Option<Box<Meta>>, |meta| meta;
    TextOnly, LinesMeta, |meta| &mut meta.reply;
}

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
