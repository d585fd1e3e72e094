// Included once for each version of the SDK, under the name `rmcp`.

// ANCHOR: parameters
use std::borrow::Cow;

use envelope_arguments::Reader;
use rmcp::ErrorData;
use rmcp::handler::server::common::FromContextPart;
use rmcp::handler::server::tool::ToolCallContext;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;

/// Arguments of a tool, in the place of the SDK's `Parameters`.
pub struct Parameters<P>(pub P);

/// The schema of `P`. A derived schema would only refer to it, and the schema of a tool has to name its own type.
impl<P: JsonSchema> JsonSchema for Parameters<P> {
    fn schema_name() -> Cow<'static, str> {
        P::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        P::json_schema(generator)
    }
}

impl<S, P> FromContextPart<ToolCallContext<'_, S>> for Parameters<P>
where
    P: DeserializeOwned + JsonSchema + 'static,
{
    fn from_context_part(call: &mut ToolCallContext<'_, S>) -> Result<Self, ErrorData> {
        let arguments = call.arguments.take().unwrap_or_default();
        let accepted = Reader::for_type::<P>().read(arguments).map_err(|problems| {
            let list = serde_json::to_value(&problems).ok();
            ErrorData::invalid_params(format!("Invalid arguments: {problems}"), list)
        })?;
        for problem in accepted.repaired {
            tracing::info!(tool = %call.name, %problem, "an argument was repaired");
        }
        Ok(Self(accepted.arguments))
    }
}
// ANCHOR_END: parameters

use rmcp::{ServerHandler, ServiceExt, tool, tool_handler, tool_router};
use tokio::io::DuplexStream;

#[derive(serde::Deserialize, JsonSchema)]
struct Find {
    query: String,
    #[serde(default)]
    limit: u8,
}

struct Tickets;

#[tool_router(router = tools)]
impl Tickets {
    #[tool(description = "Finds tickets")]
    async fn find(&self, Parameters(Find { query, limit }): Parameters<Find>) -> String {
        format!("{query} {limit}")
    }
}

#[tool_handler(router = Self::tools())]
impl ServerHandler for Tickets {}

pub(super) async fn serve(stream: DuplexStream) {
    if let Ok(server) = Tickets.serve(stream).await {
        let _ = server.waiting().await;
    }
}
