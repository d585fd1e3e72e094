//! Texts that are cut at the end of a line.

use crate::budget::Truncation;
use crate::json::{contents_len, first_lines, push_contents, push_string, unescaped_len};

/// The bytes that some texts take in an envelope.
pub(super) fn total_len(texts: &[&mut String]) -> usize {
    texts.iter().map(|text| contents_len(text)).sum()
}

/// Shortens the longest of some texts, so that they fit into the room together. Returns whether it has made them fit.
pub(super) fn shorten(texts: &mut [&mut String], room: usize, hint: Option<&'static str>) -> bool {
    let sizes: Vec<_> = texts.iter().map(|text| contents_len(text)).collect();
    let largest = largest_size(&sizes, room);
    let mut is_shorter = false;
    for (text, _) in texts.iter_mut().zip(sizes).filter(|(_, size)| *size > largest) {
        let mut json = String::new();
        push_string(&mut json, text);
        let widest = Truncation::widest_text(text.len(), hint);
        let Some((json, _)) = cut_lines(&json, text.len(), largest, widest) else { return false };
        let Ok(lines) = serde_json::from_str(&json) else { return false };
        **text = lines;
        is_shorter = true;
    }
    is_shorter
}

/// The size to which all larger texts have to be shortened, so that they fit into the room together.
fn largest_size(sizes: &[usize], room: usize) -> usize {
    let mut largest = 0;
    loop {
        // Texts that are small enough leave room to the others. This needs no sort, which takes long to compile.
        let (mut left, mut others) = (room, 0);
        for &size in sizes {
            if size > largest {
                others += 1;
            } else {
                left -= size;
            }
        }
        let Some(share) = left.checked_div(others) else { return usize::MAX };
        if share == largest {
            return largest;
        }
        largest = share;
    }
}

/// The first lines of a JSON string, whose text has a total length, and a last line that reports how much is left out, in at most `room` bytes. `None` if not even
/// the first line fits.
pub(super) fn cut_lines(
    json: &str,
    total: usize,
    room: usize,
    widest: Truncation,
) -> Option<(String, Truncation)> {
    let room = room.checked_sub(contents_len(&widest.to_string()))?;
    let (lines, end) = first_lines(json, room)?;
    let first = json.get(..end)?;
    let kept = unescaped_len(first.get(1..)?);
    let report = Truncation { kept, total, lines: Some(lines), ..widest };
    let last_line = report.to_string();
    let mut cut = String::with_capacity(first.len() + last_line.len() + 2);
    cut.push_str(first);
    push_contents(&mut cut, &last_line);
    cut.push('"');
    Some((cut, report))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_texts_are_shortened_alike() {
        assert_eq!(largest_size(&[10, 500, 300], 400), 195);
        assert_eq!(largest_size(&[10, 500, 300], 700), 390);
        assert_eq!(largest_size(&[10, 500, 300], 810), usize::MAX);
        assert_eq!(largest_size(&[], 0), usize::MAX);
    }

    #[test]
    fn a_text_keeps_its_first_lines() {
        let (mut long, mut short) = ("\"line\"\n".repeat(100), "short\nenough\n".to_owned());
        let room = total_len(&[&mut long, &mut short]) - 500;
        assert!(shorten(&mut [&mut long, &mut short], room, Some("Ask for less.")));
        assert!(total_len(&[&mut long, &mut short]) <= room);
        assert_eq!(short, "short\nenough\n");
        let (lines, report) = long.rsplit_once('\n').unwrap();
        let kept = lines.lines().count();
        assert_eq!(lines, vec!["\"line\""; kept].join("\n"));
        let left_out = 7 * (100 - kept);
        assert_eq!(
            report,
            format!(
                "The first {kept} lines are here, and {left_out} of 700 bytes are left out. Ask for less."
            )
        );
    }

    #[test]
    fn a_text_of_one_line_is_not_cut() {
        let mut line = "a".repeat(1_000);
        for room in [0, 500, 999] {
            assert!(!shorten(&mut [&mut line], room, None));
        }
        // It fits, so there is nothing to shorten.
        assert!(!shorten(&mut [&mut line], 1_000, None));
        assert_eq!(line.len(), 1_000);
    }
}
