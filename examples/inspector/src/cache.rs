//! The packages that the manifests name, for a short while: many calls at once read them once.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use crate::reading::{Reading, Refusal};
use crate::root::{Root, Stamp};
use crate::workspace::Workspace;

/// How long an answer is kept at least. A change to a manifest ends it before, and a new package is seen after it.
const MIN_AGE: Duration = Duration::from_secs(2);

/// An answer is kept for this many times as long as it took to read, even if it is a refusal.
pub(crate) const REST: u32 = 9;

#[derive(Debug)]
pub(crate) struct Cache {
    root: Result<Arc<Root>, Refusal>,
    min_age: Duration,
    last: Mutex<Option<Arc<Answer>>>,
    /// Locked by the call that looks at the manifests.
    turn: Mutex<()>,
}

#[derive(Debug)]
struct Answer {
    workspace: Result<Arc<Workspace>, Refusal>,
    manifests: Vec<(PathBuf, Option<Stamp>)>,
    end: Instant,
}

impl Cache {
    pub(crate) fn new(folder: &Path) -> Self {
        let opened = Root::open(folder).map(Arc::new);
        Self {
            root: opened.map_err(|error| Refusal::system(Path::new("Cargo.toml"), &error)),
            min_age: MIN_AGE,
            last: Mutex::default(),
            turn: Mutex::default(),
        }
    }

    /// What was read last in the folder, or is read now.
    pub(crate) fn get(&self) -> Result<Arc<Workspace>, Refusal> {
        let root = self.root.as_ref().map_err(Clone::clone)?;
        let last = self.last().clone();
        let _turn = match (self.turn.try_lock(), last) {
            // Another call is looking at the manifests, which can take long.
            (Err(TryLockError::WouldBlock), Some(answer)) => return answer.workspace.clone(),
            (Err(TryLockError::WouldBlock), None) => {
                self.turn.lock().unwrap_or_else(PoisonError::into_inner)
            }
            (Err(TryLockError::Poisoned(turn)), _) => turn.into_inner(),
            (Ok(turn), _) => turn,
        };
        let last = self.last().clone();
        if let Some(answer) = last.filter(|answer| answer.holds(root)) {
            return answer.workspace.clone();
        }
        let start = Instant::now();
        let mut reading = Reading::new(root);
        let workspace = Workspace::read(root.clone(), &mut reading).map(Arc::new);
        let manifests = reading.stamps;
        let end = Instant::now() + self.min_age.max(start.elapsed() * REST);
        let answer = Answer { workspace: workspace.clone(), manifests, end };
        *self.last() = Some(Arc::new(answer));
        workspace
    }

    fn last(&self) -> MutexGuard<'_, Option<Arc<Answer>>> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Answer {
    /// Looking at the manifests takes time, too: that ends with the age.
    fn holds(&self, root: &Root) -> bool {
        let is_young = || Instant::now() < self.end;
        self.manifests.iter().all(|(path, then)| is_young() && root.stamp(path) == *then)
    }
}

#[cfg(test)]
mod tests {
    use std::{env, fs, process, thread};

    use super::*;

    const HOUR: Duration = Duration::from_secs(3600);

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

        fn cache(&self, min_age: Duration) -> Cache {
            Cache { min_age, ..Cache::new(&self.0) }
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            fs::remove_dir_all(&self.0).unwrap();
        }
    }

    fn count(cache: &Cache) -> usize {
        cache.get().unwrap().summaries().len()
    }

    #[test]
    fn many_calls_at_once_read_the_manifests_once() {
        let folder = Folder::new("once");
        let cache = folder.cache(HOUR);
        let once = thread::scope(|scope| {
            let calls: Vec<_> = (0..200).map(|_| scope.spawn(|| cache.get().unwrap())).collect();
            let mut all = calls.into_iter().map(|call| call.join().unwrap());
            let first = all.next().unwrap();
            all.all(|one| Arc::ptr_eq(&one, &first))
        });
        assert!(once);
    }

    #[test]
    fn a_new_package_is_seen_after_a_while() {
        let folder = Folder::new("new");
        let (young, old) = (folder.cache(HOUR), folder.cache(Duration::ZERO));
        for cache in [&young, &old] {
            assert_eq!(count(cache), 1);
        }
        folder.package("banana");
        assert_eq!(count(&young), 1);
        let start = Instant::now();
        while count(&old) != 2 {
            assert!(start.elapsed() < Duration::from_secs(20));
        }
    }

    #[test]
    fn a_call_does_not_wait_while_another_reads() {
        let folder = Folder::new("turn");
        let cache = folder.cache(HOUR);
        assert_eq!(count(&cache), 1);
        fs::write(folder.0.join("Cargo.toml"), "").unwrap();
        let reading = cache.turn.lock().unwrap();
        assert_eq!(count(&cache), 1);
        drop(reading);
        assert!(cache.get().is_err());
    }
}
