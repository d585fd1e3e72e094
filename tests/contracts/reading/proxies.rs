//! A proxy forwards the envelopes of other servers, or refuses them.

use envelope_runtime::response_v2::ResponseV2;
use envelope_runtime::rfc9457::Rfc9457;
use envelope_runtime::{
    Envelope, ErrorCode, ErrorType, Output, RequestId, Retry, RetryAfter, ToolFailure,
    envelope_tool,
};
use serde_json::Value;

type Answer = Result<(), ToolFailure>;

macro_rules! tools {
    ($($name:ident = $dialect:literal ($($settings:tt)*),)*) => {
        $(#[envelope_tool(dialect = $dialect, $($settings)*)]
        fn $name(answer: Answer) -> Answer {
            answer
        })*

        /// Writes the answer in each dialect, with a request id.
        fn answers(answer: &Answer) -> Vec<Envelope> {
            RequestId::new("req_1").sync_scope(|| vec![$($name(answer.clone())),*])
        }
    };
}

tools! {
    response_v2 = "response-v2" (),
    dotbot = "dotbot-mcp-response@1" (summary("Done.")),
    mcp_2025 = "mcp-2025-11-25" (),
    mcp_2026 = "mcp-2026-07-28" (structured_errors),
    code_scalpel = "code-scalpel-v1" (tier = "pro"),
}

#[test]
fn a_parsed_envelope_is_the_tools_own() {
    for answer in [
        Ok(()),
        Err(ToolFailure::not_found("Spec", "pay").remediation("List the specs")),
        // Every contract can express this code. Code Scalpel has no code for a conflict, for example.
        Err(ToolFailure::new(ErrorCode::Timeout, "The search took too long")),
        Err(ToolFailure::internal("the disk is on fire")),
    ] {
        for sent in answers(&answer) {
            let parsed = envelope_client::forward(sent.as_str());
            assert_eq!(parsed.as_ref(), Ok(&sent));
        }
    }
}

/// In RFC 9457, a success is plain data, which `forward` cannot recognize.
#[test]
fn a_problem_of_http_is_parsed_and_plain_data_is_not() {
    let problem = ToolFailure::not_found("Spec", "pay").status(410).envelope::<Rfc9457>();
    let parsed = envelope_client::forward(problem.as_str());
    assert_eq!(parsed.as_ref(), Ok(&problem));
    assert_eq!(parsed.unwrap().status().http_status(), 410);
    assert!(envelope_client::forward(r#"{"title":"Sign in"}"#).is_err());
}

#[test]
fn a_parsed_failure_has_its_retry_advice() {
    let envelope = envelope_client::forward(concat!(
        r#"{"success":false,"data":{"error_code":"RATE_LIMIT_EXCEEDED","error_type":"rate_limit","#,
        r#""retry_after_seconds":45},"error":"Too many requests","meta":{"version":"response-v2"}}"#,
    ))
    .unwrap();
    assert!(!envelope.is_success());
    assert_eq!(envelope.error_type(), Some(ErrorType::RateLimit));
    assert_eq!(envelope.status().http_status(), 429);
    assert_eq!(envelope.retry(), Some(Retry::AfterDelay));
    assert_eq!(
        envelope.retry_after(),
        Some(&RetryAfter::Delay(std::time::Duration::from_secs(45)))
    );
    assert_eq!(envelope.exit_code(), 75);
    assert!(envelope.request_id().is_none());
}

/// Answers of real servers are forwarded unchanged, or refused if they break their contract.
#[test]
fn recorded_answers_are_forwarded_as_they_are() {
    let recorded = [
        include_str!("../upstream/recorded/foundry-mcp-0.16.0.jsonl"),
        include_str!("../upstream/recorded/dotbot-4.0.3.jsonl"),
        include_str!("../upstream/recorded/codescalpel-2.1.4.jsonl"),
    ];
    let lines = recorded.iter().flat_map(|file| file.lines());
    let answers =
        lines.map(|line| serde_json::from_str::<Value>(line).unwrap()["answer"].to_string());
    for answer in answers {
        match (envelope_client::check(&answer), envelope_client::forward(&*answer)) {
            (Ok(checked), Ok(envelope)) => {
                assert_eq!(envelope.as_str(), answer);
                assert_eq!(envelope.dialect(), checked.dialect);
            }
            (Err(violations), Err(error)) => {
                let rule = &violations.violations[0].rule;
                assert!(error.to_string().contains(&*rule.sentence), "{error}");
            }
            (checked, parsed) => panic!("{answer}: {checked:?}, {parsed:?}"),
        }
    }
}

#[test]
fn a_failure_in_a_result_of_mcp_stays_one() {
    let failure = ToolFailure::conflict("Taken").envelope::<ResponseV2>();
    let text = Value::from(failure.as_str());
    for is_error in ["", r#","isError":false"#, r#","isError":true"#] {
        let result = format!(
            r#"{{"content":[{{"type":"text","text":{text}}}],"structuredContent":{failure}{is_error}}}"#
        );
        let parsed = match envelope_client::forward(&*result) {
            Ok(parsed) => parsed,
            Err(error) => panic!("{result}: {error}"),
        };
        assert_eq!(parsed.as_str(), result);
        assert_eq!(parsed.dialect(), "mcp-2025-11-25");
        assert!(parsed.is_call_tool_result());
        assert_eq!(parsed.error_code(), Some("CONFLICT"));
    }
}

#[test]
fn white_space_around_an_envelope_goes_and_white_space_in_it_stays() {
    let envelope =
        envelope_client::forward(" \n{\"content\": [],\r\n\"isError\": false}\n").unwrap();
    assert_eq!(String::from_envelope(envelope), "{\"content\": [],\r\n\"isError\": false}");
}

#[test]
fn other_text_is_refused_with_the_reason() {
    for (text, reason) in [
        ("no JSON", "expected ident at line 1 column 2"),
        ("{}", "expected an envelope of a known contract, found {}"),
        (r#""response-v2""#, r#"expected an envelope of a known contract, found "response-v2""#),
        (
            r#"{"success":true,"data":{},"error":null,"meta":{"version":"response-v1"}}"#,
            r#"at `/meta/version`: "#,
        ),
        (
            r#"{"success":false,"data":{},"error":null,"meta":{"version":"response-v2"}}"#,
            "at `/error`: ",
        ),
        (
            r#"{"success":true,"success":false,"data":{},"error":null,"meta":{"version":"response-v2"}}"#,
            "at `/success`: ",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"result":{"content":[]}}"#,
            "expected an envelope of a known contract",
        ),
        (
            r#"{"resultType":"input_required","inputRequests":{}}"#,
            r#"at `/resultType`: the result is not complete, its type is "input_required""#,
        ),
    ] {
        let error = envelope_client::forward(text).unwrap_err();
        assert!(error.to_string().starts_with(reason), "{text}: {error}");
        let is_input = text.contains("input_required");
        assert_eq!(error.result_type.as_deref(), is_input.then_some("input_required"), "{text}");
    }
}

/// A proxy never takes a failure for a success, however the other server writes it.
#[test]
fn a_hostile_failure_is_no_success() {
    let v2 = |keys: &str| format!(r#"{{{keys},"meta":{{"version":"response-v2"}}}}"#);
    let failed =
        r#"{\"success\":false,\"data\":{},\"error\":\"e\",\"meta\":{\"version\":\"response-v2\"}}"#;
    let code_scalpel = |end: &str| {
        format!(
            r#"{{"tier":"pro","tool_version":"1.0.0","tool_id":"t","request_id":"r","capabilities":[],"duration_ms":1,"upgrade_hints":[],{end}}}"#
        )
    };
    let dotbot = |end: &str| {
        format!(
            r#"{{"schema_id":"dotbot-mcp-response@1","tool":"t","version":"1.0.0","summary":"s","data":{{}},"warnings":[],"audit":{{"timestamp":"2025-12-04T12:00:00Z","duration_ms":1,"source":"s"}},{end}}}"#
        )
    };
    let issue = r#"{"code":"NOT_FOUND","message":"m"}"#;
    for text in [
        v2(r#""success":"false","data":{},"error":null"#),
        v2(r#""success":null,"data":{},"error":null"#),
        v2(r#""success":0,"data":{},"error":null"#),
        v2(r#""success":true,"data":{},"error":"e""#),
        v2(r#""success":true,"data":{},"error":{"code":"X"}"#),
        v2(r#""success":true,"success":false,"data":{},"error":null"#),
        v2(
            r#""success":true,"succ\u0065ss":false,"data":{"error_code":"X","error_type":"internal"},"error":"e""#,
        ),
        r#"{"content":[],"isError":"true"}"#.to_owned(),
        r#"{"content":[],"isError":1}"#.to_owned(),
        r#"{"content":[],"isError":false,"isError":true}"#.to_owned(),
        r#"{"content":[],"is\u0045rror":true}"#.to_owned(),
        r#"{"content":[],"isError":true,"structuredContent":{"success":true}}"#.to_owned(),
        format!(r#"{{"content":[{{"type":"text","text":"{failed}"}}],"isError":false}}"#),
        dotbot(&format!(r#""status":"ok","errors":[{issue}]"#)),
        dotbot(r#""status":"error","errors":[]"#),
        code_scalpel(r#""warnings":[],"data":{},"error":"e""#),
        code_scalpel(r#""warnings":[],"data":{},"error":{"error":"e","error_code":"timeout"}"#),
        code_scalpel(r#""warnings":[],"data":{},"error":[]"#),
        r#"{"type":"about:blank","title":"t","status":200,"detail":"d"}"#.to_owned(),
    ] {
        let parsed = envelope_client::forward(&*text);
        assert!(!parsed.is_ok_and(|envelope| envelope.is_success()), "{text}");
    }
}

/// Invalid numbers and statuses are ignored or refused.
#[test]
fn the_facts_of_a_hostile_failure_are_usable() {
    for number in ["1e300", "-1", "18446744073709551616", "0.1", r#""soon""#, "null", "[]"] {
        for text in [
            format!(
                r#"{{"success":false,"data":{{"error_code":"RATE_LIMIT_EXCEEDED","error_type":"rate_limit","retry_after_seconds":{number}}},"error":"e","meta":{{"version":"response-v2","rate_limit":{{"retry_after":{number}}}}}}}"#
            ),
            format!(
                r#"{{"type":"about:blank","title":"t","status":{number},"detail":"d","code":"NOT_FOUND","category":"not_found","retryable":false,"retry_after":{number}}}"#
            ),
        ] {
            let Ok(envelope) = envelope_client::forward(&*text) else { continue };
            assert!(!envelope.is_success(), "{text}");
            assert!(matches!(envelope.status().http_status(), 404 | 429), "{text}");
            let _ = (envelope.retry_after(), envelope.exit_code(), envelope.model_text());
        }
    }
    for status in ["0", "200", "302", "500", "999", "65546"] {
        let text = format!(
            r#"{{"type":"about:blank","title":"t","status":{status},"detail":"d","code":"NOT_FOUND","category":"not_found","retryable":false}}"#
        );
        let status =
            envelope_client::forward(&*text).map(|envelope| envelope.status().http_status());
        assert!(status.is_err() || status == Ok(404), "{text}: {status:?}");
    }
}

/// If the other server sends no envelope, the proxy answers with a failure.
#[test]
fn refused_text_is_a_failure() {
    let proxy = |text: &str| {
        envelope_client::forward(text)
            .unwrap_or_else(|error| ToolFailure::from(error).envelope::<ResponseV2>())
    };
    let envelope = proxy("<html>502</html>");
    assert_eq!(envelope.error_code(), Some("INTERNAL_ERROR"));
    assert!(!envelope.as_str().contains("html"), "{envelope}");
}
