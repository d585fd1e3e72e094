//! The span of a call, by OpenTelemetry's conventions for generative AI.

use std::future::Future;
use std::pin::Pin;
use std::task::{self, Poll};

use pin_project_lite::pin_project;
use tracing::field::Empty;
use tracing::instrument::{Instrument, Instrumented};
use tracing::span::EnteredSpan;
use tracing::{Span, info_span};

use crate::dialect::{Call, DialectFacts};
use crate::error::ErrorType;
use crate::request_id::RequestId;

/// The span of one call. Dropping the trace records the outcome of the call in the span, and closes the span.
#[derive(Debug)]
pub(crate) struct Trace {
    span: Span,
    state: State,
    has_dialect: bool,
    has_request_id: bool,
}

/// The progress of a call, which determines the outcome that the span records.
#[derive(Clone, Copy, Debug)]
enum State {
    /// The body runs. If the trace is dropped in this state, the body has panicked.
    Running,
    /// Between two polls. If the trace is dropped in this state, the call is cancelled.
    Suspended,
    /// A panic was caught.
    Panicked,
    Ended(&'static str),
}

impl Trace {
    /// A trace without a span.
    pub(crate) const fn none() -> Self {
        Self {
            span: Span::none(),
            state: State::Running,
            has_dialect: false,
            has_request_id: false,
        }
    }

    /// Begins the span of a call. If no subscriber is interested in the span, the only cost is that check.
    #[inline(never)]
    pub(crate) fn of(call: &Call, dialect: Option<&'static DialectFacts>) -> Self {
        let tool = call.tool_name();
        let span = info_span!(
            target: "envelope_runtime",
            "execute_tool",
            otel.name = Empty,
            otel.status_code = Empty,
            gen_ai.operation.name = "execute_tool",
            gen_ai.tool.name = tool,
            dialect = dialect.map(|dialect| dialect.id),
            request_id = Empty,
            outcome = Empty,
            error.type = Empty,
            error.code = Empty,
        );
        // With the feature `log` of `tracing`, the values of a disabled span are also evaluated, and these may have to be allocated.
        let request_id = if span.is_disabled() {
            None
        } else {
            // The name can be text of the caller, so it is recorded as a string, which a subscriber can escape.
            span.record("otel.name", format!("execute_tool {tool}").as_str());
            current_request_id(call, dialect)
        };
        if let Some(request_id) = &request_id {
            span.record("request_id", request_id.as_str());
        }
        Self {
            span,
            state: State::Running,
            has_dialect: dialect.is_some(),
            has_request_id: request_id.is_some(),
        }
    }

    /// Enters the span until the guard is dropped, even if this trace moves.
    #[inline(never)]
    pub(crate) fn enter(&self) -> EnteredSpan {
        self.span.clone().entered()
    }

    /// Records that only another poll can continue the call.
    pub(crate) fn suspend(&mut self) {
        self.state = State::Suspended;
    }

    /// Records that a panic was caught, which the answer reports.
    pub(crate) fn panicked(&mut self) {
        self.state = State::Panicked;
    }

    /// Records the facts of the answer in the span.
    pub(crate) fn end(
        &mut self,
        dialect: &'static str,
        request_id: Option<&RequestId>,
        error: Option<(ErrorType, &str)>,
    ) {
        if !self.has_dialect {
            self.span.record("dialect", dialect);
        }
        if let Some(request_id) = request_id.filter(|_| !self.has_request_id) {
            self.span.record("request_id", request_id.as_str());
        }
        if let Some((error_type, code)) = error {
            self.record_error(error_type);
            self.span.record("error.code", code);
        }
        self.state = State::Ended(self.outcome(error.is_some()));
    }

    /// The outcome of a call whose answer is a success or a failure.
    pub(crate) fn outcome(&self, is_failure: bool) -> &'static str {
        match self.state {
            State::Panicked => "panicked",
            _ if is_failure => "failure",
            _ => "success",
        }
    }

    fn record_error(&self, error_type: ErrorType) {
        self.span.record("error.type", error_type.as_str());
        self.span.record("otel.status_code", "ERROR");
    }
}

impl Drop for Trace {
    fn drop(&mut self) {
        if self.span.is_disabled() {
            return;
        }
        let outcome = match self.state {
            State::Ended(outcome) => outcome,
            State::Suspended => "cancelled",
            State::Running | State::Panicked => {
                self.record_error(ErrorType::Internal);
                "panicked"
            }
        };
        self.span.record("outcome", outcome);
    }
}

/// The request id that the envelope will have, if the id is known before the body runs.
fn current_request_id(call: &Call, dialect: Option<&DialectFacts>) -> Option<RequestId> {
    let mut id = call.request_id().cloned().or_else(RequestId::current);
    // Without an id, `resolve_request_id` could make one, which would differ from the id in the envelope.
    if let Some(dialect) = dialect.filter(|_| id.is_some()) {
        (dialect.resolve_request_id)(&mut id);
    }
    id
}

/// Runs the body of an `async` tool in the span of its call, which is entered for each poll, and when the body is dropped.
pub(crate) fn traced<F: Future>(trace: &mut Trace, body: F) -> Traced<'_, F> {
    let body = body.instrument(trace.span.clone());
    Traced { body, trace }
}

pin_project! {
    /// The future of [`traced`].
    #[derive(Debug)]
    pub struct Traced<'a, F> {
        #[pin]
        body: Instrumented<F>,
        trace: &'a mut Trace,
    }
}

impl<F: Future> Future for Traced<'_, F> {
    type Output = F::Output;

    fn poll(self: Pin<&mut Self>, context: &mut task::Context<'_>) -> Poll<F::Output> {
        let this = self.project();
        this.trace.state = State::Running;
        let poll = this.body.poll(context);
        if poll.is_pending() {
            this.trace.suspend();
        }
        poll
    }
}
