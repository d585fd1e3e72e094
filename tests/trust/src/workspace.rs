//! The workspace that is measured.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::{env, fs};

use crate::Failed;

/// The folder of the workspace.
pub(crate) fn root() -> Result<PathBuf, Failed> {
    Ok(fs::canonicalize(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))?)
}

/// The folder for what Cargo builds.
pub(crate) fn target() -> Result<PathBuf, Failed> {
    let target =
        env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from);
    Ok(root()?.join(target))
}

/// Cargo, in the workspace.
pub(crate) fn cargo() -> Result<Command, Failed> {
    let mut command = Command::new(env!("CARGO"));
    command.current_dir(root()?);
    Ok(command)
}

/// Runs a command to its end.
pub(crate) fn run(command: &mut Command) -> Result<(), Failed> {
    let status = command.status()?;
    if status.success() { Ok(()) } else { Err(format!("{command:?}: {status}").into()) }
}

/// What a command prints.
pub(crate) fn output(command: &mut Command) -> Result<String, Failed> {
    let output = command.stderr(Stdio::inherit()).output()?;
    if !output.status.success() {
        return Err(format!("{command:?}: {}", output.status).into());
    }
    Ok(String::from_utf8(output.stdout)?)
}
