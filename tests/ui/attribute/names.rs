use envelope_runtime::{ToolFailure, envelope_tool};
use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;

// The author describes the tool with `about`, as in clap.
// why: The doc comment is the description.
// fix: the tool without it, and a doc comment: `/// Lists the tasks.`
#[envelope_tool(dialect = "response-v2", about = "Lists the tasks.")]
fn about() -> Result<(), ToolFailure> {
    Ok(())
}

// The author describes the tool, as in the SDK.
// why: The SDK describes a tool to its clients.
// fix: `#[tool(description = "Answers.")]`, or a doc comment
#[envelope_tool(dialect = "response-v2", description = "Answers.")]
fn description() -> Result<(), ToolFailure> {
    Ok(())
}

// The author keeps an argument out of the span, as in tracing.
// why: The span of a call has no arguments of the function.
// fix: the attribute without `skip(id)`
#[envelope_tool(dialect = "response-v2", skip(id))]
fn skip(id: u8) -> Result<(), ToolFailure> {
    let _ = id;
    Ok(())
}

// The author annotates the tool with `read_only_hint`.
// why: An annotation tells the SDK's clients how the tool behaves.
// fix: `idempotent`, or the hint in the SDK's `#[tool(annotations(…))]`
#[envelope_tool(dialect = "response-v2", read_only_hint = true)]
fn read_only_hint() -> Result<(), ToolFailure> {
    Ok(())
}

// The author names the error in the attribute.
// why: The function returns a `Result`, which names both types.
// fix: the attribute without `error = ToolFailure`
#[envelope_tool(dialect = "response-v2", error = ToolFailure)]
fn error_type_of_the_tool() -> Result<(), ToolFailure> {
    Ok(())
}

// The author renames the data, as in serde.
// why: The argument `data` sets the key of the data.
// fix: `data = "items"`
#[envelope_tool(dialect = "response-v2", rename = "items")]
fn rename() -> Result<Vec<u8>, ToolFailure> {
    Ok(vec![])
}

// The author has the tool repeated with `retry`.
// why: Only the caller repeats a call.
// fix: the tool without it, and `retry = …` in `#[tool_error]`
#[envelope_tool(dialect = "response-v2", retry = 3)]
fn retry() -> Result<(), ToolFailure> {
    Ok(())
}

// The author names the format with `format`.
// why: Every contract is JSON.
// fix: the tool without it, or `returns = String`
#[envelope_tool(dialect = "response-v2", format = "application/json")]
fn format() -> Result<(), ToolFailure> {
    Ok(())
}

// The author misspelt a setting.
// why: A name that nothing reads would have no effect, and nobody would notice.
// fix: `request_id = "req_1"`
#[envelope_tool(dialect = "response-v2", requestid = "req_1")]
fn unknown_setting() -> Result<(), ToolFailure> {
    Ok(())
}

// The author misspelt a setting of a block.
// why: A name that nothing reads would have no effect, and nobody would notice.
// fix: `telemetry`
type Titles = BTreeMap<String, String>;

struct Server {
    titles: Titles,
}

#[envelope_tool(dialect = "response-v2", telemetri)]
impl Server {
    #[envelope_tool]
    fn ping(&self) -> Result<(), ToolFailure> {
        Ok(())
    }

    #[envelope_tool]
    async fn pong(&self) -> Result<(), ToolFailure> {
        Ok(())
    }

    #[envelope_tool]
    fn titles(&mut self) -> Result<&mut Titles, ToolFailure> {
        Ok(&mut self.titles)
    }

    #[envelope_tool]
    fn later(&mut self) -> impl Future<Output = Result<&mut Titles, ToolFailure>> {
        async { Ok(&mut self.titles) }
    }

    #[envelope_tool]
    fn boxed(&mut self) -> Pin<Box<dyn Future<Output = Result<&mut Titles, ToolFailure>> + '_>> {
        Box::pin(async { Ok(&mut self.titles) })
    }
}

// The author misspelt a setting of one tool in a block.
// why: A name that nothing reads would have no effect, and nobody would notice.
// fix: `telemetry`
struct BlockWithAMistakeInATool;

#[envelope_tool(dialect = "response-v2")]
impl BlockWithAMistakeInATool {
    #[envelope_tool(telemetri)]
    fn ping(&self) -> Result<(), ToolFailure> {
        Ok(())
    }

    #[envelope_tool]
    async fn pong(&self) -> Result<(), ToolFailure> {
        Ok(())
    }
}

// The author misspelt a setting of a tool that returns a future: nothing else is wrong.
// why: A name that nothing reads would have no effect, and nobody would notice.
// fix: `telemetry`
#[envelope_tool(dialect = "response-v2", telemetri)]
fn misspelt_under_a_future() -> impl Future<Output = Result<(), ToolFailure>> {
    async { Ok(()) }
}

// The author misspelt a setting of an MCP tool.
// why: A name that nothing reads would have no effect, and nobody would notice.
// fix: `structured_errors`
#[envelope_tool(dialect = "mcp-2025-11-25", structured_error)]
fn misspelt_setting() -> Result<(), ToolFailure> {
    Ok(())
}

// The author misspells a setting.
// why: A name that nothing reads would have no effect, and nobody would notice.
// fix: `request_id = "req_1"`
#[envelope_tool(dialects("response-v2", "mcp-2025-11-25"), telemetri)]
fn misspelt_setting_of_several() -> Result<(), ToolFailure> {
    Ok(())
}

// The author describes the arguments with `args`, as in other frameworks.
// why: The type of the arguments has their names, types and descriptions.
// fix: the tool without it, and doc comments on the fields of the `Parameters<…>` type
#[envelope_tool(dialect = "response-v2", args("id"))]
fn args() -> Result<(), ToolFailure> {
    Ok(())
}

// The author limits the callers with `auth`.
// why: Only the body knows the caller.
// fix: the tool without it, and `return Err(ToolFailure::forbidden(…))` in the body
#[envelope_tool(dialect = "response-v2", auth = "admin")]
fn auth() -> Result<(), ToolFailure> {
    Ok(())
}

// The author configures the runtime with `blocking`, as in tokio.
// why: The caller of an async tool runs its future.
// fix: the tool without it, and `#[tokio::main]` on `main`
#[envelope_tool(dialect = "response-v2", blocking)]
fn blocking() -> Result<(), ToolFailure> {
    Ok(())
}

// The author has results kept with `cache`.
// why: A tool answers each call; what it keeps between calls is its own.
// fix: the tool without it, and a cache in the body, for example a `OnceLock`
#[envelope_tool(dialect = "response-v2", cache = 60)]
fn cache() -> Result<(), ToolFailure> {
    Ok(())
}

// The author has panics answered with `catch_unwind`.
// why: A flag has the panic answered.
// fix: `catch_panic`
#[envelope_tool(dialect = "response-v2", catch_unwind)]
fn catch_unwind() -> Result<(), ToolFailure> {
    Ok(())
}

// The author names the state with `context`.
// why: A tool takes its state as an argument.
// fix: the tool without it, and an argument of the function, `store: &Store`
#[envelope_tool(dialect = "response-v2", context = "store")]
fn context() -> Result<(), ToolFailure> {
    Ok(())
}

// The author sets `cursor` for all answers.
// why: Metadata belongs to a single answer.
// fix: the tool without it, and a `Reply` with the metadata
#[envelope_tool(dialect = "response-v2", cursor = "a")]
fn cursor() -> Result<(), ToolFailure> {
    Ok(())
}

// The author limits the time with `deadline`.
// why: The limit is a `Duration`, for an async tool.
// fix: the tool without it, or `timeout = std::time::Duration::from_secs(5)` on an async tool
#[envelope_tool(dialect = "response-v2", deadline = 5)]
fn deadline() -> Result<(), ToolFailure> {
    Ok(())
}

// The author describes the tool with `deprecated`, as in FastMCP or OpenAPI.
// why: The attribute is about the answers of a tool, and the router is about which tools there are.
// fix: the tool without it, and a router without the tool for a client that must not see it: `router.remove_route("list_tasks")`
#[envelope_tool(dialect = "response-v2", deprecated)]
fn deprecated() -> Result<(), ToolFailure> {
    Ok(())
}

// The author nests the data with `envelope`.
// why: `data` is the name of the argument.
// fix: `data = "tasks"`
#[envelope_tool(dialect = "response-v2", envelope = "tasks")]
fn envelope() -> Result<(), ToolFailure> {
    Ok(())
}

// The author lists the failures with `error_codes`.
// why: The error of the function has the failures.
// fix: the tool without it, and an enum with `#[derive(ToolError)]`
#[envelope_tool(dialect = "response-v2", error_codes = "NOT_FOUND")]
fn error_codes() -> Result<(), ToolFailure> {
    Ok(())
}

// The author changes the form of the data with `flatten`, as in serde.
// why: serde decides the form of the data, by its type.
// fix: the tool without it, and `#[serde(…)]` on the type
#[envelope_tool(dialect = "response-v2", flatten)]
fn flatten() -> Result<(), ToolFailure> {
    Ok(())
}

// The author gives the route with `get`, as in OpenAPI.
// why: A tool does not know which server calls it.
// fix: the tool without it, and `Router::new().route(…)`
#[envelope_tool(dialect = "response-v2", get)]
fn get() -> Result<(), ToolFailure> {
    Ok(())
}

// The author has calls logged with `instrument`.
// why: With the feature `tracing01`, each call is a span and an event.
// fix: the tool without it, and the feature `tracing01` of `envelope-runtime`
#[envelope_tool(dialect = "response-v2", instrument)]
fn instrument() -> Result<(), ToolFailure> {
    Ok(())
}

// The author limits the size of a result with `limit`.
// why: A budget cuts a list at whole items, and reports it.
// fix: `budget = 60_000`
#[envelope_tool(dialect = "response-v2", limit = 60_000)]
fn limit() -> Result<(), ToolFailure> {
    Ok(())
}

// The author names the return type with `output`.
// why: The return type has one name.
// fix: `returns = String`
#[envelope_tool(dialect = "response-v2", output = "String")]
fn output() -> Result<(), ToolFailure> {
    Ok(())
}

// The author refuses unknown arguments, as in FastMCP.
// why: An unknown argument is refused by default.
// fix: remove `strict`
#[envelope_tool(dialect = "response-v2", strict)]
fn strict() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", about());
    println!("{}", read_only_hint());
    println!("{}", retry());
    println!("{}", format());
    println!("{}", unknown_setting());
    let mut server = Server { titles: Titles::new() };
    let _ = (server.ping(), server.titles());
    let _ = (server.pong(), Server::later, Server::boxed);
    let _ = (BlockWithAMistakeInATool.ping(), BlockWithAMistakeInATool.pong());
    let _ = misspelt_under_a_future();
    println!("{}", misspelt_setting());
    println!("{}", misspelt_setting_of_several());
    println!("{}", args());
    println!("{}", auth());
    println!("{}", blocking());
    println!("{}", cache());
    println!("{}", catch_unwind());
    println!("{}", context());
    println!("{}", cursor());
    println!("{}", deadline());
    println!("{}", deprecated());
    println!("{}", envelope());
    println!("{}", error_codes());
    println!("{}", flatten());
    println!("{}", get());
    println!("{}", instrument());
    println!("{}", limit());
    println!("{}", output());
    println!("{}", strict());
}
