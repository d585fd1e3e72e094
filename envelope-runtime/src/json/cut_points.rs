//! Lists in JSON text that are cut after an item, and texts that are cut after a line.

use super::escape::count_pairs;
use super::list::{Items, List, unescaped};

/// The end of the first item of a list, and of those that take at most so many bytes together with it.
pub(crate) fn item_ends(json: &str, list: &List, room: usize) -> Vec<usize> {
    let ends = Items { bytes: json.as_bytes(), at: list.start }.enumerate();
    let fits = |(index, end): &(usize, usize)| *index == 0 || end - list.start <= room;
    ends.take_while(fits).map(|(_, end)| end).collect()
}

/// The first lines of a JSON string that take at most so many bytes: how many, and where they end. `None` if not even one does.
pub(crate) fn first_lines(json: &str, room: usize) -> Option<(usize, usize)> {
    let bytes = json.as_bytes();
    let mut first = bytes.get(..=room).unwrap_or(bytes);
    let end = loop {
        let at = first.windows(2).rposition(|pair| pair == b"\\n")?;
        first = first.get(..at)?;
        let is_backslash = |byte: &&u8| **byte == b'\\';
        // After an odd number of backslashes, this one belongs to an escaped backslash.
        if first.iter().rev().take_while(is_backslash).count() % 2 == 0 {
            break at + 2;
        }
    };
    Some((line_breaks(json.get(1..end)?), end))
}

/// The length of the text that the contents of a JSON string stand for.
pub(crate) fn unescaped_len(contents: &str) -> usize {
    if !contents.contains("\\\\") && !contents.contains("\\u") {
        // Every backslash begins an escape of two bytes.
        return contents.len() - contents.bytes().filter(|byte| *byte == b'\\').count();
    }
    let mut len = contents.len();
    let mut rest = contents;
    while let Some((_, escape)) = rest.split_once('\\') {
        let hex = escape.strip_prefix('u').and_then(|escape| escape.get(..4));
        let unit = hex.and_then(|hex| u16::from_str_radix(hex, 16).ok());
        // Six bytes stand for a character, or for half of one with four bytes.
        len -= match unit {
            None => 1,
            Some(..=0x7f) => 5,
            Some(0x80..=0x7ff | 0xd800..=0xdfff) => 4,
            Some(_) => 3,
        };
        rest = escape.get(1..).unwrap_or_default();
    }
    len
}

fn line_breaks(contents: &str) -> usize {
    if contents.contains("\\\\") {
        return unescaped(contents).bytes().filter(|byte| *byte == b'\n').count();
    }
    // Without an escaped backslash, each `\n` is a line break.
    count_pairs(contents.as_bytes(), *b"\\n")
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::super::list::find_list;
    use super::*;

    #[test]
    fn as_many_items_as_fit() {
        let json = r#"{"a":["é","\"",[3,{"b":"\\"}],4]}"#;
        let list = find_list(json, None, &[]).unwrap();
        let items = &json[list.start..list.end];
        let mut lasts = Vec::new();
        for room in 0..100 {
            let ends = item_ends(json, &list, room);
            let first = &json[list.start..*ends.last().unwrap()];
            assert!(first.len() <= room || ends.len() == 1, "{first}");
            let parsed: Vec<Value> = serde_json::from_str(&format!("[{first}]")).unwrap();
            assert_eq!(parsed.len(), ends.len());
            lasts.push(first);
        }
        lasts.dedup();
        assert_eq!(lasts, [r#""é""#, r#""é","\"""#, r#""é","\"",[3,{"b":"\\"}]"#, items]);
    }

    #[test]
    fn the_length_of_a_text_is_known_without_the_text() {
        for text in ["", "a\nb", "\\n\"\u{1}\t\\", "\u{1b}[1m\u{e9}\\u0041", "\u{1f600}"] {
            let json = serde_json::to_string(text).unwrap();
            assert_eq!(unescaped_len(&json[1..json.len() - 1]), text.len(), "{json}");
        }
        for raw in [r"\u0041", r"\u00e9\\", r"\u20ac", r"\ud83d\ude00", r"\/"] {
            assert_eq!(unescaped_len(raw), unescaped(raw).len(), "{raw}");
        }
    }

    #[test]
    fn a_text_is_cut_after_a_line() {
        let json = serde_json::to_string("ab\n\\n\u{e9}\n\"\\\nlast").unwrap();
        for (room, first) in [
            (3, None),
            (4, Some((1, "ab\n"))),
            (10, Some((1, "ab\n"))),
            (11, Some((2, "ab\n\\n\u{e9}\n"))),
            (16, Some((2, "ab\n\\n\u{e9}\n"))),
            (17, Some((3, "ab\n\\n\u{e9}\n\"\\\n"))),
            (100, Some((3, "ab\n\\n\u{e9}\n\"\\\n"))),
        ] {
            let lines = first_lines(&json, room);
            let kept = lines.map(|(count, end)| (count, unescaped(&json[1..end])));
            assert_eq!(kept, first.map(|(count, text)| (count, text.to_owned())), "{room}");
        }
        assert_eq!(first_lines("\"a\\n\"", 100), Some((1, 4)));
        assert_eq!(first_lines("\"\"", 100), None);
    }
}
