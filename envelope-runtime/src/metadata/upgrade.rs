//! Features that need a higher tier.

use serde::Serialize;
use serde_json::{Map, Value};

use super::{JsonMap, Tier};

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
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct UpgradeHint {
    /// The name of the feature.
    pub feature: String,
    /// The tier that has it. `None` if it was read and is none of the three: its name is in the [`extras`](Self::extras).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tier: Option<Tier>,
    /// Why to upgrade.
    pub reason: String,
    #[serde(flatten)]
    extra: JsonMap,
}

impl UpgradeHint {
    /// Creates a hint from a feature, the tier that has it, and why to upgrade.
    pub fn new(feature: impl Into<String>, tier: Tier, reason: impl Into<String>) -> Self {
        Self {
            feature: feature.into(),
            tier: Some(tier),
            reason: reason.into(),
            extra: JsonMap::default(),
        }
    }

    /// Further keys, of a hint that was read.
    #[must_use]
    pub fn extras(&self) -> &Map<String, Value> {
        &self.extra
    }
}

/// How a client reads it.
#[cfg(feature = "read")]
mod reading {
    use super::UpgradeHint;

    use crate::json::{Document, Entry, Parts, deserialize_entries};
    use crate::metadata::JsonMap;

    impl Entry for UpgradeHint {
        fn entry(document: Document<'_>) -> Self {
            let read = |mut parts: Parts<'_>| Self {
                feature: parts.take_or_default("feature"),
                tier: parts.take("tier"),
                reason: parts.take_or_default("reason"),
                extra: parts.into_json_map(),
            };
            Parts::of(document).map_or_else(
                |other| Self {
                    feature: other.into_text(),
                    tier: None,
                    reason: String::new(),
                    extra: JsonMap::default(),
                },
                read,
            )
        }
    }

    deserialize_entries!(UpgradeHint);
}
