//! An annotated tool beside the same envelope written by hand: as a struct that derives `Serialize`, and with `json!`.
//!
//! `cargo bench` shows time and allocations, for successes and failures of 0, 1, 20 and 1,000 records.

use divan::{AllocProfiler, Bencher, black_box};
use envelope_runtime::{Payload, ToolError, envelope_tool};
use serde::Serialize;

#[global_allocator]
static ALLOCATOR: AllocProfiler = AllocProfiler::system();

fn main() {
    divan::main();
}

const RECORDS: [usize; 4] = [0, 1, 20, 1_000];

#[derive(Clone, Serialize)]
struct Record {
    id: u64,
    title: &'static str,
    labels: [&'static str; 2],
    done: bool,
    score: f64,
}

#[derive(Serialize, Payload)]
struct Page<'a> {
    records: &'a [Record],
    total: usize,
}

fn records(count: usize, title: &'static str) -> Vec<Record> {
    let record = |id| Record { id, title, labels: ["backend", "urgent"], done: false, score: 0.5 };
    (0..count as u64).map(record).collect()
}

const ASCII: &str = "Write the release notes and publish them";
const UNICODE: &str = "Veröffentliche die Änderungen – 変更履歴を公開する";

/// What a team writes by hand today.
#[derive(Serialize)]
struct HandWritten<T> {
    success: bool,
    data: T,
    error: Option<&'static str>,
    meta: HandWrittenMeta,
}

#[derive(Serialize)]
struct HandWrittenMeta {
    version: &'static str,
}

const META: HandWrittenMeta = HandWrittenMeta { version: "response-v2" };

#[divan::bench_group]
mod success {
    use super::*;

    #[envelope_tool(dialect = "response-v2")]
    fn tool(records: &[Record]) -> Result<Page<'_>, Failed<'_>> {
        Ok(Page { records, total: records.len() })
    }

    fn hand_written(records: &[Record]) -> String {
        let data = Page { records, total: records.len() };
        let envelope = HandWritten { success: true, data, error: None, meta: META };
        serde_json::to_string(&envelope).unwrap_or_default()
    }

    fn json(records: &[Record]) -> String {
        serde_json::json!({
            "success": true,
            "data": {"records": records, "total": records.len()},
            "error": null,
            "meta": {"version": "response-v2"}
        })
        .to_string()
    }

    macro_rules! benchmarks {
        ($($text:ident: $title:expr),*) => {$(
            #[divan::bench_group]
            mod $text {
                use super::*;

                #[divan::bench(args = RECORDS, sample_count = 500)]
                fn a_tool(bencher: Bencher, count: usize) {
                    let records = records(count, $title);
                    // Warm: a tool knows the size of its answers from the last ones.
                    let _ = tool(&records);
                    bencher.bench_local(|| tool(black_box(&records)));
                }

                #[divan::bench(args = RECORDS, sample_count = 500)]
                fn b_hand_written_struct(bencher: Bencher, count: usize) {
                    let records = records(count, $title);
                    bencher.bench_local(|| hand_written(black_box(&records)));
                }

                #[divan::bench(args = RECORDS, sample_count = 500)]
                fn c_json_macro(bencher: Bencher, count: usize) {
                    let records = records(count, $title);
                    bencher.bench_local(|| json(black_box(&records)));
                }
            }
        )*};
    }

    benchmarks!(ascii: ASCII, unicode: UNICODE);
}

/// A failure that names the records that failed.
#[derive(Debug, thiserror::Error, ToolError)]
#[error("Validation failed: {field} has {} bad records", records.len())]
#[tool_error(code = "VALIDATION_ERROR", remediation = "Provide a valid {field}")]
struct Failed<'a> {
    #[tool_error(detail)]
    field: &'static str,
    #[tool_error(detail)]
    records: &'a [Record],
}

impl std::fmt::Debug for Record {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Record {}", self.id)
    }
}

#[divan::bench_group]
mod failure {
    use super::*;

    #[envelope_tool(dialect = "response-v2")]
    fn tool(records: &[Record]) -> Result<(), Failed<'_>> {
        Err(Failed { field: "records", records })
    }

    #[derive(Serialize)]
    struct HandWrittenData<'a> {
        error_code: &'static str,
        error_type: &'static str,
        remediation: String,
        details: HandWrittenDetails<'a>,
    }

    #[derive(Serialize)]
    struct HandWrittenDetails<'a> {
        field: &'static str,
        records: &'a [Record],
    }

    #[derive(Serialize)]
    struct HandWrittenFailure<'a> {
        success: bool,
        data: HandWrittenData<'a>,
        error: String,
        meta: HandWrittenMeta,
    }

    fn hand_written(records: &[Record]) -> String {
        let field = "records";
        let envelope = HandWrittenFailure {
            success: false,
            data: HandWrittenData {
                error_code: "VALIDATION_ERROR",
                error_type: "validation",
                remediation: format!("Provide a valid {field}"),
                details: HandWrittenDetails { field, records },
            },
            error: format!("Validation failed: {field} has {} bad records", records.len()),
            meta: META,
        };
        serde_json::to_string(&envelope).unwrap_or_default()
    }

    fn json(records: &[Record]) -> String {
        let field = "records";
        serde_json::json!({
            "success": false,
            "data": {
                "error_code": "VALIDATION_ERROR",
                "error_type": "validation",
                "remediation": format!("Provide a valid {field}"),
                "details": {"field": field, "records": records}
            },
            "error": format!("Validation failed: {field} has {} bad records", records.len()),
            "meta": {"version": "response-v2"}
        })
        .to_string()
    }

    #[divan::bench(args = RECORDS, sample_count = 500)]
    fn a_tool(bencher: Bencher, count: usize) {
        let records = records(count, ASCII);
        // Warm: a tool knows the size of its answers from the last ones.
        let _ = tool(&records);
        bencher.bench_local(|| tool(black_box(&records)));
    }

    #[divan::bench(args = RECORDS, sample_count = 500)]
    fn b_hand_written_struct(bencher: Bencher, count: usize) {
        let records = records(count, ASCII);
        bencher.bench_local(|| hand_written(black_box(&records)));
    }

    #[divan::bench(args = RECORDS, sample_count = 500)]
    fn c_json_macro(bencher: Bencher, count: usize) {
        let records = records(count, ASCII);
        bencher.bench_local(|| json(black_box(&records)));
    }
}
