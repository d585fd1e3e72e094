//! Answers of current servers, recorded or generated from facts. They are read with their own codes, checked, and forwarded unchanged.
//! `recorded/README.md` describes their origin.

mod code_scalpel;
mod dotbot;
mod foundry;
mod sdks;

use std::borrow::Cow;
use std::collections::HashSet;

use envelope_client::{Failure, read};
use envelope_runtime::{Envelope, ErrorType, Retry, ToolError};
use serde_json::{Map, Value, json};

/// An answer, and the facts that a reader has to find in it.
struct Answer {
    envelope: Value,
    /// `None` for a success.
    failure: Option<Facts>,
    /// The rules of the contract that the answer violates.
    violations: &'static [&'static str],
}

/// The facts about a failure.
struct Facts {
    code: String,
    /// The error type that was sent, if any.
    sent_error_type: Option<String>,
    error_type: ErrorType,
    retry: Retry,
    status: u16,
}

impl Facts {
    /// The facts about a failure with the retry advice and the HTTP status of its error type.
    fn new(code: &str, error_type: ErrorType) -> Self {
        let (status, retry) = of_error_type(error_type);
        Self { code: code.to_owned(), sent_error_type: None, error_type, retry, status }
    }
}

/// The HTTP status and the retry advice of an error type.
fn of_error_type(error_type: ErrorType) -> (u16, Retry) {
    match error_type {
        ErrorType::Validation => (400, Retry::AfterFix),
        ErrorType::Authentication => (401, Retry::AfterAuthentication),
        ErrorType::Authorization => (403, Retry::Never),
        ErrorType::NotFound => (404, Retry::Never),
        ErrorType::Conflict => (409, Retry::AfterCheck),
        ErrorType::RateLimit => (429, Retry::AfterDelay),
        ErrorType::FeatureFlag => (403, Retry::AfterEnabling),
        ErrorType::Internal => (500, Retry::Once),
        ErrorType::Unavailable => (503, Retry::Backoff),
        other => panic!("{other:?} has no row"),
    }
}

impl Answer {
    fn success(envelope: Value) -> Self {
        Self { envelope, failure: None, violations: &[] }
    }

    fn failure(envelope: Value, facts: Facts) -> Self {
        Self { envelope, failure: Some(facts), violations: &[] }
    }

    /// Checks the answer, and reads it alone and in one form of an MCP result. With `MORE_CASES=4`, reads it in each form.
    #[track_caller]
    fn judge(&self, dialect: &str) {
        self.check(dialect);
        self.read(dialect, &self.envelope);
        let results = sdks::results_with(&self.envelope);
        let chosen = self.envelope.to_string().len() % results.len();
        let is_every = std::env::var_os("MORE_CASES").is_some();
        let results = results.into_iter().enumerate();
        for (_, result) in results.filter(|(index, _)| is_every || *index == chosen) {
            let text = result.to_string();
            self.read(dialect, &result);
            // A JSON-RPC message is read as a whole, but only its result is checked.
            let result = result.get("result").unwrap_or(&result);
            let typed = envelope_client::mcp::Response::<Value>::read(&text).unwrap();
            // The MCP reader looks for a failure in the structure, not in a text.
            let is_structured = result.get("structuredContent") == Some(&self.envelope);
            let is_failure = self.failure.is_some() && is_structured;
            assert_eq!(typed.outcome.is_err(), is_failure, "{text}");
            if let Err(violations) =
                envelope_client::check_as(mcp_version(result), &result.to_string())
            {
                panic!("{violations}\n{text}");
            }
        }
    }

    #[track_caller]
    fn check(&self, dialect: &str) {
        let checked = envelope_client::check(&self.envelope.to_string());
        let violated: Vec<_> = match &checked {
            Ok(checked) => {
                assert_eq!(checked.dialect, dialect);
                Vec::new()
            }
            Err(violations) => violations.violations.iter().map(|of| &*of.rule.id).collect(),
        };
        assert_eq!(violated, self.violations, "{checked:#?}\n{}", self.envelope);
    }

    #[track_caller]
    fn read(&self, dialect: &str, answer: &Value) {
        let text = answer.to_string();
        let response = read::<Value>(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(response.dialect, dialect, "{text}");
        match (response.into_result(), &self.failure) {
            (Ok(_), None) => {}
            (Err(failure), Some(facts)) => {
                assert_eq!(failure.code(), facts.code.to_uppercase(), "{text}");
                assert_eq!(failure.sent_code.as_deref(), Some(&*facts.code), "{text}");
                assert_eq!(
                    failure.sent_error_type.as_deref(),
                    facts.sent_error_type.as_deref(),
                    "{text}"
                );
                assert_eq!(failure.error_type(), facts.error_type, "{text}");
                assert_eq!(failure.retry(), facts.retry, "{text}");
                assert_eq!(failure.failure().report().http_status(), facts.status, "{text}");
            }
            (outcome, _) => panic!("{outcome:?}: {text}"),
        }
    }
}

/// Asserts that `?` in a tool keeps the meaning of a failure, with the code that the tool's contract allows, and that `forward` keeps
/// the bytes of a valid failure.
fn assert_passed_on(
    answer: &str,
    allowed_code: impl FnOnce(&Failure) -> Cow<'static, str>,
    tool: fn(&str) -> Envelope,
) {
    let failure = |text: &str| envelope_client::read::<()>(text).unwrap().outcome.unwrap_err();
    let (sent, passed_on) = (failure(answer), failure(tool(answer).as_str()));
    assert_eq!(passed_on.code(), allowed_code(&sent), "{answer}");
    assert_eq!(passed_on.error_type(), sent.error_type(), "{answer}");
    assert_eq!(passed_on.retry(), sent.retry(), "{answer}");
    assert_eq!(passed_on.retry_after(), sent.retry_after(), "{answer}");
    assert_eq!(passed_on.message, sent.message, "{answer}");
    assert_eq!(passed_on.remediation, sent.remediation, "{answer}");
    assert_eq!(passed_on.path, sent.path, "{answer}");
    assert_eq!(facts(&passed_on), facts(&sent), "{answer}");
    assert_eq!(passed_on.warnings, sent.warnings, "{answer}");
    assert_eq!(passed_on.upgrades, sent.upgrades, "{answer}");
    assert_eq!(passed_on.rate_limit, sent.rate_limit, "{answer}");
    assert_eq!(passed_on.extra, sent.extra, "{answer}");
    if let Ok(envelope) = envelope_client::forward(answer) {
        assert_eq!(envelope.as_str(), answer);
        assert_eq!(envelope.error_code(), Some(&*sent.code()), "{answer}");
        assert_eq!(envelope.error_type(), Some(sent.error_type()), "{answer}");
    }
}

/// The facts about a failure, which contracts send as data or as details. The retry advice in the details is left out.
fn facts(failure: &Failure) -> Map<String, Value> {
    let mut facts = failure.details.clone();
    facts.remove("retry");
    facts.extend(failure.data.as_object().cloned().unwrap_or_default());
    facts
}

fn mcp_version(result: &Value) -> &'static str {
    if result["resultType"].is_null() { "mcp-2025-11-25" } else { "mcp-2026-07-28" }
}

/// Every subset of the items.
fn subsets<T: Copy>(items: &[T]) -> impl Iterator<Item = Vec<T>> + use<'_, T> {
    (0..1_u32 << items.len()).map(|chosen| {
        let is_chosen = |(index, item): (usize, &T)| (chosen >> index & 1 == 1).then_some(*item);
        items.iter().enumerate().filter_map(is_chosen).collect()
    })
}

fn recorded(lines: &str) -> impl Iterator<Item = Value> + use<'_> {
    lines.lines().map(|line| serde_json::from_str(line).unwrap())
}

/// A value for a key of a server's own data: a number, a list or text, depending on the key.
fn value_of(key: &str) -> Value {
    const NUMBERS: [&str; 10] = [
        "_seconds", "_tokens", "_count", "_code", "position", "_matches", "limit", "_ms", "total",
        "attempts",
    ];
    if NUMBERS.iter().any(|end| key.ends_with(end)) {
        3.into()
    } else if key.ends_with('s') || key.ends_with("_path") {
        json!(["a", "b"])
    } else {
        format!("a_{key}").into()
    }
}

/// Counts the different answers of all servers.
#[test]
fn there_are_more_than_2800_answers() {
    let envelopes: HashSet<_> = foundry::answers()
        .chain(dotbot::answers())
        .chain(code_scalpel::answers())
        .map(|answer| answer.envelope.to_string())
        .chain(sdks::recorded_results().map(|result| result.to_string()))
        .collect();
    println!("{} answers", envelopes.len());
    assert!(envelopes.len() >= 2_800);
}
