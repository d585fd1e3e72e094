//! Finding the list to cut, and its items, in JSON text.

/// A list in JSON text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct List {
    /// The keys that lead to it, with dots between them.
    pub(crate) path: String,
    /// After the opening bracket.
    pub(crate) start: usize,
    /// Before the closing bracket.
    pub(crate) end: usize,
    pub(crate) items: usize,
}

/// An array in no other array, which the writer notes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Array {
    /// After the opening bracket.
    pub(super) start: usize,
    /// Before the closing bracket.
    pub(super) end: usize,
    pub(super) items: usize,
    /// Whether it can be shorter, unlike a tuple.
    pub(super) is_list: bool,
}

/// Finds the list at a path, or else the only list. Skips empty lists, tuples, and lists inside of items. The search passes over the arrays
/// that the writer has noted, and reads only those in raw JSON.
pub(crate) fn find_list(json: &str, path: Option<&str>, noted: &[Array]) -> Option<List> {
    let mut lists = Lists { json, noted, at: 0, keys: Vec::new() };
    match path {
        Some(path) => lists.find(|list| list.path == path),
        None => lists.next().filter(|_| lists.next().is_none()),
    }
}

/// The lists in a text, except empty lists and lists within a tuple or an item of a list.
struct Lists<'j> {
    json: &'j str,
    noted: &'j [Array],
    at: usize,
    /// The last string in each open object: before a list, it is the key.
    keys: Vec<&'j str>,
}

impl Lists<'_> {
    /// The array that starts here.
    fn array(&self) -> Array {
        let start = self.at;
        let noted = self.noted.binary_search_by_key(&start, |array| array.start);
        if let Some(array) = noted.ok().and_then(|index| self.noted.get(index)) {
            return *array;
        }
        let mut ends = Items { bytes: self.json.as_bytes(), at: start };
        let items = ends.by_ref().count();
        Array { start, end: ends.at, items, is_list: true }
    }

    fn path(&self) -> String {
        let keys: Vec<_> = self.keys.iter().map(|key| unescaped(key)).collect();
        keys.join(".")
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
                    let Array { start, end, items, is_list } = self.array();
                    self.at = end + 1;
                    if items > 0 && is_list {
                        return Some(List { path: self.path(), start, end, items });
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
            let list = find_list(json, None, &[]);
            let found = found.map(|(path, items, len)| (path.to_owned(), items, len));
            assert_eq!(
                list.map(|list| (list.path, &json[list.start..list.end], list.items)),
                found
            );
        }
    }

    #[test]
    fn a_path_names_one_of_several_lists() {
        let json = r#"{"a":[1],"b":{"a":[2,3]},"\"":[4]}"#;
        assert_eq!(find_list(json, Some("b.a"), &[]).unwrap().items, 2);
        assert_eq!(find_list(json, Some("a"), &[]).unwrap().items, 1);
        assert_eq!(find_list(json, Some("b"), &[]), None);
    }
}
