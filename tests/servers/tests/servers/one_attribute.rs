//! One attribute for a whole server: the client gets the SDK's list of tools, and the tools' own envelopes.

use crate::support::{call, connect};
use envelope_runtime::response_v2::ResponseV2;
use envelope_runtime::schema::OutputSchema;
use envelope_runtime::{AnyDialect, Payload, ToolError, ToolFailure, envelope_tool};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolResult, Icon};
use rmcp::{Json, tool, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Serialize, Payload, JsonSchema)]
struct Greeting {
    text: String,
}

#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Greet {
    /// Who is greeted.
    name: String,
    /// How often.
    #[serde(default)]
    times: Option<u8>,
}

fn icons() -> Vec<Icon> {
    vec![Icon::new("https://example.com/icon.png")]
}

/// An error without a variant for invalid arguments.
#[derive(Debug, thiserror::Error, ToolError)]
enum GreetError {
    #[error("{name} is away")]
    #[tool_error(code = "AWAY", error_type = "conflict")]
    Away { name: String },
}

fn greeting(name: &str) -> Result<Greeting, GreetError> {
    match name {
        "Bob" => Err(GreetError::Away { name: name.to_owned() }),
        name => Ok(Greeting { text: format!("Hello {name}") }),
    }
}

struct Server;

#[envelope_tool(dialect = "response-v2", output_schema)]
#[tool_router(server_handler)]
impl Server {
    /// Greets somebody,
    /// politely.
    #[tool(
        title = "Greets",
        annotations(title = "A greeting", read_only_hint = true),
        icons = icons(),
    )]
    async fn greet(&self, Parameters(greet): Parameters<Greet>) -> Result<Greeting, GreetError> {
        tokio::task::yield_now().await;
        greeting(&greet.name)
    }

    /// A pattern that takes the arguments apart.
    #[rmcp::tool(name = "taken-apart")]
    fn taken_apart(
        &self,
        Parameters(Greet { mut name, .. }): Parameters<Greet>,
    ) -> Result<Greeting, GreetError> {
        name.push('!');
        greeting(&name)
    }

    /// The arguments under a name.
    #[tool]
    #[envelope_tool(catch_panic)]
    async fn named(
        &self,
        arguments: rmcp::handler::server::wrapper::Parameters<Greet>,
    ) -> Result<Greeting, ToolFailure> {
        Ok(greeting(&arguments.0.name)?)
    }

    /// A future, which is made from the arguments.
    #[tool]
    fn future(
        &self,
        Parameters(greet): Parameters<Greet>,
    ) -> std::pin::Pin<Box<dyn Future<Output = Result<Greeting, ToolFailure>> + Send + '_>> {
        let name = greet.name.clone();
        Box::pin(async move { Ok(greeting(&name)?) })
    }

    /// Several contracts.
    #[envelope_tool(
        dialects("response-v2", "dotbot-mcp-response@1"),
        summary("Said {}", data.text),
        version = "1.0.0"
    )]
    #[tool]
    fn negotiated(&self, Parameters(greet): Parameters<Greet>) -> Result<Greeting, GreetError> {
        greeting(&greet.name)
    }

    /// Without arguments, and with a schema written by hand.
    #[tool(output_schema = OutputSchema::<ResponseV2, ()>::new().into())]
    #[envelope_tool(returns = CallToolResult, data = "n")]
    fn count() -> Result<u8, ToolFailure> {
        Ok(Self::plain())
    }

    fn plain() -> u8 {
        1
    }
}

/// The same server with the SDK alone.
struct Alone;

#[tool_router(server_handler)]
impl Alone {
    /// Greets somebody,
    /// politely.
    #[tool(
        title = "Greets",
        annotations(title = "A greeting", read_only_hint = true),
        icons = icons(),
    )]
    async fn greet(&self, Parameters(greet): Parameters<Greet>) -> Json<Greeting> {
        Json(Greeting { text: greet.name })
    }

    /// A pattern that takes the arguments apart.
    #[tool(name = "taken-apart")]
    fn taken_apart(&self, Parameters(Greet { name, times }): Parameters<Greet>) -> Json<Greeting> {
        Json(Greeting { text: format!("{name}{times:?}") })
    }

    /// The arguments under a name.
    #[tool]
    async fn named(&self, arguments: Parameters<Greet>) -> Json<Greeting> {
        Json(Greeting { text: arguments.0.name })
    }

    /// A future, which is made from the arguments.
    #[tool]
    async fn future(&self, Parameters(greet): Parameters<Greet>) -> Json<Greeting> {
        Json(Greeting { text: greet.name })
    }

    /// Several contracts.
    #[tool]
    fn negotiated(&self, Parameters(greet): Parameters<Greet>) -> Json<Greeting> {
        Json(Greeting { text: greet.name })
    }

    /// Without arguments, and with a schema written by hand.
    #[tool]
    fn count() -> Json<u8> {
        Json(1)
    }
}

#[tokio::test]
async fn what_the_sdk_lists_is_unchanged() {
    let tools = connect(Server).await.list_all_tools().await.unwrap();
    let alone = connect(Alone).await.list_all_tools().await.unwrap();
    assert_eq!(tools.len(), 6);
    for (tool, alone) in tools.iter().zip(&alone) {
        let (mut tool, mut alone) = (json!(tool), json!(alone));
        for tool in [&mut tool, &mut alone] {
            tool.as_object_mut().unwrap().remove("outputSchema");
        }
        // The SDK's input schemas have formats that some clients refuse, such as `uint8`.
        let mut portable = schemars::Schema::try_from(alone["inputSchema"].take()).unwrap();
        envelope_arguments::portable(&mut portable);
        alone["inputSchema"] = portable.to_value();
        // The SDK accepts unknown arguments.
        let is_closed = tool["inputSchema"].as_object_mut().unwrap().remove("additionalProperties");
        let has_keys =
            tool["inputSchema"]["properties"].as_object().is_some_and(|keys| !keys.is_empty());
        assert_eq!(is_closed.is_some(), has_keys, "{tool}");
        alone["inputSchema"].as_object_mut().unwrap().remove("additionalProperties");
        assert_eq!(tool, alone);
    }
    let greet = json!(tools.iter().find(|tool| tool.name == "greet").unwrap());
    assert_eq!(greet["description"], "Greets somebody,\npolitely.");
    assert_eq!(greet["annotations"]["readOnlyHint"], true);
    assert_eq!(greet["icons"][0]["src"], "https://example.com/icon.png");
    assert_eq!(greet["inputSchema"]["properties"]["name"]["description"], "Who is greeted.");
}

#[tokio::test]
async fn the_output_schema_is_handed_to_the_sdk() {
    let tools = connect(Server).await.list_all_tools().await.unwrap();
    let schema = |name: &str| {
        tools.iter().find(|tool| tool.name == name).unwrap().output_schema.clone().unwrap()
    };
    for (name, of_tool) in [
        ("greet", Server::greet_output_schema()),
        ("taken-apart", Server::greet_output_schema()),
        ("named", Server::named_output_schema()),
        ("future", Server::named_output_schema()),
        ("negotiated", Server::negotiated_output_schema()),
    ] {
        assert_eq!(schema(name), of_tool, "{name}");
    }
    let open = OutputSchema::<ResponseV2, Greeting>::new().into_object();
    assert_eq!(*schema("named"), open);
    assert_ne!(*schema("greet"), open);
    assert_ne!(schema("negotiated"), schema("greet"));
    // The schema of `count` is handwritten.
    assert_eq!(*schema("count"), OutputSchema::<ResponseV2, ()>::new().into_object());
}

#[tokio::test]
async fn arguments_that_fit_reach_the_tool() {
    let client = connect(Server).await;
    for (name, text) in [
        ("greet", "Hello Ann"),
        ("taken-apart", "Hello Ann!"),
        ("named", "Hello Ann"),
        ("future", "Hello Ann"),
        ("negotiated", "Hello Ann"),
    ] {
        let result = call(&client, name, json!({"name": "Ann"})).await;
        assert_eq!(result.is_error, Some(false), "{name}");
        assert_eq!(result.structured_content.unwrap()["data"], json!({"text": text}), "{name}");

        if name != "taken-apart" {
            let result = call(&client, name, json!({"name": "Bob"})).await;
            let data = &result.structured_content.unwrap()["data"];
            assert_eq!(data["error_code"], "AWAY", "{name}");
        }
    }
    let result = call(&client, "count", json!({})).await;
    assert_eq!(result.structured_content.unwrap()["data"], json!({"n": 1}));
}

#[tokio::test]
async fn arguments_that_do_not_fit_are_the_tools_envelope() {
    let client = connect(Server).await;
    for name in ["greet", "taken-apart", "named", "future", "negotiated"] {
        for (arguments, code, problem, message, advice) in [
            (
                json!({}),
                "MISSING_REQUIRED",
                json!({"field": "name", "problem": "missing", "expected": "a string"}),
                "Invalid arguments: `name` is missing, expected a string",
                "Add `name` to the arguments",
            ),
            (
                json!({"name": true}),
                "VALIDATION_ERROR",
                json!({"field": "name", "problem": "wrong_type", "expected": "a string"}),
                "Invalid arguments: `name` is a boolean, expected a string",
                "Correct `name` in the arguments",
            ),
            (
                json!({"name": "a", "times": 300}),
                "VALIDATION_ERROR",
                json!({
                    "field": "times",
                    "problem": "out_of_range",
                    "expected": "an integer from 0 to 255",
                }),
                "Invalid arguments: `times` is out of range, expected an integer from 0 to 255",
                "Correct `times` in the arguments",
            ),
        ] {
            let result = call(&client, name, arguments).await;
            assert_eq!(result.is_error, Some(true), "{name}");
            let envelope = result.structured_content.unwrap();
            assert_eq!(
                envelope,
                json!({
                    "success": false,
                    "data": {
                        "error_code": code,
                        "error_type": "validation",
                        "remediation": advice,
                        "details": {"field": problem["field"], "problems": [problem]},
                    },
                    "error": message,
                    "meta": envelope["meta"].clone(),
                }),
                "{name}"
            );
            assert_eq!(envelope["meta"]["version"], "response-v2");
        }
    }
}

/// A test calls a tool without a server, and chooses the contract.
#[test]
fn a_test_calls_a_tool() {
    let dotbot = AnyDialect::of::<envelope_runtime::dotbot::Dotbot>();
    let refused = dotbot.sync_scope(|| Server.negotiated(json!({}).into()));
    assert_eq!(refused.dialect(), "dotbot-mcp-response@1");
    assert_eq!(refused.error_code(), Some("MISSING_REQUIRED"));
    let wire: Value = serde_json::from_str(refused.as_str()).unwrap();
    assert_eq!(wire["errors"][0]["details"]["field"], "name");
    assert_eq!(wire["version"], "1.0.0");

    let greet = Greet { name: "Ann".to_owned(), times: None };
    assert!(Server.negotiated(Parameters(greet).into()).is_success());
}

/// Functions with the attribute above the SDK's attribute.
struct Single;

#[tool_router(server_handler)]
impl Single {
    /// Greets.
    #[envelope_tool(dialect = "mcp-2025-11-25", output_schema)]
    #[cfg_attr(all(), tool)]
    async fn greet(&self, Parameters(greet): Parameters<Greet>) -> Result<Greeting, GreetError> {
        greeting(&greet.name)
    }

    #[envelope_tool(dialect = "response-v2", data = "n", output_schema)]
    #[tool]
    async fn boxed(&self) -> Result<u8, ToolFailure> {
        Ok(1)
    }
}

#[tokio::test]
async fn one_function() {
    use rmcp::ServerHandler;

    assert!(Single.get_tool("boxed").unwrap().output_schema.is_some());
    let arguments = envelope_runtime::rmcp3::Arguments::from(json!({"name": []}));
    let refused = Single.greet(arguments).await;
    assert_eq!(refused.error_code(), Some("VALIDATION_ERROR"));
    let wire: Value = serde_json::from_str(refused.as_str()).unwrap();
    assert_eq!(wire["isError"], true);
}

/// A server that names its dialect once, for sixty tools.
macro_rules! many_tools {
    ($($tool:ident)*) => {
        struct Many;

        #[envelope_tool(dialect = "response-v2", data = "greeting", output_schema)]
        #[tool_router(server_handler)]
        impl Many {
            $(
                /// One of them.
                #[tool]
                async fn $tool(
                    &self,
                    Parameters(greet): Parameters<Greet>,
                ) -> Result<String, ToolFailure> {
                    Ok(format!("{} from {}", greet.name, stringify!($tool)))
                }
            )*
        }

        const MANY: &[&str] = &[$(stringify!($tool)),*];
    };
}

many_tools! {
    t00 t01 t02 t03 t04 t05 t06 t07 t08 t09 t10 t11 t12 t13 t14 t15 t16 t17 t18 t19
    t20 t21 t22 t23 t24 t25 t26 t27 t28 t29 t30 t31 t32 t33 t34 t35 t36 t37 t38 t39
    t40 t41 t42 t43 t44 t45 t46 t47 t48 t49 t50 t51 t52 t53 t54 t55 t56 t57 t58 t59
}

#[tokio::test]
async fn sixty_tools_name_their_dialect_once() {
    let client = connect(Many).await;
    let listed = client.list_all_tools().await.unwrap();
    assert_eq!(MANY.len(), 60);
    assert!(listed.iter().map(|tool| tool.name.as_ref()).eq(MANY.iter().copied()));
    assert!(listed.iter().all(|tool| tool.output_schema.is_some()));
    for &tool in MANY {
        let result = call(&client, tool, json!({"name": "Ann"})).await;
        let envelope = result.structured_content.unwrap();
        assert_eq!(envelope["data"]["greeting"], format!("Ann from {tool}"));
        assert_eq!(envelope["meta"]["version"], "response-v2");
    }
}
