//! Features that need a higher tier.

use super::{Tier, is_absent, object};

object! {
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
    pub struct UpgradeHint {
        /// The name of the feature.
        pub feature: String,
        /// The tier that has it. `None` if it was read and is none of the three: its name is in the [`extras`](Self::extras).
        #[serde(skip_serializing_if = "is_absent")]
        pub tier: Option<Tier>,
        /// Why to upgrade.
        pub reason: String,
    }
}

impl UpgradeHint {
    /// Creates a hint from a feature, the tier that has it, and why to upgrade.
    pub fn new(feature: impl Into<String>, tier: Tier, reason: impl Into<String>) -> Self {
        let (feature, reason) = (feature.into(), reason.into());
        Self { feature, tier: Some(tier), reason, ..Self::default() }
    }
}

/// How a client reads it.
#[cfg(feature = "read")]
mod reading {
    use super::UpgradeHint;

    use crate::json::{Document, Entry, Parts, deserialize_entries};

    impl Entry for UpgradeHint {
        fn entry(document: Document<'_>) -> Self {
            Parts::of(document).map_or_else(
                |other| Self { feature: other.into_text(), ..Self::default() },
                Self::of_parts,
            )
        }
    }

    deserialize_entries!(UpgradeHint);
}
