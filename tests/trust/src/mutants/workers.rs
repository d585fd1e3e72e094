//! Work that is shared by as many threads as there are processors.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::Failed;

/// Does the work for each item. The results are in the order of the items.
pub(super) fn each<'a, I: Sync, R: Send>(
    items: &'a [I],
    work: impl Fn(&'a I) -> Result<R, Failed> + Sync,
) -> Result<Vec<R>, Failed> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::with_capacity(items.len()));
    let worker = || -> Result<(), Failed> {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(at) else { return Ok(()) };
            let result = work(item)?;
            results.lock().map_err(|_| "a worker panicked")?.push((at, result));
        }
    };
    thread::scope(|scope| {
        let workers: Vec<_> =
            (0..thread::available_parallelism()?.get()).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().map_err(|_| "a worker panicked")?)
    })?;
    let mut results = results.into_inner().map_err(|_| "a worker panicked")?;
    results.sort_by_key(|(at, _)| *at);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}
