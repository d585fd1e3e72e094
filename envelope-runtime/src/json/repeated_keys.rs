//! Keys that an object must not repeat.

use std::collections::HashSet;
use std::ops::Range;

/// A key in the text of its object, with its quotation marks and its colon.
pub(super) type Key = Range<usize>;

/// Up to this many keys are compared with each other, which needs no memory.
const FEW: usize = 16;

/// The first key that is the same as an earlier one.
pub(super) fn repeated<'a>(text: &'a str, keys: &[Key]) -> Option<&'a str> {
    let mut names = keys.iter().filter_map(|key| text.get(key.clone()));
    if keys.len() > FEW {
        let mut seen = HashSet::with_capacity(keys.len());
        return names.find(|name| !seen.insert(*name));
    }
    let is_earlier = |index: usize, name: &str| {
        let earlier = keys.iter().take(index);
        earlier.into_iter().any(|key| text.get(key.clone()) == Some(name))
    };
    names.enumerate().find_map(|(index, name)| is_earlier(index, name).then_some(name))
}
