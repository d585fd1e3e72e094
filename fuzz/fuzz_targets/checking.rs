//! Any text can be checked against each contract, and each violation points to its place in the text.
//!
//! ```console
//! $ cargo +nightly fuzz run checking fuzz/corpus/checking fuzz/seeds/envelopes
//! ```

#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::Value;

const DIALECTS: [&str; 5] =
    ["response-v2", "dotbot-mcp-response@1", "mcp-2025-11-25", "mcp-2026-07-28", "code-scalpel-v1"];

fuzz_target!(|text: &str| {
    let value = serde_json::from_str::<Value>(text);
    for dialect in DIALECTS {
        let Err(violations) = envelope_client::check_as(dialect, text) else {
            assert!(value.is_ok(), "what is no JSON follows {dialect}");
            continue;
        };
        assert!(!violations.to_string().is_empty());
        for violation in &violations.violations {
            // The pointer of a missing key leads to the place where the key should be.
            let pointer = &violation.pointer;
            if pointer.contains('…') {
                // A long key is abbreviated.
                continue;
            }
            let around = pointer.rsplit_once('/').map_or("", |(around, _)| around);
            let found = value.as_ref().ok().and_then(|value| value.pointer(around));
            assert!(found.is_some() || value.is_err(), "{pointer}");
        }
    }
});
