//! Asking Cargo for the packages of a workspace.

use std::path::Path;

use cargo_metadata::{Error, Metadata, MetadataCommand};

use crate::text::cut;

/// How many letters of what Cargo says go out.
const MAX_REASON: usize = 600;

/// The packages of the workspace at a root, which is a canonical path. Nothing is fetched, written or built.
pub(crate) fn metadata(root: &Path) -> Result<Metadata, String> {
    let manifest = root.join("Cargo.toml");
    match manifest.canonicalize() {
        Ok(path) if path.starts_with(root) => {}
        Ok(_) => return Err("Cargo.toml is a link that leads out of the folder".to_owned()),
        Err(error) => return Err(format!("Cargo.toml: {error}")),
    }
    // From the top folder, so that neither a `.cargo/config.toml` nor a `rust-toolchain.toml` of the workspace is heeded.
    let top = root.ancestors().last().unwrap_or(root);
    MetadataCommand::new()
        .manifest_path(&manifest)
        .current_dir(top)
        .no_deps()
        .other_options(["--frozen".to_owned()])
        .exec()
        .map_err(|error| match error {
            Error::CargoMetadata { stderr } => cut(&reason(&stderr, root, top), MAX_REASON),
            Error::Io(error) => format!("Cargo does not start: {error}"),
            _ => "Cargo gives no metadata".to_owned(),
        })
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
