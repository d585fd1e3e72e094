//! The version of a tool in the contracts whose versions are semantic ones.

use super::Context;
use crate::contract::check::shape::is_semantic_version;

/// The version of a tool: the given one, or that of its package if the given one is not a semantic version.
pub(super) fn semantic_version(context: &Context) -> &str {
    let version = context.version();
    if is_semantic_version(version) {
        version
    } else {
        context.tool().package_version.unwrap_or("0.0.0")
    }
}
