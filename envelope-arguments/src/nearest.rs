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
    if name.is_empty() {
        return None;
    }
    let limit = |longer: usize| match (longer, reach) {
        (0..3, Reach::Near) => 0,
        (3..6, Reach::Near) | (0..4, Reach::Far) => 1,
        (_, Reach::Near) | (4..6, Reach::Far) => 2,
        (_, Reach::Far) => 3,
    };
    let spend = |steps: usize| {
        work.set(work.get().saturating_sub(steps));
        work.get() > 0
    };
    let near = known.into_iter().filter(|known| known.len() <= MAX_NAME).filter_map(|known| {
        if !spend(2 + known.len() / 8) {
            return None;
        }
        let other_len = kept(known).count();
        let longer = name.len().max(other_len);
        let limit = limit(longer);
        if name.len().abs_diff(other_len) > limit {
            return None;
        }
        let other = normal(known);
        let edits = distance(&name, &other, limit, &spend)?;
        // Names without a common character are not near, however short they are.
        (edits < longer && !are_opposites(&name, &other)).then_some((edits, known))
    });
    near.min_by_key(|(edits, _)| *edits).map(|(_, known)| known)
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

/// The number of characters to add, remove, replace, or exchange with their neighbour, unless it is above the limit. Each row of the table
/// spends steps.
fn distance(
    from: &[char],
    to: &[char],
    limit: usize,
    spend: &dyn Fn(usize) -> bool,
) -> Option<usize> {
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    let mut previous = None;
    for (read, &char) in from.iter().enumerate() {
        let mut next = vec![read + 1];
        let mut left_char = None;
        for (column, &other) in to.iter().enumerate() {
            let at = |row: &[usize], column: usize| row.get(column).copied().unwrap_or(usize::MAX);
            let replaced = at(&row, column) + usize::from(char != other);
            let mut edits = replaced.min(at(&row, column + 1) + 1).min(at(&next, column) + 1);
            if previous == Some(other) && left_char == Some(char) && column > 0 {
                edits = edits.min(at(&before, column - 1).saturating_add(1));
            }
            next.push(edits);
            left_char = Some(other);
        }
        // An exchange of neighbours looks two rows back, so both rows have to be above the limit.
        let is_above = |row: &[usize]| row.iter().all(|edits| *edits > limit);
        if !spend(4 + to.len() / 2) || (is_above(&row) && is_above(&next)) {
            return None;
        }
        before = std::mem::replace(&mut row, next);
        previous = Some(char);
    }
    row.last().copied().filter(|edits| *edits <= limit)
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
            assert_eq!(distance(&from, &to, 9, &|_| true), Some(edits), "{from:?} -> {to:?}");
            assert_eq!(distance(&to, &from, 9, &|_| true), Some(edits), "{to:?} -> {from:?}");
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
