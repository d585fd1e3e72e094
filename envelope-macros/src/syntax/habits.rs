//! Habits from other crates, and their replacements.

use proc_macro2::Ident;
use syn::Error;

/// Names with spaces between them, and the advice for any of them.
pub(crate) type Habits = &'static [(&'static str, &'static str)];

/// On a variant, from thiserror, miette, axum and `OpenAPI`.
pub(crate) const VARIANT: Habits = &[
    ("help hint suggestion advice", "what the caller can do is `remediation = \"…\"`"),
    ("error type kind type", "the error type is `error_type = \"…\"`"),
    ("msg display text title description fmt", "the message is `message = \"…\"`"),
    ("status_code http_status", "the HTTP status is `status = 410`"),
    (
        "retryable transient temporary",
        "whether to retry follows from the error type; another advice is `retry = \"never\"`",
    ),
    ("retry_after", "a delay before a retry is `retry = \"30 s\"`"),
    (
        "from source",
        "the inner error is marked by thiserror's `#[from]` or `#[source]` on the field",
    ),
    ("error_code id slug", "the code is `code = \"NOT_FOUND\"`"),
    ("severity level log_level", "the level in the log follows from the error type; remove it"),
    ("url doc_url link", "a link for the caller can be part of `remediation = \"…\"`"),
    ("exit_code exit", "the exit code follows from the error type; remove it"),
    ("forward delegate", "an inner error is passed on by `transparent`"),
    ("internal hidden", "the message of an internal error is hidden: `error_type = \"internal\"`"),
    (
        "public visible",
        "a message is sent, except for internal errors, where `expose` sends it; remove it",
    ),
    ("fields params", "a field is sent if it is marked: `#[tool_error(detail)]`"),
];

/// On a field, from serde and thiserror.
pub(crate) const FIELD: Habits = &[
    ("rename key name", "the key is the value of the mark: `detail = \"key\"`"),
    (
        "skip skip_serializing sensitive secret redact",
        "a field without a mark is not sent; remove it",
    ),
    (
        "default skip_serializing_if optional required nullable",
        "a marked field is in every failure, and `None` is sent as `null`; remove this argument",
    ),
    ("flatten", "each marked field has a key: `detail = \"key\"`"),
    ("from", "it is an attribute of thiserror: `#[from]`"),
    ("source", "it is an attribute of thiserror: `#[source]`"),
    ("backtrace", "it is an attribute of thiserror: `#[backtrace]`"),
    (
        "serialize_with as_string format",
        "a marked field is sent as its type serializes; use a field of another type",
    ),
    (
        "description help label",
        "a failure sends the key and the value of a field, and no description; remove this argument",
    ),
    ("public visible include serialize", "a field is sent if it is marked `detail`"),
];

/// On an enum, from serde.
pub(crate) const ENUM: Habits = &[
    ("rename_all", "each variant has its own code: `code = \"NOT_FOUND\"`"),
    ("tag untagged content", "the contract decides the form of an error; remove it"),
    (
        "prefix code_prefix namespace",
        "each variant has its whole code: `code = \"SPEC_NOT_FOUND\"`",
    ),
];

/// On a tool, from the MCP SDK, `FastMCP`, rig, axum, `OpenAPI`, clap, tokio, tracing and serde.
pub(crate) const TOOL: Habits = &[
    (
        "name title description annotations input_schema icons execution",
        "it belongs in the SDK's `#[tool(…)]`",
    ),
    (
        "skip skip_all err ret level target fields parent",
        "it belongs in `#[tracing::instrument(…)]`, which is not needed: with the feature `tracing01`, each call is a span",
    ),
    ("error", "the error is that of the function's `Result`; remove it"),
    ("rename key envelope wrap nest under", "the key of the data is `data = \"tasks\"`"),
    (
        "read_only_hint readonly destructive destructive_hint idempotent idempotent_hint open_world_hint",
        "it belongs in the SDK's `#[tool(annotations(…))]`",
    ),
    (
        "params param parameters args arguments required input validate value_parser default_value",
        "arguments are described on the fields of their type, with doc comments and the attributes of serde",
    ),
    (
        "route method get post operation_id request_body layer",
        "it belongs where the router is built: `.route(\"/tasks\", get(list_tasks))`",
    ),
    (
        "responses errors error_codes raises",
        "the failures follow from the error of the function, and `list_failures` lists them for clients",
    ),
    (
        "pagination page_size cursor rate_limit warnings",
        "it is metadata of an answer: return a `Reply`, which has a method for it",
    ),
    (
        "retry retries max_retries backoff",
        "a tool runs once for each call, and the caller decides whether to retry; remove this argument, and give the failure its advice: `#[tool_error(retry = \"30 s\")]`",
    ),
    ("about long_about help doc examples", "a doc comment describes the tool"),
    (
        "enabled hidden deprecated tags",
        "the router of the server decides which tools it lists; remove it",
    ),
    ("cache ttl", "the body can keep results; remove it"),
    ("strict", "an unknown argument is refused with `unknown_arguments = \"reject\"`"),
    ("trace log instrument", "with the feature `tracing01`, each call is a span; remove it"),
    (
        "auth scopes roles permissions security guard",
        "check it in the body, and return `ToolFailure::forbidden(…)`",
    ),
    (
        "format mime_type content_type produces",
        "every envelope is JSON, so there is no format to choose; remove this argument, or return the JSON as another type: `returns = String`",
    ),
    ("flavor worker_threads start_paused blocking", "the caller chooses the runtime; remove it"),
    ("limit max_size max_bytes max_tokens truncate", "the size of a result is `budget = 60_000`"),
    ("state context ctx with_state", "it is an argument of the function; remove it"),
    ("rename_all flatten transparent untagged", "it belongs on the type of the data"),
    ("catch_unwind panics on_panic", "a panic is answered with `catch_panic`"),
    (
        "deadline timeout_ms timeout_secs max_duration",
        "the limit of an async tool is `timeout = Duration::from_secs(5)`",
    ),
    ("output output_type return_type", "the return type is `returns = String`"),
];

/// The advice about a name that nothing has here.
pub(crate) fn advice(habits: Habits, name: &str) -> Option<&'static str> {
    let is_among = |names: &str| names.split(' ').any(|habit| habit == name);
    habits.iter().find(|(names, _)| is_among(names)).map(|(_, advice)| *advice)
}

/// The error for such a name.
pub(crate) fn habit(habits: Habits, name: &Ident, place: &str) -> Option<Error> {
    let text = name.to_string();
    let advice = advice(habits, &text)?;
    Some(Error::new(name.span(), format!("`{text}` is not an argument of {place}; {advice}")))
}
