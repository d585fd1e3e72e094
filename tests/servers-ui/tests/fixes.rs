//! The cases of `tests/ui` with their fixes: what each message says to do compiles.
//!
//! `.ci/bless` writes the list again.

#![allow(dead_code, reason = "it is enough that they compile")]

#[path = "ui/server"]
mod server {
    #[path = "alias_of_a_call_tool_result.fixed"]
    mod alias_of_a_call_tool_result;
    #[path = "all_arguments.fixed"]
    mod all_arguments;
    #[path = "arguments_that_are_not_read.fixed"]
    mod arguments_that_are_not_read;
    #[path = "arguments_without_a_schema.fixed"]
    mod arguments_without_a_schema;
    #[path = "call_tool_result.fixed"]
    mod call_tool_result;
    #[path = "cfg_on_an_argument.fixed"]
    mod cfg_on_an_argument;
    #[path = "copies_below_the_router.fixed"]
    mod copies_below_the_router;
    #[path = "data_without_a_schema.fixed"]
    mod data_without_a_schema;
    #[path = "error_of_no_tool_error_in_a_schema.fixed"]
    mod error_of_no_tool_error_in_a_schema;
    #[path = "extractor_of_axum.fixed"]
    mod extractor_of_axum;
    #[path = "extractor_passed_on.fixed"]
    mod extractor_passed_on;
    #[path = "failures_of_no_tool.fixed"]
    mod failures_of_no_tool;
    #[path = "json_of_the_sdk.fixed"]
    mod json_of_the_sdk;
    #[path = "mistake_beside_extractors.fixed"]
    mod mistake_beside_extractors;
    #[path = "module_without_a_mark.fixed"]
    mod module_without_a_mark;
    #[path = "mutable_receiver.fixed"]
    mod mutable_receiver;
    #[path = "optional_parameters.fixed"]
    mod optional_parameters;
    #[path = "other_parameters.fixed"]
    mod other_parameters;
    #[path = "parameters_passed_on.fixed"]
    mod parameters_passed_on;
    #[path = "plain_argument.fixed"]
    mod plain_argument;
    #[path = "receiver_by_value.fixed"]
    mod receiver_by_value;
    #[path = "router_without_tools.fixed"]
    mod router_without_tools;
    #[path = "schema_of_another_tool.fixed"]
    mod schema_of_another_tool;
    #[path = "schema_twice.fixed"]
    mod schema_twice;
    #[path = "setting_of_a_query.fixed"]
    mod setting_of_a_query;
    #[path = "setting_of_parameters.fixed"]
    mod setting_of_parameters;
    #[path = "status_beside_json.fixed"]
    mod status_beside_json;
    #[path = "status_beside_returns.fixed"]
    mod status_beside_returns;
    #[path = "status_in_quotes.fixed"]
    mod status_in_quotes;
    #[path = "text_under_the_sdk.fixed"]
    mod text_under_the_sdk;
    #[path = "tool_above_a_schema.fixed"]
    mod tool_above_a_schema;
    #[path = "tool_router_above.fixed"]
    mod tool_router_above;
}
