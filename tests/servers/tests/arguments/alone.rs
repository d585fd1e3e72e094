//! A tool of the SDK that takes its arguments from `envelope-arguments`, without an envelope.

use anyhow::Context as _;
use envelope_arguments::Arguments;
use envelope_runtime::envelope_tool;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::tool;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

#[derive(Deserialize, JsonSchema)]
struct Find {
    query: String,
}

struct Server;

impl Server {
    /// Finds issues.
    #[tool]
    fn find(&self, Parameters(arguments): Parameters<Arguments<Find>>) -> Result<String, String> {
        let find = arguments.read().map_err(|problems| problems.to_string())?;
        Ok(find.query)
    }
}

#[test]
fn a_tool_of_the_sdk_reads_its_arguments_itself() {
    let call = |json| Server.find(Parameters(serde_json::from_value(json).unwrap()));
    assert_eq!(call(json!({"query": "auth"})).unwrap(), "auth");
    let refused = "`qurey` is unknown, did you mean `query`?";
    assert_eq!(call(json!({"qurey": "auth"})).unwrap_err(), refused);

    let schema = json!(Server::find_tool_attr().input_schema);
    assert_eq!(schema["properties"], json!({"query": {"type": "string"}}));
    assert_eq!(schema["required"], json!(["query"]));
}

/// A tool whose error is an `anyhow::Error` reads text itself: the problems keep their code.
#[test]
fn problems_in_an_error_of_anyhow_keep_their_code() {
    #[envelope_tool(dialect = "response-v2", data = "query")]
    fn find(arguments: &str) -> anyhow::Result<String> {
        let find: Find = envelope_arguments::from_str(arguments).context("while finding")?;
        Ok(find.query)
    }

    assert!(find(r#"{"query": "auth"}"#).is_success());
    let refused = find("{}");
    assert_eq!(refused.error_code(), Some("MISSING_REQUIRED"));
    assert!(refused.as_str().contains("`query` is missing"), "{refused}");
}
