//! Tools whose results are larger than their budget, beside tools that return no more than is sent.

use std::hint::black_box;

use envelope_benchmarks::{Candidate, Case};
use envelope_runtime::mcp::ContentBlock;
use envelope_runtime::response_v2::ContentFidelity;
use envelope_runtime::{
    Envelope, Severity, ToolFailure, Warning, envelope_tool, mcp_2025_11_25, response_v2,
};
use serde_json::Value;

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
    Ok(mcp_2025_11_25::Reply::new(black_box(records))
        .content(ContentBlock::text(&*warning.message))
        .extra_meta("warnings", serde_json::json!([warning])))
}

type Tool = fn(&[Task]) -> Envelope;

/// The records that are sent, and the warning about the others.
fn part<'a>(records: &'a [Task], json: &str, at: [&str; 2]) -> (&'a [Task], Warning) {
    let json: Value = serde_json::from_str(json).expect("an envelope is JSON");
    let [list, warning] = at.map(|at| json.pointer(at).expect("a cut result"));
    let len = list.as_array().expect("a list").len();
    let message = warning["message"].as_str().expect("a message");
    let mut read = Warning::custom("CONTENT_TRUNCATED", Severity::Info, message);
    for (key, value) in warning["context"].as_object().expect("counts") {
        read = read.context(key, value.clone());
    }
    (records.split_at(len).0, read)
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
        let (first, warning) = part(&records, cut(&records).as_str(), at);
        run(&Case {
            name: format!("response-v2, cut from {count} records"),
            candidates: vec![
                Candidate::new("part", || sent(first, &warning)),
                Candidate::new("tool", || cut(&records)),
            ],
        });
        let at = ["/structuredContent/records", "/_meta/warnings/0"];
        let (first, warning) = part(&records, mcp_cut(&records).as_str(), at);
        run(&Case {
            name: format!("mcp, cut from {count} records"),
            candidates: vec![
                Candidate::new("part", || mcp_sent(first, &warning)),
                Candidate::new("tool", || mcp_cut(&records)),
            ],
        });
    }
}
