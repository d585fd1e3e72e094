//! Tools that succeed, with records of each shape.

use std::hint::black_box;
use std::time::Instant;

use envelope_benchmarks::{Candidate, Case};
use envelope_runtime::dotbot::Summary;
use envelope_runtime::{ToolFailure, envelope_tool};
use rmcp::handler::server::tool::IntoCallToolResult;
use rmcp::handler::server::wrapper::Json;
use rmcp::model::CallToolResponse;

use super::REQUEST_ID;
use super::peers;
use super::shapes::{Escapes, Numbers, Page, Record, Task, Text, Tree, Unicode, page};

/// A tool with the ambient request id, with a budget, or with a literal id.
macro_rules! tools {
    ($module:ident: $dialect:literal $(($($setting:tt)+))?, $id:ident) => {
        mod $module {
            use super::*;

            #[envelope_tool(dialect = $dialect $(, $($setting)+)?)]
            pub(super) fn records<T: Record>(records: &[T]) -> Result<Page<'_, T>, ToolFailure> {
                Ok(page(records))
            }

            /// With a budget that no result exceeds.
            pub(super) mod budgeted {
                use super::*;

                #[envelope_tool(dialect = $dialect, budget = 100_000_000 $(, $($setting)+)?)]
                pub(in super::super) fn records<T: Record>(
                    records: &[T],
                ) -> Result<Page<'_, T>, ToolFailure> {
                    Ok(page(records))
                }
            }

            pub(super) mod literal {
                use super::*;

                #[envelope_tool(dialect = $dialect, $id = "req_7f3a9c2e51b84d06" $(, $($setting)+)?)]
                pub(in super::super) fn records<T: Record>(
                    records: &[T],
                ) -> Result<Page<'_, T>, ToolFailure> {
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

fn json_macro<T: Record>(request_id: &str, page: Page<'_, T>) -> String {
    serde_json::json!({
        "success": true,
        "data": page,
        "error": null,
        "meta": {"version": "response-v2", "request_id": request_id}
    })
    .to_string()
}

/// The SDK's own result, with the request id.
fn sdk<T: Record>(request_id: &str, page: Page<'static, T>) -> String {
    let Ok(CallToolResponse::Complete(mut result)) = Json(page).into_call_tool_result() else {
        return String::new();
    };
    result.result_type = None;
    result.meta.get_or_insert_default().insert("request_id".to_owned(), request_id.into());
    serde_json::to_string(&result).unwrap_or_default()
}

/// Runs the cases with a request id.
pub(crate) fn with_id(run: &mut dyn FnMut(&Case<'_>)) {
    of_shape::<Task>(run);
    of_shape::<Unicode>(run);
    of_shape::<Text>(run);
    of_shape::<Numbers>(run);
    of_shape::<Tree>(run);
    of_shape::<Escapes>(run);
}

fn of_shape<T: Record>(run: &mut dyn FnMut(&Case<'_>)) {
    for count in [0, 1, 20, 1_000] {
        // The SDK accepts only `'static` data.
        let records = Vec::leak((0..count).map(T::new).collect());
        of_records(&format!("{count} {} records", T::SHAPE), records, run);
    }
}

fn of_records<T: Record>(name: &str, records: &'static [T], run: &mut dyn FnMut(&Case<'_>)) {
    let case = |dialect, candidates| Case { name: format!("{dialect}, {name}"), candidates };
    // A function, so that the compiler does not know the id.
    let id = || black_box(REQUEST_ID);
    run(&case(
        "response-v2",
        vec![
            Candidate::new("by hand", || peers::response_v2::success(id(), page(records))),
            Candidate::new("tool", || response_v2::records(records)),
            Candidate::new("literal id", || response_v2::literal::records(records)),
            Candidate::new("budget", || response_v2::budgeted::records(records)),
            Candidate::new("json!", || json_macro(id(), page(records))),
            Candidate::new("sonic-rs", || peers::response_v2::by_sonic_rs(id(), page(records))),
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
            Candidate::new("budget", || dotbot::budgeted::records(records)),
        ],
    ));
    run(&case(
        "mcp",
        vec![
            Candidate::new("by hand", || peers::mcp::success_once(id(), page(records))),
            Candidate::new("tool", || mcp::records(records)),
            Candidate::new("literal id", || mcp::literal::records(records)),
            Candidate::new("budget", || mcp::budgeted::records(records)),
            Candidate::new("by hand, twice", || peers::mcp::success_twice(id(), page(records))),
            Candidate::new("Json<T>", || sdk(id(), page(records))),
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
            Candidate::new("budget", || code_scalpel::budgeted::records(records)),
        ],
    ));
}

/// Runs the case in which each candidate makes an id.
pub(crate) fn without_id(run: &mut dyn FnMut(&Case<'_>)) {
    let records = [Task::new(0)];
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
