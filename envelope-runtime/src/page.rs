//! Pages with as many items as fit.

use std::fmt;
use std::marker::PhantomData;

use serde::ser::{Serialize, SerializeStruct, Serializer};

use crate::budget::{Size, too_large};
use crate::error::ToolFailure;
use crate::json::{self, AROUND_PAGE, RAW_VALUE};

/// The items of a list that fit into a budget, and the cursor of the next page.
///
/// ```
/// use envelope_runtime::response_v2::Reply;
/// use envelope_runtime::{Page, PageItems, ToolFailure, envelope_tool};
/// use serde::Serialize;
///
/// #[derive(Serialize)]
/// struct Task {
///     id: usize,
///     title: &'static str,
/// }
///
/// /// The tasks after the cursor, in the order of their ids.
/// #[envelope_tool(dialect = "response-v2", data = "tasks")]
/// fn list_tasks(cursor: Option<&str>) -> Result<Reply<PageItems<Task>>, ToolFailure> {
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
/// A page contains its items as JSON, not as values: each item is serialized once, when the page takes it.
///
/// # In any contract
///
/// A tool can return a page as its data, and each contract sends it in its own form. A contract without pages has the cursor in the
/// data, as `next_cursor`, which is absent on the last page:
///
/// ```
/// use envelope_runtime::mcp_2025_11_25::Mcp;
/// use envelope_runtime::response_v2::ResponseV2;
/// use envelope_runtime::{Contract, Page, ToolFailure, envelope_tool};
///
/// #[envelope_tool(dialects("response-v2", "mcp-2025-11-25"), data = "numbers")]
/// fn numbers(cursor: u32) -> Result<Page<u32>, ToolFailure> {
///     Page::fitting(cursor..5, 1_031, |last| (last + 1).to_string())
/// }
///
/// assert_eq!(
///     Contract::of::<ResponseV2>().sync_scope(|| numbers(0)).as_str(),
///     concat!(
///         r#"{"success":true,"data":{"numbers":[0,1,2]},"error":null,"#,
///         r#""meta":{"version":"response-v2","pagination":{"cursor":"3","has_more":true}}}"#,
///     )
/// );
/// assert_eq!(
///     Contract::of::<Mcp>().sync_scope(|| numbers(0)).as_str(),
///     concat!(
///         r#"{"content":[{"type":"text","text":"{\"numbers\":[0,1,2],\"next_cursor\":\"3\"}"}],"#,
///         r#""structuredContent":{"numbers":[0,1,2],"next_cursor":"3"},"isError":false}"#,
///     )
/// );
/// ```
///
/// In a contract whose data can be a list, the page of a tool without `data = "…"` is an object with the keys `items` and `next_cursor`.
/// For another form, [`into_parts`](Self::into_parts) returns the items and the cursor.
#[must_use]
pub struct Page<T> {
    items: PageItems<T>,
    next: NextPage,
}

/// The next page of a list.
#[doc(hidden)]
#[derive(Debug, Default)]
pub struct NextPage {
    /// `None` after the last page.
    pub(crate) cursor: Option<String>,
}

impl<T: Serialize> Page<T> {
    /// Takes items while they fit. If there are more, `cursor` makes the cursor of the next page from the last item that fits.
    ///
    /// The budget is the size of a whole envelope in bytes. 1,024 bytes of it are for everything but the items. A dialect that
    /// writes its data twice, as MCP does, needs more than twice the size of the items.
    ///
    /// The iterator should begin after the cursor of the request. One item more than the page contains is taken from it, to learn
    /// whether there are more.
    ///
    /// # Errors
    ///
    /// `RESULT_TOO_LARGE` if the first item does not fit, since a page without items would have no cursor. `INTERNAL_ERROR` if an
    /// item cannot be serialized.
    pub fn fitting<C: Into<String>>(
        items: impl IntoIterator<Item = T>,
        budget: usize,
        cursor: impl FnOnce(&T) -> C,
    ) -> Result<Self, ToolFailure> {
        let mut page = Filling::new(budget);
        for item in items {
            if !page.take(item)? {
                break;
            }
        }
        Ok(page.finish(cursor))
    }

    /// [`fitting`](Self::fitting) for the items of a stream, which is dropped at the end of the page.
    ///
    /// # Errors
    ///
    /// As [`fitting`](Self::fitting).
    #[cfg(feature = "futures03")]
    pub async fn fitting_stream<C: Into<String>>(
        items: impl futures_core::Stream<Item = T>,
        budget: usize,
        cursor: impl FnOnce(&T) -> C,
    ) -> Result<Self, ToolFailure> {
        let mut items = std::pin::pin!(items);
        let mut page = Filling::new(budget);
        while let Some(item) =
            std::future::poll_fn(|context| items.as_mut().poll_next(context)).await
        {
            if !page.take(item)? {
                break;
            }
        }
        Ok(page.finish(cursor))
    }
}

impl<T> Page<T> {
    /// The cursor of the next page. `None` if this is the last one.
    #[must_use]
    pub fn cursor(&self) -> Option<&str> {
        self.next.cursor.as_deref()
    }

    /// Whether there are more items than this page contains.
    #[must_use]
    pub fn has_more(&self) -> bool {
        self.next.cursor.is_some()
    }

    /// How many items the page contains.
    #[must_use]
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether the list has no items, at least after the cursor of the request.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(crate) fn items(&self) -> &PageItems<T> {
        &self.items
    }

    pub(crate) fn take_next(&mut self) -> NextPage {
        std::mem::take(&mut self.next)
    }

    /// The items, and the cursor of the next page.
    pub fn into_parts(self) -> (PageItems<T>, Option<String>) {
        (self.items, self.next.cursor)
    }
}

impl<T> fmt::Debug for Page<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Page")
            .field("items", &self.items)
            .field("cursor", &self.next.cursor)
            .finish()
    }
}

/// A page that takes items.
struct Filling<T> {
    json: String,
    len: usize,
    budget: usize,
    last: Option<T>,
    has_more: bool,
}

impl<T: Serialize> Filling<T> {
    fn new(budget: usize) -> Self {
        Self { json: "[".to_owned(), len: 0, budget, last: None, has_more: false }
    }

    /// Takes an item if it fits.
    fn take(&mut self, item: T) -> Result<bool, ToolFailure> {
        let before = self.json.len();
        if self.len > 0 {
            self.json.push(',');
        }
        json::append_data(&mut self.json, &item).map_err(ToolFailure::internal)?;
        // With the closing bracket.
        let size = self.json.len() + 1 + AROUND_PAGE;
        if size <= self.budget {
            self.len += 1;
            self.last = Some(item);
            return Ok(true);
        }
        if self.len == 0 {
            return Err(too_large(Size::Exactly(size), self.budget, None));
        }
        self.json.truncate(before);
        self.has_more = true;
        Ok(false)
    }

    fn finish<C: Into<String>>(mut self, cursor: impl FnOnce(&T) -> C) -> Page<T> {
        self.json.push(']');
        let last = self.last.as_ref().filter(|_| self.has_more);
        let cursor = last.map(|last| cursor(last).into());
        let items = PageItems { json: self.json, len: self.len, item: PhantomData };
        Page { items, next: NextPage { cursor } }
    }
}

/// The items of a [`Page`], as JSON. They serialize as a list.
#[derive(Clone)]
#[must_use]
pub struct PageItems<T> {
    json: String,
    len: usize,
    item: PhantomData<fn() -> T>,
}

impl<T> PageItems<T> {
    /// How many items the page contains.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether the page contains no items.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

impl<T> Serialize for PageItems<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if json::writes_data(&serializer) {
            let mut raw = serializer.serialize_struct(RAW_VALUE, 1)?;
            raw.serialize_field(RAW_VALUE, &self.json)?;
            return raw.end();
        }
        json::transcode(&self.json, serializer)
    }
}

impl<T> fmt::Debug for PageItems<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.json)
    }
}

/// The schema of a list of the items.
#[cfg(feature = "schemars")]
impl<T: schemars::JsonSchema> schemars::JsonSchema for PageItems<T> {
    fn inline_schema() -> bool {
        <Vec<T>>::inline_schema()
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        <Vec<T>>::schema_name()
    }

    fn schema_id() -> std::borrow::Cow<'static, str> {
        <Vec<T>>::schema_id()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        <Vec<T>>::json_schema(generator)
    }
}
