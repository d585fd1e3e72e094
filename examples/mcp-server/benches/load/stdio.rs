//! Calls over the standard input and output of a server, many at the same time.

use std::collections::HashMap;
use std::error::Error;
use std::ops::Range;
use std::time::Instant;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStdin, ChildStdout};

use crate::calls::Server;
use crate::messages::{initialize, initialized};
use crate::tally::Tally;

type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

/// How many calls are under way.
pub(crate) const IN_FLIGHT: usize = 64;

/// The pipes of a server.
pub(crate) struct Pipes {
    pub(crate) write: ChildStdin,
    pub(crate) read: BufReader<ChildStdout>,
}

impl Pipes {
    pub(crate) async fn open(server: &mut Child) -> Result<Self> {
        let write = server.stdin.take().ok_or("no standard input")?;
        let read = BufReader::new(server.stdout.take().ok_or("no standard output")?);
        let mut pipes = Self { write, read };
        pipes.tell(&initialize()).await?;
        pipes.hear().await?;
        pipes.tell(&initialized()).await?;
        Ok(pipes)
    }

    /// Makes calls, and reads their answers in any order.
    pub(crate) async fn call(&mut self, server: Server, mut numbers: Range<u64>) -> Result<Tally> {
        let mut tally = Tally::new();
        let mut running = HashMap::new();
        loop {
            for number in numbers.by_ref().take(IN_FLIGHT - running.len()) {
                running.insert(number, Instant::now());
                self.tell(&server.call(number)).await?;
            }
            if running.is_empty() {
                return Ok(tally);
            }
            let answer = self.hear().await?;
            let call = answer["id"].as_u64().and_then(|id| running.remove_entry(&id));
            match call {
                Some((number, before)) => {
                    tally.record(&server.judge(number, &answer), before.elapsed());
                }
                None => return Err(format!("an answer to no call: {answer}").into()),
            }
        }
    }

    async fn tell(&mut self, message: &Value) -> Result<()> {
        self.write.write_all(format!("{message}\n").as_bytes()).await?;
        Ok(self.write.flush().await?)
    }

    async fn hear(&mut self) -> Result<Value> {
        let mut line = String::new();
        self.read.read_line(&mut line).await?;
        Ok(serde_json::from_str(&line)?)
    }
}
