//! `EnvelopeTransport` beside the SDK's own transport: the same messages, byte for byte but for the order of keys.

mod generated;
pub(crate) mod lines;

use crate::support::erased;
use std::collections::BTreeMap;

use envelope_runtime::server::rmcp::{EnvelopeTransport, with_request_ids};
use envelope_runtime::{Payload, ToolFailure, envelope_tool, mcp, response_v2};
use rmcp::handler::server::tool::ToolCallContext;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock};
use rmcp::service::RequestContext;
use rmcp::transport::async_rw::DEFAULT_MAX_LINE_LENGTH;
use rmcp::{ErrorData, RoleServer, ServerHandler, ServiceExt, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, duplex, split};

use lines::{Lines, SEAL, without_chance};

#[derive(Clone, Serialize, Payload)]
struct Records {
    records: Vec<Record>,
    count: usize,
}

#[derive(Clone, Serialize)]
struct Record {
    title: String,
    id: u32,
    score: f64,
}

#[derive(Deserialize, JsonSchema)]
struct List {
    count: usize,
    title: String,
}

impl List {
    fn records(self) -> Result<Records, ToolFailure> {
        if self.title.is_empty() {
            return Err(ToolFailure::missing_required("title").detail("count", self.count));
        }
        let record = |id: u32| Record { title: self.title.clone(), id, score: f64::from(id) / 3.0 };
        Ok(Records { records: (0..).take(self.count).map(record).collect(), count: self.count })
    }
}

/// JSON that is taken over as it is, with line breaks of its own.
#[derive(Serialize, Payload)]
struct Quoted {
    quoted: Box<RawValue>,
}

#[derive(Clone, Copy)]
enum Middleware {
    None,
    /// Adds to each result.
    Adds,
    /// Replaces the structured content.
    Replaces,
    /// Calls a router that does not know the transport.
    Bypasses,
    /// Moves the structured content to another place of the result.
    Moves,
}

struct Server(Middleware);

/// Tools of a dialect, with each kind of result.
macro_rules! tools {
    ($($dialect:literal $(($($setting:tt)*))?: $envelope:ident, $result:ident;)*) => {
        #[tool_router]
        impl Server {
            $(
                #[envelope_tool(dialect = $dialect $(, $($setting)*)?)]
                #[tool]
                async fn $envelope(
                    &self,
                    Parameters(list): Parameters<List>,
                ) -> Result<Records, ToolFailure> {
                    list.records()
                }

                #[envelope_tool(dialect = $dialect $(, $($setting)*)?, returns = CallToolResult)]
                #[tool]
                async fn $result(
                    &self,
                    Parameters(list): Parameters<List>,
                ) -> Result<Records, ToolFailure> {
                    list.records()
                }
            )*

            #[envelope_tool(dialect = "mcp-2025-11-25", structured_errors, returns = CallToolResult)]
            #[tool]
            async fn mcp_reply(
                &self,
                Parameters(list): Parameters<List>,
            ) -> Result<mcp::Reply<Records, mcp::V_2025_11_25>, ToolFailure> {
                Ok(mcp::Reply::new(list.records()?)
                    .text("Some records.")
                    .content(mcp::ContentBlock::text("And more."))
                    .extra_meta("tenant", "acme"))
            }

            #[envelope_tool(dialect = "response-v2", returns = CallToolResult)]
            #[tool]
            async fn response_v2_reply(
                &self,
                Parameters(list): Parameters<List>,
            ) -> Result<response_v2::Reply<Records>, ToolFailure> {
                Ok(response_v2::Reply::new(list.records()?).warning("\"stale\"\n"))
            }

            #[envelope_tool(dialect = "response-v2", returns = CallToolResult)]
            #[tool]
            async fn quoted(&self) -> Result<Quoted, ToolFailure> {
                let quoted = RawValue::from_string("{\"b\":\r\n [1.5, 2],\n\"a\": \"\\n\"}".to_owned())?;
                Ok(Quoted { quoted })
            }

            #[envelope_tool(dialect = "mcp-2025-11-25", pretty, returns = CallToolResult)]
            #[tool]
            async fn quoted_pretty(&self) -> Result<Quoted, ToolFailure> {
                let quoted = RawValue::from_string("[1,\n2]".to_owned())?;
                Ok(Quoted { quoted })
            }
        }
    };
}

tools! {
    "response-v2": response_v2_envelope, response_v2_result;
    "dotbot-mcp-response@1" (source = "list.rs", host = None, summary("Found {}.", data.count)): dotbot_envelope, dotbot_result;
    "code-scalpel-v1" (tier = "pro"): code_scalpel_envelope, code_scalpel_result;
    "mcp-2025-11-25": mcp_envelope, mcp_result;
    "mcp-2025-11-25" (pretty): mcp_pretty_envelope, mcp_pretty_result;
    "mcp-2025-11-25" (structured_errors): mcp_errors_envelope, mcp_errors_result;
    "mcp-2026-07-28": mcp_2026_envelope, mcp_2026_result;
}

#[tool_handler]
impl ServerHandler for Server {
    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let context = ToolCallContext::new(self, request, context);
        if let Middleware::Bypasses = self.0 {
            return Self::tool_router().call(context).await;
        }
        let mut response = with_request_ids(Self::tool_router()).call(context).await?;
        if let CallToolResponse::Complete(result) = &mut response {
            match self.0 {
                Middleware::Adds => {
                    result.content.push(ContentBlock::text("Added."));
                    result.meta.get_or_insert_default().insert("added".to_owned(), json!(true));
                }
                Middleware::Replaces => result.structured_content = Some(json!({"replaced": 1})),
                Middleware::Moves => {
                    let structure = json!(result.structured_content.take());
                    result.content.push(ContentBlock::text(structure.to_string()));
                }
                Middleware::None | Middleware::Bypasses => {}
            }
        }
        Ok(response)
    }
}

/// A message in which the structured content is as the SDK writes it, who sorts its keys unless `serde_json` preserves their order. All
/// else is left as it is.
fn sorted(line: &str) -> String {
    #[derive(Deserialize)]
    struct Message<'a> {
        #[serde(borrow)]
        result: Content<'a>,
    }

    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Content<'a> {
        #[serde(borrow)]
        structured_content: Option<&'a RawValue>,
    }

    let Ok(Message { result: Content { structured_content: Some(structure) } }) =
        serde_json::from_str(line)
    else {
        return line.to_owned();
    };
    let (before, after) = line.rsplit_once(structure.get()).unwrap();
    format!("{before}{}{after}", with_sorted_keys(structure))
}

/// JSON whose objects have their keys sorted. Every number and string is as it was.
fn with_sorted_keys(json: &RawValue) -> String {
    let json = json.get();
    if json.starts_with('{') {
        let entries: BTreeMap<String, Box<RawValue>> = serde_json::from_str(json).unwrap();
        let entry = |(key, value)| format!("{}:{}", Value::from(key), with_sorted_keys(value));
        let entries: Vec<_> =
            entries.iter().map(|(key, value)| entry((&**key, &**value))).collect();
        format!("{{{}}}", entries.join(","))
    } else if json.starts_with('[') {
        let elements: Vec<Box<RawValue>> = serde_json::from_str(json).unwrap();
        let elements: Vec<_> = elements.iter().map(|element| with_sorted_keys(element)).collect();
        format!("[{}]", elements.join(","))
    } else {
        json.to_owned()
    }
}

#[tokio::test]
async fn messages_are_the_sdks() {
    for version in ["2025-06-18", "2025-11-25", "2026-07-28"] {
        for middleware in
            [Middleware::None, Middleware::Adds, Middleware::Replaces, Middleware::Bypasses]
        {
            let mut ours = Lines::of(Server(middleware), true, version).await;
            let mut sdks = Lines::of(Server(middleware), false, version).await;
            for tool in Server::tool_router().list_all() {
                for (count, title) in [
                    (0, "a"),
                    (2, "naïve \"変更\"\n\u{1}"),
                    (50, "Write the release notes"),
                    (1, ""),
                ] {
                    let arguments = json!({"count": count, "title": title});
                    let (ours, sdks) = (
                        ours.call(&tool.name, arguments.clone()).await,
                        sdks.call(&tool.name, arguments).await,
                    );
                    assert_eq!(
                        without_chance(&sorted(&ours)),
                        without_chance(&sorted(&sdks)),
                        "{}",
                        tool.name
                    );
                    assert!(!SEAL.is_match(&ours), "{ours}");
                    assert_eq!(ours.contains("resultType"), version == "2026-07-28", "{ours}");
                }
            }
            // A client of 2026-07-28 gets an error here, as these do not say which client they are from.
            let list = json!({"jsonrpc": "2.0", "id": 7, "method": "tools/list"});
            assert_eq!(ours.ask(&list).await, sdks.ask(&list).await);
            let wrong = json!({"jsonrpc": "2.0", "id": 8, "method": 5});
            assert_eq!(ours.ask(&wrong).await, sdks.ask(&wrong).await);
        }
    }
}

/// The keys of the data keep their order, which a tree of the SDK's does not have.
#[tokio::test]
async fn the_structure_is_the_text() {
    let mut client = Lines::of(Server(Middleware::None), true, "2025-11-25").await;
    for tool in ["response_v2_envelope", "mcp_envelope"] {
        let line = client.call(tool, json!({"count": 1, "title": "a"})).await;
        let message: Value = serde_json::from_str(&line).unwrap();
        let text = message["result"]["content"][0]["text"].as_str().unwrap();
        assert!(line.contains(&format!(r#""structuredContent":{text}"#)), "{line}");
    }
}

/// What a tree of the SDK's cannot hold is sent as the tool wrote it: numbers that are spelled otherwise, and wide integers.
#[tokio::test]
async fn numbers_are_as_they_were_written() {
    #[derive(Serialize, Payload)]
    struct Numbers {
        spelled: Box<RawValue>,
        wide: u128,
    }

    struct Server;

    #[envelope_tool(dialect = "response-v2")]
    #[tool_router(server_handler)]
    impl Server {
        #[tool]
        async fn numbers(&self) -> Result<Numbers, ToolFailure> {
            let spelled = RawValue::from_string("1.50".to_owned())?;
            Ok(Numbers { spelled, wide: u128::MAX })
        }
    }

    for (is_ours, expected) in [
        (true, r#"{"spelled":1.50,"wide":340282366920938463463374607431768211455}"#),
        (false, r#"{"spelled":1.5,"wide":3.402823669209385e+38}"#),
    ] {
        let mut client = Lines::of(Server, is_ours, "2025-11-25").await;
        let line = client.call("numbers", json!({})).await;
        let (_, structure) = line.rsplit_once("structuredContent").unwrap();
        assert!(structure.contains(&format!(r#""data":{expected}"#)), "{line}");
    }
}

/// The limit on the depth of data leaves no room for the message around it.
#[tokio::test]
async fn the_deepest_data_is_sent() {
    struct Server;

    #[envelope_tool(dialect = "response-v2", data = "deep", returns = CallToolResult)]
    #[tool_router(server_handler)]
    impl Server {
        #[tool]
        async fn deep(&self) -> Result<Value, ToolFailure> {
            Ok((1..511).fold(json!([]), |inner, _| json!([inner])))
        }
    }

    let mut lines = Vec::new();
    for is_ours in [true, false] {
        let mut client = Lines::of(Server, is_ours, "2025-11-25").await;
        lines.push(client.call("deep", json!({})).await);
    }
    assert!(lines[0].contains(r#""isError":false"#), "{}", lines[0]);
    assert_eq!(without_chance(&lines[0]), without_chance(&lines[1]));
}

/// Many calls at once, and messages of the SDK's between them: each is a line of its own.
#[tokio::test(flavor = "multi_thread")]
async fn messages_do_not_mix() {
    let (client, stream) = duplex(64);
    tokio::spawn(async move {
        let running =
            erased(Server(Middleware::None)).serve(EnvelopeTransport::from(split(stream))).await;
        running.unwrap().waiting().await.unwrap();
    });
    let (read, mut write) = split(client);
    tokio::spawn(async move {
        let params = json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}});
        let mut lines =
            json!({"jsonrpc": "2.0", "id": "start", "method": "initialize", "params": params})
                .to_string();
        lines += "\n{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n";
        for id in 0..300 {
            let method = if id % 3 == 0 { "tools/list" } else { "tools/call" };
            let params =
                json!({"name": "response_v2_result", "arguments": {"count": id, "title": "a"}});
            lines += &json!({"jsonrpc": "2.0", "id": id, "method": method, "params": if id % 3 == 0 { json!({}) } else { params }}).to_string();
            lines.push('\n');
            if id % 7 == 0 {
                lines += "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":5}\n";
            }
        }
        write.write_all(lines.as_bytes()).await.unwrap();
        std::future::pending::<()>().await;
    });
    let mut lines = BufReader::new(read).lines();
    let mut answered = 0;
    while answered < 300 {
        let line = lines.next_line().await.unwrap().unwrap();
        let message: Value = serde_json::from_str(&line).unwrap();
        if let Some(id) = message["id"].as_u64() {
            answered += 1;
            if id % 3 != 0 {
                let count = &message["result"]["structuredContent"]["data"]["count"];
                assert_eq!(count, &json!(id));
            }
        }
    }
}

/// The client gets an error with the id of its request, and the connection goes on.
#[tokio::test]
async fn a_sealed_result_in_another_place_is_not_sent() {
    let mut client = Lines::of(Server(Middleware::Moves), true, "2025-11-25").await;
    let arguments = json!({"count": 1, "title": "a"});
    let answer = client.call("response_v2_envelope", arguments.clone()).await;
    let error = json!({"code": -32603, "message": "An internal error occurred"});
    assert_eq!(
        serde_json::from_str::<Value>(&answer).unwrap(),
        json!({"jsonrpc": "2.0", "id": "call-1", "error": error})
    );
    let tree = client.call("response_v2_result", arguments).await;
    assert!(tree.contains("result") && !SEAL.is_match(&tree), "{tree}");
}

/// What is closed, or has no client any more, is an error of the transport, and no panic.
#[tokio::test]
async fn a_closed_transport_sends_nothing() {
    use rmcp::transport::Transport;

    for is_gone in [false, true] {
        let (client, stream) = duplex(1 << 12);
        let mut transport = EnvelopeTransport::from(split(stream));
        transport.close().await.unwrap();
        let client = if is_gone { None } else { Some(client) };
        let error = ErrorData::internal_error("gone", None);
        let message = rmcp::model::JsonRpcMessage::error(error, None);
        assert!(transport.send(message).await.is_err(), "{client:?}");
    }
}

/// A line that is too long is passed over, as by the SDK's transport.
#[tokio::test]
async fn a_line_has_a_limit() {
    let (client, stream) = duplex(1 << 12);
    tokio::spawn(async move {
        let transport = EnvelopeTransport::from(split(stream)).with_max_line_length(1_000);
        let running = erased(Server(Middleware::None)).serve(transport).await;
        running.unwrap().waiting().await.unwrap();
    });
    let mut lines = Lines { stream: BufReader::new(client), version: "2025-11-25" };
    let params = json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}});
    let _ = lines
        .ask(&json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params}))
        .await;
    lines.tell(&json!({"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"x": "x".repeat(2_000)}}).to_string()).await;
    let answer = lines.ask(&json!({"jsonrpc": "2.0", "id": 2, "method": "ping"})).await;
    assert_eq!(answer, "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}\n");
}

/// What the SDK cannot read gets no answer from either transport, and the next message does. A message that is JSON and no request
/// is answered with an error.
#[tokio::test]
async fn what_is_not_json_is_passed_over_as_by_the_sdk() {
    let call = |title: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"mcp_result","arguments":{{"count":1,"title":{title}}}}}}}"#
        )
    };
    let too_long = call(&json!("a".repeat(DEFAULT_MAX_LINE_LENGTH)).to_string());
    let ping = json!({"jsonrpc": "2.0", "id": 2, "method": "ping"});
    for is_ours in [true, false] {
        let mut client = Lines::of(Server(Middleware::None), is_ours, "2025-11-25").await;
        for unread in [r#"{"jsonrpc":"2.0","id":1,"#, &call(r#""\ud83d""#), "\u{7f}", &too_long] {
            client.tell(unread).await;
            let answer = client.ask(&ping).await;
            assert_eq!(answer, "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}\n", "{unread:.90}");
        }
        client.tell("{\"what\":\"is this\"}").await;
        let error: Value = serde_json::from_str(&client.hear().await).unwrap();
        assert_eq!(error["error"]["code"], -32600, "{error}");
        let paired = client.ask(&serde_json::from_str(&call(r#""\ud83d\ude00""#)).unwrap()).await;
        assert!(paired.contains("\u{1f600}"), "{paired}");
    }
}
