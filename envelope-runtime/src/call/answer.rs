//! The end of a call and its answer: data or a failure as an envelope, and the envelope as the tool's output.

use super::fit::cut_to_fit;
use super::panics::{Panic, failure_of, unless_panic, with_meta};
use super::steps::{Outcome, Running};
use super::trace::{Event, log};
use crate::budget::{Budget, Cut};
use crate::dialect::{Data, Dialect, Place, Returned, write_envelope};
use crate::dialects::response_v2::ResponseV2;
use crate::envelope::{DialectFacts, Envelope, Json};
use crate::error::{Contexts, ErrorCode, ErrorType, IntoFailure, ToolFailure};
use crate::json::{Room, Root, Scratch, tree_of};
use crate::output::Output;
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
    let _entered = running.trace.enter();
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
    answer_success(running, &mut meta, written, is_unit::<D::Data>())
}

/// The end of a call whose body does not run, such as one whose arguments do not fit.
pub fn reject<D: Dialect, E: IntoFailure, O: Output>(mut running: Running<D>, invalid: E) -> O {
    running.begin();
    let _entered = running.trace.enter();
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
                Panic::catch(|| answer_success(running, &mut meta, written, is_unit::<D::Data>()))
            })
        }
        Ok(Err(failure)) => fail_guarded(running, failure),
        Err(panic) => Err(panic),
    };
    answered
        .or_else(|panic| {
            running.trace.panicked();
            fail_guarded(running, panic.failure())
        })
        .unwrap_or_else(|panic| {
            running.trace.panicked();
            O::from_envelope(fallback(running, &panic.0))
        })
}

fn fail_guarded<D: Dialect, O: Output>(
    running: &mut Running<D>,
    failure: ToolFailure,
) -> Result<O, Panic> {
    Panic::catch(|| fail(running, failure))
}

/// The data of an envelope, after the author's code has run: two words, which are passed on in registers.
struct Written {
    scratch: Scratch,
    result: serde_json::Result<()>,
}

/// Whether a type has only one value.
fn is_unit<T>() -> bool {
    size_of::<T>() == 0
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
    // A contract with pages has the cursor in its metadata; in any other, the data gets it.
    if let Some(page) = D::take_page(returned) {
        running.call.page = (!D::paginate(meta, page.cursor.as_deref())).then_some(page);
    }
    for warning in std::mem::take(&mut running.warnings) {
        D::warn(meta, warning);
    }
    running.end(D::reply_request_id(meta));
    let mut scratch = Scratch::within(room(running, meta));
    let root = if P::IS_OBJECT { Root::Object } else { Root::Any };
    let data = &place.place(D::data(returned));
    // Branches on constants: a form that no tool needs is not compiled for its data.
    let result = if O::TAKES_TREE {
        if D::DATA_AS_TEXT {
            scratch.write_twice_and_tree(data, root)
        } else {
            scratch.write_and_tree(data, root)
        }
    } else if D::DATA_AS_TEXT {
        scratch.write_twice(data, root)
    } else {
        scratch.write(data, root)
    };
    let result = result.and_then(|()| match &running.call.page {
        Some(page) => scratch.add_cursor(page.cursor.as_deref()),
        None => Ok(()),
    });
    Written { scratch, result }
}

/// The room that the data of a call has, if a part of it can be left out.
fn room<D: Dialect>(running: &Running<D>, meta: &D::Meta) -> Room {
    let Running { call, dialect, .. } = running;
    let limit = Budget::limit(call.budget);
    if limit == usize::MAX {
        return Room::UNLIMITED;
    }
    match call.cut(dialect, meta) {
        Cut::Items => Room {
            bytes: limit,
            list: call.budget.and_then(|budget| budget.list),
            counts_text: dialect.sends_data_as_text(meta),
            ..Room::UNLIMITED
        },
        Cut::Lines => Room { text: limit, ..Room::UNLIMITED },
        Cut::Never => Room::UNLIMITED,
    }
}

/// Answers with data that is written. It is compiled once for each dialect and output, not for each type of data.
#[inline(never)]
fn answer_success<D: Dialect, O: Output>(
    running: &mut Running<D>,
    meta: &mut D::Meta,
    Written { mut scratch, result }: Written,
    is_unit: bool,
) -> O {
    let mut envelope = Envelope::empty(DialectFacts::of::<D>());
    let json = &mut envelope.json;
    let result = match result {
        Ok(()) => write_success(running, meta, &mut scratch, is_unit, json),
        Err(cause) => Err(ToolFailure::internal(cause)),
    };
    scratch.finish();
    if let Err(failure) = result {
        return fail(running, failure);
    }
    envelope.status = D::status(meta);
    log(
        D::ID,
        &running.call,
        &mut running.trace,
        &Event { error: envelope.status.error(), hidden: None },
    );
    envelope.request_id = running.call.request_id.take();
    O::from_envelope(envelope)
}

fn write_success<D: Dialect>(
    Running { call, dialect, .. }: &mut Running<D>,
    meta: &mut D::Meta,
    scratch: &mut Scratch,
    is_unit: bool,
    to: &mut Json,
) -> Result<(), ToolFailure> {
    let limit = Budget::limit(call.budget);
    let is_empty = is_unit && matches!(scratch.json(), "{}" | "null");
    let data = Data { json: scratch.json(), text: scratch.text(), is_empty };
    let len = data.json.len() + data.text.map_or(0, str::len);
    to.text = String::with_capacity(len.min(limit) + AROUND_DATA);
    if scratch.is_complete() {
        to.copies = write_envelope(&mut to.text, Some(data), |entries| {
            dialect.success(call, meta, entries);
        })
        .map_err(ToolFailure::internal)?;
    }
    if !scratch.is_complete() || to.text.len() > limit {
        cut_to_fit(call, dialect, meta, scratch, to, limit)?;
    }
    match scratch.take_tree() {
        Some(tree) => to.add_tree(scratch.json(), tree).map_err(ToolFailure::internal),
        None => Ok(()),
    }
}

/// Ends the call, and answers with a failure. It is compiled once for each dialect and output, not for each tool or error.
#[inline(never)]
fn fail<D: Dialect, O: Output>(running: &mut Running<D>, failure: ToolFailure) -> O {
    running.end(None);
    let warnings = std::mem::take(&mut running.warnings);
    let failure = warnings.into_iter().fold(failure, ToolFailure::warning_detail);
    let mut envelope = Envelope::empty(DialectFacts::of::<D>());
    let result = write_failure(running, failure, O::TAKES_TREE, &mut envelope).or_else(|cause| {
        write_failure(running, ToolFailure::internal(cause), O::TAKES_TREE, &mut envelope)
    });
    if let Err(cause) = result {
        return O::from_envelope(fallback(running, &cause.to_string()));
    }
    envelope.request_id = running.call.request_id.take();
    O::from_envelope(envelope)
}

fn write_failure<D: Dialect>(
    Running { call, dialect, trace, .. }: &mut Running<D>,
    failure: ToolFailure,
    takes_tree: bool,
    to: &mut Envelope,
) -> serde_json::Result<()> {
    let mut failure = failure.checked();
    if let Some(request_id) = call.request_id() {
        failure.name_request(request_id.as_str());
    }
    let report = failure.report();
    let text = &mut to.json.text;
    *text = String::with_capacity(report.text_len() + AROUND_DATA);
    write_envelope(text, None, |entries| dialect.failure(call, report, entries))?;
    if takes_tree {
        to.json.tree = Some(Box::new(tree_of(text)?));
    }
    // The compiler cannot remove the search for the parts of an event that nothing reads.
    if cfg!(feature = "tracing") {
        let hidden = report.hidden();
        let hidden = hidden.as_ref().map(|hidden| hidden as _);
        let error = Some((report.error_type(), report.code_in(D::ID)));
        log(D::ID, call, trace, &Event { error, hidden });
    }
    to.status = Status::of_failure(&mut failure, D::ID);
    Ok(())
}

/// The answer if not even an `INTERNAL_ERROR` can be written, which can only happen with a custom dialect. It is valid
/// response-v2, and a client of another contract can at least read it.
fn fallback<D: Dialect>(running: &mut Running<D>, cause: &str) -> Envelope {
    const JSON: &str = r#"{"success":false,"data":{"error_code":"INTERNAL_ERROR","error_type":"internal"},"error":"An internal error occurred","meta":{"version":"response-v2"}}"#;

    let status = Status::failure(ErrorCode::InternalError.as_str(), ErrorType::Internal);
    log(
        D::ID,
        &running.call,
        &mut running.trace,
        &Event { error: status.error(), hidden: Some(&cause) },
    );
    let mut envelope = Envelope::empty(DialectFacts::of::<ResponseV2>());
    (envelope.json.text, envelope.status) = (JSON.to_owned(), status);
    envelope
}
