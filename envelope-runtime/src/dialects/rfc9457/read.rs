//! Reading the bodies of RFC 9457.

use envelope_contracts::format::is_uri;
use envelope_contracts::rfc9457::BLANK;
use serde_json::{Map, Number};

use super::ID;
use super::members::keep;
use super::title::title;
use super::uri::{code_of, encoded};
use crate::error::{ErrorType, Retry, RetryAdvice, RetryAfter, Slot, ToolFailure};
use crate::json::{Document, Parts};
use crate::metadata::{UpgradeHint, Warning};
use crate::read::{self, Payload, ReadError, Received, Take, Taken};
use crate::request_id::RequestId;

/// The body of a response: the data, or a problem.
///
/// The body does not state which of the two it is. It is a problem if its members have the types of the RFC, and are either
///
/// - a `status` from 400 to 599, a `title`, and a `type` or a `detail`; or
/// - without a `status`, a `type` that is an absolute URI, a `title`, and a `detail` or an `instance`.
///
/// If the content type is `application/problem+json`, [`read_problem`] reads the body, whatever its members are.
///
/// ```
/// use envelope_runtime::rfc9457::Response;
///
/// let body = r#"["tea"]"#;
/// assert_eq!(Response::<Vec<String>>::read(body)?.into_result()?.data, ["tea"]);
///
/// let body = r#"{"type":"about:blank","title":"Not Found","status":404,"detail":"There is no order 7"}"#;
/// let failure = Response::<Vec<String>>::read(body)?.into_result().unwrap_err();
/// assert_eq!((failure.code(), failure.message()), ("NOT_FOUND", "There is no order 7"));
/// assert_eq!(failure.meta().status, Some(404));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Response<T> = read::Response<T, ResponseMeta>;

/// The data of a response.
pub type Success<T> = read::Success<T, ResponseMeta>;

/// A problem.
///
/// Its code is the member `code`, or else the last words of its type, such as `OUT_OF_CREDIT` for
/// `https://example.com/probs/out-of-credit`, or else the general code of its status. Its category is the member `category`, or else
/// the category of its status. The message is `detail`, or else `title`. Extension members that this crate does not know are its
/// [data](crate::ErrorReport::data).
pub type Failure = read::Failure<ResponseMeta>;

/// The members of a problem that other contracts do not have. A success has none of them.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ResponseMeta {
    /// The kind of the problem: `type`. `None` is the same as `about:blank`.
    pub problem_type: Option<String>,
    /// The kind of the problem in a few words: `title`.
    pub title: Option<String>,
    /// The HTTP status that the server has sent: `status`.
    pub status: Option<u16>,
    /// This occurrence of the problem: `instance`.
    pub instance: Option<String>,
    /// The request id, which this crate adds.
    pub request_id: Option<RequestId>,
}

/// Reads the body of a response whose content type is `application/problem+json`. Every object is a problem there: each member is
/// optional, and a member of another type than in the RFC counts as absent.
///
/// ```
/// use envelope_runtime::ErrorType;
/// use envelope_runtime::rfc9457::read_problem;
///
/// let failure = read_problem(
///     r#"{"type":"https://example.net/validation-error","title":"Your request is not valid.","status":422}"#,
/// )?;
/// assert_eq!(failure.code(), "VALIDATION_ERROR");
/// assert_eq!(failure.error_type(), ErrorType::Validation);
/// assert_eq!(failure.message(), "Your request is not valid.");
/// # Ok::<(), envelope_runtime::ReadError>(())
/// ```
///
/// # Errors
///
/// The text is not JSON, or not an object.
pub fn read_problem(text: &str) -> Result<Failure, ReadError> {
    let problem = Parts::of_envelope(serde_json::from_str(text)?)?;
    let (meta, received) = received(problem);
    Ok(Failure::new(received.read_in(ResponseMeta::DIALECTS), Map::new(), meta))
}

impl Take for ResponseMeta {
    const DIALECTS: &'static [&'static str] = &[ID];

    fn request_id(&self) -> Option<&RequestId> {
        self.request_id.as_ref()
    }

    fn is_plain_data(body: &Document<'_>) -> bool {
        !is_problem(body)
    }

    fn take(body: Document<'_>) -> Result<Taken<'_, Self>, ReadError> {
        if is_problem(&body) {
            let (meta, received) = received(Parts::of_envelope(body)?);
            return Ok(Taken { meta, extra: Map::new(), outcome: Err(received) });
        }
        let data = Payload { pointer: "".into(), document: body, text: None };
        Ok(Taken { meta: Self::default(), extra: Map::new(), outcome: Ok(data) })
    }
}

fn is_problem(body: &Document<'_>) -> bool {
    let text = |key| body.get(key).and_then(Document::as_str);
    let (problem_type, has_detail) = (text("type"), text("detail").is_some());
    let is_kind = match status_of(body) {
        Some(status) => (400..=599).contains(&status) && (problem_type.is_some() || has_detail),
        None => problem_type.is_some_and(is_uri) && (has_detail || text("instance").is_some()),
    };
    is_kind && text("title").is_some()
}

fn status_of(body: &Document<'_>) -> Option<u16> {
    match body.get("status")? {
        Document::Number(status) => u16::try_from(status.as_u64()?).ok(),
        _ => None,
    }
}

fn received(mut problem: Parts<'_>) -> (ResponseMeta, Received) {
    let all = problem.as_document().to_json();
    let status = status_of(problem.as_document());
    if status.is_some() {
        problem.take_any("status");
    }
    let meta = ResponseMeta {
        problem_type: problem.take("type"),
        title: problem.take("title"),
        status,
        instance: problem.take("instance"),
        request_id: problem.take("request_id"),
    };
    let detail: Option<String> = problem.take("detail");
    let message = detail.as_deref().or(meta.title.as_deref()).unwrap_or_default();
    let received = sent(&mut problem, &meta, message).with(|failure| {
        let failure = match status {
            Some(status) => failure.status(status),
            None => failure,
        };
        let failure = with_members(failure, problem);
        keep_kind(failure, &meta)
    });
    let request_id = meta.request_id.clone();
    (meta, Received { request_id, data: all, ..received })
}

/// The failure with its code and its category, which can follow from the type and the status.
fn sent(problem: &mut Parts<'_>, meta: &ResponseMeta, message: &str) -> Received {
    let code: Option<String> = problem.take("code");
    let category: Option<String> = problem.take("category");
    let of_type = || meta.problem_type.as_deref().and_then(code_of);
    let named = code.clone().or_else(|| of_type().filter(|_| !meta.is_blank()));
    let of_status = meta.status.and_then(ErrorType::from_http_status);
    let known = category.as_deref().or(of_status.map(ErrorType::as_str));
    let guess = of_status.unwrap_or(ErrorType::Internal);
    let mut received = Received::guessed(named.as_deref(), known, guess, message);
    received.sent.code = code.map(Into::into);
    received.sent.error_type = category.map(Into::into);
    received
}

/// The failure with the members that this crate writes, and with all others as its data.
fn with_members(mut failure: ToolFailure, mut problem: Parts<'_>) -> ToolFailure {
    let retryable: Option<bool> = problem.take("retryable");
    let retry_after: Option<Number> = problem.take("retry_after");
    failure = problem.take_beside_details(failure);
    failure = problem.take_details("details", failure);
    let warnings: Vec<Warning> = problem.take_or_default("warnings");
    failure = failure.with_warnings(|to| to.extend_mixed(warnings));
    let upgrades: Vec<UpgradeHint> = problem.take_or_default("upgrades");
    failure = upgrades.iter().fold(failure, ToolFailure::upgrade_hint);
    failure = match problem.take_any("meta").map(Parts::of) {
        None | Some(Err(Document::Null)) => failure,
        Some(Ok(meta)) => failure.with_entries(Slot::Meta, meta.entries()),
        Some(Err(other)) => failure.meta("meta", other),
    };
    failure = failure.with_entries(Slot::Data, problem.entries());
    // A delay that is part of the data or the rate limit is written twice.
    if let Some(seconds) = retry_after
        && !matches!(failure.report().retry_after(), Some(RetryAfter::Delay(_)))
    {
        failure = failure.data("retry_after_seconds", seconds);
    }
    let advice = failure.report().retry().advice();
    match retryable {
        Some(true) if advice != RetryAdvice::Yes => failure.retry(Retry::Backoff),
        Some(false) if advice != RetryAdvice::No => failure.retry(Retry::Never),
        _ => failure,
    }
}

/// The failure with the type, the title and the instance, unless this crate writes the same ones.
fn keep_kind(failure: ToolFailure, meta: &ResponseMeta) -> ToolFailure {
    let (report, is_blank) = (failure.report(), meta.is_blank());
    let own_title = title(is_blank, report.http_status_in(ID), report.code()).into_owned();
    let problem_type = meta.problem_type.as_deref().filter(|_| !is_blank).map(encoded);
    let sent_title = meta.title.as_deref().filter(|title| *title != own_title);
    let instance = meta.instance.as_deref().map(encoded);
    keep(failure, [problem_type.as_deref(), sent_title, instance.as_deref()])
}

impl ResponseMeta {
    /// Whether the problem is no more than its status.
    fn is_blank(&self) -> bool {
        self.problem_type.as_deref().is_none_or(|problem_type| problem_type == BLANK)
    }
}
