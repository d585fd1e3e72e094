//! The id of a request, which a server sets around a call.

use std::borrow::Cow;
use std::fmt;
use std::future::Future;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::scope::{Innermost, NoFuture, Scope, scope};

thread_local! {
    pub(crate) static CURRENT: Innermost<RequestId> = const { Innermost::none() };
}

/// The id of a request, which connects an envelope to the logs and traces of the server.
///
/// A server sets it around a call, with [`sync_scope`](Self::sync_scope) or [`scope`](Self::scope). Every tool that is
/// called inside writes this ambient id to its envelope, unless the tool has the setting `request_id = …`
/// (`correlation_id = …` in dotbot). The id is `meta.request_id` in response-v2, `audit.correlation_id` in dotbot,
/// `_meta.request_id` in MCP, and `request_id` in Code Scalpel.
///
/// ```
/// use envelope_runtime::{RequestId, ToolFailure, envelope_tool};
///
/// #[envelope_tool(dialect = "response-v2")]
/// fn ping() -> Result<(), ToolFailure> {
///     Ok(())
/// }
///
/// let envelope = RequestId::new("req_abc123").sync_scope(|| ping());
/// assert_eq!(
///     envelope.as_str(),
///     r#"{"success":true,"data":{},"error":null,"meta":{"version":"response-v2","request_id":"req_abc123"}}"#
/// );
/// ```
///
/// The ambient id belongs to a scope: a thread or a task that is spawned inside does not inherit it. Set the id there again, or spawn the
/// task with the module `task` of the feature `tokio1`, whose tasks keep the id.
///
/// An id can be any text. response-v2 allows `A` to `Z`, `a` to `z`, `0` to `9`, `_` and `-`, and writes any other character as `_`. An
/// empty id is ignored.
///
/// In a setting, a literal is borrowed, and text of up to 46 bytes is copied without an allocation. Clones share longer text.
#[derive(Clone)]
pub struct RequestId(Repr);

#[derive(Clone)]
enum Repr {
    Static(&'static str),
    Shared(Arc<str>),
    Short { len: u8, bytes: [u8; RequestId::MAX_SHORT] },
}

impl RequestId {
    /// The longest text that is stored inline, in bytes.
    const MAX_SHORT: usize = 46;

    /// Creates an id of any text, such as a `&str`, a `String` or a `&String`.
    #[must_use]
    pub fn new(id: impl AsRef<str>) -> Self {
        // Every call in a scope takes the text out, which would check a copy in place to be UTF-8.
        Self(Repr::Shared(id.as_ref().into()))
    }

    /// Creates an id from a literal, without an allocation.
    #[must_use]
    pub const fn from_static(id: &'static str) -> Self {
        Self(Repr::Static(id))
    }

    /// Creates an id with a copy of this text.
    pub(crate) fn copied(id: &str) -> Self {
        let mut bytes = [0; Self::MAX_SHORT];
        match (bytes.get_mut(..id.len()), u8::try_from(id.len())) {
            (Some(copy), Ok(len)) => {
                copy.copy_from_slice(id.as_bytes());
                Self(Repr::Short { len, bytes })
            }
            _ => Self::new(id),
        }
    }

    /// Creates an id from a client's text, truncated to 128 characters, since the id is sent back and logged.
    #[cfg(feature = "rmcp3")]
    pub(crate) fn from_client(id: &str) -> Option<Self> {
        const MAX_CHARS: usize = 128;

        let end = id.char_indices().nth(MAX_CHARS).map_or(id.len(), |(end, _)| end);
        id.get(..end)?.into_request_id()
    }

    /// The ambient id: the id of the innermost scope that this code runs in. `None` outside of a scope, and for an empty id.
    #[must_use]
    pub fn current() -> Option<Self> {
        CURRENT.with(|current| current.borrow().clone())?.into_request_id()
    }

    /// The text of the id, as it was given.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match &self.0 {
            Repr::Static(id) => id,
            Repr::Shared(id) => id,
            Repr::Short { .. } => str::from_utf8(self.as_bytes()).unwrap_or_default(),
        }
    }

    /// The bytes of the text. Of a short one, they take less time than the text, which is checked to be UTF-8.
    pub(crate) fn as_bytes(&self) -> &[u8] {
        match &self.0 {
            Repr::Static(id) => id.as_bytes(),
            Repr::Shared(id) => id.as_bytes(),
            Repr::Short { len, bytes } => bytes.get(..usize::from(*len)).unwrap_or_default(),
        }
    }

    /// Runs `call` with this id as the ambient one, on this thread. Scopes nest. The previous id is restored afterwards, even if
    /// `call` panics.
    ///
    /// A `call` that returns a future does not compile, since the future would run outside of the scope: use [`scope`](Self::scope). The
    /// handle of a spawned task is a future, too, and the task runs outside of the scope: give the task its own scope, as in
    /// `spawn(id.scope(future))`.
    pub fn sync_scope<R: NoFuture<UseScope>, UseScope>(self, call: impl FnOnce() -> R) -> R {
        let _scope = Scope::enter(&CURRENT, Some(self));
        call()
    }

    /// Runs `future` with this id as the ambient one: across `.await`, on every thread that polls it, on any async runtime.
    ///
    /// A task that the future spawns does not inherit the id: give it its own scope, or spawn it with the module `task` of the feature
    /// `tokio1`.
    ///
    /// ```
    /// # use envelope_runtime::{RequestId, ToolFailure, envelope_tool};
    /// # #[envelope_tool(dialect = "response-v2")]
    /// # async fn ping() -> Result<(), ToolFailure> { Ok(()) }
    /// let envelope = pollster::block_on(RequestId::new("req_abc123").scope(ping()));
    /// assert!(envelope.as_str().contains(r#""request_id":"req_abc123""#));
    /// ```
    pub async fn scope<F: Future>(self, future: F) -> F::Output {
        scope(&CURRENT, Some(self), future).await
    }
}

impl PartialEq for RequestId {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for RequestId {}

impl Hash for RequestId {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl fmt::Debug for RequestId {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("RequestId").field(&self.as_str()).finish()
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for RequestId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for RequestId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Self::new)
    }
}

/// Types of the setting `request_id = …`: text, a `u32`, `u64`, `usize`, `i32` or `i64`, a [`RequestId`], or an `Option` of any of these.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a request id",
    label = "not a request id",
    note = "give a `&str`, a `String`, an integer, a `RequestId`, or an `Option` of one of them"
)]
pub trait IntoRequestId {
    /// Converts to an id. `None` for empty text.
    fn into_request_id(self) -> Option<RequestId>;
}

impl IntoRequestId for RequestId {
    fn into_request_id(self) -> Option<RequestId> {
        (!self.as_bytes().is_empty()).then_some(self)
    }
}

impl IntoRequestId for &RequestId {
    fn into_request_id(self) -> Option<RequestId> {
        self.clone().into_request_id()
    }
}

macro_rules! texts {
    ($($text:ty),*) => {$(
        impl IntoRequestId for $text {
            fn into_request_id(self) -> Option<RequestId> {
                RequestId::copied(self.as_ref()).into_request_id()
            }
        }
    )*};
}

texts!(&str, &String, Cow<'_, str>, String, Arc<str>, &Arc<str>);

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl IntoRequestId for $number {
            fn into_request_id(self) -> Option<RequestId> {
                Some(RequestId::copied(itoa::Buffer::new().format(self)))
            }
        }
    )*};
}

numbers!(u32, u64, usize, i32, i64);

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
