//! The `audit.host` of an envelope.

use envelope_contracts::dotbot::HOSTS;

use crate::metadata::{wire_words, words};

words! {
    /// The environment that the tools run in: `audit.host`.
    ///
    /// It depends on environment variables. The first variant whose variable is set counts.
    pub enum Host(HOSTS) {
        /// `warp`: `WARP_SESSION` is set and not empty.
        Warp,
        /// `claude-desktop`: `CLAUDE_DESKTOP` is set and not empty.
        ClaudeDesktop,
        /// `ci`: `CI` is set and not empty.
        Ci,
    }
}

wire_words!(Host, HOSTS);
