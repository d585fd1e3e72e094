//! A server with half of its tools by hand, whose tools call each other: no combination turns a failure into a success.

#![allow(clippy::result_large_err, reason = "a tool by hand can return an envelope as its error")]

use crate::support::connect;
use envelope_runtime::{Envelope, ToolFailure, envelope_tool};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolRequestParams, CallToolResult, ContentBlock};
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

/// The answer of another tool, in a field and behind another name.
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
                fn nests_outcome(&self, Parameters(call): Parameters<Call>) -> Result<Vec<Outcome>, ToolFailure> {
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
    several(dialects("response-v2", "mcp-2025-11-25"))
}

/// Calls each tool of a server, and says whether the client sees a success.
async fn outcomes(server: impl rmcp::ServerHandler, fails: bool) -> Vec<(String, bool)> {
    let client = connect(server).await;
    let tools = client.list_all_tools().await.unwrap();
    let mut outcomes = Vec::new();
    for tool in tools {
        let Value::Object(arguments) = json!({"fails": fails}) else { unreachable!() };
        let params = CallToolRequestParams::new(tool.name.clone()).with_arguments(arguments);
        let is_success = match client.call_tool(params).await {
            Ok(result) => result.is_error != Some(true),
            Err(_) => false,
        };
        outcomes.push((tool.name.into_owned(), is_success));
    }
    outcomes
}

async fn check<S: rmcp::ServerHandler>(dialect: &str, server: fn() -> S) {
    for (tool, is_success) in outcomes(server(), true).await {
        assert!(!is_success, "{dialect}: {tool} makes a success of a failure");
    }
    let without_failure = outcomes(server(), false).await;
    assert_eq!(without_failure.len(), 19, "{without_failure:?}");
    for (tool, is_success) in without_failure {
        // An answer is no data, whatever its outcome: the first call shows the mistake.
        assert_eq!(is_success, !tool.starts_with("nests_"), "{dialect}: {tool}");
    }
}

#[tokio::test]
async fn a_failure_stays_a_failure() {
    check("response-v2", || response_v2::Server).await;
    check("dotbot-mcp-response@1", || dotbot::Server).await;
    check("mcp-2025-11-25", || mcp_2025::Server).await;
    check("mcp-2026-07-28", || mcp_2026::Server).await;
    check("code-scalpel-v1", || code_scalpel::Server).await;
    check("several contracts", || several::Server).await;
}
