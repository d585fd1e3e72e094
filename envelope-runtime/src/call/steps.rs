//! The steps of a call: it begins, its body runs, its outcome is settled, and its answer is rendered.

use std::future::Future;

use super::answering::AnyDialect;
use super::breach::refused_null;
use super::cut_to_fit::cut_to_fit;
use super::outcome::Outcome;
use super::panics::{Panic, dropped, failure_of, guard};
use super::running::{Progress, Running};
use super::trace::{self, Event, Trace, Traced, log};
use crate::budget::Budget;
use crate::dialect::{Call, Dialect, DialectFacts, Entries, Metadata, Place, Returned, Root};
use crate::dialects::response_v2::ResponseV2;
use crate::envelope::{Envelope, Json};
use crate::error::{ErrorCode, ErrorReport, ErrorType, IntoFailure, ToolFailure};
use crate::json::{Root as JsonRoot, SerializedData, SourceText, tree_of};
use crate::output::Output;
use crate::request_id::{IntoRequestId, RequestId};
use crate::status::Status;
use crate::time::clock;
use crate::type_of::TypeOf;

/// Begins the span of a call, and its clock if the call is timed, unless the call has begun.
#[inline(never)]
fn begin(progress: &mut Progress) {
    if std::mem::replace(&mut progress.has_begun, true) {
        return;
    }
    // The log has the duration of every call.
    if progress.is_timed || cfg!(feature = "tracing01") {
        progress.started = Some(clock::Instant::now());
    }
    progress.trace = Trace::of(&progress.call, progress.dialect);
}

/// Reads an argument of a request under `catch_panic`, since the author's `Deserialize` and rules can panic.
///
/// # Errors
///
/// Fails if the argument does not fit, or if the code panicked.
pub fn read_argument<D, T>(
    running: &mut Running<D>,
    read: impl FnOnce() -> Result<T, ToolFailure>,
) -> Result<T, ToolFailure> {
    let progress = &mut running.progress;
    begin(progress);
    let _entered = progress.trace.enter();
    Panic::catch(read).unwrap_or_else(|panic| {
        progress.trace.panicked();
        Err(panic.failure())
    })
}

/// Runs the body of a tool.
#[inline]
pub fn run<D, R>(running: &mut Running<D>, body: impl FnOnce() -> R) -> R {
    begin(&mut running.progress);
    let _entered = running.progress.trace.enter();
    body()
}

/// Runs the body of an `async` tool.
#[inline]
pub fn traced<D, F: Future>(running: &mut Running<D>, body: F) -> Traced<'_, F> {
    begin(&mut running.progress);
    trace::traced(&mut running.progress.trace, body)
}

/// Finishes a call: settles the outcome of its body, and renders the answer.
///
/// The arguments carry the spans of the user's types, since the compiler points at the argument whose bound fails.
#[inline]
#[allow(
    clippy::needless_pass_by_value,
    reason = "the compiler points best at an argument by value"
)]
pub fn finish<P, D, E, R, T, O>(
    place: P,
    running: &mut Running<D>,
    _error: TypeOf<E>,
    outcome: R,
) -> O
where
    R: Outcome<Data = T, Error = E>,
    E: IntoFailure,
    D: Returned<T>,
    P: Place<D::Data>,
    O: Output,
{
    let _entered = running.progress.trace.enter();
    let (meta, data) = settle::<P, D, E, R, T, O>(&place, running, outcome);
    let Running { dialect, progress } = running;
    let mut answering = Answering { dialect, meta };
    if R::CATCHES_PANICS {
        return render_guarded(progress, &mut answering, data);
    }
    O::from_envelope(render(progress, &mut answering, data, O::TAKES_TREE))
}

/// Finishes a call whose body does not run, for example because its arguments do not fit.
pub fn reject<D: Dialect, E: IntoFailure, O: Output>(running: Running<D>, invalid: E) -> O {
    let Running { dialect, mut progress } = running;
    begin(&mut progress);
    let _entered = progress.trace.enter();
    let mut answering = Answering { dialect: &dialect, meta: D::Meta::default() };
    let failure = invalid.into_failure();
    O::from_envelope(render(&mut progress, &mut answering, Err(failure), O::TAKES_TREE))
}

/// Settles the outcome of a body: stops the clock, takes the metadata, serializes the data, and drops it. Under `catch_panic`, a panic
/// in the author's code becomes a failure.
///
/// Only this function and the `Serialize` of the data are compiled once for each type of data.
#[inline(never)]
fn settle<P, D, E, R, T, O>(
    place: &P,
    running: &mut Running<D>,
    outcome: R,
) -> (D::Meta, Result<SerializedData, ToolFailure>)
where
    R: Outcome<Data = T, Error = E>,
    E: IntoFailure,
    D: Returned<T>,
    P: Place<D::Data>,
    O: Output,
{
    let Running { dialect, progress } = running;
    progress.call.elapsed = progress.started.map(clock::elapsed);
    let mut meta = D::Meta::default();
    let settled = match outcome.into_result() {
        Ok(Ok(mut returned)) => {
            let written = guard::<R, _>(|| {
                meta = dialect.take_meta(&mut returned);
                progress.call.page = D::take_page(&mut returned);
                let data = &place.place(D::data(&returned));
                let root = if P::IS_OBJECT { JsonRoot::Object } else { JsonRoot::Any };
                let mut serialized =
                    SerializedData::of::<D::Data>().map_err(ToolFailure::defect)?;
                // These conditions are constants, so a form that no tool needs is not compiled for its data.
                let written = if O::TAKES_TREE {
                    if Answering::<D>::HAS_DATA_AS_TEXT {
                        serialized.write_twice_and_tree(data, root)
                    } else {
                        serialized.write_and_tree(data, root)
                    }
                } else if Answering::<D>::HAS_DATA_AS_TEXT {
                    serialized.write_twice(data, root)
                } else {
                    serialized.write(data, root)
                };
                if let Err(error) = written {
                    serialized.finish();
                    return Err(ToolFailure::defect(error));
                }
                Ok(serialized)
            });
            dropped::<R, _, _>(returned, written)
        }
        Ok(Err(error)) => failure_of::<R, _>(error).map(|failure| {
            let failure = if progress.sends_contexts { failure.send_contexts() } else { failure };
            Err(if progress.call.is_idempotent { failure.of_idempotent_tool() } else { failure })
        }),
        Err(panic) => Err(panic),
    };
    match settled {
        Ok(data) => (meta, data),
        Err(panic) => {
            progress.trace.panicked();
            (meta, Err(panic.failure()))
        }
    }
}

/// A dialect with the metadata of a success. The metadata of a failure is empty.
struct Answering<'a, D: Dialect> {
    dialect: &'a D,
    meta: D::Meta,
}

impl<D: Dialect> Answering<'_, D> {
    /// Whether an envelope also has its data as text. The data and the text are then written in one pass.
    const HAS_DATA_AS_TEXT: bool = D::FORMAT.is_call_tool_result && !D::Root::IS_TEXT;
}

impl<D: Dialect> AnyDialect for Answering<'_, D> {
    fn facts(&self) -> &'static DialectFacts {
        DialectFacts::of::<D>()
    }

    fn meta(&mut self) -> &mut dyn Metadata {
        &mut self.meta
    }

    fn success(&self, call: &Call, envelope: &mut Entries<'_>) {
        self.dialect.success(call, &self.meta, envelope);
    }

    fn failure(&self, call: &Call, error: &ErrorReport, envelope: &mut Entries<'_>) {
        self.dialect.failure(call, error, envelope);
    }
}

/// Renders the envelope of settled data or of a failure. A reply can have its own request id.
fn render(
    progress: &mut Progress,
    dialect: &mut dyn AnyDialect,
    data: Result<SerializedData, ToolFailure>,
    takes_tree: bool,
) -> Envelope {
    let request_id = &mut progress.call.request_id;
    if let Some(id) = dialect.meta().request_id().and_then(IntoRequestId::into_request_id) {
        *request_id = Some(id);
    } else if request_id.is_none() {
        *request_id = RequestId::current();
    }
    let facts = dialect.facts();
    (facts.resolve_request_id)(request_id);
    let mut json = Json::default();
    let written = data.and_then(|mut data| {
        let written = write_success(progress, dialect, &mut data, &mut json);
        data.finish();
        written
    });
    if let Err(failure) = written {
        return render_failure(progress, dialect, failure, takes_tree);
    }
    let Progress { call, trace, .. } = progress;
    let failure = dialect.meta().failure();
    let status = failure.as_ref().map(|failure| Status::from_failure(failure, facts.id));
    let status = status.unwrap_or(Status::Success);
    log(facts.id, call, trace, &Event { error: status.error(), hidden: None });
    Envelope { json, status, request_id: call.request_id.take(), dialect: facts, failure }
}

/// [`render`] under `catch_panic`: a dialect or an output that panics makes the call fail.
fn render_guarded<D: Dialect, O: Output>(
    progress: &mut Progress,
    answering: &mut Answering<'_, D>,
    data: Result<SerializedData, ToolFailure>,
) -> O {
    Panic::catch(|| O::from_envelope(render(progress, answering, data, O::TAKES_TREE)))
        .or_else(|panic| {
            progress.trace.panicked();
            let failure = panic.failure();
            Panic::catch(|| {
                O::from_envelope(render_failure(progress, answering, failure, O::TAKES_TREE))
            })
        })
        .unwrap_or_else(|panic| {
            progress.trace.panicked();
            O::from_envelope(fallback(progress, D::ID, &panic.0))
        })
}

/// Writes the envelope of data, which is cut if it does not fit the budget.
fn write_success(
    Progress { call, warnings, .. }: &mut Progress,
    dialect: &mut dyn AnyDialect,
    serialized: &mut SerializedData,
    json: &mut Json,
) -> Result<(), ToolFailure> {
    // The warnings stay in `warnings`, since a result that is too large becomes a failure with the same warnings.
    for warning in &*warnings {
        dialect.meta().warn(warning.clone());
    }
    // A contract with pages has the cursor in its metadata. Otherwise, the cursor is added to the data.
    if let Some(page) = call.page.take()
        && !dialect.meta().paginate(page.cursor.as_deref(), page.total_count)
    {
        serialized
            .add_page(page.cursor.as_deref(), page.total_count)
            .map_err(ToolFailure::defect)?;
        call.page = Some(page);
    }
    let tree = serialized.take_tree();
    let data = serialized.data();
    let len = data.json.len() + data.text.map_or(0, SourceText::len);
    let limit = Budget::limit(call.budget);
    if data.json.len() <= limit {
        json.make_room(len);
        let write = |envelope: &mut Entries<'_>| dialect.success(call, envelope);
        let written = Entries::envelope(dialect.facts(), &mut json.text, Some(data), write);
        json.copies = written.map_err(ToolFailure::defect)?;
    }
    if json.text.is_empty() || json.text.len() > limit && json.shown_len() > limit {
        cut_to_fit(call, dialect, serialized, json, limit)?;
    }
    if serialized.contents().no_number
        && let Some(path) = refused_null(call, json, dialect.facts().format.is_call_tool_result)
    {
        return Err(ToolFailure::defect(format_args!(
            "`{}` is NaN or infinite, which JSON writes as null, and the output schema of the tool does not allow null; make it an `Option`",
            path.trim_start_matches('.')
        )));
    }
    if let Some(tree) = tree {
        json.check_tree().map_err(ToolFailure::defect)?;
        // The cursor of a page and a cut change the data after its tree is built.
        let is_changed = call.page.is_some() || call.truncation.is_some();
        let sent = json.text.get(json.copies.json.clone()).unwrap_or_default();
        let tree = if is_changed && !sent.is_empty() {
            tree_of(sent).map_err(ToolFailure::defect)?
        } else {
            tree
        };
        json.data_tree = Some(Box::new(tree));
    }
    Ok(())
}

/// Renders the envelope of a failure. If the dialect refuses to write it, an `INTERNAL_ERROR` replaces it.
fn render_failure(
    progress: &mut Progress,
    dialect: &dyn AnyDialect,
    failure: ToolFailure,
    takes_tree: bool,
) -> Envelope {
    let facts = dialect.facts();
    // A failure has no data, so it reports no cut.
    progress.call.truncation = None;
    let warnings = std::mem::take(&mut progress.warnings);
    let failure = warnings.into_iter().fold(failure, ToolFailure::warning);
    let written = write_failure(progress, dialect, failure, takes_tree).or_else(|cause| {
        write_failure(progress, dialect, ToolFailure::internal(cause), takes_tree)
    });
    match written {
        Ok((json, failure)) => {
            let status = Status::from_failure(&failure, facts.id);
            let request_id = progress.call.request_id.take();
            Envelope { json, status, request_id, dialect: facts, failure: Some(failure) }
        }
        Err(cause) => fallback(progress, facts.id, &cause.to_string()),
    }
}

fn write_failure(
    Progress { call, trace, .. }: &mut Progress,
    dialect: &dyn AnyDialect,
    failure: ToolFailure,
    takes_tree: bool,
) -> serde_json::Result<(Json, ToolFailure)> {
    let facts = dialect.facts();
    let mut failure = failure.checked();
    if facts.format.sends_internal_messages {
        failure = failure.send_internal_message();
    }
    if let Some(request_id) = call.request_id() {
        failure.name_request(request_id);
    }
    let report = failure.report();
    let mut json = Json::default();
    json.make_room(report.text_len());
    json.copies = Entries::envelope(facts, &mut json.text, None, |envelope| {
        dialect.failure(call, report, envelope);
    })?;
    if takes_tree {
        json.check_tree()?;
    }
    // Without this condition, the compiler would keep the search for hidden parts, though nothing reads them.
    if cfg!(feature = "tracing01") {
        let hidden = report.hidden();
        let hidden = hidden.as_ref().map(|hidden| hidden as _);
        let error = Some((report.error_type(), report.code_in(facts.id)));
        log(facts.id, call, trace, &Event { error, hidden });
    }
    Ok((json, failure))
}

/// The answer if not even an `INTERNAL_ERROR` can be written, which can only happen with a custom dialect. The answer is valid
/// response-v2, so clients of other contracts can at least read its JSON.
fn fallback(
    Progress { call, trace, .. }: &mut Progress,
    dialect: &'static str,
    cause: &str,
) -> Envelope {
    const JSON: &str = r#"{"success":false,"data":{"error_code":"INTERNAL_ERROR","error_type":"internal","remediation":"Retry once, then report it"},"error":"An internal error occurred","meta":{"version":"response-v2"}}"#;

    let status = Status::failure(ErrorCode::InternalError.as_str(), ErrorType::Internal);
    log(dialect, call, trace, &Event { error: status.error(), hidden: Some(&cause) });
    let json = Json { text: JSON.to_owned(), ..Json::default() };
    let dialect = DialectFacts::of::<ResponseV2>();
    Envelope { json, status, request_id: None, dialect, failure: None }
}

#[cfg(test)]
mod tests {
    use super::super::running::call;
    use super::*;
    use crate::type_of::type_of;

    #[test]
    fn only_a_timed_call_has_a_duration() {
        for is_timed in [true, false] {
            let dialect = ResponseV2::default();
            let dialect = if is_timed { dialect.telemetry() } else { dialect };
            let mut running = call("list_tasks", dialect);
            let outcome: Result<(), ToolFailure> = run(&mut running, || Ok(()));
            assert_eq!(running.progress.call.elapsed(), None);
            let _: Envelope =
                finish(super::super::outcome::root(&running), &mut running, type_of(), outcome);
            assert_eq!(
                running.progress.call.elapsed().is_some(),
                is_timed || cfg!(feature = "tracing01")
            );
        }
    }
}
