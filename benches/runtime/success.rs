//! Tools that succeed, with records.

use std::hint::black_box;
use std::time::Instant;

use envelope_runtime::dotbot::Summary;
use envelope_runtime::{Payload, ToolFailure, envelope_tool};
use serde::Serialize;

use super::candidates::{Candidate, Case, REQUEST_ID};
use super::peers;

#[derive(Serialize)]
struct Record {
    id: u64,
    title: &'static str,
    labels: [&'static str; 2],
    done: bool,
    score: f64,
}

#[derive(Clone, Copy, Serialize, Payload)]
struct Page<'a> {
    records: &'a [Record],
    total: usize,
}

impl Summary for Page<'_> {
    fn summary(&self) -> String {
        format!("Found {} records.", self.total)
    }
}

/// The body of every tool here.
fn page(records: &[Record]) -> Page<'_> {
    Page { records: black_box(records), total: records.len() }
}

/// A tool that has the request id of the scope around it, and one that is given the id.
macro_rules! tools {
    ($module:ident: $dialect:literal $(($($setting:tt)+))?, $id:ident) => {
        mod $module {
            use super::*;

            #[envelope_tool(dialect = $dialect $(, $($setting)+)?)]
            pub(super) fn records(records: &[Record]) -> Result<Page<'_>, ToolFailure> {
                Ok(page(records))
            }

            pub(super) mod literal {
                use super::*;

                #[envelope_tool(dialect = $dialect, $id = "req_7f3a9c2e51b84d06" $(, $($setting)+)?)]
                pub(in super::super) fn records(
                    records: &[Record],
                ) -> Result<Page<'_>, ToolFailure> {
                    Ok(page(records))
                }
            }
        }
    };
}

tools!(response_v2: "response-v2", request_id);
tools!(dotbot: "dotbot-mcp-response@1", correlation_id);
tools!(mcp: "mcp-2025-11-25", request_id);
tools!(code_scalpel: "code-scalpel-v1" (tier = "pro"), request_id);

fn json_macro(request_id: &str, page: Page<'_>) -> String {
    serde_json::json!({
        "success": true,
        "data": {"records": page.records, "total": page.total},
        "error": null,
        "meta": {"version": "response-v2", "request_id": request_id}
    })
    .to_string()
}

/// Runs the cases in which there is a request id.
pub(crate) fn with_id(run: &mut dyn FnMut(&Case<'_>)) {
    for_each_page(&mut |name, records| {
        let case = |dialect, candidates| Case { name: format!("{dialect}, {name}"), candidates };
        // A function, so that no candidate knows the id when it is compiled.
        let id = || black_box(REQUEST_ID);
        run(&case(
            "response-v2",
            vec![
                Candidate::new("by hand", || peers::response_v2::success(id(), page(records))),
                Candidate::new("tool", || response_v2::records(records)),
                Candidate::new("literal id", || response_v2::literal::records(records)),
                Candidate::new("json!", || json_macro(id(), page(records))),
            ],
        ));
        run(&case(
            "dotbot",
            vec![
                Candidate::new("by hand", || {
                    let started = Instant::now();
                    let page = page(records);
                    peers::dotbot::success(started, file!(), id(), &page.summary(), page)
                }),
                Candidate::new("tool", || dotbot::records(records)),
                Candidate::new("literal id", || dotbot::literal::records(records)),
            ],
        ));
        run(&case(
            "mcp",
            vec![
                Candidate::new("by hand", || peers::mcp::success_once(id(), page(records))),
                Candidate::new("tool", || mcp::records(records)),
                Candidate::new("literal id", || mcp::literal::records(records)),
                Candidate::new("by hand, twice", || peers::mcp::success_twice(id(), page(records))),
            ],
        ));
        run(&case(
            "code-scalpel",
            vec![
                Candidate::new("by hand", || {
                    let started = Instant::now();
                    peers::code_scalpel::success(started, id(), page(records))
                }),
                Candidate::new("tool", || code_scalpel::records(records)),
                Candidate::new("literal id", || code_scalpel::literal::records(records)),
            ],
        ));
    });
}

/// Runs the cases in which an id is made.
pub(crate) fn without_id(run: &mut dyn FnMut(&Case<'_>)) {
    let records = records(1, ASCII);
    let by_hand = || {
        let started = Instant::now();
        peers::code_scalpel::success_without_id(started, page(&records))
    };
    run(&Case {
        name: "code-scalpel, 1 ASCII record, random id".to_owned(),
        candidates: vec![
            Candidate::new("by hand", by_hand),
            Candidate::new("tool", || code_scalpel::records(&records)),
        ],
    });
}

const ASCII: &str = "Write the release notes and publish them";
const UNICODE: &str = "Veröffentliche die Änderungen – 変更履歴を公開する";

fn for_each_page(run: &mut dyn FnMut(&str, &[Record])) {
    for (kind, title) in [("ASCII", ASCII), ("Unicode", UNICODE)] {
        for count in [0, 1, 20, 1_000] {
            run(&format!("{count} {kind} records"), &records(count, title));
        }
    }
}

fn records(count: u64, title: &'static str) -> Vec<Record> {
    let record = |id| Record { id, title, labels: ["backend", "urgent"], done: false, score: 0.5 };
    (0..count).map(record).collect()
}
