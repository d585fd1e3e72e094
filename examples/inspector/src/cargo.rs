//! Asking Cargo for the packages of a workspace.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use cargo_metadata::{Metadata, MetadataCommand};

use crate::text::cut;
use crate::{InspectorError, child};

/// How long Cargo may take. It waits forever if a manifest is a pipe.
const TIME_LIMIT: Duration = Duration::from_secs(10);

/// How many characters of Cargo's messages are sent.
const MAX_REASON: usize = 600;

/// Why there are no packages.
#[derive(Clone, Debug)]
pub(crate) enum Refusal {
    /// What is wrong with a manifest.
    Manifest(String),
    DoesNotStart(Arc<io::Error>),
    TakesTooLong,
}

impl Refusal {
    pub(crate) fn manifest(reason: impl Into<String>) -> Self {
        Self::Manifest(reason.into())
    }
}

impl From<Refusal> for InspectorError {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Manifest(reason) => Self::Manifest { manifest: "Cargo.toml".into(), reason },
            Refusal::DoesNotStart(error) => Self::NoCargo(error),
            Refusal::TakesTooLong => Self::CargoTimedOut { limit: TIME_LIMIT.as_secs() },
        }
    }
}

/// The packages of the workspace at a root, which is a canonical path. Nothing is fetched, written or built.
pub(crate) fn metadata(root: &Path, closed: &AtomicBool) -> Result<Metadata, Refusal> {
    let manifest = root.join("Cargo.toml");
    match manifest.canonicalize() {
        Ok(path) if !path.starts_with(root) => {
            return Err(Refusal::manifest("Cargo.toml is a link that leads out of the folder"));
        }
        Ok(path) if !path.is_file() => {
            return Err(Refusal::manifest("Cargo.toml is not a regular file"));
        }
        Ok(_) => {}
        Err(error) => return Err(Refusal::manifest(format!("Cargo.toml: {error}"))),
    }
    // From the top folder, so that Cargo ignores a `.cargo/config.toml` or a `rust-toolchain.toml` of the workspace.
    let top = root.ancestors().last().unwrap_or(root);
    let mut command = MetadataCommand::new()
        .manifest_path(&manifest)
        .current_dir(top)
        .no_deps()
        .other_options(["--frozen".to_owned()])
        .cargo_command();
    let end = Instant::now() + TIME_LIMIT;
    let may_go_on = || Instant::now() < end && !closed.load(Ordering::Relaxed);
    let output = child::output(&mut command, may_go_on)
        .map_err(|error| Refusal::DoesNotStart(Arc::new(error)))?
        .ok_or(Refusal::TakesTooLong)?;
    if !output.status.success() {
        let stderr = String::from_utf8_lossy(&output.stderr);
        return Err(Refusal::manifest(cut(&reason(&stderr, root, top), MAX_REASON)));
    }
    let stdout = String::from_utf8_lossy(&output.stdout);
    let json = stdout.lines().find(|line| line.starts_with('{')).unwrap_or_default();
    MetadataCommand::parse(json).map_err(|_| Refusal::manifest("Cargo gives no metadata"))
}

/// The errors that Cargo reports, without pieces of the files and without paths outside of the root.
fn reason(stderr: &str, root: &Path, top: &Path) -> String {
    let from_top = root.strip_prefix(top).unwrap_or(root).display();
    let mut reported = String::new();
    for line in stderr.lines().skip_while(|line| !line.starts_with("error")) {
        let line = line.replace(&format!("--> {from_top}"), "--> .");
        let place = line.trim_start();
        let elsewhere = place.starts_with("-->") && !place.starts_with("--> .");
        if !elsewhere && !is_snippet(place) {
            reported.push_str(&line);
            reported.push('\n');
        }
    }
    relative(&reported, root, top).trim().to_owned()
}

/// Whether a line shows a piece of a file: `1 | name = 3`.
fn is_snippet(line: &str) -> bool {
    line.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == ' ')
        .starts_with('|')
}

/// The text with the root as `.`, and with an ellipsis for every other absolute path.
fn relative(text: &str, root: &Path, top: &Path) -> String {
    let mut text = text.to_owned();
    let mut place = ".";
    for folder in root.ancestors().take_while(|folder| *folder != top) {
        text = text.replace(&folder.display().to_string(), place);
        place = "…";
    }
    text.split_inclusive(|letter: char| letter.is_whitespace() || "`'\"()".contains(letter))
        .map(|word| match word.char_indices().next_back() {
            Some((end, last)) if Path::new(word).is_absolute() && end > 0 => format!("…{last}"),
            _ => word.to_owned(),
        })
        .collect()
}
