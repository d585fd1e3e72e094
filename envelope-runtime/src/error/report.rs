//! The read-only view of a failure for dialects.

use std::borrow::Cow;
use std::fmt::{self, Debug, Display, Write};
use std::time::Duration;

use super::code::FIXES_ERROR_TYPES;
use super::fields::{FieldList, FieldValue, Fields, Slot, Span};
use super::{ErrorCode, ErrorType, Retry, RetryAdvice, RetryAfter, http_status};
use crate::metadata::Warnings;
use crate::text::is_blank;
use crate::time::system_time;
use envelope_contracts::format::is_screaming_snake_case;
use envelope_contracts::retry::next_step;

/// The read-only view of a [`ToolFailure`](crate::ToolFailure) for a [`Dialect`](crate::dialect::Dialect).
///
/// ```
/// use envelope_runtime::{ErrorType, ToolFailure};
///
/// let failure = ToolFailure::missing_required("spec_id");
/// let report = failure.report();
/// assert_eq!(report.code(), "MISSING_REQUIRED");
/// assert_eq!(report.error_type(), ErrorType::Validation);
/// assert_eq!(report.message(), "Validation failed: spec_id is required");
/// ```
#[derive(Clone)]
pub struct ErrorReport {
    pub(super) code: Cow<'static, str>,
    pub(super) error_type: ErrorType,
    /// Whether response-v2 replaces the code, because it fixes another error type for it.
    pub(super) is_code_replaced: bool,
    /// Whether the message is sent to the caller.
    pub(super) is_exposed: bool,
    /// All texts, keys and values one after another, in a single allocation.
    pub(super) text: String,
    /// The message of the error.
    pub(super) message: Span,
    /// The text that replaces a hidden message, if it names the request.
    pub(super) substitute: Option<Span>,
    pub(super) cause: Option<Span>,
    pub(super) contexts: Option<UnsentContexts>,
    /// Whether the message replaces the cause, so that exposing the failure sends the cause.
    pub(super) replaces_cause: bool,
    pub(super) remediation: Option<Span>,
    pub(super) summary: Option<Span>,
    pub(super) path: Option<PathSpan>,
    /// The details, the data, the telemetry, the metadata, and the codes of single dialects.
    pub(super) fields: FieldList,
    pub(super) rate_limit: Option<Span>,
    pub(super) upgrades: Vec<Span>,
    pub(super) wait: Wait,
    /// The advice that the failure declares.
    pub(super) retry: Option<Retry>,
    /// The HTTP status that the failure declares.
    pub(super) status: Option<u16>,
    pub(super) warnings: Warnings,
    /// Why a value could not be serialized.
    pub(super) defect: Option<Box<str>>,
}

/// The path of an error. `plain` is `None` if the marked path is `None`.
#[derive(Clone, Copy, Debug)]
pub(super) struct PathSpan {
    pub(super) plain: Option<Span>,
    pub(super) json: Span,
}

/// The contexts of an `anyhow::Error`.
#[derive(Clone, Copy, Debug)]
pub(in crate::error) struct UnsentContexts {
    pub(super) text: Span,
    /// Whether a `bail!` has made the error, which then has no code for the retry advice.
    pub(super) has_message: bool,
}

/// Whether this can be the code of a failure of the error type, in a dialect whose codes are in `SCREAMING_SNAKE_CASE`.
pub(super) fn is_code_of(error_type: ErrorType, code: &str) -> bool {
    let fixed = ErrorCode::fixed_error_type(code);
    is_screaming_snake_case(code) && fixed.unwrap_or(error_type) == error_type
}

/// The delay before a retry, from each source.
#[derive(Clone, Debug, Default)]
pub(super) struct Wait {
    /// `retry_after` of the rate limit.
    pub(super) of_limit: Option<Duration>,
    /// `retry_after_seconds` among the data.
    pub(super) of_data: Option<Duration>,
    /// `reset_at` of the rate limit.
    pub(super) until: Option<Span>,
}

impl ErrorReport {
    /// Formats a text into the report. A `Display` that fails keeps what it wrote.
    pub(super) fn push_text(&mut self, text: &dyn Display) -> Span {
        let start = self.text.len();
        let _ = write!(self.text, "{text}");
        Span::since(start, &self.text)
    }

    /// The code, in `SCREAMING_SNAKE_CASE`.
    #[must_use]
    pub fn code(&self) -> &str {
        &self.code
    }

    /// The code that is set for one dialect, by `codes("…" = "…")` or [`code_for`](crate::ToolFailure::code_for).
    #[must_use]
    pub fn code_for(&self, dialect: &str) -> Option<&str> {
        self.fields.get(&self.text, Slot::Codes, dialect)
    }

    /// The code in a dialect whose codes are in `SCREAMING_SNAKE_CASE`. A code that contradicts the error type is ignored.
    pub(crate) fn code_in(&self, dialect: &str) -> &str {
        self.own_code(dialect).unwrap_or(&self.code)
    }

    /// [`code_in`](Self::code_in), which copies no constant.
    pub(crate) fn owned_code_in(&self, dialect: &str) -> Cow<'static, str> {
        self.own_code(dialect).map_or_else(|| self.code.clone(), |code| code.to_owned().into())
    }

    /// The code for a dialect whose codes are in `SCREAMING_SNAKE_CASE`, if it differs from the code of the failure.
    fn own_code(&self, dialect: &str) -> Option<&str> {
        let set = self.code_for(dialect).filter(|code| is_code_of(self.error_type, code));
        set.or_else(|| self.general_code(dialect))
    }

    /// The general code of the error type, in the contract that fixes another error type for the code.
    fn general_code(&self, dialect: &str) -> Option<&'static str> {
        let is_replaced = self.is_code_replaced && dialect == FIXES_ERROR_TYPES;
        is_replaced.then(|| ErrorCode::from(self.error_type).as_str())
    }

    /// The error type.
    #[must_use]
    pub fn error_type(&self) -> ErrorType {
        self.error_type
    }

    /// The caller's next step: the remediation of the failure, or else the default remediation of its advice [`once`](Retry::Once) or
    /// [`outcome_unknown`](Retry::OutcomeUnknown). It is never blank.
    #[must_use]
    pub fn remediation(&self) -> Option<&str> {
        let own = self.remediation.map(|span| self.part(span));
        own.or_else(|| next_step(self.retry().as_str()))
            .filter(|remediation| !is_blank(remediation))
    }

    /// The failure in one sentence: its summary, or else the message.
    #[must_use]
    pub fn summary(&self) -> &str {
        let summary = self.summary.map(|span| self.part(span));
        summary.filter(|summary| !is_blank(summary)).unwrap_or_else(|| self.message())
    }

    /// The file or resource that the failure is about.
    #[must_use]
    pub fn path(&self) -> Option<&str> {
        self.path?.plain.map(|span| self.part(span))
    }

    /// The facts about the failure, without the [`path`](Self::path).
    #[must_use]
    pub fn details(&self) -> Fields<'_> {
        self.fields(Slot::Details)
    }

    /// The facts about the failure, followed by the path under the key `path`, which is null if a `None` is marked as the path.
    /// The path replaces a fact under this key.
    #[must_use]
    pub fn details_with_path(&self) -> Fields<'_> {
        let path = self.path.map(|path| self.part(path.json));
        Fields { path, ..self.fields(Slot::Details) }
    }

    /// The facts that are part of the text for the model, if the contract has such a text.
    pub fn details_in_text(&self) -> impl Iterator<Item = (&str, FieldValue<'_>)> {
        self.fields.in_text(&self.text).map(|(key, json)| (key, FieldValue::from_json(json)))
    }

    /// The values that are marked as `data`.
    #[must_use]
    pub fn data(&self) -> Fields<'_> {
        self.fields(Slot::Data)
    }

    /// The state of the rate limit. It serializes like a [`RateLimit`](crate::RateLimit).
    #[must_use]
    pub fn rate_limit(&self) -> Option<FieldValue<'_>> {
        self.rate_limit.map(|state| FieldValue::from_json(self.part(state)))
    }

    /// The measurements taken before the failure.
    #[must_use]
    pub fn telemetry(&self) -> Fields<'_> {
        self.fields(Slot::Telemetry)
    }

    /// The extra metadata.
    #[must_use]
    pub fn meta(&self) -> Fields<'_> {
        self.fields(Slot::Meta)
    }

    /// The warnings of the failure.
    #[must_use]
    pub fn warnings(&self) -> &Warnings {
        &self.warnings
    }

    /// The features that need a higher tier. Each serializes like an [`UpgradeHint`](crate::UpgradeHint).
    #[must_use]
    pub fn upgrades(&self) -> Vec<FieldValue<'_>> {
        self.upgrades.iter().map(|hint| FieldValue::from_json(self.part(*hint))).collect()
    }

    /// Whether and how to retry: the advice that the failure declares; or else `after_delay`, if the data has `retry_after_seconds`; or
    /// else the advice of the error type.
    #[must_use]
    pub fn retry(&self) -> Retry {
        match self.retry {
            Some(retry) => retry,
            None if self.wait.of_data.is_some() => Retry::AfterDelay,
            None => self.error_type.retry(),
        }
    }

    /// The HTTP status that the failure [declares](crate::ToolFailure::status), or else the status of its code or error type.
    #[must_use]
    pub fn http_status(&self) -> u16 {
        self.http_status_with(&self.code)
    }

    /// [`http_status`](Self::http_status) in a dialect, in which the failure can have another code.
    pub(crate) fn http_status_with(&self, code: &str) -> u16 {
        http_status::of_failure(self.status, code, self.error_type)
    }

    /// The delay before a retry, if the failure has one: see [`RetryAfter`](crate::RetryAfter). A failure
    /// that advises against a retry has none.
    #[must_use]
    pub fn retry_after(&self) -> Option<RetryAfter> {
        match self.wait()? {
            Ok(delay) => Some(RetryAfter::Delay(delay)),
            Err(time) => system_time(time).map(RetryAfter::At),
        }
    }

    /// The delay before a retry, if it is the data `retry_after_seconds`.
    pub(crate) fn delay_of_data(&self) -> Option<Duration> {
        self.wait()?.ok().filter(|_| self.wait.of_limit.is_none())
    }

    /// The delay before a retry, or else its time. Any failure can carry a rate limit, whose time counts only if a retry can help.
    pub(crate) fn wait(&self) -> Option<Result<Duration, &str>> {
        let advice = self.retry().advice();
        if advice == RetryAdvice::No {
            return None;
        }
        let can_help = || advice == RetryAdvice::Yes;
        let until = || self.wait.until.filter(|_| can_help()).map(|span| Err(self.part(span)));
        self.wait.of_limit.or(self.wait.of_data).map(Ok).or_else(until)
    }

    /// The length of the texts and values: an envelope is at least this long.
    pub(crate) fn text_len(&self) -> usize {
        self.text.len()
    }

    fn fields(&self, slot: Slot) -> Fields<'_> {
        Fields { text: &self.text, list: &self.fields, slot, path: None }
    }

    pub(super) fn part(&self, span: Span) -> &str {
        span.of(&self.text)
    }
}

impl Debug for ErrorReport {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ErrorReport")
            .field("code", &self.code)
            .field("error_type", &self.error_type)
            .field("message", &self.message())
            .field("remediation", &self.remediation())
            .finish_non_exhaustive()
    }
}
