//! `anyhow::Error`.

use std::error::Error;
use std::fmt::{self, Write};

#[cfg(feature = "tokio1")]
use tokio::sync;

use crate::error::report::UnsentContexts;
use crate::error::{ToolError, ToolFailure};
use crate::type_of::{TypeOf, type_of};

/// The failure of the first error in the chain that is a [`ToolFailure`], or an error of another crate that has a
/// [mapping](crate::foreign). Contexts do not change its code or its message; they go to the log, with the whole chain, which
/// [`expose`](ToolFailure::expose) sends. Any other error is an `INTERNAL_ERROR`, and a warning in the log names it.
///
/// The crate does not know your own [`ToolError`] types: name them in `errors(…)`, for a tool, or for all tools of a block or module. The
/// first of these types in the chain or among the contexts sets the code:
///
/// ```
/// use anyhow::Context as _;
/// use envelope_runtime::{ToolError, envelope_tool};
///
/// #[derive(Debug, thiserror::Error, ToolError)]
/// #[error("No such spec")]
/// #[tool_error(code = "NOT_FOUND")]
/// struct Missing;
///
/// fn find(id: &str) -> anyhow::Result<()> {
///     Err(Missing).with_context(|| format!("cannot find {id}"))
/// }
///
/// #[envelope_tool(dialect = "response-v2", errors(Missing))]
/// fn read_spec(id: &str) -> anyhow::Result<()> {
///     find(id)
/// }
///
/// assert_eq!(read_spec("auth").error_code(), Some("NOT_FOUND"));
/// ```
///
/// Elsewhere, convert your error to a failure before it becomes an `anyhow::Error`, to keep its code: `Err(ToolFailure::from(Missing))?`.
///
/// [`send_contexts`](ToolFailure::send_contexts), also as a setting of the tool, sends only the contexts:
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
        failure_with(self, &[])
    }
}

/// Converts an error to a failure. Looks for the named types first.
fn failure_with(error: &anyhow::Error, named: &[Named]) -> ToolFailure {
    let contexts: Vec<_> = contexts(error).collect();
    let message = own_message(error, contexts.len());
    let has_message = message.is_some();
    let texts: Vec<_> = contexts.into_iter().chain(message).collect();
    let named = named.iter().find_map(|failure_of| failure_of(error));
    let named = named.map(|failure| failure.cause(format_args!("{error:#}")));
    let mut failure = named.or_else(|| known(error)).unwrap_or_else(|| {
        // A message has no source that could have a code.
        #[cfg(feature = "tracing01")]
        if !has_message {
            tracing::warn!(
                target: "envelope_runtime",
                "no error in an `anyhow::Error` has a code here: {error:#}; if one of them is a `ToolError` of your own, name its type: `#[envelope_tool(errors(…))]`"
            );
        }
        ToolFailure::internal(format_args!("{error:#}"))
    });
    if !texts.is_empty() {
        let text = failure.0.push_text(&texts.join(": "));
        failure.0.contexts = Some(UnsentContexts { text, has_message });
    }
    failure
}

/// A function that looks for an error of one type, also among the contexts.
type Named = fn(&anyhow::Error) -> Option<ToolFailure>;

/// Returns the failure of the first error of this type.
pub fn named<E: InChain>(error: &anyhow::Error) -> Option<ToolFailure> {
    let found = error.downcast_ref::<E>();
    let found = found.or_else(|| chain(error).find_map(|error| error.downcast_ref::<E>()));
    found.map(ToolError::failure)
}

/// Converts the error of the body of a tool with `errors(…)`.
///
/// # Errors
///
/// The error of the body, with the code of the first of these types that is in its chain.
pub fn find_named<T, E: HasChain>(
    outcome: Result<T, E>,
    named: &[Named],
) -> Result<T, ToolFailure> {
    outcome.map_err(|error| failure_with(error.chained(), named))
}

/// The errors of a tool with `errors(…)`.
#[diagnostic::on_unimplemented(
    message = "`errors(…)` names types in the chain of an `anyhow::Error`, and `{Self}` has none",
    label = "not an `anyhow::Error`",
    note = "remove `errors(…)`, since this error has its own code; or return `anyhow::Result<…>`"
)]
pub trait HasChain {
    /// The error.
    fn chained(&self) -> &anyhow::Error;
}

impl HasChain for anyhow::Error {
    fn chained(&self) -> &Self {
        self
    }
}

/// The types that `errors(…)` names.
#[diagnostic::on_unimplemented(
    message = "`{Self}` in `errors(…)` is not an error with a code, or not one that an `anyhow::Error` can contain",
    label = "not a `ToolError` that is `Error + Send + Sync`",
    note = "derive both: `#[derive(Debug, thiserror::Error, ToolError)]`",
    note = "an error of another crate that has a code is found without its name"
)]
pub trait InChain: ToolError + Error + Send + Sync + 'static {}

#[diagnostic::do_not_recommend]
impl<E: ToolError + Error + Send + Sync + 'static> InChain for E {}

/// The errors of a tool with `send_contexts`.
#[diagnostic::on_unimplemented(
    message = "`send_contexts` sends the contexts of an `anyhow::Error`, and `{Self}` has none",
    label = "no contexts",
    note = "remove `send_contexts`, or return `anyhow::Result<…>`",
    note = "a `ToolError` that is written by hand calls `ToolFailure::send_contexts` itself"
)]
pub trait HasContexts {}

impl HasContexts for anyhow::Error {}
// A `ToolFailure` can be made of an `anyhow::Error`.
impl HasContexts for ToolFailure {}

/// The type of an error that can have contexts.
pub fn type_with_contexts<E: HasContexts>() -> TypeOf<E> {
    type_of()
}

/// The failure of the first error in the chain that has a code without being named.
fn known(error: &anyhow::Error) -> Option<ToolFailure> {
    if let Some(failure) = error.downcast_ref::<ToolFailure>() {
        return Some(failure.clone());
    }
    chain(error).find_map(|part| {
        if let Some(failure) = part.downcast_ref::<ToolFailure>() {
            return Some(failure.clone().cause(format_args!("{error:#}")));
        }
        let failure = MAPPED.iter().find_map(|failure_of| failure_of(part))?;
        Some(failure.replacing(format_args!("{error:#}")))
    })
}

/// The errors in the chain. The chain starts with a boxed error, since anyhow wraps it in a private type that exposes only its source.
fn chain(error: &anyhow::Error) -> impl Iterator<Item = &(dyn Error + 'static)> {
    let boxed = error.downcast_ref::<Box<dyn Error + Send + Sync>>();
    boxed.map(|boxed| &**boxed as _).into_iter().chain(error.chain())
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

/// The message of an error without a cause, made by `bail!` or `anyhow!`. `contexts` is the number of contexts before it.
fn own_message(error: &anyhow::Error, contexts: usize) -> Option<String> {
    if error.is::<Box<dyn Error + Send + Sync>>() {
        // Another crate can have made this error of a text.
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

/// The expected rest of a text. Writing compares it with the written text.
struct Rest<'a>(&'a str);

impl fmt::Write for Rest<'_> {
    fn write_str(&mut self, written: &str) -> fmt::Result {
        if written.starts_with(self.0) {
            self.0 = "";
            return Err(fmt::Error);
        }
        self.0 = self.0.strip_prefix(written).ok_or(fmt::Error)?;
        Ok(())
    }
}

type FailureOf = fn(&(dyn Error + 'static)) -> Option<ToolFailure>;

macro_rules! mapped {
    ($($feature:literal: $($error:ty),+;)*) => {
        /// Every error with a mapping. Errors of tokio that contain an unsent message are not in the list, since their types depend on the
        /// type of the message.
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
    "hyper1": hyper::Error;
    "jiff1": jiff::Error;
    "reqwest013": reqwest::Error;
    "reqwest012": reqwest012::Error;
    "rmcp3": rmcp::ErrorData, rmcp::ServiceError;
    "rusqlite": rusqlite::Error;
    "schemars1": envelope_arguments::Problems;
    "sqlx09": sqlx::Error;
    "sqlx08": sqlx08::Error;
    "tokio1": tokio::time::error::Elapsed, tokio::task::JoinError;
    "tokio1": sync::AcquireError, sync::TryAcquireError, sync::mpsc::error::TryRecvError;
    "tokio1": sync::oneshot::error::RecvError, sync::oneshot::error::TryRecvError;
    "tokio1": sync::broadcast::error::RecvError, sync::watch::error::RecvError;
    "tonic014": tonic::Status;
    "tower05": tower::timeout::error::Elapsed, tower::load_shed::error::Overloaded;
    "url2": url::ParseError;
    "uuid1": uuid::Error;
}

fn failure_of<E: ToolError + Error + 'static>(
    error: &(dyn Error + 'static),
) -> Option<ToolFailure> {
    error.downcast_ref::<E>().map(ToolError::failure)
}
