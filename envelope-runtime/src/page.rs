//! Pages with as many items as fit.

use serde::{Serialize, Serializer};

use crate::budget::too_large;
use crate::error::ToolFailure;
use crate::json::{self, CURSOR};
use crate::log::no_effect;

/// The bytes in the budget of a page for everything but its items.
const AROUND_PAGE: usize = 1_024;

/// The items of a list that fit into a budget, and the cursor of the next page.
///
/// ```
/// use envelope_runtime::response_v2::Reply;
/// use envelope_runtime::{Page, ToolFailure, envelope_tool};
/// use serde::{Serialize, Serializer};
///
/// #[derive(Serialize)]
/// struct Task {
///     id: usize,
///     title: &'static str,
/// }
///
/// /// The tasks after the cursor, in the order of their ids.
/// #[envelope_tool(dialect = "response-v2", data = "tasks")]
/// fn list_tasks(cursor: Option<&str>) -> Result<Reply<Vec<Task>>, ToolFailure> {
///     let last: usize = cursor.unwrap_or("0").parse()?;
///     let tasks = (last + 1..=1_000).map(|id| Task { id, title: "Write the docs" });
///     let page = Page::fitting(tasks, 4_000, |last| last.id.to_string())?;
///     Ok(Reply::page(page))
/// }
///
/// let envelope = list_tasks(None);
/// assert!(envelope.as_str().len() <= 4_000);
/// assert!(envelope.as_str().contains(r#""pagination":{"cursor":"85","has_more":true}"#));
/// ```
///
/// Each item is serialized twice: once to measure it, and once in the envelope. [`PageLimit`] also limits the number of items.
///
/// # In any contract
///
/// A tool can return a page as its data, and each contract sends the page in its own form. In a contract without pages, the data has the
/// cursor as `next_cursor`, which is absent on the last page:
///
/// ```
/// use envelope_runtime::mcp_2025_11_25::Mcp;
/// use envelope_runtime::response_v2::ResponseV2;
/// use envelope_runtime::{AnyDialect, Page, ToolFailure, envelope_tool};
///
/// #[envelope_tool(dialects("response-v2", "mcp-2025-11-25"), data = "numbers")]
/// fn numbers(cursor: u32) -> Result<Page<u32>, ToolFailure> {
///     Page::fitting(cursor..5, 1_031, |last| (last + 1).to_string())
/// }
///
/// assert_eq!(
///     AnyDialect::of::<ResponseV2>().sync_scope(|| numbers(0)).as_str(),
///     concat!(
///         r#"{"success":true,"data":{"numbers":[0,1,2]},"error":null,"#,
///         r#""meta":{"version":"response-v2","pagination":{"cursor":"3","has_more":true}}}"#,
///     )
/// );
/// assert_eq!(
///     AnyDialect::of::<Mcp>().sync_scope(|| numbers(0)).as_str(),
///     concat!(
///         r#"{"content":[{"type":"text","text":"{\"numbers\":[0,1,2],\"next_cursor\":\"3\"}"}],"#,
///         r#""structuredContent":{"numbers":[0,1,2],"next_cursor":"3"},"isError":false}"#,
///     )
/// );
/// ```
///
/// In a contract whose data can be a list, the page of a tool without `data = "…"` is an object with the keys `items` and `next_cursor`.
/// For another form, [`into_parts`](Self::into_parts) returns the items and the cursor.
#[derive(Debug)]
#[must_use]
pub struct Page<T> {
    items: Vec<T>,
    next: NextPage,
}

/// How much a page may contain.
///
/// ```
/// use envelope_runtime::{Page, PageLimit, ToolFailure};
///
/// let page = Page::fitting(1..=1_000, PageLimit::bytes(4_000).items(50), u32::to_string)?;
/// assert_eq!((page.len(), page.cursor()), (50, Some("50")));
/// # Ok::<(), ToolFailure>(())
/// ```
#[derive(Debug)]
#[must_use]
pub struct PageLimit<T> {
    bytes: usize,
    items: usize,
    shorten: Option<fn(&mut T)>,
}

impl<T> PageLimit<T> {
    /// The size of a whole envelope in bytes, of which 1,024 are for everything but the items. As in a [`Budget`](crate::Budget), only one
    /// copy of the data counts: MCP sends the data twice, and a client shows one copy.
    pub const fn bytes(bytes: usize) -> Self {
        Self { bytes, items: usize::MAX, shorten: None }
    }

    /// The largest number of items. A page has at least one, unless the list is empty.
    pub const fn items(mut self, items: usize) -> Self {
        self.items = items;
        self
    }

    /// Shortens each item of the page, such as a long text in it, before an item is left out. If all items fit as they are, none is
    /// shortened. The cursor is made from the shortened item. Nothing else reports the change, so leave a mark in the item:
    ///
    /// ```
    /// use envelope_runtime::{Page, PageLimit, ToolFailure};
    ///
    /// fn shorten(cell: &mut String) {
    ///     if let Some((end, _)) = cell.char_indices().nth(20) {
    ///         cell.replace_range(end.., "…");
    ///     }
    /// }
    ///
    /// let cells = ["a".repeat(30), "b".repeat(4_000), "c".repeat(30)];
    /// let limit = PageLimit::bytes(1_100).shorten(shorten);
    /// let page = Page::fitting(cells, limit, |last| last.clone())?;
    /// assert_eq!((page.len(), page.cursor()), (2, Some("bbbbbbbbbbbbbbbbbbbb…")));
    /// # Ok::<(), ToolFailure>(())
    /// ```
    pub fn shorten(mut self, shorten: fn(&mut T)) -> Self {
        self.shorten = Some(shorten);
        self
    }
}

// Derived implementations would require `Clone` and `Copy` of the items.
impl<T> Clone for PageLimit<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for PageLimit<T> {}

impl<T> From<usize> for PageLimit<T> {
    fn from(bytes: usize) -> Self {
        Self::bytes(bytes)
    }
}

/// The next page of a list.
#[doc(hidden)]
#[derive(Debug, Default)]
pub struct NextPage {
    /// `None` after the last page.
    pub(crate) cursor: Option<String>,
    /// The number of items on all pages.
    pub(crate) total_count: Option<u64>,
}

impl<T: Serialize> Page<T> {
    /// Takes items while they fit. If there are more, `cursor` makes the cursor of the next page from the last item that fits.
    ///
    /// The limit is a size in bytes, or a [`PageLimit`].
    ///
    /// The iterator should begin after the cursor of the request. The page takes one item more than it contains from the iterator, to learn
    /// whether there are more.
    ///
    /// # Errors
    ///
    /// `RESULT_TOO_LARGE` if the first item does not fit, since a page without items would have no cursor. `INTERNAL_ERROR` if an
    /// item cannot be serialized, if the limit leaves no room for any item, or if the cursor is empty, since many clients take an empty
    /// cursor for the last page.
    pub fn fitting<C: Into<String>>(
        items: impl IntoIterator<Item = T>,
        limit: impl Into<PageLimit<T>>,
        cursor: impl FnOnce(&T) -> C,
    ) -> Result<Self, ToolFailure> {
        let mut page = Filling::new(limit.into());
        for item in items {
            if !page.take(item)? {
                break;
            }
        }
        page.finish(cursor)
    }

    /// Like [`fitting`](Self::fitting), but takes the items from a stream, which is dropped at the end of the page.
    ///
    /// # Errors
    ///
    /// Fails if [`fitting`](Self::fitting) does.
    #[cfg(feature = "futures03")]
    pub async fn fitting_stream<C: Into<String>>(
        items: impl futures_core::Stream<Item = T>,
        limit: impl Into<PageLimit<T>>,
        cursor: impl FnOnce(&T) -> C,
    ) -> Result<Self, ToolFailure> {
        let mut items = std::pin::pin!(items);
        let mut page = Filling::new(limit.into());
        while let Some(item) =
            std::future::poll_fn(|context| items.as_mut().poll_next(context)).await
        {
            if !page.take(item)? {
                break;
            }
        }
        page.finish(cursor)
    }
}

impl<T> Page<T> {
    /// Sets the number of items on all pages: any integer, such as a `usize`. A negative number is left out, and the log has a warning.
    /// response-v2 sends the number in `meta.pagination`, and any other contract in the data, as `total_count`:
    ///
    /// ```
    /// use envelope_runtime::{Page, ToolFailure, envelope_tool};
    ///
    /// #[envelope_tool(dialect = "mcp-2025-11-25", data = "numbers")]
    /// fn numbers(cursor: u32) -> Result<Page<u32>, ToolFailure> {
    ///     Ok(Page::fitting(cursor..5, 1_031, |last| (last + 1).to_string())?.total_count(5))
    /// }
    ///
    /// let first = r#""structuredContent":{"numbers":[0,1,2],"next_cursor":"3","total_count":5}"#;
    /// assert!(numbers(0).as_str().contains(first));
    /// ```
    pub fn total_count(mut self, items: impl TryInto<u64>) -> Self {
        self.next.total_count = count(items);
        self
    }

    /// The cursor of the next page. `None` if this is the last page.
    #[must_use]
    pub fn cursor(&self) -> Option<&str> {
        self.next.cursor.as_deref()
    }

    /// How many items the page contains.
    #[must_use]
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether the page has no items. The list then has no items after the cursor of the request.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(crate) fn items(&self) -> &Vec<T> {
        &self.items
    }

    pub(crate) fn take_next(&mut self) -> NextPage {
        std::mem::take(&mut self.next)
    }

    /// The items, and the cursor of the next page. A [total](Self::total_count) is left out.
    pub fn into_parts(self) -> (Vec<T>, Option<Cursor>) {
        (self.items, self.next.cursor.map(Cursor))
    }
}

/// The cursor of the next page, from a page that was [taken apart](Page::into_parts). It serializes as its text. Data with a `Cursor` is
/// never cut to fit a [`Budget`](crate::Budget), since the cursor would skip the items that are left out. A `String` allows the cut,
/// unless its key is `next_cursor` or `nextCursor`.
///
/// ```
/// use envelope_runtime::{Cursor, Page, ToolFailure, envelope_tool};
///
/// #[envelope_tool(dialect = "mcp-2025-11-25", data("lines", "after"))]
/// fn lines() -> Result<(Vec<u32>, Option<Cursor>), ToolFailure> {
///     Ok(Page::fitting(0..1_000, 1_031, |last| last.to_string())?.into_parts())
/// }
///
/// assert!(lines().as_str().contains(r#""structuredContent":{"lines":[0,1,2],"after":"2"}"#));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cursor(String);

impl Cursor {
    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<Cursor> for String {
    fn from(cursor: Cursor) -> Self {
        cursor.0
    }
}

impl Serialize for Cursor {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct(CURSOR, &self.0)
    }
}

#[cfg(feature = "schemars1")]
impl schemars::JsonSchema for Cursor {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Cursor".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        String::json_schema(generator)
    }
}

/// Converts a number of items, unless it is negative or too large.
pub(crate) fn count(items: impl TryInto<u64>) -> Option<u64> {
    let count = items.try_into().ok();
    if count.is_none() {
        no_effect(format_args!("a number of items that is no `u64` is left out"));
    }
    count
}

/// A page that is being filled.
struct Filling<T> {
    items: Vec<T>,
    /// The size of the items, with brackets and commas.
    size: usize,
    limit: PageLimit<T>,
    /// Whether the items are shortened.
    is_short: bool,
    has_more: bool,
    /// The JSON of the last item.
    json: String,
}

impl<T: Serialize> Filling<T> {
    fn new(limit: PageLimit<T>) -> Self {
        let json = String::new();
        Self { items: Vec::new(), size: 1, limit, is_short: false, has_more: false, json }
    }

    /// Takes an item if it fits.
    fn take(&mut self, mut item: T) -> Result<bool, ToolFailure> {
        if self.items.len() >= self.limit.items.max(1) {
            self.has_more = true;
            return Ok(false);
        }
        if let Some(shorten) = self.limit.shorten {
            if !self.is_short && self.size_with(&item)? + AROUND_PAGE > self.limit.bytes {
                self.is_short = true;
                self.size = 1;
                for mut item in std::mem::take(&mut self.items) {
                    shorten(&mut item);
                    self.size = self.size_with(&item)?;
                    self.items.push(item);
                }
            }
            if self.is_short {
                shorten(&mut item);
            }
        }
        let size = self.size_with(&item)?;
        let whole = size + AROUND_PAGE;
        if whole <= self.limit.bytes {
            self.size = size;
            self.items.push(item);
            return Ok(true);
        }
        // The shortest list with an item has three bytes.
        if self.limit.bytes < AROUND_PAGE + "[0]".len() {
            return Err(ToolFailure::defect(format_args!(
                "no item fits into a page of {} bytes, since {AROUND_PAGE} are for everything but the items",
                self.limit.bytes
            )));
        }
        if self.items.is_empty() {
            return Err(too_large(whole, self.limit.bytes, None));
        }
        self.has_more = true;
        Ok(false)
    }

    /// The size of the page with one more item.
    fn size_with(&mut self, item: &T) -> Result<usize, ToolFailure> {
        self.json.clear();
        json::append_data(&mut self.json, item).map_err(ToolFailure::internal)?;
        // The item is followed by a comma or the closing bracket.
        Ok(self.size + self.json.len() + 1)
    }

    fn finish<C: Into<String>>(self, cursor: impl FnOnce(&T) -> C) -> Result<Page<T>, ToolFailure> {
        let last = self.items.last().filter(|_| self.has_more);
        let cursor = last.map(|last| cursor(last).into());
        if cursor.as_ref().is_some_and(String::is_empty) {
            return Err(ToolFailure::internal("the cursor of the next page is empty"));
        }
        Ok(Page { items: self.items, next: NextPage { cursor, total_count: None } })
    }
}
