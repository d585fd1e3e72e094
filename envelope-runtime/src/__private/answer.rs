//! The answer of a call: data or a failure as an envelope, and the envelope as the tool's output.

use std::fmt::Display;
use std::marker::PhantomData;

use crate::context::Context;
use crate::dialect::response_v2::ResponseV2;
use crate::dialect::returned::Returned;
use crate::dialect::{AsSettings, Dialect, Settings};
use crate::envelope::{Beside, Envelope};
use crate::error::{ErrorCode, ErrorReport, ErrorType, ToolFailure};
use crate::json::{Assembly, Frame, WriteFrame};
use crate::outcome::Status;
use crate::output::Output;
use crate::place::Place;
use crate::server::log::{Event, log};

/// What a body has returned on success. Nothing else of an answer is compiled for each type of data.
pub(super) trait Success<S: AsSettings> {
    /// Takes the metadata.
    fn take_meta(&mut self, settings: &mut S) -> <S::Dialect as Dialect>::Meta;
    /// Writes the data.
    fn write_to(&self, assembly: &mut Assembly) -> serde_json::Result<()>;
}

/// The success of a tool with these settings, as its output needs it.
pub(super) struct SuccessOf<'a, P, S, O, T> {
    place: &'a P,
    returned: &'a mut T,
    form: PhantomData<fn() -> (S, O)>,
}

impl<'a, P, S, O, T> SuccessOf<'a, P, S, O, T> {
    pub(super) fn new(place: &'a P, returned: &'a mut T) -> Self {
        Self { place, returned, form: PhantomData }
    }
}

/// The data of an envelope, which is no longer needed itself.
pub(super) struct WrittenData {
    assembly: Assembly,
    written: serde_json::Result<()>,
}

/// Ends the call, and writes its data.
pub(super) fn write_data<S: AsSettings<Dialect = D>, D: Dialect>(
    settings: &mut D::Settings,
    success: &dyn Success<S>,
    meta: &D::Meta,
) -> WrittenData {
    end::<D>(settings, meta);
    let mut assembly = Assembly::new();
    let written = success.write_to(&mut assembly);
    WrittenData { assembly, written }
}

impl<P, S, D, O, T> Success<S> for SuccessOf<'_, P, S, O, T>
where
    S: Returned<T, Dialect = D>,
    D: Dialect,
    P: Place<S::Data>,
    O: Output,
{
    #[inline]
    fn take_meta(&mut self, settings: &mut S) -> D::Meta {
        settings.take_meta(self.returned)
    }

    #[inline]
    fn write_to(&self, assembly: &mut Assembly) -> serde_json::Result<()> {
        let data = &self.place.place(S::data(self.returned));
        // What is constant here is not compiled for data that does not need it.
        if O::IS_TREE {
            assembly.write_data_and_tree(data)
        } else if D::DATA_AS_TEXT {
            assembly.write_data_twice(data)
        } else {
            assembly.write_data(data)
        }
    }
}

/// Ends the call before the data is written: its duration, and its request id.
#[inline(never)]
fn end<D: Dialect>(settings: &mut D::Settings, meta: &D::Meta) {
    let context = settings.context_mut();
    if let Some(id) = D::reply_request_id(meta) {
        context.set_request_id(id);
    }
    context.end(D::resolve_request_id);
}

/// Answers with data that is written.
#[inline(never)]
pub(super) fn answer_success<D: Dialect, O: Output>(
    settings: &mut D::Settings,
    mut meta: D::Meta,
    WrittenData { mut assembly, written }: WrittenData,
) -> O {
    let assembled = written.and_then(|()| {
        D::complete(settings, &mut meta);
        let source = Source::of::<D, O>();
        source.assemble(&mut assembly, &mut |frame| D::write_success(settings, &meta, frame))
    });
    assembly.finish();
    let (json, beside) = match assembled {
        Ok(assembled) => assembled,
        Err(cause) => return fail::<D, O>(settings, ToolFailure::internal(cause)),
    };
    let status = D::status(&meta);
    log::<D>(settings.context_mut(), &Event { error: status.error(), hidden: None });
    let request_id = settings.context_mut().take_request_id();
    O::from_envelope(Envelope::new(json, beside, status, request_id, D::ID, D::IS_CALL_TOOL_RESULT))
}

/// What an output is made from.
#[derive(Clone, Copy)]
enum Source {
    /// The envelope as text.
    Text,
    /// The envelope as text and as a tree.
    Tree,
    /// The envelope without its data, and the data.
    Apart,
}

impl Source {
    fn of<D: Dialect, O: Output>() -> Self {
        if !O::IS_TREE {
            Self::Text
        } else if O::IS_CALL_TOOL_RESULT && D::DATA_IS_STRUCTURE {
            Self::Apart
        } else {
            Self::Tree
        }
    }

    /// The envelope as text, and what else the output is made from.
    fn assemble(self, assembly: &mut Assembly, envelope: WriteFrame<'_>) -> Assembled {
        match self {
            Self::Text => Ok((assembly.text(envelope)?, None)),
            Self::Tree => {
                let (json, tree) = assembly.text_and_tree(envelope)?;
                Ok((json, Some(Box::new(Beside::Tree(tree)))))
            }
            Self::Apart => {
                let (json, data) = assembly.apart(envelope)?;
                Ok((json, Some(Box::new(Beside::Data(data)))))
            }
        }
    }
}

type Assembled = serde_json::Result<(String, Option<Box<Beside>>)>;

/// Answers with a failure. It is compiled once for each dialect and output, not for each tool or error.
#[inline(never)]
pub(super) fn fail<D: Dialect, O: Output>(settings: &mut D::Settings, failure: ToolFailure) -> O {
    let mut failure = failure.checked();
    let mut assembly = Assembly::new();
    let assembled = assemble_failure::<D, O>(settings, &mut failure, &mut assembly);
    assembly.finish();
    match assembled {
        Ok((json, beside)) => answer_failure::<D, O>(settings, failure, json, beside),
        Err(cause) => fail_internally::<D, O>(settings, &cause),
    }
}

/// Answers that a failure could not be written.
#[cold]
fn fail_internally<D: Dialect, O: Output>(
    settings: &mut D::Settings,
    cause: &serde_json::Error,
) -> O {
    let mut failure = ToolFailure::internal(cause).checked();
    let mut assembly = Assembly::new();
    let assembled = assemble_failure::<D, O>(settings, &mut failure, &mut assembly);
    assembly.finish();
    match assembled {
        Ok((json, beside)) => answer_failure::<D, O>(settings, failure, json, beside),
        Err(cause) => O::from_envelope(fallback::<D>(settings, &cause.to_string())),
    }
}

fn assemble_failure<D: Dialect, O: Output>(
    settings: &D::Settings,
    failure: &mut ToolFailure,
    assembly: &mut Assembly,
) -> Assembled {
    if let Some(request_id) = settings.context().request_id() {
        failure.name_request(request_id.as_str());
    }
    let report = failure.report();
    let write = &mut |frame: Frame<'_>| D::write_failure(settings, report, frame);
    Source::of::<D, O>().assemble(assembly, write)
}

/// The envelope is made here, so that it is not moved in a `Result`.
#[inline]
fn answer_failure<D: Dialect, O: Output>(
    settings: &mut D::Settings,
    mut failure: ToolFailure,
    json: String,
    beside: Option<Box<Beside>>,
) -> O {
    log_failure::<D>(settings.context_mut(), failure.report());
    let error_type = failure.error_type();
    let error_code = failure.take_code_in(D::ID);
    let retry_after = failure.report().retry_after();
    failure.keep();
    let request_id = settings.context_mut().take_request_id();
    // Nothing is called after this, so the status needs no place of its own before the envelope.
    let status = Status::Failure { error_type, error_code, retry_after };
    O::from_envelope(Envelope::new(json, beside, status, request_id, D::ID, D::IS_CALL_TOOL_RESULT))
}

fn log_failure<D: Dialect>(context: &mut Context, report: &ErrorReport) {
    let hidden = report.hidden();
    let hidden = hidden.as_ref().map(|hidden| hidden as &dyn Display);
    let error = (report.error_type(), report.code_in(D::ID));
    log::<D>(context, &Event { error: Some(error), hidden });
}

/// The answer if not even an `INTERNAL_ERROR` can be written, which can only happen with a custom dialect. It is valid
/// response-v2, and a client of another contract can at least read it.
pub(super) fn fallback<D: Dialect>(settings: &mut D::Settings, cause: &str) -> Envelope {
    const JSON: &str = r#"{"success":false,"data":{"error_code":"INTERNAL_ERROR","error_type":"internal"},"error":"An internal error occurred","meta":{"version":"response-v2"}}"#;

    let status = Status::failure(ErrorCode::InternalError.as_str(), ErrorType::Internal);
    log::<D>(settings.context_mut(), &Event { error: status.error(), hidden: Some(&cause) });
    let tree = serde_json::from_str(JSON).ok().map(|tree| Box::new(Beside::Tree(tree)));
    Envelope::new(JSON.to_owned(), tree, status, None, ResponseV2::ID, false)
}
