//! Follows the pages of a list.

use std::collections::HashSet;
use std::fmt;
use std::future::Future;
use std::pin::Pin;

use crate::failure::Failure;
use crate::response::Success;
use crate::response_v2::{Meta, Response};

/// The pages of a list: an iterator over the responses of a function that takes a cursor.
///
/// The first call has no cursor. The iterator ends after the last page, which has neither `has_more: true` nor a cursor, and after an
/// error, which it returns once. If the server announces more pages without a cursor, or repeats a cursor, the list is incomplete: an
/// `INTERNAL_ERROR` follows the page. Besides the current [`Response`], the iterator only keeps the cursors in memory.
///
/// ```
/// use envelope_client::response_v2::{Pages, Response};
/// use envelope_runtime::response_v2::{Pagination, Reply};
/// use envelope_runtime::{ToolFailure, envelope_tool};
///
/// #[envelope_tool(dialect = "response-v2")]
/// fn list_tasks(cursor: Option<&str>) -> Result<Reply<Tasks>, ToolFailure> {
///     Ok(match cursor {
///         None => Reply::new(Tasks { tasks: vec![1, 2] }).pagination(Pagination::next("b").total_count(3)),
///         Some(_) => Reply::new(Tasks { tasks: vec![3] }).pagination(Pagination::end().total_count(3)),
///     })
/// }
/// # #[derive(serde::Serialize, envelope_runtime::Payload)]
/// # struct Tasks { tasks: Vec<u32> }
///
/// let call = |cursor: Option<&str>| -> Result<Response<Vec<u32>>, ToolFailure> {
///     Ok(Response::under("tasks", list_tasks(cursor).as_str())?)
/// };
///
/// for page in Pages::new(call) {
///     println!("{:?}", page?.data);
/// }
///
/// let tasks: Vec<u32> = Pages::new(call).items().collect::<Result<_, _>>()?;
/// assert_eq!(tasks, [1, 2, 3]);
/// # Ok::<(), ToolFailure>(())
/// ```
///
/// The function's error must implement `From<Box<Failure>>`, as `ToolFailure`, `Box<dyn Error>` and
/// `anyhow::Error` do. See [`Failure`]. For a function that returns a future, use [`AsyncPages`].
#[derive(Clone)]
#[must_use = "an iterator does nothing until it is used"]
pub struct Pages<F> {
    call: F,
    position: Position,
}

impl<F> Pages<F> {
    /// The pages that `call` returns.
    pub fn new<T, E>(call: F) -> Self
    where
        F: FnMut(Option<&str>) -> Result<Response<T>, E>,
        E: From<Box<Failure>>,
    {
        Self { call, position: Position::first() }
    }

    /// The pages from a cursor on.
    pub fn starting_at(mut self, cursor: impl Into<String>) -> Self {
        self.position.follow(cursor.into());
        self
    }

    /// The items of all pages, for data that is a list.
    pub fn items<T, E>(self) -> impl Iterator<Item = Result<T::Item, E>>
    where
        F: FnMut(Option<&str>) -> Result<Response<T>, E>,
        E: From<Box<Failure>>,
        T: IntoIterator,
    {
        self.flat_map(|page| {
            let (items, error) = match page {
                Ok(success) => (Some(success.data), None),
                Err(error) => (None, Some(error)),
            };
            items.into_iter().flatten().map(Ok).chain(error.map(Err))
        })
    }
}

impl<T, E, F> Iterator for Pages<F>
where
    F: FnMut(Option<&str>) -> Result<Response<T>, E>,
    E: From<Box<Failure>>,
{
    type Item = Result<Success<T, Meta>, E>;

    fn next(&mut self) -> Option<Self::Item> {
        let answer = match self.position.next.take()? {
            Ok(cursor) => (self.call)(cursor.as_deref()),
            Err(lost) => return Some(Err(lost.into())),
        };
        Some(self.position.arrive(answer))
    }
}

impl<F> fmt::Debug for Pages<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pages").field("cursor", &self.position.cursor()).finish_non_exhaustive()
    }
}

/// [`Pages`] of a function that returns a future.
///
/// ```
/// use envelope_client::response_v2::{AsyncPages, Response};
/// use envelope_runtime::ToolFailure;
///
/// async fn list_tasks(cursor: Option<String>) -> Result<Response<Vec<u32>>, ToolFailure> {
///     let text = match cursor {
///         None => r#"{"success":true,"data":{"tasks":[1,2]},"error":null,
///             "meta":{"version":"response-v2","pagination":{"cursor":"b","has_more":true}}}"#,
///         Some(_) => r#"{"success":true,"data":{"tasks":[3]},"error":null,"meta":{"version":"response-v2"}}"#,
///     };
///     Ok(Response::under("tasks", text)?)
/// }
///
/// # pollster::block_on(async {
/// let mut tasks = Vec::new();
/// let mut pages = AsyncPages::new(list_tasks);
/// while let Some(page) = pages.next().await {
///     tasks.extend(page?.data);
/// }
/// assert_eq!(tasks, [1, 2, 3]);
/// # Ok::<(), ToolFailure>(())
/// # }).unwrap();
/// ```
///
/// `stream::unfold(pages, async |mut pages| Some((pages.next().await?, pages)))` of `futures-util` turns the pages into a `Stream`.
#[must_use = "it does nothing until `next` is called"]
pub struct AsyncPages<F, Fut> {
    call: F,
    /// The call that has not returned yet.
    future: Option<Pin<Box<Fut>>>,
    position: Position,
}

impl<F, Fut> AsyncPages<F, Fut> {
    /// The pages that `call` returns.
    pub fn new<T, E>(call: F) -> Self
    where
        F: FnMut(Option<String>) -> Fut,
        Fut: Future<Output = Result<Response<T>, E>>,
        E: From<Box<Failure>>,
    {
        Self { call, future: None, position: Position::first() }
    }

    /// The pages from a cursor on.
    pub fn starting_at(mut self, cursor: impl Into<String>) -> Self {
        self.position.follow(cursor.into());
        self
    }

    /// Returns the next page. This method is cancel safe: the following `next` continues the started call.
    pub async fn next<T, E>(&mut self) -> Option<Result<Success<T, Meta>, E>>
    where
        F: FnMut(Option<String>) -> Fut,
        Fut: Future<Output = Result<Response<T>, E>>,
        E: From<Box<Failure>>,
    {
        let future = match &mut self.future {
            Some(future) => future,
            None => match self.position.next.take()? {
                Ok(cursor) => self.future.insert(Box::pin((self.call)(cursor))),
                Err(lost) => return Some(Err(lost.into())),
            },
        };
        let answer = future.as_mut().await;
        self.future = None;
        Some(self.position.arrive(answer))
    }
}

impl<F, Fut> fmt::Debug for AsyncPages<F, Fut> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AsyncPages")
            .field("cursor", &self.position.cursor())
            .finish_non_exhaustive()
    }
}

/// The position of a reader in the list.
#[derive(Clone)]
struct Position {
    /// The cursor of the next call, or an error for pages that cannot be reached. The first call has no cursor. A call takes this value:
    /// the list is over, unless its answer has another cursor.
    next: Option<Result<Option<String>, Box<Failure>>>,
    /// The cursors so far. If the server repeats a cursor, following it would never end.
    seen: HashSet<String>,
}

impl Position {
    fn first() -> Self {
        Self { next: Some(Ok(None)), seen: HashSet::new() }
    }

    fn cursor(&self) -> Option<&str> {
        self.next.as_ref()?.as_ref().ok()?.as_deref()
    }

    /// Reads the cursor of the next call from an answer.
    fn arrive<T, E: From<Box<Failure>>>(
        &mut self,
        answer: Result<Response<T>, E>,
    ) -> Result<Success<T, Meta>, E> {
        let success = answer?.into_result()?;
        let page = success.meta.pagination.as_ref().filter(|page| page.has_next());
        match page.map(|page| page.cursor.as_deref().unwrap_or_default()) {
            None => {}
            Some("") => self.lose("the server has more pages, and no cursor for them"),
            Some(cursor) => self.follow(cursor.to_owned()),
        }
        Ok(success)
    }

    /// Continues at a cursor, unless the server has already sent this cursor.
    fn follow(&mut self, cursor: String) {
        if self.seen.insert(cursor.clone()) {
            self.next = Some(Ok(Some(cursor)));
        } else {
            self.lose("the server repeats a page, so the rest of the list cannot be reached");
        }
    }

    /// Ends the list with an error.
    fn lose(&mut self, reason: &str) {
        self.next = Some(Err(Failure { message: reason.to_owned(), ..Failure::default() }.into()));
    }
}
