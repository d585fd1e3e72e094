//! Tests `read` with each dialect, with the examples of MCP's specification, and with MCP results that contain an envelope of another
//! dialect.

use envelope_client::{AnyResponse, Metadata, Response, data, read};
use envelope_runtime::ToolError;
use envelope_runtime::{Envelope, ErrorType, Payload, RequestId, ToolFailure, envelope_tool};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Payload)]
struct Spec {
    id: String,
}

macro_rules! dialects {
    ($($name:ident: $dialect:literal $(, [$($setting:tt)*])?;)*) => {
        $(
            #[envelope_tool(dialect = $dialect $(, $($setting)*)?)]
            fn $name(id: &str) -> Result<Spec, ToolFailure> {
                if id.is_empty() {
                    return Err(ToolFailure::missing_required("id"));
                }
                Ok(Spec { id: id.to_owned() })
            }
        )*

        const TOOLS: &[(&str, fn(&str) -> Envelope)] = &[$(($dialect, $name)),*];
    };
}

dialects! {
    response_v2: "response-v2";
    dotbot: "dotbot-mcp-response@1", [summary("Done.")];
    mcp_2025: "mcp-2025-11-25", [structured_errors];
    mcp_2026: "mcp-2026-07-28", [structured_errors];
    code_scalpel: "code-scalpel-v1", [tier = "pro"];
}

#[test]
fn every_dialect_is_told_by_its_marks() {
    for (dialect, tool) in TOOLS {
        let envelope = RequestId::new("req_1").sync_scope(|| tool("auth"));
        let response = read::<Spec>(envelope.as_str()).unwrap();
        assert_eq!(response.dialect, *dialect);
        assert!(response.outcome.is_ok());
        assert_eq!(response.outcome.unwrap(), Spec { id: "auth".to_owned() });
        assert_eq!(data::<Spec>(&envelope).unwrap().id, "auth");
        assert_eq!(envelope.to_value().unwrap(), serde_json::to_value(&envelope).unwrap());

        let envelope = RequestId::new("req_1").sync_scope(|| tool(""));
        let response = read::<Spec>(envelope.as_str()).unwrap();
        assert_eq!(response.dialect, *dialect);
        assert!(response.outcome.is_err());
        let failure = response.into_result().unwrap_err();
        assert_eq!(failure.error_type(), ErrorType::Validation);
        assert_eq!(failure.message, "Validation failed: id is required");
        assert_eq!(failure.remediation.as_deref(), Some("Provide a non-empty id parameter"));
        assert_eq!(failure.request_id.as_ref().unwrap().as_str(), "req_1");
        assert_eq!(
            serde_json::to_value(failure.failure().report().details()).unwrap(),
            json!({"field": "id", "constraint": "required"})
        );
        let error = data::<Spec>(&envelope).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("the tool failed: {}: Validation failed: id is required", failure.code())
        );
    }
}

/// A tool without data sends `{}` or null.
#[test]
fn a_tool_without_data() {
    #[envelope_tool(dialect = "response-v2")]
    fn response_v2() -> Result<(), ToolFailure> {
        Ok(())
    }

    #[envelope_tool(dialect = "code-scalpel-v1", tier = "pro")]
    fn code_scalpel() -> Result<(), ToolFailure> {
        Ok(())
    }

    #[envelope_tool(dialect = "mcp-2025-11-25")]
    fn mcp() -> Result<(), ToolFailure> {
        Ok(())
    }

    for envelope in [response_v2(), code_scalpel(), mcp()] {
        assert_eq!(data(&envelope), Ok(()), "{envelope}");
    }
    let error = data::<Spec>(&response_v2()).unwrap_err();
    assert_eq!(error.to_string(), "at `/data`: missing field `id`");
    // Data of another type does not count as absent.
    let error = data::<()>(&TOOLS[0].1("auth")).unwrap_err();
    assert_eq!(error.to_string(), "at `/data`: invalid type: map, expected unit");
    assert!(data::<Option<u8>>(&TOOLS[0].1("auth")).is_err());
}

/// `read` recognizes a contract by its name or by some of its keys, and then applies the contract's rules.
#[test]
fn a_mark_is_enough() {
    fn has_problem_of<M: Metadata>(text: &str) {
        let expected = Response::<Value, M>::read(text).err().unwrap();
        let error = read::<Value>(text).err().unwrap();
        assert_eq!(error.to_string(), expected.to_string(), "{text}");
    }

    has_problem_of::<envelope_client::dotbot::Meta>(r#"{"schema_id":"dotbot-mcp-response@1"}"#);
    has_problem_of::<envelope_client::dotbot::Meta>(
        r#"{"schema_id":"x","tool":"t","status":"ok"}"#,
    );
    has_problem_of::<envelope_client::response_v2::Meta>(
        r#"{"success":1,"data":1,"error":1,"meta":1}"#,
    );
    has_problem_of::<envelope_client::response_v2::Meta>(r#"{"meta":{"version":"response-v2"}}"#);
    has_problem_of::<envelope_client::code_scalpel::Meta>(
        r#"{"tool_id":"t","tier":"pro","tool_version":"1.0.0","error":7}"#,
    );
    has_problem_of::<envelope_client::code_scalpel::Meta>(
        r#"{"upgrade_hints":[],"error":7,"data":[]}"#,
    );
    has_problem_of::<envelope_client::mcp::Meta>(r#"{"isError":true}"#);
    has_problem_of::<envelope_client::mcp::Meta>(r#"{"jsonrpc":"2.0","id":1}"#);
    for text in [r#"{"content":[]}"#, r#"{"structuredContent":{}}"#] {
        assert_eq!(read::<Value>(text).unwrap().dialect, "mcp-2025-11-25", "{text}");
    }
}

#[test]
fn text_of_no_dialect() {
    for (text, expected) in [
        ("{}", "expected an envelope of a known contract, found {}"),
        ("[1]", "expected an envelope of a known contract, found an array"),
        (
            r#"{"success":false,"error":"x"}"#,
            "expected an envelope of a known contract, found an object",
        ),
        ("{", "EOF while parsing an object at line 1 column 1"),
    ] {
        let error = read::<Value>(text).unwrap_err();
        assert_eq!((&*error.to_string(), &*error.pointer), (expected, ""));
    }
}

/// MCP results around an envelope, with and without structured content.
fn in_results(envelope: &Value) -> [Value; 3] {
    let content = json!([{"type": "text", "text": envelope.to_string()}]);
    let with_structure =
        json!({"content": content, "structuredContent": envelope, "isError": false});
    [
        json!({"jsonrpc": "2.0", "id": 1, "result": with_structure.clone()}),
        with_structure,
        json!({"content": content}),
    ]
}

#[test]
fn envelopes_in_results_of_mcp() {
    for (dialect, tool) in TOOLS {
        if dialect.starts_with("mcp") {
            continue;
        }
        for result in in_results(&tool("auth").to_value().unwrap()) {
            let response: AnyResponse<Spec> = serde_json::from_value(result).unwrap();
            assert_eq!(response.dialect, *dialect);
            assert_eq!(response.outcome.unwrap().id, "auth");
        }
        for result in in_results(&tool("").to_value().unwrap()) {
            let failure = read::<Spec>(&result.to_string()).unwrap().outcome.unwrap_err();
            assert_eq!(failure.error_type(), ErrorType::Validation);
            assert_eq!(failure.remediation.as_deref(), Some("Provide a non-empty id parameter"));
        }
    }
}

#[test]
fn a_broken_envelope_in_a_result() {
    let broken =
        json!({"success": true, "data": {}, "error": null, "meta": {"version": "response-v1"}});
    let [_, structured, text] = in_results(&broken);
    let pointer = |result: Value| read::<Value>(&result.to_string()).unwrap_err().pointer;
    assert_eq!(pointer(structured), "/structuredContent/meta/version");
    assert_eq!(pointer(text.clone()), "/content/0/text/meta/version");
    // The first text can come after another block.
    let after_an_image = |mut result: Value| {
        let image = json!({"type": "image", "data": "", "mimeType": "image/png"});
        result["content"].as_array_mut().unwrap().insert(0, image);
        result
    };
    assert_eq!(pointer(after_an_image(text)), "/content/1/text/meta/version");
    let numbers = json!({"content": [{"type": "text", "text": r#"[1,"a"]"#}]});
    let numbers = after_an_image(numbers).to_string();
    let response = read::<Vec<u8>>(&numbers);
    assert_eq!(response.unwrap_err().pointer, "/content/1/text");
}

/// FastMCP wraps the text of a tool, and reports every text as a success.
#[test]
fn an_envelope_in_a_wrapped_text() {
    let wrapped = |envelope: &str| {
        json!({
            "content": [{"type": "text", "text": envelope}],
            "structuredContent": {"result": envelope},
            "isError": false,
        })
    };
    for (dialect, tool) in TOOLS.iter().filter(|(dialect, _)| !dialect.starts_with("mcp")) {
        let success = read::<Spec>(&wrapped(tool("auth").as_str()).to_string()).unwrap();
        assert_eq!(success.dialect, *dialect);
        assert_eq!(success.outcome.unwrap().id, "auth");
        for result in [
            wrapped(tool("").as_str()),
            json!({"jsonrpc": "2.0", "id": 1, "result": wrapped(tool("").as_str())}),
        ] {
            let failure = read::<Value>(&result.to_string()).unwrap().outcome.unwrap_err();
            assert_eq!(failure.error_type(), ErrorType::Validation, "{dialect}");
        }
    }
    let broken =
        wrapped(r#"{"success":false,"data":{},"error":null,"meta":{"version":"response-v2"}}"#);
    let error = read::<Value>(&broken.to_string()).unwrap_err();
    assert_eq!(error.pointer, "/structuredContent/result/error");
    // Other text is read as data, with or without other keys.
    let text = wrapped("Sunny").to_string();
    assert_eq!(read::<Value>(&text).unwrap().outcome.unwrap(), json!({"result": "Sunny"}));
    let mut two_keys = wrapped("Sunny");
    two_keys["structuredContent"]["count"] = 1.into();
    assert!(read::<Value>(&two_keys.to_string()).unwrap().outcome.is_ok());
}

/// A reader of MCP alone also recognizes failures of other contracts.
#[test]
fn a_failed_envelope_is_no_data() {
    for (dialect, tool) in TOOLS.iter().filter(|(dialect, _)| !dialect.starts_with("mcp")) {
        let (failed, succeeded) = (tool("").to_value().unwrap(), tool("auth").to_value().unwrap());
        let text = json!([{"type": "text", "text": failed.to_string()}]);
        for result in [
            json!({"content": text, "isError": true}),
            json!({"content": text, "structuredContent": failed, "isError": false}),
            json!({"content": [], "structuredContent": failed}),
            json!({"content": [], "structuredContent": {"result": failed}}),
            json!({"jsonrpc": "2.0", "id": 1, "result": {"content": text, "structuredContent": failed}}),
        ] {
            let typed = envelope_client::mcp::Response::<Value>::read(&result.to_string()).unwrap();
            let failure = typed.outcome.unwrap_err();
            let other = read::<Value>(&result.to_string()).unwrap().outcome.unwrap_err();
            for failure in [failure, other] {
                let (code, error_type) = (&*failure.code(), failure.error_type());
                assert_eq!(error_type, ErrorType::Validation, "{dialect}: {result}");
                assert!(["MISSING_REQUIRED", "INVALID_ARGUMENT"].contains(&code), "{result}");
            }
        }
        let result = json!({"content": [], "structuredContent": succeeded}).to_string();
        assert!(
            envelope_client::mcp::Response::<Value>::read(&result).unwrap().outcome.is_ok(),
            "{dialect}"
        );
    }
    // An unreadable failure is an error, never data.
    let broken = r#"{"success":false,"data":null,"error":"x","meta":{"version":"response-v2"}}"#;
    let result =
        json!({"content": [{"type": "text", "text": broken}], "isError": true}).to_string();
    let error = envelope_client::mcp::Response::<Value>::read(&result).unwrap_err();
    assert_eq!(error.pointer, "/content/0/text/data");
}

/// A request for input and a task are neither a success nor a failure.
#[test]
fn a_result_that_is_not_complete() {
    let envelope = response_v2("auth");
    for result_type in ["input_required", "task", "partial"] {
        let bare = json!({"resultType": result_type, "inputRequests": {}});
        let with_content = json!({"resultType": result_type, "content": [], "isError": false});
        let with_envelope = json!({
            "resultType": result_type,
            "content": [{"type": "text", "text": envelope.as_str()}],
        });
        for result in [bare, with_content, with_envelope] {
            let message = json!({"jsonrpc": "2.0", "id": 1, "result": result}).to_string();
            for (text, pointer) in
                [(result.to_string(), "/resultType"), (message, "/result/resultType")]
            {
                let typed = envelope_client::mcp::Response::<Value>::read(&text).unwrap_err();
                assert_eq!(read::<Value>(&text).unwrap_err(), typed, "{text}");
                assert_eq!(
                    (typed.result_type.as_deref(), &*typed.pointer),
                    (Some(result_type), pointer)
                );
            }
        }
    }
    assert_eq!(read::<Value>("{}").unwrap_err().result_type, None);
}

/// A problem in the result of a message is at its place in the message.
#[test]
fn the_place_of_a_problem_in_a_message() {
    let version = json!({"success": true, "data": {}, "error": null, "meta": {"version": "v3"}});
    let failed = json!({"success": false, "data": {}, "error": "no", "meta": {"version": "v3"}});
    for (result, place) in [
        (json!({"structuredContent": {}, "isError": 1}), "/isError"),
        (json!({"isError": false}), "/content"),
        (json!({"structuredContent": {"id": 1}}), "/structuredContent"),
        (json!({"structuredContent": version}), "/structuredContent/meta/version"),
        (
            json!({"content": [{"type": "text", "text": failed.to_string()}], "isError": true}),
            "/content/0/text/meta/version",
        ),
    ] {
        let message = json!({"jsonrpc": "2.0", "id": 1, "result": result});
        for (value, place) in [(result, place.to_owned()), (message, format!("/result{place}"))] {
            let error = AnyResponse::<Spec>::from_value(value.clone()).unwrap_err();
            assert_eq!(error.pointer, place, "{value}");
            let typed = envelope_client::mcp::Response::<Spec>::from_value(value.clone());
            // A success of MCP is plain data, whatever contract it looks like.
            let is_data = place.ends_with("/structuredContent/meta/version");
            let expected = if is_data { place.trim_end_matches("/meta/version") } else { &place };
            assert_eq!(typed.unwrap_err().pointer, expected, "{value}");
        }
    }
}

/// Data with some keys of an envelope is still data.
#[test]
fn data_with_the_keys_of_an_envelope() {
    for data in [
        json!({"success": true, "risk_level": "high"}),
        json!({"meta": {"version": 3}}),
        json!({"schema_id": "x"}),
        json!({"schema_id": "x", "tool": "t"}),
        json!({"schema_id": "x", "status": "ok"}),
        json!({"tool": "t", "status": "ok"}),
        json!({"status": "ok"}),
        json!({"tool_id": "x", "upgrade_hints": []}),
        json!({"content": []}),
        json!({"success": false}),
        json!({"success": true, "error": "none"}),
        json!({"success": false, "error": null}),
    ] {
        let result = json!({"content": [], "structuredContent": data});
        let response = read::<Value>(&result.to_string()).unwrap();
        assert_eq!(response.dialect, "mcp-2025-11-25");
        assert_eq!(response.outcome.unwrap(), data);
    }
}

fn result(result: Value) -> envelope_client::mcp::Response<Value> {
    let message = json!({"jsonrpc": "2.0", "id": 2, "result": result});
    serde_json::from_value(message).unwrap()
}

/// The results in the specification of 2025-11-25, section "Tools".
#[test]
fn results_of_2025_11_25() {
    let text = "Current weather in New York:\nTemperature: 72°F\nConditions: Partly cloudy";
    let unstructured = json!({"content": [{"type": "text", "text": text}], "isError": false});
    assert_eq!(result(unstructured).into_result().unwrap().data, text);

    let structured = result(json!({
        "content": [{
            "type": "text",
            "text": "{\"temperature\": 22.5, \"conditions\": \"Partly cloudy\", \"humidity\": 65}",
        }],
        "structuredContent": {"temperature": 22.5, "conditions": "Partly cloudy", "humidity": 65},
    }));
    assert_eq!(structured.into_result().unwrap().data["humidity"], 65);

    let failed = result(json!({
        "content": [{
            "type": "text",
            "text": "Invalid departure date: must be in the future. Current date is 08/08/2025.",
        }],
        "isError": true,
    }));
    let failure = failed.into_result().unwrap_err();
    assert_eq!(
        failure.message,
        "Invalid departure date: must be in the future. Current date is 08/08/2025."
    );

    let blocks = json!([
        {"type": "text", "text": "Tool result text"},
        {
            "type": "image", "data": "base64-encoded-data", "mimeType": "image/png",
            "annotations": {"audience": ["user"], "priority": 0.9},
        },
        {"type": "audio", "data": "base64-encoded-audio-data", "mimeType": "audio/wav"},
        {
            "type": "resource_link", "uri": "file:///project/src/main.rs", "name": "main.rs",
            "description": "Primary application entry point", "mimeType": "text/x-rust",
        },
        {
            "type": "resource",
            "resource": {
                "uri": "file:///project/src/main.rs", "mimeType": "text/x-rust",
                "text": "fn main() {\n    println!(\"Hello world!\");\n}",
            },
            "annotations": {
                "audience": ["user", "assistant"], "priority": 0.7, "lastModified": "2025-05-03T14:30:00Z",
            },
        },
    ]);
    let success = result(json!({"content": blocks, "isError": false})).into_result().unwrap();
    let content = success.meta.content;
    assert_eq!(success.data, "Tool result text");
    let [text, image, audio, link, resource] = &content[..] else { panic!("{content:?}") };
    assert_eq!(text["text"], "Tool result text");
    assert_eq!(
        (&image["data"], &image["mimeType"]),
        (&json!("base64-encoded-data"), &json!("image/png"))
    );
    assert_eq!(
        (&audio["data"], &audio["mimeType"]),
        (&json!("base64-encoded-audio-data"), &json!("audio/wav"))
    );
    assert_eq!(link["name"], "main.rs");
    let rust = &resource["resource"];
    assert_eq!(rust["uri"], "file:///project/src/main.rs");
    assert!(rust["text"].as_str().unwrap().starts_with("fn main()"));
    let kinds: Vec<_> = content.iter().map(|block| &block["type"]).collect();
    assert_eq!(kinds, ["text", "image", "audio", "resource_link", "resource"]);
    assert_eq!(serde_json::to_value(&content).unwrap(), blocks);
}

/// Results have a type since 2026-07-28, and their data can be any JSON.
#[test]
fn results_of_2026_07_28() {
    let list = json!([{"id": 1}, {"id": 2}]);
    let response = result(json!({
        "resultType": "complete",
        "content": [{"type": "text", "text": list.to_string()}],
        "structuredContent": list,
    }));
    let success = response.into_result().unwrap();
    assert_eq!(success.meta.result_type.as_deref(), Some("complete"));
    assert_eq!(success.data, list);
    assert_eq!(
        read::<Value>(r#"{"resultType":"complete","content":[],"structuredContent":3}"#)
            .unwrap()
            .dialect,
        "mcp-2026-07-28"
    );
    let null = result(json!({"resultType": "complete", "content": [], "structuredContent": null}));
    assert_eq!(null.into_result().unwrap().data, Value::Null);
}

#[test]
fn content_blocks_of_other_kinds_are_kept() {
    let blocks = json!([
        {"type": "video", "data": "x", "_meta": {"a": 1}},
        {"type": "text", "text": "t", "annotations": {"audience": ["robot"], "priority": "high"}, "lang": "en"},
        {"type": "text", "lang": "en"},
        {"type": "image", "data": "x"},
        {"type": "audio", "mimeType": "audio/wav"},
        {"type": "resource_link", "uri": "file:///a"},
        {"type": "resource", "resource": {"uri": "file:///a"}},
        {"type": "resource", "resource": {"uri": "file:///a", "blob": "eA==", "size": 1}},
        {},
    ]);
    let content = result(json!({"content": blocks})).into_result().unwrap().meta.content;
    assert_eq!(serde_json::to_value(&content).unwrap(), blocks);
}
