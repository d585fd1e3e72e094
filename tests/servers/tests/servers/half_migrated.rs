//! A half-migrated server, whose tools call each other: no combination turns a failure into a success.

#![allow(clippy::result_large_err, reason = "a tool by hand can return an envelope as its error")]

use crate::lines::Lines;
use envelope_client::read;
use envelope_runtime::response_v2::ResponseV2;
use envelope_runtime::{Envelope, ToolFailure, envelope_tool};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolResult, ContentBlock};
use rmcp::{ErrorData, Json, tool, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Clone, Copy, Deserialize, JsonSchema)]
struct Call {
    fails: bool,
}

#[derive(Serialize, JsonSchema)]
struct Word {
    word: &'static str,
}

/// The shared body of both halves.
fn word(Call { fails }: Call) -> Result<Word, String> {
    if fails { Err("no word left".to_owned()) } else { Ok(Word { word: "yes" }) }
}

fn migrated_word(call: Call) -> Result<Word, ToolFailure> {
    word(call).map_err(ToolFailure::conflict)
}

fn word_by_hand(call: Call) -> CallToolResult {
    match word(call) {
        Ok(word) => CallToolResult::structured(json!(word)),
        Err(error) => CallToolResult::error(vec![ContentBlock::text(error)]),
    }
}

/// The answer of another tool, in a field.
#[derive(Serialize)]
struct Step<T> {
    name: &'static str,
    outcome: T,
}

impl<T> Step<T> {
    fn new(outcome: T) -> Self {
        Self { name: "word", outcome }
    }
}

type Answer = Envelope;
type Theirs = CallToolResult;
type Outcome = Result<Word, String>;

macro_rules! servers {
    ($($name:ident($($dialect:tt)*))*) => {$(
        mod $name {
            use super::*;

            pub(super) struct Server;

            #[envelope_tool($($dialect)*, data = "data")]
            #[tool_router(server_handler)]
            impl Server {
                #[tool]
                fn migrated(&self, Parameters(call): Parameters<Call>) -> Result<Word, ToolFailure> {
                    migrated_word(call)
                }

                #[tool]
                async fn migrated_later(&self, Parameters(call): Parameters<Call>) -> Result<Word, ToolFailure> {
                    migrated_word(call)
                }

                #[tool]
                #[envelope_tool(returns = CallToolResult)]
                fn migrated_result(&self, Parameters(call): Parameters<Call>) -> Result<Word, ToolFailure> {
                    migrated_word(call)
                }

                #[tool]
                #[envelope_tool(returns = Result<Envelope, ErrorData>)]
                fn migrated_in_result(&self, Parameters(call): Parameters<Call>) -> Result<Word, ToolFailure> {
                    migrated_word(call)
                }

                #[tool]
                fn reads_migrated(&self, Parameters(call): Parameters<Call>) -> Result<Value, ToolFailure> {
                    let envelope = self.migrated(Parameters(call).into());
                    Ok(read::<Value>(envelope.as_str())?.outcome?)
                }

                #[tool]
                fn nests_migrated(&self, Parameters(call): Parameters<Call>) -> Result<Answer, ToolFailure> {
                    Ok(self.migrated(Parameters(call).into()))
                }

                #[tool]
                fn nests_migrated_field(&self, Parameters(call): Parameters<Call>) -> Result<Vec<Step<Answer>>, ToolFailure> {
                    Ok(vec![Step::new(self.migrated(Parameters(call).into()))])
                }

                #[tool]
                #[envelope_tool(data("count", "answer"), catch_panic)]
                fn nests_migrated_beside(&self, Parameters(call): Parameters<Call>) -> Result<(u8, Option<Answer>), ToolFailure> {
                    Ok((1, Some(self.migrated(Parameters(call).into()))))
                }

                #[tool]
                #[envelope_tool(returns = CallToolResult)]
                fn nests_migrated_result(&self, Parameters(call): Parameters<Call>) -> Result<Box<Theirs>, ToolFailure> {
                    Ok(Box::new(self.migrated_result(Parameters(call).into())))
                }

                #[tool]
                async fn nests_by_hand(&self, Parameters(call): Parameters<Call>) -> Result<Theirs, ToolFailure> {
                    Ok(word_by_hand(call))
                }

                #[tool]
                #[envelope_tool(data("first", "second"))]
                fn nests_by_hand_beside(&self, Parameters(call): Parameters<Call>) -> Result<(Step<Theirs>, u8), ToolFailure> {
                    Ok((Step::new(word_by_hand(call)), 1))
                }

                #[tool]
                fn batch(&self, Parameters(call): Parameters<Call>) -> Result<Vec<Outcome>, ToolFailure> {
                    Ok(vec![word(call)])
                }

                #[tool]
                #[envelope_tool(skip)]
                fn by_hand(&self, Parameters(call): Parameters<Call>) -> Result<CallToolResult, ErrorData> {
                    Ok(word_by_hand(call))
                }

                #[envelope_tool(skip)]
                #[tool]
                async fn by_hand_json(&self, Parameters(call): Parameters<Call>) -> Result<Json<Word>, String> {
                    word(call).map(Json)
                }

                #[tool]
                #[envelope_tool(skip)]
                fn by_hand_in_protocol(&self, Parameters(call): Parameters<Call>) -> Result<String, ErrorData> {
                    word(call).map(|Word { word }| word.to_owned()).map_err(|error| ErrorData::internal_error(error, None))
                }

                #[tool]
                #[envelope_tool(skip)]
                fn by_hand_envelope(&self, Parameters(call): Parameters<Call>) -> Envelope {
                    self.migrated(Parameters(call).into())
                }

                #[tool]
                #[envelope_tool(skip)]
                fn by_hand_envelope_in_result(&self, Parameters(call): Parameters<Call>) -> Result<Envelope, ErrorData> {
                    Ok(self.migrated(Parameters(call).into()))
                }

                #[tool]
                #[envelope_tool(skip)]
                fn reads_by_hand(&self, Parameters(call): Parameters<Call>) -> Envelope {
                    envelope_client::forward(self.migrated(Parameters(call).into()))
                        .unwrap_or_else(|error| ToolFailure::from(error).envelope::<ResponseV2>())
                }

                #[tool]
                #[envelope_tool(skip)]
                #[allow(clippy::result_large_err, reason = "it is called once")]
                fn by_hand_envelope_as_error(&self, Parameters(call): Parameters<Call>) -> Result<String, Envelope> {
                    let envelope = self.migrated(Parameters(call).into());
                    if envelope.is_success() { Ok(envelope.into_string()) } else { Err(envelope) }
                }

                #[tool]
                #[envelope_tool(skip)]
                fn by_hand_converted(&self, Parameters(call): Parameters<Call>) -> Result<CallToolResult, ErrorData> {
                    Ok(self.migrated(Parameters(call).into()).into())
                }

                #[tool]
                #[envelope_tool(skip)]
                fn by_hand_result(&self, Parameters(call): Parameters<Call>) -> CallToolResult {
                    self.migrated_result(Parameters(call).into())
                }
            }
        }
    )*};
}

servers! {
    response_v2(dialect = "response-v2")
    dotbot(dialect = "dotbot-mcp-response@1", summary("Done."))
    mcp_2025(dialect = "mcp-2025-11-25")
    mcp_2026(dialect = "mcp-2026-07-28")
    code_scalpel(dialect = "code-scalpel-v1", tier = "pro")
    rfc9457(dialect = "rfc9457")
    several(dialects("response-v2", "mcp-2025-11-25"))
}

async fn names(mut client: Lines) -> Vec<String> {
    let list = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"});
    let answer: Value = serde_json::from_str(&client.ask(&list).await).unwrap();
    let tools = answer["result"]["tools"].as_array().unwrap();
    tools.iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
}

/// Whether the client sees a success.
async fn succeeds(client: &mut Lines, tool: &str, fails: bool) -> bool {
    let line = client.call(tool, json!({"fails": fails})).await;
    let answer: Value = serde_json::from_str(&line).unwrap();
    answer["result"].is_object() && answer["result"]["isError"] != true
}

/// Checks clients of each version.
async fn check<S: rmcp::ServerHandler>(dialect: &str, server: fn() -> S) {
    let names = names(Lines::of(server(), "2025-11-25").await).await;
    assert_eq!(names.len(), 21, "{names:?}");
    for version in ["2025-11-25", "2026-07-28"] {
        let mut client = Lines::of(server(), version).await;
        for tool in &names {
            let at = format!("{dialect}, {version}, {tool}");
            // The outcome of an item in a batch is data.
            let is_batch = tool == "batch";
            assert_eq!(succeeds(&mut client, tool, true).await, is_batch, "{at}: a failure");
            // A tool that nests an answer as data always fails, so the first call shows the mistake.
            let is_mistake = tool.starts_with("nests_");
            // Nothing marks plain data as an answer.
            let is_unknown = dialect == "rfc9457" && tool.starts_with("reads_");
            let is_success = succeeds(&mut client, tool, false).await;
            assert_eq!(is_success, !is_mistake && !is_unknown, "{at}");
        }
    }
}

#[tokio::test]
async fn a_failure_stays_a_failure() {
    check("response-v2", || response_v2::Server).await;
    check("dotbot-mcp-response@1", || dotbot::Server).await;
    check("mcp-2025-11-25", || mcp_2025::Server).await;
    check("mcp-2026-07-28", || mcp_2026::Server).await;
    check("code-scalpel-v1", || code_scalpel::Server).await;
    check("rfc9457", || rfc9457::Server).await;
    check("several contracts", || several::Server).await;
}
