//! Mutants that no test catches, and may stay: `survivors.toml` says why.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde::Deserialize;

use crate::Failed;

#[derive(Deserialize)]
struct File {
    #[serde(default)]
    survivors: Vec<Survivors>,
}

/// Those that stay for one reason.
#[derive(Deserialize)]
struct Survivors {
    #[expect(dead_code, reason = "it is there to be read")]
    reason: String,
    /// As [`Mutant::change`](super::list::Mutant::change) names them.
    mutants: BTreeSet<String>,
}

pub(super) fn accepted(package: &str) -> Result<BTreeSet<String>, Failed> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("survivors.toml");
    let file: File = toml::from_str(&fs::read_to_string(path)?)?;
    let all = file.survivors.into_iter().flat_map(|survivors| survivors.mutants);
    Ok(all.filter(|name| name.starts_with(package)).collect())
}
