//! Arguments with rules of `garde`, which are checked once they have the right type.

use axum::extract::{FromRequest, Request};
use envelope_runtime::axum08::Json;
use envelope_runtime::{Envelope, ToolFailure, envelope_tool};
use garde::Validate;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::tool;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize, JsonSchema, Validate)]
#[allow(dead_code, reason = "a type is there to be read")]
struct Find {
    #[garde(length(min = 2))]
    query: String,
    #[garde(dive)]
    pages: Vec<Page>,
}

#[derive(Deserialize, JsonSchema, Validate)]
struct Page {
    #[garde(range(min = 1, max = 100))]
    size: u8,
}

struct Server;

#[envelope_tool(dialect = "response-v2")]
impl Server {
    #[tool]
    fn find(Parameters(_): Parameters<Find>) -> Result<(), ToolFailure> {
        Ok(())
    }
}

#[envelope_tool(dialect = "response-v2")]
async fn body(Json(_): Json<Find>) -> Result<(), ToolFailure> {
    Ok(())
}

async fn post(json: &Value) -> Envelope {
    post_text(json.to_string()).await
}

async fn post_text(json: String) -> Envelope {
    let request = Request::post("/").header("content-type", "application/json");
    let request = request.body(json.into()).unwrap();
    let Ok(json) = Json::<Find>::from_request(request, &()).await;
    body(json).await
}

fn value(envelope: &Envelope) -> Value {
    serde_json::from_str(envelope.as_str()).unwrap()
}

#[tokio::test]
async fn broken_rules_are_the_same_list() {
    let good = json!({"query": "auth", "pages": [{"size": 1}]});
    assert!(Server::find(good.clone().into()).is_success());
    assert!(post(&good).await.is_success());

    let bad = json!({"query": "a", "pages": [{"size": 1}, {"size": 200}]});
    for refused in [value(&Server::find(bad.clone().into())), value(&post(&bad).await)] {
        assert_eq!(refused["data"]["error_code"], "VALIDATION_ERROR", "{refused}");
        let problems = &refused["data"]["details"]["problems"];
        assert_eq!(
            *problems,
            json!([
                {"field": "pages[1].size", "problem": "out_of_range", "expected": "at most 100"},
                {"field": "query", "problem": "out_of_range", "expected": "a length of at least 2"},
            ])
        );
        assert!(!refused.to_string().contains("200"), "{refused}");
    }
    // Repaired arguments have the same rules.
    let repaired = json!({"query": "a", "pages": [{"size": "1"}, {"size": "200"}]});
    for refused in [value(&Server::find(repaired.clone().into())), value(&post(&repaired).await)] {
        assert_eq!(
            refused["data"]["details"]["problems"].as_array().unwrap().len(),
            2,
            "{refused}"
        );
    }
    // Types are checked before rules.
    let wrong = value(&Server::find(json!({"query": "a", "pages": 7}).into()));
    assert_eq!(wrong["data"]["details"]["problems"][0]["problem"], "wrong_type");
}

#[tokio::test]
async fn broken_rules_are_beside_unknown_keys() {
    let bad = json!({"query": "a", "pages": [{"size": 1}], "colour": 3});
    for refused in [value(&Server::find(bad.clone().into())), value(&post(&bad).await)] {
        assert_eq!(
            refused["data"]["details"]["problems"],
            json!([
                {"field": "colour", "problem": "unknown", "expected": "only `pages` and `query`"},
                {"field": "query", "problem": "out_of_range", "expected": "a length of at least 2"},
            ])
        );
    }
    // Only a body can repeat a key: the SDK has already parsed the arguments of a tool under `#[tool]`.
    let twice = r#"{"query": "a", "query": "b", "pages": []}"#.to_owned();
    assert_eq!(
        value(&post_text(twice).await)["data"]["details"]["problems"],
        json!([
            {"field": "query", "problem": "invalid", "rule": "it is given twice"},
            {"field": "query", "problem": "out_of_range", "expected": "a length of at least 2"},
        ])
    );
}
