//! Features that need a higher tier.

use super::{Tier, serialize_object};

/// A feature that needs a higher tier: an entry of `upgrade_hints` in code-scalpel-v1.
///
/// ```
/// use envelope_runtime::{Tier, UpgradeHint};
///
/// let hint = UpgradeHint::new("cross_file_taint", Tier::Pro, "Only single files were followed");
/// assert_eq!(
///     serde_json::to_string(&hint)?,
///     r#"{"feature":"cross_file_taint","tier":"pro","reason":"Only single files were followed"}"#
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct UpgradeHint {
    /// The name of the feature.
    feature: String,
    /// The tier that has the feature.
    tier: Tier,
    /// The reason to upgrade.
    reason: String,
}

impl UpgradeHint {
    /// Creates a hint from a feature, the tier that has it, and the reason to upgrade.
    pub fn new(feature: impl Into<String>, tier: Tier, reason: impl Into<String>) -> Self {
        Self { feature: feature.into(), tier, reason: reason.into() }
    }
}

serialize_object! { |hint: &UpgradeHint|
    "feature": Some(&hint.feature),
    "tier": Some(hint.tier),
    "reason": Some(&hint.reason),
}
