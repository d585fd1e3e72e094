//! Generated calls: the answers through `EnvelopeTransport` equal the answers through the SDK's own transport.
//!
//! The seed of a call decides its tool and its data, in which results of other tools are nested in every way that compiles.

use std::collections::BTreeMap;

use envelope_runtime::server::rmcp::with_request_ids;
use envelope_runtime::{Envelope, ToolFailure, envelope_tool};
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::tool::{IntoCallToolResult, ToolCallContext};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::lines::{Lines, SEAL, without_chance};

const VERSIONS: [&str; 3] = ["2025-06-18", "2025-11-25", "2026-07-28"];

/// Numbers from a seed, as splitmix64 makes them.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        usize::try_from(mixed % end as u64).unwrap()
    }

    fn of<T: Clone>(&mut self, values: &[T]) -> T {
        values[self.below(values.len())].clone()
    }

    fn split(&mut self) -> Self {
        let high = self.below(1 << 30) as u64;
        Self(high << 30 | self.below(1 << 30) as u64)
    }

    fn text(&mut self) -> String {
        let texts =
            ["", "auth", "naïve \"変更\"\n\u{1}", "{\"a\":[1]}", "envelope-", "\\u0041\r\n"];
        self.of(&texts).repeat(self.of(&[1, 2, 40]))
    }

    fn raw(&mut self) -> Box<RawValue> {
        let json = self.of(&[
            "{\"b\":\r\n [1.5, 2],\n\"a\": \"\\n\"}",
            "[\n]",
            "{ }",
            "1.50",
            "\"\\u0041\"",
            " {\"structuredContent\" : {}}",
        ]);
        RawValue::from_string(json.to_owned()).unwrap()
    }

    fn data(&mut self, depth: usize) -> Data {
        match self.below(if depth == 0 { 4 } else { 7 }) {
            0 => Data::Value(self.of(&[json!(null), json!(true), json!(-1), json!(0.1)])),
            1 => Data::Value(u64::MAX.into()),
            2 => Data::Value(self.text().into()),
            3 => Data::Raw(self.raw()),
            4 => Data::List((0..self.below(4)).map(|_| self.data(depth - 1)).collect()),
            5 => Data::Value(self.nested()),
            _ => self.object(depth),
        }
    }

    fn object(&mut self, depth: usize) -> Data {
        let entries = (0..self.below(4)).map(|_| (self.text(), self.data(depth - 1)));
        Data::Object(entries.collect())
    }

    /// What a tool returns: data of any kind, or a failure.
    fn outcome(&mut self) -> Result<Data, ToolFailure> {
        if self.below(5) == 0 {
            let nested = json!(self.data(1));
            return Err(ToolFailure::conflict(self.text()).detail("nested", nested));
        }
        Ok(self.data(3))
    }

    /// The result of another tool.
    fn nested(&mut self) -> Value {
        let (envelope, result) = self.of(&FUNCTIONS);
        match self.below(4) {
            0 => json!(result(self.split())),
            1 => json!(CallToolResult::from(envelope(self.split()))),
            2 => json!({"inner": CallToolResult::from(envelope(self.split()))}),
            _ => json!(envelope(self.split()).into_string()),
        }
    }
}

#[derive(Serialize)]
#[serde(untagged)]
enum Data {
    Value(Value),
    Raw(Box<RawValue>),
    List(Vec<Data>),
    Object(BTreeMap<String, Data>),
}

/// The arguments of each tool.
#[derive(Deserialize, JsonSchema)]
struct Seed {
    seed: u64,
}

struct Server;

/// The two forms of a function in a dialect.
type Function = (fn(Random) -> Envelope, fn(Random) -> CallToolResult);

macro_rules! dialects {
    ($($dialect:literal $(($($setting:tt)*))?: $envelope:ident, $result:ident;)*) => {
        mod functions {
            use super::*;

            $(
                #[envelope_tool(dialect = $dialect $(, $($setting)*)?)]
                pub(super) fn $envelope(mut random: Random) -> Result<Data, ToolFailure> {
                    random.outcome()
                }

                #[envelope_tool(dialect = $dialect $(, $($setting)*)?, returns = CallToolResult)]
                pub(super) fn $result(mut random: Random) -> Result<Data, ToolFailure> {
                    random.outcome()
                }
            )*
        }

        const FUNCTIONS: [Function; [$($dialect),*].len()] = [
            $((functions::$envelope, functions::$result)),*
        ];

        #[tool_router(router = tools)]
        impl Server {
            $(
                #[envelope_tool(dialect = $dialect $(, $($setting)*)?)]
                #[tool]
                async fn $envelope(&self, Parameters(Seed { seed }): Parameters<Seed>) -> Result<Data, ToolFailure> {
                    Random(seed).outcome()
                }

                #[envelope_tool(dialect = $dialect $(, $($setting)*)?, returns = CallToolResult)]
                #[tool]
                fn $result(&self, Parameters(Seed { seed }): Parameters<Seed>) -> Result<Data, ToolFailure> {
                    Random(seed).outcome()
                }
            )*
        }
    };
}

dialects! {
    "response-v2" (data = "data"): response_v2, response_v2_result;
    "dotbot-mcp-response@1" (data = "value", source = "a.rs", host = None, summary("Done.")): dotbot, dotbot_result;
    "code-scalpel-v1" (data = "value", tier = "pro"): code_scalpel, code_scalpel_result;
    "mcp-2025-11-25" (data = "value"): mcp, mcp_result;
    "mcp-2025-11-25" (data = "value", pretty, structured_errors): mcp_pretty, mcp_pretty_result;
    "mcp-2026-07-28": mcp_2026, mcp_2026_result;
}

/// Tools that call other tools, through a router or by hand, and the SDK's own tools.
#[tool_router(router = callers)]
impl Server {
    #[envelope_tool(dialect = "response-v2", data = "results")]
    #[tool]
    async fn gateway(
        &self,
        Parameters(Seed { seed }): Parameters<Seed>,
        context: RequestContext<RoleServer>,
    ) -> Result<Vec<Value>, ToolFailure> {
        Ok(self.call_some(seed, context).await)
    }

    #[tool]
    async fn sdk_gateway(
        &self,
        Parameters(Seed { seed }): Parameters<Seed>,
        context: RequestContext<RoleServer>,
    ) -> CallToolResult {
        CallToolResult::structured(json!({"results": self.call_some(seed, context).await}))
    }

    #[tool]
    fn sdk_result(&self, Parameters(Seed { seed }): Parameters<Seed>) -> CallToolResult {
        let mut random = Random(seed);
        let (envelope, result) = random.of(&FUNCTIONS);
        let inner = match random.below(2) {
            0 => CallToolResult::from(envelope(random.split())),
            _ => result(random.split()),
        };
        match random.below(4) {
            0 => inner,
            1 => CallToolResult::structured(json!({"inner": inner})),
            2 => CallToolResult::structured_error(json!([inner.structured_content])),
            _ => CallToolResult::success(vec![ContentBlock::text(json!(inner).to_string())]),
        }
    }

    #[tool]
    fn sdk_response(
        &self,
        Parameters(Seed { seed }): Parameters<Seed>,
    ) -> Result<CallToolResponse, ErrorData> {
        let mut random = Random(seed);
        let (envelope, _) = random.of(&FUNCTIONS);
        envelope(random.split()).into_call_tool_result()
    }
}

impl Server {
    fn router() -> ToolRouter<Self> {
        let router = with_request_ids(Self::tools()) + Self::callers();
        with_request_ids(router)
    }

    /// Calls tools through routers that know the request, and through routers that do not.
    async fn call_some(&self, seed: u64, context: RequestContext<RoleServer>) -> Vec<Value> {
        let mut random = Random(seed);
        let mut results = Vec::new();
        for _ in 0..random.below(3) {
            let router = if random.below(2) == 0 { Self::tools() } else { Self::router() };
            let (arguments, name) = random.call(&Self::tools());
            let params = CallToolRequestParams::new(name).with_arguments(arguments);
            let response = router.call(ToolCallContext::new(self, params, context.clone())).await;
            results.push(match response {
                Ok(CallToolResponse::Complete(result)) => json!(result),
                other => panic!("{other:?}"),
            });
        }
        results
    }
}

impl Random {
    /// A call of a router's tool.
    fn call(&mut self, router: &ToolRouter<Server>) -> (rmcp::model::JsonObject, String) {
        let tools = router.list_all();
        let name = tools[self.below(tools.len())].name.to_string();
        let arguments = json!({"seed": self.split().0});
        (arguments.as_object().unwrap().clone(), name)
    }
}

#[tool_handler(router = Self::router())]
impl rmcp::ServerHandler for Server {}

#[tokio::test]
async fn generated_answers_are_the_sdks() {
    let number = |name, usual| std::env::var(name).map_or(usual, |text| text.parse().unwrap());
    let (calls, seed) = (number("COMPARED_CALLS", 500), number("COMPARED_SEED", 1));
    let mut random = Random(seed);
    let router = Server::router();
    let mut spliced = 0;
    for version in VERSIONS {
        let mut ours = Lines::of(Server, true, version).await;
        let mut sdks = Lines::of(Server, false, version).await;
        for _ in 0..calls.div_ceil(VERSIONS.len() as u64) {
            let (arguments, name) = random.call(&router);
            let arguments = Value::from(arguments);
            let ours = ours.call(&name, arguments.clone()).await;
            let sdks = sdks.call(&name, arguments.clone()).await;
            assert!(!SEAL.is_match(&ours), "{name} {arguments}: {ours}");
            let [read, expected] = [&ours, &sdks]
                .map(|line| serde_json::from_str::<Value>(&without_chance(line)).unwrap());
            assert_eq!(read, expected, "{name} {arguments} of {version}");
            assert!(read["result"].is_object(), "{read}");
            spliced += u64::from(ours != sdks);
        }
    }
    // Spelled numbers and the order of keys tell the two transports apart.
    assert!(spliced > calls / 20, "{spliced} of {calls} answers are written without a tree");
}
