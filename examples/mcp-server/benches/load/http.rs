//! Calls over HTTP, on connections that are kept.

use std::error::Error;
use std::sync::Arc;
use std::time::Instant;

use reqwest::Client;
use reqwest::header::HeaderValue;
use serde_json::Value;
use tokio::sync::Barrier;
use tokio::task::JoinSet;

use crate::calls::Server;
use crate::messages::{initialize, initialized};
use crate::tally::Tally;

type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

/// A client with one connection, and a session if the server has them.
pub(crate) struct Connection {
    client: Client,
    url: String,
    session: Option<HeaderValue>,
}

impl Connection {
    pub(crate) async fn open(url: &str) -> Result<Self> {
        let client = Client::builder().no_proxy().pool_max_idle_per_host(1).build()?;
        let mut connection = Self { client, url: url.to_owned(), session: None };
        let answer = connection.post(&initialize()).await?;
        connection.session = answer.headers().get("mcp-session-id").cloned();
        answer.bytes().await?;
        connection.post(&initialized()).await?.bytes().await?;
        Ok(connection)
    }

    /// Makes calls one after the other.
    pub(crate) async fn call(
        &self,
        server: Server,
        numbers: impl Iterator<Item = u64>,
    ) -> Result<Tally> {
        let mut tally = Tally::new();
        for number in numbers {
            let message = server.call(number);
            let before = Instant::now();
            let text = self.post(&message).await?.text().await?;
            let time = before.elapsed();
            tally.record(&server.judge(number, &answer(&text)?), time);
        }
        Ok(tally)
    }

    async fn post(&self, message: &Value) -> Result<reqwest::Response> {
        let mut request = self
            .client
            .post(&self.url)
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream")
            .header("mcp-protocol-version", "2025-11-25")
            .body(message.to_string());
        if let Some(session) = &self.session {
            request = request.header("mcp-session-id", session);
        }
        Ok(request.send().await?.error_for_status()?)
    }
}

/// The message of an answer, which is JSON or a stream of events.
fn answer(text: &str) -> Result<Value> {
    let mut data = text.lines().filter_map(|line| line.strip_prefix("data:")).map(str::trim);
    let message = data.find(|data| data.starts_with('{')).unwrap_or(text);
    Ok(serde_json::from_str(message)?)
}

/// Makes calls over many connections at once, and returns the seconds that they take from when all connections are open.
pub(crate) async fn call(
    server: Server,
    url: &str,
    calls: u64,
    connections: usize,
) -> Result<(Tally, f64)> {
    let all_open = Arc::new(Barrier::new(connections + 1));
    let mut calling = JoinSet::new();
    for first in (0..calls).take(connections) {
        let (url, all_open) = (url.to_owned(), all_open.clone());
        calling.spawn(async move {
            let connection = Connection::open(&url).await;
            all_open.wait().await;
            connection?.call(server, (first..calls).step_by(connections)).await
        });
    }
    all_open.wait().await;
    let before = Instant::now();
    let mut tally = Tally::new();
    while let Some(connection) = calling.join_next().await {
        tally.add(&connection??);
    }
    Ok((tally, before.elapsed().as_secs_f64()))
}
