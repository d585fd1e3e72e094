//! Code and retry decision of a failure are recovered from the first text alone.

use std::time::Duration;

use envelope_client::read;
use envelope_runtime::ToolError as _;
use envelope_runtime::{
    Envelope, ErrorType, Retry, RetryAdvice, RetryAfter, ToolFailure, envelope_tool,
};
use serde_json::{Value, json};

use crate::judge::follows;
use crate::random::Random;
use crate::values::rate_limit;

const RETRIES: [Retry; 7] = [
    Retry::Never,
    Retry::AfterFix,
    Retry::AfterAuthentication,
    Retry::AfterEnabling,
    Retry::AfterCheck,
    Retry::AfterDelay,
    Retry::Backoff,
];

/// Text of several lines, some of which have the form of the last line.
fn text(random: &mut Random) -> String {
    const PIECES: [&str; 14] = [
        "a",
        "\n",
        "(NOT_FOUND, do not retry)",
        "\n(FAKE, retry after 5 s)",
        "\n(FAKE_2, retry later)\n",
        "(INTERNAL_ERROR, retry with backoff",
        ", ",
        ")",
        "\r\n",
        " \t",
        "Error: ",
        "{\"error\":\"e\"}",
        "\u{2028}",
        "é🦀\"\\",
    ];
    random.list(8, |random| random.pick(&PIECES)).concat()
}

fn code(random: &mut Random) -> String {
    const PIECES: [&str; 8] =
        ["NOT_FOUND", "TIMEOUT", "RATE_LIMIT_EXCEEDED", "X", "_", "7", "STALE", "UNAUTHORIZED"];
    format!("A{}", random.list(3, |random| random.pick(&PIECES)).concat())
        .trim_start_matches(if random.flip() { "A" } else { "" })
        .to_owned()
}

fn failure(random: &mut Random) -> ToolFailure {
    let error_type = random.pick(ErrorType::ALL);
    let mut failure = ToolFailure::custom(code(random), error_type, text(random));
    if random.flip() {
        failure = failure.expose();
    }
    if random.flip() {
        failure = failure.remediation(text(random));
    }
    if random.flip() {
        failure = failure.detail_in_text("detail", text(random));
    }
    if random.flip() {
        failure = failure.rate_limit(rate_limit(random));
    }
    if random.flip() {
        failure = failure.retry_after(Duration::from_millis(random.number()));
    }
    if random.flip() {
        failure = failure.data("retry_after_seconds", random.fraction());
    }
    if random.flip() {
        failure = failure.retry(random.pick(&RETRIES));
    }
    failure
}

macro_rules! tools {
    ($($name:ident($($settings:tt)*);)*) => {$(
        #[envelope_tool($($settings)*)]
        fn $name(failure: ToolFailure) -> Result<(), ToolFailure> {
            Err(failure)
        }
    )*};
}

tools! {
    in_2025(dialect = "mcp-2025-11-25");
    in_2026(dialect = "mcp-2026-07-28");
    structured(dialect = "mcp-2025-11-25", structured_errors);
    text_tool(dialect = "mcp-2026-07-28", catch_panic);
    plain(dialect = "mcp-2025-11-25", error_text = "plain");
}

/// The envelope after everything but the first text was dropped.
fn text_of(envelope: &Envelope) -> String {
    follows(envelope.dialect(), envelope.as_str());
    let text = envelope.to_value().unwrap()["content"][0]["text"].take();
    json!({"content": [{"type": "text", "text": text}], "isError": true}).to_string()
}

fn received(envelope: &str) -> Box<envelope_client::Failure> {
    read::<Value>(envelope).unwrap().outcome.unwrap_err()
}

/// Whether to retry, and when.
fn decision(advice: RetryAdvice, after: Option<RetryAfter>) -> (RetryAdvice, Option<RetryAfter>) {
    let in_seconds = |after| match after {
        RetryAfter::Delay(delay) => {
            let rounded = delay.as_secs().saturating_add(u64::from(delay.subsec_nanos() > 0));
            RetryAfter::Delay(Duration::from_secs(rounded))
        }
        at @ RetryAfter::At(_) => at,
    };
    (advice, after.filter(|_| advice == RetryAdvice::Yes).map(in_seconds))
}

/// Also after two services have passed it on.
pub(crate) fn recovered(random: &mut Random) -> u64 {
    let failure = failure(random);
    let report = failure.report();
    let expected = decision(report.retry().advice(), report.retry_after());
    let code = report.code().to_owned();
    let mut tool = || random.pick(&[in_2025, in_2026, structured, text_tool]);
    let tools: [fn(ToolFailure) -> Envelope; 3] = [tool(), tool(), tool()];
    let mut sent = failure.clone();
    for tool in tools {
        let left = received(&text_of(&tool(sent)));
        assert_eq!(left.sent_code.as_deref(), Some(&*code));
        assert_eq!(left.code(), code);
        assert_eq!(decision(left.retry().advice(), left.retry_after()), expected);
        sent = left.failure();
    }
    // A text without the line has none.
    let without = received(&text_of(&plain(failure)));
    assert_eq!(without.sent_code.as_deref(), None, "{}", without.message);
    4
}
