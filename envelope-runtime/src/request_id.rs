//! The id of the request that a tool is called in, set once by a server around the call.

use std::borrow::Cow;
use std::cell::RefCell;
use std::fmt;
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::Arc;

thread_local! {
    static CURRENT: RefCell<Option<RequestId>> = const { RefCell::new(None) };
}

/// The id of a request, which ties an envelope to the logs and traces of the server.
///
/// A server sets it once around a call, and every tool that is called inside puts it into its envelope. A tool that
/// says `request_id = …` itself keeps its own.
///
/// ```
/// use envelope_runtime::{RequestId, ToolFailure, envelope_tool};
///
/// #[envelope_tool(dialect = "response-v2")]
/// fn ping() -> Result<(), ToolFailure> {
///     Ok(())
/// }
///
/// let envelope = RequestId::new("req_abc123").scope(|| ping());
/// assert_eq!(
///     envelope.as_str(),
///     r#"{"success":true,"data":{},"error":null,"meta":{"version":"response-v2","request_id":"req_abc123"}}"#
/// );
/// ```
///
/// An id may hold any text. Where a dialect limits its letters, as response-v2 does to letters, digits, `_` and `-`,
/// each other one is written as `_`.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct RequestId(Arc<str>);

impl RequestId {
    /// An id with this text.
    #[must_use]
    pub fn new(id: impl Into<Arc<str>>) -> Self {
        Self(id.into())
    }

    /// An id that a client gave: not without end, as it comes back with every answer and stands in the log.
    #[cfg(any(feature = "axum", feature = "rmcp"))]
    pub(crate) fn of_client(id: &str) -> Option<Self> {
        const MAX_LETTERS: usize = 128;

        let end = id.char_indices().nth(MAX_LETTERS).map_or(id.len(), |(end, _)| end);
        id.get(..end)?.into_request_id()
    }

    /// The id of the scope that this runs in. An empty one is none.
    #[inline]
    #[must_use]
    pub fn current() -> Option<Self> {
        let current = CURRENT.try_with(|current| current.borrow().clone()).ok().flatten();
        current.filter(|id| !id.0.is_empty())
    }

    /// The text of the id, as it was given.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Runs `call` with this id as the current one, on this thread. Scopes nest.
    ///
    /// A future that `call` makes runs later, outside of the scope: use [`scope_async`](Self::scope_async) for it.
    pub fn scope<R>(self, call: impl FnOnce() -> R) -> R {
        let _scope = Scope::enter(self);
        call()
    }

    /// A future that runs with this id as the current one, whatever thread it is polled on.
    ///
    /// ```
    /// # use envelope_runtime::{RequestId, ToolFailure, envelope_tool};
    /// # #[envelope_tool(dialect = "response-v2")]
    /// # async fn ping() -> Result<(), ToolFailure> { Ok(()) }
    /// let envelope = pollster::block_on(RequestId::new("req_abc123").scope_async(ping()));
    /// assert!(envelope.as_str().contains(r#""request_id":"req_abc123""#));
    /// ```
    pub async fn scope_async<F: Future>(self, future: F) -> F::Output {
        let mut future = pin!(future);
        poll_fn(|context| {
            let _scope = Scope::enter(self.clone());
            future.as_mut().poll(context)
        })
        .await
    }
}

impl fmt::Debug for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("RequestId").field(&self.as_str()).finish()
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Restores the id that was current before, also when the call inside panics.
struct Scope {
    previous: Option<RequestId>,
}

impl Scope {
    fn enter(id: RequestId) -> Self {
        let previous = CURRENT.try_with(|current| current.replace(Some(id))).ok().flatten();
        Self { previous }
    }
}

impl Drop for Scope {
    fn drop(&mut self) {
        let _ = CURRENT.try_with(|current| current.replace(self.previous.take()));
    }
}

/// What a tool may give as its request id: text, a number, a [`RequestId`], or an `Option` of one of them.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a request id",
    label = "not a request id",
    note = "give a `&str`, a `String`, an integer, a `RequestId`, or an `Option` of one of them"
)]
pub trait IntoRequestId {
    /// The id, if there is one. Empty text is none.
    fn into_request_id(self) -> Option<RequestId>;
}

macro_rules! text {
    ($($text:ty),*) => {$(
        impl IntoRequestId for $text {
            fn into_request_id(self) -> Option<RequestId> {
                (!self.is_empty()).then(|| RequestId(self.into()))
            }
        }
    )*};
}

text!(&str, String, Box<str>, Arc<str>);

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl IntoRequestId for $number {
            fn into_request_id(self) -> Option<RequestId> {
                self.to_string().into_request_id()
            }
        }
    )*};
}

numbers!(u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize);

impl IntoRequestId for &Arc<str> {
    fn into_request_id(self) -> Option<RequestId> {
        self.clone().into_request_id()
    }
}

impl IntoRequestId for &String {
    fn into_request_id(self) -> Option<RequestId> {
        self.as_str().into_request_id()
    }
}

impl IntoRequestId for Cow<'_, str> {
    fn into_request_id(self) -> Option<RequestId> {
        self.as_ref().into_request_id()
    }
}

impl IntoRequestId for RequestId {
    fn into_request_id(self) -> Option<RequestId> {
        self.0.into_request_id()
    }
}

impl IntoRequestId for &RequestId {
    fn into_request_id(self) -> Option<RequestId> {
        self.clone().into_request_id()
    }
}

impl<T: IntoRequestId> IntoRequestId for Option<T> {
    fn into_request_id(self) -> Option<RequestId> {
        self?.into_request_id()
    }
}

impl<'a, T> IntoRequestId for &'a Option<T>
where
    &'a T: IntoRequestId,
{
    fn into_request_id(self) -> Option<RequestId> {
        self.as_ref()?.into_request_id()
    }
}
