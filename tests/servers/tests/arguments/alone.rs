//! A tool of the SDK that takes its arguments from `envelope-arguments`, without an envelope.

use envelope_arguments::Arguments;
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
