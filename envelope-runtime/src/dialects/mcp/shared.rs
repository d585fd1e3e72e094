//! The metadata of a `SharedReply`, which goes into `_meta`.

use serde::Serialize;
use serde_json::Value;

use super::text::{LinesMeta, TextMeta};
use super::{Mcp, Meta, TextOnly, Version, WithText};
use crate::dialect::Carries;
use crate::json::{append, tree_of};
use crate::metadata::{RateLimit, Warning, Warnings};

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
                if let Some(rate_limit) = tree(&shared).filter(|_| !shared.is_empty()) {
                    add($reply, "rate_limit", rate_limit);
                }
            }
        }
    )*};
}

carries! {
    Mcp, Option<Box<Meta>>, |meta| meta;
    WithText, TextMeta, |meta| &mut meta.reply;
    TextOnly, LinesMeta, |meta| &mut meta.reply;
}

#[inline]
fn add_warnings(meta: &mut Option<Box<Meta>>, shared: &Warnings) {
    // A context that no tree can represent stays behind.
    let json = |warning: &Warning| tree(warning).unwrap_or_else(|| warning.message.as_str().into());
    let warnings: Vec<_> = shared.iter().map(|warning| json(&warning)).collect();
    if !warnings.is_empty() {
        add(meta, "warnings", warnings.into());
    }
}

#[inline]
fn add(meta: &mut Option<Box<Meta>>, key: &str, value: Value) {
    meta.get_or_insert_default().extra.insert(key.to_owned(), value);
}

fn tree(value: &impl Serialize) -> Option<Value> {
    let mut json = String::new();
    append(&mut json, value).ok()?;
    tree_of(&json).ok()
}
