//! The version of a tool in the contracts whose versions are semantic ones.

use super::Call;
use crate::contract::check::shape::is_semantic_version;

/// The version of a tool: the given one, or that of its package if the given one is not a semantic version. That of a package is
/// one, as Cargo requires it.
pub(super) fn semantic_version(call: &Call) -> &str {
    let is_fitting = |version: &&str| is_three_numbers(version) || is_semantic_version(version);
    call.given_version().filter(is_fitting).unwrap_or_else(|| call.package_version())
}

/// Whether a version is three numbers alone, as most are. It is asked in every call.
fn is_three_numbers(version: &str) -> bool {
    let (mut dots, mut digits, mut is_zero) = (0, 0, false);
    for byte in version.bytes() {
        match byte {
            b'0'..=b'9' if !is_zero => {
                is_zero = digits == 0 && byte == b'0';
                digits += 1;
            }
            b'.' if digits > 0 => {
                dots += 1;
                (digits, is_zero) = (0, false);
            }
            _ => return false,
        }
    }
    dots == 2 && digits > 0
}

#[cfg(test)]
mod tests {
    use super::{is_semantic_version, is_three_numbers};

    #[test]
    fn three_numbers_are_a_semantic_version() {
        for version in ["1.2.3", "0.0.0", "10.20.30", "0.1.0"] {
            assert!(is_three_numbers(version) && is_semantic_version(version), "{version}");
        }
        for version in [
            "", "1", "1.2", "1.2.3.4", "01.2.3", "1.02.3", "1.2.03", "1..3", ".2.3", "1.2.",
            "v1.2.3",
        ] {
            assert!(!is_three_numbers(version) && !is_semantic_version(version), "{version}");
        }
        for version in ["1.2.3-rc.1", "1.2.3+5"] {
            assert!(!is_three_numbers(version) && is_semantic_version(version), "{version}");
        }
    }
}
