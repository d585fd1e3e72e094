//! A client that reads and writes lines.

use crate::support::serve;
use std::sync::LazyLock;

use rmcp::{RoleServer, Service};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, duplex};

/// A client that reads and writes lines.
pub(crate) struct Lines {
    pub(crate) stream: BufReader<DuplexStream>,
    pub(crate) version: &'static str,
}

impl Lines {
    pub(crate) async fn of(server: impl Service<RoleServer>, version: &'static str) -> Self {
        let (client, stream) = duplex(1 << 12);
        serve(server, stream);
        Self::start(client, version).await
    }

    async fn start(client: DuplexStream, version: &'static str) -> Self {
        let mut lines = Self { stream: BufReader::new(client), version };
        let client = json!({"name": "test", "version": "1"});
        let params = json!({"protocolVersion": version, "capabilities": {}, "clientInfo": client});
        let _ = lines
            .ask(&json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params}))
            .await;
        lines
            .tell(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}).to_string())
            .await;
        lines
    }

    pub(crate) async fn tell(&mut self, message: &str) {
        self.stream.get_mut().write_all(format!("{message}\n").as_bytes()).await.unwrap();
    }

    pub(crate) async fn hear(&mut self) -> String {
        let mut line = String::new();
        self.stream.read_line(&mut line).await.unwrap();
        assert!(line.ends_with('\n'), "{line}");
        line
    }

    pub(crate) async fn ask(&mut self, message: &Value) -> String {
        self.tell(&message.to_string()).await;
        self.hear().await
    }

    pub(crate) async fn call(&mut self, tool: &str, arguments: Value) -> String {
        let mut meta = json!({"request_id": "req_1"});
        if self.version == "2026-07-28" {
            // In this version, each request names its client.
            meta["io.modelcontextprotocol/protocolVersion"] = self.version.into();
            meta["io.modelcontextprotocol/clientCapabilities"] = json!({});
            meta["io.modelcontextprotocol/clientInfo"] = json!({"name": "test", "version": "1"});
        }
        let params = json!({"name": tool, "arguments": arguments, "_meta": meta});
        let call =
            json!({"jsonrpc": "2.0", "id": "call-1", "method": "tools/call", "params": params});
        self.ask(&call).await
    }
}

/// A message without its times, durations and random ids.
pub(crate) fn without_chance(line: &str) -> String {
    static CHANCE: LazyLock<regex::Regex> = LazyLock::new(|| {
        let values = [
            r#"(duration_ms\\*": ?)\d+"#,
            r#"(timestamp\\*": ?\\*")[-0-9T:Z]+"#,
            r#"(request_id\\*": ?\\*")[0-9a-f]{32}"#,
        ];
        regex::Regex::new(&values.join("|")).unwrap()
    });
    CHANCE.replace_all(line, "${1}${2}${3}0").into_owned()
}
