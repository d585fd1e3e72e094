//! `anyhow::Error`.

use std::error::Error;
use std::fmt::{self, Write};
use std::rc::Rc;
use std::sync::Arc;

#[cfg(feature = "tokio1")]
use tokio::sync;

use crate::error::report::UnsentContexts;
use crate::error::{ErrorCode, ToolError, ToolFailure};
use crate::type_of::{TypeOf, type_of};

/// The failure of the first error in the chain that is a [`ToolFailure`], or an error of another crate that has a
/// [mapping](crate::foreign). Contexts do not change its code or its message; they go to the log, with the whole chain, which
/// [`expose`](ToolFailure::expose) sends. Any other error is an `INTERNAL_ERROR`, which a debug event reports.
///
/// Your own [`ToolError`] is such an error: its type is not known here. Turn it into a failure before it becomes an `anyhow::Error`,
/// which keeps its code:
///
/// ```
/// use envelope_runtime::{ToolError, ToolFailure, envelope_tool};
///
/// #[derive(ToolError)]
/// #[tool_error(code = "NOT_FOUND", message = "No such spec")]
/// struct Missing;
///
/// #[envelope_tool(dialect = "response-v2")]
/// fn read_spec() -> anyhow::Result<()> {
///     Err(ToolFailure::from(Missing))?
/// }
///
/// assert_eq!(read_spec().error_code(), Some("NOT_FOUND"));
/// ```
///
/// [`send_contexts`](ToolFailure::send_contexts), also as a setting of the tool, sends the contexts alone:
///
/// ```
/// use anyhow::Context as _;
/// use envelope_runtime::envelope_tool;
///
/// #[envelope_tool(dialect = "response-v2", data = "docs", send_contexts)]
/// fn read_docs(name: &str) -> anyhow::Result<String> {
///     let path = format!("/no/such/cache/{name}.md");
///     std::fs::read_to_string(path)
///         .with_context(|| format!("The crate '{name}' is not cached: call cache_crate first"))
/// }
///
/// assert!(read_docs("serde").as_str().contains(r#""error":"The crate 'serde' is not cached: call cache_crate first""#));
/// ```
impl ToolError for anyhow::Error {
    fn failure(&self) -> ToolFailure {
        let contexts: Vec<_> = contexts(self).collect();
        let message = own_message(self, contexts.len());
        let has_message = message.is_some();
        let texts: Vec<_> = contexts.into_iter().chain(message).collect();
        let mut failure = without_contexts(self);
        if !texts.is_empty() {
            let text = failure.0.push_text(&texts.join(": "));
            failure.0.contexts = Some(UnsentContexts { text, has_message });
        }
        failure
    }
}

/// The errors of a tool with `send_contexts`.
#[diagnostic::on_unimplemented(
    message = "`send_contexts` sends the contexts of an `anyhow::Error`, and `{Self}` has none",
    label = "no contexts",
    note = "remove `send_contexts`, or return `anyhow::Result<…>`",
    note = "a `ToolError` that is written by hand calls `ToolFailure::send_contexts` itself"
)]
pub trait HasContexts {}

impl HasContexts for anyhow::Error {}
// It can be made from one.
impl HasContexts for ToolFailure {}

macro_rules! pointers {
    ($($pointer:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl<E: HasContexts + ?Sized> HasContexts for $pointer {}
    )*};
}

pointers!(&E, &mut E, Box<E>, Rc<E>, Arc<E>);

/// The type of an error that can have contexts.
pub fn type_with_contexts<E: HasContexts>() -> TypeOf<E> {
    type_of()
}

fn without_contexts(error: &anyhow::Error) -> ToolFailure {
    if let Some(failure) = error.downcast_ref::<ToolFailure>() {
        return failure.clone();
    }
    let chain = format!("{error:#}");
    for error in error.chain() {
        if let Some(failure) = error.downcast_ref::<ToolFailure>() {
            return failure.clone().cause(&chain);
        }
        if let Some(failure) = MAPPED.iter().find_map(|failure_of| failure_of(error)) {
            return failure.replacing(&chain);
        }
    }
    #[cfg(feature = "tracing01")]
    tracing::debug!(
        target: "envelope_runtime",
        "no error in an `anyhow::Error` has a code here; `ToolFailure::from(error)` keeps the code of a `ToolError` of your own"
    );
    ToolFailure::new(ErrorCode::InternalError, chain)
}

/// The contexts at the beginning of the chain.
fn contexts(error: &anyhow::Error) -> impl Iterator<Item = String> {
    error.chain().map_while(|error| {
        let text = error.to_string();
        let begin = format!("Error {{ context: \"{}\", source: ", text.escape_debug());
        // The type of a context is private. If its `Debug` changes, contexts stay hidden.
        begins_with(error, &begin).then_some(text)
    })
}

/// The message that an error without a cause was made of, by `bail!` or `anyhow!`, under this many contexts.
fn own_message(error: &anyhow::Error, contexts: usize) -> Option<String> {
    if error.is::<Box<dyn Error + Send + Sync>>() {
        // Another crate can have made it of a text.
        return None;
    }
    let root = error.chain().nth(contexts).filter(|root| root.source().is_none())?;
    let text = root.to_string();
    let given = [error.downcast_ref().copied(), error.downcast_ref().map(String::as_str)];
    // The type of a message is found if no context has the same type. Otherwise, its `Debug` looks like the `Debug` of a text.
    let is_given = given.contains(&Some(&*text));
    (is_given || begins_with(root, &format!("{text:?}"))).then_some(text)
}

/// Whether the `Debug` of an error begins with this text.
fn begins_with(error: &dyn Error, begin: &str) -> bool {
    let mut rest = Rest(begin);
    // The comparison ends the writing.
    let _ = write!(rest, "{error:?}");
    rest.0.is_empty()
}

/// The rest of a text that is compared with another one while that is written.
struct Rest<'a>(&'a str);

impl fmt::Write for Rest<'_> {
    fn write_str(&mut self, written: &str) -> fmt::Result {
        let len = self.0.len().min(written.len());
        match (self.0.split_at_checked(len), written.split_at_checked(len)) {
            (Some((expected, rest)), Some((begin, _))) if expected == begin => self.0 = rest,
            _ => return Err(fmt::Error),
        }
        if self.0.is_empty() { Err(fmt::Error) } else { Ok(()) }
    }
}

type FailureOf = fn(&(dyn Error + 'static)) -> Option<ToolFailure>;

macro_rules! mapped {
    ($($feature:literal: $($error:ty),+;)*) => {
        /// Every error with a mapping. Those of tokio that contain the message that was not sent are not among them, since its type
        /// is a part of theirs.
        const MAPPED: &[FailureOf] = &[
            super::std::failure_of,
            failure_of::<serde_json::Error>,
            $($(#[cfg(feature = $feature)] failure_of::<$error>,)+)*
        ];
    };
}

mapped! {
    "chrono04": chrono::format::ParseError, chrono::ParseMonthError, chrono::ParseWeekdayError;
    "chrono04": chrono::OutOfRange, chrono::OutOfRangeError;
    "garde023": garde::Report;
    "jiff1": jiff::Error;
    "reqwest013": reqwest::Error;
    "reqwest012": reqwest012::Error;
    "rmcp3": rmcp::ErrorData;
    "rusqlite": rusqlite::Error;
    "sqlx09": sqlx::Error;
    "sqlx08": sqlx08::Error;
    "tokio1": tokio::time::error::Elapsed, tokio::task::JoinError;
    "tokio1": sync::AcquireError, sync::TryAcquireError, sync::mpsc::error::TryRecvError;
    "tokio1": sync::oneshot::error::RecvError, sync::oneshot::error::TryRecvError;
    "tokio1": sync::broadcast::error::RecvError, sync::watch::error::RecvError;
    "tonic014": tonic::Status;
    "url2": url::ParseError;
    "uuid1": uuid::Error;
}

fn failure_of<E: ToolError + Error + 'static>(
    error: &(dyn Error + 'static),
) -> Option<ToolFailure> {
    error.downcast_ref::<E>().map(ToolError::failure)
}
