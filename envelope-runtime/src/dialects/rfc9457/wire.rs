//! The bodies of RFC 9457: a success is the data, and a failure is a problem.

use envelope_contracts::rfc9457::{BLANK, CONTRACT, MEDIA_TYPE};

use super::members::SentMembers;
use super::title::title;
use super::uri::type_uri;
use super::{ID, Rfc9457};
use crate::dialect::{Call, Dialect, Entries, Json, key};
use crate::dialects::merged::{Merged, UNLIMITED};
use crate::error::{ErrorReport, RetryAdvice};
use crate::request_id::RequestId;
use crate::time::whole_seconds;

impl Dialect for Rfc9457 {
    const ID: &'static str = ID;
    const ALIASES: &'static [&'static str] = &["problem-details"];
    const FAILURE_MEDIA_TYPE: &'static str = MEDIA_TYPE;

    type Root = Json;
    type Meta = ();

    #[inline]
    fn success(&self, _call: &Call, (): &(), body: &mut Entries<'_>) {
        body.only_data();
    }

    #[inline]
    fn failure(&self, call: &Call, error: &ErrorReport, problem: &mut Entries<'_>) {
        let sent = SentMembers::of(error);
        kind(self, error, sent, problem);
        problem.optional_string(key!("category"), error.written_error_type(ID));
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
            let mut details = Merged::new(details, UNLIMITED, |_| false);
            details.unknown_retry(error, ID);
            details.fields("detail", error.details_with_path());
        });
        problem.optional_string(key!("request_id"), call.request_id().map(RequestId::as_str));
        let moved = if sent.is_some() { SentMembers::KEYS } else { &[] };
        problem.object(key!("meta"), |meta| meta.fields(error.meta(), moved));
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
fn kind(
    settings: &Rfc9457,
    error: &ErrorReport,
    sent: Option<SentMembers<'_>>,
    problem: &mut Entries<'_>,
) {
    let (status, code) = (error.http_status_in(ID), error.written_code(ID));
    // A problem that was sent without a type does not get one.
    let base = settings.types.as_deref().filter(|_| sent.is_none());
    let sent = sent.unwrap_or_default();
    match (sent.problem_type, base) {
        (Some(uri), _) => problem.field(key!("type"), uri),
        (None, Some(base)) => problem.string(key!("type"), &type_uri(base, code)),
        (None, None) => problem.string(key!("type"), BLANK),
    }
    let is_blank = sent.problem_type.is_none() && base.is_none();
    match sent.title {
        Some(title) => problem.field(key!("title"), title),
        None => problem.string(key!("title"), &title(is_blank, status, code)),
    }
    problem.number(key!("status"), status.into());
    problem.string(key!("detail"), error.message());
    match (&settings.instance, sent.instance) {
        (Some(instance), _) => problem.string(key!("instance"), instance),
        (None, Some(instance)) => problem.field(key!("instance"), instance),
        (None, None) => {}
    }
    if !error.is_uncoded(ID) {
        problem.string(key!("code"), code);
    }
}

/// Whether the `retry_after` is the same number as the data `retry_after_seconds`, which is not written then.
#[inline]
fn is_retry_after(error: &ErrorReport) -> bool {
    let given = error.data().get("retry_after_seconds").zip(error.delay_of_data());
    given.is_some_and(|(given, delay)| given.json() == whole_seconds(delay).to_string())
}
