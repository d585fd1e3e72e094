//! Every tool of the server, its successes and its failures, over both transports.

use std::collections::BTreeSet;

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::support::{Client, TRANSPORTS, Transport, request, workspace};

/// Runs a test over each transport, with a client of a server of its own.
macro_rules! over_both {
    ($($name:ident($client:ident, $options:expr) $body:block)*) => {$(
        #[tokio::test]
        async fn $name() {
            for transport in TRANSPORTS {
                let folder = workspace(&format!("{}_{transport:?}", stringify!($name)));
                let (_server, $client) = Client::start(transport, &folder, $options).await;
                $body
            }
        }
    )*};
}

fn each<'a>(list: &'a Value, key: &str) -> Vec<&'a Value> {
    list.as_array().unwrap().iter().map(|item| &item[key]).collect()
}

over_both! {
    tools_are_listed_with_their_schemas(client, &[]) {
        let names: Vec<_> = client.tools.iter().map(|tool| &*tool.name).collect();
        let expected = ["count_source", "dependents", "drill", "list_packages", "show_package"];
        assert_eq!(names, expected);
        for tool in &client.tools {
            assert!(tool.description.as_deref().unwrap().ends_with('.'), "{}", tool.name);
            for schema in [&tool.input_schema, tool.output_schema.as_ref().unwrap()] {
                let schema = Value::Object((**schema).clone());
                jsonschema::meta::validate(&schema).unwrap();
                assert_eq!(schema["type"], "object");
            }
        }
    }

    tools_answer(client, &[]) {
        let listed = client.call("list_packages", json!({})).await;
        assert_eq!(each(&listed["data"]["packages"], "name"), ["apple", "banana", "cherry"]);
        assert_eq!(listed["meta"]["pagination"], json!({"has_more": false}));
        let found = client.call("list_packages", json!({"query": "RED", "cursor": "a"})).await;
        assert_eq!(each(&found["data"]["packages"], "name"), ["apple"]);
        let shown = client.call("show_package", json!({"name": "cherry"})).await;
        assert_eq!(shown["data"]["package"]["dependencies"], json!(["apple"]));
        assert!(shown["meta"]["telemetry"]["duration_ms"].is_u64());
        let found = client.call("dependents", json!({"crate": "apple"})).await;
        assert_eq!(each(&found["data"]["dependents"], "package"), ["banana", "cherry"]);
        let counted = client.call("count_source", json!({"name": "apple"})).await;
        assert_eq!(counted["data"], json!({"package": "apple", "files": 1, "lines": 1}));
    }

    failures_are_envelopes(client, &["--time-limit", "3"]) {
        let slow = json!({"outcome": "success", "wait_ms": 9_000});
        for (tool, arguments, code, detail) in [
            ("show_package", json!({"name": "appel"}), "NOT_FOUND", "near_misses"),
            ("count_source", json!({"name": "../../etc"}), "NOT_FOUND", "name"),
            ("dependents", json!({"crate": ""}), "VALIDATION_ERROR", "max"),
            // The SDK alone would answer these three in plain text.
            ("list_packages", json!({"querry": "a"}), "VALIDATION_ERROR", "field"),
            ("show_package", json!({"name": 7}), "VALIDATION_ERROR", "field"),
            ("show_package", json!({}), "MISSING_REQUIRED", "field"),
            ("drill", json!({"outcome": "rate_limit"}), "RATE_LIMIT_EXCEEDED", ""),
            ("drill", json!({"outcome": "internal"}), "INTERNAL_ERROR", ""),
            ("drill", slow, "TIMEOUT", ""),
        ] {
            let (found, envelope) = client.failure(tool, arguments).await;
            assert_eq!(found, code, "{envelope:#}");
            let data = &envelope["data"];
            assert!(detail.is_empty() || !data["details"][detail].is_null(), "{envelope:#}");
            assert!(!envelope.to_string().contains("swordfish"), "{envelope:#}");
        }
    }

    a_panic_is_an_envelope_and_the_server_goes_on(client, &[]) {
        let (code, envelope) = client.failure("drill", json!({"outcome": "panic"})).await;
        assert_eq!(code, "INTERNAL_ERROR");
        assert_eq!(envelope["error"], "An internal error occurred (request test)");
        assert_eq!(client.call("list_packages", json!({})).await["success"], true);
    }

    two_hundred_calls_at_once_keep_their_ids(client, &[]) {
        // Long waits first, so that answers overtake each other.
        let calls = (0..200).map(async |number| {
            let id = format!("call-{number}");
            let envelope = if number % 4 == 0 {
                let name = format!("appl{number}");
                let lost = client.call_as(&id, "show_package", json!({"name": name})).await;
                assert_eq!(lost["data"]["details"]["name"], *name);
                lost
            } else {
                let arguments = json!({"outcome": "rate_limit", "wait_ms": 200 - number});
                client.call_as(&id, "drill", arguments).await
            };
            assert_eq!(envelope["meta"]["request_id"], *id);
        });
        join_all(calls).await;
    }
}

/// A client without an id of its own gets the protocol's.
#[tokio::test]
async fn each_request_has_an_id() {
    let (_server, client) = Client::start(Transport::Stdio, &workspace("ids"), &[]).await;
    let mut ids = BTreeSet::new();
    for _ in 0..3 {
        let mut params = request("", "list_packages", json!({}));
        params.meta = None;
        let envelope = client.service.call_tool(params).await.unwrap().structured_content.unwrap();
        ids.insert(envelope["meta"]["request_id"].as_str().unwrap().to_owned());
    }
    assert_eq!(ids.len(), 3);
}

#[tokio::test]
async fn files_that_cannot_be_read_are_a_warning() {
    let folder = workspace("unreadable");
    for index in 0..60 {
        std::fs::write(folder.join(format!("apple/src/f{index}.rs")), b"\xff").unwrap();
    }
    let (_server, client) = Client::start(Transport::Stdio, &folder, &[]).await;
    let envelope = client.call("count_source", json!({"name": "apple"})).await;
    let meta = &envelope["meta"];
    assert_eq!(meta["content_fidelity"], "partial");
    assert_eq!(meta["dropped_content_ids"].as_array().unwrap().len(), 50);
    let warning = &meta["warning_details"][0];
    assert_eq!(warning["code"], "PARTIAL_FAILURE");
    assert_eq!(warning["context"]["dropped_count"], 60);
}
