//! What a tool's error says of itself: the trait, and the report that every dialect reads.

use std::borrow::Cow;
use std::error::Error;
use std::fmt::{self, Debug, Display};
use std::rc::Rc;
use std::sync::Arc;

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use serde_json::Number;

use super::values::{Slot, Text, Value, Values, cut_to};
use super::{Chain, ErrorCode, ErrorPath, ErrorType};
use crate::code_scalpel::{CodeScalpel, Tier};
use crate::rate_limit::ErrorRateLimit;
use crate::{Dialect, RateLimit, RetryAfter};

/// An error that a tool can return: it has a code, a category and, at best, a remediation.
///
/// Derive it:
///
/// ```
/// use envelope_runtime::{ErrorType, ToolError};
///
/// #[derive(Debug, thiserror::Error, ToolError)]
/// enum SpecError {
///     #[error("Spec '{id}' not found")]
///     #[tool_error(code = "SPEC_NOT_FOUND", remediation = "List the specs, then retry with one of their ids")]
///     NotFound { id: String },
/// }
///
/// let report = SpecError::NotFound { id: "auth".to_owned() }.report();
/// assert_eq!(report.code(), "SPEC_NOT_FOUND");
/// assert_eq!(report.error_type(), ErrorType::NotFound);
/// assert_eq!(report.message(), "Spec 'auth' not found");
/// ```
///
/// or, where an error is not an enum or a struct of one's own, write [`report`](Self::report) by hand. It is
/// implemented for the common errors of the standard library and for `serde_json::Error`, and works as a trait object.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the error of a tool: it has no error code",
    label = "no `ToolError`",
    note = "give it codes with `#[derive(ToolError)]`, or use `envelope_runtime::ToolFailure` where no enum is wanted"
)]
pub trait ToolError {
    /// Everything of this error that the caller is to know.
    fn report(&self) -> ErrorReport;
}

/// The words of an error, for a variant that is given no `message`: its `Display`, as with thiserror.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no message",
    label = "no `Display`",
    note = "give each variant one, `#[tool_error(message = \"…\")]`, or implement `Display`, as with thiserror"
)]
pub trait ErrorMessage: Display {}

#[diagnostic::do_not_recommend]
impl<T: Display> ErrorMessage for T {}

macro_rules! pointers {
    ($($pointer:ty),*) => {$(
        impl<E: ToolError + ?Sized> ToolError for $pointer {
            fn report(&self) -> ErrorReport {
                (**self).report()
            }
        }
    )*};
}

pointers!(&E, &mut E, Box<E>, Rc<E>, Arc<E>);

/// Everything of an error that goes to the caller, and nothing else: what a [`ToolError`] makes, and what a
/// [`Dialect`](crate::Dialect) writes.
///
/// The values are taken out of the error when they are given. If one cannot be serialized, the caller gets an
/// `INTERNAL_ERROR` in place of the report, and the cause goes to `tracing` (with the feature of that name).
///
/// ```
/// use envelope_runtime::{ErrorCode, ErrorReport, ToolError, envelope_tool};
///
/// struct MissingSpecId;
///
/// impl ToolError for MissingSpecId {
///     fn report(&self) -> ErrorReport {
///         ErrorReport::new(ErrorCode::MissingRequired, "Validation failed: spec_id is required")
///             .with_remediation("Provide a non-empty spec_id parameter")
///             .with_detail("field", "spec_id")
///     }
/// }
///
/// #[envelope_tool(dialect = "response-v2")]
/// fn read_spec() -> Result<(), MissingSpecId> {
///     Err(MissingSpecId)
/// }
///
/// assert_eq!(
///     read_spec().as_str(),
///     concat!(
///         r#"{"success":false,"data":{"error_code":"MISSING_REQUIRED","error_type":"validation","#,
///         r#""remediation":"Provide a non-empty spec_id parameter","details":{"field":"spec_id"}},"#,
///         r#""error":"Validation failed: spec_id is required","meta":{"version":"response-v2"}}"#,
///     )
/// );
/// ```
#[derive(Clone)]
#[must_use]
pub struct ErrorReport {
    code: Cow<'static, str>,
    error_type: ErrorType,
    /// What goes out of the message and the remediation, and all marked values.
    values: Values,
    /// The error in its own words.
    message: Text,
    exposed: bool,
    /// What goes out in place of a hidden message.
    substitute: Option<Text>,
    cause: Option<Text>,
    remediation: Option<Text>,
    summary: Option<Text>,
    /// Why a value could not be taken in.
    defect: Option<String>,
}

/// What goes out in place of the message of an internal error.
const HIDDEN_MESSAGE: &str = "An internal error occurred";

impl ErrorReport {
    /// A report with a standard code, which brings its category.
    ///
    /// The message of an `internal` error stays inside, unless [`expose`](Self::expose) says otherwise: the caller
    /// reads that an internal error occurred, with the request id where there is one.
    pub fn new(code: ErrorCode, message: impl Display) -> Self {
        Self::with_parts(code.as_str().into(), code.error_type(), &message)
    }

    /// A report with a code of one's own.
    ///
    /// Codes are `SCREAMING_SNAKE_CASE`, and one that is not is brought into it. Where the code is a standard one after
    /// all, its own category holds, so that code and category never contradict each other.
    ///
    /// ```
    /// use envelope_runtime::{ErrorReport, ErrorType};
    ///
    /// let report = ErrorReport::custom("index-stale", ErrorType::Conflict, "The index is stale");
    /// assert_eq!(report.code(), "INDEX_STALE");
    ///
    /// let report = ErrorReport::custom("NOT_FOUND", ErrorType::Conflict, "No such index");
    /// assert_eq!(report.error_type(), ErrorType::NotFound);
    /// ```
    pub fn custom(
        code: impl Into<Cow<'static, str>>,
        error_type: ErrorType,
        message: impl Display,
    ) -> Self {
        let code = screaming_snake_case(code.into());
        let error_type = ErrorCode::from_name(&code).map_or(error_type, ErrorCode::error_type);
        Self::with_parts(code, error_type, &message)
    }

    fn with_parts(code: Cow<'static, str>, error_type: ErrorType, message: &dyn Display) -> Self {
        let mut values = Values::default();
        let message = values.push_text(message);
        Self {
            code,
            error_type,
            values,
            message,
            exposed: error_type != ErrorType::Internal,
            substitute: None,
            cause: None,
            remediation: None,
            summary: None,
            defect: None,
        }
    }

    /// Another code: as in [`custom`](Self::custom), a standard one brings its category.
    pub(crate) fn with_code(mut self, code: Cow<'static, str>) -> Self {
        self.code = screaming_snake_case(code);
        if let Some(standard) = ErrorCode::from_name(&self.code) {
            self.error_type = standard.error_type();
        }
        // What becomes internal is hidden, and what was hidden as internal stays so.
        self.exposed &= self.error_type != ErrorType::Internal;
        self
    }

    /// Sends the message of an `internal` error to the caller.
    pub fn expose(mut self) -> Self {
        self.exposed = true;
        self
    }

    /// The error behind this one, with its own causes: for the log only.
    pub fn with_source(self, source: &(dyn Error + '_)) -> Self {
        self.with_cause(Chain(source))
    }

    /// The same for one that is not always there.
    pub fn with_optional_source(self, source: Option<&(dyn Error + '_)>) -> Self {
        match source {
            Some(source) => self.with_source(source),
            None => self,
        }
    }

    /// What is behind the error, in words: for the log only.
    pub fn with_cause(mut self, cause: impl Display) -> Self {
        self.cause = Some(self.values.push_text(cause));
        self
    }

    /// What the caller can do about it: `data.remediation` in response-v2.
    pub fn with_remediation(mut self, remediation: impl Display) -> Self {
        self.remediation = Some(self.values.push_text(remediation));
        self
    }

    /// The failure in one sentence, for a dialect that has a place for it beside the message, as dotbot has.
    pub fn with_summary(mut self, summary: impl Display) -> Self {
        self.summary = Some(self.values.push_text(summary));
        self
    }

    /// The code that one dialect has for this error, in place of [`code`](Self::code).
    ///
    /// `code-scalpel-v1` has a vocabulary of its own, in lower case: a word that is not in it is passed over. The codes of other
    /// dialects are brought into `SCREAMING_SNAKE_CASE`.
    pub fn with_code_for(self, dialect: &str, code: &str) -> Self {
        if dialect == CodeScalpel::ID {
            return self.with_field(Slot::Codes, dialect, code);
        }
        let code = screaming_snake_case(Cow::Owned(code.to_owned()));
        self.with_field(Slot::Codes, dialect, code.as_ref())
    }

    /// A feature that a higher tier has: one more entry of `upgrade_hints` in code-scalpel-v1. In the other dialects it stands
    /// among the error's values, in a list, as `upgrades`.
    pub fn with_upgrade(self, feature: impl Display, tier: Tier, reason: impl Display) -> Self {
        #[derive(Serialize)]
        struct Hint<'a> {
            feature: fmt::Arguments<'a>,
            tier: Tier,
            reason: fmt::Arguments<'a>,
        }

        let hint =
            Hint { feature: format_args!("{feature}"), tier, reason: format_args!("{reason}") };
        self.with_field(Slot::Upgrades, "upgrade", &hint)
    }

    /// The file or resource that the error is about: `data.details.path` in response-v2, and null there for a `None`.
    pub fn with_path(self, path: &(impl ErrorPath + ?Sized)) -> Self {
        self.with_field(Slot::Path, "path", &path.to_text())
    }

    /// A fact about the error, such as the field at fault: `data.details` in response-v2.
    pub fn with_detail(self, key: &str, value: &(impl Serialize + ?Sized)) -> Self {
        self.with_field(Slot::Details, key, value)
    }

    /// A value beside the code, such as `retry_after_seconds`: `data` in response-v2. There, a key that the contract
    /// reserves (`error_code`, `error_type`, `remediation`, `details`,
    /// `upgrades`) keeps the contract's meaning, and the value given
    /// for it is left out.
    pub fn with_data(self, key: &str, value: &(impl Serialize + ?Sized)) -> Self {
        self.with_field(Slot::Data, key, value)
    }

    /// The state of the rate limit, if there is one: `meta.rate_limit` in response-v2.
    pub fn with_rate_limit(self, state: &(impl ErrorRateLimit + ?Sized)) -> Self {
        match state.rate_limit() {
            Some(state) if *state != RateLimit::default() => {
                self.with_field(Slot::RateLimit, "rate_limit", state)
            }
            _ => self,
        }
    }

    /// A measurement taken before the failure: `meta.telemetry` in response-v2. There, `duration_ms` is a number, in place of
    /// what the tool measures: anything else under that key is left out.
    pub fn with_telemetry(self, key: &str, value: &(impl Serialize + ?Sized)) -> Self {
        self.with_field(Slot::Telemetry, key, value)
    }

    /// Further metadata: `meta` in response-v2. There, a key that the contract reserves keeps the contract's meaning, and
    /// the value given for it is left out.
    pub fn with_meta(self, key: &str, value: &(impl Serialize + ?Sized)) -> Self {
        self.with_field(Slot::Meta, key, value)
    }

    fn with_field(mut self, slot: Slot, key: &str, value: &(impl Serialize + ?Sized)) -> Self {
        if let Err(defect) = self.values.push_field(slot, key, value) {
            self.defect = Some(format!("`{key}` of {}: {defect}", self.code));
        }
        self
    }

    /// The code, in `SCREAMING_SNAKE_CASE`.
    #[must_use]
    pub fn code(&self) -> &str {
        &self.code
    }

    /// The code that a dialect has for this error, if it is another one.
    #[must_use]
    pub fn code_for(&self, dialect: &str) -> Option<&str> {
        let mut codes = self.values.fields(Slot::Codes);
        codes.find(|(id, _)| *id == dialect).and_then(|(_, code)| code.as_str())
    }

    /// The category.
    #[must_use]
    pub fn error_type(&self) -> ErrorType {
        self.error_type
    }

    /// The failure in one sentence: what was given for it, or else the message.
    #[must_use]
    pub fn summary(&self) -> &str {
        self.summary.as_ref().map_or_else(|| self.message(), |text| self.values.text(text))
    }

    /// The features that a higher tier has.
    #[must_use]
    pub fn upgrades(&self) -> Upgrades<'_> {
        Upgrades(self.fields(Slot::Upgrades))
    }

    /// The message that the caller reads. Nothing of a hidden one is in it.
    #[must_use]
    pub fn message(&self) -> &str {
        match &self.substitute {
            _ if self.exposed => self.values.text(&self.message),
            Some(substitute) => self.values.text(substitute),
            None => HIDDEN_MESSAGE,
        }
    }

    /// What is kept from the caller, for a log: the hidden message, and the cause.
    #[must_use]
    pub fn hidden(&self) -> Option<impl Display> {
        let message = (!self.exposed).then(|| self.values.text(&self.message));
        let cause = self.cause.as_ref().map(|cause| self.values.text(cause));
        (message.is_some() || cause.is_some()).then_some(Hidden { message, cause })
    }

    /// What the caller can do about it.
    #[must_use]
    pub fn remediation(&self) -> Option<&str> {
        self.remediation.as_ref().map(|text| self.values.text(text))
    }

    /// The file or resource that the error is about.
    #[must_use]
    pub fn path(&self) -> Option<&str> {
        self.values.fields(Slot::Path).find_map(|(_, path)| path.as_str())
    }

    /// The facts about the error, and after them the path, as `path`: null where it is marked and is `None`. A fact of that
    /// name gives way to it.
    #[must_use]
    pub fn details_with_path(&self) -> Fields<'_> {
        Fields { and_path: true, ..self.fields(Slot::Details) }
    }

    /// The facts about the error. The [`path`](Self::path) is not among them.
    #[must_use]
    pub fn details(&self) -> Fields<'_> {
        self.fields(Slot::Details)
    }

    /// The values beside the code.
    #[must_use]
    pub fn data(&self) -> Fields<'_> {
        self.fields(Slot::Data)
    }

    /// The state of the rate limit.
    #[must_use]
    pub fn rate_limit(&self) -> Option<impl Serialize> {
        self.fields(Slot::RateLimit).iter().map(|(_, state)| state).next()
    }

    /// The state of the rate limit with its strings cut: see [`Fields::cut`].
    pub(crate) fn rate_limit_cut(&self, letters: usize) -> Option<impl Serialize> {
        self.fields(Slot::RateLimit).cut(letters).iter().map(|(_, state)| state).next()
    }

    /// How long the caller is to wait before it tries again, if the error says so.
    #[must_use]
    pub fn retry_after(&self) -> Option<RetryAfter> {
        let of_limit = |wanted: &str| {
            let (_, state) = self.values.fields(Slot::RateLimit).next()?;
            state.entries().find(|(key, _)| *key == wanted).map(|(_, value)| value)
        };
        let of_data = |wanted: &str| {
            self.values.fields(Slot::Data).find(|(key, _)| *key == wanted).map(|(_, value)| value)
        };
        let seconds = of_limit("retry_after")
            .and_then(Value::as_seconds)
            .or_else(|| of_data("retry_after_seconds")?.as_seconds());
        if let Some(seconds) = seconds {
            return Some(RetryAfter::Seconds(seconds));
        }
        // A limit is told with any failure; only where trying again helps does its end say when.
        let worthwhile = self.error_type.retry().is_worthwhile() == Some(true);
        let reset_at = of_limit("reset_at").filter(|_| worthwhile)?.as_str()?;
        Some(RetryAfter::At(reset_at.to_owned()))
    }

    /// The measurements taken before the failure.
    #[must_use]
    pub fn telemetry(&self) -> Fields<'_> {
        self.fields(Slot::Telemetry)
    }

    /// The marked duration, if it is a number.
    pub(crate) fn duration_ms(&self) -> Option<Number> {
        let mut fields = self.values.fields(Slot::Telemetry);
        fields.find(|(key, _)| *key == "duration_ms")?.1.as_number()
    }

    /// The further metadata.
    #[must_use]
    pub fn meta(&self) -> Fields<'_> {
        self.fields(Slot::Meta)
    }

    fn fields(&self, slot: Slot) -> Fields<'_> {
        Fields { values: &self.values, slot, and_path: false, limit: None }
    }

    /// Names the request in the message that stands in for a hidden one.
    pub(crate) fn name_request(&mut self, request_id: &str) {
        if !self.exposed {
            let substitute = format_args!("{HIDDEN_MESSAGE} (request {request_id})");
            self.substitute = Some(self.values.push_text(substitute));
        }
    }

    /// The report itself, or, if a value of it could not be taken in, an internal error with that cause.
    pub(crate) fn checked(self) -> Self {
        match self.defect {
            Some(defect) => Self::new(ErrorCode::InternalError, defect),
            None => self,
        }
    }

    /// The code in a dialect, in the case of codes, whatever the dialect writes.
    pub(crate) fn code_in(&self, dialect: &str) -> &str {
        self.code_for(dialect).filter(|_| dialect != CodeScalpel::ID).unwrap_or(&self.code)
    }

    /// The same for what outlives the report.
    pub(crate) fn owned_code_in(&self, dialect: &str) -> Cow<'static, str> {
        match self.code_in(dialect) {
            code if code == self.code => self.code.clone(),
            code => Cow::Owned(code.to_owned()),
        }
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

/// Marked values of an error, by name. Serializes to an object.
///
/// ```
/// use envelope_runtime::{ErrorCode, ErrorReport};
///
/// let report = ErrorReport::new(ErrorCode::ValidationError, "Validation failed")
///     .with_detail("field", "spec_id")
///     .with_detail("received", &None::<&str>);
/// let details = serde_json::to_string(&report.details()).unwrap();
/// assert_eq!(details, r#"{"field":"spec_id","received":null}"#);
/// ```
#[derive(Clone, Copy)]
pub struct Fields<'a> {
    values: &'a Values,
    slot: Slot,
    and_path: bool,
    limit: Option<usize>,
}

impl<'a> Fields<'a> {
    /// The names and values, in the order in which they were given.
    pub fn iter(self) -> impl Iterator<Item = (&'a str, impl Serialize + use<'a>)> {
        let has_path = self.and_path && self.values.fields(Slot::Path).next().is_some();
        let shadowed = move |key: &str| has_path && key == "path";
        let path = self.values.fields(Slot::Path).filter(move |_| has_path);
        let fields = self.values.fields(self.slot).filter(move |(key, _)| !shadowed(key));
        fields.chain(path).map(move |(key, value)| (key, value.cut(self.limit)))
    }

    /// The same with every string cut after so many letters, at whatever depth it stands.
    #[must_use]
    pub fn cut(self, letters: usize) -> Self {
        Self { limit: Some(letters), ..self }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.iter().next().is_none()
    }
}

impl Serialize for Fields<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (key, value) in self.iter() {
            map.serialize_entry(&cut_to(key, self.limit), &value)?;
        }
        map.end()
    }
}

/// The features that a higher tier has. Serializes to a list of objects, each of `feature`, `tier` and `reason`.
#[derive(Clone, Copy, Debug)]
pub struct Upgrades<'a>(Fields<'a>);

impl Upgrades<'_> {
    /// The same with every string cut after so many letters.
    #[must_use]
    pub fn cut(self, letters: usize) -> Self {
        Self(self.0.cut(letters))
    }

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

impl Debug for Fields<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|(key, _)| key)).finish()
    }
}

/// A code in the case of codes.
pub(crate) fn screaming_snake_case(code: Cow<'static, str>) -> Cow<'static, str> {
    let fits =
        |letter: char| letter.is_ascii_uppercase() || letter.is_ascii_digit() || letter == '_';
    if !code.is_empty() && code.chars().all(fits) {
        return code;
    }
    let mut screaming = String::with_capacity(code.len());
    let mut after_lower = false;
    for letter in code.chars() {
        if letter.is_ascii_uppercase() && after_lower {
            screaming.push('_');
        }
        after_lower = letter.is_ascii_lowercase() || letter.is_ascii_digit();
        let upper = letter.to_ascii_uppercase();
        screaming.push(if fits(upper) { upper } else { '_' });
    }
    if screaming.is_empty() { "UNKNOWN".into() } else { screaming.into() }
}
