//! The answer of a call: data or a failure as an envelope, and the envelope as the tool's output.

use serde::Serialize;
use serde_json::{Result, Value};

use super::steps::Running;
use super::trace::{Event, log};
use crate::dialect::response_v2::ResponseV2;
use crate::dialect::{Copies, Data, Dialect, write_envelope};
use crate::envelope::{Envelope, Json};
use crate::error::{ErrorCode, ErrorType, ToolFailure};
use crate::json::{Known, Root, Scratch, tree_of, tree_with};
use crate::output::Output;
use crate::status::Status;

/// Room for the entries of an envelope besides its data.
const AROUND_DATA: usize = 512;

/// The data of an envelope, after the author's code has run.
pub(super) struct Written {
    scratch: Scratch,
    result: Result<()>,
}

/// Ends the call, and writes its data in the forms that the envelope and the output need.
#[inline]
pub(super) fn end_and_write<D: Dialect, O: Output>(
    running: &mut Running<D>,
    meta: &D::Meta,
    data: &impl Serialize,
    is_object: bool,
) -> Written {
    running.end(D::reply_request_id(meta));
    let mut scratch = Scratch::new();
    let root = if is_object { Root::Object } else { Root::Any };
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
    Written { scratch, result }
}

/// Answers with data that is written. It is compiled once for each dialect and output, not for each type of data.
#[inline(never)]
pub(super) fn answer_success<D: Dialect, O: Output>(
    running: &mut Running<D>,
    meta: &D::Meta,
    Written { mut scratch, result }: Written,
) -> O {
    let json = result.and_then(|()| success_json(running, meta, &mut scratch));
    scratch.finish();
    match json {
        Ok(json) => {
            let status = D::status(meta);
            log(D::ID, &mut running.call, &Event { error: status.error(), hidden: None });
            O::from_envelope(envelope(running, json, status))
        }
        Err(cause) => fail(running, ToolFailure::internal(cause)),
    }
}

fn success_json<D: Dialect>(
    Running { call, dialect }: &Running<D>,
    meta: &D::Meta,
    scratch: &mut Scratch,
) -> Result<Json> {
    let data = Data { json: scratch.json(), text: scratch.text() };
    let len = data.json.len() + data.text.map_or(0, str::len);
    let mut text = String::with_capacity(len + AROUND_DATA);
    let copies =
        write_envelope(&mut text, Some(data), |entries| dialect.success(call, meta, entries))?;
    let tree = scratch.take_tree().map(|tree| tree_around(&text, &copies, scratch.json(), tree));
    Ok(Json { text, copies, tree: tree.transpose()?.map(Box::new) })
}

/// The tree of an envelope around the tree of its data, which is not read again.
fn tree_around(envelope: &str, copies: &Copies, data: &str, tree: Value) -> Result<Value> {
    let text = Known { range: copies.text.clone(), tree: data.into() };
    tree_with(envelope, [text, Known { range: copies.json.clone(), tree }])
}

/// Answers with a failure. It is compiled once for each dialect and output, not for each tool or error.
#[inline(never)]
pub(super) fn fail<D: Dialect, O: Output>(running: &mut Running<D>, failure: ToolFailure) -> O {
    // Each envelope is passed on at once, since moving one takes time.
    let cause = match answer_failure::<D, O>(running, failure) {
        Ok(envelope) => return O::from_envelope(envelope),
        Err(cause) => cause,
    };
    match answer_failure::<D, O>(running, ToolFailure::internal(cause)) {
        Ok(envelope) => O::from_envelope(envelope),
        Err(cause) => O::from_envelope(fallback(running, &cause.to_string())),
    }
}

fn answer_failure<D: Dialect, O: Output>(
    running: &mut Running<D>,
    failure: ToolFailure,
) -> Result<Envelope> {
    let Running { call, dialect } = running;
    let mut failure = failure.checked();
    if let Some(request_id) = call.request_id() {
        failure.name_request(request_id.as_str());
    }
    let report = failure.report();
    let mut text = String::with_capacity(report.text_len() + AROUND_DATA);
    write_envelope(&mut text, None, |entries| dialect.failure(call, report, entries))?;
    let tree = if O::TAKES_TREE { Some(Box::new(tree_of(&text)?)) } else { None };
    // The compiler cannot remove the search for the parts of an event that nothing reads.
    if cfg!(feature = "tracing") {
        let hidden = report.hidden();
        let hidden = hidden.as_ref().map(|hidden| hidden as _);
        let error = Some((report.error_type(), report.code_in(D::ID)));
        log(D::ID, call, &Event { error, hidden });
    }
    let status = Status::Failure {
        error_type: report.error_type(),
        retry_after: report.retry_after(),
        error_code: failure.take_code_in(D::ID),
    };
    Ok(envelope(running, Json { text, copies: Copies::default(), tree }, status))
}

fn envelope<D: Dialect>(running: &mut Running<D>, json: Json, status: Status) -> Envelope {
    let request_id = running.call.request_id.take();
    Envelope::new(json, status, request_id, D::ID, D::IS_CALL_TOOL_RESULT)
}

/// The answer if not even an `INTERNAL_ERROR` can be written, which can only happen with a custom dialect. It is valid
/// response-v2, and a client of another contract can at least read it.
pub(super) fn fallback<D: Dialect>(running: &mut Running<D>, cause: &str) -> Envelope {
    const JSON: &str = r#"{"success":false,"data":{"error_code":"INTERNAL_ERROR","error_type":"internal"},"error":"An internal error occurred","meta":{"version":"response-v2"}}"#;

    let status = Status::failure(ErrorCode::InternalError.as_str(), ErrorType::Internal);
    log(D::ID, &mut running.call, &Event { error: status.error(), hidden: Some(&cause) });
    Envelope::new(JSON.to_owned().into(), status, None, ResponseV2::ID, false)
}
