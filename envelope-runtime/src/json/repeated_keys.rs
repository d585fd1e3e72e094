//! Finds keys that an object repeats.

use std::collections::HashSet;

use serde::ser::Error as _;
use serde_json::Error;

/// Up to this many keys are compared in pairs, which needs no memory.
const FEW: usize = 16;

/// The first key that equals an earlier key.
pub(super) fn repeated<'a>(
    mut keys: impl ExactSizeIterator<Item = &'a str> + Clone,
) -> Option<&'a str> {
    // Most maps are sorted.
    if keys.clone().is_sorted_by(|first, second| first < second) {
        return None;
    }
    if keys.len() > FEW {
        let mut seen = HashSet::with_capacity(keys.len());
        return keys.find(|key| !seen.insert(*key));
    }
    let all = keys.clone();
    let is_earlier = |at, key| all.clone().take(at).any(|other| other == key);
    keys.enumerate().find_map(|(at, key)| is_earlier(at, key).then_some(key))
}

/// The error for a key that is written twice, since a reader would lose one of the two values.
#[cold]
pub(super) fn written_twice(key: &str) -> Error {
    Error::custom(format_args!("the key \"{key}\" is written twice"))
}
