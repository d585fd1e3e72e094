//! Lists in JSON text, and in a tree, that are cut after an item.

use serde_json::Value;

use super::escape::{contents_len, count_pairs};

/// A list in JSON text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct List {
    /// The keys that lead to it.
    pub(crate) keys: Vec<String>,
    /// After the opening bracket.
    pub(crate) start: usize,
    /// Before the closing bracket.
    pub(crate) end: usize,
    /// How many items it has, including those that are missing in the text.
    pub(crate) items: usize,
    /// Where a search for the items that fit begins: the end of an item, and how many items end there.
    pub(super) early: (usize, usize),
    /// Whether its last items are missing in the text.
    pub(crate) is_cut: bool,
}

impl List {
    /// The keys that lead to it, with dots between them.
    pub(crate) fn path(&self) -> String {
        self.keys.join(".")
    }
}

/// Finds the list at a path, or else the only list. An empty list, and a list within an item of a list, are none. A list that is known
/// is not searched.
pub(crate) fn find_list(json: &str, path: Option<&str>, known: Option<&List>) -> Option<List> {
    let mut lists = Lists::of(json, known);
    match path {
        Some(path) => lists.find(|list| list.path() == path),
        None => lists.next().filter(|_| lists.next().is_none()),
    }
}

/// The keys that lead to the list behind this text, if it is the list at a path, or, without a path, the first list.
pub(super) fn keys_of_list_to_cut(before: &str, path: Option<&str>) -> Option<Vec<String>> {
    let mut lists = Lists::of(before, None);
    let is_first = lists.next().is_none();
    lists.by_ref().for_each(drop);
    // A tuple that is still open is around the list.
    let is_in_tuple = lists.at > before.len();
    let keys = lists.keys();
    let is_to_cut = path.map_or(is_first, |path| keys.join(".") == path);
    (is_to_cut && !is_in_tuple).then_some(keys)
}

/// The lists in a text, except empty ones and those within an item of a list.
struct Lists<'j> {
    json: &'j str,
    known: Option<&'j List>,
    at: usize,
    /// The last string in each open object: before a list, it is the key.
    keys: Vec<&'j str>,
}

impl<'j> Lists<'j> {
    fn of(json: &'j str, known: Option<&'j List>) -> Self {
        Self { json, known, at: 0, keys: Vec::new() }
    }

    fn keys(&self) -> Vec<String> {
        self.keys.iter().map(|key| unescaped(key)).collect()
    }

    /// Passes over a list.
    fn list(&mut self) -> List {
        let start = self.at;
        let known = self.known.filter(|known| known.start == start);
        let list = known.cloned().unwrap_or_else(|| {
            let mut ends = Items { bytes: self.json.as_bytes(), at: start };
            let items = ends.by_ref().count();
            let (keys, end) = (self.keys(), ends.at);
            List { keys, start, end, items, early: (start, 0), is_cut: false }
        });
        self.at = list.end + 1;
        list
    }
}

impl Iterator for Lists<'_> {
    type Item = List;

    fn next(&mut self) -> Option<List> {
        loop {
            let byte = *self.json.as_bytes().get(self.at)?;
            self.at += 1;
            match byte {
                b'{' => self.keys.push(""),
                b'}' => drop(self.keys.pop()),
                b'"' => {
                    let rest = self.json.get(self.at..)?;
                    let end = end_of_string(rest.as_bytes())?;
                    self.at += end + 1;
                    if let Some(key) = self.keys.last_mut() {
                        *key = rest.get(..end)?;
                    }
                }
                b'[' => {
                    let list = self.list();
                    if list.items > 0 {
                        return Some(list);
                    }
                }
                _ => {}
            }
        }
    }
}

/// The text that the contents of a JSON string stand for.
pub(crate) fn unescaped(contents: &str) -> String {
    serde_json::from_str(&format!("\"{contents}\"")).unwrap_or_else(|_| contents.to_owned())
}

/// The end of the string whose contents these bytes begin with.
pub(super) fn end_of_string(bytes: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        at += bytes.get(at..)?.iter().position(|byte| matches!(byte, b'"' | b'\\'))?;
        if bytes.get(at) == Some(&b'"') {
            return Some(at);
        }
        at += 2;
    }
}

/// The items of a list, from behind its opening bracket on.
pub(super) fn items_of(list: &str) -> impl Iterator<Item = &str> {
    let mut start = 0;
    Items { bytes: list.as_bytes(), at: 0 }.map(move |end| {
        let item = list.get(start..end).unwrap_or_default();
        start = end + 1;
        item
    })
}

/// The end of each item of a list.
struct Items<'j> {
    bytes: &'j [u8],
    /// The closing bracket, at last.
    at: usize,
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

/// How often an envelope contains its data.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Copied {
    /// As JSON.
    pub(crate) json: usize,
    /// As the contents of a string.
    pub(crate) text: usize,
}

impl Copied {
    /// The bytes that a part of the data takes in the envelope.
    pub(crate) fn len(self, part: &str) -> usize {
        let text = if self.text > 0 { self.text * contents_len(part) } else { 0 };
        self.json * part.len() + text
    }
}

/// The first items of a list that take at most so many bytes in an envelope: how many, and where they end. `early` is the size of the
/// items up to the early end.
pub(super) fn first_items(
    json: &str,
    list: &List,
    copied: Copied,
    early: usize,
    room: usize,
) -> (usize, usize) {
    let (mut end, mut kept) = list.early;
    let mut taken = early;
    if end > list.end || taken > room {
        (end, kept, taken) = (list.start, 0, 0);
    }
    for item_end in (Items { bytes: json.as_bytes(), at: end }) {
        let len = json.get(end..item_end).map_or(usize::MAX, |item| copied.len(item));
        taken = taken.saturating_add(len);
        if taken > room {
            break;
        }
        (kept, end) = (kept + 1, item_end);
    }
    (kept, end)
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

fn line_breaks(contents: &str) -> usize {
    if contents.contains("\\\\") {
        return unescaped(contents).bytes().filter(|byte| *byte == b'\n').count();
    }
    // Without an escaped backslash, each `\n` is a line break.
    count_pairs(contents.as_bytes(), *b"\\n")
}

/// Cuts the list behind these keys in a tree.
pub(crate) fn cut_tree(tree: &mut Value, keys: &[String], kept: usize) {
    if let Some(Value::Array(items)) = keys.iter().try_fold(tree, |tree, key| tree.get_mut(key)) {
        items.truncate(kept);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOTH: Copied = Copied { json: 1, text: 1 };

    #[test]
    fn the_only_list_is_found() {
        for (json, found) in [
            ("[1,2]", Some(("", "1,2", 2))),
            (r#"{"a":{"b":["]",[3,4]]},"c":[],"d":"[1]"}"#, Some(("a.b", r#""]",[3,4]"#, 2))),
            ("{\"a\": [ 1 , 2\n] }", Some(("a", " 1 , 2\n", 2))),
            (r#"{"a":[1],"b":[2]}"#, None),
            (r#"{"a":[ ],"b":{}}"#, None),
            ("{}", None),
            ("5", None),
        ] {
            let list = find_list(json, None, None);
            let found = found.map(|(path, items, len)| (path.to_owned(), items, len));
            assert_eq!(
                list.map(|list| (list.path(), &json[list.start..list.end], list.items)),
                found
            );
        }
    }

    #[test]
    fn a_path_names_one_of_several_lists() {
        let json = r#"{"a":[1],"b":{"a":[2,3]},"\"":[4]}"#;
        assert_eq!(find_list(json, Some("b.a"), None).unwrap().items, 2);
        assert_eq!(find_list(json, Some("a"), None).unwrap().items, 1);
        assert_eq!(find_list(json, Some("b"), None), None);
    }

    #[test]
    fn as_many_items_as_fit() {
        let json = r#"{"a":["é","\"",[3,{"b":"\\"}],4]}"#;
        let list = find_list(json, None, None).unwrap();
        let items = &json[list.start..list.end];
        let mut ends = Vec::new();
        for room in 0..100 {
            let (kept, end) = first_items(json, &list, BOTH, 0, room);
            let first = &json[list.start..end];
            let escaped = serde_json::to_string(first).unwrap().len() - 2;
            assert!(first.len() + escaped <= room, "{first}");
            let parsed: Vec<Value> = serde_json::from_str(&format!("[{first}]")).unwrap();
            assert_eq!(parsed.len(), kept);
            ends.push(first);
        }
        ends.dedup();
        assert_eq!(ends, ["", r#""é""#, r#""é","\"""#, r#""é","\"",[3,{"b":"\\"}]"#, items]);
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

    #[test]
    fn a_tree_is_cut_as_its_text_is() {
        let json = r#"{"c":[],"a.\"":{"b":[1,2,3]},"d":{"e":0}}"#;
        let list = find_list(json, None, None).unwrap();
        assert_eq!(list.path(), "a.\".b");
        let mut tree: Value = serde_json::from_str(json).unwrap();
        cut_tree(&mut tree, &list.keys, 2);
        assert_eq!(tree["a.\""]["b"], serde_json::json!([1, 2]));
    }

    #[test]
    fn the_list_behind_a_text_is_to_cut() {
        for (before, path, keys) in [
            ("", None, Some(vec![])),
            (r#"{"a":{"b":"c","d":{},"e.f":"#, None, Some(vec!["a", "e.f"])),
            (r#"{"a":{"b":"c","d":{},"e.f":"#, Some("a.e.f"), Some(vec!["a", "e.f"])),
            (r#"{"a":"#, Some("b"), None),
            (r#"{"a":[],"b":"#, None, Some(vec!["b"])),
            (r#"{"a":[1],"b":"#, None, None),
            (r#"{"a":[1],"b":"#, Some("b"), Some(vec!["b"])),
            ("[", None, None),
            ("[1,", None, None),
            (r#"{"a":[{"b":"#, Some("a.b"), None),
            (r#"{"a":[{"b":"#, Some("a"), None),
        ] {
            let found = keys_of_list_to_cut(before, path);
            assert_eq!(found, keys.map(|keys| keys.into_iter().map(str::to_owned).collect()));
        }
    }
}
