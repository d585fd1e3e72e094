use envelope_runtime::axum08::{Path, Query};
use envelope_runtime::rmcp3::Parameters;
use envelope_runtime::{ToolFailure, envelope_tool};
use rmcp::{tool, tool_router};

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Greet {
    name: String,
}

// The author takes an argument as in a plain function.
// why: Under `#[tool]`, the arguments of a call are one type: the SDK reads them from one JSON object.
// fix: `Parameters(Greet { name }): Parameters<Greet>`, with `#[derive(serde::Deserialize, schemars::JsonSchema)] struct Greet { name: String }`
struct Server;

#[envelope_tool(dialect = "response-v2", data = "greeting")]
#[tool_router(server_handler)]
impl Server {
    #[tool]
    async fn greet(&self, name: String) -> Result<String, ToolFailure> {
        Ok(name)
    }
}

// The author takes the type of all arguments as it is.
// why: The SDK reads the arguments of a call through `Parameters`.
// fix: `Parameters(args): Parameters<Greet>`
struct AllArguments;

#[envelope_tool(dialect = "response-v2", data = "greeting")]
#[tool_router(server_handler)]
impl AllArguments {
    #[tool]
    async fn greet(&self, args: Greet) -> Result<String, ToolFailure> {
        Ok(args.name)
    }
}

// The author takes the only argument without a name.
// why: The arguments of a call are one JSON object.
// fix: `Parameters(Greet { name }): Parameters<Greet>`, with `#[derive(serde::Deserialize, schemars::JsonSchema)] struct Greet { name: String }`
struct NumberAsArguments;

#[envelope_tool(dialect = "response-v2", data = "greeting")]
#[tool_router(server_handler)]
impl NumberAsArguments {
    #[tool]
    async fn greet(&self, Parameters(name): Parameters<String>) -> Result<String, ToolFailure> {
        Ok(name)
    }
}

// The author expects that a client without arguments sends none.
// why: A call always has arguments: a client that has none sends an empty object.
// fix: `greet: Parameters<MaybeGreet>`, where the fields of `MaybeGreet` are optional
#[derive(serde::Deserialize, schemars::JsonSchema)]
struct MaybeGreet {
    name: Option<String>,
}

struct OptionalParameters;

#[envelope_tool(dialect = "response-v2", data = "greeting")]
#[tool_router(server_handler)]
impl OptionalParameters {
    #[tool]
    async fn greet(&self, greet: Option<Parameters<MaybeGreet>>) -> Result<String, ToolFailure> {
        Ok(greet.and_then(|Parameters(greet)| greet.name).unwrap_or_default())
    }
}

// The tool has its own type of the name that the SDK looks for.
// why: Under `#[tool]`, the SDK and this crate know the arguments of a tool by the name `Parameters`.
// fix: `use rmcp::handler::server::wrapper::Parameters;`
mod other_parameters {
    use envelope_runtime::{ToolFailure, envelope_tool};
    use rmcp::{tool, tool_router};

    #[derive(serde::Deserialize, schemars::JsonSchema)]
    struct Greet {
        name: String,
    }

    struct Parameters<T>(T);

    struct Server;

    #[envelope_tool(dialect = "response-v2", data = "greeting")]
    #[tool_router(server_handler)]
    impl Server {
        #[tool]
        async fn greet(&self, Parameters(greet): Parameters<Greet>) -> Result<String, ToolFailure> {
            Ok(greet.name)
        }
    }

    fn main() {}
}

// The type of the arguments has a schema, and cannot be read.
// why: A tool lists the schema of its arguments, and reads them with serde.
// fix: `#[derive(serde::Deserialize, schemars::JsonSchema)]` on the type
#[derive(schemars::JsonSchema)]
struct NotRead {
    name: String,
}

struct ArgumentsThatAreNotRead;

#[envelope_tool(dialect = "response-v2", data = "greeting")]
#[tool_router(server_handler)]
impl ArgumentsThatAreNotRead {
    #[tool]
    async fn greet(&self, Parameters(greet): Parameters<NotRead>) -> Result<String, ToolFailure> {
        Ok(greet.name)
    }
}

// The type of the arguments has no schema.
// why: A tool lists the schema of its arguments, and reads them with serde.
// fix: `#[derive(serde::Deserialize, schemars::JsonSchema)]` on the type
#[derive(serde::Deserialize)]
struct NoSchema {
    name: String,
}

struct ArgumentsWithoutASchema;

#[envelope_tool(dialect = "response-v2", data = "greeting")]
#[tool_router(server_handler)]
impl ArgumentsWithoutASchema {
    #[tool]
    async fn greet(&self, Parameters(greet): Parameters<NoSchema>) -> Result<String, ToolFailure> {
        Ok(greet.name)
    }
}

// The tool passes on what is wrong with its arguments, which it has answered already.
// why: In the body of a tool, an extractor or `Parameters` contains a valid value: the tool has already answered all others.
// fix: no `?`: `Ok(greet.name)`
struct ParametersPassedOn;

#[envelope_tool(dialect = "response-v2", data = "greeting")]
#[tool_router(server_handler)]
impl ParametersPassedOn {
    #[tool]
    async fn greet(&self, Parameters(greet): Parameters<Greet>) -> Result<String, ToolFailure> {
        Ok(greet?.name)
    }
}

// The author takes the request id from the arguments.
// why: A setting is evaluated before the body, and an argument that does not fit is answered with the settings.
// fix: a value without the argument, or the tool without `request_id`
struct SettingOfParameters;

#[envelope_tool(dialect = "response-v2", data = "greeting", request_id = greet.name.as_str())]
#[tool_router(server_handler)]
impl SettingOfParameters {
    #[tool]
    async fn greet(&self, Parameters(greet): Parameters<Greet>) -> Result<String, ToolFailure> {
        Ok(greet.name)
    }
}

// The author takes an argument only on some platforms.
// why: The tool checks each argument before its body runs, and cannot leave out this check.
// fix: `#[cfg(unix)]` on a function with the argument, and `#[cfg(not(unix))]` on another without it
#[envelope_tool(dialect = "response-v2", data = "title")]
async fn cfg_on_an_argument(
    Path(id): Path<usize>,
    #[cfg(unix)] Query(mode): Query<String>,
) -> Result<String, ToolFailure> {
    #[cfg(unix)]
    return Ok(mode.repeat(id));
    #[cfg(not(unix))]
    Ok("x".repeat(id))
}

// The author takes the arguments in two parts.
// why: The SDK hands all arguments of a call to the first one that takes them.
// fix: `Parameters(greet): Parameters<LoudGreet>`, whose struct has all fields
#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Loud {
    times: usize,
}

struct TwoParameters;

#[envelope_tool(dialect = "response-v2", data = "greeting")]
#[tool_router(server_handler)]
impl TwoParameters {
    #[tool]
    async fn greet(
        &self,
        Parameters(greet): Parameters<Greet>,
        Parameters(loud): Parameters<Loud>,
    ) -> Result<String, ToolFailure> {
        Ok(greet.name.repeat(loud.times))
    }
}

// The author takes the arguments in both forms.
// why: The SDK hands all arguments of a call to the first one that takes them.
// fix: `Parameters(greet): Parameters<Greet>` alone
struct ParametersAndAnObject;

#[envelope_tool(dialect = "response-v2", data = "greeting")]
#[tool_router(server_handler)]
impl ParametersAndAnObject {
    #[tool]
    async fn greet(
        &self,
        Parameters(greet): Parameters<Greet>,
        all: rmcp::model::JsonObject,
    ) -> Result<String, ToolFailure> {
        Ok(greet.name.repeat(all.len()))
    }
}

// The SDK's attribute is above a tool with arguments.
// why: The SDK's attribute expands first, and answers arguments that do not fit in plain text.
// fix: `#[envelope_tool(dialect = "response-v2", data = "greeting")]` above `#[tool]`
struct ToolAboveArguments;

#[tool_router(server_handler)]
impl ToolAboveArguments {
    #[tool]
    #[envelope_tool(dialect = "response-v2", data = "greeting")]
    async fn greet(&self, Parameters(greet): Parameters<Greet>) -> Result<String, ToolFailure> {
        Ok(greet.name)
    }
}

// The author refuses unknown arguments of a function that no request calls.
// why: Only a request has arguments that the tool does not know.
// fix: `#[envelope_tool(dialect = "response-v2", data = "greeting")]`
#[envelope_tool(dialect = "response-v2", data = "greeting", unknown_arguments = "reject")]
fn unknown_arguments_of_a_function(name: &str) -> Result<String, ToolFailure> {
    Ok(name.to_owned())
}

// The author refuses unknown arguments of tools without any.
// why: Only a request has arguments that the tool does not know.
// fix: `#[envelope_tool(dialect = "response-v2", data = "greeting")]`
struct BlockWithoutArguments;

#[envelope_tool(dialect = "response-v2", data = "greeting", unknown_arguments = "reject")]
#[tool_router(server_handler)]
impl BlockWithoutArguments {
    #[tool]
    async fn greet(&self) -> Result<&'static str, ToolFailure> {
        Ok("Hello")
    }
}

// The author asks tools without any arguments to repair none.
// why: Only a request has arguments that a tool can repair.
// fix: `#[envelope_tool(dialect = "response-v2", data = "greeting")]`
struct BlockWithoutRepairs;

#[envelope_tool(dialect = "response-v2", data = "greeting", exact_arguments)]
#[tool_router(server_handler)]
impl BlockWithoutRepairs {
    #[tool]
    async fn greet(&self) -> Result<&'static str, ToolFailure> {
        Ok("Hello")
    }
}

// The author writes the treatment of unknown arguments without quotes.
// why: The treatment is a word in quotes: `"reject"`, `"warn"` or `"ignore"`.
// fix: `unknown_arguments = "ignore"`
#[envelope_tool(dialect = "response-v2", data = "mode", unknown_arguments = Ignore)]
async fn unknown_arguments_without_quotes(Query(mode): Query<String>) -> Result<String, ToolFailure> {
    Ok(mode)
}

// The author takes the arguments as JSON.
// why: The SDK reads the arguments of a call through `Parameters`.
// fix: `Parameters(greet): Parameters<Greet>`
struct ArgumentsAsJson;

#[envelope_tool(dialect = "response-v2", data = "greeting")]
#[tool_router(server_handler)]
impl ArgumentsAsJson {
    #[tool]
    async fn greet(&self, rmcp::Json(greet): rmcp::Json<Greet>) -> Result<String, ToolFailure> {
        Ok(greet.name)
    }
}

// The author takes the type that is named after the tool as it is.
// why: The SDK reads the arguments of a call through `Parameters`.
// fix: `Parameters(greet): Parameters<Greet>`
struct ArgumentsOfTheTool;

#[envelope_tool(dialect = "response-v2", data = "greeting")]
#[tool_router(server_handler)]
impl ArgumentsOfTheTool {
    #[tool]
    async fn greet(&self, greet: Greet) -> Result<String, ToolFailure> {
        Ok(greet.name)
    }
}

// The author names the argument after its type, and the tool after another thing.
// why: The SDK reads the arguments of a call through `Parameters`.
// fix: `Parameters(greet): Parameters<Greet>`
struct ArgumentOfItsOwnName;

#[envelope_tool(dialect = "response-v2", data = "greeting")]
#[tool_router(server_handler)]
impl ArgumentOfItsOwnName {
    #[tool]
    async fn welcome(&self, greet: Greet) -> Result<String, ToolFailure> {
        Ok(greet.name)
    }
}

fn main() {
    let _ = unknown_arguments_of_a_function;
    let _ = unknown_arguments_without_quotes;
    let _ = AllArguments;
    let _ = SettingOfParameters;
    let _ = cfg_on_an_argument;
}
