//! The tier of a caller.

use envelope_contracts::shared::TIERS;

use super::{wire_words, words};

words! {
    /// The tier of a caller: `tier` in code-scalpel-v1. Higher tiers compare greater.
    ///
    /// ```
    /// use envelope_runtime::Tier;
    ///
    /// assert_eq!(serde_json::to_string(&Tier::Pro)?, r#""pro""#);
    /// assert!(Tier::Pro < Tier::Enterprise);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    #[derive(PartialOrd, Ord)]
    pub enum Tier(TIERS.words) {
        /// `community`: the free tier.
        Community,
        /// `pro`: the professional tier.
        Pro,
        /// `enterprise`: the highest tier.
        Enterprise,
    }
}

wire_words!(Tier, TIERS.words);
