//! Pages: what every list comes in.

use std::collections::HashMap;

use envelope_runtime::Payload;
use serde::Serialize;

use crate::InspectorError;
use crate::text::cut;

/// How many items a page may have.
pub const MAX_PAGE_SIZE: usize = 50;

/// The default limit on the items of a page, in bytes of JSON.
pub const MAX_PAGE_BYTES: usize = 64 * 1024;

/// How much of a bad cursor is shown.
const MAX_CURSOR_SHOWN: usize = 100;

/// Some of the items of a list.
#[derive(Clone, Debug, Serialize, Payload)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Page<T> {
    /// The items, in the order of the list.
    pub items: Vec<T>,
    /// What to pass for the next page, if there is one.
    pub next_cursor: Option<String>,
    /// How many items the list has.
    pub total_count: usize,
    /// Whether the page has fewer items than were asked for, since they are large.
    pub cut_by_size: bool,
    /// The members of the workspace that are not listed, as its manifest names them and up to 50: they are outside of the folder
    /// that is inspected, or behind a symbolic link.
    pub left_out: Vec<String>,
}

/// Which page of a list is asked for.
pub(crate) struct Request<'a> {
    tool: &'static str,
    cursor: Option<&'a str>,
    page_size: usize,
    max_bytes: usize,
}

impl<'a> Request<'a> {
    pub(crate) fn new(
        tool: &'static str,
        cursor: Option<&'a str>,
        page_size: usize,
        max_bytes: usize,
    ) -> Result<Self, InspectorError> {
        if !(1..=MAX_PAGE_SIZE).contains(&page_size) {
            return Err(InspectorError::BadPageSize { max: MAX_PAGE_SIZE, received: page_size });
        }
        Ok(Self { tool, cursor, page_size, max_bytes })
    }

    /// The page, out of a sorted list. A cursor is the key of the first item of its page: new items do not shift what follows.
    pub(crate) fn page<T: Serialize>(
        &self,
        list: Vec<T>,
        key: impl Fn(&T) -> String,
    ) -> Result<Page<T>, InspectorError> {
        let keys = unique(list.iter().map(key));
        let total_count = list.len();
        let start = self.start(&keys)?;
        let mut items = Vec::new();
        let mut bytes = 0;
        let mut cut_by_size = false;
        for item in list.into_iter().skip(start).take(self.page_size) {
            // Each has a comma or a bracket beside it.
            bytes += serde_json::to_string(&item).map_or(0, |json| json.len() + 1);
            cut_by_size = bytes > self.max_bytes && !items.is_empty();
            if cut_by_size {
                break;
            }
            items.push(item);
        }
        let next_cursor = keys.into_iter().nth(start + items.len());
        Ok(Page { items, next_cursor, total_count, cut_by_size, left_out: Vec::new() })
    }

    fn start(&self, keys: &[String]) -> Result<usize, InspectorError> {
        let Some(cursor) = self.cursor else { return Ok(0) };
        keys.iter().position(|key| key == cursor).ok_or_else(|| InspectorError::BadCursor {
            tool: self.tool,
            cursor: cut(cursor, MAX_CURSOR_SHOWN),
        })
    }
}

/// Numbers the keys that are there more than once, and those that look as if they were numbered.
fn unique(keys: impl Iterator<Item = String>) -> Vec<String> {
    let mut seen = HashMap::<String, usize>::new();
    keys.map(|key| {
        let times = seen.entry(key.clone()).or_default();
        *times += 1;
        if *times == 1 && !key.contains('#') { key } else { format!("{key}#{times}") }
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_numbered_key_is_none_of_the_others() {
        let keys = unique(["a", "a", "a#2", "a#2", "a#2#1", "b"].map(str::to_owned).into_iter());
        let distinct: HashSet<_> = keys.iter().collect();
        assert_eq!(distinct.len(), keys.len(), "{keys:?}");
        assert_eq!(keys[..2], ["a", "a#2"]);
    }
}
