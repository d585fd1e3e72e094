//! Every tool of the server, its successes and its failures, over both transports.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::support::{Client, TRANSPORTS, Transport, empty_folder, request, workspace};
use rmcp::model::ErrorCode;
use rmcp::service::ServiceError;
use serde_json::{Value, json};

/// Runs a test over each transport, with a client of a server of its own.
macro_rules! over_both {
    ($($name:ident($client:ident, $options:expr) $body:block)*) => {$(
        #[tokio::test]
        async fn $name() {
            for transport in TRANSPORTS {
                let folder = workspace(&format!("{}_{transport:?}", stringify!($name)));
                let $client = Client::start(transport, &folder, $options).await;
                $body
            }
        }
    )*};
}

/// The values of one key in a list.
fn each<'a>(list: &'a Value, key: &str) -> Vec<&'a Value> {
    list.as_array().unwrap().iter().map(|item| &item[key]).collect()
}

over_both! {
    tools_are_listed_with_their_schemas(client, &[]) {
        let names: Vec<_> = client.tools.iter().map(|tool| &*tool.name).collect();
        assert_eq!(
            names,
            [
                "count_source",
                "dependents",
                "exports",
                "find_packages",
                "list_packages",
                "show_package",
                "unsafe_sites",
            ]
        );
        for tool in &client.tools {
            assert!(tool.description.as_deref().unwrap().ends_with('.'), "{}", tool.name);
            for schema in [&tool.input_schema, tool.output_schema.as_ref().unwrap()] {
                let schema = Value::Object((**schema).clone());
                jsonschema::meta::validate(&schema).unwrap();
                assert_eq!(schema["type"], "object");
            }
            let annotations = tool.annotations.as_ref().unwrap();
            assert_eq!(annotations.read_only_hint, Some(true), "{}", tool.name);
        }
    }

    output_schemas_make_the_list_at_most_twice_as_long(client, &[]) {
        let mut tools = client.tools.clone();
        let with = serde_json::to_string(&tools).unwrap().len();
        for tool in &mut tools {
            tool.output_schema = None;
        }
        let without = serde_json::to_string(&tools).unwrap().len();
        assert!(with <= 2 * without, "{with} {without}");
    }

    packages_are_listed_in_pages(client, &[]) {
        let first = client.call("list_packages", json!({"page_size": 2})).await;
        assert_eq!(each(&first["data"]["packages"], "name"), ["apple", "banana"]);
        let pagination = &first["meta"]["pagination"];
        assert_eq!(pagination["has_more"], true);
        assert_eq!(pagination["total_count"], 3);
        let next = json!({"page_size": 2, "cursor": pagination["cursor"]});
        let second = client.call("list_packages", next).await;
        assert_eq!(each(&second["data"]["packages"], "name"), ["cherry"]);
        let end = json!({"has_more": false, "total_count": 3, "page_size": 2});
        assert_eq!(second["meta"]["pagination"], end);
    }

    packages_are_found(client, &[]) {
        let found = client.call("find_packages", json!({"query": "RED"})).await;
        assert_eq!(each(&found["data"]["packages"], "name"), ["apple"]);
        let none = client.call("find_packages", json!({"query": "plum"})).await;
        assert_eq!(none["data"]["packages"], json!([]));
    }

    a_package_is_shown(client, &[]) {
        let shown = client.call("show_package", json!({"name": "cherry"})).await;
        let package = &shown["data"]["package"];
        assert_eq!(package["version"], "1.2.3");
        assert_eq!(package["dependencies"], json!(["apple"]));
        assert!(shown["meta"]["telemetry"]["duration_ms"].is_u64());
    }

    dependents_are_found(client, &[]) {
        let found = client.call("dependents", json!({"crate": "apple"})).await;
        assert_eq!(each(&found["data"]["dependents"], "package"), ["banana", "cherry"]);
    }

    source_is_counted(client, &[]) {
        let counted = client.call("count_source", json!({"name": "apple"})).await;
        let source = json!({"files": 1, "lines": 4, "unsafe_blocks": 1});
        assert_eq!(counted["data"], json!({"package": "apple", "source": source}));
    }

    unsafe_is_found(client, &[]) {
        let found = client.call("unsafe_sites", json!({"name": "apple"})).await;
        let sites = json!([
            {"file": "apple/src/lib.rs", "line": 3, "kind": "block", "item": "bite"},
            {"file": "apple/src/lib.rs", "line": 4, "kind": "function", "item": "core"},
        ]);
        assert_eq!(found["data"]["sites"], sites);
    }

    exports_are_listed(client, &[]) {
        let listed = client.call("exports", json!({"name": "apple"})).await;
        let exports = &listed["data"]["exports"];
        assert_eq!(each(exports, "path"), ["apple::Core", "apple::peel"]);
        assert_eq!(exports[1]["signature"], "pub fn peel()");
    }

    what_cannot_be_read_is_a_warning(client, &[]) {
        for (tool, key) in [("exports", "exports"), ("unsafe_sites", "sites"), ("count_source", "source")] {
            let envelope = client.call(tool, json!({"name": "cherry"})).await;
            assert!(envelope["data"].get(key).is_some(), "{tool}");
            let warning = &envelope["meta"]["warning_details"][0];
            assert_eq!(warning["code"], "PARTIAL_FAILURE", "{tool}");
            assert_eq!(warning["context"]["files"], json!(["cherry/src/stone.rs"]), "{tool}");
            assert_eq!(envelope["meta"]["warnings"][0], warning["message"], "{tool}");
        }
    }

    a_page_is_cut_for_its_size(client, &["--max-page-bytes", "150"]) {
        let mut names = Vec::new();
        let mut arguments = json!({"page_size": 3});
        loop {
            let page = client.call("list_packages", arguments.clone()).await;
            assert!(page["data"].to_string().len() < 200, "{page}");
            let packages = page["data"]["packages"].as_array().unwrap();
            names.extend(packages.iter().map(|package| package["name"].clone()));
            let pagination = &page["meta"]["pagination"];
            if pagination["has_more"] == json!(false) {
                break;
            }
            let code = &page["meta"]["warning_details"][0]["code"];
            assert_eq!(*code, "CONTENT_TRUNCATED");
            arguments["cursor"] = pagination["cursor"].clone();
        }
        assert_eq!(names, ["apple", "banana", "cherry"]);
    }

    what_is_asked_wrongly_fails_with_a_remedy(client, &[]) {
        let long = "x".repeat(65);
        for (tool, arguments, code, category) in [
            ("show_package", json!({"name": "appel"}), "NOT_FOUND", "not_found"),
            ("show_package", json!({"name": ""}), "VALIDATION_ERROR", "validation"),
            ("show_package", json!({"name": long}), "VALIDATION_ERROR", "validation"),
            ("find_packages", json!({"query": ""}), "VALIDATION_ERROR", "validation"),
            ("dependents", json!({"crate": ""}), "VALIDATION_ERROR", "validation"),
            ("list_packages", json!({"page_size": 0}), "VALIDATION_ERROR", "validation"),
            ("list_packages", json!({"page_size": 51}), "VALIDATION_ERROR", "validation"),
            ("list_packages", json!({"cursor": "plum"}), "INVALID_FORMAT", "validation"),
            ("find_packages", json!({"query": "a", "cursor": "plum"}), "INVALID_FORMAT", "validation"),
            ("dependents", json!({"crate": "apple", "cursor": "plum"}), "INVALID_FORMAT", "validation"),
            ("exports", json!({"name": "apple", "cursor": "plum"}), "INVALID_FORMAT", "validation"),
            ("unsafe_sites", json!({"name": "apple", "cursor": "plum"}), "INVALID_FORMAT", "validation"),
            ("exports", json!({"name": "banana"}), "NO_LIBRARY", "not_found"),
            ("exports", json!({"name": "plum"}), "NOT_FOUND", "not_found"),
            ("unsafe_sites", json!({"name": "plum"}), "NOT_FOUND", "not_found"),
            ("count_source", json!({"name": "../../etc"}), "NOT_FOUND", "not_found"),
        ] {
            let (found, found_category, envelope) = client.failure(tool, arguments).await;
            assert_eq!((&*found, &*found_category), (code, category), "{envelope:#}");
            assert!(!envelope["data"]["remediation"].as_str().unwrap().is_empty(), "{envelope:#}");
        }
        let (.., envelope) = client.failure("show_package", json!({"name": "appel"})).await;
        assert_eq!(envelope["data"]["details"]["near_misses"], json!(["apple"]));
    }

    invalid_arguments_are_the_same_envelope(client, &["--drill"]) {
        for (tool, arguments, field) in [
            ("list_packages", json!({"page_size": "ten"}), "page_size"),
            ("list_packages", json!({"page_size": -1}), "page_size"),
            ("list_packages", json!({"pagesize": 2}), "pagesize"),
            ("show_package", json!({"name": 7}), "name"),
            ("dependents", json!({"krate": "serde"}), "krate"),
            ("count_source", json!({"name": null}), "name"),
            ("unsafe_sites", json!({"name": ["apple"]}), "name"),
            ("exports", json!({"name": "apple", "cursor": 1}), "cursor"),
            ("drill", json!({"outcome": "party"}), "outcome"),
        ] {
            let (code, category, envelope) = client.failure(tool, arguments).await;
            assert_eq!((&*code, &*category), ("VALIDATION_ERROR", "validation"));
            assert_eq!(envelope["data"]["details"]["field"], field, "{envelope:#}");
            assert!(envelope["error"].as_str().unwrap().starts_with("Invalid arguments: "));
        }
        for (tool, field) in [
            ("find_packages", "query"),
            ("show_package", "name"),
            ("dependents", "crate"),
            ("count_source", "name"),
            ("unsafe_sites", "name"),
            ("exports", "name"),
            ("drill", "outcome"),
        ] {
            let (code, category, envelope) = client.failure(tool, json!({})).await;
            assert_eq!((&*code, &*category), ("MISSING_REQUIRED", "validation"));
            assert_eq!(envelope["data"]["details"]["field"], field, "{envelope:#}");
        }
    }

    an_unknown_tool_is_an_error_of_the_protocol(client, &[]) {
        // Without the option, the drill is no tool either.
        for name in ["plum", "drill"] {
            let error = client.service.call_tool(request("x", name, json!({}))).await.unwrap_err();
            let ServiceError::McpError(error) = error else { panic!("{error:?}") };
            assert_eq!(error.code, ErrorCode::INVALID_PARAMS);
            assert_eq!(error.message, "tool not found");
        }
    }

    a_call_that_takes_too_long_is_answered(client, &["--drill", "--time-limit", "1"]) {
        let slow = json!({"outcome": "success", "wait_ms": 9_000});
        let (code, category, envelope) = client.failure("drill", slow).await;
        assert_eq!((&*code, &*category), ("TIMEOUT", "unavailable"));
        assert_eq!(envelope["error"], "The operation took longer than 1s");
    }

    a_package_beyond_the_bound_is_a_failure(client, &["--max-page-bytes", "100"]) {
        let (code, ..) = client.failure("show_package", json!({"name": "apple"})).await;
        assert_eq!(code, "TOO_LARGE");
    }

    every_category_of_failure(client, &["--drill"]) {
        let done = client.call("drill", json!({"outcome": "success"})).await;
        assert_eq!(done["data"], json!({}));
        for category in [
            "validation",
            "authentication",
            "authorization",
            "not_found",
            "conflict",
            "rate_limit",
            "feature_flag",
            "internal",
            "unavailable",
        ] {
            let (_, found, envelope) = client.failure("drill", json!({"outcome": category})).await;
            assert_eq!(found, category);
            let text = envelope.to_string();
            assert!(!text.contains("swordfish"), "{text}");
        }
        let (.., limited) = client.failure("drill", json!({"outcome": "rate_limit"})).await;
        assert_eq!(limited["data"]["retry_after_seconds"], 1);
        let too_long = json!({"outcome": "success", "wait_ms": 10_001});
        let (code, ..) = client.failure("drill", too_long).await;
        assert_eq!(code, "VALIDATION_ERROR");
    }

    a_panic_is_an_internal_error_and_the_server_goes_on(client, &["--drill"]) {
        let (code, category, envelope) = client.failure("drill", json!({"outcome": "panic"})).await;
        assert_eq!((&*code, &*category), ("INTERNAL_ERROR", "internal"));
        assert_eq!(envelope["error"], "An internal error occurred (request test)");
        let done = client.call("drill", json!({"outcome": "success"})).await;
        assert_eq!(done["success"], true);
    }

    two_hundred_calls_at_once_keep_their_ids(client, &["--drill"]) {
        let client = Arc::new(client);
        let calls: Vec<_> = (0..200)
            .map(|number| {
                let client = client.clone();
                tokio::spawn(async move {
                    let id = format!("call-{number}");
                    // Long waits first, so that answers overtake each other; and real work between them.
                    let envelope = match number % 4 {
                        0 => {
                            let name = format!("appl{number}");
                            let lost = client.call_as(&id, "show_package", json!({"name": name}));
                            let envelope = lost.await;
                            assert_eq!(envelope["data"]["details"]["name"], *name);
                            envelope
                        }
                        1 => client.call_as(&id, "unsafe_sites", json!({"name": "apple"})).await,
                        _ => {
                            let wait = 200 - number;
                            let drill = json!({"outcome": "conflict", "wait_ms": wait});
                            client.call_as(&id, "drill", drill).await
                        }
                    };
                    envelope["meta"]["request_id"].as_str().unwrap().to_owned()
                })
            })
            .collect();
        let mut ids = BTreeSet::new();
        for call in calls {
            ids.insert(call.await.unwrap());
        }
        assert_eq!(ids.len(), 200);
    }
}

#[tokio::test]
async fn a_folder_without_a_manifest() {
    for transport in TRANSPORTS {
        let folder = empty_folder(&format!("no_manifest_{transport:?}"));
        let manifest = folder.join("Cargo.toml");
        std::fs::write(&manifest, "[workspace]\n").unwrap();
        let client = Client::start(transport, &folder, &[]).await;
        // There is one in the folders above, which is not read.
        std::fs::remove_file(manifest).unwrap();
        let (code, category, envelope) = client.failure("list_packages", json!({})).await;
        assert_eq!((&*code, &*category), ("MANIFEST_UNREADABLE", "validation"), "{envelope:#}");
        assert!(!envelope.to_string().contains(folder.to_str().unwrap()), "{envelope:#}");
    }
}

#[tokio::test]
async fn members_outside_the_folder_are_a_warning() {
    let folder = workspace("members_outside");
    let manifest = "[workspace]\nmembers = [\"apple\", \"../../elsewhere\"]\n";
    std::fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    let client = Client::start(Transport::Stdio, &folder, &[]).await;
    for (tool, arguments) in [
        ("list_packages", json!({})),
        ("find_packages", json!({"query": "app"})),
        ("dependents", json!({"crate": "serde"})),
    ] {
        let envelope = client.call(tool, arguments).await;
        let warning = &envelope["meta"]["warning_details"][0];
        assert_eq!(warning["code"], "PARTIAL_FAILURE", "{tool}");
        assert_eq!(warning["context"]["members"], json!(["../../elsewhere"]), "{tool}");
    }
}

/// A client that gives no id of its own gets the protocol's, each another.
#[tokio::test]
async fn without_an_id_of_its_own_a_request_has_the_protocols() {
    let folder = workspace("protocol_ids");
    let client = Client::start(Transport::Stdio, &folder, &[]).await;
    let mut ids = BTreeSet::new();
    for _ in 0..3 {
        let mut params = request("", "list_packages", json!({}));
        params.meta = None;
        let result = client.service.call_tool(params).await.unwrap();
        let envelope = result.structured_content.unwrap();
        ids.insert(envelope["meta"]["request_id"].as_str().unwrap().to_owned());
    }
    assert_eq!(ids.len(), 3);
}

#[tokio::test]
async fn so_many_unreadable_files_are_named_and_all_are_counted() {
    let folder = workspace("unreadable_files");
    for index in 0..60 {
        std::fs::write(folder.join(format!("apple/src/file_{index}.rs")), "fn (").unwrap();
    }
    let client = Client::start(Transport::Stdio, &folder, &[]).await;
    for tool in ["count_source", "unsafe_sites"] {
        let envelope = client.call(tool, json!({"name": "apple"})).await;
        let warning = &envelope["meta"]["warning_details"][0];
        assert_eq!(warning["context"]["files"].as_array().unwrap().len(), 50, "{tool}");
        assert!(warning["message"].as_str().unwrap().starts_with("60 files "), "{warning}");
    }
}
