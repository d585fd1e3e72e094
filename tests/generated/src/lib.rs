//! Generated cases of everything that the crate promises: see [`FAMILIES`], and `main.rs` for the command.
//!
//! A case is made from a seed. The report of a failed case has its seed, and the smallest failing case that was found.

#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a case may panic")]

mod envelopes;
mod failures;
mod first_text;
mod hostile;
mod judge;
mod nested;
mod outputs;
mod random;
mod replies;
mod run;
mod secrets;
mod token_streams;
mod values;

#[allow(unreachable_pub, reason = "it is a module of test binaries, too")]
#[path = "../../support/envelopes.rs"]
mod corpus;
#[allow(unreachable_pub, dead_code, reason = "it is a module of test binaries, too")]
#[path = "../../support/hostile.rs"]
mod fillings;
#[allow(unreachable_pub, reason = "it is a module of test binaries, too")]
#[path = "../../support/logged.rs"]
mod logged;
#[allow(unreachable_pub, reason = "it is a module of test binaries, too")]
#[path = "../../support/passing_on.rs"]
mod passing_on;

// The source of the macros, since only the compiler can call a procedural macro.
#[allow(dead_code, reason = "its entry points are in the crate itself")]
#[path = "../../../envelope-macros/src/contracts.rs"]
mod contracts;
#[path = "../../../envelope-macros/src/errors.rs"]
mod errors;
#[path = "../../../envelope-macros/src/payload/mod.rs"]
mod payload;
#[path = "../../../envelope-macros/src/spans.rs"]
mod spans;
#[allow(dead_code, reason = "its entry points are in the crate itself")]
#[path = "../../../envelope-macros/src/syntax/mod.rs"]
mod syntax;
#[path = "../../../envelope-macros/src/tool/mod.rs"]
mod tool;
#[path = "../../../envelope-macros/src/tool_error/mod.rs"]
mod tool_error;
#[path = "../../../envelope-macros/src/types.rs"]
mod types;

pub use run::{Counts, Failed, Family};

/// All families. A command runs the same number of cases for each.
pub const FAMILIES: [Family; 21] = [
    family(
        "replies-response-v2",
        "are valid, and read back to what was replied",
        replies::response_v2::reply,
    ),
    family(
        "replies-dotbot",
        "are valid, and read back to what was replied",
        replies::dotbot::reply,
    ),
    family("replies-mcp", "are valid, and read back to what was replied", replies::mcp::reply),
    family(
        "replies-code-scalpel",
        "are valid, and read back to what was replied",
        replies::code_scalpel::reply,
    ),
    family(
        "failures-response-v2",
        "are valid, and read back to the same report",
        failures::of_response_v2,
    ),
    family("failures-dotbot", "are valid, and read back to the same report", failures::of_dotbot),
    family("failures-mcp", "are valid, and read back to the same report", failures::of_mcp),
    family(
        "failures-code-scalpel",
        "are valid, and read back to the same report",
        failures::of_code_scalpel,
    ),
    family("failures-rfc9457", "are valid, and read back to the same report", failures::of_rfc9457),
    family(
        "failures-forwarded",
        "twice keep code, error type and details, and have no foreign duration",
        failures::forwarded,
    ),
    family(
        "first-texts",
        "of failures suffice for the code and the retry decision",
        first_text::recovered,
    ),
    family("nested-results", "of other tools are data like any other", nested::results),
    family("nested-raw", "JSON with line breaks is valid, and read back", nested::raw),
    family("nested-flattened", "fields never repeat a key", nested::flattened),
    family("outputs", "of a tool have the same envelope", outputs::agree),
    family("secrets", "are in no output and no event", secrets::stay_inside),
    family("envelopes", "with changes are read or refused, never with a panic", envelopes::changed),
    family(
        "hostile-envelopes",
        "are read, checked and passed on, and what is found is short",
        hostile::filled,
    ),
    family("raw-json", "with line breaks is the same value everywhere", hostile::raw_json),
    family(
        "token-streams",
        "give tokens from all three macros, never a panic",
        token_streams::expand,
    ),
    family(
        "format-strings",
        "in attributes give tokens, never a panic",
        token_streams::format_strings,
    ),
];

const fn family(
    name: &'static str,
    promise: &'static str,
    run: fn(&mut random::Random) -> u64,
) -> Family {
    Family { name, promise, run }
}
