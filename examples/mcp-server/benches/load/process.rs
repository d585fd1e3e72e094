//! A server as a process of its own.

use std::error::Error;
use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use crate::calls::Server;

type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

/// The workspace of this package.
const WORKSPACE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn command(server: Server, is_http: bool) -> Result<Command> {
    let mut command = match server {
        Server::Inspector => Command::new(env!("CARGO_BIN_EXE_mcp-server")),
        Server::Counter => Command::new(std::env::current_exe()?),
    };
    match (server, is_http) {
        (Server::Inspector, true) => command.args(["--http", "127.0.0.1:0", WORKSPACE]),
        (Server::Inspector, false) => command.arg(WORKSPACE),
        (Server::Counter, true) => command.arg("counter-http"),
        (Server::Counter, false) => command.arg("counter-stdio"),
    };
    // Without a line for each call, which the other server does not write.
    command.env("RUST_LOG", "mcp_server=info").kill_on_drop(true);
    Ok(command)
}

pub(crate) fn over_stdio(server: Server) -> Result<Child> {
    let mut command = command(server, false)?;
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    Ok(command.spawn()?)
}

/// A server, and its URL.
pub(crate) async fn over_http(server: Server) -> Result<(Child, String)> {
    let mut process = command(server, true)?.stderr(Stdio::piped()).spawn()?;
    let mut log = BufReader::new(process.stderr.take().ok_or("no standard error")?).lines();
    while let Some(line) = log.next_line().await? {
        if let Some((_, url)) = line.split_once("listening on ") {
            let url = url.trim().to_owned();
            tokio::spawn(async move { while let Ok(Some(_)) = log.next_line().await {} });
            return Ok((process, url));
        }
    }
    Err("the server has ended".into())
}

/// The processor time that a process has taken, where the system has `/proc`. It counts in hundredths of a second.
pub(crate) fn processor_time(process: &Child) -> Option<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", process.id()?)).ok()?;
    let (_name, fields) = stat.rsplit_once(") ")?;
    // `utime` and `stime`, the 14th and the 15th of all.
    let times = fields.split(' ').skip(11).take(2).map(|time| time.parse::<u64>().ok());
    times.sum::<Option<u64>>().map(|ticks| Duration::from_millis(10 * ticks))
}

/// The resident memory of a process in KiB, where the system has `/proc`.
pub(crate) fn memory(process: &Child) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", process.id()?)).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().trim_end_matches(" kB").parse().ok()
}
