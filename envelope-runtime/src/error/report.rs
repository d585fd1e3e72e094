//! The failure as a dialect reads it.

use std::borrow::Cow;
use std::fmt::{self, Debug, Display, Write};
use std::time::Duration;

use serde::{Serialize, Serializer};

use super::fields::{FieldList, FieldValue, Fields, Slot, Span};
use super::{ErrorCode, ErrorType, RetryAdvice, RetryAfter};
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
    /// The id of the dialect that the failure was read in.
    pub(super) origin: Option<&'static str>,
    /// All texts, keys and values one after another, which costs one allocation instead of one for each.
    pub(super) text: String,
    /// The message of the error.
    pub(super) message: Span,
    /// The text that replaces a hidden message, if it names the request.
    pub(super) substitute: Option<Span>,
    pub(super) cause: Option<Span>,
    /// Whether the message stands for the cause, which exposing the failure sends.
    pub(super) replaces_cause: bool,
    pub(super) remediation: Option<Span>,
    pub(super) summary: Option<Span>,
    pub(super) path: Option<PathSpan>,
    /// The details, the data, the telemetry, the metadata, and the codes of single dialects.
    pub(super) fields: FieldList,
    pub(super) rate_limit: Option<Span>,
    pub(super) upgrades: Vec<Span>,
    pub(super) wait: Wait,
    pub(super) warnings: Warnings,
    /// Why a value could not be serialized.
    pub(super) defect: Option<Box<str>>,
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
    pub(super) fn new(
        code: Cow<'static, str>,
        error_type: ErrorType,
        message: &dyn Display,
    ) -> Self {
        /// Room for the texts of a typical error.
        const USUAL_TEXT: usize = 256;

        let mut report = Self {
            code,
            error_type,
            is_exposed: error_type != ErrorType::Internal,
            origin: None,
            text: String::with_capacity(USUAL_TEXT),
            message: Span::default(),
            substitute: None,
            cause: None,
            replaces_cause: false,
            remediation: None,
            summary: None,
            path: None,
            fields: FieldList::default(),
            rate_limit: None,
            upgrades: Vec::new(),
            wait: Wait::default(),
            warnings: Warnings::new(),
            defect: None,
        };
        report.message = report.push_text(message);
        report
    }

    /// Formats a text into the report. A `Display` that fails keeps what it wrote.
    pub(super) fn push_text(&mut self, text: &dyn Display) -> Span {
        let start = self.text.len();
        let _ = write!(self.text, "{text}");
        Span::since(start, &self.text)
    }

    /// Adds a field, or gives the field with this slot and key another value.
    pub(super) fn insert(&mut self, slot: Slot, key: &str, value: Span) {
        self.fields.insert(&mut self.text, slot, key, value);
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

    /// The code in a dialect whose codes are in `SCREAMING_SNAKE_CASE`. A code that contradicts the category is passed over.
    pub(crate) fn code_in(&self, dialect: &str) -> &str {
        self.own_code(dialect).unwrap_or(&self.code)
    }

    /// [`code_in`](Self::code_in) of a report that is no longer needed.
    pub(super) fn take_code_in(&mut self, dialect: &str) -> Cow<'static, str> {
        match self.own_code(dialect) {
            Some(code) => Cow::Owned(code.to_owned()),
            None => std::mem::take(&mut self.code),
        }
    }

    /// The code that is set for a dialect whose codes are in `SCREAMING_SNAKE_CASE`.
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
    pub fn rate_limit(&self) -> Option<FieldValue<'_>> {
        self.rate_limit.map(|state| FieldValue::of_json(self.part(state)))
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
        Upgrades(self)
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
    #[must_use]
    pub fn hidden(&self) -> Option<impl Display> {
        // The text of the cause has more than a message that stands for it.
        let is_hidden = !self.is_exposed && !self.replaces_cause;
        let message = is_hidden.then(|| self.part(self.message));
        let cause = self.cause.map(|cause| self.part(cause));
        (message.is_some() || cause.is_some()).then_some(Hidden { message, cause })
    }

    /// Whether the failure was read in this dialect, which then writes it as it was.
    pub(crate) fn is_from(&self, dialect: &str) -> bool {
        self.origin == Some(dialect)
    }

    /// The length of its texts and values, which an envelope has at least.
    pub(crate) fn text_len(&self) -> usize {
        self.text.len()
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
pub struct Upgrades<'a>(&'a ErrorReport);

impl<'a> Upgrades<'a> {
    /// Each hint.
    pub fn iter(self) -> impl Iterator<Item = FieldValue<'a>> {
        self.0.upgrades.iter().map(move |hint| FieldValue::of_json(self.0.part(*hint)))
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0.upgrades.is_empty()
    }
}

impl Serialize for Upgrades<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}
