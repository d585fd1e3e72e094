//! Finds the part to cut, a list or a text, in JSON text.

use std::borrow::Cow;
use std::ops::Range;

use super::escape::dirty_bytes;
use super::lines::line_count;
use super::pretty::string_len;
use super::transcode::Reader;

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
    let mut parts = Parts { outline, keys: Vec::new(), found: Vec::new() };
    parts.read(&Reader::new(json)).ok()?;
    let mut found = parts.found.into_iter();
    if let Some(path) = path {
        return found.find(|part| part.path == path);
    }
    let (texts, mut lists): (Vec<_>, Vec<_>) = found.partition(|part| part.is_text);
    match lists.len() {
        0 => texts.into_iter().max_by_key(|text| text.range.len()),
        1 => lists.pop(),
        _ => None,
    }
}

/// The parts of a text that can be cut.
struct Parts<'j> {
    outline: &'j Outline,
    /// The keys that lead to the next value.
    keys: Vec<Cow<'j, str>>,
    found: Vec<Part>,
}

impl<'j> Parts<'j> {
    /// Passes over a value, and adds its parts.
    fn read(&mut self, json: &Reader<'j>) -> serde_json::Result<()> {
        match json.peek() {
            Some(b'{') => {
                return json.entries(|key, value| {
                    self.keys.push(key);
                    self.read(value)?;
                    self.keys.pop();
                    Ok(())
                });
            }
            Some(b'[') => {
                let Array { start, end, items, is_list } = self.array(json);
                if items > 0 && is_list {
                    self.add(start..end, items, false);
                }
                json.pass(end + 1 - json.offset());
            }
            Some(b'"') => {
                let (rest, start) = (json.rest(), json.offset() + 1);
                // A string that is the whole JSON ends at its end, so it is not searched.
                let len = if start == 1 { rest.trim_end().len() } else { string_len(rest) };
                let contents = rest.get(1..len - 1).unwrap_or_default();
                if let lines @ 2.. = line_count(contents) {
                    self.add(start..start + contents.len(), lines, true);
                }
                json.pass(len);
            }
            _ => drop(json.digits()),
        }
        Ok(())
    }

    /// The array that comes next.
    fn array(&self, json: &Reader<'j>) -> Array {
        let (start, noted) = (json.offset() + 1, &self.outline.arrays);
        let index = noted.binary_search_by_key(&start, |array| array.start);
        if let Some(array) = index.ok().and_then(|index| noted.get(index)) {
            return *array;
        }
        let mut ends = Items { bytes: json.rest().as_bytes(), at: 1 };
        let items = ends.by_ref().count();
        Array { start, end: start - 1 + ends.at, items, is_list: true }
    }

    fn add(&mut self, range: Range<usize>, count: usize, is_text: bool) {
        self.found.push(Part { path: self.keys.join("."), range, count, is_text });
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
