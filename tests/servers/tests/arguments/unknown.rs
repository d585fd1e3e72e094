//! Unknown keys in arguments that fit otherwise, and the ways to call a tool.

use axum::extract::{FromRequest, FromRequestParts, Request};
use envelope_runtime::axum08::{Form, Json, Query};
use envelope_runtime::{Envelope, ToolFailure, envelope_tool};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::tool;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code, reason = "a type is there to be read")]
struct Find {
    query: String,
    page_size: Option<u8>,
    exact: Option<bool>,
}

/// A type without keys accepts any key.
#[derive(Deserialize, JsonSchema)]
struct Options {}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code, reason = "a type is there to be read")]
struct Configure {
    options: Option<Options>,
}

struct Server;

#[envelope_tool(dialect = "response-v2")]
impl Server {
    #[tool]
    fn by_default(Parameters(_): Parameters<Find>) -> Result<(), ToolFailure> {
        Ok(())
    }

    #[envelope_tool(unknown_arguments = "warn")]
    #[tool]
    fn warns_in_metadata(Parameters(_): Parameters<Find>) -> Result<(), ToolFailure> {
        Ok(())
    }

    #[envelope_tool(
        unknown_arguments = "warn",
        dialect = "dotbot-mcp-response@1",
        summary("Found.")
    )]
    #[tool]
    fn warns(Parameters(_): Parameters<Find>) -> Result<(), ToolFailure> {
        Ok(())
    }

    #[envelope_tool(unknown_arguments = "ignore")]
    #[tool]
    fn ignores(Parameters(_): Parameters<Find>) -> Result<(), ToolFailure> {
        Ok(())
    }

    #[envelope_tool(unknown_arguments = "reject")]
    #[tool]
    async fn rejects(Parameters(_): Parameters<Find>) -> Result<(), ToolFailure> {
        Ok(())
    }

    #[envelope_tool(unknown_arguments = "reject")]
    #[tool]
    fn rejects_outside_of_options(Parameters(_): Parameters<Configure>) -> Result<(), ToolFailure> {
        Ok(())
    }

    #[envelope_tool(dialect = "mcp-2025-11-25")]
    #[tool]
    fn in_mcp(Parameters(_): Parameters<Find>) -> Result<(), ToolFailure> {
        Ok(())
    }

    #[envelope_tool(unknown_arguments = "warn", dialect = "mcp-2025-11-25")]
    #[tool]
    fn without_warnings(Parameters(_): Parameters<Find>) -> Result<(), ToolFailure> {
        Ok(())
    }

    #[envelope_tool(unknown_arguments = "warn")]
    #[tool]
    fn fails(Parameters(_): Parameters<Find>) -> Result<(), ToolFailure> {
        Err(ToolFailure::not_found("Index", "a"))
    }

    #[envelope_tool(unknown_arguments = "warn", data = "found", budget = 1_000)]
    #[tool]
    fn finds_too_much(Parameters(_): Parameters<Find>) -> Result<String, ToolFailure> {
        Ok("a".repeat(1_000))
    }

    #[envelope_tool(unknown_arguments = "warn")]
    #[tool]
    fn future(
        Parameters(_): Parameters<Find>,
    ) -> impl Future<Output = Result<(), ToolFailure>> + Send {
        async { Ok(()) }
    }
}

fn value(envelope: &Envelope) -> Value {
    serde_json::from_str(envelope.as_str()).unwrap()
}

const WARNING: &str = "The unknown argument `colour` was ignored";

#[tokio::test]
async fn an_unknown_key_is_treated_as_the_setting_says() {
    let call = json!({"query": "a", "colour": "red", "_meta": {"progressToken": 1}});

    for warned in [
        Server::warns_in_metadata(call.clone().into()),
        Server::future(call.clone().into()).await,
        Server::fails(call.clone().into()),
        Server::finds_too_much(call.clone().into()),
    ] {
        assert_eq!(value(&warned)["meta"]["warnings"], json!([WARNING]), "{warned:?}");
    }
    let too_much = Server::finds_too_much(call.clone().into());
    assert_eq!(too_much.error_code(), Some("RESULT_TOO_LARGE"));
    let warned = value(&Server::warns(call.clone().into()));
    assert_eq!(warned["status"], "warning");
    assert_eq!(warned["warnings"][0]["code"], "UNKNOWN_ARGUMENT");
    assert_eq!(warned["warnings"][0]["message"], WARNING);

    let ignored = value(&Server::ignores(call.clone().into()));
    assert_eq!(ignored["meta"], json!({"version": "response-v2"}));
    let without = Server::without_warnings(call.clone().into());
    assert!(without.is_success() && !without.as_str().contains("colour"), "{without:?}");

    for rejected in
        [Server::by_default(call.clone().into()), Server::rejects(call.clone().into()).await]
    {
        assert_eq!(rejected.error_code(), Some("VALIDATION_ERROR"));
        assert_eq!(
            value(&rejected)["error"],
            "Invalid arguments: `colour` is unknown, expected `exact` or `page_size`"
        );
    }
    // A contract without warnings cannot report an ignored key, so the call fails.
    let rejected = Server::in_mcp(call.into());
    let message = "`colour` is unknown, expected `exact` or `page_size`";
    assert!(!rejected.is_success() && rejected.as_str().contains(message), "{rejected:?}");

    let any = Server::rejects_outside_of_options(json!({"options": {"colour": "red"}}).into());
    assert!(any.is_success(), "{any:?}");
    let rejected = Server::rejects_outside_of_options(json!({"colour": "red"}).into());
    assert_eq!(rejected.error_code(), Some("VALIDATION_ERROR"));
}

/// Keys that have no room in the answer are counted, too.
#[tokio::test]
async fn many_unknown_keys_are_named_and_counted() {
    let call = |more: Value| {
        let mut call = json!({"query": "a"});
        let unrelated = (0..33).map(|index| (format!("zz{index:07}"), json!(index)));
        call.as_object_mut().unwrap().extend(unrelated);
        call.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        call
    };
    let rejected = Server::rejects(call(json!({})).into()).await;
    let message = value(&rejected)["error"].as_str().unwrap().to_owned();
    assert!(message.starts_with("Invalid arguments: 33 problems: (1) `zz0000000` is unknown, expected `exact` or `page_size` (2) "), "{message}");
    let warned = value(&Server::warns_in_metadata(call(json!({})).into()));
    assert_eq!(warned["meta"]["warnings"].as_array().unwrap().len(), 8);
    let refused = Server::by_default(call(json!({"pageSize": 5})).into());
    let message = "`pageSize` is unknown, did you mean `page_size`?";
    assert!(refused.as_str().contains(message), "{refused:?}");
}

/// A key close to an absent one is refused with every setting, since the call would succeed without its value.
#[tokio::test]
async fn a_key_close_to_an_absent_one_is_a_problem() {
    let call = json!({"query": "a", "page_sise": 5});
    for refused in [
        Server::by_default(call.clone().into()),
        Server::ignores(call.clone().into()),
        Server::without_warnings(call.clone().into()),
        Server::rejects(call.into()).await,
    ] {
        let message = "`page_sise` is unknown, did you mean `page_size`?";
        assert!(refused.as_str().contains(message), "{refused:?}");
    }
    // The known key is present, so the other key is not a misspelling of it.
    let both = Server::ignores(json!({"query": "a", "page_size": 5, "page_sise": 5}).into());
    assert!(both.is_success(), "{both:?}");
}

#[envelope_tool(dialect = "response-v2", unknown_arguments = "warn")]
async fn by_query(Query(_): Query<Find>) -> Result<(), ToolFailure> {
    Ok(())
}

#[envelope_tool(dialect = "response-v2")]
async fn by_form(Form(_): Form<Find>) -> Result<(), ToolFailure> {
    Ok(())
}

#[envelope_tool(dialect = "response-v2")]
async fn by_optional_body(body: Option<Json<Find>>) -> Result<(), ToolFailure> {
    let _ = body;
    Ok(())
}

async fn query(text: &str) -> Envelope {
    let request = Request::get(format!("/?{text}")).body(axum::body::Body::empty()).unwrap();
    let (mut parts, _) = request.into_parts();
    let Ok(query) = Query::from_request_parts(&mut parts, &()).await;
    by_query(query).await
}

async fn form(text: &'static str) -> Envelope {
    let request = Request::post("/")
        .header("content-type", "application/x-www-form-urlencoded")
        .body(text.into())
        .unwrap();
    let Ok(form) = Form::from_request(request, &()).await;
    by_form(form).await
}

/// A form can contain any bytes, and a key more than once.
#[tokio::test]
async fn any_form_is_searched_for_unknown_keys() {
    let long: &'static str = "a".repeat(70_000).leak();
    for value in ["a", "Sign in", "<a>", "\"a\"", "C#", "é", "%zz", long] {
        let text = format!("query={value}&pagesize=3").leak();
        let refused = form(text).await;
        let message = "`pagesize` is unknown, did you mean `page_size`?";
        assert!(refused.as_str().contains(message), "{value:.20}: {refused:.200}");
    }
    let refused = value(&form("query=C#&page_size=x").await);
    assert!(refused["error"].as_str().unwrap().contains("`page_size` has the wrong type"));
    let refused = query("query=a&pagesize=2&pagesize=3").await;
    assert!(refused.as_str().contains("did you mean `page_size`?"), "{refused}");
    let refused = query("query=a&query=b").await;
    assert_eq!(refused.error_code(), Some("VALIDATION_ERROR"), "{refused}");
}

/// All values in query strings and forms are text, so no message complains that a value is text.
#[tokio::test]
async fn query_strings_and_forms_name_every_problem() {
    let refused = value(&query("page_size=x&exact=yes").await);
    assert_eq!(
        refused["error"],
        "Invalid query string: 3 problems: \
         (1) `query` is missing, expected a string \
         (2) `exact` has the wrong type, expected `true` or `false` \
         (3) `page_size` has the wrong type, expected an integer from 0 to 255"
    );
    assert_eq!(refused["data"]["details"]["problems"].as_array().unwrap().len(), 3);
    let refused = value(&query("query=a&page_size=300").await);
    assert_eq!(
        refused["error"],
        "Invalid query string: `page_size` is out of range, expected an integer from 0 to 255"
    );
    let refused = value(&query("query=a&pagesize=3").await);
    assert_eq!(
        refused["error"],
        "Invalid query string: `pagesize` is unknown, did you mean `page_size`?"
    );
    assert_eq!(
        refused["data"]["remediation"],
        "Write `page_size` instead of `pagesize` in the query string"
    );
    assert!(query("query=a&page_size=3&exact=true").await.is_success());
    assert_eq!(value(&query("query=a&colour=red").await)["meta"]["warnings"], json!([WARNING]));

    assert!(form("query=a&page_size=3").await.is_success());
    let refused = value(&form("query=a&colour=red").await);
    assert_eq!(
        refused["error"],
        "Invalid form: `colour` is unknown, expected `exact` or `page_size`"
    );
}

#[tokio::test]
async fn an_optional_body_is_explained() {
    use axum::extract::OptionalFromRequest;

    for (body, is_success) in [(r#"{"query":"a"}"#, true), (r#"{"querry":"a"}"#, false)] {
        let request = Request::post("/").header("content-type", "application/json");
        let request = request.body(body.into()).unwrap();
        let Ok(json) = <Json<Find> as OptionalFromRequest<()>>::from_request(request, &()).await;
        let answer = by_optional_body(json).await;
        assert_eq!(answer.is_success(), is_success, "{answer:?}");
        assert_eq!(answer.as_str().contains("did you mean `query`?"), !is_success, "{answer:?}");
    }
}

#[test]
fn an_input_schema_says_whether_unknown_keys_are_refused() {
    for (tool, is_closed) in [
        (Server::by_default_tool_attr(), true),
        (Server::rejects_tool_attr(), true),
        (Server::in_mcp_tool_attr(), true),
        (Server::warns_tool_attr(), false),
        (Server::ignores_tool_attr(), false),
    ] {
        let closed = tool.input_schema.get("additionalProperties");
        assert_eq!(closed, is_closed.then_some(&Value::Bool(false)), "{}", tool.name);
    }
}
