//! A ready-made error, for a tool that wants no enum of its own.

use std::borrow::Cow;
use std::fmt::{self, Debug, Display};

use serde::Serialize;

use super::{ErrorCode, ErrorPath, ErrorReport, ErrorType, ToolError};
use crate::RateLimit;
use crate::code_scalpel::Tier;
use crate::rate_limit::ErrorRateLimit;

/// An error with everything that the contracts let an error carry.
///
/// There is a constructor for each category, and methods for the rest:
///
/// ```
/// use envelope_runtime::{ToolFailure, envelope_tool};
///
/// #[envelope_tool(dialect = "response-v2")]
/// fn read_spec(spec_id: &str) -> Result<(), ToolFailure> {
///     if spec_id.is_empty() {
///         return Err(ToolFailure::missing_required("spec_id"));
///     }
///     Err(ToolFailure::not_found("Spec", spec_id)
///         .code("SPEC_NOT_FOUND")
///         .remediation("List the specs, then retry with one of their ids"))
/// }
///
/// assert_eq!(
///     read_spec("").as_str(),
///     concat!(
///         r#"{"success":false,"data":{"error_code":"MISSING_REQUIRED","error_type":"validation","#,
///         r#""remediation":"Provide a non-empty spec_id parameter","#,
///         r#""details":{"field":"spec_id","constraint":"required"}},"#,
///         r#""error":"Validation failed: spec_id is required","meta":{"version":"response-v2"}}"#,
///     )
/// );
/// assert_eq!(read_spec("auth").error_code(), Some("SPEC_NOT_FOUND"));
/// ```
///
/// The errors of the standard library and of `serde_json` that are [`ToolError`]s convert into it with `?`. Any other one does with
/// `.map_err(|error| ToolFailure::from(error.report()))`.
#[derive(Clone)]
#[must_use]
pub struct ToolFailure(Box<ErrorReport>);

impl ToolFailure {
    /// `VALIDATION_ERROR`: the input is invalid.
    pub fn validation(message: impl Display) -> Self {
        ErrorReport::new(ErrorCode::ValidationError, message).into()
    }

    /// `INVALID_FORMAT`: a field of the input is malformed. `expected` says what it should have been, such as
    /// `an ISO 8601 date`.
    pub fn invalid_format(field: &str, expected: impl Display) -> Self {
        let message = format_args!("Validation failed: {field} is not {expected}");
        ErrorReport::new(ErrorCode::InvalidFormat, message)
            .with_remediation(format_args!("Provide {field} as {expected}"))
            .with_detail("field", field)
            .with_detail("constraint", "format")
            .into()
    }

    /// `MISSING_REQUIRED`: a field of the input is not there.
    pub fn missing_required(field: &str) -> Self {
        let message = format_args!("Validation failed: {field} is required");
        ErrorReport::new(ErrorCode::MissingRequired, message)
            .with_remediation(format_args!("Provide a non-empty {field} parameter"))
            .with_detail("field", field)
            .with_detail("constraint", "required")
            .into()
    }

    /// `UNAUTHORIZED`, of the category `authentication`: credentials are missing or invalid.
    pub fn unauthorized(message: impl Display) -> Self {
        ErrorReport::new(ErrorCode::Unauthorized, message).into()
    }

    /// `FORBIDDEN`, of the category `authorization`: the credentials do not suffice.
    pub fn forbidden(message: impl Display) -> Self {
        ErrorReport::new(ErrorCode::Forbidden, message).into()
    }

    /// `NOT_FOUND`: there is no such resource. `resource` is its kind, such as `Spec`.
    pub fn not_found(resource: &str, id: impl Display) -> Self {
        ErrorReport::new(ErrorCode::NotFound, format_args!("{resource} not found: {id}"))
            .with_detail("resource_type", &resource.to_lowercase())
            .with_detail("resource_id", &format_args!("{id}"))
            .into()
    }

    /// `CONFLICT`: the state forbids it.
    pub fn conflict(message: impl Display) -> Self {
        ErrorReport::new(ErrorCode::Conflict, message).into()
    }

    /// `DUPLICATE_ENTRY`, of the category `conflict`: the resource is already there. `resource` is its kind, such as
    /// `Spec`.
    pub fn duplicate(resource: &str, id: impl Display) -> Self {
        ErrorReport::new(ErrorCode::DuplicateEntry, format_args!("{resource} already exists: {id}"))
            .with_detail("resource_type", &resource.to_lowercase())
            .with_detail("resource_id", &format_args!("{id}"))
            .into()
    }

    /// `RATE_LIMIT_EXCEEDED`: the client made its `limit` of requests in this `period`, such as `minute`, and may go on
    /// after `retry_after_seconds`.
    pub fn rate_limited(limit: u64, period: impl Display, retry_after_seconds: u64) -> Self {
        let message = format_args!("Rate limit exceeded: {limit} requests per {period}");
        ErrorReport::new(ErrorCode::RateLimitExceeded, message)
            .with_remediation(format_args!("Wait {retry_after_seconds} seconds before retrying"))
            .with_data("retry_after_seconds", &retry_after_seconds)
            .with_rate_limit(&RateLimit::new().limit(limit).remaining(0))
            .into()
    }

    /// `FEATURE_DISABLED`, of the category `feature_flag`: the feature is not enabled for this client.
    pub fn feature_disabled(feature: &str) -> Self {
        let message = format_args!("Feature '{feature}' is not enabled");
        ErrorReport::new(ErrorCode::FeatureDisabled, message).with_data("feature", feature).into()
    }

    /// `INTERNAL_ERROR`: the server failed. The caller is not told the cause; it goes to `tracing` (with the feature of
    /// that name).
    pub fn internal(cause: impl Display) -> Self {
        ErrorReport::new(ErrorCode::InternalError, cause).into()
    }

    /// `UNAVAILABLE`: the service is down for now.
    pub fn unavailable(message: impl Display) -> Self {
        ErrorReport::new(ErrorCode::Unavailable, message).into()
    }

    /// Another code. A standard one brings its category; one of your own keeps the category that the failure has. A message that
    /// becomes internal is hidden, and one that was hidden stays so.
    pub fn code(self, code: impl Into<Cow<'static, str>>) -> Self {
        self.with(|report| report.with_code(code.into()))
    }

    /// What the caller can do about it.
    pub fn remediation(self, remediation: impl Display) -> Self {
        self.with(|report| report.with_remediation(remediation))
    }

    /// A fact about the error: `data.details` in response-v2.
    pub fn detail(self, key: &str, value: impl Serialize) -> Self {
        self.with(|report| report.with_detail(key, &value))
    }

    /// A value beside the code: `data` in response-v2. See [`ErrorReport::with_data`] for reserved keys.
    pub fn data(self, key: &str, value: impl Serialize) -> Self {
        self.with(|report| report.with_data(key, &value))
    }

    /// The file or resource that the error is about: `data.details.path` in response-v2.
    pub fn path(self, path: impl ErrorPath) -> Self {
        self.with(|report| report.with_path(&path))
    }

    /// The state of the rate limit: `meta.rate_limit` in response-v2.
    pub fn rate_limit(self, state: impl ErrorRateLimit) -> Self {
        self.with(|report| report.with_rate_limit(&state))
    }

    /// A measurement taken before the failure: `meta.telemetry` in response-v2.
    pub fn telemetry(self, key: &str, value: impl Serialize) -> Self {
        self.with(|report| report.with_telemetry(key, &value))
    }

    /// Further metadata: `meta` in response-v2. See [`ErrorReport::with_meta`] for reserved keys.
    pub fn meta(self, key: &str, value: impl Serialize) -> Self {
        self.with(|report| report.with_meta(key, &value))
    }

    /// The failure in one sentence, for a dialect that has a place for it beside the message, as dotbot has.
    pub fn summary(self, summary: impl Display) -> Self {
        self.with(|report| report.with_summary(summary))
    }

    /// The code that one dialect has for this error: see [`ErrorReport::with_code_for`].
    pub fn code_for(self, dialect: &str, code: &str) -> Self {
        self.with(|report| report.with_code_for(dialect, code))
    }

    /// A feature that a higher tier has: one more of `upgrade_hints` in code-scalpel-v1.
    pub fn upgrade(self, feature: impl Display, tier: Tier, reason: impl Display) -> Self {
        self.with(|report| report.with_upgrade(feature, tier, reason))
    }

    /// What is behind the error: for the log only.
    pub fn cause(self, cause: impl Display) -> Self {
        self.with(|report| report.with_cause(cause))
    }

    /// Sends the message to the caller, even where the category is `internal`.
    pub fn expose(self) -> Self {
        self.with(ErrorReport::expose)
    }

    /// The category.
    #[must_use]
    pub fn error_type(&self) -> ErrorType {
        self.0.error_type()
    }

    fn with(self, change: impl FnOnce(ErrorReport) -> ErrorReport) -> Self {
        change(*self.0).into()
    }
}

/// A failure that says what the report says, to which more can be added.
impl From<ErrorReport> for ToolFailure {
    fn from(report: ErrorReport) -> Self {
        Self(Box::new(report))
    }
}

impl ToolError for ToolFailure {
    fn report(&self) -> ErrorReport {
        (*self.0).clone()
    }
}

impl Display for ToolFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.message())
    }
}

impl Debug for ToolFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ToolFailure").field(&self.0).finish()
    }
}

impl std::error::Error for ToolFailure {}
