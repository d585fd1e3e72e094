//! The cases of `tests/ui` with their fixes: what each message says to do compiles.
//!
//! `.ci/bless` writes the list again.

#![allow(dead_code, reason = "it is enough that they compile")]

#[path = "ui/server"]
mod server {
    #[path = "call_tool_result.fixed"]
    mod call_tool_result;
    #[path = "extractor_of_axum.fixed"]
    mod extractor_of_axum;
    #[path = "extractor_passed_on.fixed"]
    mod extractor_passed_on;
    #[path = "mistake_beside_extractors.fixed"]
    mod mistake_beside_extractors;
    #[path = "other_parameters.fixed"]
    mod other_parameters;
    #[path = "parameters_passed_on.fixed"]
    mod parameters_passed_on;
    #[path = "schema_of_another_tool.fixed"]
    mod schema_of_another_tool;
    #[path = "schema_twice.fixed"]
    mod schema_twice;
    #[path = "status_beside_returns.fixed"]
    mod status_beside_returns;
    #[path = "status_in_quotes.fixed"]
    mod status_in_quotes;
    #[path = "tool_router_above.fixed"]
    mod tool_router_above;
}
