//! The end of a call and its answer: data or a failure as an envelope, and the envelope as the tool's output.

use super::any_dialect::{Failing, Succeeding, WithMeta};
use super::fit::cut_to_fit;
use super::panics::{Panic, failure_of, unless_panic, with_meta};
use super::steps::{Outcome, Progress, Running};
use super::trace::{Event, log};
use crate::budget::{Budget, Cut};
use crate::dialect::{Call, Data, Dialect, Place, Returned, write_envelope};
use crate::dialects::response_v2::ResponseV2;
use crate::envelope::{DialectFacts, Envelope, Json};
use crate::error::{Contexts, ErrorCode, ErrorType, IntoFailure, ToolFailure};
use crate::json::{Room, Root, SerializedData};
use crate::output::Output;
use crate::page::NextPage;
use crate::status::Status;
use crate::type_of::TypeOf;

/// Room for the entries of an envelope besides its data.
const AROUND_DATA: usize = 512;

/// The end of a call: turns the outcome of the body into the output of the tool.
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
    if R::CATCHES_PANICS {
        return conclude_guarded(&place, running, outcome);
    }
    match outcome.into_result() {
        Ok(Ok(returned)) => conclude(&place, running, returned),
        Ok(Err(error)) => {
            let failure = error.into_failure(running.contexts());
            fail(running, failure)
        }
        Err(panic) => fail(running, panic.failure()),
    }
}

/// This and the `Serialize` of the data are all that is compiled for each type of data.
#[inline(never)]
fn conclude<P, D, T, O>(place: &P, running: &mut Running<D>, mut returned: T) -> O
where
    D: Returned<T>,
    P: Place<D::Data>,
    O: Output,
{
    let mut meta = running.dialect.take_meta(&mut returned);
    let written = end_and_write::<P, D, T, O>(place, running, &mut returned, &mut meta);
    let Running { dialect, progress } = running;
    succeed(progress, &mut WithMeta { dialect, meta: &mut meta }, written)
}

/// The end of a call whose body does not run, such as one whose arguments do not fit.
pub fn reject<D: Dialect, E: IntoFailure, O: Output>(mut running: Running<D>, invalid: E) -> O {
    running.progress.begin();
    let _entered = running.progress.trace.enter();
    fail(&mut running, invalid.into_failure(Contexts::Hidden))
}

/// The end of a call under `catch_panic`: data, errors and dialects can panic as well.
fn conclude_guarded<P, D, R, T, O>(place: &P, running: &mut Running<D>, outcome: R) -> O
where
    R: Outcome<Data = T, Error: IntoFailure>,
    D: Returned<T>,
    P: Place<D::Data>,
    O: Output,
{
    // The outcome is prepared first, since the answer to a panic here still needs the call.
    let outcome = Panic::catch(|| outcome.into_result()).and_then(|outcome| outcome);
    let prepared = outcome.and_then(|outcome| match outcome {
        Ok(returned) => with_meta(&mut running.dialect, returned).map(Ok),
        Err(error) => failure_of(error, running.contexts()).map(Err),
    });
    let answered = match prepared {
        Ok(Ok((mut returned, mut meta))) => {
            let written = Panic::catch(|| {
                end_and_write::<P, D, T, O>(place, running, &mut returned, &mut meta)
            });
            // Before the answer, which is logged.
            let written = unless_panic(Panic::catch(|| drop(returned)), written);
            written.and_then(|written| {
                let Running { dialect, progress } = &mut *running;
                let dialect = &mut WithMeta { dialect, meta: &mut meta };
                Panic::catch(|| succeed(progress, dialect, written))
            })
        }
        Ok(Err(failure)) => fail_guarded(running, failure),
        Err(panic) => Err(panic),
    };
    answered
        .or_else(|panic| {
            running.progress.trace.panicked();
            fail_guarded(running, panic.failure())
        })
        .unwrap_or_else(|panic| {
            running.progress.trace.panicked();
            O::from_envelope(fallback(&mut running.progress, D::ID, &panic.0))
        })
}

fn fail_guarded<D: Dialect, O: Output>(
    running: &mut Running<D>,
    failure: ToolFailure,
) -> Result<O, Panic> {
    Panic::catch(|| fail(running, failure))
}

/// The data of an envelope, after the author's code has run.
struct Written {
    serialized: SerializedData,
    result: serde_json::Result<()>,
    /// Whether the type of the data has only one value.
    is_unit: bool,
    takes_tree: bool,
}

/// Ends the call, and writes the data of the returned value in the forms that the envelope and the output need.
#[inline]
fn end_and_write<P, D, T, O>(
    place: &P,
    running: &mut Running<D>,
    returned: &mut T,
    meta: &mut D::Meta,
) -> Written
where
    D: Returned<T>,
    P: Place<D::Data>,
    O: Output,
{
    let page = D::take_page(returned);
    let Running { dialect, progress } = running;
    let mut serialized =
        SerializedData::within(end(progress, &mut WithMeta { dialect, meta }, page));
    let root = if P::IS_OBJECT { Root::Object } else { Root::Any };
    let data = &place.place(D::data(returned));
    // Branches on constants: a form that no tool needs is not compiled for its data.
    let result = if O::TAKES_TREE {
        if D::DATA_AS_TEXT {
            serialized.write_twice_and_tree(data, root)
        } else {
            serialized.write_and_tree(data, root)
        }
    } else if D::DATA_AS_TEXT {
        serialized.write_twice(data, root)
    } else {
        serialized.write(data, root)
    };
    Written { serialized, result, is_unit: size_of::<D::Data>() == 0, takes_tree: O::TAKES_TREE }
}

/// Ends the call before its data is written. The result is the room that the data has.
fn end(progress: &mut Progress, dialect: &mut dyn Succeeding, page: Option<NextPage>) -> Room {
    // A contract with pages has the cursor in its metadata; in any other, the data gets it.
    if let Some(page) = page {
        let is_in_meta = dialect.paginate(page.cursor.as_deref());
        progress.call.page = (!is_in_meta).then_some(page);
    }
    // A failure has them as well, if the result is too large.
    for warning in &progress.warnings {
        dialect.warn(warning.clone());
    }
    progress.end(dialect.reply_request_id(), dialect.failing().facts());
    let call = &progress.call;
    let limit = Budget::limit(call.budget);
    if limit == usize::MAX {
        return Room::UNLIMITED;
    }
    match dialect.cut(call) {
        Cut::Items => Room {
            bytes: limit,
            list: call.budget.and_then(|budget| budget.list),
            counts_text: dialect.sends_data_as_text(),
            ..Room::UNLIMITED
        },
        Cut::Lines => Room { text: limit, ..Room::UNLIMITED },
        Cut::Never => Room::UNLIMITED,
    }
}

/// Answers with data that is written.
///
/// The callers have values to drop, so the compiler would copy the envelope there. Here it writes the envelope to its final place.
#[inline(never)]
fn succeed<O: Output>(
    progress: &mut Progress,
    dialect: &mut dyn Succeeding,
    written: Written,
) -> O {
    O::from_envelope(answer_success(progress, dialect, written))
}

fn answer_success(
    progress: &mut Progress,
    dialect: &mut dyn Succeeding,
    Written { mut serialized, result, is_unit, takes_tree }: Written,
) -> Envelope {
    let Progress { call, trace, .. } = &mut *progress;
    let mut json = Json::default();
    let result = result
        .map_err(ToolFailure::internal)
        .and_then(|()| write_success(call, dialect, &mut serialized, is_unit, &mut json));
    serialized.finish();
    if let Err(failure) = result {
        // A failure has no data, cut or not.
        call.truncation = None;
        return answer_failure(progress, dialect.failing(), failure, takes_tree);
    }
    let facts = dialect.failing().facts();
    let status = dialect.status();
    log(facts.id, call, trace, &Event { error: status.error(), hidden: None });
    Envelope { json, status, request_id: call.request_id.take(), dialect: facts }
}

fn write_success(
    call: &mut Call,
    dialect: &mut dyn Succeeding,
    serialized: &mut SerializedData,
    is_unit: bool,
    to: &mut Json,
) -> Result<(), ToolFailure> {
    if let Some(page) = &call.page {
        serialized.add_cursor(page.cursor.as_deref()).map_err(ToolFailure::internal)?;
    }
    let limit = Budget::limit(call.budget);
    let is_empty = is_unit && matches!(serialized.json(), "{}" | "null");
    let data = Data { json: serialized.json(), text: serialized.text(), is_empty };
    let len = data.json.len() + data.text.map_or(0, str::len);
    to.text = String::with_capacity(len.min(limit) + AROUND_DATA);
    if serialized.is_complete() {
        to.copies =
            write_envelope(&mut to.text, Some(data), |entries| dialect.success(call, entries))
                .map_err(ToolFailure::internal)?;
    }
    if !serialized.is_complete() || to.text.len() > limit {
        cut_to_fit(call, dialect, serialized, is_empty, to, limit)?;
    }
    if let Some(tree) = serialized.take_tree().map_err(ToolFailure::internal)? {
        to.check_tree().map_err(ToolFailure::internal)?;
        to.data_tree = Some(Box::new(tree));
    }
    Ok(())
}

/// Ends the call, and answers with a failure.
fn fail<D: Dialect, O: Output>(
    Running { dialect, progress }: &mut Running<D>,
    failure: ToolFailure,
) -> O {
    O::from_envelope(answer_failure(progress, dialect, failure, O::TAKES_TREE))
}

fn answer_failure(
    progress: &mut Progress,
    dialect: &dyn Failing,
    failure: ToolFailure,
    takes_tree: bool,
) -> Envelope {
    let facts = dialect.facts();
    progress.end(None, facts);
    let warnings = std::mem::take(&mut progress.warnings);
    let failure = warnings.into_iter().fold(failure, ToolFailure::warning_detail);
    let written = write_failure(progress, dialect, failure, takes_tree).or_else(|cause| {
        let failure = ToolFailure::internal(cause);
        write_failure(progress, dialect, failure, takes_tree)
    });
    match written {
        Ok((json, status)) => {
            let request_id = progress.call.request_id.take();
            Envelope { json, status, request_id, dialect: facts }
        }
        Err(cause) => fallback(progress, facts.id, &cause.to_string()),
    }
}

fn write_failure(
    Progress { call, trace, .. }: &mut Progress,
    dialect: &dyn Failing,
    failure: ToolFailure,
    takes_tree: bool,
) -> serde_json::Result<(Json, Status)> {
    let id = dialect.facts().id;
    let mut failure = failure.checked();
    if let Some(request_id) = call.request_id() {
        failure.name_request(request_id.as_str());
    }
    let report = failure.report();
    let text = String::with_capacity(report.text_len() + AROUND_DATA);
    let mut json = Json { text, ..Json::default() };
    json.copies =
        write_envelope(&mut json.text, None, |entries| dialect.failure(call, report, entries))?;
    if takes_tree {
        json.check_tree()?;
    }
    // The compiler cannot remove the search for the parts of an event that nothing reads.
    if cfg!(feature = "tracing") {
        let hidden = report.hidden();
        let hidden = hidden.as_ref().map(|hidden| hidden as _);
        let error = Some((report.error_type(), report.code_in(id)));
        log(id, call, trace, &Event { error, hidden });
    }
    Ok((json, Status::of_failure(&mut failure, id)))
}

/// The answer if not even an `INTERNAL_ERROR` can be written, which can only happen with a custom dialect. It is valid
/// response-v2, and a client of another contract can at least read it.
fn fallback(
    Progress { call, trace, .. }: &mut Progress,
    dialect: &'static str,
    cause: &str,
) -> Envelope {
    const JSON: &str = r#"{"success":false,"data":{"error_code":"INTERNAL_ERROR","error_type":"internal"},"error":"An internal error occurred","meta":{"version":"response-v2"}}"#;

    let status = Status::failure(ErrorCode::InternalError.as_str(), ErrorType::Internal);
    log(dialect, call, trace, &Event { error: status.error(), hidden: Some(&cause) });
    let json = Json { text: JSON.to_owned(), ..Json::default() };
    Envelope { json, status, request_id: None, dialect: DialectFacts::of::<ResponseV2>() }
}
