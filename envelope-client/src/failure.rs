//! A failure of another tool, and its conversion to a failure of your tool.

use std::borrow::Cow;
use std::fmt;

use envelope_contracts::format::to_screaming_snake_case;
use envelope_runtime::{
    ErrorCode, ErrorType, RateLimit as OwnRateLimit, RequestId, Retry, RetryAfter, ToolError,
    ToolFailure, Warning as OwnWarning,
};
use serde_json::{Map, Value};

use crate::metadata::{RateLimit, Telemetry, UpgradeHint, Warning};
use crate::object::{Entries, object, take};

object! {
    /// A failure that another tool answered with. Each contract fills in the fields that it defines.
    ///
    /// `Failure` is an error: `?` makes a new [`ToolFailure`] with the same code, error type, message, remediation, details, data, delay
    /// and warnings, as far as your tool's contract can express them. The message is sent whatever the error type is, since the other
    /// server has already sent it to a caller. To send the same bytes, use [`forward`](crate::forward()).
    ///
    /// ```
    /// use envelope_client::response_v2::Response;
    /// use envelope_runtime::{ErrorType, ToolFailure, envelope_tool};
    ///
    /// #[envelope_tool(dialect = "mcp-2025-11-25")]
    /// fn sync(answer: &str) -> Result<(), ToolFailure> {
    ///     Response::<()>::read(answer)?.outcome?;
    ///     Ok(())
    /// }
    ///
    /// let answer = r#"{
    ///     "success": false,
    ///     "data": {"error_code": "INDEX_STALE", "error_type": "conflict", "remediation": "Rebuild the index"},
    ///     "error": "The index is stale",
    ///     "meta": {"version": "response-v2"}
    /// }"#;
    /// let envelope = sync(answer);
    /// assert_eq!(envelope.error_code(), Some("INDEX_STALE"));
    /// assert_eq!(envelope.error_type(), Some(ErrorType::Conflict));
    /// assert!(envelope.as_str().contains(r"Error: The index is stale\n(INDEX_STALE, retry after checking the state)\nRebuild the index"));
    /// ```
    ///
    /// `?` cannot keep everything. An unknown error type becomes the error type of the code, or `internal`, with the advice
    /// [`Retry::Unknown`]. A failure without a code gets the general code of its error type. Further keys of a warning are added to its
    /// context. The [`intent`](crate::dotbot::Meta::intent) and the [`actions`](crate::dotbot::Meta::actions) of a dotbot failure stay in
    /// the metadata of its response, since they name tools of the other server.
    ///
    /// A failure serializes to the keys `code`, `error_type`, `message` and so on, whatever the contract is.
    pub struct Failure {
        /// The code as it was sent. For the code in `SCREAMING_SNAKE_CASE`, see [`code`](Self::code).
        sent_code: Option<String> = "code",
        /// The error type as it was sent, even if this crate does not know it. See [`error_type`](Self::error_type).
        sent_error_type: Option<String> = "error_type",
        /// The message.
        message: String = "message",
        /// The failure in one sentence, if the contract has one besides the message.
        summary: Option<String> = "summary",
        /// The caller's next step.
        remediation: Option<String> = "remediation",
        /// The HTTP status, if it was sent.
        status: Option<u16> = "status",
        /// The file or resource that the failure is about.
        path: Option<String> = "path",
        /// The facts about the failure. The fact `retry` can be advice: see [`retry`](Self::retry).
        details: Map<String, Value> = "details",
        /// The data that the failure contains: null, or an object in most contracts.
        data: Value = "data",
        /// The warnings. The further errors of a dotbot tool are among them, with the severity `error`.
        warnings: Vec<Warning> = "warnings",
        /// The features that need a higher tier.
        upgrades: Vec<UpgradeHint> = "upgrades",
        /// The state of the rate limit.
        rate_limit: Option<RateLimit> = "rate_limit",
        /// Measurements.
        telemetry: Option<Telemetry> = "telemetry",
        /// The request id.
        request_id: Option<RequestId> = "request_id",
    }
}

impl Failure {
    /// Takes the parts that several contracts put into the details or the metadata of a failure.
    pub(crate) fn take_from(object: &mut Entries) -> Self {
        Self {
            remediation: take(object, "remediation"),
            warnings: take(object, "warnings"),
            upgrades: Self::take_upgrades(object),
            rate_limit: take(object, "rate_limit"),
            telemetry: take(object, "telemetry"),
            ..Self::default()
        }
    }

    /// Takes the `upgrades` if they are hints: another server can have other facts under this key.
    pub(crate) fn take_upgrades(object: &mut Entries) -> Vec<UpgradeHint> {
        let is_hint = |hint: &Value| hint.get("feature").is_some() && hint.get("reason").is_some();
        let hints = object.get("upgrades").and_then(Value::as_array);
        let are_hints = hints.is_some_and(|hints| hints.iter().all(is_hint));
        if are_hints { take(object, "upgrades") } else { Vec::new() }
    }

    /// Adds the details, except `path`, which becomes the path of the failure.
    pub(crate) fn with_details(self, mut details: Entries) -> Self {
        Self { path: take(&mut details, "path"), details, ..self }
    }

    /// Adds retry advice to the details, unless the rest of the failure implies the same advice.
    pub(crate) fn with_retry(mut self, word: &str) -> Self {
        if word.parse().ok() != Some(self.retry()) {
            self.details.insert(RETRY.to_owned(), word.into());
        }
        self
    }

    /// The code, in `SCREAMING_SNAKE_CASE`, in every contract. If the server sent no code, this is the general code of the error type, such
    /// as `INTERNAL_ERROR`.
    #[must_use]
    pub fn code(&self) -> Cow<'static, str> {
        match &self.sent_code {
            Some(code) => to_screaming_snake_case(code).into(),
            None => ErrorCode::from(self.error_type()).as_str().into(),
        }
    }

    /// The error type that was sent, if this crate knows it. Otherwise, the first of these: the error type of a standard code; `not_found`
    /// for a code that ends in `_NOT_FOUND`; the error type with the sent advice, if only one has this advice; `internal`.
    #[must_use]
    pub fn error_type(&self) -> ErrorType {
        let of_type = self.sent_error_type.as_deref().and_then(|word| word.parse().ok());
        let of_advice = || {
            let advice = self.sent_retry()?;
            let mut known = ErrorType::ALL.iter().copied().filter(|known| known.retry() == advice);
            known.next().filter(|_| known.next().is_none())
        };
        of_type.or_else(|| self.type_of_code()).or_else(of_advice).unwrap_or(ErrorType::Internal)
    }

    /// Whether and how to retry: the advice that was sent, or else the advice of the error type. For an unknown error type, or an unknown
    /// code without an error type, the advice is [`Retry::Unknown`].
    #[must_use]
    pub fn retry(&self) -> Retry {
        self.failure().report().retry()
    }

    /// The delay before a retry, if the failure has one.
    #[must_use]
    pub fn retry_after(&self) -> Option<RetryAfter> {
        self.failure().report().retry_after()
    }

    fn sent_retry(&self) -> Option<Retry> {
        self.details.get(RETRY)?.as_str()?.parse().ok()
    }

    fn type_of_code(&self) -> Option<ErrorType> {
        let code = to_screaming_snake_case(self.sent_code.as_deref()?);
        let is_not_found = || code.ends_with("_NOT_FOUND").then_some(ErrorType::NotFound);
        ErrorType::from_code(&code).or_else(is_not_found)
    }

    /// Whether the error type, and thus its advice, is a guess.
    fn is_type_guessed(&self) -> bool {
        match &self.sent_error_type {
            Some(word) => word.parse::<ErrorType>().is_err(),
            None => self.type_of_code().is_none(),
        }
    }

    /// Adds the details. Adds retry advice only if the rest of the failure implies other advice. If so, a detail named `retry` that is not
    /// advice becomes `detail_retry`.
    fn add_details(&self, mut failure: ToolFailure) -> ToolFailure {
        let sent = self.sent_retry();
        let guessed = || {
            let is_unknown = self.is_type_guessed() && failure.report().retry_after().is_none();
            is_unknown.then_some(Retry::Unknown)
        };
        let advice = sent.or_else(guessed).filter(|advice| *advice != failure.report().retry());
        for (key, value) in &self.details {
            failure = match key.as_str() {
                RETRY if sent.is_some() => failure,
                RETRY if advice.is_some() => failure.detail("detail_retry", value),
                DELAY => failure.data(DELAY, value),
                key => failure.detail(key, value),
            };
        }
        match advice {
            Some(advice) => failure.retry(advice),
            None => failure,
        }
    }

    fn add_data(&self, failure: ToolFailure) -> ToolFailure {
        match &self.data {
            Value::Null => failure,
            Value::Object(data) => {
                data.iter().fold(failure, |to, (key, value)| to.data(key, value))
            }
            other => failure.data("data", other),
        }
    }
}

/// The key of retry advice in the details.
const RETRY: &str = "retry";
/// The key of the retry delay in the data, or in the details if the contract has no data for failures.
pub(crate) const DELAY: &str = "retry_after_seconds";

impl ToolError for Failure {
    fn failure(&self) -> ToolFailure {
        let bare = ToolFailure::custom(self.code(), self.error_type(), &self.message).expose();
        let mut failure = self.add_data(bare);
        failure = self.rate_limit.iter().fold(failure, add_rate_limit);
        failure = self.add_details(failure);
        // If the other server sent no remediation, the failure gets none, either.
        failure = failure.remediation(self.remediation.as_deref().unwrap_or_default());
        failure = self.summary.iter().fold(failure, ToolFailure::summary);
        failure = self.status.into_iter().fold(failure, ToolFailure::status);
        failure = self.path.iter().fold(failure, ToolFailure::path);
        failure = self.telemetry.iter().fold(failure, add_telemetry);
        failure = self.extra.iter().fold(failure, |to, (key, value)| to.meta(key, value));
        failure = self.warnings.iter().fold(failure, add_warning);
        self.upgrades.iter().fold(failure, add_upgrade)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}

fn add_rate_limit(failure: ToolFailure, sent: &RateLimit) -> ToolFailure {
    let state = OwnRateLimit::new().reset_at(sent.reset_at.as_deref());
    let state = sent.limit.into_iter().fold(state, OwnRateLimit::limit);
    let state = sent.remaining.into_iter().fold(state, OwnRateLimit::remaining);
    let state = sent.retry_after.into_iter().fold(state, OwnRateLimit::retry_after);
    let state = sent.period.iter().cloned().fold(state, OwnRateLimit::period);
    let extra = sent.extra.iter();
    failure.rate_limit(extra.fold(state, |state, (key, value)| state.extra(key, value.clone())))
}

/// Adds the warning, or its message alone if it has nothing else.
fn add_warning(failure: ToolFailure, warning: &Warning) -> ToolFailure {
    let Warning { code, severity, message, context, extra } = warning;
    if code.is_none() && severity.is_none() && context.is_empty() && extra.is_empty() {
        return failure.warning(message);
    }
    let mut own = OwnWarning::uncoded(message);
    own.code.clone_from(code);
    own.severity = *severity;
    let further = extra.iter().map(|(key, value)| {
        let is_fact = context.contains_key(key);
        (if is_fact { format!("warning_{key}") } else { key.clone() }, value)
    });
    let facts = context.iter().map(|(key, value)| (key.clone(), value)).chain(further);
    failure.warning(facts.fold(own, |own, (key, value)| own.context(key, value.clone())))
}

/// Adds all measurements but the duration of the other call.
fn add_telemetry(failure: ToolFailure, telemetry: &Telemetry) -> ToolFailure {
    let entries = serde_json::to_value(telemetry).unwrap_or_default();
    let others = entries.as_object().into_iter().flatten().filter(|(key, _)| *key != "duration_ms");
    others.fold(failure, |to, (key, value)| to.telemetry(key, value))
}

fn add_upgrade(failure: ToolFailure, hint: &UpgradeHint) -> ToolFailure {
    let UpgradeHint { feature, tier, reason, .. } = hint;
    match tier {
        Some(tier) => failure.upgrade(feature, *tier, reason),
        None => failure.detail("upgrade", hint),
    }
}
