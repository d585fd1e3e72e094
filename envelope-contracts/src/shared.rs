//! Objects and words that several contracts share.

use crate::Kind::{Amount, Any, Count, Format, String, Words as OneOf};
use crate::Presence::{Optional, Required};
use crate::{Object, Words, format, key};

/// The tiers.
pub static TIERS: Words = Words {
    name: "tier",
    example: "pro",
    enum_path: &["Tier"],
    words: &["community", "pro", "enterprise"],
};

/// The severities of a warning.
pub const SEVERITIES: &[&str] = &["info", "warning", "error"];

/// The state of a rate limit.
pub static RATE_LIMIT: Object = Object::new("", "Metadata Field Semantics", "The state of a rate limit.", &[
    key("limit", Optional, Count, "How many requests the client may make in a period."),
    key("remaining", Optional, Count, "How many requests are left in this period."),
    key("reset_at", Optional, Format(&format::TIME), "The end of the period, as an ISO 8601 time."),
    key("retry_after", Optional, Amount, "The seconds to wait before the next request."),
    key("period", Optional, Any, "The period of the limit, such as `minute`. Foundry MCP sends it."),
]);

/// A feature that needs a higher tier.
pub static UPGRADE_HINT: Object = Object::new("an upgrade hint", "Upgrade Hints", "A feature that a higher tier has.", &[
    key("feature", Required, String, "The name of the feature."),
    key("tier", Required, OneOf(TIERS.words), "The tier that has it."),
    key("reason", Required, String, "Why to upgrade."),
]);
