//! A value that is read again after a while. One call at a time reads it, and the others don't wait.

use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};

/// A value is kept for this many times as long as it took to read, so reading takes at most a tenth of the time.
pub(crate) const REST: u32 = 9;

#[derive(Debug)]
pub(crate) struct Cache<T> {
    min_age: Duration,
    last: Mutex<Option<(T, Instant)>>,
    /// Locked by the call that reads.
    turn: Mutex<()>,
}

impl<T: Clone> Cache<T> {
    pub(crate) fn new(min_age: Duration) -> Self {
        Self { min_age, last: Mutex::new(None), turn: Mutex::default() }
    }

    /// The last value if it is young, or if another call is reading. Only the first reading makes other calls wait.
    pub(crate) fn get(&self, read: impl FnOnce() -> T) -> T {
        let last = self.last().clone();
        let _turn = match (self.turn.try_lock(), last) {
            (Err(TryLockError::WouldBlock), Some((value, _))) => return value,
            (Err(TryLockError::WouldBlock), None) => {
                self.turn.lock().unwrap_or_else(PoisonError::into_inner)
            }
            (Err(TryLockError::Poisoned(turn)), _) => turn.into_inner(),
            (Ok(turn), _) => turn,
        };
        if let Some((value, end)) = self.last().clone()
            && Instant::now() < end
        {
            return value;
        }
        let start = Instant::now();
        let value = read();
        let end = Instant::now() + self.min_age.max(start.elapsed() * REST);
        *self.last() = Some((value.clone(), end));
        value
    }

    fn last(&self) -> MutexGuard<'_, Option<(T, Instant)>> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::mpsc::channel;
    use std::thread;

    use super::*;

    const HOUR: Duration = Duration::from_secs(3600);

    #[test]
    fn many_calls_at_once_read_once() {
        let (cache, reads) = (Cache::new(HOUR), AtomicUsize::new(0));
        thread::scope(|scope| {
            for _ in 0..50 {
                scope.spawn(|| cache.get(|| reads.fetch_add(1, Ordering::Relaxed)));
            }
        });
        assert_eq!(reads.into_inner(), 1);
    }

    #[test]
    fn a_call_does_not_wait_while_another_reads() {
        let cache = Cache::new(Duration::ZERO);
        assert_eq!(cache.get(|| 1), 1);
        let ((started, has_started), (end, ends)) = (channel(), channel());
        thread::scope(|scope| {
            let reading = scope.spawn(|| {
                cache.get(move || {
                    started.send(()).unwrap();
                    ends.recv().unwrap()
                })
            });
            has_started.recv().unwrap();
            assert_eq!(cache.get(|| 3), 1);
            end.send(2).unwrap();
            assert_eq!(reading.join().unwrap(), 2);
        });
    }

    #[test]
    fn a_slow_value_is_kept_for_longer() {
        let cache = Cache::new(Duration::ZERO);
        let slow = || {
            thread::sleep(Duration::from_millis(100));
            1
        };
        let start = Instant::now();
        assert_eq!(cache.get(slow), 1);
        let took = start.elapsed();
        assert_eq!(cache.get(|| 2), 1);
        thread::sleep(took * REST);
        assert_eq!(cache.get(|| 2), 2);
    }
}
