//! Writes the page of figures.

use std::fmt::Write;

use envelope_benchmarks::Figure;

use crate::{Allocations, Build, Figures};

/// The page, in Markdown: a sentence about each benchmark, and then all figures.
pub(crate) fn page(figures: &Figures) -> String {
    let mut page = HEAD.replace("{machine}", &figures.machine);
    for summary in [
        successes(&figures.runtime),
        failures(&figures.runtime),
        under_the_sdk(&figures.server),
        building(&figures.builds),
    ] {
        let _ = writeln!(page, "- {summary}");
    }
    page.push('\n');
    section(&mut page, "Successes", SUCCESSES, &table(&figures.runtime, "ASCII records"));
    section(&mut page, "Other data", SHAPES, &table(&figures.runtime, "1000 "));
    section(&mut page, "Cut results", CUTS, &table(&figures.runtime, "cut from"));
    section(&mut page, "Failures", FAILURES, &table(&figures.runtime, "detail"));
    section(&mut page, "Under the MCP SDK", SERVER, &calls(&figures.server));
    section(&mut page, "Building", BUILDS, &builds(&figures.builds));
    section(&mut page, "Allocations", ALLOCATIONS, &allocations(&figures.allocations));
    page.truncate(page.trim_end().len() + 1);
    page
}

fn successes(figures: &[Figure]) -> String {
    // The cases with cut results compare them with whole results, not with handwritten envelopes.
    let is_tool =
        |figure: &&Figure| figure.candidate == "tool" && !figure.case.contains("cut from");
    let tools = || figures.iter().filter(is_tool);
    let usual = range(tools().filter(|figure| figure.case.contains("ASCII records")));
    let longest = tools().map(|figure| figure.ratio).fold(0.0, f64::max);
    format!(
        "A success takes {usual} times as long as structs that `serde_json` writes, and {longest:.2} times with the least favorable data."
    )
}

fn failures(figures: &[Figure]) -> String {
    let tools = figures.iter().filter(|figure| figure.candidate == "tool");
    let all = range(tools.filter(|figure| figure.case.contains("detail")));
    format!("A failure takes {all} times as long as a `match` and structs by hand.")
}

fn under_the_sdk(figures: &[Figure]) -> String {
    let of = |end: &str| range(figures.iter().filter(|figure| figure.candidate.ends_with(end)));
    let (result, envelope) = (of(" result"), of(" envelope"));
    format!(
        "A call takes {envelope} times as long as with the SDK's `Json<T>`, and {result} times with `returns = CallToolResult`."
    )
}

fn building(builds: &[Build]) -> String {
    let ratio = |read: fn(&Build) -> f64| {
        let of = |candidate: &str| {
            let build = builds.iter().find(|build| {
                build.case == "shared types" && build.candidate == candidate && build.tools == 500
            });
            build.map_or(f64::NAN, read)
        };
        of("tool") / of("by hand")
    };
    let (check, release) = (ratio(|build| build.check), ratio(|build| build.release));
    format!(
        "500 tools take {check:.2} times the processor time of envelopes by hand in `cargo check`, and {release:.2} times in a release build."
    )
}

/// The lowest and the highest ratio.
fn range<'a>(figures: impl Iterator<Item = &'a Figure>) -> String {
    let (low, high) = figures.fold((f64::INFINITY, 0.0_f64), |(low, high), figure| {
        (low.min(figure.ratio), high.max(figure.ratio))
    });
    format!("{low:.2} to {high:.2}")
}

const HEAD: &str = "# The cost of an annotated tool

Times of calls are multiples of the first candidate's: the median of three runs, with the 10th and the 90th percentile of the rounds of
one. The candidates take turns in one program, so that whatever else the machine does slows all of them down alike. All calls have a
request id, unless they make a random one. The allocator keeps the memory that is freed: whether glibc gives it back after a large call,
and takes as long again to get it for the next, depends on what lies at the end of the heap.

Measured on {machine}, with `cargo run --release -p envelope-benchmarks --bin report`:

";

const SUCCESSES: &str = "The first candidate is a struct that derives `Serialize`, written with `serde_json::to_string`. For MCP, it is serialized once and
its text is escaped once; `by hand, twice` serializes it for the text and again for the structure, and `Json<T>` is the SDK's own.
`literal id` is a tool with `request_id = \"…\"`, and `sonic-rs` writes the same struct with instructions that not every processor has.";

const SHAPES: &str = "Text outside of ASCII, texts of 20 lines, double-precision numbers, trees of depth 8, and strings with a character to escape every few characters.";

const CUTS: &str = "Results over the budget of their tool, compared with the same tool without a budget, which sends the whole result. Raw JSON is
read to its end, so that its items can be counted.";

const FAILURES: &str = "An error enum with `#[derive(ToolError)]`, compared with an enum that has a `match` and structs by hand. A `ToolFailure` is compared
with an envelope that is written by hand where the failure occurs, so that no function returns an error. `error by hand` is an error that a function
can return: a struct with any texts and details.";

const SERVER: &str = "From the line of the client to the line of the answer. `envelope` and `result` are tools that return an `Envelope` and a
`CallToolResult`, and `by hand` makes such a result itself. Server and client share one thread, so the time of a call is the processor time of both. Over pipes, the server is a process of its own; they take turns, since the client waits for each answer.";

const BUILDS: &str = "Processor time of `cargo check` and of `cargo build --release`, and the size of the library, for crates of tools. Their dependencies are
built before. The bodies of tools with shared types call one function, as those of a server call its store, so that what is measured is
the way out. A library is more than code: about half of it is what the compiler notes for crates that use it.";

const ALLOCATIONS: &str = "Of one call, once the thread is warm.";

fn section(page: &mut String, title: &str, text: &str, table: &str) {
    let _ = write!(page, "## {title}\n\n{text}\n\n{table}\n");
}

fn table(figures: &[Figure], filter: &str) -> String {
    let mut table = "| case | candidate | times the first | 10th to 90th percentile | the first |\n|---|---|---|---|---|\n".to_owned();
    for figure in figures.iter().filter(|figure| figure.case.contains(filter)) {
        let Figure { case, candidate, first, first_ns, ratio, low, high } = figure;
        let _ = writeln!(
            table,
            "| {case} | `{candidate}` | {ratio:.2} | {low:.2} to {high:.2} | `{first}`: {first_ns:.0} ns |"
        );
    }
    table
}

/// The calls under the SDK, with their rate per second.
fn calls(figures: &[Figure]) -> String {
    let mut table = "| case | candidate | times `Json<T>` | 10th to 90th percentile | a call | calls a second |\n|---|---|---|---|---|---|\n".to_owned();
    for Figure { case, candidate, first_ns, ratio, low, high, .. } in figures {
        let ns = first_ns * ratio;
        let (us, calls) = (ns / 1e3, 1e9 / ns);
        let _ = writeln!(
            table,
            "| {case} | `{candidate}` | {ratio:.2} | {low:.2} to {high:.2} | {us:.1} µs | {calls:.0} |"
        );
    }
    table
}

fn builds(builds: &[Build]) -> String {
    let mut table =
        "| tools | candidate | check | release | size |\n|---|---|---|---|---|\n".to_owned();
    for Build { case, candidate, tools, check, release, size } in builds {
        let kib = size / 1024;
        let _ = writeln!(
            table,
            "| {tools}, {case} | `{candidate}` | {check:.2} s | {release:.2} s | {kib} KiB |"
        );
    }
    table
}

fn allocations(calls: &[Allocations]) -> String {
    let mut table = "| case | candidate | allocations | bytes |\n|---|---|---|---|\n".to_owned();
    let is_shown =
        |call: &&Allocations| call.case.contains(" ASCII") || call.case.contains("detail");
    for Allocations { case, candidate, allocations, bytes } in calls.iter().filter(is_shown) {
        let _ = writeln!(table, "| {case} | `{candidate}` | {allocations} | {bytes} |");
    }
    table
}
