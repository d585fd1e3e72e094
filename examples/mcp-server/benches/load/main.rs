//! Load: many calls over many connections, each with an id and arguments of its own, and what came of them.
//!
//! ```console
//! $ cargo bench -p mcp-server --bench load
//! $ cargo bench -p mcp-server --bench load -- --calls 1000 --connections 50 --session 10000
//! ```
//!
//! It ends with an error if an answer is wrong or has the id of another call, or if the memory of the server grows during a long
//! session.

#![allow(clippy::expect_used, clippy::indexing_slicing, reason = "a load run may panic")]

mod calls;
mod counter;
mod http;
mod messages;
mod process;
mod stdio;
mod tally;

use std::error::Error;
use std::ops::Range;
use std::time::Instant;

use calls::Server;
use http::Connection;
use lexopt::prelude::*;
use stdio::Pipes;
use tally::Tally;
use tokio::process::Child;

type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

/// How much the memory of a server may grow after the first tenth of a session, in KiB.
const MAX_GROWTH: u64 = 4 << 10;

/// How many times memory is measured in a session.
const SAMPLES: u64 = 10;

struct Options {
    calls: u64,
    connections: usize,
    session: u64,
}

#[tokio::main]
async fn main() -> Result<()> {
    let mut options = Options { calls: 20_000, connections: 500, session: 50_000 };
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("calls") => options.calls = parser.value()?.parse()?,
            Long("connections") => options.connections = parser.value()?.parse()?,
            Long("session") => options.session = parser.value()?.parse()?,
            // Cargo's.
            Long("bench") => {}
            Value(server) if server == "counter-stdio" => return counter::over_stdio().await,
            Value(server) if server == "counter-http" => return counter::over_http().await,
            _ => return Err(argument.unexpected().into()),
        }
    }
    let &Options { calls, connections, session } = &options;
    if !(1..=900).contains(&connections)
        || calls < connections as u64
        || calls.max(session) > 1_000_000
    {
        return Err("1 to 900 connections, a call for each, and at most 1,000,000 calls".into());
    }
    rlimit::increase_nofile_limit(2_000)?;
    run(&options).await
}

async fn run(options: &Options) -> Result<()> {
    println!(
        "server     transport              calls crossed wrong  calls/s   p50 ms   p99 ms  server µs"
    );
    let servers = [(Server::Inspector, "mcp-server"), (Server::Counter, "SDK")];
    for (server, name) in servers {
        let (process, url) = process::over_http(server).await?;
        let (tally, time) = http::call(server, &url, options.calls, options.connections).await?;
        let transport = format!("HTTP, {} connections", options.connections);
        report(name, &transport, &tally, time, &process)?;
    }
    for (server, name) in servers {
        let mut process = process::over_stdio(server)?;
        let mut pipes = Pipes::open(&mut process).await?;
        let before = Instant::now();
        let tally = pipes.call(server, 0..options.calls).await?;
        let transport = format!("stdio, {} at once", stdio::IN_FLIGHT);
        report(name, &transport, &tally, before.elapsed().as_secs_f64(), &process)?;
    }
    sessions(options.session).await
}

/// Prints a row, and refuses what must not be. `server µs` is the processor time of the server for each call.
fn report(name: &str, transport: &str, tally: &Tally, seconds: f64, process: &Child) -> Result<()> {
    let &Tally { crossed, wrong, .. } = tally;
    let calls = tally.calls();
    #[allow(clippy::cast_precision_loss, reason = "a million calls are few")]
    let rate = calls as f64 / seconds;
    let [p50, p99] = [0.5, 0.99].map(|quantile| tally.quantile(quantile).as_secs_f64() * 1e3);
    let each = u32::try_from(calls)?;
    let server = process::processor_time(process)
        .map_or_else(|| "-".to_owned(), |time| (time / each).as_micros().to_string());
    println!(
        "{name:10} {transport:21} {calls:6} {crossed:7} {wrong:5} {rate:8.0} {p50:8.2} {p99:8.2} {server:>10}"
    );
    if crossed + wrong > 0 {
        return Err(format!("{crossed} crossed ids and {wrong} wrong answers").into());
    }
    Ok(())
}

/// One session over each transport.
async fn sessions(calls: u64) -> Result<()> {
    let server = Server::Inspector;
    let (process, url) = process::over_http(server).await?;
    let connection = Connection::open(&url).await?;
    session("HTTP, one connection", &process, calls, async |part| {
        connection.call(server, part).await
    })
    .await?;

    let mut process = process::over_stdio(server)?;
    let mut pipes = Pipes::open(&mut process).await?;
    session("stdio, one session", &process, calls, async |part| pipes.call(server, part).await)
        .await
}

/// Makes calls, and measures the memory of the server from time to time.
async fn session(
    transport: &str,
    process: &Child,
    calls: u64,
    mut call: impl AsyncFnMut(Range<u64>) -> Result<Tally>,
) -> Result<()> {
    let (mut tally, mut memory, before) = (Tally::new(), Vec::new(), Instant::now());
    for sample in 0..SAMPLES {
        let part = calls * sample / SAMPLES..calls * (sample + 1) / SAMPLES;
        tally.add(&call(part).await?);
        memory.extend(process::memory(process));
    }
    report("mcp-server", transport, &tally, before.elapsed().as_secs_f64(), process)?;
    is_flat(&memory)
}

fn is_flat(memory: &[u64]) -> Result<()> {
    let [first, .., last] = memory else {
        println!("           memory is not measured on this system");
        return Ok(());
    };
    println!("           memory: {first} KiB after a tenth of the calls, {last} KiB at the end");
    if last.saturating_sub(*first) > MAX_GROWTH {
        return Err(format!("the memory has grown by more than {MAX_GROWTH} KiB").into());
    }
    Ok(())
}
