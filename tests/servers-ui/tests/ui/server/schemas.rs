use envelope_runtime::{Payload, ToolFailure, envelope_tool};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{tool, tool_router};

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Greet {
    name: String,
}

// The schema that the block hands over is also named by hand.
// why: Under `#[tool]`, the flag `output_schema` hands the schema over.
// fix: `#[tool(title = "Greet")]`
struct Server;

#[envelope_tool(dialect = "response-v2", data = "greeting", output_schema)]
#[tool_router(server_handler)]
impl Server {
    #[tool(title = "Greet", output_schema = Self::greet_output_schema())]
    async fn greet(&self, Parameters(greet): Parameters<Greet>) -> Result<String, ToolFailure> {
        Ok(greet.name)
    }
}

// The author writes the schema as for the SDK alone.
// why: The schema of a tool describes its whole answer, and the SDK knows only the data.
// fix: `output_schema` in `#[envelope_tool(…)]`, and `#[tool]`
struct SchemaOfTheData;

#[envelope_tool(dialect = "response-v2")]
#[tool_router]
impl SchemaOfTheData {
    #[tool(output_schema = rmcp::handler::server::tool::schema_for_type::<Greet>())]
    async fn greet(&self, Parameters(greet): Parameters<Greet>) -> Result<(), ToolFailure> {
        drop(greet.name);
        Ok(())
    }
}

// The line with the schema is copied from another tool.
// why: A client checks what `count` sends against the schema of `count`.
// fix: `#[tool]`, to which `output_schema` hands the tool's own schema
struct SchemaOfAnotherTool;

#[tool_router]
impl SchemaOfAnotherTool {
    #[envelope_tool(dialect = "response-v2", data = "greeting", output_schema)]
    #[tool]
    async fn greet(&self, Parameters(greet): Parameters<Greet>) -> Result<String, ToolFailure> {
        Ok(greet.name)
    }

    #[envelope_tool(dialect = "response-v2", data = "count", output_schema)]
    #[tool(output_schema = Self::greet_output_schema())]
    async fn count(&self) -> Result<u8, ToolFailure> {
        Ok(1)
    }
}

// The author writes the SDK's attribute first, and wants an output schema.
// why: The SDK's attribute expands first, and knows nothing of the schema.
// fix: `#[envelope_tool(dialect = "response-v2", data = "greeting", output_schema)]` above `#[tool]`
struct ToolAboveASchema;

#[tool_router(server_handler)]
impl ToolAboveASchema {
    #[tool]
    #[envelope_tool(dialect = "response-v2", data = "greeting", output_schema)]
    async fn greet(&self) -> Result<&'static str, ToolFailure> {
        Ok("Hello")
    }
}

// The author asks for a schema of a type that has none.
// why: The output schema of a tool contains the schema of its data.
// fix: `#[derive(Serialize, JsonSchema)]` on each of your types in the data
#[derive(serde::Serialize, Payload)]
struct Greeting {
    text: String,
}

struct DataWithoutASchema;

#[envelope_tool(dialect = "response-v2", output_schema)]
#[tool_router(server_handler)]
impl DataWithoutASchema {
    #[tool]
    async fn greet(&self) -> Result<Greeting, ToolFailure> {
        Ok(Greeting { text: String::from("Hello") })
    }
}

// The error of a tool with a schema has no code.
// why: A failure needs a code and an error type, and this type has neither.
// fix: `#[derive(ToolError)]` on the type, or `ToolFailure` as the error, made with `.map_err(ToolFailure::internal)`
#[derive(Debug)]
struct Broken;

struct ErrorOfNoToolErrorInASchema;

#[envelope_tool(dialect = "response-v2", output_schema, list_failures)]
#[tool_router(server_handler)]
impl ErrorOfNoToolErrorInASchema {
    #[tool]
    fn ping(&self) -> Result<(), Broken> {
        Err(Broken)
    }
}

fn main() {
    let _ = SchemaOfAnotherTool::tool_router();
    let _ = DataWithoutASchema;
}
