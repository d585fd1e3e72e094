//! Load: many calls at once over HTTP and over stdio, each with an id and arguments of its own, beside the SDK's own example.
//!
//! ```console
//! $ cargo bench -p mcp-server --bench load
//! $ cargo bench -p mcp-server --bench load -- --calls 1000 --connections 50
//! ```
//!
//! It ends with an error if an answer is wrong or belongs to another call.

#![allow(clippy::indexing_slicing, reason = "a missing key of JSON is null")]

use std::collections::HashMap;
use std::process::Stdio;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::future::try_join_all;
use lexopt::{Arg, ValueExt};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{ServiceExt, tool, tool_router, transport};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, Command};
use tokio::sync::Barrier;

type Outcome<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// How many calls over stdio are under way.
const IN_FLIGHT: usize = 64;

const WORKSPACE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The example of the SDK: a counter, with the one tool whose answers are known.
struct Counter;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Sum {
    a: u64,
    b: u64,
}

#[tool_router(server_handler)]
impl Counter {
    /// Adds two numbers.
    #[allow(clippy::unused_self, reason = "the SDK's tools are methods")]
    #[tool]
    fn sum(&self, Parameters(Sum { a, b }): Parameters<Sum>) -> String {
        (a + b).to_string()
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Server {
    Inspector,
    Counter,
}

impl Server {
    fn spawn(self, is_http: bool) -> Outcome<Child> {
        let mut command = match self {
            Self::Inspector => Command::new(env!("CARGO_BIN_EXE_mcp-server")),
            Self::Counter => Command::new(std::env::current_exe()?),
        };
        match (self, is_http) {
            (Self::Inspector, true) => command.args(["--http", "127.0.0.1:0", WORKSPACE]),
            (Self::Inspector, false) => command.arg(WORKSPACE),
            (Self::Counter, true) => command.arg("counter-http"),
            (Self::Counter, false) => command.arg("counter-stdio"),
        };
        // Without a line for each call, which the counter does not write.
        command.env("RUST_LOG", "mcp_server=info").kill_on_drop(true).stdin(Stdio::piped());
        Ok(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?)
    }

    fn call(self, number: u64) -> Value {
        let params = match self {
            Self::Inspector => json!({
                "name": "show_package",
                "arguments": {"name": package(number)},
                "_meta": {"request_id": format!("load-{number}")},
            }),
            Self::Counter => json!({"name": "sum", "arguments": {"a": number, "b": 1}}),
        };
        json!({"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params})
    }

    fn check(self, number: u64, answer: &Value) -> Outcome<()> {
        let result = &answer["result"];
        let is_right = match self {
            Self::Counter => {
                result["content"][0]["text"].as_str() == Some(&(number + 1).to_string())
            }
            Self::Inspector => {
                let envelope = &result["structuredContent"];
                let name = match number % 4 {
                    3 => &envelope["data"]["details"]["name"],
                    _ => &envelope["data"]["package"]["name"],
                };
                *name == package(number)
                    && envelope["meta"]["request_id"] == format!("load-{number}")
            }
        };
        if is_right && answer["id"] == number {
            return Ok(());
        }
        Err(format!("the answer to call {number} is {answer}").into())
    }
}

/// Three packages of the workspace, and every fourth time another name.
fn package(number: u64) -> String {
    match number % 4 {
        0 => "envelope-runtime".to_owned(),
        1 => "envelope-macros".to_owned(),
        2 => "mcp-server".to_owned(),
        _ => format!("no-package-{number}"),
    }
}

fn initialize() -> Value {
    let client = json!({"name": "load", "version": "1"});
    let params = json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client});
    json!({"jsonrpc": "2.0", "id": "initialize", "method": "initialize", "params": params})
}

fn initialized() -> Value {
    json!({"jsonrpc": "2.0", "method": "notifications/initialized"})
}

#[tokio::main]
async fn main() -> Outcome<()> {
    let (mut calls, mut connections) = (20_000, 500);
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            Arg::Long("calls") => calls = parser.value()?.parse()?,
            Arg::Long("connections") => connections = parser.value()?.parse()?,
            // Cargo's.
            Arg::Long("bench") => {}
            Arg::Value(server) if server == "counter-stdio" => {
                Counter.serve(transport::stdio()).await?.waiting().await?;
                return Ok(());
            }
            Arg::Value(server) if server == "counter-http" => return count_over_http().await,
            _ => return Err(argument.unexpected().into()),
        }
    }
    println!(
        "server     transport               calls  calls/s   p50 ms   p99 ms  server µs  memory"
    );
    let servers = [(Server::Inspector, "mcp-server"), (Server::Counter, "SDK")];
    for (server, name) in servers {
        let mut process = server.spawn(true)?;
        let (times, seconds) = over_http(server, &mut process, calls, connections).await?;
        report(name, &format!("HTTP, {connections} connections"), times, seconds, &process);
    }
    for (server, name) in servers {
        let mut process = server.spawn(false)?;
        let (times, seconds) = over_stdio(server, &mut process, calls).await?;
        report(name, &format!("stdio, {IN_FLIGHT} at once"), times, seconds, &process);
    }
    Ok(())
}

/// With the SDK's defaults, as in its example.
async fn count_over_http() -> Outcome<()> {
    let config = StreamableHttpServerConfig::default();
    let sessions = Arc::new(LocalSessionManager::default());
    let service = StreamableHttpService::new(|| Ok(Counter), sessions, config);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    eprintln!("listening on http://{}/mcp", listener.local_addr()?);
    Ok(axum::serve(listener, axum::Router::new().nest_service("/mcp", service)).await?)
}

/// The time of each call, and the seconds of all from when all connections are open.
async fn over_http(
    server: Server,
    process: &mut Child,
    calls: u64,
    connections: usize,
) -> Outcome<(Vec<Duration>, f64)> {
    let mut log = BufReader::new(process.stderr.take().ok_or("no log")?).lines();
    let url = loop {
        let line = log.next_line().await?.ok_or("the server has ended")?;
        if let Some((_, url)) = line.split_once("listening on ") {
            break url.to_owned();
        }
    };
    tokio::spawn(async move { while let Ok(Some(_)) = log.next_line().await {} });
    let all_open = Arc::new(Barrier::new(connections + 1));
    let clients = (0..calls).take(connections).map(|first| {
        let (url, all_open) = (url.clone(), all_open.clone());
        tokio::spawn(async move {
            let client = reqwest::Client::builder().no_proxy().pool_max_idle_per_host(1).build()?;
            let post = |message: &Value, session: Option<&reqwest::header::HeaderValue>| {
                let mut request = client.post(&url).header("content-type", "application/json");
                request = request.header("accept", "application/json, text/event-stream");
                request = request.header("mcp-protocol-version", "2025-11-25");
                if let Some(session) = session {
                    request = request.header("mcp-session-id", session);
                }
                request.body(message.to_string()).send()
            };
            let answer = post(&initialize(), None).await?;
            let session = answer.headers().get("mcp-session-id").cloned();
            answer.bytes().await?;
            post(&initialized(), session.as_ref()).await?.bytes().await?;
            all_open.wait().await;
            let mut times = Vec::new();
            for number in (first..calls).step_by(connections) {
                let before = Instant::now();
                let text = post(&server.call(number), session.as_ref()).await?.text().await?;
                times.push(before.elapsed());
                // JSON, or a stream of events.
                let data = text.lines().filter_map(|line| line.strip_prefix("data:"));
                let message = data.map(str::trim).find(|data| data.starts_with('{'));
                server.check(number, &serde_json::from_str(message.unwrap_or(&text))?)?;
            }
            Outcome::Ok(times)
        })
    });
    let clients: Vec<_> = clients.collect();
    all_open.wait().await;
    let before = Instant::now();
    let times = try_join_all(clients).await?.into_iter().collect::<Outcome<Vec<_>>>()?;
    Ok((times.concat(), before.elapsed().as_secs_f64()))
}

/// The time of each call, and the seconds of all.
async fn over_stdio(
    server: Server,
    process: &mut Child,
    calls: u64,
) -> Outcome<(Vec<Duration>, f64)> {
    let mut log = process.stderr.take().ok_or("no log")?;
    tokio::spawn(async move { tokio::io::copy(&mut log, &mut tokio::io::sink()).await });
    let mut write = process.stdin.take().ok_or("no standard input")?;
    let mut read = BufReader::new(process.stdout.take().ok_or("no standard output")?).lines();
    write.write_all(format!("{}\n{}\n", initialize(), initialized()).as_bytes()).await?;
    read.next_line().await?;
    let start = Instant::now();
    let (mut numbers, mut running, mut times) = (0..calls, HashMap::new(), Vec::new());
    loop {
        for number in numbers.by_ref().take(IN_FLIGHT - running.len()) {
            running.insert(number, Instant::now());
            write.write_all(format!("{}\n", server.call(number)).as_bytes()).await?;
        }
        if running.is_empty() {
            return Ok((times, start.elapsed().as_secs_f64()));
        }
        let line = read.next_line().await?.ok_or("the server has ended")?;
        let answer: Value = serde_json::from_str(&line)?;
        let call = answer["id"].as_u64().and_then(|id| running.remove_entry(&id));
        let (number, before) = call.ok_or_else(|| format!("an answer to no call: {answer}"))?;
        times.push(before.elapsed());
        server.check(number, &answer)?;
    }
}

/// Prints a row. `server µs` is the processor time of the server for each call.
fn report(name: &str, transport: &str, mut times: Vec<Duration>, seconds: f64, process: &Child) {
    times.sort();
    let calls = times.len();
    let quantile = |percent: usize| {
        times.get(calls * percent / 100).map_or(0.0, |time| time.as_secs_f64() * 1e3)
    };
    #[allow(clippy::cast_precision_loss, reason = "a million calls are few")]
    let rate = calls as f64 / seconds;
    let (time, memory) = usage(process).unwrap_or_default();
    let time = time.as_micros() / calls.max(1) as u128;
    println!(
        "{name:10} {transport:22} {calls:6} {rate:8.0} {:8.2} {:8.2} {time:10} {memory:3} MiB",
        quantile(50),
        quantile(99),
    );
}

/// The processor time and the memory of a process in MiB, if the system has `/proc`.
fn usage(process: &Child) -> Option<(Duration, u64)> {
    let read = |file| std::fs::read_to_string(format!("/proc/{}/{file}", process.id()?)).ok();
    let stat = read("stat")?;
    // `utime` and `stime`, the 14th and the 15th field, in hundredths of a second.
    let fields = stat.rsplit_once(") ")?.1.split(' ').skip(11).take(2);
    let ticks: u64 = fields.filter_map(|field| field.parse::<u64>().ok()).sum();
    let status = read("status")?;
    let memory = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kib: u64 = memory.trim().trim_end_matches(" kB").parse().ok()?;
    Some((Duration::from_millis(10 * ticks), kib >> 10))
}
