//! What the manifests say, for a short while: many calls at once read them once.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::call::Call;
use crate::reading::{Reading, Refusal, refusal};
use crate::root::{Root, Stamp};
use crate::workspace::Workspace;

/// How long an answer is kept. A change to a manifest ends it before, and a new package is seen after it.
const MAX_AGE: Duration = Duration::from_secs(2);

#[derive(Debug, Default)]
pub(crate) struct Cache(Mutex<Option<Answer>>);

#[derive(Debug)]
struct Answer {
    root: Arc<Root>,
    workspace: Result<Arc<Workspace>, Refusal>,
    manifests: Vec<(PathBuf, Option<Stamp>)>,
    since: Instant,
}

impl Cache {
    /// What was read last in the folder, or is read now.
    pub(crate) fn get(&self, folder: &Path, call: &Call) -> Result<Arc<Workspace>, Refusal> {
        // The lock is held during the reading: whoever comes in the meantime waits for the same answer.
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(answer) = last.as_ref().filter(|answer| answer.holds()) {
            return answer.workspace.clone();
        }
        // The memory of the last answer is free before the next one takes as much.
        *last = None;
        let root = Root::open(folder).map_err(|error| {
            refusal(
                Path::new("Cargo.toml"),
                format!("its folder cannot be opened: {}", error.kind()),
            )
        })?;
        let root = Arc::new(root);
        let mut reading = Reading::new(&root, call);
        let workspace = Workspace::read(root.clone(), &mut reading).map(Arc::new);
        let manifests = reading.stamps;
        if call.is_cancelled() {
            // It may have ended early. The next call reads them anew.
            return workspace;
        }
        *last =
            Some(Answer { root, workspace: workspace.clone(), manifests, since: Instant::now() });
        workspace
    }
}

impl Answer {
    fn holds(&self) -> bool {
        self.since.elapsed() < MAX_AGE
            && self.manifests.iter().all(|(path, then)| self.root.stamp(path) == *then)
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn many_calls_at_once_read_the_manifests_once() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        let cache = Cache::default();
        let once = thread::scope(|scope| {
            let calls: Vec<_> = (0..200).map(|_| scope.spawn(|| read(&cache, folder))).collect();
            let mut all = calls.into_iter().map(|call| call.join().unwrap());
            let first = all.next().unwrap();
            all.all(|one| Arc::ptr_eq(&one, &first))
        });
        assert!(once);
    }

    /// This package inherits from its workspace, so the folder is that of the workspace.
    fn read(cache: &Cache, folder: &Path) -> Arc<Workspace> {
        cache.get(&folder.join("../.."), &Call::default()).unwrap()
    }
}
