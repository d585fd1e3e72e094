use envelope_runtime::response_v2::{Reply, ResponseV2};
use envelope_runtime::schema::OutputSchema;
use envelope_runtime::{Envelope, Payload, ToolFailure, envelope_tool};
use schemars::JsonSchema;
use serde::Serialize;

// The author gives a generic tool a schema.
// why: The schema describes one type, and clients read it before a call.
// fix: a function without type parameters for each type, such as `fn read_spec() -> Result<Spec, ToolFailure>`
#[envelope_tool(dialect = "response-v2", output_schema)]
fn generic_tool<T: Serialize + JsonSchema + Payload>(data: T) -> Result<T, ToolFailure> {
    Ok(data)
}

// The author wants the output schema of a text tool.
// why: A client checks structured content against an output schema, and a text tool has none.
// fix: remove `output_schema`
#[envelope_tool(dialect = "mcp-2025-11-25", text, output_schema)]
fn output_schema_of_a_text() -> Result<String, ToolFailure> {
    Ok("# A".to_owned())
}

// The tools of the block are in the `impl` of a trait, which has no room for the functions that give their schemas.
// why: `output_schema` adds a function to the block, and the `impl` of a trait can't have functions that the trait doesn't declare.
// fix: the tool in `impl Server { … }`, or `OutputSchema::<ResponseV2, ()>::new()` instead of the flag
trait Tools {
    fn ping(&self) -> Envelope;
    fn count(&self) -> Envelope;
}

struct Server;

#[envelope_tool(dialect = "response-v2", output_schema)]
impl Tools for Server {
    #[envelope_tool]
    fn ping(&self) -> Result<(), ToolFailure> {
        Ok(())
    }

    #[envelope_tool(data = "count")]
    fn count(&self) -> Result<u8, ToolFailure> {
        Ok(1)
    }
}

// The tool is in the `impl` of a trait, which has no room for the function that gives the schema.
// why: `output_schema` adds a function to the block, and the `impl` of a trait can't have functions that the trait doesn't declare.
// fix: the tool in `impl Pinger { … }`, or `OutputSchema::<ResponseV2, ()>::new()` instead of the flag
trait Ping {
    fn ping(&self) -> Envelope;
}

struct Pinger;

impl Ping for Pinger {
    #[envelope_tool(dialect = "response-v2", output_schema)]
    fn ping(&self) -> Result<(), ToolFailure> {
        Ok(())
    }
}

// The author forgets to derive `JsonSchema`.
// why: The output schema of a tool contains the schema of its data.
// fix: `#[derive(Serialize, JsonSchema)]` on each of your types in the data
#[derive(Serialize, Payload)]
struct DataWithoutSchema {
    id: String,
}

#[envelope_tool(dialect = "response-v2", output_schema)]
fn data_without_schema() -> Result<DataWithoutSchema, ToolFailure> {
    Ok(DataWithoutSchema { id: "auth".to_owned() })
}

// The author forgets to derive `JsonSchema` for what is in a reply.
// why: The output schema of a tool contains the schema of its data.
// fix: `#[derive(Serialize, JsonSchema)]` on each of your types in the data
#[derive(Serialize)]
struct DataOfAReplyWithoutSchema {
    id: String,
}

#[envelope_tool(dialect = "response-v2", data = "specs", output_schema)]
async fn data_of_a_reply_without_schema() -> Result<Reply<Vec<DataOfAReplyWithoutSchema>>, ToolFailure> {
    Ok(Reply::new(vec![DataOfAReplyWithoutSchema { id: "auth".to_owned() }]))
}

// The author forgets to derive `JsonSchema` for data that several contracts write.
// why: The output schema of a tool contains the schema of its data.
// fix: `#[derive(Serialize, JsonSchema)]` on each of your types in the data
#[derive(Serialize, Payload)]
struct DataWithoutSchemaInSeveral {
    id: String,
}

#[envelope_tool(dialects("response-v2", "mcp-2025-11-25"), output_schema)]
fn data_without_schema_in_several() -> Result<DataWithoutSchemaInSeveral, ToolFailure> {
    Ok(DataWithoutSchemaInSeveral { id: "auth".to_owned() })
}

// The author's custom dialect has no schema.
// why: The dialect provides the output schema of a tool, and a custom dialect has no schema by default.
// fix: `impl schema::Describe for GraphQl { … }`
#[path = "../../../examples/graphql/dialect.rs"]
#[allow(dead_code)]
mod dialect;

#[envelope_tool(dialect = dialect::GraphQl, output_schema)]
fn dialect_without_schema() -> Result<(), ToolFailure> {
    Ok(())
}

// The schema of a vector that the tool nests under a key.
// why: In `response-v2`, `data` is a JSON object, so a tool that returns a list nests it under a key.
// fix: `OutputSchema::<ResponseV2, Vec<u8>>::under(["numbers"])`
fn vector_as_it_is() {
    println!("{:?}", OutputSchema::<ResponseV2, Vec<u8>>::new());
}

// The schema of a tuple, with a key too few.
// why: Each value of a tuple goes under its own key, so that a client can read it by its name.
// fix: `OutputSchema::<ResponseV2, (u8, u8, u8)>::under(["a", "b", "c"])`
fn two_keys_for_three_values() {
    println!("{:?}", OutputSchema::<ResponseV2, (u8, u8, u8)>::under(["a", "b"]));
}

// The setting is one of MCP, and the dialect is not.
// why: Structured errors are an option only in MCP: the other contracts always have them.
// fix: `OutputSchema::<ResponseV2, ()>::new()`
fn structured_errors_of_an_envelope() {
    println!("{:?}", OutputSchema::<ResponseV2, ()>::new().structured_errors());
}

fn main() {
    println!("{}", output_schema_of_a_text());
    println!("{} {}", Server.ping(), Server.count());
    println!("{}", Pinger.ping());
    println!("{} {:?}", data_without_schema(), data_without_schema_output_schema());
    let _ = data_of_a_reply_without_schema();
    println!("{:?}", data_of_a_reply_without_schema_output_schema());
    println!("{}", data_without_schema_in_several());
    println!("{:?}", data_without_schema_in_several_output_schema());
    println!("{} {:?}", dialect_without_schema(), dialect_without_schema_output_schema());
}
