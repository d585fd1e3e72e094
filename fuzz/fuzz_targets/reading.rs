//! Reading any text returns an envelope or an error. Text that the checker accepts can be read.
//!
//! ```console
//! $ cargo +nightly fuzz run reading fuzz/corpus/reading fuzz/seeds/envelopes
//! ```

#![no_main]

use envelope_client::{code_scalpel, dotbot, mcp, read, response_v2, rfc9457};
use libfuzzer_sys::fuzz_target;
use serde_json::Value;

fuzz_target!(|text: &str| {
    let read = read::<Value>(text);
    assert!(envelope_client::check(text).is_err() || read.is_ok(), "{:?}", read.err());
    if let Ok(response) = read {
        // `Debug` works, too.
        let _ = format!("{response:?}");
    }
    let _ = response_v2::Response::<Value>::read(text);
    let _ = dotbot::Response::<Value>::read(text);
    let _ = mcp::Response::<Value>::read(text);
    let _ = code_scalpel::Response::<Value>::read(text);
    let _ = rfc9457::Response::<Value>::read(text);
    let _ = rfc9457::read_problem(text);
});
