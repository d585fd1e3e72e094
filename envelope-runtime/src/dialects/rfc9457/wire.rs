//! The bodies of RFC 9457: a success is the data, and a failure is a problem.

use envelope_contracts::rfc9457::{BLANK, CONTRACT, MEDIA_TYPE};

use super::title::title;
use super::uri::type_uri;
use super::{ID, Rfc9457};
use crate::dialect::{AnyJson, Call, Dialect, Entries, Format, key};
use crate::dialects::merged::{Merged, UNLIMITED};
use crate::error::{ErrorReport, RetryAdvice};
use crate::request_id::RequestId;
use crate::time::whole_seconds;

impl Dialect for Rfc9457 {
    const ID: &'static str = ID;
    const FORMAT: Format =
        Format { aliases: &["problem-details"], failure_media_type: MEDIA_TYPE, ..Format::DEFAULT };

    type Root = AnyJson;
    type Meta = ();

    #[inline]
    fn success(&self, _call: &Call, (): &(), body: &mut Entries<'_>) {
        body.only_data();
    }

    #[inline]
    fn failure(&self, call: &Call, error: &ErrorReport, problem: &mut Entries<'_>) {
        kind(self, error, problem);
        problem.string(key!("category"), error.error_type().as_str());
        match error.retry().advice() {
            RetryAdvice::Yes => problem.bool(key!("retryable"), true),
            RetryAdvice::No => problem.bool(key!("retryable"), false),
            RetryAdvice::Maybe => {}
        }
        if let Some(Ok(delay)) = error.wait() {
            problem.number(key!("retry_after"), whole_seconds(delay));
        }
        problem.optional_string(key!("remediation"), error.remediation());
        problem.object(key!("details"), |details| {
            details.fields(error.details_with_path(), &[]);
        });
        problem.optional_string(key!("request_id"), call.request_id().map(RequestId::as_str));
        problem.object(key!("meta"), |meta| meta.fields(error.meta(), &[]));
        let mut problem = Merged::new(problem, UNLIMITED, |key| CONTRACT.envelope.has(key));
        problem.warnings(error.warnings());
        problem.measurements(error);
        problem.upgrades(error);
        if is_retry_after(error) {
            problem.leave_out("retry_after_seconds");
        }
        problem.fields("data", error.data());
    }
}

/// Writes the members of the RFC, and the code.
#[inline]
fn kind(settings: &Rfc9457, error: &ErrorReport, problem: &mut Entries<'_>) {
    let code = error.code_in(ID);
    let status = error.http_status_with(code);
    match &settings.types {
        Some(base) => problem.string(key!("type"), &type_uri(base, code)),
        None => problem.string(key!("type"), BLANK),
    }
    problem.string(key!("title"), &title(settings.types.is_none(), status, code));
    problem.number(key!("status"), status.into());
    problem.string(key!("detail"), error.message());
    problem.optional_string(key!("instance"), settings.instance.as_deref());
    problem.string(key!("code"), code);
}

/// Whether `retry_after` is the same number as the data `retry_after_seconds`, which is then left out.
#[inline]
fn is_retry_after(error: &ErrorReport) -> bool {
    let given = error.data().get("retry_after_seconds").zip(error.delay_of_data());
    given.is_some_and(|(given, delay)| given.json() == whole_seconds(delay).to_string())
}
