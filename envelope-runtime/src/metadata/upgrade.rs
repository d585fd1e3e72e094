//! Tiers, and features that need a higher one.

use serde::{Deserialize, Serialize};

/// The tier of a caller: `tier` in code-scalpel-v1. Higher tiers compare greater.
///
/// ```
/// use envelope_runtime::Tier;
///
/// assert_eq!(serde_json::to_string(&Tier::Pro)?, r#""pro""#);
/// assert!(Tier::Pro < Tier::Enterprise);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schemars",
    derive(schemars::JsonSchema),
    schemars(description = "The tier of the caller.")
)]
#[serde(rename_all = "snake_case")]
pub enum Tier {
    /// `community`: the free tier.
    Community,
    /// `pro`: the professional tier.
    Pro,
    /// `enterprise`: the highest tier.
    Enterprise,
}

impl Tier {
    /// The word on the wire, such as `pro`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Community => "community",
            Self::Pro => "pro",
            Self::Enterprise => "enterprise",
        }
    }
}

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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schemars",
    derive(schemars::JsonSchema),
    schemars(description = "A feature that a higher tier has.")
)]
#[non_exhaustive]
pub struct UpgradeHint {
    /// The name of the feature.
    pub feature: String,
    /// The tier that has it.
    pub tier: Tier,
    /// Why to upgrade.
    pub reason: String,
}

impl UpgradeHint {
    /// Creates a hint from a feature, the tier that has it, and why to upgrade.
    pub fn new(feature: impl Into<String>, tier: Tier, reason: impl Into<String>) -> Self {
        Self { feature: feature.into(), tier, reason: reason.into() }
    }
}
