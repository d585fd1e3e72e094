//! Compares tools whose results exceed a budget with the same tools without a budget.

use std::hint::black_box;

use envelope_benchmarks::{Candidate, Case};
use envelope_runtime::{Envelope, ToolFailure, envelope_tool};
use serde_json::value::{RawValue, to_raw_value};

use super::shapes::{Record, Task};

const BUDGET: usize = 60_000;

/// A budget for about a hundredth of 10,000 records, which take 1 MB.
const HUNDREDTH: usize = 10_000;

/// Declares tools that return their argument.
macro_rules! tools {
    ($($name:ident($data:ty): $($argument:ident $(= $value:expr)?),*;)*) => {$(
        #[envelope_tool($($argument $(= $value)?),*)]
        fn $name(data: &$data) -> Result<&$data, ToolFailure> {
            Ok(black_box(data))
        }
    )*};
}

tools! {
    whole([Task]): dialect = "response-v2", data = "records";
    cut([Task]): dialect = "response-v2", data = "records", budget = BUDGET;
    cut_to_a_hundredth([Task]): dialect = "response-v2", data = "records", budget = HUNDREDTH;
    mcp_whole([Task]): dialect = "mcp-2025-11-25", data = "records";
    mcp_cut([Task]): dialect = "mcp-2025-11-25", data = "records", budget = BUDGET;
    mcp_cut_to_a_hundredth([Task]): dialect = "mcp-2025-11-25", data = "records", budget = HUNDREDTH;
    mcp_pretty_whole([Task]): dialect = "mcp-2025-11-25", data = "records", pretty;
    mcp_pretty_cut([Task]): dialect = "mcp-2025-11-25", data = "records", pretty, budget = HUNDREDTH;
    mcp_raw_whole(RawValue): dialect = "mcp-2025-11-25", data = "records";
    mcp_raw_cut(RawValue): dialect = "mcp-2025-11-25", data = "records", budget = HUNDREDTH;
    text_whole(str): dialect = "mcp-2025-11-25", text;
    text_cut(str): dialect = "mcp-2025-11-25", text, budget = HUNDREDTH;
}

type Tool<T> = fn(&T) -> Envelope;

/// Runs the cases, in which tools leave out some of the data, most of the data, or nearly all data.
pub(crate) fn over(run: &mut dyn FnMut(&Case<'_>)) {
    for (count, cut, mcp_cut) in [
        (700, cut as Tool<[Task]>, mcp_cut as Tool<[Task]>),
        (3_000, cut, mcp_cut),
        (10_000, cut_to_a_hundredth, mcp_cut_to_a_hundredth),
    ] {
        let records: Vec<_> = (0..count).map(Task::new).collect();
        race(run, &format!("response-v2, cut from {count} records"), &*records, whole, cut);
        race(run, &format!("mcp, cut from {count} records"), &*records, mcp_whole, mcp_cut);
    }
    let records: Vec<_> = (0..10_000).map(Task::new).collect();
    let name = "mcp, indented, cut from 10000 records";
    race(run, name, &*records, mcp_pretty_whole, mcp_pretty_cut);
    let raw = to_raw_value(&records).expect("JSON");
    race(run, "mcp, cut from 10000 records of raw JSON", &*raw, mcp_raw_whole, mcp_raw_cut);
    let text = "Write the release notes and publish them\n".repeat(25_000);
    race(run, "mcp, text, cut from 25000 lines", &*text, text_whole, text_cut);
}

/// Runs a case: a tool without a budget, and the same tool whose result is cut.
fn race<T: ?Sized>(
    run: &mut dyn FnMut(&Case<'_>),
    name: &str,
    data: &T,
    whole: Tool<T>,
    cut: Tool<T>,
) {
    run(&Case {
        name: name.to_owned(),
        candidates: vec![
            Candidate::new("whole", || whole(data)),
            Candidate::new("tool", || cut(data)),
        ],
    });
}
