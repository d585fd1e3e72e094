//! What the manifests say, for a short while: many calls at once read them once.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::call::Call;
use crate::reading::{Reading, Refusal};
use crate::root::{Root, Stamp};
use crate::workspace::Workspace;

/// How long an answer is kept. A change to a manifest ends it before, and a new package is seen after it.
const MAX_AGE: Duration = Duration::from_secs(2);

#[derive(Debug)]
pub(crate) struct Cache {
    max_age: Duration,
    last: Mutex<Option<Answer>>,
}

#[derive(Debug)]
struct Answer {
    root: Arc<Root>,
    workspace: Result<Arc<Workspace>, Refusal>,
    manifests: Vec<(PathBuf, Option<Stamp>)>,
    since: Instant,
}

impl Default for Cache {
    fn default() -> Self {
        Self { max_age: MAX_AGE, last: Mutex::default() }
    }
}

impl Cache {
    /// What was read last in the folder, or is read now.
    pub(crate) fn get(&self, folder: &Path, call: &Call) -> Result<Arc<Workspace>, Refusal> {
        // The lock is held during the reading: whoever comes in the meantime waits for the same answer.
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(answer) = last.as_ref().filter(|answer| answer.holds(self.max_age)) {
            return answer.workspace.clone();
        }
        // The memory of the last answer is free before the next one takes as much.
        *last = None;
        let root =
            Root::open(folder).map_err(|error| Refusal::system(Path::new("Cargo.toml"), &error))?;
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
    /// Looking at the manifests takes time, too: that ends with the age.
    fn holds(&self, max_age: Duration) -> bool {
        let is_young = || self.since.elapsed() < max_age;
        self.manifests.iter().all(|(path, then)| is_young() && self.root.stamp(path) == *then)
    }
}

#[cfg(test)]
mod tests {
    use std::{env, fs, process, thread};

    use super::*;

    /// A folder of packages, for one test.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let name = format!("inspector-cache-{name}-{}", process::id());
            let folder = Self(env::temp_dir().join(name));
            folder.package("apple");
            fs::write(folder.0.join("Cargo.toml"), "[workspace]\nmembers = ['*']\n").unwrap();
            folder
        }

        fn package(&self, name: &str) {
            let folder = self.0.join(name);
            fs::create_dir_all(&folder).unwrap();
            let manifest = format!("[package]\nname = '{name}'\n");
            fs::write(folder.join("Cargo.toml"), manifest).unwrap();
        }

        fn read(&self, cache: &Cache) -> Arc<Workspace> {
            cache.get(&self.0, &Call::default()).unwrap()
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            fs::remove_dir_all(&self.0).unwrap();
        }
    }

    fn cache(max_age: Duration) -> Cache {
        Cache { max_age, ..Cache::default() }
    }

    #[test]
    fn many_calls_at_once_read_the_manifests_once() {
        let folder = Folder::new("once");
        let cache = cache(Duration::MAX);
        let once = thread::scope(|scope| {
            let calls: Vec<_> = (0..200).map(|_| scope.spawn(|| folder.read(&cache))).collect();
            let mut all = calls.into_iter().map(|call| call.join().unwrap());
            let first = all.next().unwrap();
            all.all(|one| Arc::ptr_eq(&one, &first))
        });
        assert!(once);
    }

    #[test]
    fn a_new_package_is_seen_after_a_while() {
        let folder = Folder::new("new");
        let (young, old) = (cache(Duration::MAX), cache(Duration::ZERO));
        for cache in [&young, &old] {
            assert_eq!(folder.read(cache).summaries().len(), 1);
        }
        folder.package("banana");
        assert_eq!(folder.read(&young).summaries().len(), 1);
        assert_eq!(folder.read(&old).summaries().len(), 2);
    }
}
