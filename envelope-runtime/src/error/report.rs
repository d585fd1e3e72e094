//! The failure as a dialect reads it.

use std::borrow::Cow;
use std::fmt::{self, Debug, Display};
use std::time::Duration;

use serde::{Serialize, Serializer};

use super::fields::{FieldList, Fields, Slot, Span};
use super::{ErrorCode, ErrorType, RetryAdvice, RetryAfter};
use crate::json::Raw;
use crate::metadata::Warnings;
use crate::text::is_blank;
use envelope_contracts::format::is_screaming_snake_case;

/// A [`ToolFailure`](crate::ToolFailure) as a [`Dialect`](crate::Dialect) reads it. It is read only.
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
    /// Whether the message goes to the caller.
    pub(super) is_exposed: bool,
    /// All that is text: the message, the remediation, and the keys and values of the fields.
    pub(super) text: String,
    /// The message of the error.
    pub(super) message: Span,
    /// The text that replaces a hidden message, if it names the request.
    pub(super) substitute: Option<Span>,
    pub(super) cause: Option<Span>,
    pub(super) remediation: Option<Span>,
    pub(super) summary: Option<Span>,
    pub(super) path: Option<PathSpan>,
    pub(super) fields: FieldList,
    pub(super) wait: Wait,
    pub(super) warnings: Warnings,
    /// Why a value could not be serialized.
    pub(super) defect: Option<Box<str>>,
}

/// A blank report.
impl Default for ErrorReport {
    fn default() -> Self {
        Self {
            code: Cow::Borrowed(""),
            error_type: ErrorType::Internal,
            is_exposed: false,
            text: String::new(),
            message: Span::default(),
            substitute: None,
            cause: None,
            remediation: None,
            summary: None,
            path: None,
            fields: FieldList::default(),
            wait: Wait::default(),
            warnings: Warnings::new(),
            defect: None,
        }
    }
}

/// The path that an error names, or `None` where it is marked without one.
#[derive(Clone, Copy, Debug)]
pub(super) struct PathSpan {
    pub(super) plain: Option<Span>,
    pub(super) json: Span,
}

/// How long to wait, from each source.
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
    /// Makes it blank, and keeps the room for its text.
    pub(super) fn clear(&mut self) {
        // All of them are named, so that none is forgotten.
        let Self {
            code,
            error_type,
            is_exposed,
            text,
            message,
            substitute,
            cause,
            remediation,
            summary,
            path,
            fields,
            wait,
            warnings,
            defect,
        } = self;
        *code = Cow::Borrowed("");
        *error_type = ErrorType::Internal;
        *is_exposed = false;
        text.clear();
        *message = Span::default();
        for span in [substitute, cause, remediation, summary] {
            *span = None;
        }
        *path = None;
        fields.clear();
        *wait = Wait::default();
        // Most failures have none, and to drop none is not free.
        if !warnings.is_empty() {
            *warnings = Warnings::new();
        }
        *defect = None;
    }

    /// The code, in `SCREAMING_SNAKE_CASE`.
    #[must_use]
    pub fn code(&self) -> &str {
        &self.code
    }

    /// The code that is set for one dialect, by `codes("…" = "…")` or [`code_for`](crate::ToolFailure::code_for).
    #[must_use]
    #[inline]
    pub fn code_for(&self, dialect: &str) -> Option<&str> {
        // Most failures have one code for all dialects.
        if self.fields.has(Slot::Codes) { self.find_code(dialect) } else { None }
    }

    fn find_code(&self, dialect: &str) -> Option<&str> {
        let mut codes = self.fields.iter(&self.text, Slot::Codes);
        codes.find(|(id, _)| *id == dialect).map(|(_, code)| code)
    }

    /// The code in a dialect whose codes are in `SCREAMING_SNAKE_CASE`. A code that contradicts the category is passed over.
    pub(crate) fn code_in(&self, dialect: &str) -> &str {
        self.own_code(dialect).unwrap_or(&self.code)
    }

    /// [`code_in`](Self::code_in) of a report that is no longer needed.
    #[inline]
    pub(super) fn take_code_in(&mut self, dialect: &str) -> Cow<'static, str> {
        match self.own_code(dialect) {
            Some(code) => Cow::Owned(code.to_owned()),
            None => std::mem::take(&mut self.code),
        }
    }

    /// The code that is set for a dialect whose codes are in `SCREAMING_SNAKE_CASE`.
    #[inline]
    fn own_code(&self, dialect: &str) -> Option<&str> {
        self.code_for(dialect).filter(|code| {
            let of_category = code.parse().map(ErrorCode::error_type);
            is_screaming_snake_case(code)
                && of_category.unwrap_or(self.error_type) == self.error_type
        })
    }

    /// The category.
    #[must_use]
    pub fn error_type(&self) -> ErrorType {
        self.error_type
    }

    /// The message for the caller. It is never blank: a hidden or blank message is replaced by a sentence for the category,
    /// such as `An internal error occurred`.
    #[must_use]
    pub fn message(&self) -> &str {
        let message = match self.substitute {
            _ if self.is_exposed => self.part(self.message),
            Some(substitute) => self.part(substitute),
            None => "",
        };
        if is_blank(message) { self.error_type.sentence() } else { message }
    }

    /// What the caller can do about the failure. It is never blank.
    #[must_use]
    pub fn remediation(&self) -> Option<&str> {
        let remediation = self.remediation.map(|span| self.part(span));
        remediation.filter(|remediation| !is_blank(remediation))
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
    /// The path replaces a fact with that key.
    #[must_use]
    pub fn details_with_path(&self) -> Fields<'_> {
        let path = self.path.map(|path| self.part(path.json));
        Fields { path, ..self.fields(Slot::Details) }
    }

    /// The values that are marked as `data`.
    #[must_use]
    pub fn data(&self) -> Fields<'_> {
        self.fields(Slot::Data)
    }

    /// The state of the rate limit. It serializes like a [`RateLimit`](crate::RateLimit).
    #[must_use]
    pub fn rate_limit(&self) -> Option<impl Serialize> {
        self.fields(Slot::RateLimit).iter().map(|(_, state)| state).next()
    }

    /// [`rate_limit`](Self::rate_limit) for this crate's writer.
    pub(crate) fn raw_rate_limit(&self) -> Option<Raw<'_>> {
        self.fields.first(&self.text, Slot::RateLimit).map(Raw)
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

    /// The warnings beside the failure.
    #[must_use]
    pub fn warnings(&self) -> &Warnings {
        &self.warnings
    }

    /// The features that need a higher tier.
    #[must_use]
    pub fn upgrades(&self) -> Upgrades<'_> {
        Upgrades(self.fields(Slot::Upgrades))
    }

    /// [`upgrades`](Self::upgrades) for this crate's writer, each as JSON.
    pub(crate) fn raw_upgrades(&self) -> impl Iterator<Item = Raw<'_>> {
        self.fields.iter(&self.text, Slot::Upgrades).map(|(_, json)| Raw(json))
    }

    /// How long the caller should wait before it retries, if the failure says so: see [`RetryAfter`](crate::RetryAfter).
    #[must_use]
    pub fn retry_after(&self) -> Option<RetryAfter> {
        let delay = self.wait.of_limit.or(self.wait.of_data);
        delay.map_or_else(
            || self.until().map(RetryAfter::At),
            |delay| Some(RetryAfter::Delay(delay)),
        )
    }

    /// The end of the rate limit, if a retry can help. Any failure can carry a rate limit.
    fn until(&self) -> Option<String> {
        let span = self.wait.until?;
        (self.error_type.retry().advice() == RetryAdvice::Yes).then(|| self.part(span).to_owned())
    }

    /// What is hidden from the caller, for a log: the hidden message and the cause, as `message: cause`. `None` if there is
    /// neither.
    #[inline]
    #[must_use]
    pub fn hidden(&self) -> Option<impl Display> {
        let message = (!self.is_exposed).then(|| self.part(self.message));
        let cause = self.cause.map(|cause| self.part(cause));
        (message.is_some() || cause.is_some()).then_some(Hidden { message, cause })
    }

    fn fields(&self, slot: Slot) -> Fields<'_> {
        Fields { text: &self.text, list: &self.fields, slot, path: None }
    }

    fn part(&self, span: Span) -> &str {
        span.of(&self.text)
    }
}

impl Debug for ErrorReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ErrorReport")
            .field("code", &self.code)
            .field("error_type", &self.error_type)
            .field("message", &self.message())
            .field("remediation", &self.remediation())
            .finish_non_exhaustive()
    }
}

struct Hidden<'a> {
    message: Option<&'a str>,
    cause: Option<&'a str>,
}

impl Display for Hidden<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.message, self.cause) {
            (Some(message), Some(cause)) => write!(f, "{message}: {cause}"),
            (text, None) | (None, text) => f.write_str(text.unwrap_or_default()),
        }
    }
}

/// The features that need a higher tier: what [`ErrorReport::upgrades`] returns. Serializes to a list of
/// [`UpgradeHint`](crate::UpgradeHint)s.
#[derive(Clone, Copy, Debug)]
pub struct Upgrades<'a>(Fields<'a>);

impl Upgrades<'_> {
    /// Whether there are none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0.is_empty()
    }
}

impl Serialize for Upgrades<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|(_, hint)| hint))
    }
}
