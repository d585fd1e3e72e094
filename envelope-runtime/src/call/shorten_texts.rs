//! Cuts texts at the end of a line.

use crate::budget::{Budget, Truncation};
use crate::json::{Data, Outline, SourceText, contents_len, find_part, push_string};

/// The bytes that some texts take in an envelope.
pub(super) fn total_len(texts: &[&mut String]) -> usize {
    texts.iter().map(|text| contents_len(text)).sum()
}

/// Shortens the longest of some texts, so that all fit into the room. `false` if none needs to be shorter, or one cannot be short enough.
pub(super) fn shorten(texts: &mut [&mut String], room: usize, budget: &Budget) -> bool {
    let sizes: Vec<_> = texts.iter().map(|text| contents_len(text)).collect();
    let largest = largest_size(sizes.clone(), room);
    let mut is_shorter = false;
    for (text, _) in texts.iter_mut().zip(sizes).filter(|(_, size)| *size > largest) {
        let Some(short) = shortened(text, largest, budget) else { return false };
        **text = short;
        is_shorter = true;
    }
    is_shorter
}

/// The lines of a text that fit into the room, and a line that reports the cut. `None` if not even one line fits.
fn shortened(text: &str, room: usize, budget: &Budget) -> Option<String> {
    let mut json = String::new();
    push_string(&mut json, text);
    let nothing_noted = Outline::default();
    let part = find_part(&json, None, &nothing_noted)?;
    let mut report = Truncation::widest(&part, budget);
    let room = room.checked_sub(contents_len(&report.to_string()) + "\\n".len())?;
    let ends = part.ends(&json, &nothing_noted, room, budget.keep);
    report = Truncation { kept: part.counts(ends), total: part.count, ..report };
    let data = Data { json: SourceText::Whole(&json), text: None, is_empty: false };
    let (cut, _) = part.cut(data, ends, &report.to_string(), String::new());
    serde_json::from_str(SourceText::Cut(&cut).as_str()).ok().filter(|_| report.kept() > 0)
}

/// The size to which all larger texts have to be shortened, so that they fit into the room together.
fn largest_size(mut sizes: Vec<usize>, mut room: usize) -> usize {
    // Texts that are small enough leave room to the others.
    sizes.sort_unstable();
    for (index, size) in sizes.iter().enumerate() {
        let share = room / (sizes.len() - index);
        if *size > share {
            return share;
        }
        room -= size;
    }
    usize::MAX
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_texts_are_shortened_alike() {
        assert_eq!(largest_size(vec![10, 500, 300], 400), 195);
        assert_eq!(largest_size(vec![10, 500, 300], 700), 390);
        assert_eq!(largest_size(vec![10, 500, 300], 810), usize::MAX);
        assert_eq!(largest_size(vec![], 0), usize::MAX);
    }

    #[test]
    fn a_text_keeps_its_first_lines() {
        let (mut long, mut short) = ("\"line\"\n".repeat(100), "short\nenough\n".to_owned());
        let room = total_len(&[&mut long, &mut short]) - 500;
        let budget = Budget::new(room).hint("Ask for less.");
        assert!(shorten(&mut [&mut long, &mut short], room, &budget));
        assert!(total_len(&[&mut long, &mut short]) <= room);
        assert_eq!(short, "short\nenough\n");
        let (lines, report) = long.rsplit_once('\n').unwrap();
        let kept = lines.lines().count();
        assert_eq!(lines, vec!["\"line\""; kept].join("\n"));
        assert_eq!(report, format!("The first {kept} of 100 lines are here. Ask for less."));

        let numbers: Vec<_> = (0..100).map(|number| number.to_string()).collect();
        let mut numbered = numbers.join("\n");
        let budget = Budget::new(0).keep_end().hint("Ask.");
        assert!(shorten(&mut [&mut numbered], 60, &budget));
        assert_eq!(numbered, "The last 5 of 100 lines are here. Ask.\n95\n96\n97\n98\n99");
    }

    #[test]
    fn a_text_of_one_line_is_not_cut() {
        let mut line = "a".repeat(1_000);
        for room in [0, 500, 999] {
            assert!(!shorten(&mut [&mut line], room, &Budget::new(0)));
        }
        // The line fits, so nothing is shortened.
        assert!(!shorten(&mut [&mut line], 1_000, &Budget::new(0)));
        assert_eq!(line.len(), 1_000);
    }
}
