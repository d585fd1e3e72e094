//! "Did you mean": the name that was probably meant.

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
        None => format!("known are {}", listed(candidates)),
    }
}

/// Names for a list in a message: `a`, `b` and `c`.
pub(crate) fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<_> = names.into_iter().map(|name| format!("`{name}`")).collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

/// Case and separators are what is mistaken most often.
fn normal(name: &str) -> String {
    name.to_lowercase().replace(['-', ' '], "_")
}

/// How many letters are to be added, left out or exchanged.
fn distance(from: &str, to: &str) -> usize {
    // The distances from what was read of `from` to each beginning of `to`.
    let mut row: Vec<usize> = (0..=to.chars().count()).collect();
    for (read, letter) in from.chars().enumerate() {
        let mut left = read + 1;
        let mut diagonal = read;
        for (cell, other) in row.iter_mut().skip(1).zip(to.chars()) {
            let above =
                std::mem::replace(cell, (diagonal + usize::from(letter != other)).min(left + 1));
            *cell = (*cell).min(above + 1);
            left = *cell;
            diagonal = above;
        }
        if let Some(first) = row.first_mut() {
            *first = read + 1;
        }
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
}
