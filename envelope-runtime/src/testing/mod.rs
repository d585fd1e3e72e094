//! Testing your tools.

mod frozen;

pub use self::frozen::Frozen;
pub(crate) use self::frozen::{duration, host, random_id, timestamp};

/// Runs `call` with the time, durations, random ids and the host frozen: [`Frozen::new`] in a
/// [`sync_scope`](Frozen::sync_scope).
pub fn frozen<R>(call: impl FnOnce() -> R) -> R {
    Frozen::new().sync_scope(call)
}
