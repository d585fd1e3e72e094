//! Reads problem details of RFC 9457, and checks the RFC's rules about values and names. A success is plain data.

use envelope_contracts::Kind;
use envelope_contracts::format::{URI_REFERENCE, is_uri, to_screaming_snake_case};
use envelope_contracts::http_status::phrase;
use envelope_contracts::rfc9457::{BLANK, CONTRACT, MAX_STATUS, MIN_STATUS};
use envelope_runtime::{ErrorType, RequestId, RetryAdvice};
use serde_json::{Map, Value};

use crate::failure::{DELAY, Failure};
use crate::object::{Entries, object, take, take_facts};
use crate::read_error::ReadError;
use crate::response::{self, Data, Metadata, entries};
use crate::rulebook::{Node, Report, Rulebook, fits, rules};
use crate::text::parse;

pub(crate) const ID: &str = CONTRACT.id;

/// The response of an HTTP service: a problem of RFC 9457, or else plain data.
///
/// A body is a problem if it has a `title`, and also a `status` from 400 to 599 with a `type` or a `detail`. Without a `status`, it needs a
/// URI as its `type`, and a `detail` or an `instance`. If the content type is `application/problem+json`, use [`read_problem`], which reads
/// any object.
///
/// ```
/// use envelope_client::rfc9457::Response;
///
/// let body = r#"["tea"]"#;
/// assert_eq!(Response::<Vec<String>>::read(body)?.outcome?, ["tea"]);
///
/// let body = r#"{"type":"about:blank","title":"Not Found","status":404,"detail":"There is no order 7"}"#;
/// let response = Response::<Vec<String>>::read(body)?;
/// assert_eq!(response.meta.title.as_deref(), Some("Not Found"));
/// let failure = response.outcome.unwrap_err();
/// assert_eq!(failure.code(), "NOT_FOUND");
/// assert_eq!(failure.message, "There is no order 7");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Response<T> = response::Response<T, Meta>;

object! {
    /// The members of a problem that other contracts do not have. A success has none of them.
    pub struct Meta {
        /// The kind of the problem, as a URI. `None` is the same as `about:blank`.
        problem_type: Option<String> = "type",
        /// The kind of the problem in a few words.
        title: Option<String> = "title",
        /// The HTTP status that the server has sent.
        status: Option<u16> = "status",
        /// The URI of this occurrence of the problem.
        instance: Option<String> = "instance",
        /// The request id, which servers of `envelope-runtime` add.
        request_id: Option<RequestId> = "request_id",
    }
}

impl Metadata for Meta {
    fn request_id(&self) -> Option<&RequestId> {
        self.request_id.as_ref()
    }

    fn take(body: Value, _pointer: &mut String) -> Result<Response<Data>, ReadError> {
        let (outcome, meta) = if is_problem(&body) {
            let (failure, meta) = take_problem(entries(body)?);
            (Err(failure.into()), meta)
        } else {
            (Ok(Data::new("", body)), Self::default())
        };
        Ok(Response { dialect: ID, outcome, meta, extra: Map::new() })
    }
}

/// Reads the body of a response whose content type is `application/problem+json`. Every object is a problem there: each member is
/// optional, and a member of another type than in the RFC counts as absent.
///
/// The code of the failure is the member `code`, or else the last words of its type, such as `OUT_OF_CREDIT` for
/// `https://example.com/probs/out-of-credit`, or else the general code of its status. Its error type is the member `category`, or else the
/// error type of its status. The message is `detail`, or else `title`. Unknown extension members become the [data](Failure::data).
///
/// ```
/// use envelope_client::rfc9457::read_problem;
/// use envelope_runtime::ErrorType;
///
/// let failure = read_problem(
///     r#"{"type":"https://example.net/validation-error","title":"Your request is not valid.","status":422}"#,
/// )?;
/// assert_eq!(failure.code(), "VALIDATION_ERROR");
/// assert_eq!(failure.error_type(), ErrorType::Validation);
/// assert_eq!(failure.message, "Your request is not valid.");
/// # Ok::<(), envelope_client::ReadError>(())
/// ```
///
/// # Errors
///
/// The text is not JSON, or not an object.
pub fn read_problem(text: &str) -> Result<Failure, ReadError> {
    let (failure, _) = take_problem(entries(parse(text)?)?);
    Ok(failure)
}

fn take_problem(problem: Entries) -> (Failure, Meta) {
    let mut meta = Meta::from_entries(problem);
    let mut members = std::mem::take(&mut meta.extra);
    let of_type = meta.problem_type.as_deref().and_then(code_of);
    let of_status = meta.status.and_then(ErrorType::from_http_status).map(ErrorType::as_str);
    let detail: Option<String> = take(&mut members, "detail");
    let code: Option<String> = take(&mut members, "code");
    let category: Option<String> = take(&mut members, "category");
    let retryable: Option<bool> = take(&mut members, "retryable");
    let delay = members.remove("retry_after").filter(Value::is_number);
    let mut failure = Failure::take_from(&mut members);
    failure = Failure {
        sent_code: code.or(of_type),
        sent_error_type: category.or(of_status.map(str::to_owned)),
        message: detail.or_else(|| meta.title.clone()).unwrap_or_default(),
        status: meta.status,
        request_id: meta.request_id.clone(),
        extra: take_facts(&mut members, "meta"),
        ..failure
    }
    .with_details(take_facts(&mut members, "details"));
    // `retry_after` repeats a delay in the data or in the rate limit.
    if let Some(delay) = delay
        && failure.rate_limit.as_ref().is_none_or(|state| state.retry_after.is_none())
    {
        members.entry(DELAY).or_insert(delay);
    }
    failure.data = members.into();
    let is_retried = failure.retry().advice() == RetryAdvice::Yes;
    let failure = match retryable {
        Some(true) if !is_retried => failure.with_retry("backoff"),
        Some(false) if is_retried => failure.with_retry("never"),
        _ => failure,
    };
    (failure, meta)
}

/// The code in the last words of a type: `OUT_OF_CREDIT` for `https://example.com/probs/out-of-credit`.
fn code_of(problem_type: &str) -> Option<String> {
    let (_, name) = problem_type.rsplit_once(['/', ':'])?;
    let is_name = |byte: u8| byte.is_ascii_alphabetic() || matches!(byte, b'-' | b'_');
    let is_words = name.len() > 2 && name.bytes().all(is_name) && problem_type != BLANK;
    is_words.then(|| to_screaming_snake_case(name))
}

/// Whether a body is a problem, and not the plain data of a success.
pub(crate) fn is_problem(body: &Value) -> bool {
    let text = |key| body.get(key).and_then(Value::as_str);
    let (problem_type, has_detail) = (text("type"), text("detail").is_some());
    let status = body.get("status").and_then(Value::as_u64).filter(|status| *status <= 0xffff);
    let is_kind = match status {
        Some(status) => (400..=599).contains(&status) && (problem_type.is_some() || has_detail),
        None => problem_type.is_some_and(is_uri) && (has_detail || text("instance").is_some()),
    };
    is_kind && text("title").is_some()
}

pub(crate) static RULEBOOK: Rulebook = Rulebook { contract: &CONTRACT, rules: RULES, check };

rules! {
    HTTP_STATUS: Must "http-status" "Appendix A"
        "`status` is from 100 to 599";
    ABSOLUTE_TYPE: Should "absolute-type" "Section 3.1.1"
        "`type` is an absolute URI";
    TITLE_OF_BLANK: Should "title-of-blank" "Section 4.2.1"
        "the `title` of `about:blank` is the phrase that HTTP recommends for the status";
    EXTENSION_NAME: Should "extension-name" "Section 4"
        "the name of an extension member has at least 3 characters, which are letters, digits and `_`, and starts with a letter";
}

fn check(problem: &Node<'_>, report: &mut Report) {
    let (uri, title) = (problem.get("type"), problem.get("title"));
    let status = problem.get("status");
    // Any other value violates the rule of the key.
    let number = status.value.filter(|status| fits(status, Kind::Count)).and_then(Value::as_f64);
    let is_status = number.is_none_or(|number| (MIN_STATUS..=MAX_STATUS).contains(&number));
    report.require(is_status, &HTTP_STATUS, &status);
    let reference = uri.as_str().filter(|uri| (URI_REFERENCE.fits)(uri));
    report.require(reference.is_none_or(is_uri), &ABSOLUTE_TYPE, &uri);
    let failed = status.value.and_then(Value::as_u64).and_then(|status| u16::try_from(status).ok());
    if let (Some(BLANK), Some(title_text)) = (reference, title.as_str())
        && let Some(failed) = failed.filter(|status| (400..=599).contains(status))
    {
        report.require(title_text == phrase(failed), &TITLE_OF_BLANK, &title);
    }
    for (name, member) in problem.entries() {
        report.require(CONTRACT.envelope.has(name) || is_name(name), &EXTENSION_NAME, &member);
    }
}

fn is_name(name: &str) -> bool {
    name.len() > 2
        && name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}
