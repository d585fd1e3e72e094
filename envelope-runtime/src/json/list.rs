//! Finds the part to cut, a list or a text, in JSON text.

use std::ops::Range;

use super::escape::dirty_bytes;
use super::lines::{line_count, unescaped};

/// A part of JSON text that can be cut: a list between items, or a text between lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// The keys that lead to the part, separated by dots.
    pub(crate) path: String,
    /// The text between the brackets, or between the quotation marks.
    pub(crate) range: Range<usize>,
    /// How many items or lines it has.
    pub(crate) count: usize,
    pub(crate) is_text: bool,
}

/// The arrays that the writer has noted, so that they need not be read again.
#[derive(Debug, Default)]
pub(crate) struct Outline {
    /// The outermost arrays.
    pub(super) arrays: Vec<Array>,
    /// Some of the places between the items of these arrays.
    pub(super) marks: Vec<Place>,
}

/// An outermost array, which the writer notes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Array {
    /// The place after the opening bracket.
    pub(super) start: usize,
    /// The place before the closing bracket.
    pub(super) end: usize,
    pub(super) items: usize,
    /// Whether the array can be shorter, unlike a tuple.
    pub(super) is_list: bool,
}

/// A place where a part can be cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(super) at: usize,
    /// How many items or lines are before the place.
    pub(super) count: usize,
}

/// Finds the part at a path, or else the only list, or else the longest text. Skips empty lists, tuples, texts of one line, and the
/// parts of items.
pub(crate) fn find_part(json: &str, path: Option<&str>, outline: &Outline) -> Option<Part> {
    let mut parts = Parts { json, outline, at: 0, keys: Vec::new() };
    if let Some(path) = path {
        return parts.find(|part| part.path == path);
    }
    let (texts, mut lists): (Vec<_>, Vec<_>) = parts.partition(|part| part.is_text);
    match lists.len() {
        0 => texts.into_iter().max_by_key(|text| text.range.len()),
        1 => lists.pop(),
        _ => None,
    }
}

/// The parts of a text that can be cut.
struct Parts<'j> {
    json: &'j str,
    outline: &'j Outline,
    at: usize,
    /// The last string in each open object: before a value, it is the key.
    keys: Vec<&'j str>,
}

impl<'j> Parts<'j> {
    /// The array that starts here.
    fn array(&self) -> Array {
        let (start, noted) = (self.at, &self.outline.arrays);
        let index = noted.binary_search_by_key(&start, |array| array.start);
        if let Some(array) = index.ok().and_then(|index| noted.get(index)) {
            return *array;
        }
        let mut ends = Items { bytes: self.json.as_bytes(), at: start };
        let items = ends.by_ref().count();
        Array { start, end: ends.at, items, is_list: true }
    }

    /// Passes over the string that starts here. Returns its contents, and whether it is a value.
    fn string(&mut self) -> Option<(&'j str, bool)> {
        let rest = self.json.get(self.at..)?;
        // A string that is the whole JSON ends at its end, so it is not searched.
        let len =
            if self.at == 1 { rest.trim_end().len() - 1 } else { end_of_string(rest.as_bytes())? };
        let (contents, after) = rest.split_at_checked(len)?;
        self.at += contents.len() + 1;
        Some((contents, !after.get(1..)?.trim_start().starts_with(':')))
    }

    fn part(&self, range: Range<usize>, count: usize, is_text: bool) -> Part {
        let keys: Vec<_> = self.keys.iter().map(|key| unescaped(key)).collect();
        Part { path: keys.join("."), range, count, is_text }
    }
}

impl Iterator for Parts<'_> {
    type Item = Part;

    fn next(&mut self) -> Option<Part> {
        loop {
            let byte = *self.json.as_bytes().get(self.at)?;
            self.at += 1;
            match byte {
                b'{' => self.keys.push(""),
                b'}' => drop(self.keys.pop()),
                b'"' => {
                    let start = self.at;
                    let (contents, is_value) = self.string()?;
                    if !is_value && let Some(key) = self.keys.last_mut() {
                        *key = contents;
                    }
                    if is_value && let lines @ 2.. = line_count(contents) {
                        return Some(self.part(start..self.at - 1, lines, true));
                    }
                }
                b'[' => {
                    let Array { start, end, items, is_list } = self.array();
                    self.at = end + 1;
                    if items > 0 && is_list {
                        return Some(self.part(start..end, items, false));
                    }
                }
                _ => {}
            }
        }
    }
}

/// Finds the end of a string. The bytes begin with its contents.
pub(super) fn end_of_string(bytes: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        let rest = bytes.get(at..)?;
        at += match rest.first_chunk() {
            Some(word) => dirty_bytes(u64::from_le_bytes(*word)).trailing_zeros() as usize / 8,
            None => rest.iter().position(|byte| matches!(byte, b'"' | b'\\'))?,
        };
        match bytes.get(at) {
            Some(b'"') => return Some(at),
            Some(b'\\') => at += 2,
            // The word needs no escapes, or raw JSON has a character that only this crate escapes.
            _ => {}
        }
    }
}

/// The end of each item of a list.
pub(super) struct Items<'j> {
    pub(super) bytes: &'j [u8],
    /// How far the list has been read: after the last item, to the closing bracket.
    pub(super) at: usize,
}

impl Iterator for Items<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let mut depth = 0_usize;
        let mut is_empty = true;
        if self.bytes.get(self.at) == Some(&b',') {
            self.at += 1;
        }
        loop {
            match *self.bytes.get(self.at)? {
                b',' if depth == 0 => break,
                b']' if depth == 0 => {
                    if is_empty {
                        return None;
                    }
                    break;
                }
                b'[' | b'{' => depth += 1,
                b']' | b'}' => depth = depth.saturating_sub(1),
                b'"' => {
                    let start = self.at + 1;
                    self.at = start + end_of_string(self.bytes.get(start..)?)?;
                }
                // Raw JSON can have white space.
                b' ' | b'\n' | b'\r' | b'\t' => {
                    self.at += 1;
                    continue;
                }
                _ => {}
            }
            is_empty = false;
            self.at += 1;
        }
        Some(self.at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_only_list_or_the_longest_text_is_found() {
        for (json, found) in [
            ("[1,2]", Some(("", "1,2", 2))),
            (r#"{"a":{"b":["]",[3,4]]},"c":[],"d":"[1]"}"#, Some(("a.b", r#""]",[3,4]"#, 2))),
            ("{\"a\": [ 1 , 2\n] }", Some(("a", " 1 , 2\n", 2))),
            (r#"{"a":[1],"b":[2]}"#, None),
            (r#"{"a":[ ],"b":{}}"#, None),
            ("{}", None),
            ("5", None),
            (r#"{"a":"1\n2","b":{"c":"1\n2\n3\n"},"d":[]}"#, Some(("b.c", r"1\n2\n3\n", 3))),
            (r#"{"a\nb" : 1,"c":"1\n2","d":[3]}"#, Some(("d", "3", 1))),
            (r#""1\n2""#, Some(("", r"1\n2", 2))),
            (r#"{"a":"1\\n2\n"}"#, None),
        ] {
            let part = find_part(json, None, &Outline::default());
            let found = found.map(|(path, items, len)| (path.to_owned(), items, len));
            assert_eq!(part.map(|part| (part.path, &json[part.range], part.count)), found);
        }
    }

    #[test]
    fn a_path_names_one_of_several_lists() {
        let json = r#"{"a":[1],"b":{"a":[2,3]},"\"":[4],"c":"1\n2"}"#;
        let find = |path| find_part(json, Some(path), &Outline::default());
        assert_eq!(find("b.a").unwrap().count, 2);
        assert_eq!(find("a").unwrap().count, 1);
        assert_eq!(find("c").unwrap().count, 2);
        assert_eq!(find("b"), None);
    }
}
