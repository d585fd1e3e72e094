//! The version of a tool, for contracts that require a semantic version.

use envelope_contracts::format::is_semantic_version;

use crate::dialect::Call;

/// The version of a tool: the given one, or the version of its package if the given one is not a semantic version. Cargo requires semantic
/// versions of packages.
#[inline]
pub(super) fn semantic_version(call: &Call) -> &str {
    let given = call.version.as_deref().filter(|version| is_semantic_version(version));
    given.unwrap_or_else(|| call.package_version())
}
