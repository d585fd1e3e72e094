//! The known name that a caller probably meant.

use std::cell::Cell;

/// Names longer than this are not compared.
const MAX_NAME: usize = 64;

/// Starts that turn the meaning of a name around: `unlock` is not a misspelt `lock`.
const OPPOSITES: [(&str, &str); 18] = [
    ("un", ""),
    ("dis", ""),
    ("dis", "en"),
    ("de", "en"),
    ("de", ""),
    ("de", "at"),
    ("in", ""),
    ("in", "ex"),
    ("im", "ex"),
    ("in", "de"),
    ("non", ""),
    ("not", ""),
    ("no", ""),
    ("min", "max"),
    ("asc", "desc"),
    ("ap", "prep"),
    ("over", "under"),
    ("push", "pull"),
];

/// How far a name can be from the known one, in edits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Reach {
    /// For a name that nothing else rejects: one edit if the longer name has three characters, two if it has six.
    Near,
    /// For a name that is rejected anyway: one edit more, except for three characters.
    Far,
}

/// The nearest of the known names, if one is within reach. Case and separators do not count.
pub(crate) fn nearest<'a>(
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
    reach: Reach,
) -> Option<&'a str> {
    nearest_within(name, known, reach, &Cell::new(usize::MAX)).map(|(known, _)| known)
}

/// The nearest name, and whether it differs in its case and separators alone. Each comparison costs work.
pub(crate) fn nearest_within<'a>(
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
    reach: Reach,
    work: &Cell<usize>,
) -> Option<(&'a str, bool)> {
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
    let near = known.into_iter().filter(|known| known.len() <= MAX_NAME).filter_map(|known| {
        let other = normal(known);
        let longer = name.len().max(other.len());
        let limit = limit(longer);
        if name.len().abs_diff(other.len()) > limit || are_opposites(&name, &other) {
            return None;
        }
        // A step for each few cells of the table.
        let cost = name.len() * (other.len() + 4) / 8;
        work.set(work.get().saturating_sub(cost));
        if work.get() == 0 {
            return None;
        }
        let edits = distance(&name, &other);
        // Names that have nothing in common are not near, however short they are.
        (edits <= limit && edits < longer).then_some((edits, known))
    });
    near.min_by_key(|(edits, _)| *edits).map(|(edits, known)| (known, edits == 0))
}

fn are_opposites(one: &[char], other: &[char]) -> bool {
    let rest = |name: &[char], start: &str| {
        let is_start = start.chars().eq(name.iter().copied().take(start.len()));
        is_start.then(|| name.get(start.len()..).unwrap_or_default().to_vec())
    };
    OPPOSITES.iter().any(|(start, opposite)| {
        [(one, other), (other, one)].iter().any(|(one, other)| {
            rest(one, start).is_some_and(|one| rest(other, opposite) == Some(one))
        })
    })
}

/// The characters in lower case, without separators: `maxResults` and `max-results` are `max_results`.
fn normal(name: &str) -> Vec<char> {
    let kept = name.chars().filter(|char| !matches!(char, '_' | '-' | ' ' | '.'));
    kept.flat_map(char::to_lowercase).collect()
}

/// The number of characters to add, remove, replace, or exchange with their neighbour.
fn distance(from: &[char], to: &[char]) -> usize {
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
        before = std::mem::replace(&mut row, next);
        previous = Some(char);
    }
    row.last().copied().unwrap_or_default()
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
            assert_eq!(distance(&from, &to), edits, "{from:?} -> {to:?}");
            assert_eq!(distance(&to, &from), edits, "{to:?} -> {from:?}");
        }
    }

    #[test]
    fn the_nearest_name_within_reach() {
        const KNOWN: [&str; 4] = ["max_results", "id", "limit", "cursor"];
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
            assert_eq!(nearest(name, KNOWN, reach), expected, "{name} {reach:?}");
        }
        assert_eq!(nearest(&"x".repeat(1 << 20), KNOWN, Reach::Far), None);
    }
}
