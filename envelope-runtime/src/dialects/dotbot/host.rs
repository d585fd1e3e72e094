//! The `audit.host` of an envelope.

use envelope_contracts::dotbot::HOSTS;

use crate::metadata::{wire_words, words};

words! {
    /// The environment that the tools run in: `audit.host`.
    ///
    /// [`Host::detect`] returns the first variant whose environment variable is set.
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
