//! The request id of a call or a request that has none.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;

use crate::dialect::now;
#[cfg(feature = "testing")]
use crate::frozen::Frozen;
use crate::request_id::RequestId;

/// A random id of 32 hexadecimal digits. It is not a secret: its randomness comes from the hash keys of the standard library.
#[inline]
pub(crate) fn random_id() -> RequestId {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";

    #[cfg(feature = "testing")]
    if let Some(frozen) = Frozen::current() {
        return frozen.random_id;
    }
    let mut text = [b'0'; 32];
    // Without a source of randomness, as on `wasm32-unknown-unknown`, the hash keys are the same in each run.
    let time = now();
    for half in text.chunks_exact_mut(16) {
        let mut bits = RandomState::new().hash_one(time);
        for digit in half {
            *digit = DIGITS.get((bits & 15) as usize).copied().unwrap_or(b'0');
            bits >>= 4;
        }
    }
    RequestId::copied(str::from_utf8(&text).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::random_id;

    #[test]
    fn ids_are_hexadecimal_and_differ() {
        let ids: HashSet<_> = (0..1_000).map(|_| random_id()).collect();
        assert_eq!(ids.len(), 1_000);
        let is_hexadecimal = |id: &str| id.len() == 32 && id.bytes().all(|b| b.is_ascii_hexdigit());
        assert!(ids.iter().all(|id| is_hexadecimal(id.as_str())));
    }

    /// Every digit takes all values.
    #[test]
    fn every_digit_is_random() {
        let ids: Vec<_> = (0..1_000).map(|_| random_id().as_str().to_owned()).collect();
        for at in 0..32 {
            let digits: HashSet<_> = ids.iter().map(|id| id.as_bytes()[at]).collect();
            assert_eq!(digits.len(), 16, "the digits at {at}");
        }
    }
}
