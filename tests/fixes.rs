//! The cases of `tests/ui` with their fixes: what each message says to do compiles.
//!
//! `.ci/bless` writes the list again.

#![allow(
    dead_code,
    clippy::borrowed_box,
    clippy::duplicate_mod,
    clippy::let_underscore_future,
    clippy::needless_question_mark,
    reason = "it is enough that they compile"
)]

#[path = "ui/attribute"]
mod attribute {
    #[path = "a_variable_of_the_body.fixed"]
    mod a_variable_of_the_body;
    #[path = "about.fixed"]
    mod about;
    #[path = "annotations.fixed"]
    mod annotations;
    #[path = "another_name.fixed"]
    mod another_name;
    #[path = "args.fixed"]
    mod args;
    #[path = "arguments.fixed"]
    mod arguments;
    #[path = "auth.fixed"]
    mod auth;
    #[path = "backoff.fixed"]
    mod backoff;
    #[path = "block_with_a_marked_constant.fixed"]
    mod block_with_a_marked_constant;
    #[path = "block_with_a_misspelt_setting.fixed"]
    mod block_with_a_misspelt_setting;
    #[path = "block_with_a_mistake_in_a_tool.fixed"]
    mod block_with_a_mistake_in_a_tool;
    #[path = "block_with_an_argument_of_each_tool.fixed"]
    mod block_with_an_argument_of_each_tool;
    #[path = "block_with_two_attributes_on_a_tool.fixed"]
    mod block_with_two_attributes_on_a_tool;
    #[path = "block_without_a_dialect.fixed"]
    mod block_without_a_dialect;
    #[path = "blocking.fixed"]
    mod blocking;
    #[path = "budget_alone.fixed"]
    mod budget_alone;
    #[path = "budget_as_text.fixed"]
    mod budget_as_text;
    #[path = "budget_of_a_list_elsewhere.fixed"]
    mod budget_of_a_list_elsewhere;
    #[path = "budget_of_a_text.fixed"]
    mod budget_of_a_text;
    #[path = "budget_of_zero.fixed"]
    mod budget_of_zero;
    #[path = "budget_that_is_no_constant.fixed"]
    mod budget_that_is_no_constant;
    #[path = "budget_with_another_key.fixed"]
    mod budget_with_another_key;
    #[path = "budget_without_bytes.fixed"]
    mod budget_without_bytes;
    #[path = "cache.fixed"]
    mod cache;
    #[path = "catch_panic_with_a_value.fixed"]
    mod catch_panic_with_a_value;
    #[path = "catch_unwind.fixed"]
    mod catch_unwind;
    #[path = "content_type.fixed"]
    mod content_type;
    #[path = "context.fixed"]
    mod context;
    #[path = "contract.fixed"]
    mod contract;
    #[path = "copies_of_a_tool.fixed"]
    mod copies_of_a_tool;
    #[path = "crate_without_a_value.fixed"]
    mod crate_without_a_value;
    #[path = "ctx.fixed"]
    mod ctx;
    #[path = "cursor.fixed"]
    mod cursor;
    #[path = "data_alone.fixed"]
    mod data_alone;
    #[path = "data_as_an_array.fixed"]
    mod data_as_an_array;
    #[path = "data_as_an_identifier.fixed"]
    mod data_as_an_identifier;
    #[path = "data_empty.fixed"]
    mod data_empty;
    #[path = "data_of_a_constant.fixed"]
    mod data_of_a_constant;
    #[path = "data_with_a_key_twice.fixed"]
    mod data_with_a_key_twice;
    #[path = "data_with_two_values.fixed"]
    mod data_with_two_values;
    #[path = "data_without_keys.fixed"]
    mod data_without_keys;
    #[path = "deadline.fixed"]
    mod deadline;
    #[path = "default_value.fixed"]
    mod default_value;
    #[path = "deprecated.fixed"]
    mod deprecated;
    #[path = "description.fixed"]
    mod description;
    #[path = "destructive.fixed"]
    mod destructive;
    #[path = "destructive_hint.fixed"]
    mod destructive_hint;
    #[path = "dialect_after_a_colon.fixed"]
    mod dialect_after_a_colon;
    #[path = "dialect_alone_without_quotes.fixed"]
    mod dialect_alone_without_quotes;
    #[path = "dialect_as_a_module.fixed"]
    mod dialect_as_a_module;
    #[path = "dialect_as_a_number.fixed"]
    mod dialect_as_a_number;
    #[path = "dialect_as_a_word.fixed"]
    mod dialect_as_a_word;
    #[path = "dialect_as_an_array.fixed"]
    mod dialect_as_an_array;
    #[path = "dialect_beside_dialects.fixed"]
    mod dialect_beside_dialects;
    #[path = "dialect_by_its_alias.fixed"]
    mod dialect_by_its_alias;
    #[path = "dialect_empty.fixed"]
    mod dialect_empty;
    #[path = "dialect_in_parentheses.fixed"]
    mod dialect_in_parentheses;
    #[path = "dialect_of_a_custom_name.fixed"]
    mod dialect_of_a_custom_name;
    #[path = "dialect_of_several.fixed"]
    mod dialect_of_several;
    #[path = "dialect_twice.fixed"]
    mod dialect_twice;
    #[path = "dialect_without_a_value.fixed"]
    mod dialect_without_a_value;
    #[path = "dialect_without_its_name.fixed"]
    mod dialect_without_its_name;
    #[path = "dialect_without_quotes.fixed"]
    mod dialect_without_quotes;
    #[path = "dialects_as_a_value.fixed"]
    mod dialects_as_a_value;
    #[path = "dialects_as_an_array.fixed"]
    mod dialects_as_an_array;
    #[path = "dialects_beside_dialect.fixed"]
    mod dialects_beside_dialect;
    #[path = "dialects_empty.fixed"]
    mod dialects_empty;
    #[path = "dialects_of_a_number.fixed"]
    mod dialects_of_a_number;
    #[path = "dialects_twice.fixed"]
    mod dialects_twice;
    #[path = "dialects_with_an_unknown_one.fixed"]
    mod dialects_with_an_unknown_one;
    #[path = "dialects_with_one_twice.fixed"]
    mod dialects_with_one_twice;
    #[path = "doc.fixed"]
    mod doc;
    #[path = "enabled.fixed"]
    mod enabled;
    #[path = "envelope.fixed"]
    mod envelope;
    #[path = "error_codes.fixed"]
    mod error_codes;
    #[path = "error_type_of_the_tool.fixed"]
    mod error_type_of_the_tool;
    #[path = "errors.fixed"]
    mod errors;
    #[path = "examples.fixed"]
    mod examples;
    #[path = "flag_after_a_colon.fixed"]
    mod flag_after_a_colon;
    #[path = "flag_in_parentheses.fixed"]
    mod flag_in_parentheses;
    #[path = "flatten.fixed"]
    mod flatten;
    #[path = "flavor.fixed"]
    mod flavor;
    #[path = "format.fixed"]
    mod format;
    #[path = "get.fixed"]
    mod get;
    #[path = "guard.fixed"]
    mod guard;
    #[path = "half_of_an_expression.fixed"]
    mod half_of_an_expression;
    #[path = "help.fixed"]
    mod help;
    #[path = "hidden.fixed"]
    mod hidden;
    #[path = "idempotent.fixed"]
    mod idempotent;
    #[path = "idempotent_hint.fixed"]
    mod idempotent_hint;
    #[path = "input.fixed"]
    mod input;
    #[path = "instrument.fixed"]
    mod instrument;
    #[path = "layer.fixed"]
    mod layer;
    #[path = "limit.fixed"]
    mod limit;
    #[path = "log.fixed"]
    mod log;
    #[path = "long_about.fixed"]
    mod long_about;
    #[path = "max_bytes.fixed"]
    mod max_bytes;
    #[path = "max_duration.fixed"]
    mod max_duration;
    #[path = "max_retries.fixed"]
    mod max_retries;
    #[path = "max_size.fixed"]
    mod max_size;
    #[path = "max_tokens.fixed"]
    mod max_tokens;
    #[path = "method.fixed"]
    mod method;
    #[path = "mime_type.fixed"]
    mod mime_type;
    #[path = "missing_comma.fixed"]
    mod missing_comma;
    #[path = "misspelt_dialect.fixed"]
    mod misspelt_dialect;
    #[path = "misspelt_under_a_future.fixed"]
    mod misspelt_under_a_future;
    #[path = "moved_into_a_setting.fixed"]
    mod moved_into_a_setting;
    #[path = "moved_into_a_setting_of_async.fixed"]
    mod moved_into_a_setting_of_async;
    #[path = "moved_out_of_self.fixed"]
    mod moved_out_of_self;
    #[path = "nest.fixed"]
    mod nest;
    #[path = "no_dialect.fixed"]
    mod no_dialect;
    #[path = "not_a_request_id.fixed"]
    mod not_a_request_id;
    #[path = "not_an_output.fixed"]
    mod not_an_output;
    #[path = "not_imported.fixed"]
    mod not_imported;
    #[path = "on_panic.fixed"]
    mod on_panic;
    #[path = "open_world_hint.fixed"]
    mod open_world_hint;
    #[path = "operation_id.fixed"]
    mod operation_id;
    #[path = "output.fixed"]
    mod output;
    #[path = "output_of_a_framework.fixed"]
    mod output_of_a_framework;
    #[path = "output_schema_with_value.fixed"]
    mod output_schema_with_value;
    #[path = "output_type.fixed"]
    mod output_type;
    #[path = "page_size.fixed"]
    mod page_size;
    #[path = "pagination.fixed"]
    mod pagination;
    #[path = "panics.fixed"]
    mod panics;
    #[path = "param.fixed"]
    mod param;
    #[path = "parameters.fixed"]
    mod parameters;
    #[path = "params.fixed"]
    mod params;
    #[path = "permissions.fixed"]
    mod permissions;
    #[path = "post.fixed"]
    mod post;
    #[path = "produces.fixed"]
    mod produces;
    #[path = "raises.fixed"]
    mod raises;
    #[path = "rate_limit.fixed"]
    mod rate_limit;
    #[path = "read_only_hint.fixed"]
    mod read_only_hint;
    #[path = "readonly.fixed"]
    mod readonly;
    #[path = "rename.fixed"]
    mod rename;
    #[path = "rename_all.fixed"]
    mod rename_all;
    #[path = "request_body.fixed"]
    mod request_body;
    #[path = "request_id_as_a_format.fixed"]
    mod request_id_as_a_format;
    #[path = "request_id_empty.fixed"]
    mod request_id_empty;
    #[path = "request_id_in_parentheses.fixed"]
    mod request_id_in_parentheses;
    #[path = "request_id_without_a_value.fixed"]
    mod request_id_without_a_value;
    #[path = "required.fixed"]
    mod required;
    #[path = "responses.fixed"]
    mod responses;
    #[path = "retries.fixed"]
    mod retries;
    #[path = "retry.fixed"]
    mod retry;
    #[path = "return_type.fixed"]
    mod return_type;
    #[path = "returns_in_parentheses.fixed"]
    mod returns_in_parentheses;
    #[path = "returns_in_quotes.fixed"]
    mod returns_in_quotes;
    #[path = "returns_twice.fixed"]
    mod returns_twice;
    #[path = "returns_without_a_value.fixed"]
    mod returns_without_a_value;
    #[path = "roles.fixed"]
    mod roles;
    #[path = "route.fixed"]
    mod route;
    #[path = "scopes.fixed"]
    mod scopes;
    #[path = "security.fixed"]
    mod security;
    #[path = "setting_twice.fixed"]
    mod setting_twice;
    #[path = "several_mistakes.fixed"]
    mod several_mistakes;
    #[path = "skip.fixed"]
    mod skip;
    #[path = "skip_beside_data.fixed"]
    mod skip_beside_data;
    #[path = "skip_of_a_lone_function.fixed"]
    mod skip_of_a_lone_function;
    #[path = "skip_on_a_block.fixed"]
    mod skip_on_a_block;
    #[path = "skip_with_a_value.fixed"]
    mod skip_with_a_value;
    #[path = "start_paused.fixed"]
    mod start_paused;
    #[path = "state.fixed"]
    mod state;
    #[path = "status_of_a_failure.fixed"]
    mod status_of_a_failure;
    #[path = "status_without_a_body.fixed"]
    mod status_without_a_body;
    #[path = "strict.fixed"]
    mod strict;
    #[path = "tags.fixed"]
    mod tags;
    #[path = "telemetry_with_a_value.fixed"]
    mod telemetry_with_a_value;
    #[path = "text_under_response_v2.fixed"]
    mod text_under_response_v2;
    #[path = "the_same_attribute_twice.fixed"]
    mod the_same_attribute_twice;
    #[path = "timeout_ms.fixed"]
    mod timeout_ms;
    #[path = "timeout_secs.fixed"]
    mod timeout_secs;
    #[path = "trace.fixed"]
    mod trace;
    #[path = "transparent.fixed"]
    mod transparent;
    #[path = "truncate.fixed"]
    mod truncate;
    #[path = "ttl.fixed"]
    mod ttl;
    #[path = "two_attributes.fixed"]
    mod two_attributes;
    #[path = "under.fixed"]
    mod under;
    #[path = "unknown_arguments_without_quotes.fixed"]
    mod unknown_arguments_without_quotes;
    #[path = "unknown_dialect.fixed"]
    mod unknown_dialect;
    #[path = "unknown_setting.fixed"]
    mod unknown_setting;
    #[path = "untagged.fixed"]
    mod untagged;
    #[path = "validate.fixed"]
    mod validate;
    #[path = "value_parser.fixed"]
    mod value_parser;
    #[path = "via_as_a_sentence.fixed"]
    mod via_as_a_sentence;
    #[path = "via_called.fixed"]
    mod via_called;
    #[path = "via_in_quotes.fixed"]
    mod via_in_quotes;
    #[path = "via_of_a_closure.fixed"]
    mod via_of_a_closure;
    #[path = "via_to_another_type.fixed"]
    mod via_to_another_type;
    #[path = "via_without_returns.fixed"]
    mod via_without_returns;
    #[path = "warnings.fixed"]
    mod warnings;
    #[path = "with_state.fixed"]
    mod with_state;
    #[path = "without_parentheses.fixed"]
    mod without_parentheses;
    #[path = "worker_threads.fixed"]
    mod worker_threads;
    #[path = "wrap.fixed"]
    mod wrap;
}
#[path = "ui/data"]
mod data {
    #[path = "a_result.fixed"]
    mod a_result;
    #[path = "a_value_without_serialize.fixed"]
    mod a_value_without_serialize;
    #[path = "alias_of_a_result.fixed"]
    mod alias_of_a_result;
    #[path = "alias_of_an_envelope.fixed"]
    mod alias_of_an_envelope;
    #[path = "another_tools_envelope.fixed"]
    mod another_tools_envelope;
    #[path = "any_value.fixed"]
    mod any_value;
    #[path = "envelopes_under_a_key.fixed"]
    mod envelopes_under_a_key;
    #[path = "iterator.fixed"]
    mod iterator;
    #[path = "json_of_a_framework.fixed"]
    mod json_of_a_framework;
    #[path = "not_an_object.fixed"]
    mod not_an_object;
    #[path = "only_deserialize.fixed"]
    mod only_deserialize;
    #[path = "option.fixed"]
    mod option;
    #[path = "option_under_a_key.fixed"]
    mod option_under_a_key;
    #[path = "payload_crate_on_a_field.fixed"]
    mod payload_crate_on_a_field;
    #[path = "payload_into_text.fixed"]
    mod payload_into_text;
    #[path = "payload_mark_on_a_variant.fixed"]
    mod payload_mark_on_a_variant;
    #[path = "payload_of_a_list_of_the_same_name.fixed"]
    mod payload_of_a_list_of_the_same_name;
    #[path = "payload_of_a_number.fixed"]
    mod payload_of_a_number;
    #[path = "payload_of_a_skipped_field.fixed"]
    mod payload_of_a_skipped_field;
    #[path = "payload_of_an_envelope.fixed"]
    mod payload_of_an_envelope;
    #[path = "payload_of_an_untagged_list.fixed"]
    mod payload_of_an_untagged_list;
    #[path = "payload_of_ids_in_a_tool.fixed"]
    mod payload_of_ids_in_a_tool;
    #[path = "payload_of_one_unit.fixed"]
    mod payload_of_one_unit;
    #[path = "payload_of_untagged_values.fixed"]
    mod payload_of_untagged_values;
    #[path = "payload_on_a_tuple_struct.fixed"]
    mod payload_on_a_tuple_struct;
    #[path = "payload_on_a_union.fixed"]
    mod payload_on_a_union;
    #[path = "payload_on_a_unit_enum.fixed"]
    mod payload_on_a_unit_enum;
    #[path = "payload_on_a_unit_struct.fixed"]
    mod payload_on_a_unit_struct;
    #[path = "payload_over_a_list.fixed"]
    mod payload_over_a_list;
    #[path = "payload_skip_on_a_field.fixed"]
    mod payload_skip_on_a_field;
    #[path = "payload_with_a_flattened_list.fixed"]
    mod payload_with_a_flattened_list;
    #[path = "payload_with_a_reserved_field.fixed"]
    mod payload_with_a_reserved_field;
    #[path = "payload_with_a_reserved_tag.fixed"]
    mod payload_with_a_reserved_tag;
    #[path = "payload_with_an_argument.fixed"]
    mod payload_with_an_argument;
    #[path = "payload_with_an_argument_of_serde.fixed"]
    mod payload_with_an_argument_of_serde;
    #[path = "reply_of_a_list.fixed"]
    mod reply_of_a_list;
    #[path = "reply_of_too_few_values.fixed"]
    mod reply_of_too_few_values;
    #[path = "reply_without_serialize.fixed"]
    mod reply_without_serialize;
    #[path = "reserved_key.fixed"]
    mod reserved_key;
    #[path = "results_in_a_list.fixed"]
    mod results_in_a_list;
    #[path = "results_of_io_in_a_list.fixed"]
    mod results_of_io_in_a_list;
    #[path = "text.fixed"]
    mod text;
    #[path = "text_of_a_list.fixed"]
    mod text_of_a_list;
    #[path = "text_of_a_list_in_several.fixed"]
    mod text_of_a_list_in_several;
    #[path = "text_of_a_struct.fixed"]
    mod text_of_a_struct;
    #[path = "too_few_values.fixed"]
    mod too_few_values;
    #[path = "too_many_values.fixed"]
    mod too_many_values;
    #[path = "value_without_a_key.fixed"]
    mod value_without_a_key;
    #[path = "values_without_keys.fixed"]
    mod values_without_keys;
    #[path = "without_both.fixed"]
    mod without_both;
    #[path = "without_payload.fixed"]
    mod without_payload;
    #[path = "without_serialize.fixed"]
    mod without_serialize;
    #[path = "without_serialize_in_a_foreign_type.fixed"]
    mod without_serialize_in_a_foreign_type;
    #[path = "without_serialize_in_several.fixed"]
    mod without_serialize_in_several;
}
#[path = "ui/dialect"]
mod dialect {
    #[path = "a_later_versions_reply.fixed"]
    mod a_later_versions_reply;
    #[path = "a_list_for_one_of_several.fixed"]
    mod a_list_for_one_of_several;
    #[path = "a_list_without_summary.fixed"]
    mod a_list_without_summary;
    #[path = "a_reply_of_one_of_several.fixed"]
    mod a_reply_of_one_of_several;
    #[path = "another_dialects_reply.fixed"]
    mod another_dialects_reply;
    #[path = "another_dialects_setting.fixed"]
    mod another_dialects_setting;
    #[path = "array_in_mcp.fixed"]
    mod array_in_mcp;
    #[path = "assertion_of_json.fixed"]
    mod assertion_of_json;
    #[path = "assertion_of_no_contract.fixed"]
    mod assertion_of_no_contract;
    #[path = "capabilities_as_one_text.fixed"]
    mod capabilities_as_one_text;
    #[path = "contracts_of_an_id.fixed"]
    mod contracts_of_an_id;
    #[path = "data_of_another_custom_dialect.fixed"]
    mod data_of_another_custom_dialect;
    #[path = "dialect_as_a_constant.fixed"]
    mod dialect_as_a_constant;
    #[path = "empty_summary.fixed"]
    mod empty_summary;
    #[path = "empty_tool.fixed"]
    mod empty_tool;
    #[path = "error_text_misspelt.fixed"]
    mod error_text_misspelt;
    #[path = "error_text_of_another_dialect.fixed"]
    mod error_text_of_another_dialect;
    #[path = "error_text_without_a_value.fixed"]
    mod error_text_without_a_value;
    #[path = "format_setting_without_an_option.fixed"]
    mod format_setting_without_an_option;
    #[path = "host_as_text.fixed"]
    mod host_as_text;
    #[path = "instance_with_a_space.fixed"]
    mod instance_with_a_space;
    #[path = "meta_name_with_a_space.fixed"]
    mod meta_name_with_a_space;
    #[path = "metadata_that_is_not_declared.fixed"]
    mod metadata_that_is_not_declared;
    #[path = "metadata_without_a_place.fixed"]
    mod metadata_without_a_place;
    #[path = "misspelt_setting.fixed"]
    mod misspelt_setting;
    #[path = "misspelt_setting_beside_a_custom_dialect.fixed"]
    mod misspelt_setting_beside_a_custom_dialect;
    #[path = "misspelt_setting_of_a_custom_dialect.fixed"]
    mod misspelt_setting_of_a_custom_dialect;
    #[path = "misspelt_setting_of_several.fixed"]
    mod misspelt_setting_of_several;
    #[path = "no_dialect_in_a_list.fixed"]
    mod no_dialect_in_a_list;
    #[path = "no_such_type.fixed"]
    mod no_such_type;
    #[path = "no_summary.fixed"]
    mod no_summary;
    #[path = "no_summary_in_a_list.fixed"]
    mod no_summary_in_a_list;
    #[path = "no_tier.fixed"]
    mod no_tier;
    #[path = "no_tier_in_a_block.fixed"]
    mod no_tier_in_a_block;
    #[path = "no_tier_in_a_list.fixed"]
    mod no_tier_in_a_list;
    #[path = "path_for_a_uri.fixed"]
    mod path_for_a_uri;
    #[path = "plain_data_of_a_custom_dialect.fixed"]
    mod plain_data_of_a_custom_dialect;
    #[path = "pretty_with_a_value.fixed"]
    mod pretty_with_a_value;
    #[path = "rate_limit_of_some_contracts.fixed"]
    mod rate_limit_of_some_contracts;
    #[path = "reply_for_plain_data.fixed"]
    mod reply_for_plain_data;
    #[path = "reply_of_response_v2_in_mcp.fixed"]
    mod reply_of_response_v2_in_mcp;
    #[path = "request_id_by_two_names.fixed"]
    mod request_id_by_two_names;
    #[path = "setting_of_another_dialect_in_a_block.fixed"]
    mod setting_of_another_dialect_in_a_block;
    #[path = "setting_of_another_name.fixed"]
    mod setting_of_another_name;
    #[path = "setting_of_no_custom_dialect.fixed"]
    mod setting_of_no_custom_dialect;
    #[path = "setting_of_no_dialect_in_the_list.fixed"]
    mod setting_of_no_dialect_in_the_list;
    #[path = "setting_that_is_no_name.fixed"]
    mod setting_that_is_no_name;
    #[path = "source_with_dots.fixed"]
    mod source_with_dots;
    #[path = "summary_alone.fixed"]
    mod summary_alone;
    #[path = "summary_as_a_value.fixed"]
    mod summary_as_a_value;
    #[path = "summary_of_a_closure.fixed"]
    mod summary_of_a_closure;
    #[path = "summary_of_a_macro.fixed"]
    mod summary_of_a_macro;
    #[path = "summary_of_a_variable.fixed"]
    mod summary_of_a_variable;
    #[path = "summary_of_an_expression_in_braces.fixed"]
    mod summary_of_an_expression_in_braces;
    #[path = "summary_of_no_field.fixed"]
    mod summary_of_no_field;
    #[path = "summary_of_no_result.fixed"]
    mod summary_of_no_result;
    #[path = "summary_of_the_result.fixed"]
    mod summary_of_the_result;
    #[path = "summary_of_what_the_body_took.fixed"]
    mod summary_of_what_the_body_took;
    #[path = "summary_with_arguments_after_a_value.fixed"]
    mod summary_with_arguments_after_a_value;
    #[path = "summary_without_display.fixed"]
    mod summary_without_display;
    #[path = "text_alone_in_response_v2.fixed"]
    mod text_alone_in_response_v2;
    #[path = "text_as_a_value.fixed"]
    mod text_as_a_value;
    #[path = "text_of_no_field_in_both_versions.fixed"]
    mod text_of_no_field_in_both_versions;
    #[path = "text_that_is_pretty.fixed"]
    mod text_that_is_pretty;
    #[path = "text_with_a_key.fixed"]
    mod text_with_a_key;
    #[path = "tier_in_parentheses.fixed"]
    mod tier_in_parentheses;
    #[path = "tier_of_another_type.fixed"]
    mod tier_of_another_type;
    #[path = "tier_of_another_type_in_a_list.fixed"]
    mod tier_of_another_type_in_a_list;
    #[path = "tier_without_a_value.fixed"]
    mod tier_without_a_value;
    #[path = "types_without_a_value.fixed"]
    mod types_without_a_value;
    #[path = "unknown_tier.fixed"]
    mod unknown_tier;
    #[path = "unresolved.fixed"]
    mod unresolved;
    #[path = "version_as_a_number.fixed"]
    mod version_as_a_number;
    #[path = "version_not_semantic.fixed"]
    mod version_not_semantic;
    #[path = "version_without_a_value.fixed"]
    mod version_without_a_value;
    #[path = "warnings_of_some_contracts.fixed"]
    mod warnings_of_some_contracts;
    #[path = "written_outside.fixed"]
    mod written_outside;
}
#[path = "ui/error"]
mod error {
    #[path = "a_call_in_braces.fixed"]
    mod a_call_in_braces;
    #[path = "a_field_of_a_field.fixed"]
    mod a_field_of_a_field;
    #[path = "a_named_argument.fixed"]
    mod a_named_argument;
    #[path = "arguments_after_a_remediation.fixed"]
    mod arguments_after_a_remediation;
    #[path = "arguments_of_thiserror.fixed"]
    mod arguments_of_thiserror;
    #[path = "as_string.fixed"]
    mod as_string;
    #[path = "attribute_without_the_derive.fixed"]
    mod attribute_without_the_derive;
    #[path = "boxed_failure.fixed"]
    mod boxed_failure;
    #[path = "category.fixed"]
    mod category;
    #[path = "code_after_a_colon.fixed"]
    mod code_after_a_colon;
    #[path = "code_after_thiserrors_message.fixed"]
    mod code_after_thiserrors_message;
    #[path = "code_alone.fixed"]
    mod code_alone;
    #[path = "code_as_a_path.fixed"]
    mod code_as_a_path;
    #[path = "code_as_a_status.fixed"]
    mod code_as_a_status;
    #[path = "code_as_a_word.fixed"]
    mod code_as_a_word;
    #[path = "code_as_a_word_in_parentheses.fixed"]
    mod code_as_a_word_in_parentheses;
    #[path = "code_as_the_attributes_value.fixed"]
    mod code_as_the_attributes_value;
    #[path = "code_as_the_error.fixed"]
    mod code_as_the_error;
    #[path = "code_for_a_dialect.fixed"]
    mod code_for_a_dialect;
    #[path = "code_for_a_short_id.fixed"]
    mod code_for_a_short_id;
    #[path = "code_in_lower_case.fixed"]
    mod code_in_lower_case;
    #[path = "code_in_parentheses.fixed"]
    mod code_in_parentheses;
    #[path = "code_in_thiserrors_attribute.fixed"]
    mod code_in_thiserrors_attribute;
    #[path = "code_of_all_variants.fixed"]
    mod code_of_all_variants;
    #[path = "code_of_another_category.fixed"]
    mod code_of_another_category;
    #[path = "code_of_any_resource.fixed"]
    mod code_of_any_resource;
    #[path = "code_of_no_vocabulary.fixed"]
    mod code_of_no_vocabulary;
    #[path = "code_of_your_own.fixed"]
    mod code_of_your_own;
    #[path = "code_prefix.fixed"]
    mod code_prefix;
    #[path = "code_twice.fixed"]
    mod code_twice;
    #[path = "code_with_a_digit_first.fixed"]
    mod code_with_a_digit_first;
    #[path = "code_without_quotes.fixed"]
    mod code_without_quotes;
    #[path = "codes_without_a_dialect.fixed"]
    mod codes_without_a_dialect;
    #[path = "content.fixed"]
    mod content;
    #[path = "contradicting_type.fixed"]
    mod contradicting_type;
    #[path = "conversion_by_hand.fixed"]
    mod conversion_by_hand;
    #[path = "default.fixed"]
    mod default;
    #[path = "delegate.fixed"]
    mod delegate;
    #[path = "derived_and_by_hand.fixed"]
    mod derived_and_by_hand;
    #[path = "description.fixed"]
    mod description;
    #[path = "description_of_a_field.fixed"]
    mod description_of_a_field;
    #[path = "detail_of_a_foreign_error.fixed"]
    mod detail_of_a_foreign_error;
    #[path = "detail_of_no_name.fixed"]
    mod detail_of_no_name;
    #[path = "detail_without_serialize.fixed"]
    mod detail_without_serialize;
    #[path = "doc_url.fixed"]
    mod doc_url;
    #[path = "empty_code.fixed"]
    mod empty_code;
    #[path = "empty_key.fixed"]
    mod empty_key;
    #[path = "empty_message.fixed"]
    mod empty_message;
    #[path = "empty_remediation.fixed"]
    mod empty_remediation;
    #[path = "error_code.fixed"]
    mod error_code;
    #[path = "error_type_alone.fixed"]
    mod error_type_alone;
    #[path = "error_type_as_a_variant.fixed"]
    mod error_type_as_a_variant;
    #[path = "error_type_in_parentheses.fixed"]
    mod error_type_in_parentheses;
    #[path = "exit.fixed"]
    mod exit;
    #[path = "exit_code.fixed"]
    mod exit_code;
    #[path = "expose_of_a_message.fixed"]
    mod expose_of_a_message;
    #[path = "expose_of_what_is_sent.fixed"]
    mod expose_of_what_is_sent;
    #[path = "expose_with_a_value.fixed"]
    mod expose_with_a_value;
    #[path = "failure_with_a_texts_code.fixed"]
    mod failure_with_a_texts_code;
    #[path = "fields.fixed"]
    mod fields;
    #[path = "fmt.fixed"]
    mod fmt;
    #[path = "foreign_error.fixed"]
    mod foreign_error;
    #[path = "format.fixed"]
    mod format;
    #[path = "forward.fixed"]
    mod forward;
    #[path = "from_as_a_mark.fixed"]
    mod from_as_a_mark;
    #[path = "from_not_derived.fixed"]
    mod from_not_derived;
    #[path = "from_twice.fixed"]
    mod from_twice;
    #[path = "generic_field_without_serialize.fixed"]
    mod generic_field_without_serialize;
    #[path = "help.fixed"]
    mod help;
    #[path = "help_of_a_field.fixed"]
    mod help_of_a_field;
    #[path = "hidden.fixed"]
    mod hidden;
    #[path = "http_status.fixed"]
    mod http_status;
    #[path = "id.fixed"]
    mod id;
    #[path = "in_text_alone.fixed"]
    mod in_text_alone;
    #[path = "in_text_of_data.fixed"]
    mod in_text_of_data;
    #[path = "in_text_with_a_value.fixed"]
    mod in_text_with_a_value;
    #[path = "in_txt.fixed"]
    mod in_txt;
    #[path = "include.fixed"]
    mod include;
    #[path = "incomplete_upgrade.fixed"]
    mod incomplete_upgrade;
    #[path = "internal.fixed"]
    mod internal;
    #[path = "key_in_parentheses.fixed"]
    mod key_in_parentheses;
    #[path = "key_of_a_constant.fixed"]
    mod key_of_a_constant;
    #[path = "key_without_quotes.fixed"]
    mod key_without_quotes;
    #[path = "label.fixed"]
    mod label;
    #[path = "level.fixed"]
    mod level;
    #[path = "link.fixed"]
    mod link;
    #[path = "log_level.fixed"]
    mod log_level;
    #[path = "mark_on_the_wrong_place.fixed"]
    mod mark_on_the_wrong_place;
    #[path = "message_alone.fixed"]
    mod message_alone;
    #[path = "message_not_closed.fixed"]
    mod message_not_closed;
    #[path = "message_of_a_constant.fixed"]
    mod message_of_a_constant;
    #[path = "message_of_a_macro.fixed"]
    mod message_of_a_macro;
    #[path = "message_of_no_display.fixed"]
    mod message_of_no_display;
    #[path = "message_of_no_name.fixed"]
    mod message_of_no_name;
    #[path = "meta_key_with_a_space.fixed"]
    mod meta_key_with_a_space;
    #[path = "missing_comma.fixed"]
    mod missing_comma;
    #[path = "misspelt_argument.fixed"]
    mod misspelt_argument;
    #[path = "misspelt_argument_after_a_tuple_field.fixed"]
    mod misspelt_argument_after_a_tuple_field;
    #[path = "misspelt_mark.fixed"]
    mod misspelt_mark;
    #[path = "namespace.fixed"]
    mod namespace;
    #[path = "no_code.fixed"]
    mod no_code;
    #[path = "no_display.fixed"]
    mod no_display;
    #[path = "no_variants.fixed"]
    mod no_variants;
    #[path = "nullable.fixed"]
    mod nullable;
    #[path = "on_the_enum.fixed"]
    mod on_the_enum;
    #[path = "only_thiserror.fixed"]
    mod only_thiserror;
    #[path = "option_in_a_message.fixed"]
    mod option_in_a_message;
    #[path = "optional.fixed"]
    mod optional;
    #[path = "params.fixed"]
    mod params;
    #[path = "path_of_a_number.fixed"]
    mod path_of_a_number;
    #[path = "precision_from_nowhere.fixed"]
    mod precision_from_nowhere;
    #[path = "prefix.fixed"]
    mod prefix;
    #[path = "public.fixed"]
    mod public;
    #[path = "public_of_a_field.fixed"]
    mod public_of_a_field;
    #[path = "rate_limit_of_a_number.fixed"]
    mod rate_limit_of_a_number;
    #[path = "redact.fixed"]
    mod redact;
    #[path = "rename_all.fixed"]
    mod rename_all;
    #[path = "rename_all_instead_of_codes.fixed"]
    mod rename_all_instead_of_codes;
    #[path = "rename_beside_a_mark.fixed"]
    mod rename_beside_a_mark;
    #[path = "required.fixed"]
    mod required;
    #[path = "reserved_key.fixed"]
    mod reserved_key;
    #[path = "reserved_meta.fixed"]
    mod reserved_meta;
    #[path = "reserved_meta_key.fixed"]
    mod reserved_meta_key;
    #[path = "retry_after_as_an_argument.fixed"]
    mod retry_after_as_an_argument;
    #[path = "retry_after_text.fixed"]
    mod retry_after_text;
    #[path = "retry_as_a_variant.fixed"]
    mod retry_as_a_variant;
    #[path = "retry_beside_a_delay.fixed"]
    mod retry_beside_a_delay;
    #[path = "retry_in_minutes.fixed"]
    mod retry_in_minutes;
    #[path = "retry_misspelt.fixed"]
    mod retry_misspelt;
    #[path = "retry_of_a_duration.fixed"]
    mod retry_of_a_duration;
    #[path = "retry_of_a_number.fixed"]
    mod retry_of_a_number;
    #[path = "retry_of_another_word.fixed"]
    mod retry_of_another_word;
    #[path = "retryable.fixed"]
    mod retryable;
    #[path = "reviewed_as_a_flag.fixed"]
    mod reviewed_as_a_flag;
    #[path = "reviewed_of_with.fixed"]
    mod reviewed_of_with;
    #[path = "reviewed_on_a_field.fixed"]
    mod reviewed_on_a_field;
    #[path = "reviewed_without_a_reason.fixed"]
    mod reviewed_without_a_reason;
    #[path = "same_key_twice.fixed"]
    mod same_key_twice;
    #[path = "secret.fixed"]
    mod secret;
    #[path = "self_in_braces.fixed"]
    mod self_in_braces;
    #[path = "sensitive.fixed"]
    mod sensitive;
    #[path = "serialize.fixed"]
    mod serialize;
    #[path = "serialize_with.fixed"]
    mod serialize_with;
    #[path = "several_mistakes.fixed"]
    mod several_mistakes;
    #[path = "severity.fixed"]
    mod severity;
    #[path = "skip.fixed"]
    mod skip;
    #[path = "skip_if_none.fixed"]
    mod skip_if_none;
    #[path = "slug.fixed"]
    mod slug;
    #[path = "source_as_a_mark.fixed"]
    mod source_as_a_mark;
    #[path = "static_text.fixed"]
    mod static_text;
    #[path = "status.fixed"]
    mod status;
    #[path = "status_and_text.fixed"]
    mod status_and_text;
    #[path = "status_in_quotes.fixed"]
    mod status_in_quotes;
    #[path = "status_of_a_success.fixed"]
    mod status_of_a_success;
    #[path = "status_of_an_inner_error.fixed"]
    mod status_of_an_inner_error;
    #[path = "string.fixed"]
    mod string;
    #[path = "string_under_an_alias.fixed"]
    mod string_under_an_alias;
    #[path = "summary_of_no_field.fixed"]
    mod summary_of_no_field;
    #[path = "tag.fixed"]
    mod tag;
    #[path = "thiserror_not_derived.fixed"]
    mod thiserror_not_derived;
    #[path = "title.fixed"]
    mod title;
    #[path = "transparent_in_one_attribute.fixed"]
    mod transparent_in_one_attribute;
    #[path = "transparent_of_a_box.fixed"]
    mod transparent_of_a_box;
    #[path = "transparent_of_a_struct.fixed"]
    mod transparent_of_a_struct;
    #[path = "transparent_of_no_tool_error.fixed"]
    mod transparent_of_no_tool_error;
    #[path = "transparent_of_none.fixed"]
    mod transparent_of_none;
    #[path = "transparent_of_text.fixed"]
    mod transparent_of_text;
    #[path = "transparent_of_two.fixed"]
    mod transparent_of_two;
    #[path = "transparent_with_a_message.fixed"]
    mod transparent_with_a_message;
    #[path = "transparent_with_code.fixed"]
    mod transparent_with_code;
    #[path = "two_codes_for_a_dialect.fixed"]
    mod two_codes_for_a_dialect;
    #[path = "two_paths.fixed"]
    mod two_paths;
    #[path = "unimplemented.fixed"]
    mod unimplemented;
    #[path = "union.fixed"]
    mod union;
    #[path = "unit.fixed"]
    mod unit;
    #[path = "unknown_code.fixed"]
    mod unknown_code;
    #[path = "unknown_field.fixed"]
    mod unknown_field;
    #[path = "unknown_part_of_an_upgrade.fixed"]
    mod unknown_part_of_an_upgrade;
    #[path = "unknown_type.fixed"]
    mod unknown_type;
    #[path = "untagged.fixed"]
    mod untagged;
    #[path = "upgrade_in_another_dialect.fixed"]
    mod upgrade_in_another_dialect;
    #[path = "upgrade_in_one_dialect.fixed"]
    mod upgrade_in_one_dialect;
    #[path = "upgrade_to_no_tier.fixed"]
    mod upgrade_to_no_tier;
    #[path = "upgrade_to_nothing.fixed"]
    mod upgrade_to_nothing;
    #[path = "url.fixed"]
    mod url;
    #[path = "visible.fixed"]
    mod visible;
    #[path = "visible_of_a_field.fixed"]
    mod visible_of_a_field;
    #[path = "warnings_of_a_number.fixed"]
    mod warnings_of_a_number;
    #[path = "with_a_call.fixed"]
    mod with_a_call;
    #[path = "with_a_closure.fixed"]
    mod with_a_closure;
    #[path = "with_a_conversion.fixed"]
    mod with_a_conversion;
    #[path = "with_and_code.fixed"]
    mod with_and_code;
    #[path = "with_of_a_value.fixed"]
    mod with_of_a_value;
    #[path = "with_of_another_type.fixed"]
    mod with_of_another_type;
    #[path = "with_of_no_field.fixed"]
    mod with_of_no_field;
    #[path = "with_text.fixed"]
    mod with_text;
    #[path = "without_arguments.fixed"]
    mod without_arguments;
    #[path = "without_tool_error.fixed"]
    mod without_tool_error;
}
#[path = "ui/feature"]
mod feature {
    #[path = "anyhow.fixed"]
    mod anyhow;
    #[path = "anyhow_passed_on.fixed"]
    mod anyhow_passed_on;
    #[path = "join_error.fixed"]
    mod join_error;
    #[path = "question_mark_on_anyhow.fixed"]
    mod question_mark_on_anyhow;
    #[path = "uuid_error.fixed"]
    mod uuid_error;
}
#[path = "ui/function"]
mod function {
    #[path = "a_future_under_an_alias.fixed"]
    mod a_future_under_an_alias;
    #[path = "async_method_without_a_body.fixed"]
    mod async_method_without_a_body;
    #[path = "async_that_returns_a_box.fixed"]
    mod async_that_returns_a_box;
    #[path = "async_that_returns_a_future.fixed"]
    mod async_that_returns_a_future;
    #[path = "await_in_a_sync_tool.fixed"]
    mod await_in_a_sync_tool;
    #[path = "boxed_dyn_error.fixed"]
    mod boxed_dyn_error;
    #[path = "const_fn.fixed"]
    mod const_fn;
    #[path = "extern_fn.fixed"]
    mod extern_fn;
    #[path = "missing_end.fixed"]
    mod missing_end;
    #[path = "missing_end_of_async.fixed"]
    mod missing_end_of_async;
    #[path = "moved_twice.fixed"]
    mod moved_twice;
    #[path = "nested_too_deep.fixed"]
    mod nested_too_deep;
    #[path = "no_body.fixed"]
    mod no_body;
    #[path = "no_result_in_several.fixed"]
    mod no_result_in_several;
    #[path = "no_return_type.fixed"]
    mod no_return_type;
    #[path = "no_tool_error_in_several.fixed"]
    mod no_tool_error_in_several;
    #[path = "not_a_result.fixed"]
    mod not_a_result;
    #[path = "not_awaited.fixed"]
    mod not_awaited;
    #[path = "on_a_constant.fixed"]
    mod on_a_constant;
    #[path = "on_a_module.fixed"]
    mod on_a_module;
    #[path = "on_a_module_in_a_file.fixed"]
    mod on_a_module_in_a_file;
    #[path = "on_a_struct.fixed"]
    mod on_a_struct;
    #[path = "on_a_trait.fixed"]
    mod on_a_trait;
    #[path = "on_an_extern_block.fixed"]
    mod on_an_extern_block;
    #[path = "on_an_impl.fixed"]
    mod on_an_impl;
    #[path = "option.fixed"]
    mod option;
    #[path = "plain_data.fixed"]
    mod plain_data;
    #[path = "question_mark_into_an_enum.fixed"]
    mod question_mark_into_an_enum;
    #[path = "question_mark_on_a_box.fixed"]
    mod question_mark_on_a_box;
    #[path = "question_mark_on_a_tool.fixed"]
    mod question_mark_on_a_tool;
    #[path = "question_mark_on_an_option.fixed"]
    mod question_mark_on_an_option;
    #[path = "question_mark_on_text.fixed"]
    mod question_mark_on_text;
    #[path = "question_mark_without_a_code.fixed"]
    mod question_mark_without_a_code;
    #[path = "returns_an_envelope.fixed"]
    mod returns_an_envelope;
    #[path = "text_as_an_error.fixed"]
    mod text_as_an_error;
    #[path = "timeout_of_a_sync_tool.fixed"]
    mod timeout_of_a_sync_tool;
    #[path = "trait_of_results.fixed"]
    mod trait_of_results;
    #[path = "type_error_in_async_body.fixed"]
    mod type_error_in_async_body;
    #[path = "type_error_in_body.fixed"]
    mod type_error_in_body;
    #[path = "type_error_in_body_of_several.fixed"]
    mod type_error_in_body_of_several;
    #[path = "type_error_in_future.fixed"]
    mod type_error_in_future;
    #[path = "unknown_name_in_body.fixed"]
    mod unknown_name_in_body;
    #[path = "unwrapped_envelope.fixed"]
    mod unwrapped_envelope;
    #[path = "variadic.fixed"]
    mod variadic;
}
#[cfg(feature = "schemars")]
#[path = "ui/schema"]
mod schema {
    #[path = "block_of_a_trait.fixed"]
    mod block_of_a_trait;
    #[path = "data_of_a_reply_without_schema.fixed"]
    mod data_of_a_reply_without_schema;
    #[path = "data_without_schema.fixed"]
    mod data_without_schema;
    #[path = "data_without_schema_in_several.fixed"]
    mod data_without_schema_in_several;
    #[path = "dialect_without_schema.fixed"]
    mod dialect_without_schema;
    #[path = "generic_tool.fixed"]
    mod generic_tool;
    #[path = "in_a_trait.fixed"]
    mod in_a_trait;
    #[path = "output_schema_of_a_text.fixed"]
    mod output_schema_of_a_text;
    #[path = "structured_errors_of_an_envelope.fixed"]
    mod structured_errors_of_an_envelope;
    #[path = "two_keys_for_three_values.fixed"]
    mod two_keys_for_three_values;
    #[path = "vector_as_it_is.fixed"]
    mod vector_as_it_is;
}
