//! A tool in every dialect, for a host that provides a clock at most.

#![cfg(target_family = "wasm")]

use std::cell::RefCell;

use envelope_runtime::{Envelope, Payload, ToolFailure, envelope_tool};
use serde::Serialize;

#[derive(Serialize, Payload)]
struct Sum {
    sum: u64,
}

fn add(numbers: &[u64]) -> Result<Sum, ToolFailure> {
    if numbers.is_empty() {
        return Err(ToolFailure::rate_limited(100, "minute", 45));
    }
    Ok(Sum { sum: numbers.iter().sum() })
}

macro_rules! tools {
    ($($name:ident($($arguments:tt)*);)*) => {
        $(
            #[envelope_tool($($arguments)*)]
            fn $name(numbers: &[u64]) -> Result<Sum, ToolFailure> {
                add(numbers)
            }
        )*

        const TOOLS: &[fn(&[u64]) -> Envelope] = &[$($name,)*];
    };
}

tools! {
    response_v2(dialect = "response-v2", telemetry);
    dotbot(dialect = "dotbot-mcp-response@1", version = "1.0.0", summary("Added."));
    mcp(dialect = "mcp-2025-11-25");
    later_mcp(dialect = "mcp-2026-07-28");
    code_scalpel(dialect = "code-scalpel-v1", tier = "pro");
    problem(dialect = "rfc9457");
}

thread_local! {
    static ANSWER: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Calls each tool twice: with numbers, and without. Returns the length of the answer, or 0 after the last call.
#[unsafe(no_mangle)]
pub extern "C" fn call(index: usize) -> usize {
    let numbers: &[u64] = if index % 2 == 0 { &[1, 2] } else { &[] };
    let Some(tool) = TOOLS.get(index / 2) else { return 0 };
    let envelope = tool(numbers).into_string();
    let len = envelope.len();
    ANSWER.set(envelope);
    len
}

/// Returns the address of the last answer.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    ANSWER.with_borrow(|answer| answer.as_ptr())
}

/// Takes the time from the clock of the host.
#[cfg(target_os = "unknown")]
#[unsafe(no_mangle)]
pub extern "C" fn start() {
    use std::time::{Duration, UNIX_EPOCH};

    #[link(wasm_import_module = "host")]
    unsafe extern "C" {
        /// Milliseconds since 1970.
        safe fn now() -> f64;
    }

    envelope_runtime::dialect::set_clock(|| UNIX_EPOCH + Duration::from_millis(now() as u64));
}
