//! Metadata that several contracts have.

use envelope_runtime::{Severity, Tier, WarningCode};
use serde_json::{Map, Number, Value};

use crate::object::object;

object! {
    /// A warning: `{"code":"STALE_CACHE","severity":"warning","message":"…","context":{…}}`.
    pub struct Warning(message) {
        /// The subject of the warning.
        code: Option<WarningCode> = "code",
        /// How much the warning matters. An unknown word is in `extra`.
        severity: Option<Severity> = "severity",
        /// The message.
        message: String = "message",
        /// Facts about the warning.
        context: Map<String, Value> = "context",
    }
}

object! {
    /// The state of a rate limit: `{"limit":100,"remaining":0,"reset_at":"2025-12-04T12:00:00Z","retry_after":45}`.
    pub struct RateLimit {
        /// How many requests the client may make in a period.
        limit: Option<u64> = "limit",
        /// How many requests are left in this period.
        remaining: Option<u64> = "remaining",
        /// When the period ends. The contracts require an ISO 8601 time.
        reset_at: Option<String> = "reset_at",
        /// How long to wait before the next request, in seconds. A fraction is rounded up.
        retry_after: Option<u64> = "retry_after",
        /// The period of the limit, such as `minute`.
        period: Option<String> = "period",
    }
}

object! {
    /// Measurements: `{"duration_ms":45,"downstream_calls":3}`.
    pub struct Telemetry {
        /// The duration of the call, in milliseconds.
        duration_ms: Option<Number> = "duration_ms",
        /// The number of calls to other services.
        downstream_calls: Option<u64> = "downstream_calls",
        /// Whether the answer comes from a cache.
        cache_hit: Option<bool> = "cache_hit",
    }
}

object! {
    /// A feature that needs a higher tier: `{"feature":"cross_file_taint","tier":"pro","reason":"…"}`.
    pub struct UpgradeHint(feature) {
        /// The name of the feature.
        feature: String = "feature",
        /// The tier with this feature. An unknown tier is in `extra`.
        tier: Option<Tier> = "tier",
        /// Why to upgrade.
        reason: String = "reason",
    }
}
