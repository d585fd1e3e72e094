//! The places where a part of JSON text is cut: after an item of a list, or a line of a text.

use std::ops::Range;

use super::escape::{contents_len, push_contents};
use super::lines::{end_of_first_line, end_of_last_line, line_count};
use super::list::{Items, Outline, Part, Place};
use super::serialized_data::Data;
use super::source_text::{CutText, SourceText};

/// Which part of a list or a text is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Keep {
    #[default]
    Start,
    End,
    Ends,
}

/// The beginning and the end of a part, which a cut keeps. Each can be empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ends {
    first: Place,
    /// The kept end starts here, with the comma before its first item.
    last: Place,
}

impl Part {
    /// The ends that take at most `room` bytes.
    pub(crate) fn ends(&self, json: &str, outline: &Outline, room: usize, keep: Keep) -> Ends {
        let (Range { start, end }, marks) = (self.range.clone(), &outline.marks);
        let of_first = match keep {
            Keep::Start => room,
            Keep::End => 0,
            Keep::Ends => room / 2,
        };
        let (first, _) = self.places_around(json, marks, start.saturating_add(of_first).min(end));
        let of_last = if keep == Keep::Start { 0 } else { room - (first.at - start) };
        let (_, last) = self.places_around(json, marks, end.saturating_sub(of_last).max(first.at));
        Ends { first, last }
    }

    /// The last place at or before an offset, and the first place at or after it.
    fn places_around(&self, json: &str, marks: &[Place], offset: usize) -> (Place, Place) {
        let Range { start, end } = self.range.clone();
        let whole = Place { at: end, count: self.count };
        if offset >= end {
            return (whole, whole);
        }
        if self.is_text {
            return self.lines_around(json, offset);
        }
        let behind = marks.partition_point(|mark| mark.at <= offset);
        let mark = behind.checked_sub(1).and_then(|index| marks.get(index));
        let mut before =
            mark.copied().filter(|mark| mark.at > start).unwrap_or(Place { at: start, count: 0 });
        let mut ends = Items { bytes: json.as_bytes(), at: before.at };
        while before.at < offset
            && let Some(at) = ends.next()
        {
            let place = Place { at, count: before.count + 1 };
            if at > offset {
                return (before, place);
            }
            before = place;
        }
        (before, before)
    }

    fn lines_around(&self, json: &str, offset: usize) -> (Place, Place) {
        let text = json.get(self.range.clone()).unwrap_or_default();
        let offset = offset - self.range.start;
        let before = text.as_bytes().get(..offset).and_then(end_of_last_line).unwrap_or(0);
        let count = text.get(..before).map_or(0, line_count);
        let place = Place { at: self.range.start + before, count };
        if before == offset {
            return (place, place);
        }
        let line = text.as_bytes().get(before..).and_then(end_of_first_line);
        let at = line.map_or(self.range.end, |len| place.at + len);
        (place, Place { at, count: count + 1 })
    }

    /// How many items or lines the ends have.
    pub(crate) fn counts(&self, ends: Ends) -> [usize; 2] {
        [ends.first.count, self.count - ends.last.count]
    }

    /// How many bytes the ends have.
    pub(crate) fn len_of(&self, ends: Ends) -> usize {
        ends.first.at - self.range.start + (self.range.end - ends.last.at)
    }

    /// The data with only the ends of this part. A text has the notice where it was cut; data with a shorter list gets `entry`.
    pub(crate) fn cut<'a>(
        &self,
        data: Data<'a>,
        ends: Ends,
        notice: &str,
        entry: String,
    ) -> (CutText<'a>, Option<CutText<'a>>) {
        let (json, text) = (data.json.as_str(), data.text.map(SourceText::as_str));
        let mut middle = String::new();
        let mut after = ends.last.at;
        if self.is_text {
            push_contents(&mut middle, notice);
            if after < self.range.end {
                middle.push_str("\\n");
            }
        } else if ends.first.at == self.range.start && after < self.range.end {
            // The cut begins after the comma before the first item that is kept.
            after += 1;
        }
        let end =
            if entry.is_empty() { json.len() } else { json.trim_end().len().saturating_sub(1) };
        let places = [ends.first.at, after, end];
        let cut_text = text.map(|text| {
            // Finds the same place in the escaped JSON, and counts from the nearer end.
            let place = |at: usize| match json.split_at_checked(at) {
                Some((before, after)) if before.len() > after.len() => {
                    text.len() - contents_len(after)
                }
                Some((before, _)) => contents_len(before),
                None => text.len(),
            };
            let [mut new, mut last] = [String::new(), String::new()];
            push_contents(&mut new, &middle);
            push_contents(&mut last, &entry);
            CutText::new(text, places.map(place), [new, last])
        });
        (CutText::new(json, places, [middle, entry]), cut_text)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::super::lines::unescaped;
    use super::super::list::find_part;
    use super::*;

    const KEEPS: [Keep; 3] = [Keep::Start, Keep::End, Keep::Ends];

    /// The JSON and the counts after the only part is cut to at most `room` bytes.
    fn cut(json: &str, room: usize, keep: Keep) -> (String, [usize; 2]) {
        let outline = Outline::default();
        let part = find_part(json, None, &outline).unwrap();
        let ends = part.ends(json, &outline, room, keep);
        assert!(part.len_of(ends) <= room, "{room} {keep:?}");
        let mut text = String::new();
        push_contents(&mut text, json);
        let data = Data {
            json: SourceText::Whole(json),
            text: Some(SourceText::Whole(&text)),
            is_empty: false,
        };
        let (cut, cut_text) = part.cut(data, ends, "…", String::new());
        let cut_text = cut_text.unwrap();
        let [cut, cut_text] = [&cut, &cut_text].map(|cut| SourceText::Cut(cut).as_str());
        assert_eq!(unescaped(cut_text), cut);
        (cut.to_owned(), part.counts(ends))
    }

    #[test]
    fn as_many_items_as_fit() {
        let items = [json!("é"), json!("\""), json!([3, json!({ "b": "\\" })]), json!(4)];
        let json = json!({ "a": items, "c": 5 }).to_string();
        for keep in KEEPS {
            let mut seen = Vec::new();
            for room in 0..26 {
                let (left, [first, last]) = cut(&json, room, keep);
                let left: Value = serde_json::from_str(&left).unwrap();
                let expected = [&items[..first], &items[4 - last..]].concat();
                assert_eq!(left, json!({ "a": expected, "c": 5 }), "{room} {keep:?}");
                seen.push([first, last]);
            }
            seen.dedup();
            let expected: &[_] = match keep {
                Keep::Start => &[[0, 0], [1, 0], [2, 0], [3, 0]],
                Keep::End => &[[0, 0], [0, 1], [0, 2], [0, 3]],
                Keep::Ends => &[[0, 0], [0, 1], [1, 1], [2, 1]],
            };
            assert_eq!(seen, expected, "{keep:?}");
        }
    }

    /// Places that the writer has noted save a search, and must not change the cut.
    #[test]
    fn noted_places_change_nothing() {
        let json = serde_json::to_string(&(0..300).collect::<Vec<_>>()).unwrap();
        let none = Outline::default();
        let part = find_part(&json, None, &none).unwrap();
        let ends = Items { bytes: json.as_bytes(), at: 1 };
        let places = ends.zip(1..).map(|(at, count)| Place { at, count });
        let noted = Outline { marks: places.step_by(7).collect(), ..Outline::default() };
        for (room, keep) in (0..json.len()).flat_map(|room| KEEPS.map(|keep| (room, keep))) {
            let ends = part.ends(&json, &noted, room, keep);
            assert_eq!(ends, part.ends(&json, &none, room, keep), "{room} {keep:?}");
        }
    }

    #[test]
    fn a_text_is_cut_between_lines() {
        let text = "ab\n\\n\u{e9}\n\"\\\nlast";
        let json = serde_json::to_string(text).unwrap();
        for (room, keep, left, counts) in [
            (3, Keep::Start, "…", [0, 0]),
            (4, Keep::Start, "ab\n…", [1, 0]),
            (10, Keep::Start, "ab\n…", [1, 0]),
            (11, Keep::Start, "ab\n\\n\u{e9}\n…", [2, 0]),
            (16, Keep::Start, "ab\n\\n\u{e9}\n…", [2, 0]),
            (17, Keep::Start, "ab\n\\n\u{e9}\n\"\\\n…", [3, 0]),
            (20, Keep::Start, "ab\n\\n\u{e9}\n\"\\\n…", [3, 0]),
            (3, Keep::End, "…", [0, 0]),
            (4, Keep::End, "…\nlast", [0, 1]),
            (9, Keep::End, "…\nlast", [0, 1]),
            (10, Keep::End, "…\n\"\\\nlast", [0, 2]),
            (17, Keep::End, "…\n\\n\u{e9}\n\"\\\nlast", [0, 3]),
            (8, Keep::Ends, "ab\n…\nlast", [1, 1]),
            (14, Keep::Ends, "ab\n…\n\"\\\nlast", [1, 2]),
        ] {
            let (cut, counted) = cut(&json, room, keep);
            let cut: String = serde_json::from_str(&cut).unwrap();
            assert_eq!((&*cut, counted), (left, counts), "{room} {keep:?}");
        }
    }
}
