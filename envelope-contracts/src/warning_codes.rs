//! The standard codes of warnings. The rows are macro input, since the runtime's enum needs tokens.

use crate::shared::SEVERITIES;

/// Calls a macro with the rows, grouped by source. A row has a variant, a name on the wire, a variant of `Severity`, and a meaning. Only
/// response-v2 recommends severities. The severities of Foundry MCP's codes are defaults, since its own documents differ.
#[macro_export]
#[doc(hidden)]
macro_rules! warning_codes {
    ($with:ident) => {
        $with! {
            "response-v2" {
                ContentTruncated "CONTENT_TRUNCATED" Info "content was cut for its size";
                StaleCache "STALE_CACHE" Warning "cached data may be out of date";
                PartialFailure "PARTIAL_FAILURE" Warning "part of the work failed, but not the call";
                DeprecatedField "DEPRECATED_FIELD" Info "the response has deprecated fields";
                RateLimitApproaching "RATE_LIMIT_APPROACHING" Warning "the rate limit is near";
                FallbackUsed "FALLBACK_USED" Info "the primary source was unavailable, so another one was used";
            }
            "Foundry MCP 0.16.0" {
                ContentDropped "CONTENT_DROPPED" Info "items were left out for their size";
                PrioritySummarized "PRIORITY_SUMMARIZED" Info "items were replaced by summaries";
                SummaryProviderFailed "SUMMARY_PROVIDER_FAILED" Warning "no model could summarize the content";
                TokenBudgetFloored "TOKEN_BUDGET_FLOORED" Warning "the budget of tokens is too low, so a minimum of content was kept";
                ProtectedOverflow "PROTECTED_OVERFLOW" Warning "content that must stay is larger than its budget";
                TokenCountEstimateUsed "TOKEN_COUNT_ESTIMATE_USED" Info "the number of tokens is an estimate";
                LimitsDefaulted "LIMITS_DEFAULTED" Info "no limits are configured, so the defaults apply";
                StateMigrationRecovered "STATE_MIGRATION_RECOVERED" Info "the state was migrated from an older version";
                ArchiveWriteFailed "ARCHIVE_WRITE_FAILED" Warning "content that was left out could not be archived";
                ArchiveReadCorrupt "ARCHIVE_READ_CORRUPT" Warning "an archived file is corrupt";
                ArchiveDisabled "ARCHIVE_DISABLED" Info "nothing is archived";
            }
        }
    };
}

macro_rules! severities {
    ($($source:literal { $($variant:ident $name:literal $severity:ident $meaning:literal;)* })*) => {
        /// The severity that a contract recommends for one of its warning codes, by its name on the wire.
        pub fn warning_severity(code: &str, contract: &str) -> Option<&'static str> {
            let severity = match (contract, code) {
                $($(($source, $name) => stringify!($severity),)*)*
                _ => return None,
            };
            SEVERITIES.iter().copied().find(|word| word.eq_ignore_ascii_case(severity))
        }
    };
}

warning_codes!(severities);

#[cfg(test)]
mod tests {
    use super::warning_severity;

    #[test]
    fn only_the_contract_of_a_code_recommends_its_severity() {
        assert_eq!(warning_severity("STALE_CACHE", "response-v2"), Some("warning"));
        assert_eq!(warning_severity("CONTENT_TRUNCATED", "response-v2"), Some("info"));
        assert_eq!(warning_severity("CONTENT_DROPPED", "response-v2"), None);
        assert_eq!(warning_severity("STALE_CACHE", "dotbot-mcp-response@1"), None);
        assert_eq!(warning_severity("INDEX_STALE", "response-v2"), None);
    }
}
