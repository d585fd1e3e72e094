//! Suggestions in messages: the name that was probably meant, and lists of the known ones.

use syn::{Error, LitStr};

use crate::contracts::{self, joined};
use crate::errors::error;

/// The candidate that is nearest to a misspelt name, if one is near enough.
pub(crate) fn nearest<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let name = normal(name);
    let limit = name.chars().count() / 3 + 1;
    candidates
        .into_iter()
        .map(|candidate| (distance(&name, &normal(candidate)), candidate))
        .filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// The end of a message about a misspelt name: the nearest candidate, or all of them.
pub(crate) fn did_you_mean<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str> + Clone,
) -> String {
    match nearest(name, candidates.clone()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("expected {}", any_of(candidates)),
    }
}

/// The ids of contracts that a text abbreviates, or else the candidate that the text misspells.
pub(crate) fn meant_ids(text: &str, is_candidate: impl Fn(&str) -> bool) -> Vec<&'static str> {
    let shortened: Vec<_> = contracts::ids().filter(|id| is_short_for(text, id)).collect();
    if shortened.is_empty() {
        nearest(text, contracts::ids().filter(|id| is_candidate(id))).into_iter().collect()
    } else {
        shortened
    }
}

/// Whether a text is the start or the end of an id, in whole words: `dotbot`, or `2025-11-25`.
fn is_short_for(text: &str, id: &str) -> bool {
    const SEPARATORS: [char; 2] = ['-', '@'];
    let text = text.to_lowercase();
    id.strip_prefix(&text).is_some_and(|rest| rest.starts_with(SEPARATORS))
        || id.strip_suffix(&text).is_some_and(|rest| rest.ends_with(SEPARATORS))
}

/// The error for an unknown name. `what` is the kind of the name.
pub(crate) fn unknown<'a>(
    what: &str,
    name: &LitStr,
    known: impl IntoIterator<Item = &'a str> + Clone,
) -> Error {
    let value = name.value();
    let hint = did_you_mean(&value, known);
    error!(name, "there is no {what} `{value}`; {hint}")
}

/// Names to choose from in a message: `a`, `b` or `c`.
pub(crate) fn any_of<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    joined(names, "or")
}

/// The name without the most frequent mistakes: case and separators.
fn normal(name: &str) -> String {
    name.to_lowercase().replace(['-', ' '], "_")
}

/// The number of characters to add, remove or replace.
fn distance(from: &str, to: &str) -> usize {
    // The distances between the prefix of `from` that was read and each prefix of `to`.
    let mut row: Vec<usize> = (0..=to.chars().count()).collect();
    for (read, char) in from.chars().enumerate() {
        let mut left = read + 1;
        let mut next = vec![left];
        for ((diagonal, above), other) in row.iter().zip(row.iter().skip(1)).zip(to.chars()) {
            left = (diagonal + usize::from(char != other)).min(left + 1).min(above + 1);
            next.push(left);
        }
        row = next;
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distance_counts_edits() {
        for (from, to, edits) in [
            ("", "", 0),
            ("abc", "abc", 0),
            ("abc", "", 3),
            ("abc", "acb", 2),
            ("kitten", "sitting", 3),
            ("abcd", "bcde", 2),
            ("xyabc", "abc", 2),
        ] {
            assert_eq!(distance(from, to), edits, "{from} -> {to}");
            assert_eq!(distance(to, from), edits, "{to} -> {from}");
        }
    }

    #[test]
    fn the_nearest_name_is_offered_and_a_far_one_is_not() {
        let names = ["telemetry", "request_id"];
        assert_eq!(nearest("request-id", names), Some("request_id"));
        assert_eq!(nearest("telemetri", names), Some("telemetry"));
        assert_eq!(nearest("summary", names), None);
    }

    /// A name may differ by one edit, and by another for every three characters.
    #[test]
    fn a_longer_name_may_be_further_away() {
        assert_eq!(nearest("telamatri", ["telemetry"]), Some("telemetry"));
        assert_eq!(nearest("ab", ["id"]), None);
        assert_eq!(nearest("ad", ["id"]), Some("id"));
    }

    #[test]
    fn lists_read_like_a_sentence() {
        assert_eq!(any_of([]), "");
        assert_eq!(any_of(["a"]), "`a`");
        assert_eq!(joined(["a", "b", "c"], "and"), "`a`, `b` and `c`");
        assert_eq!(any_of(["a", "b"]), "`a` or `b`");
    }
}
