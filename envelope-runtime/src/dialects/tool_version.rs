//! The version of a tool in the contracts whose versions are semantic ones.

use envelope_contracts::format::is_semantic_version;

use crate::dialect::Call;

/// The version of a tool: the given one, or the version of its package if the given one is not a semantic version. Cargo requires
/// that a package has one.
#[inline]
pub(super) fn semantic_version(call: &Call) -> &str {
    let given = call.given_version().filter(|version| is_semantic_version(version));
    given.unwrap_or_else(|| call.package_version())
}
