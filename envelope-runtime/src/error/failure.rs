//! `ToolFailure`: the type that every error of a tool becomes.

use std::borrow::Cow;
use std::error::Error;
use std::fmt::{self, Display, Write};
use std::time::Duration;

use envelope_contracts::http_status::is_of;
use serde::Serialize;

use super::fields::{FieldList, MAX_TEXT, Slot, Span};
use super::report::{ErrorReport, PathSpan, Wait};
use super::{Chain, ErrorCode, ErrorPath, ErrorType, Retry};
use crate::case::screaming_snake_case;
use crate::json;
use crate::log::no_effect;
use crate::metadata::{ErrorRateLimit, ErrorWarnings, RateLimit, Tier, UpgradeHint, Warnings};
use crate::time::{from_seconds, whole_seconds};

/// The failure of a tool: a code, an error type, a message, and everything else that a contract can carry for an error.
///
/// It works like `anyhow::Error`: every [`ToolError`](crate::ToolError) converts into it with `?`. Return it from a tool that
/// does not need an error enum. There is a constructor for each error type, and a method for everything else:
///
/// ```
/// use envelope_runtime::{ToolFailure, envelope_tool};
///
/// #[envelope_tool(dialect = "response-v2")]
/// fn read_spec(spec_id: &str) -> Result<(), ToolFailure> {
///     if spec_id.is_empty() {
///         return Err(ToolFailure::missing_required("spec_id"));
///     }
///     let text = std::fs::read_to_string(format!("/no/such/folder/{spec_id}.json"))?;
///     let spec: serde_json::Value = serde_json::from_str(&text)?;
///     if spec.is_null() {
///         return Err(ToolFailure::not_found("Spec", spec_id).code("SPEC_NOT_FOUND"));
///     }
///     Ok(())
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
/// assert_eq!(read_spec("auth").error_code(), Some("NOT_FOUND"));
/// ```
///
/// Each method serializes its value at once. If a value cannot be serialized, or if all texts and values together are longer than 2 GiB,
/// the caller gets an `INTERNAL_ERROR` instead of this failure, and the cause is logged.
#[derive(Clone, Debug)]
#[must_use]
pub struct ToolFailure(pub(super) Box<ErrorReport>);

/// Constructors.
impl ToolFailure {
    /// A failure with a standard code, which sets the error type.
    ///
    /// The message of an `internal` error is hidden unless you [`expose`](Self::expose) it: the caller reads
    /// `An internal error occurred`, followed by `(request req_abc123)` if there is a request id. The message is logged.
    pub fn new(code: ErrorCode, message: impl Display) -> Self {
        Self::with_parts(code.as_str().into(), code.error_type(), &message)
    }

    /// A failure with a custom code.
    ///
    /// Codes are in `SCREAMING_SNAKE_CASE`; a code in another case is converted. Each run of characters other than ASCII letters and
    /// digits becomes one underscore; a code without a letter or a digit becomes `UNKNOWN`. The error type replaces the default of a
    /// [standard code](ErrorCode), as [`error_type`](Self::error_type) does: response-v2 sends `CONFLICT` for a `NOT_FOUND` that is a
    /// conflict.
    ///
    /// ```
    /// use envelope_runtime::{ErrorType, ToolFailure};
    ///
    /// let failure = ToolFailure::custom("index-stale", ErrorType::Conflict, "The index is stale");
    /// assert_eq!(failure.report().code(), "INDEX_STALE");
    ///
    /// let failure = ToolFailure::custom("NOT_FOUND", ErrorType::Conflict, "No such index");
    /// assert_eq!(failure.report().error_type(), ErrorType::Conflict);
    ///
    /// let failure = ToolFailure::custom("TIMEOUT", ErrorType::Internal, "The index was not built in time");
    /// assert_eq!(failure.report().error_type(), ErrorType::Internal);
    ///
    /// let failure = ToolFailure::custom("größe: 31m", ErrorType::Validation, "The size is invalid");
    /// assert_eq!(failure.report().code(), "GR_E_31M");
    /// ```
    #[inline]
    pub fn custom(
        code: impl Into<Cow<'static, str>>,
        error_type: ErrorType,
        message: impl Display,
    ) -> Self {
        Self::with_parts(screaming_snake_case(code.into()), error_type, &message)
            .error_type(error_type)
    }

    /// A failure whose code and error type have been checked.
    pub(crate) fn with_parts(
        code: Cow<'static, str>,
        error_type: ErrorType,
        message: &dyn Display,
    ) -> Self {
        /// Room for the texts of a typical error.
        const USUAL_TEXT: usize = 256;

        // `Box::new` would copy the report into the box, which takes longer than building it there.
        let mut report = Box::write(
            Box::new_uninit(),
            ErrorReport {
                code,
                error_type,
                is_code_replaced: false,
                is_exposed: error_type != ErrorType::Internal,
                text: String::with_capacity(USUAL_TEXT),
                message: Span::default(),
                substitute: None,
                cause: None,
                contexts: None,
                replaces_cause: false,
                remediation: None,
                summary: None,
                path: None,
                fields: FieldList::default(),
                rate_limit: None,
                upgrades: Vec::new(),
                wait: Wait::default(),
                retry: None,
                status: None,
                warnings: Warnings::new(),
                defect: None,
            },
        );
        report.message = report.push_text(message);
        Self(report)
    }

    /// `VALIDATION_ERROR`: the input is invalid.
    pub fn validation(message: impl Display) -> Self {
        Self::new(ErrorCode::ValidationError, message)
    }

    /// `INVALID_FORMAT`: a field of the input is malformed. `expected` is a noun phrase, such as `an ISO 8601 date`. The
    /// details are `{"field": …, "constraint": "format"}`.
    pub fn invalid_format(field: &str, expected: impl Display) -> Self {
        Self::new(
            ErrorCode::InvalidFormat,
            format_args!("Validation failed: {field} is not {expected}"),
        )
        .remediation(format_args!("Provide {field} as {expected}"))
        .detail("field", field)
        .detail("constraint", "format")
    }

    /// `MISSING_REQUIRED`: a required field of the input is missing. The details are
    /// `{"field": …, "constraint": "required"}`.
    pub fn missing_required(field: &str) -> Self {
        Self::new(
            ErrorCode::MissingRequired,
            format_args!("Validation failed: {field} is required"),
        )
        .remediation(format_args!("Provide a non-empty {field} parameter"))
        .detail("field", field)
        .detail("constraint", "required")
    }

    /// `UNAUTHORIZED`, of the error type `authentication`: credentials are missing or invalid.
    pub fn unauthorized(message: impl Display) -> Self {
        Self::new(ErrorCode::Unauthorized, message)
    }

    /// `FORBIDDEN`, of the error type `authorization`: the credentials are not sufficient.
    pub fn forbidden(message: impl Display) -> Self {
        Self::new(ErrorCode::Forbidden, message)
    }

    /// `NOT_FOUND`: the resource does not exist. `resource` is its kind, such as `Spec`. The details are
    /// `{"resource_type": "spec", "resource_id": …}`.
    pub fn not_found(resource: &str, id: impl Display) -> Self {
        Self::new(ErrorCode::NotFound, format_args!("{resource} not found: {id}"))
            .detail("resource_type", format_args!("{}", Lowercase(resource)))
            .detail("resource_id", format_args!("{id}"))
    }

    /// `CONFLICT`: the current state does not allow the operation.
    pub fn conflict(message: impl Display) -> Self {
        Self::new(ErrorCode::Conflict, message)
    }

    /// `DUPLICATE_ENTRY`, of the error type `conflict`: the resource already exists. `resource` is its kind, such as `Spec`.
    /// The details are `{"resource_type": "spec", "resource_id": …}`.
    pub fn duplicate(resource: &str, id: impl Display) -> Self {
        Self::new(ErrorCode::DuplicateEntry, format_args!("{resource} already exists: {id}"))
            .detail("resource_type", format_args!("{}", Lowercase(resource)))
            .detail("resource_id", format_args!("{id}"))
    }

    /// `RATE_LIMIT_EXCEEDED`: the client has made `limit` requests in this `period`, such as `minute`, and can retry after
    /// `retry_after_seconds`. The seconds are sent as data, and `{"limit": …, "remaining": 0}` as the rate limit.
    pub fn rate_limited(limit: u64, period: impl Display, retry_after_seconds: u64) -> Self {
        Self::new(
            ErrorCode::RateLimitExceeded,
            format_args!("Rate limit exceeded: {limit} requests per {period}"),
        )
        .remediation(format_args!("Wait {retry_after_seconds} seconds before retrying"))
        .data("retry_after_seconds", retry_after_seconds)
        .rate_limit(RateLimit::new().limit(limit).remaining(0))
    }

    /// `FEATURE_DISABLED`, of the error type `feature_flag`: the feature is not enabled for this client. Its name is sent as the
    /// data `feature`. If a higher tier has the feature, add an [`upgrade`](Self::upgrade): without an upgrade, the code in code-scalpel-v1
    /// is `not_implemented`.
    pub fn feature_disabled(feature: &str) -> Self {
        Self::new(ErrorCode::FeatureDisabled, format_args!("Feature '{feature}' is not enabled"))
            .data("feature", feature)
    }

    /// `INTERNAL_ERROR`: the server failed. The cause is logged and hidden from the caller, who is advised to retry once, then to report
    /// the failure.
    pub fn internal(cause: impl Display) -> Self {
        Self::new(ErrorCode::InternalError, cause)
    }

    /// `UNAVAILABLE`: the service is temporarily unavailable.
    pub fn unavailable(message: impl Display) -> Self {
        Self::new(ErrorCode::Unavailable, message)
    }

    /// `INTERNAL_ERROR`: a mistake in the program, such as a panic, or data that does not serialize. The same call would fail again,
    /// perhaps after the body has had its effect.
    pub(crate) fn defect(cause: impl Display) -> Self {
        let failure = Self::internal(cause).retry(Retry::Never);
        failure.remediation("Report this failure to the operator of the server")
    }

    /// `TIMEOUT`: the operation may have had its effect, and its work on other threads or servers may go on.
    #[allow(dead_code, reason = "only the errors of some crates can be timeouts")]
    pub(crate) fn timed_out(message: impl Display) -> Self {
        Self::new(ErrorCode::Timeout, message).retry(Retry::OutcomeUnknown)
    }

    /// `UNAVAILABLE`: the operation was cancelled, and may have had its effect.
    #[allow(dead_code, reason = "only the errors of some crates can be cancellations")]
    pub(crate) fn cancelled() -> Self {
        Self::unavailable("The operation was cancelled").retry(Retry::OutcomeUnknown)
    }

    /// The failure of a tool that can be called twice: the caller does not have to know the outcome of the first call.
    pub(crate) fn of_idempotent_tool(self) -> Self {
        const HINT: &str = "Retry later, or ask for less: a repeated call does no harm";

        if self.0.retry() != Retry::OutcomeUnknown {
            return self;
        }
        let hint = self.0.remediation.is_none().then_some(HINT);
        hint.into_iter().fold(self.retry(Retry::Backoff), Self::remediation)
    }
}

/// The contents of the failure.
impl ToolFailure {
    /// Replaces the code. A [standard code](ErrorCode#codes-by-their-text) also sets its error type; a custom code keeps the current error
    /// type. If the error type becomes `internal`, the message is hidden; a hidden message stays hidden.
    pub fn code(mut self, code: impl Into<Cow<'static, str>>) -> Self {
        let report = &mut *self.0;
        report.code = screaming_snake_case(code.into());
        if let Some(error_type) = ErrorType::from_code(&report.code) {
            report.error_type = error_type;
        }
        report.is_code_replaced = false;
        report.is_exposed &= report.error_type != ErrorType::Internal;
        self
    }

    /// Replaces the error type, and keeps the code. response-v2 fixes the error types of its own codes: if the code belongs to another
    /// error type, response-v2 sends the general code of the new error type instead. If the error type becomes `internal`, the message is
    /// hidden; a hidden message stays hidden.
    ///
    /// ```
    /// use envelope_runtime::{ErrorType, ToolFailure, envelope_tool};
    ///
    /// fn find(id: &str) -> Result<(), ToolFailure> {
    ///     Err(ToolFailure::validation(format!("No spec {id}")).error_type(ErrorType::NotFound))
    /// }
    ///
    /// #[envelope_tool(dialect = "response-v2")]
    /// fn answer() -> Result<(), ToolFailure> {
    ///     find("auth")
    /// }
    ///
    /// let failure = find("auth").unwrap_err();
    /// assert_eq!(failure.report().code(), "VALIDATION_ERROR");
    /// assert_eq!(failure.report().http_status(), 404);
    /// assert_eq!(answer().error_code(), Some("NOT_FOUND"));
    /// ```
    pub fn error_type(mut self, error_type: ErrorType) -> Self {
        let report = &mut *self.0;
        let fixed = ErrorCode::fixed_error_type(&report.code);
        report.is_code_replaced = fixed.is_some_and(|fixed| fixed != error_type);
        report.error_type = error_type;
        report.is_exposed &= error_type != ErrorType::Internal;
        self
    }

    /// Sets the code for one dialect, such as `code-scalpel-v1`. The other dialects use [`code`](Self::code).
    ///
    /// code-scalpel-v1 ignores a code outside of its vocabulary. The other dialects of this crate ignore a code that is not in
    /// `SCREAMING_SNAKE_CASE`, and a code to which response-v2 gives another error type.
    pub fn code_for(mut self, dialect: &str, code: &str) -> Self {
        let code = self.0.push_text(&code);
        let report = &mut *self.0;
        report.fields.insert(&mut report.text, Slot::Codes, dialect, code);
        self
    }

    /// The caller's next step: `data.remediation` in response-v2. A blank text removes the remediation, and also the default remediation of
    /// the [advice](Self::retry).
    pub fn remediation(mut self, remediation: impl Display) -> Self {
        self.0.remediation = Some(self.0.push_text(&remediation));
        self
    }

    /// The failure in one sentence: `summary` in dotbot, which is the message by default. The other dialects have no summary.
    pub fn summary(mut self, summary: impl Display) -> Self {
        self.0.summary = Some(self.0.push_text(&summary));
        self
    }

    /// A fact about the error, such as the field at fault: `data.details.{key}` in response-v2. A later value replaces an earlier one
    /// with the same key, at the same position. A word of [`Retry`] under the key `retry` sets the [advice](Self::retry).
    ///
    /// If the value cannot be serialized, the failure becomes an `INTERNAL_ERROR`. The same is true of [`data`](Self::data),
    /// [`telemetry`](Self::telemetry) and [`meta`](Self::meta).
    pub fn detail(mut self, key: &str, value: impl Serialize) -> Self {
        self.push_json(Slot::Details, key, &value);
        self
    }

    /// A [`detail`](Self::detail) that the model needs in order to act: in the MCP dialects, its key and value are also a line of the
    /// text, such as `known_ids: ["auth","billing"]`.
    ///
    /// ```
    /// use envelope_runtime::{ToolFailure, envelope_tool};
    ///
    /// #[envelope_tool(dialect = "mcp-2025-11-25")]
    /// fn read_spec(id: &str) -> Result<(), ToolFailure> {
    ///     Err(ToolFailure::not_found("Spec", id).detail_in_text("known_ids", ["auth", "billing"]))
    /// }
    ///
    /// let text = r#"Error: Spec not found: pay\n(NOT_FOUND, do not retry)\nknown_ids: [\"auth\",\"billing\"]"#;
    /// assert!(read_spec("pay").as_str().contains(text));
    /// ```
    pub fn detail_in_text(mut self, key: &str, value: impl Serialize) -> Self {
        self = self.detail(key, value);
        let report = &mut *self.0;
        report.fields.show_in_text(&report.text, key);
        self
    }

    /// The [details](Self::detail) of an object: `json!({…})`, or a type that serializes to an object. `None` and null add nothing, and any
    /// other value makes the failure an `INTERNAL_ERROR`.
    ///
    /// ```
    /// use envelope_runtime::ToolFailure;
    /// use serde_json::json;
    ///
    /// let failure = ToolFailure::conflict("The plan is stale").details(json!({"plan": 7, "newest": 9}));
    /// assert_eq!(failure.report().details().get("newest").unwrap().json(), "9");
    /// ```
    pub fn details(mut self, object: impl Serialize) -> Self {
        let mut json = String::new();
        let written = json::append_given(&mut json, &object);
        if written.is_ok() && json.trim() == "null" {
            return self;
        }
        let written = written.and_then(|_| {
            json::Reader::around(&json, [None, None]).raw_entries(|key, value| {
                let value = self.0.push_text(&value);
                self.insert(Slot::Details, key, value);
            })
        });
        if let Err(error) = written {
            self.refuse("details", &error);
        }
        self
    }

    /// Removes null values so far from the details, the data, the measurements, the metadata and the path: most contracts in practice leave
    /// out absent values.
    ///
    /// ```
    /// use envelope_runtime::ToolFailure;
    ///
    /// let owner: Option<&str> = None;
    /// let failure = ToolFailure::conflict("It is locked").detail("owner", owner).skip_nulls();
    /// assert!(failure.report().details().is_empty());
    /// ```
    pub fn skip_nulls(mut self) -> Self {
        let report = &mut *self.0;
        report.fields.skip_nulls(&report.text);
        report.path = report.path.filter(|path| path.plain.is_some());
        self
    }

    /// A value next to the code, such as `retry_after_seconds`: `data.{key}` in response-v2.
    ///
    /// In response-v2, the keys `error_code`, `error_type`, `remediation` and `details` are reserved: a value under one of them gets the
    /// prefix `data_`, as in `data_error_code`. `retry_after_seconds` also sets [`RetryAfter`](crate::RetryAfter); a `Duration` is written
    /// as a number of whole seconds, rounded up.
    pub fn data(mut self, key: &str, value: impl Serialize) -> Self {
        if let Some(json) = self.push_json(Slot::Data, key, &value)
            && key == "retry_after_seconds"
        {
            self.note_wait(json);
        }
        self
    }

    /// How long the caller should wait before it retries: the data `retry_after_seconds`, in whole seconds, rounded up. It is
    /// the value of [`RetryAfter`](crate::RetryAfter), unless there is a rate limit with a `retry_after`.
    ///
    /// With the feature `http1`, `http1::retry_after` reads it from the response of another service.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use envelope_runtime::{ToolFailure, envelope_tool};
    ///
    /// #[envelope_tool(dialect = "response-v2")]
    /// fn search() -> Result<(), ToolFailure> {
    ///     Err(ToolFailure::unavailable("The index is being rebuilt").retry_after(Duration::from_millis(1_500)))
    /// }
    ///
    /// assert!(search().as_str().contains(r#""retry_after_seconds":2"#));
    /// ```
    pub fn retry_after(self, delay: Duration) -> Self {
        self.data("retry_after_seconds", delay)
    }

    /// Whether and how to retry, instead of the advice that follows from the error type. It is sent as the detail `retry`, and at the end
    /// of the text in the MCP dialects; [`Retry`] lists the words of both. It also replaces the advice of a [delay](Self::retry_after).
    ///
    /// ```
    /// use envelope_runtime::{ErrorType, Retry, ToolFailure, envelope_tool};
    ///
    /// #[envelope_tool(dialect = "response-v2")]
    /// fn backup() -> Result<(), ToolFailure> {
    ///     Err(ToolFailure::custom("DISK_FULL", ErrorType::Internal, "The disk is full").retry(Retry::Never))
    /// }
    ///
    /// assert!(backup().as_str().contains(r#""details":{"retry":"never"}"#));
    /// ```
    pub fn retry(self, retry: Retry) -> Self {
        self.detail(RETRY, retry)
    }

    /// The HTTP status, instead of the status of the code or error type: 410 for a resource that is gone, for example. It is not part of
    /// the envelope.
    ///
    /// A status belongs to the error type that [`ErrorType::from_http_status`] returns for it. A failure of another error type keeps its
    /// default status, and the log has a warning. `feature_flag` also accepts the statuses of `authorization`.
    ///
    /// ```
    /// use envelope_runtime::{ToolFailure, envelope_tool};
    ///
    /// #[envelope_tool(dialect = "response-v2")]
    /// fn read_spec(id: &str) -> Result<(), ToolFailure> {
    ///     Err(ToolFailure::not_found("Spec", id).status(410))
    /// }
    ///
    /// assert_eq!(read_spec("auth").status().http_status(), 410);
    /// assert_eq!(ToolFailure::conflict("The spec is locked").status(410).report().http_status(), 409);
    /// ```
    ///
    /// It can forward the status of another service:
    ///
    /// ```
    /// # use envelope_runtime::{ErrorCode, ToolFailure};
    /// fn failed(status: u16) -> ToolFailure {
    ///     let code = ErrorCode::from_http_status(status).unwrap_or(ErrorCode::InternalError);
    ///     ToolFailure::new(code, "The registry refused the request").status(status)
    /// }
    ///
    /// assert_eq!(failed(423).report().http_status(), 423);
    /// ```
    pub fn status(mut self, status: u16) -> Self {
        self.0.status = Some(status);
        self
    }

    /// The file or resource that the error is about: `data.details.path` in response-v2. `None` is `null` there, and absent in
    /// dotbot.
    #[allow(clippy::needless_pass_by_value, reason = "the builders take what they are given")]
    pub fn path(mut self, path: impl ErrorPath) -> Self {
        let path = path.to_text();
        let plain = path.as_ref().map(|path| self.0.push_text(path));
        if let Some(json) = self.write(json::append, "path", &path) {
            self.0.path = Some(PathSpan { plain, json });
        }
        self
    }

    /// The state of the rate limit: `meta.rate_limit` in response-v2. `None` and an empty [`RateLimit`] change nothing.
    ///
    /// ```
    /// use envelope_runtime::{RateLimit, ToolFailure, envelope_tool};
    ///
    /// #[envelope_tool(dialect = "response-v2")]
    /// fn search() -> Result<(), ToolFailure> {
    ///     let state = RateLimit::new().limit(100).remaining(0).retry_after(30);
    ///     Err(ToolFailure::conflict("The index is being rebuilt").rate_limit(state))
    /// }
    ///
    /// assert!(search().as_str().contains(r#""rate_limit":{"limit":100,"remaining":0,"retry_after":30}"#));
    /// ```
    #[allow(clippy::needless_pass_by_value, reason = "the builders take what they are given")]
    pub fn rate_limit(mut self, state: impl ErrorRateLimit) -> Self {
        if let Some(state) = state.rate_limit().filter(|state| !state.is_empty()) {
            self.0.rate_limit = self.write(json::append, "rate_limit", state).or(self.0.rate_limit);
            self.0.wait.of_limit = state.retry_after.map(Duration::from_secs);
            self.0.wait.until = state.reset_at.as_ref().map(|time| self.0.push_text(time));
        }
        self
    }

    /// A measurement taken before the failure: `meta.telemetry.{key}` in response-v2. There, a `duration_ms` replaces the
    /// one that the tool measures, and has to be a number that is not negative: any other value is left out.
    pub fn telemetry(mut self, key: &str, value: impl Serialize) -> Self {
        self.push_json(Slot::Telemetry, key, &value);
        self
    }

    /// Extra metadata: `meta.{key}` in response-v2. There, a value for a [reserved key](crate::response_v2#reserved-keys) gets the
    /// prefix `meta_`. For warnings and the rate limit, use [`warning`](Self::warning) and [`rate_limit`](Self::rate_limit).
    pub fn meta(mut self, key: &str, value: impl Serialize) -> Self {
        self.push_json(Slot::Meta, key, &value);
        self
    }

    /// A warning about the call, or several: a message, a [`Warning`](crate::Warning), or a list of these.
    ///
    /// | dialect | on the wire |
    /// |---|---|
    /// | response-v2 | `meta.warnings` and `meta.warning_details` |
    /// | dotbot | entries of `warnings`; a warning without a code has the code `WARNING` |
    /// | MCP | `_meta.warnings` |
    /// | Code Scalpel | `error.error_details.warnings` |
    ///
    /// ```
    /// use envelope_runtime::{ToolFailure, envelope_tool};
    ///
    /// #[envelope_tool(dialect = "response-v2")]
    /// fn search() -> Result<(), ToolFailure> {
    ///     Err(ToolFailure::unavailable("The index is down").warning("The cache is 2 hours old"))
    /// }
    ///
    /// assert!(search().as_str().contains(r#""warnings":["The cache is 2 hours old"]"#));
    /// ```
    #[allow(clippy::needless_pass_by_value, reason = "the builders take what they are given")]
    pub fn warning(mut self, warning: impl ErrorWarnings) -> Self {
        warning.add_to(&mut self.0.warnings);
        self
    }

    /// A feature that needs a higher tier: an entry of `upgrade_hints` in code-scalpel-v1, such as
    /// `{"feature":"cross_file_taint","tier":"pro","reason":"…"}`. In response-v2, the entry is in `data.details.upgrades`; in dotbot, in
    /// `errors[0].details.upgrades`; in MCP with the setting `structured_errors`, in `structuredContent.upgrades`.
    pub fn upgrade(mut self, feature: impl Display, tier: Tier, reason: impl Display) -> Self {
        let hint = UpgradeHint::new(feature.to_string(), tier, reason.to_string());
        let hint = self.write(json::append, "upgrade", &hint);
        self.0.upgrades.extend(hint);
        self
    }

    /// Puts a text before the message, as `context: message`, and sends it in any error type.
    ///
    /// The context replaces a hidden message or the fixed text of [another crate's error](crate::foreign). The log still gets the hidden
    /// message. The trait [`Context`](crate::Context) adds contexts to a `Result`.
    ///
    /// ```
    /// use envelope_runtime::ToolFailure;
    ///
    /// let failure = ToolFailure::validation("The id is empty").context("Cannot read the spec");
    /// assert_eq!(failure.report().message(), "Cannot read the spec: The id is empty");
    ///
    /// let failure = ToolFailure::internal("pool is poisoned").context("The index is broken");
    /// assert_eq!(failure.report().message(), "The index is broken");
    /// ```
    pub fn context(mut self, context: impl Display) -> Self {
        let report = &self.0;
        let is_own = report.is_exposed && !report.replaces_cause;
        if is_own {
            let message = format!("{context}: {}", report.message());
            self.0.message = self.0.push_text(&message);
        } else {
            let hidden = report.hidden().map(|hidden| hidden.to_string());
            self.0.message = self.0.push_text(&context);
            self.0.is_exposed = true;
            self = hidden.into_iter().fold(self, Self::cause);
        }
        self
    }

    /// The cause of the failure as text. It is logged, and never sent.
    pub fn cause(mut self, cause: impl Display) -> Self {
        self.0.cause = Some(self.0.push_text(&cause));
        self.0.replaces_cause = false;
        self
    }

    /// Sets the [`cause`](Self::cause) to the underlying error, with its own causes.
    pub fn with_source(self, source: &(dyn Error + '_)) -> Self {
        self.cause(Chain(source))
    }

    /// The underlying error, with its causes. The error is logged, and [`expose`](Self::expose) sends it to the caller.
    pub(crate) fn replacing(self, error: impl Display) -> Self {
        let mut failure = self.cause(error);
        failure.0.replaces_cause = true;
        failure
    }

    /// The code, like [`Envelope::error_code`](crate::Envelope::error_code). The [`report`](Self::report) has the rest, such as the message
    /// and the remediation.
    ///
    /// ```
    /// use envelope_runtime::ToolFailure;
    ///
    /// assert_eq!(ToolFailure::conflict("The plan is stale").error_code(), "CONFLICT");
    /// ```
    #[must_use]
    pub fn error_code(&self) -> &str {
        self.0.code()
    }

    /// The failure as a dialect reads it: `report().message()`, `report().remediation()`, `report().retry()`.
    #[must_use]
    pub fn report(&self) -> &ErrorReport {
        &self.0
    }

    /// Returns the failure itself, or an internal error if a value could not be serialized or the texts are too long.
    pub(crate) fn checked(mut self) -> Self {
        if self.0.text.len() > MAX_TEXT {
            return Self::internal(format_args!("{} has texts of more than 2 GiB", self.0.code));
        }
        if let Some(status) = self.0.status
            && !is_of(status, self.0.error_type.as_str())
        {
            let ErrorReport { code, error_type, .. } = &*self.0;
            no_effect(format_args!(
                "the status {status} is not of the error type `{error_type}`, so {code} keeps its own"
            ));
        }
        match self.0.defect.take() {
            Some(defect) => Self::internal(defect),
            None => self,
        }
    }

    /// Writes a value as JSON with a function that appends it. If that fails, notes the error in the failure.
    fn write<T: ?Sized>(
        &mut self,
        append: impl Fn(&mut String, &T) -> serde_json::Result<bool>,
        key: &str,
        value: &T,
    ) -> Option<Span> {
        let start = self.0.text.len();
        append(&mut self.0.text, value).map_err(|error| self.refuse(key, &error)).ok()?;
        Some(Span::since(start, &self.0.text))
    }

    #[cold]
    fn refuse(&mut self, key: &str, error: &serde_json::Error) {
        self.0.defect = Some(format!("`{key}` of {}: {error}", self.0.code).into());
    }

    fn push_json(
        &mut self,
        slot: Slot,
        key: &str,
        value: &(impl Serialize + ?Sized),
    ) -> Option<Span> {
        let json = self.write(json::append_given, key, value)?;
        self.insert(slot, key, json);
        Some(json)
    }

    fn insert(&mut self, slot: Slot, key: &str, json: Span) {
        let report = &mut *self.0;
        report.fields.insert(&mut report.text, slot, key, json);
        if slot == Slot::Details && key == RETRY {
            let word = json.of(&report.text).trim_matches('"');
            report.retry = word.parse().ok();
        }
    }

    /// Notes `retry_after_seconds`, and replaces a `Duration` by a number of seconds.
    fn note_wait(&mut self, json: Span) {
        let text = json.of(&self.0.text);
        // A `Duration` also deserializes from a list of two numbers.
        if text.starts_with('{')
            && let Ok(duration) = serde_json::from_str(text)
        {
            let seconds = whole_seconds(duration);
            self.0.wait.of_data = Some(Duration::from_secs(seconds));
            self.push_json(Slot::Data, "retry_after_seconds", &seconds);
        } else {
            self.0.wait.of_data = from_seconds(text);
        }
    }
}

/// The key of the retry advice in the details.
const RETRY: &str = "retry";

/// A text in lower case.
struct Lowercase<'a>(&'a str);

impl Display for Lowercase<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().flat_map(char::to_lowercase).try_for_each(|c| f.write_char(c))
    }
}

impl Display for ToolFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.message())
    }
}

impl Error for ToolFailure {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_delay_is_no_advice_to_retry() {
        let limited = |failure: ToolFailure| failure.rate_limit(RateLimit::new().retry_after(30));
        let delay = |failure: &ToolFailure| failure.report().retry_after().is_some();
        assert!(!delay(&limited(ToolFailure::validation("The id is empty"))));
        assert!(delay(&limited(ToolFailure::conflict("The index is stale"))));
        assert!(delay(&limited(ToolFailure::unavailable("The index is busy"))));
    }

    #[test]
    fn texts_that_are_too_long_are_an_internal_error() {
        for (len, code) in [(MAX_TEXT, "CONFLICT"), (MAX_TEXT + 1, "INTERNAL_ERROR")] {
            let mut failure = ToolFailure::conflict("The index is stale");
            // Untouched pages of zeros take no memory.
            failure.0.text = String::from_utf8(vec![0; len]).unwrap();
            assert_eq!(failure.checked().report().code(), code);
        }
    }
}
