//! The characters that a request id can have.

use envelope_contracts::format::is_request_id_byte;

use crate::request_id::RequestId;
use crate::text::all_bytes;

/// Replaces each character that the contract does not allow by `_`.
pub(super) fn resolve(id: &mut RequestId) {
    if !all_bytes(id.as_bytes(), is_request_id_byte) {
        let is_other = |c: char| !u8::try_from(c).is_ok_and(is_request_id_byte);
        *id = RequestId::new(id.as_str().replace(is_other, "_"));
    }
}
