//! The characters that a request id can have.

use envelope_contracts::format::is_request_id_byte;

use crate::request_id::RequestId;
use crate::text::all_bytes;

/// Replaces each character that the contract does not allow by `_`.
pub(super) fn resolve(id: &mut RequestId) {
    if all_bytes(id.as_str(), is_request_id_byte) {
        return;
    }
    let is_allowed = |c: char| u8::try_from(c).is_ok_and(is_request_id_byte);
    let chars = id.as_str().chars();
    let allowed: String = chars.map(|c| if is_allowed(c) { c } else { '_' }).collect();
    *id = RequestId::new(allowed);
}
