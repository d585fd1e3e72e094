//! The command line.

use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::time::Duration;

const HELP: &str = "\
An inspector for Cargo workspaces, as an MCP server

Usage: mcp-server [OPTIONS] [FOLDER]

Arguments:
  [FOLDER]  The folder of a Cargo workspace; the server sees nothing outside of it [default: .]

Options:
      --http <ADDRESS>   Serve streamable HTTP at a loopback address, such as 127.0.0.1:8080, instead of stdio
      --time-limit <N>   How many seconds a call may take [default: 30]
      --drill            Add a tool that fails on purpose, for tests of clients
  -h, --help             Print this help
";

/// The arguments of the command line.
pub(crate) struct Arguments {
    pub(crate) folder: PathBuf,
    pub(crate) http: Option<SocketAddr>,
    pub(crate) time_limit: Duration,
    pub(crate) drill: bool,
}

impl Arguments {
    /// Reads the arguments of the process. `None` for `--help`.
    pub(crate) fn read() -> Result<Option<Self>, lexopt::Error> {
        use lexopt::prelude::*;

        let time_limit = Duration::from_secs(30);
        let mut arguments = Self { folder: ".".into(), http: None, time_limit, drill: false };
        let mut parser = lexopt::Parser::from_env();
        while let Some(argument) = parser.next()? {
            match argument {
                Long("http") => arguments.http = Some(parser.value()?.parse_with(loopback)?),
                Long("time-limit") => {
                    let seconds: NonZeroU32 = parser.value()?.parse()?;
                    arguments.time_limit = Duration::from_secs(seconds.get().into());
                }
                Long("drill") => arguments.drill = true,
                Short('h') | Long("help") => {
                    print!("{HELP}");
                    return Ok(None);
                }
                Value(folder) => arguments.folder = folder.into(),
                _ => return Err(argument.unexpected()),
            }
        }
        Ok(Some(arguments))
    }
}

/// An address that only this machine can reach, since the server has no authentication.
fn loopback(text: &str) -> Result<SocketAddr, String> {
    let address = text.parse::<SocketAddr>().ok().filter(|address| address.ip().is_loopback());
    address.ok_or_else(|| "expected a loopback address, such as 127.0.0.1:8080".to_owned())
}
