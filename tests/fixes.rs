//! The families of `tests/ui` with their fixes: the code that each comment says to write compiles.

#![allow(
    dead_code,
    clippy::borrowed_box,
    clippy::duplicate_mod,
    clippy::let_underscore_future,
    clippy::needless_question_mark,
    clippy::needless_return,
    clippy::nonminimal_bool,
    clippy::useless_conversion,
    reason = "it is enough that they compile"
)]

#[path = "ui/attribute/blocks.fixed"]
mod attribute_blocks;
#[path = "ui/attribute/budget.fixed"]
mod attribute_budget;
#[path = "ui/attribute/data.fixed"]
mod attribute_data;
#[path = "ui/attribute/dialect.fixed"]
mod attribute_dialect;
#[path = "ui/attribute/dialects.fixed"]
mod attribute_dialects;
#[path = "ui/attribute/flags.fixed"]
mod attribute_flags;
#[path = "ui/attribute/name_of_the_attribute.fixed"]
mod attribute_name_of_the_attribute;
#[path = "ui/attribute/names.fixed"]
mod attribute_names;
#[path = "ui/attribute/no_dialect.fixed"]
mod attribute_no_dialect;
#[path = "ui/attribute/request_id.fixed"]
mod attribute_request_id;
#[path = "ui/attribute/returns.fixed"]
mod attribute_returns;
#[path = "ui/attribute/skip.fixed"]
mod attribute_skip;
#[path = "ui/attribute/values.fixed"]
mod attribute_values;
#[path = "ui/attribute/variables.fixed"]
mod attribute_variables;
#[path = "ui/attribute/via.fixed"]
mod attribute_via;
#[path = "ui/data/answers.fixed"]
mod data_answers;
#[path = "ui/data/json_value.fixed"]
mod data_json_value;
#[path = "ui/data/keys.fixed"]
mod data_keys;
#[path = "ui/data/not_an_object.fixed"]
mod data_not_an_object;
#[path = "ui/data/payload_arguments.fixed"]
mod data_payload_arguments;
#[path = "ui/data/payload_of_no_object.fixed"]
mod data_payload_of_no_object;
#[path = "ui/data/text.fixed"]
mod data_text;
#[path = "ui/data/without_serialize.fixed"]
mod data_without_serialize;
#[path = "ui/dialect/another_dialects_setting.fixed"]
mod dialect_another_dialects_setting;
#[path = "ui/dialect/asserting.fixed"]
mod dialect_asserting;
#[path = "ui/dialect/audit.fixed"]
mod dialect_audit;
#[path = "ui/dialect/custom.fixed"]
mod dialect_custom;
#[path = "ui/dialect/replies.fixed"]
mod dialect_replies;
#[path = "ui/dialect/summary.fixed"]
mod dialect_summary;
#[path = "ui/dialect/text.fixed"]
mod dialect_text;
#[path = "ui/dialect/tier.fixed"]
mod dialect_tier;
#[path = "ui/dialect/uris_and_names.fixed"]
mod dialect_uris_and_names;
#[path = "ui/error/code.fixed"]
mod error_code;
#[path = "ui/error/codes.fixed"]
mod error_codes;
#[path = "ui/error/derive.fixed"]
mod error_derive;
#[path = "ui/error/error_type.fixed"]
mod error_error_type;
#[path = "ui/error/expose.fixed"]
mod error_expose;
#[path = "ui/error/fields.fixed"]
mod error_fields;
#[path = "ui/error/message.fixed"]
mod error_message;
#[path = "ui/error/names.fixed"]
mod error_names;
#[path = "ui/error/retry.fixed"]
mod error_retry;
#[path = "ui/error/reviewed.fixed"]
mod error_reviewed;
#[path = "ui/error/status.fixed"]
mod error_status;
#[path = "ui/error/transparent.fixed"]
mod error_transparent;
#[path = "ui/error/types_of_fields.fixed"]
mod error_types_of_fields;
#[path = "ui/error/upgrade.fixed"]
mod error_upgrade;
#[path = "ui/error/with.fixed"]
mod error_with;
#[path = "ui/error/without_a_code.fixed"]
mod error_without_a_code;
#[path = "ui/feature/errors.fixed"]
mod feature_errors;
#[path = "ui/function/callers.fixed"]
mod function_callers;
#[path = "ui/function/compilers_own.fixed"]
mod function_compilers_own;
#[path = "ui/function/data_alone.fixed"]
mod function_data_alone;
#[path = "ui/function/lints.fixed"]
mod function_lints;
#[path = "ui/function/module_in_a_file.fixed"]
mod function_module_in_a_file;
#[path = "ui/function/no_result.fixed"]
mod function_no_result;
#[path = "ui/function/question_mark.fixed"]
mod function_question_mark;
#[path = "ui/function/signature.fixed"]
mod function_signature;
#[cfg(feature = "schemars1")]
#[path = "ui/schema/output_schema.fixed"]
mod schema_output_schema;
