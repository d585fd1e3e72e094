//! Finding the list to cut, and its items, in JSON text.

/// A list in JSON text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct List {
    /// The keys that lead to it.
    pub(crate) keys: Vec<String>,
    /// After the opening bracket.
    pub(crate) start: usize,
    /// Before the closing bracket.
    pub(crate) end: usize,
    /// How many items it has, including the items that are missing in the text.
    pub(crate) items: usize,
    /// The start of the search for the items that fit: the end of an item, and how many items end there.
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

/// Finds the list at a path, or else the only list. An empty list, a tuple, and a list within one of them or within an item of a list,
/// are none. A list that is known is not searched. `tuples` are the starts of the tuples.
pub(crate) fn find_list(
    json: &str,
    path: Option<&str>,
    known: Option<&List>,
    tuples: &[usize],
) -> Option<List> {
    let mut lists = Lists::of(json, known, tuples);
    match path {
        Some(path) => lists.find(|list| list.path() == path),
        None => lists.next().filter(|_| lists.next().is_none()),
    }
}

/// The keys that lead to the list behind this text, if it is the list at a path, or, without a path, the first list. That is only cut if
/// [`find_list`] finds no other behind it.
pub(super) fn keys_of_list_to_cut(
    before: &str,
    path: Option<&str>,
    tuples: &[usize],
) -> Option<Vec<String>> {
    let mut lists = Lists::of(before, None, tuples);
    let is_first = lists.next().is_none();
    lists.by_ref().for_each(drop);
    // A tuple that is still open is around the list.
    let is_in_tuple = lists.at > before.len();
    let keys = lists.keys();
    let is_to_cut = path.map_or(is_first, |path| keys.join(".") == path);
    (is_to_cut && !is_in_tuple).then_some(keys)
}

/// The lists in a text, except empty lists and lists within a tuple or an item of a list.
struct Lists<'j> {
    json: &'j str,
    known: Option<&'j List>,
    /// Where tuples start, in their order. They are arrays in JSON as well.
    tuples: &'j [usize],
    at: usize,
    /// The last string in each open object: before a list, it is the key.
    keys: Vec<&'j str>,
}

impl<'j> Lists<'j> {
    fn of(json: &'j str, known: Option<&'j List>, tuples: &'j [usize]) -> Self {
        Self { json, known, tuples, at: 0, keys: Vec::new() }
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
                    if list.items > 0 && self.tuples.binary_search(&list.start).is_err() {
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
pub(super) struct Items<'j> {
    pub(super) bytes: &'j [u8],
    /// The closing bracket, at last.
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
            let list = find_list(json, None, None, &[]);
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
        assert_eq!(find_list(json, Some("b.a"), None, &[]).unwrap().items, 2);
        assert_eq!(find_list(json, Some("a"), None, &[]).unwrap().items, 1);
        assert_eq!(find_list(json, Some("b"), None, &[]), None);
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
            let found = keys_of_list_to_cut(before, path, &[]);
            assert_eq!(found, keys.map(|keys| keys.into_iter().map(str::to_owned).collect()));
        }
    }
}
