//! Tools whose results are larger than their budget, beside tools that return no more than is sent.

use std::hint::black_box;

use envelope_benchmarks::{Candidate, Case};
use envelope_runtime::mcp::ContentBlock;
use envelope_runtime::response_v2::ContentFidelity;
use envelope_runtime::{
    Envelope, Severity, ToolFailure, Warning, envelope_tool, mcp_2025_11_25, response_v2,
};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};

use super::shapes::{Record, Task};

const BUDGET: usize = 60_000;

/// About a hundredth of 10,000 records, as each copy of them has 1 MB.
const HUNDREDTH: usize = 10_000;

#[envelope_tool(dialect = "response-v2", data = "records", budget = BUDGET)]
fn cut(records: &[Task]) -> Result<&[Task], ToolFailure> {
    Ok(black_box(records))
}

#[envelope_tool(dialect = "mcp-2025-11-25", data = "records", budget = BUDGET)]
fn mcp_cut(records: &[Task]) -> Result<&[Task], ToolFailure> {
    Ok(black_box(records))
}

#[envelope_tool(dialect = "response-v2", data = "records", budget = HUNDREDTH)]
fn cut_to_a_hundredth(records: &[Task]) -> Result<&[Task], ToolFailure> {
    Ok(black_box(records))
}

#[envelope_tool(dialect = "mcp-2025-11-25", data = "records", budget = HUNDREDTH)]
fn mcp_cut_to_a_hundredth(records: &[Task]) -> Result<&[Task], ToolFailure> {
    Ok(black_box(records))
}

#[envelope_tool(dialect = "response-v2", data = "records")]
fn sent<'a>(
    records: &'a [Task],
    warning: &Warning,
) -> Result<response_v2::Reply<&'a [Task]>, ToolFailure> {
    Ok(response_v2::Reply::new(black_box(records))
        .warning_detail(warning.clone())
        .content_fidelity(ContentFidelity::Partial))
}

#[envelope_tool(dialect = "mcp-2025-11-25", data = "records")]
fn mcp_sent<'a>(
    records: &'a [Task],
    warning: &Warning,
) -> Result<mcp_2025_11_25::Reply<&'a [Task]>, ToolFailure> {
    Ok(with_warning(black_box(records), warning))
}

/// A reply with the report of a cut.
fn with_warning<T>(data: T, warning: &Warning) -> mcp_2025_11_25::Reply<T> {
    mcp_2025_11_25::Reply::new(data)
        .content(ContentBlock::text(&*warning.message))
        .extra_meta("warnings", json!([warning]))
}

#[envelope_tool(dialect = "mcp-2025-11-25", data = "records", pretty, budget = HUNDREDTH)]
fn mcp_pretty_cut(records: &[Task]) -> Result<&[Task], ToolFailure> {
    Ok(black_box(records))
}

#[envelope_tool(dialect = "mcp-2025-11-25", data = "records", pretty)]
fn mcp_pretty_sent<'a>(
    records: &'a [Task],
    warning: &Warning,
) -> Result<mcp_2025_11_25::Reply<&'a [Task]>, ToolFailure> {
    Ok(with_warning(black_box(records), warning))
}

#[envelope_tool(dialect = "mcp-2025-11-25", data = "records", budget = HUNDREDTH)]
fn mcp_raw_cut(records: &RawValue) -> Result<&RawValue, ToolFailure> {
    Ok(black_box(records))
}

#[envelope_tool(dialect = "mcp-2025-11-25", data = "records")]
fn mcp_raw_sent<'a>(
    records: &'a RawValue,
    warning: &Warning,
) -> Result<mcp_2025_11_25::Reply<&'a RawValue>, ToolFailure> {
    Ok(with_warning(black_box(records), warning))
}

#[envelope_tool(dialect = "mcp-2025-11-25", text, budget = HUNDREDTH)]
fn text_cut(text: &str) -> Result<&str, ToolFailure> {
    Ok(black_box(text))
}

#[envelope_tool(dialect = "mcp-2025-11-25", text)]
fn text_sent<'a>(
    text: &'a str,
    warning: &Warning,
) -> Result<mcp_2025_11_25::Reply<&'a str>, ToolFailure> {
    Ok(mcp_2025_11_25::Reply::new(black_box(text)).extra_meta("warnings", json!([warning])))
}

type Tool = fn(&[Task]) -> Envelope;

/// The records that are sent, and the warning about the others.
fn part<'a>(records: &'a [Task], json: &str, at: [&str; 2]) -> (&'a [Task], Warning) {
    let json: Value = serde_json::from_str(json).expect("an envelope is JSON");
    let [list, warning] = at.map(|at| json.pointer(at).expect("a cut result"));
    let len = list.as_array().expect("a list").len();
    (records.split_at(len).0, read(warning))
}

fn read(warning: &Value) -> Warning {
    let message = warning["message"].as_str().expect("a message");
    let mut read = Warning::custom("CONTENT_TRUNCATED", Severity::Info, message);
    for (key, value) in warning["context"].as_object().expect("counts") {
        read = read.context(key, value.clone());
    }
    read
}

/// Runs the cases, with some of the data left out, most of it, and nearly all of it.
pub(crate) fn over(run: &mut dyn FnMut(&Case<'_>)) {
    for (count, cut, mcp_cut) in [
        (700, cut as Tool, mcp_cut as Tool),
        (3_000, cut, mcp_cut),
        (10_000, cut_to_a_hundredth, mcp_cut_to_a_hundredth),
    ] {
        let records: Vec<_> = (0..count).map(Task::new).collect();
        let at = ["/data/records", "/meta/warning_details/0"];
        race(run, format!("response-v2, cut from {count} records"), &records, cut, sent, at);
        race(run, format!("mcp, cut from {count} records"), &records, mcp_cut, mcp_sent, MCP);
    }
    let records: Vec<_> = (0..10_000).map(Task::new).collect();
    let name = "mcp, indented, cut from 10000 records".to_owned();
    race(run, name, &records, mcp_pretty_cut, mcp_pretty_sent, MCP);
    of_text(run, &records);
}

/// Runs the cases whose data is text already: JSON, which is read to its end, since its items are counted, and a text, which is not. A
/// second case has the time without a budget.
fn of_text(run: &mut dyn FnMut(&Case<'_>), records: &[Task]) {
    let raw = |records: &[Task]| to_raw_value(records).expect("JSON");
    let all = raw(records);
    let (first, warning) = part(records, mcp_raw_cut(&all).as_str(), MCP);
    let first = raw(first);
    run(&Case {
        name: "mcp, cut from 10000 records of raw JSON".to_owned(),
        candidates: vec![
            Candidate::new("part", || mcp_raw_sent(&first, &warning)),
            Candidate::new("tool", || mcp_raw_cut(&all)),
        ],
    });
    run(&Case {
        name: "mcp, not cut from 10000 records of raw JSON".to_owned(),
        candidates: vec![Candidate::new("whole", || mcp_raw_sent(&all, &warning))],
    });
    let all = "Write the release notes and publish them\n".repeat(25_000);
    let cut = text_cut(&all).into_value().expect("JSON");
    let first = cut["content"][0]["text"].as_str().expect("a text");
    let warning = read(&cut["_meta"]["warnings"][0]);
    run(&Case {
        name: "mcp, text, cut from 25000 lines".to_owned(),
        candidates: vec![
            Candidate::new("part", || text_sent(first, &warning)),
            Candidate::new("tool", || text_cut(&all)),
        ],
    });
    run(&Case {
        name: "mcp, text, not cut from 25000 lines".to_owned(),
        candidates: vec![Candidate::new("whole", || text_sent(&all, &warning))],
    });
}

const MCP: [&str; 2] = ["/structuredContent/records", "/_meta/warnings/0"];

/// Runs a case: a tool whose result is cut, beside one that returns the records that are sent.
fn race(
    run: &mut dyn FnMut(&Case<'_>),
    name: String,
    records: &[Task],
    cut: Tool,
    sent: fn(&[Task], &Warning) -> Envelope,
    at: [&str; 2],
) {
    let (first, warning) = part(records, cut(records).as_str(), at);
    run(&Case {
        name,
        candidates: vec![
            Candidate::new("part", || sent(first, &warning)),
            Candidate::new("tool", || cut(records)),
        ],
    });
}
