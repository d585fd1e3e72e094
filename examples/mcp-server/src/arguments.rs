//! The command line.

use std::net::SocketAddr;
use std::num::{NonZeroU16, NonZeroU32, ParseIntError};
use std::path::{Path, PathBuf};
use std::time::Duration;

use workspace_inspector::MAX_PAGE_BYTES;

const MAX_CONNECTIONS: NonZeroU16 = NonZeroU16::new(1_000).unwrap();

const HELP: &str = "\
An inspector for Cargo workspaces, as an MCP server

Usage: mcp-server [OPTIONS] [FOLDER]

Arguments:
  [FOLDER]  The folder of a Cargo workspace; the server sees nothing outside of it [default: .]

Options:
      --http <ADDRESS>       Serve streamable HTTP at a loopback address, such as 127.0.0.1:8080,
                             instead of stdio
      --max-connections <N>  How many HTTP connections may be open [default: 1000]
      --max-page-bytes <N>   How many bytes of JSON the items of a page may have [default: 65536]
      --patience <N>         How many seconds an HTTP client may keep the server waiting [default: 5]
      --time-limit <N>       How many seconds a call may take [default: 30]
      --drill                Add a tool that fails on purpose, for those who write clients
  -h, --help                 Print this
  -V, --version              Print the version
";

/// What clients over HTTP may take.
pub(crate) struct HttpLimits {
    pub(crate) connections: NonZeroU16,
    /// How long a client may keep the server waiting.
    pub(crate) patience: Duration,
}

/// The arguments of the command line.
pub(crate) struct Arguments {
    pub(crate) folder: PathBuf,
    pub(crate) http: Option<SocketAddr>,
    pub(crate) max_page_bytes: usize,
    pub(crate) http_limits: HttpLimits,
    pub(crate) time_limit: Duration,
    pub(crate) drill: bool,
}

impl Arguments {
    /// Reads the arguments of the process. `None` for `--help` and `--version`.
    pub(crate) fn read() -> Result<Option<Self>, lexopt::Error> {
        use lexopt::prelude::*;

        let mut arguments = Self {
            folder: PathBuf::from("."),
            http: None,
            max_page_bytes: MAX_PAGE_BYTES,
            http_limits: HttpLimits {
                connections: MAX_CONNECTIONS,
                patience: Duration::from_secs(5),
            },
            time_limit: Duration::from_secs(30),
            drill: false,
        };
        let mut folder = None;
        let mut parser = lexopt::Parser::from_env();
        while let Some(argument) = parser.next()? {
            match argument {
                Long("http") => arguments.http = Some(parser.value()?.parse_with(loopback)?),
                Long("max-page-bytes") => arguments.max_page_bytes = parser.value()?.parse()?,
                Long("max-connections") => {
                    arguments.http_limits.connections = parser.value()?.parse()?;
                }
                Long("patience") => {
                    arguments.http_limits.patience = parser.value()?.parse_with(seconds)?;
                }
                Long("time-limit") => arguments.time_limit = parser.value()?.parse_with(seconds)?,
                Long("drill") => arguments.drill = true,
                Short('h') | Long("help") => {
                    print!("{HELP}");
                    return Ok(None);
                }
                Short('V') | Long("version") => {
                    println!("mcp-server {}", env!("CARGO_PKG_VERSION"));
                    return Ok(None);
                }
                Value(value) if folder.is_none() => folder = Some(PathBuf::from(value)),
                _ => return Err(argument.unexpected()),
            }
        }
        arguments.folder = folder.unwrap_or(arguments.folder);
        check(&arguments.folder)?;
        Ok(Some(arguments))
    }
}

/// Reports a folder that is not a workspace to the user who starts the server, not to each of its clients.
fn check(folder: &Path) -> Result<(), String> {
    if folder.join("Cargo.toml").is_file() {
        return Ok(());
    }
    Err(format!("there is no Cargo.toml in {}", folder.display()))
}

/// A whole number of seconds, at least one.
fn seconds(text: &str) -> Result<Duration, ParseIntError> {
    text.parse::<NonZeroU32>().map(|seconds| Duration::from_secs(seconds.get().into()))
}

/// An address that only this machine can reach, since the server has no authentication.
fn loopback(text: &str) -> Result<SocketAddr, String> {
    let Ok(address) = text.parse::<SocketAddr>() else {
        return Err("an IP address and a port are wanted, as in 127.0.0.1:8080".to_owned());
    };
    if address.ip().is_loopback() {
        return Ok(address);
    }
    Err("the server has no authentication, so it listens on a loopback address only, such as 127.0.0.1:8080".to_owned())
}
