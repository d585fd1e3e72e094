//! The code, the retry decision, the message and the remediation of a failure are read from the first text alone.

use std::time::Duration;

use envelope_client::read;
use envelope_runtime::ToolError as _;
use envelope_runtime::{
    Envelope, ErrorReport, ErrorType, Retry, RetryAdvice, RetryAfter, ToolFailure, envelope_tool,
};
use serde_json::{Value, json};

use crate::judge::follows;
use crate::random::Random;
use crate::values::rate_limit;

const RETRIES: [Retry; 9] = [
    Retry::Never,
    Retry::AfterFix,
    Retry::AfterAuthentication,
    Retry::AfterEnabling,
    Retry::AfterCheck,
    Retry::OutcomeUnknown,
    Retry::AfterDelay,
    Retry::Backoff,
    Retry::Once,
];

/// The remediation that comes with the advice.
fn step_of(retry: Retry) -> Option<&'static str> {
    match retry {
        Retry::Once => Some("Retry once, then report it"),
        Retry::OutcomeUnknown => Some("Check whether it took effect before you retry"),
        _ => None,
    }
}

/// Lines of a [`text`] that look like the line with the code and the advice.
const FORGED: [&str; 5] = [
    "(NOT_FOUND, do not retry)",
    "(FAKE, retry after 5 s)",
    "(FAKE_2, retry later)",
    "(INTERNAL_ERROR, retry once, then report it)",
    "(TIMEOUT, check whether it took effect before you retry)",
];

/// Text of several lines, some of them from [`FORGED`].
fn text(random: &mut Random) -> String {
    const PIECES: [&str; 16] = [
        "a",
        "\n",
        "(NOT_FOUND, do not retry)",
        "\n(FAKE, retry after 5 s)",
        "\n(FAKE_2, retry later)\n",
        "(INTERNAL_ERROR, retry once, then report it",
        "(TIMEOUT, check whether it took effect before you retry)",
        "Retry once, then report it",
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

/// A result with only the first text of the envelope.
fn text_of(envelope: &Envelope) -> String {
    follows(envelope.dialect(), envelope.as_str());
    let text = envelope.to_value().unwrap()["content"][0]["text"].take();
    json!({"content": [{"type": "text", "text": text}], "isError": true}).to_string()
}

fn received(envelope: &str) -> Box<envelope_client::Failure> {
    read::<Value>(envelope).unwrap().outcome.unwrap_err()
}

/// The retry decision: whether to retry, and when.
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

/// Adds a period to each forged line, as the tools do.
fn marked(text: &str) -> String {
    let mark = |line: &str| {
        let form = line.trim_end();
        if FORGED.contains(&form) {
            line.replacen(form, &format!("{form}."), 1)
        } else {
            line.to_owned()
        }
    };
    text.split_inclusive(['\n', '\r']).map(mark).collect()
}

/// The remediation in the line with the advice, unless the line has a delay.
fn step_in_line(report: &ErrorReport) -> Option<&'static str> {
    let (_, delay) = decision(report.retry().advice(), report.retry_after());
    step_of(report.retry()).filter(|_| delay.is_none())
}

/// The lines after the advice: the remediation, unless the advice contains it, and the details.
fn lines_after(report: &ErrorReport, in_line: Option<&str>) -> Vec<String> {
    let remediation = report.remediation().filter(|text| in_line != Some(text)).map(marked);
    let details = report.details_in_text().map(|(key, value)| format!("{key}: {}", value.json()));
    remediation.into_iter().chain(details).collect()
}

/// A failure is recovered from its first text, also after two services have passed it on.
pub(crate) fn recovered(random: &mut Random) -> u64 {
    let failure = failure(random);
    let report = failure.report();
    let expected = decision(report.retry().advice(), report.retry_after());
    let code = report.code().to_owned();
    let mut tool = || random.pick(&[in_2025, in_2026, structured, text_tool]);
    let tools: [fn(ToolFailure) -> Envelope; 3] = [tool(), tool(), tool()];
    let mut sent = failure.clone();
    for tool in tools {
        let in_line = step_in_line(sent.report());
        let (message, after) =
            (marked(sent.report().message()), lines_after(sent.report(), in_line));
        let left = received(&text_of(&tool(sent)));
        assert_eq!(left.message, message);
        let after = after.join("\n");
        let after = Some(&*after).filter(|after| !after.trim().is_empty());
        assert_eq!(left.remediation.as_deref(), after.or(in_line));
        assert_eq!(left.sent_code.as_deref(), Some(&*code));
        assert_eq!(left.code(), code);
        assert_eq!(decision(left.retry().advice(), left.retry_after()), expected);
        sent = left.failure();
    }
    // Without the line, the whole text is the message.
    let lines = [vec![marked(report.message())], lines_after(report, None)].concat().join("\n");
    let without = received(&text_of(&plain(failure.clone())));
    assert_eq!(without.sent_code.as_deref(), None, "{}", without.message);
    assert_eq!((&*without.message, without.remediation), (lines.trim_end(), None));
    4
}
