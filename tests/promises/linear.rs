//! Checking, reading and building need time and memory in proportion to their input, even for the worst input.
//!
//! If the input doubles, allocations and bytes may grow 2.5 times at most, and the peak of the memory is limited.
//! `HOSTILE_MIB=10` makes envelopes of 10 MiB, and with `--release` also limits the processor time.

#[path = "../support/hostile.rs"]
mod hostile;
#[path = "../support/passing_on.rs"]
mod passing_on;

use std::collections::BTreeMap;
use std::sync::LazyLock;
use std::time::Instant;

use allocation_counter::{AllocationInfo, measure};
use envelope_client::{Failure, Metadata, Response, read};
use envelope_runtime::{
    Envelope, ToolError, ToolFailure, Warning, dotbot, envelope_tool, response_v2,
};
use serde::de::IgnoredAny;
use serde_json::Value;

use passing_on::passing_on;

/// The most that a case may need.
#[derive(Clone, Copy)]
struct Limits {
    /// The peak of the memory, in bytes for each byte of the input.
    bytes: u64,
    /// Processor time for each MiB of the input, in seconds.
    seconds: f64,
}

const CHECKING: Limits = Limits { bytes: 200, seconds: 0.4 };
const READING: Limits = Limits { bytes: 200, seconds: 0.4 };
const FORWARDING: Limits = Limits { bytes: 200, seconds: 0.8 };
/// Includes the new failure that `?` makes.
const PASSING_ON: Limits = Limits { bytes: 200, seconds: 0.4 };
const BUILDING: Limits = Limits { bytes: 64, seconds: 0.2 };

/// The cost of the smallest input.
const BASE_BYTES: u64 = 1 << 16;
const BASE_ALLOCATIONS: u64 = 1_000;

fn size() -> usize {
    std::env::var("HOSTILE_MIB").map_or(1 << 15, |mib| mib.parse::<usize>().unwrap() << 20)
}

fn is_timed() -> bool {
    std::env::var_os("HOSTILE_MIB").is_some()
}

/// The processor time of this thread, which other programs don't change. On systems other than Linux, the elapsed time.
fn processor_seconds() -> f64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);

    let times = std::fs::read_to_string("/proc/thread-self/schedstat");
    let nanoseconds = times.ok().and_then(|times| times.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| START.elapsed().as_secs_f64(), |nanoseconds| nanoseconds / 1e9)
}

/// The cases of a test. A slow case fails the test after all cases have run.
#[derive(Default)]
struct Cases {
    slow: Vec<String>,
}

impl Cases {
    /// Runs a case with an input, and with an input of twice the size.
    #[track_caller]
    fn is_linear<T>(
        &mut self,
        name: &str,
        make: impl Fn(usize) -> T,
        run: impl Fn(&T),
        limits: Limits,
    ) {
        let size = size();
        let measured = |size: usize| -> (AllocationInfo, f64) {
            let input = make(size);
            let start = processor_seconds();
            let info = measure(|| run(&input));
            (info, processor_seconds() - start)
        };
        let (one, _) = measured(size / 2);
        let (two, seconds) = measured(size);
        if is_timed() {
            let of_input = two.bytes_max / size as u64;
            println!("{name:50} {seconds:6.2} s  {of_input:4} × the input");
            let most = limits.seconds * (size >> 20) as f64;
            if !cfg!(debug_assertions) && seconds > most {
                self.slow.push(format!("{name}: {seconds:.2} s"));
            }
        }
        let is_twice = |one: u64, two: u64, base: u64| two <= one * 5 / 2 + base;
        let allocations = (one.count_total, two.count_total);
        assert!(
            is_twice(allocations.0, allocations.1, BASE_ALLOCATIONS),
            "{name}: {allocations:?}"
        );
        let bytes = (one.bytes_total, two.bytes_total);
        assert!(is_twice(bytes.0, bytes.1, BASE_BYTES), "{name}: {bytes:?}");
        // A tree has larger values with the feature `preserve_order` of `serde_json`.
        let of_tree = (size_of::<Value>() as u64).div_ceil(32);
        let most = limits.bytes * of_tree * size as u64 + BASE_BYTES;
        assert!(two.bytes_max <= most, "{name}: {} bytes for {size}", two.bytes_max);
    }

    #[track_caller]
    fn finish(self) {
        assert!(self.slow.is_empty(), "these take too long: {:#?}", self.slow);
    }
}

#[test]
fn checking() {
    let mut cases = Cases::default();
    for hostile in &hostile::ALL {
        let check = |text: &String| drop(envelope_client::check(text));
        cases.is_linear(hostile.name, |size| hostile.envelope(size), check, CHECKING);
    }
    cases.finish();
}

fn read_as<M: Metadata>(text: &str) {
    drop(Response::<IgnoredAny, M>::read(text));
}

#[test]
fn reading() {
    let mut cases = Cases::default();
    for hostile in &hostile::ALL {
        let make = |size| hostile.envelope(size);
        let name = |by: &str| format!("{}, read {by}", hostile.name);
        cases.is_linear(
            &name("by any"),
            make,
            |text: &String| drop(read::<IgnoredAny>(text)),
            READING,
        );
        for (dialect, read) in [
            ("response-v2", read_as::<envelope_client::response_v2::Meta> as fn(&str)),
            ("dotbot", read_as::<envelope_client::dotbot::Meta>),
            ("MCP", read_as::<envelope_client::mcp::Meta>),
            ("Code Scalpel", read_as::<envelope_client::code_scalpel::Meta>),
            ("RFC 9457", read_as::<envelope_client::rfc9457::Meta>),
        ] {
            cases.is_linear(&name(dialect), make, |text: &String| read(text), READING);
        }
    }
    cases.finish();
}

#[test]
fn forwarding() {
    let mut cases = Cases::default();
    for hostile in &hostile::ALL {
        let forward = |text: &String| drop(envelope_client::forward(text.clone()));
        cases.is_linear(hostile.name, |size| hostile.envelope(size), forward, FORWARDING);
    }
    cases.finish();
}

#[test]
fn passing_failures_on() {
    let mut cases = Cases::default();
    for hostile in &hostile::ALL {
        let make = |size| read::<IgnoredAny>(&hostile.envelope(size)).map(|answer| answer.outcome);
        let name = format!("{}, passed on", hostile.name);
        for tool in passing_on() {
            let pass_on = |answer: &Result<Result<_, Box<Failure>>, _>| {
                if let Ok(Err(failure)) = answer {
                    assert!(!tool(failure.failure()).is_success());
                }
            };
            cases.is_linear(&name, make, pass_on, PASSING_ON);
        }
    }
    cases.finish();
}

/// The tools return many warnings or issues of two kinds, or many tuples, which a budget never cuts.
#[test]
fn building() {
    #[envelope_tool(dialect = "response-v2")]
    fn reply(pairs: usize) -> Result<response_v2::Reply<()>, ToolFailure> {
        Ok((0..pairs).fold(response_v2::Reply::new(()), |reply, n| {
            reply.warning_detail(Warning::uncoded(n.to_string())).warning((n / 2).to_string())
        }))
    }

    #[envelope_tool(dialect = "response-v2")]
    fn failure(pairs: usize) -> Result<(), ToolFailure> {
        Err((0..pairs).fold(ToolFailure::validation("m"), |failure, n| {
            failure.warning(Warning::uncoded(n.to_string())).warning((n / 2).to_string())
        }))
    }

    #[envelope_tool(dialect = "dotbot-mcp-response@1")]
    fn issues(pairs: usize) -> Result<dotbot::Reply<()>, ToolFailure> {
        Ok((0..pairs).fold(dotbot::Reply::new("Done.", ()), |reply, n| {
            let issue = || dotbot::Issue::new("A_CODE", n.to_string());
            reply.warning(issue()).error(issue())
        }))
    }

    #[envelope_tool(dialect = "response-v2", data = "places", budget = 60_000)]
    fn tuples(pairs: usize) -> Result<BTreeMap<usize, (usize, usize)>, ToolFailure> {
        Ok((0..pairs).map(|n| (n, (n, n))).collect())
    }

    let mut cases = Cases::default();
    for (name, tool) in [
        ("a reply with warnings", reply as fn(usize) -> Envelope),
        ("a failure with warnings", failure),
        ("a reply with issues", issues),
        ("data with tuples", tuples),
    ] {
        // A pair takes about 100 bytes.
        cases.is_linear(name, |size| size / 100, |pairs| drop(tool(*pairs)), BUILDING);
    }
    cases.finish();
}
