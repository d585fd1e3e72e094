//! Finds the known name that a caller probably meant.

use std::cell::Cell;

/// Longer names are not compared.
pub(crate) const MAX_NAME: usize = 64;

/// The characters that separate the words of a name.
pub(crate) const SEPARATORS: [char; 3] = ['_', '-', ' '];

/// Prefixes that reverse the meaning of a name: `unlock` is not a misspelt `lock`, nor is `disable` a misspelt `enable`.
const OPPOSITES: &str = "un/ dis/ dis/en de/en de/ de/at in/ in/ex im/ex in/de non/ not/ no/ \
                         min/max asc/desc ap/prep over/under push/pull";

/// The largest distance of a name from a known name, in edits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Reach {
    /// For a name that nothing else rejects: one edit if the longer of the two names has three characters, two edits if it has six.
    Near,
    /// For a name that is rejected anyway: one edit more, except if the longer name has three characters.
    Far,
}

/// Returns the known name that an unknown name probably means, for example the name of a tool. Case and separators do not count.
///
/// ```
/// assert_eq!(envelope_arguments::nearest_name("readSpec", ["list_specs", "read_spec"]), Some("read_spec"));
/// assert_eq!(envelope_arguments::nearest_name("delete", ["list_specs", "read_spec"]), None);
/// ```
pub fn nearest_name<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    nearest_within(name, known, Reach::Far, &Cell::new(usize::MAX))
}

/// Returns the nearest known name within reach. Case and separators do not count. Each comparison spends work.
pub(crate) fn nearest_within<'a>(
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
    reach: Reach,
    work: &Cell<usize>,
) -> Option<&'a str> {
    if name.len() > MAX_NAME {
        return None;
    }
    let name = normal(name);
    let limit = |longer: usize| match (longer, reach) {
        (0..3, Reach::Near) => 0,
        (3..6, Reach::Near) | (0..4, Reach::Far) => 1,
        (_, Reach::Near) | (4..6, Reach::Far) => 2,
        (_, Reach::Far) => 3,
    };
    let near = known.into_iter().filter(|known| known.len() <= MAX_NAME).filter_map(|known| {
        let other_len = kept(known).count();
        let longer = name.len().max(other_len);
        let limit = limit(longer);
        let is_compared = spend(work, 2 + known.len() / 8)
            && name.len().abs_diff(other_len) <= limit
            && spend(work, 2 * known.len() + (4 << limit));
        let other = normal(Some(known).filter(|_| is_compared)?);
        let edits = distance(&name, &other, limit)?;
        // Names without a common character are not near, however short they are.
        (edits < longer && !are_opposites(&name, &other)).then_some((edits, known))
    });
    near.min_by_key(|(edits, _)| *edits).map(|(_, known)| known)
}

/// Spends some steps of the work that is left, and returns whether more work is left.
pub(crate) fn spend(work: &Cell<usize>, steps: usize) -> bool {
    work.set(work.get().saturating_sub(steps));
    work.get() > 0
}

fn are_opposites(one: &[char], other: &[char]) -> bool {
    let (one, other) = (&String::from_iter(one), &String::from_iter(other));
    OPPOSITES.split(' ').filter_map(|starts| starts.split_once('/')).any(|(start, opposite)| {
        let are = |one: &str, other: &str| {
            one.strip_prefix(start).is_some_and(|rest| other.strip_prefix(opposite) == Some(rest))
        };
        are(one, other) || are(other, one)
    })
}

/// The characters in lower case, without separators: `maxResults` and `max-results` are `max_results`.
pub(crate) fn normal(name: &str) -> Vec<char> {
    kept(name).flat_map(char::to_lowercase).collect()
}

fn kept(name: &str) -> impl Iterator<Item = char> {
    name.chars().filter(|char| !SEPARATORS.contains(char))
}

/// The number of characters to add, remove, replace, or exchange with their neighbour, unless it is above the limit.
fn distance(from: &[char], to: &[char], limit: usize) -> Option<usize> {
    let ([first, from_rest @ ..], [other, to_rest @ ..]) = (from, to) else {
        return Some(from.len().max(to.len())).filter(|edits| *edits <= limit);
    };
    if first == other {
        return distance(from_rest, to_rest, limit);
    }
    let limit = limit.checked_sub(1)?;
    let exchanged = match (from_rest, to_rest) {
        ([next, from @ ..], [other_next, to @ ..]) if (next, other_next) == (other, first) => {
            distance(from, to, limit)
        }
        _ => None,
    };
    let edits = [
        distance(from_rest, to, limit),
        distance(from, to_rest, limit),
        distance(from_rest, to_rest, limit),
        exchanged,
    ];
    edits.into_iter().flatten().min().map(|edits| edits + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distance_counts_edits() {
        for (from, to, edits) in
            [("", "", 0), ("abc", "", 3), ("abc", "acb", 1), ("kitten", "sitting", 3)]
        {
            let (from, to): (Vec<_>, Vec<_>) = (from.chars().collect(), to.chars().collect());
            assert_eq!(distance(&from, &to, 9), Some(edits), "{from:?} -> {to:?}");
            assert_eq!(distance(&to, &from, 9), Some(edits), "{to:?} -> {from:?}");
        }
    }

    #[test]
    fn the_nearest_name_within_reach() {
        const KNOWN: [&str; 4] = ["max_results", "id", "limit", "cursor"];
        let nearest =
            |name: &str, reach| nearest_within(name, KNOWN, reach, &Cell::new(usize::MAX));
        for (name, reach, expected) in [
            ("maxResults", Reach::Near, Some("max_results")),
            ("MAX-RESULTS", Reach::Near, Some("max_results")),
            ("max_reslts", Reach::Near, Some("max_results")),
            ("limti", Reach::Near, Some("limit")),
            ("ID", Reach::Near, Some("id")),
            ("ip", Reach::Near, None),
            ("ip", Reach::Far, Some("id")),
            ("xy", Reach::Far, None),
            ("colour", Reach::Near, None),
            ("", Reach::Far, None),
        ] {
            assert_eq!(nearest(name, reach), expected, "{name} {reach:?}");
        }
        assert_eq!(nearest(&"x".repeat(1 << 20), Reach::Far), None);
    }
}
