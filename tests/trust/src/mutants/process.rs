//! A process that is ended after some time.

use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::Failed;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    Passed,
    Failed,
    TimedOut,
}

/// Runs a process without input, and without its messages.
pub(super) fn end(command: &mut Command, limit: Duration) -> Result<End, Failed> {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // A group of its own, so that what it starts ends with it.
    let mut child = command.process_group(0).spawn()?;
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(if status.success() { End::Passed } else { End::Failed });
        }
        if start.elapsed() > limit {
            stop(&mut child)?;
            return Ok(End::TimedOut);
        }
        thread::sleep(Duration::from_millis(2));
    }
}

fn stop(child: &mut Child) -> Result<(), Failed> {
    Command::new("kill").args(["-KILL", "--", &format!("-{}", child.id())]).status()?;
    child.wait()?;
    Ok(())
}
