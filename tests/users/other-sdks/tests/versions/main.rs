//! With `returns` and `via`, the `#[tool]` of any SDK version works, and wrong arguments get an envelope. Without envelopes, a server reads
//! the arguments of all of its tools in one place.

use std::io::Read;
use std::sync::Mutex;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, duplex};

mod version_0_17 {
    use rmcp017 as rmcp;
    include!("server.rs");
}

mod version_1 {
    include!("server.rs");

    struct Handled;

    /// `#[envelope_tool]` writes the handler with the feature `rmcp3`, and otherwise the SDK does.
    #[envelope_tool(dialects("response-v2", "rfc9457"), data = "found", returns = CallToolResult, via = complete)]
    #[tool_router(server_handler)]
    impl Handled {
        #[tool]
        fn find(&self, Parameters(find): Parameters<Find>) -> Result<String, ToolFailure> {
            Ok(format!("{} {}", find.query, find.limit))
        }
    }

    fn complete(envelope: Envelope) -> CallToolResult {
        to_result(envelope).unwrap_or_default()
    }

    pub(super) async fn serve_handled(stream: DuplexStream) {
        if let Ok(server) = Handled.serve(stream).await {
            let _ = server.waiting().await;
        }
    }
}

mod many_tools_0_17 {
    use rmcp017 as rmcp;
    include!("many_tools.rs");
}

mod many_tools_1 {
    include!("many_tools.rs");
}

/// Returns the results of the requests that a client sends after its handshake.
fn results<F: Future<Output = ()> + 'static>(
    serve: fn(DuplexStream) -> F,
    requests: &[Value],
) -> Vec<Value> {
    let result = |mut answer: Value| {
        assert!(answer["error"].is_null(), "{answer}");
        answer["result"].take()
    };
    answers(serve, requests).into_iter().map(result).collect()
}

/// Returns the answers to these requests.
fn answers<F: Future<Output = ()> + 'static>(
    serve: fn(DuplexStream) -> F,
    requests: &[Value],
) -> Vec<Value> {
    let client = async {
        let (ours, theirs) = duplex(65_536);
        tokio::task::spawn_local(serve(theirs));
        let (read, mut write) = tokio::io::split(ours);
        let mut lines = BufReader::new(read).lines();
        let client = json!({"name": "test", "version": "1.0.0"});
        let initialize = json!({
            "jsonrpc": "2.0", "id": 0, "method": "initialize",
            "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client},
        });
        let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        write.write_all(format!("{initialize}\n").as_bytes()).await.unwrap();
        lines.next_line().await.unwrap().unwrap();
        write.write_all(format!("{initialized}\n").as_bytes()).await.unwrap();
        let mut answers = Vec::new();
        for request in requests {
            write.write_all(format!("{request}\n").as_bytes()).await.unwrap();
            let line = lines.next_line().await.unwrap().unwrap();
            answers.push(serde_json::from_str(&line).unwrap());
        }
        answers
    };
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    tokio::task::LocalSet::new().block_on(&runtime, client)
}

fn call(tool: &str, arguments: &Value) -> Value {
    let params = json!({"name": tool, "arguments": arguments});
    json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
}

fn assert_answers<F: Future<Output = ()> + 'static>(serve: fn(DuplexStream) -> F) {
    let [found, missing, wrong, unknown] = [
        json!({"query": "auth", "limit": "3"}),
        json!({"query": "auth"}),
        json!({"limit": "many"}),
        json!({"query": "auth", "limt": 3}),
    ]
    .map(|arguments| call("find", &arguments));
    let results = results(serve, &[found, missing, wrong, unknown]);
    let of = |index: usize| &results[index]["structuredContent"];
    assert_eq!(of(0)["data"]["found"], "auth 3", "repaired");
    assert_eq!(results[0]["isError"], false);
    assert_eq!(
        of(2)["error"],
        "Invalid arguments: 2 problems: (1) `query` is missing, expected a string (2) `limit` is a string, expected an integer from 0 to 255"
    );
    assert_eq!(results[2]["isError"], true);
    assert_eq!(of(3)["error"], "Invalid arguments: `limt` is unknown, did you mean `limit`?");
}

#[test]
fn a_block_of_any_version_answers_in_envelopes() {
    assert_answers(version_0_17::serve);
    assert_answers(version_1::serve);
    assert_answers(version_1::serve_handled);
}

#[test]
fn a_function_of_any_version_answers_in_envelopes() {
    assert_answers(version_0_17::serve_alone);
    assert_answers(version_1::serve_alone);
}

#[test]
fn a_failure_of_the_body_is_the_result_of_the_sdk() {
    let not_found = call("find", &json!({"query": "auth"}));
    for results in [
        results(version_0_17::serve, &[not_found.clone(), call("ping", &json!({}))]),
        results(version_1::serve, &[not_found.clone(), call("ping", &json!({}))]),
    ] {
        assert_eq!(results[0]["structuredContent"]["data"]["error_code"], "NOT_FOUND");
        assert_eq!(results[0]["isError"], true);
        assert_eq!(results[1]["structuredContent"]["success"], true);
    }
}

/// The schema is the type's own, without the wrapper that reads the arguments.
#[test]
fn the_input_schema_is_that_of_the_type() {
    let list = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"});
    for tools in [
        results(version_0_17::serve, std::slice::from_ref(&list)),
        results(version_1::serve, std::slice::from_ref(&list)),
    ] {
        let tools = tools[0]["tools"].as_array().unwrap();
        let find = tools.iter().find(|tool| tool["name"] == "find").unwrap();
        let schema = &find["inputSchema"];
        assert_eq!(schema["required"], json!(["query"]));
        assert_eq!(schema["additionalProperties"], false);
        assert_eq!(schema["properties"]["limit"]["maximum"], 255);
    }
}

fn assert_reads_in_one_place<F: Future<Output = ()> + 'static>(serve: fn(DuplexStream) -> F) {
    let requests = [
        json!({"query": "auth", "limit": "3"}),
        json!({"query": "auth", "limt": 3}),
        json!({"limit": "many"}),
    ]
    .map(|arguments| call("find", &arguments));
    let list = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"});
    let requests = [&requests[..], &[list]].concat();
    let (mut log, writer) = std::io::pipe().unwrap();
    let subscriber = tracing_subscriber::fmt().with_writer(Mutex::new(writer)).finish();
    let answers = tracing::subscriber::with_default(subscriber, || answers(serve, &requests));

    assert_eq!(answers[0]["result"]["content"][0]["text"], "auth 3", "repaired");
    let mut lines = String::new();
    log.read_to_string(&mut lines).unwrap();
    let repaired = lines.lines().filter(|line| line.contains("an argument was repaired"));
    let repaired: Vec<_> = repaired.collect();
    let [line] = repaired.as_slice() else { panic!("{lines}") };
    let problem = "tool=find problem=`limit` is a number in quotes, expected an integer";
    assert!(line.contains(problem), "{line}");

    let message = "Invalid arguments: `limt` is unknown, did you mean `limit`?";
    assert_eq!(answers[1]["error"]["message"], message);
    let fields = answers[2]["error"]["data"].as_array().unwrap().iter();
    let fields: Vec<_> = fields.map(|problem| &problem["field"]).collect();
    assert_eq!(fields, ["query", "limit"]);

    let schema = &answers[3]["result"]["tools"][0]["inputSchema"];
    assert_eq!((&schema["type"], &schema["required"]), (&json!("object"), &json!(["query"])));
    assert_eq!(schema["properties"]["limit"]["maximum"], 255);
}

#[test]
fn a_server_of_any_version_reads_arguments_in_one_place() {
    assert_reads_in_one_place(many_tools_0_17::serve);
    assert_reads_in_one_place(many_tools_1::serve);
}
