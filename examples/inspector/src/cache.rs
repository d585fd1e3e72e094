//! What Cargo said, for a short while: many calls at once start Cargo once.

use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use crate::cargo::Refusal;
use crate::workspace::Workspace;

/// How long an answer of Cargo is kept. A change to a manifest ends it before, and a new package is seen after it.
const MAX_AGE: Duration = Duration::from_secs(2);

#[derive(Debug, Default)]
pub(crate) struct Cache(Mutex<Option<Answer>>);

#[derive(Debug)]
struct Answer {
    workspace: Result<Arc<Workspace>, Refusal>,
    manifests: Vec<(PathBuf, Stamp)>,
    since: Instant,
}

/// The size of a file and when it was modified.
type Stamp = Option<(u64, SystemTime)>;

impl Cache {
    /// What was read last, or is read now. `manifests` are those of a workspace that cannot be read.
    pub(crate) fn get(
        &self,
        read: impl FnOnce() -> Result<Workspace, Refusal>,
        manifests: impl FnOnce() -> Vec<PathBuf>,
    ) -> Result<Arc<Workspace>, Refusal> {
        // The lock is held while Cargo runs: whoever comes in the meantime waits for the same answer.
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(answer) = last.as_ref().filter(|answer| answer.holds()) {
            return answer.workspace.clone();
        }
        let workspace = read().map(Arc::new);
        let manifests =
            workspace.as_ref().map_or_else(|_| manifests(), |read| read.manifests().to_vec());
        let manifests = manifests.into_iter().map(|path| (stamp(&path), path));
        let manifests = manifests.map(|(stamp, path)| (path, stamp)).collect();
        *last = Some(Answer { workspace: workspace.clone(), manifests, since: Instant::now() });
        workspace
    }

    /// Waits until nobody reads.
    pub(crate) fn settle(&self) {
        drop(self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

impl Answer {
    fn holds(&self) -> bool {
        self.since.elapsed() < MAX_AGE
            && self.manifests.iter().all(|(path, then)| stamp(path) == *then)
    }
}

fn stamp(path: &PathBuf) -> Stamp {
    let metadata = fs::metadata(path).ok()?;
    Some((metadata.len(), metadata.modified().ok()?))
}
