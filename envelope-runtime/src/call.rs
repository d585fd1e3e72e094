//! The one path that an invocation takes: body, then reply or report, then dialect, then output.
//!
//! These are the names that `#[envelope_tool]` expands to. A tool author meets them in the compiler's notes; the author
//! of a dialect implements [`CallOf`] and [`Lift`]. Nobody calls the functions by hand.
//!
//! A tool such as
//!
//! ```
//! # use envelope_runtime::{Payload, ToolFailure, envelope_tool};
//! # #[derive(serde::Serialize, Payload)] struct Spec { id: String }
//! #[envelope_tool(dialect = "response-v2", telemetry)]
//! fn read_spec(id: &str) -> Result<Spec, ToolFailure> {
//!     Ok(Spec { id: id.to_owned() })
//! }
//! # read_spec("auth").as_str();
//! ```
//!
//! becomes
//!
//! ```
//! # use envelope_runtime::{Payload, ToolFailure, envelope_tool};
//! # #[derive(serde::Serialize, Payload)] struct Spec { id: String }
//! fn read_spec(id: &str) -> ::envelope_runtime::Envelope {
//!     let mut call = ::envelope_runtime::call::begin::<::envelope_runtime::response_v2::ResponseV2>({
//!         static TOOL: ::envelope_runtime::call::Tool =
//!             ::envelope_runtime::call::Tool::new(
//!                 "read_spec",
//!                 ::std::file!(),
//!                 ::std::option_env!("CARGO_PKG_VERSION"),
//!             );
//!         &TOOL
//!     })
//!     .telemetry();
//!     let outcome = ::envelope_runtime::call::run(move || -> Result<Spec, ToolFailure> {
//!         Ok(Spec { id: id.to_owned() })
//!     });
//!     ::envelope_runtime::call::finish(
//!         ::envelope_runtime::call::root(&call),
//!         &mut call,
//!         ::envelope_runtime::call::error(),
//!         outcome,
//!     )
//! }
//! # read_spec("auth").as_str();
//! ```

use std::any::Any;
use std::cell::OnceCell;
use std::fmt::Display;
use std::future::{Future, poll_fn};
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::Poll;

use serde::Serialize;

use crate::integration::{Event, log};
use crate::payload::Place;
use crate::{
    Answer, Dialect, ErrorCode, ErrorReport, ErrorType, Output, Reply, RequestId, Status, ToolError,
};

/// A JSON object, as a schema is one.
pub type JsonObject = serde_json::Map<String, serde_json::Value>;

/// What is known of a tool before it is called.
#[derive(Debug)]
pub struct Tool {
    name: &'static str,
    file: &'static str,
    package_version: Option<&'static str>,
    success_size: SizeHint,
    failure_size: SizeHint,
}

impl Tool {
    /// A tool with the name of its function, the file that it stands in, and the version of its package.
    #[must_use]
    pub const fn new(
        name: &'static str,
        file: &'static str,
        package_version: Option<&'static str>,
    ) -> Self {
        Self {
            name,
            file,
            package_version,
            success_size: SizeHint::new(),
            failure_size: SizeHint::new(),
        }
    }

    /// The name of its function.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The file that it stands in, as the compiler names it.
    #[must_use]
    pub const fn file(&self) -> &'static str {
        self.file
    }

    /// The version of its package, which is not known where something else than Cargo builds it.
    #[must_use]
    pub const fn package_version(&self) -> Option<&'static str> {
        self.package_version
    }
}

/// One call of a tool, as it begins.
#[derive(Clone, Copy, Debug)]
pub struct Invocation {
    tool: &'static Tool,
    #[cfg(feature = "tracing")]
    started: std::time::Instant,
}

impl Invocation {
    fn new(tool: &'static Tool) -> Self {
        Self {
            tool,
            #[cfg(feature = "tracing")]
            started: std::time::Instant::now(),
        }
    }

    /// The tool that is called.
    #[must_use]
    pub fn tool(&self) -> &'static Tool {
        self.tool
    }

    /// How long it has taken so far.
    #[cfg(feature = "tracing")]
    pub(crate) fn elapsed(&self) -> std::time::Duration {
        self.started.elapsed()
    }
}

/// How large a tool's answers have been, so that the next one is written without growing its buffer.
#[derive(Debug)]
pub(crate) struct SizeHint(AtomicUsize);

impl SizeHint {
    const INITIAL: usize = 256;

    /// The largest buffer that is reserved on a guess: 1 MiB.
    const BOUND: usize = 1 << 20;

    /// The room that an answer may take beyond the last ones, for a digit or a word more.
    const SLACK: usize = 32;

    const fn new() -> Self {
        Self(AtomicUsize::new(Self::INITIAL))
    }

    #[inline]
    pub(crate) fn capacity(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }

    /// Follows a longer answer at once, and shorter ones slowly.
    #[inline]
    pub(crate) fn record(&self, len: usize) {
        let hint = self.capacity();
        let wanted = (len + Self::SLACK).min(Self::BOUND);
        let next = if wanted > hint { wanted } else { hint - (hint - wanted) / 8 };
        if next != hint {
            self.0.store(next, Ordering::Relaxed);
        }
    }
}

/// A call of a tool: its settings, and what is known of this invocation. A dialect has one, or more where a setting
/// changes what the tool may return.
pub trait CallOf {
    /// The dialect that the tool answers in.
    type Dialect: Dialect;

    /// The call as the dialect reads it.
    fn call(&self) -> &<Self::Dialect as Dialect>::Call;

    /// The call as it began.
    fn invocation(&self) -> Invocation;

    /// The name of the tool, for the log: that of its function, where the dialect has no other.
    fn tool_name(&self) -> &str {
        self.invocation().tool().name()
    }

    /// Takes in what holds where the call ends: the time, and the ambient request id.
    fn settle(&mut self);

    /// The request id. Asked after [`settle`](Self::settle).
    fn request_id(&self) -> Option<&RequestId>;
}

/// Plain data becomes a reply of this call's dialect.
#[diagnostic::on_unimplemented(
    message = "plain `{T}` is not all that this dialect needs",
    label = "not a reply of this dialect",
    note = "return the dialect's `Reply`, which takes what is missing"
)]
pub trait Lift<T>: CallOf {
    /// A reply that has nothing but the data.
    fn lift(&self, data: T) -> Reply<T, Self::Dialect>;
}

/// What a tool may return as data: plain data, or a [`Reply`] of its own dialect.
#[diagnostic::on_unimplemented(
    message = "`{T}` cannot be the data of this tool",
    label = "neither serializable data nor a `Reply` of the tool's dialect",
    note = "a `Reply` is that of the dialect which the attribute names: for `response-v2`, `envelope_runtime::response_v2::Reply`",
    note = "plain data must implement `serde::Serialize`: add `#[derive(serde::Serialize)]` to a type of your own"
)]
pub trait Take<T>: CallOf {
    /// The data inside.
    type Data: Serialize;

    /// The reply.
    fn take(&self, data: T) -> Reply<Self::Data, Self::Dialect>;

    /// The data inside, for a setting that reads it.
    fn data(data: &T) -> &Self::Data;
}

impl<T: Serialize, C: Lift<T>> Take<T> for C {
    type Data = T;

    fn take(&self, data: T) -> Reply<T, Self::Dialect> {
        self.lift(data)
    }

    fn data(data: &T) -> &T {
        data
    }
}

impl<T: Serialize, D: Dialect, C: CallOf<Dialect = D>> Take<Reply<T, D>> for C {
    type Data = T;

    fn take(&self, reply: Reply<T, D>) -> Reply<T, D> {
        reply
    }

    fn data(reply: &Reply<T, D>) -> &T {
        reply.data()
    }
}

/// What the body of a tool gives: a `Result`, under whatever alias.
#[diagnostic::on_unimplemented(
    message = "a tool returns `Result<data, error>`, not `{Self}`",
    label = "not a `Result`",
    note = "a tool that cannot fail returns `Result<data, std::convert::Infallible>`",
    note = "a tool that returns a future writes it out: `impl Future<Output = …>` or `Pin<Box<dyn Future<Output = …>>>`"
)]
pub trait Outcome {
    /// The data of a success.
    type Data;
    /// The error of a failure.
    type Error;

    /// The outcome as a `Result`.
    #[allow(clippy::missing_errors_doc, reason = "an error is what the tool's body gave")]
    fn into_result(self) -> Result<Self::Data, Self::Error>;
}

impl<T, E> Outcome for Result<T, E> {
    type Data = T;
    type Error = E;

    fn into_result(self) -> Self {
        self
    }
}

/// An outcome that a setting can look into before the call ends, such as `summary("{} found", data.len())`.
pub trait Peek {
    /// What the body gave for a success.
    type Data;

    /// What `look` makes of it, if it is a success.
    fn peek<O>(&self, look: impl FnOnce(&Self::Data) -> O) -> Option<O>;
}

impl<T, E> Peek for Result<T, E> {
    type Data = T;

    fn peek<O>(&self, look: impl FnOnce(&T) -> O) -> Option<O> {
        self.as_ref().ok().map(look)
    }
}

/// A call of a tool, without settings yet.
pub fn begin<D: Dialect>(tool: &'static Tool) -> D::Call {
    D::call(Invocation::new(tool))
}

/// Where data stands for which the tool names no key: as it is, if it is what the dialect allows.
pub fn root<C: CallOf>(_call: &C) -> <C::Dialect as Dialect>::Root {
    <C::Dialect as Dialect>::ROOT
}

/// The outcome as a `Result`, for a setting that looks into it.
#[allow(clippy::missing_errors_doc, reason = "an error is what the tool's body gave")]
pub fn open<R, T, E>(outcome: R) -> Result<T, E>
where
    R: Outcome<Data = T, Error = E>,
{
    outcome.into_result()
}

/// The same under `catch_panic`.
pub fn open_caught<R, T, E>(outcome: Caught<R>) -> Caught<Result<T, E>>
where
    R: Outcome<Data = T, Error = E>,
{
    Caught { outcome: outcome.outcome.map(R::into_result), later: outcome.later }
}

/// Stands for the error type of a tool, so that the compiler can point at it.
#[derive(Debug)]
pub struct Of<E>(PhantomData<fn() -> E>);

/// The error type of the tool.
#[must_use]
pub fn error<E>() -> Of<E> {
    Of(PhantomData)
}

/// Runs the body of a tool.
#[inline]
pub fn run<R>(body: impl FnOnce() -> R) -> R {
    body()
}

/// The end of every call: turns the outcome of the body into the tool's answer.
///
/// The arguments carry the spans of the user's types, since the compiler blames the argument whose bound fails.
#[inline]
#[allow(clippy::needless_pass_by_value, reason = "the compiler blames an argument best by value")]
pub fn finish<P, C, E, R, T, O>(place: P, call: &mut C, _error: Of<E>, outcome: R) -> O
where
    R: Outcome<Data = T, Error = E>,
    E: ToolError,
    C: Take<T>,
    P: Place<C::Data>,
    O: Output,
{
    answer(&place, call, outcome.into_result())
}

fn answer<P, C, E, T, O>(place: &P, call: &mut C, outcome: Result<T, E>) -> O
where
    E: ToolError,
    C: Take<T>,
    P: Place<C::Data>,
    O: Output,
{
    call.settle();
    match outcome {
        Ok(data) => {
            let (data, meta) = call.take(data).into_parts();
            succeed(call.call(), &place.place(&data), &meta)
        }
        Err(error) => fail(call.call(), error.report()),
    }
}

fn succeed<C, D, T, O>(call: &C, data: &T, meta: &D::Meta) -> O
where
    C: CallOf<Dialect = D>,
    D: Dialect<Call = C>,
    T: Serialize,
    O: Output,
{
    let status = D::status(meta);
    let request_id = D::request_id(call, meta);
    let answer = Answer {
        wire: D::success(call, data, meta),
        status: status.clone(),
        request_id: request_id.clone(),
        is_call_tool_result: D::IS_CALL_TOOL_RESULT,
        size_hint: &call.invocation().tool.success_size,
    };
    match O::from_answer(answer) {
        Ok(output) => {
            let failure = status.error_code().zip(status.error_type());
            log(call, &Event { failure, request_id: request_id.as_ref(), hidden: None });
            output
        }
        Err(cause) => fail(call, internal(cause)),
    }
}

/// Compiled once for each dialect and output, however many tools and errors there are.
fn fail<C, D, O>(call: &C, report: ErrorReport) -> O
where
    C: CallOf<Dialect = D>,
    D: Dialect<Call = C>,
    O: Output,
{
    try_fail(call, report)
        .or_else(|cause| try_fail(call, internal(cause)))
        .unwrap_or_else(|cause: O::Error| last_resort(call, &cause))
}

fn last_resort<C: CallOf, O: Output>(call: &C, cause: &dyn Display) -> O {
    let failure = Some((ErrorCode::InternalError.as_str(), ErrorType::Internal));
    log(call, &Event { failure, request_id: call.request_id(), hidden: Some(cause) });
    O::last_resort()
}

fn try_fail<C, D, O>(call: &C, report: ErrorReport) -> Result<O, O::Error>
where
    C: CallOf<Dialect = D>,
    D: Dialect<Call = C>,
    O: Output,
{
    let mut report = report.checked();
    if let Some(request_id) = call.request_id() {
        report.name_request(request_id.as_str());
    }
    let output = O::from_answer(Answer {
        wire: D::failure(call, &report),
        status: Status::Failure {
            error_type: report.error_type(),
            error_code: report.owned_code_in(D::ID),
            retry_after: report.retry_after(),
        },
        request_id: call.request_id().cloned(),
        is_call_tool_result: D::IS_CALL_TOOL_RESULT,
        size_hint: &call.invocation().tool.failure_size,
    })?;
    let hidden = report.hidden();
    log(
        call,
        &Event {
            failure: Some((report.code_in(D::ID), report.error_type())),
            request_id: call.request_id(),
            hidden: hidden.as_ref().map(|hidden| hidden as &dyn Display),
        },
    );
    Ok(output)
}

/// An error of the crate's own: its cause is for the log only.
fn internal(cause: impl Display) -> ErrorReport {
    ErrorReport::new(ErrorCode::InternalError, cause)
}

/// The outcome of a body that was run under `catch_panic`.
#[derive(Debug)]
pub struct Caught<R> {
    outcome: Result<R, Panic>,
    /// The panic of a setting that looked into the outcome.
    later: OnceCell<Panic>,
}

impl<R> Caught<R> {
    fn new(outcome: Result<R, Panic>) -> Self {
        Self { outcome, later: OnceCell::new() }
    }

    fn into_inner(self) -> Result<R, Panic> {
        self.later.into_inner().map_or(self.outcome, Err)
    }
}

impl<R: Peek> Peek for Caught<R> {
    type Data = R::Data;

    fn peek<O>(&self, look: impl FnOnce(&R::Data) -> O) -> Option<O> {
        let outcome = self.outcome.as_ref().ok()?;
        match Panic::catch(|| outcome.peek(look)) {
            Ok(seen) => seen,
            Err(panic) => {
                let _ = self.later.set(panic);
                None
            }
        }
    }
}

/// The message of a panic.
#[derive(Debug)]
struct Panic(String);

impl Panic {
    fn new(payload: Box<dyn Any + Send>) -> Self {
        let message = match (payload.downcast_ref::<&str>(), payload.downcast_ref::<String>()) {
            (Some(message), _) => (*message).to_owned(),
            (_, Some(message)) => message.clone(),
            (None, None) => "a panic without a message".to_owned(),
        };
        // A payload may panic when it is dropped, and so may what that panic throws.
        if let Err(payload) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
            std::mem::forget(payload);
        }
        Self(message)
    }

    fn catch<R>(body: impl FnOnce() -> R) -> Result<R, Self> {
        catch_unwind(AssertUnwindSafe(body)).map_err(Self::new)
    }

    fn report(self) -> ErrorReport {
        internal(format_args!("the tool panicked: {}", self.0))
    }
}

/// Runs the body of a tool under `catch_panic`.
pub fn run_caught<R>(body: impl FnOnce() -> R) -> Caught<R> {
    Caught::new(Panic::catch(body))
}

/// Runs the body of an `async` tool under `catch_panic`.
pub async fn catch<R>(body: impl Future<Output = R>) -> Caught<R> {
    Caught::new(catch_polls(body).await)
}

/// Awaits the outcome of a tool that returns a future of it, under `catch_panic`.
pub async fn catch_made<F: Future>(future: Caught<F>) -> Caught<F::Output> {
    Caught::new(match future.into_inner() {
        Ok(future) => catch_polls(future).await,
        Err(panic) => Err(panic),
    })
}

async fn catch_polls<F: Future>(future: F) -> Result<F::Output, Panic> {
    let mut future = pin!(Some(future));
    let outcome = poll_fn(|context| {
        let poll = Panic::catch(|| match future.as_mut().as_pin_mut() {
            Some(future) => future.poll(context),
            None => Poll::Pending,
        });
        match poll {
            Ok(poll) => poll.map(Ok),
            Err(panic) => Poll::Ready(Err(panic)),
        }
    })
    .await;
    // A future can panic when it is dropped, as well.
    Panic::catch(|| future.set(None)).and(outcome)
}

/// [`finish`] under `catch_panic`: data, errors and dialects can panic as well.
#[allow(clippy::needless_pass_by_value, reason = "the compiler blames an argument best by value")]
pub fn finish_caught<P, C, E, R, T, O>(
    place: P,
    call: &mut C,
    _error: Of<E>,
    outcome: Caught<R>,
) -> O
where
    R: Outcome<Data = T, Error = E>,
    E: ToolError,
    C: Take<T>,
    P: Place<C::Data>,
    O: Output,
{
    let answered = match Panic::catch(|| outcome.into_inner()).and_then(|outcome| outcome) {
        Ok(outcome) => Panic::catch(|| answer(&place, call, outcome.into_result())),
        Err(panic) => {
            call.settle();
            Err(panic)
        }
    };
    answered
        .or_else(|panic| Panic::catch(|| fail(call.call(), panic.report())))
        .unwrap_or_else(|panic: Panic| last_resort(call.call(), &panic.0))
}
