//! Running another program, and never leaving it behind.

use std::io::{self, Read};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

/// How often it is asked whether a program has ended.
const PAUSE: Duration = Duration::from_millis(5);

/// How long what a program has written may take to arrive once it has ended.
const ARRIVAL: Duration = Duration::from_secs(1);

/// A child that is killed when nobody waits for it any more.
struct Kept(Child);

impl Drop for Kept {
    fn drop(&mut self) {
        // Of a child that has ended before, neither does anything.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// What a program writes and how it ends, unless it may no longer go on: then it is killed.
pub(crate) fn output(
    command: &mut Command,
    may_go_on: impl Fn() -> bool,
) -> io::Result<Option<Output>> {
    if !may_go_on() {
        return Ok(None);
    }
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = Kept(command.spawn()?);
    let stdout = read_aside(child.0.stdout.take())?;
    let stderr = read_aside(child.0.stderr.take())?;
    let status = loop {
        if let Some(status) = child.0.try_wait()? {
            break status;
        }
        if !may_go_on() {
            return Ok(None);
        }
        thread::sleep(PAUSE);
    };
    // What the program has started may hold its pipes open.
    let written = stdout.recv_timeout(ARRIVAL).ok().zip(stderr.recv_timeout(ARRIVAL).ok());
    Ok(written.map(|(stdout, stderr)| Output { status, stdout, stderr }))
}

/// Reads on a thread of its own, so that neither pipe is full while the other one is read.
fn read_aside(pipe: Option<impl Read + Send + 'static>) -> io::Result<Receiver<Vec<u8>>> {
    let (sender, receiver) = mpsc::channel();
    thread::Builder::new().spawn(move || {
        let mut bytes = Vec::new();
        if pipe.is_none_or(|mut pipe| pipe.read_to_end(&mut bytes).is_ok()) {
            let _ = sender.send(bytes);
        }
    })?;
    Ok(receiver)
}
