//! The macros of `envelope-runtime`, which re-exports them: depend on that crate.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod args;
mod codes;
mod dialects;
mod error;
mod errors;
mod payload;
#[cfg(test)]
mod robustness;
mod spans;
mod suggest;
mod tool;

use proc_macro::TokenStream;

/// Makes a tool of a function: it answers with the response envelope of a published contract.
///
/// ```
/// use envelope_runtime::{Envelope, Payload, ToolFailure, envelope_tool};
/// use serde::Serialize;
///
/// #[derive(Serialize, Payload)]
/// struct Spec {
///     id: String,
/// }
///
/// #[envelope_tool(dialect = "response-v2")]
/// fn read_spec(id: &str) -> Result<Spec, ToolFailure> {
///     if id.is_empty() {
///         return Err(ToolFailure::missing_required("id"));
///     }
///     Ok(Spec { id: id.to_owned() })
/// }
///
/// let envelope: Envelope = read_spec("auth");
/// assert_eq!(
///     envelope.as_str(),
///     r#"{"success":true,"data":{"id":"auth"},"error":null,"meta":{"version":"response-v2"}}"#
/// );
/// assert_eq!(read_spec("").error_code(), Some("MISSING_REQUIRED"));
/// ```
///
/// # Functions
///
/// The function may be free or a method, with any receiver, in an inherent `impl` or in one of a trait; `async`, or one
/// that returns `impl Future<Output = Result<…>>` or a boxed future; generic; and have any arguments. It returns a `Result`,
/// under whatever alias:
///
/// - the data is a [`Payload`](../envelope_runtime/trait.Payload.html), or anything that serializes where `data` names a
///   key for it, or the dialect's `Reply`, which holds either with metadata;
/// - the error is a [`ToolError`](../envelope_runtime/trait.ToolError.html).
///
/// The body is passed on as it is. Doc comments and other attributes are kept.
///
/// # Arguments
///
/// | argument | meaning |
/// |---|---|
/// | `dialect = "response-v2"` | the contract; required. A dialect of one's own is a path: `dialect = crate::Acme` |
/// | `data = "tasks"` | nests data of any kind under a key: `{"tasks": …}` |
/// | `data("spec", "tasks")` | nests each value of a tuple under a key, two to eight of them |
/// | `returns = String` | what the function returns in place of `Envelope`: `String`, `Vec<u8>`, `serde_json::Value`, or a type that implements [`Output`](../envelope_runtime/trait.Output.html) |
/// | `catch_panic` | answers a panic of the body, the data or the error with `INTERNAL_ERROR`, where panics unwind. A setting's expression and the `Drop` of an argument are outside |
/// | `output_schema` | a function beside the tool, with `_output_schema` after its name, gives the JSON Schema of what the tool returns: an `Arc` of a JSON object, as `#[tool(output_schema = …)]` of the official MCP SDK takes. With the runtime's feature `schemars`; for a tool that is not generic and does not stand in the `impl` of a trait |
/// | `crate = path` | where `envelope_runtime` is to be found, if the dependency is renamed or re-exported |
///
/// Any other argument is a setting of the dialect: a method of its call. `name` calls it; `name = expr` calls it with a value,
/// which is evaluated before the body, in the function's own scope; and `name("format", …)` calls it with a text over `data`,
/// which is made after the body. The settings are listed with each dialect:
/// [`response-v2`](../envelope_runtime/response_v2/index.html),
/// [`dotbot-mcp-response@1`](../envelope_runtime/dotbot/index.html),
/// [`mcp-2025-11-25` and `mcp-2026-07-28`](../envelope_runtime/mcp/index.html),
/// [`code-scalpel-v1`](../envelope_runtime/code_scalpel/index.html).
///
/// ```
/// use envelope_runtime::{ToolFailure, envelope_tool};
///
/// struct Context {
///     request_id: String,
/// }
///
/// #[envelope_tool(dialect = "response-v2", data = "tasks", request_id = &context.request_id)]
/// async fn list_tasks(context: Context) -> Result<Vec<&'static str>, ToolFailure> {
///     Ok(vec!["task-001"])
/// }
/// ```
#[proc_macro_attribute]
pub fn envelope_tool(args: TokenStream, item: TokenStream) -> TokenStream {
    tool::expand(args.into(), item.into()).into()
}

/// Gives an error type the codes, categories and remediations of its variants.
///
/// ```
/// use envelope_runtime::{ErrorType, RateLimit, ToolError};
///
/// #[derive(Debug, thiserror::Error, ToolError)]
/// enum SpecError {
///     #[error("Spec '{id}' not found")]
///     #[tool_error(code = "SPEC_NOT_FOUND", remediation = "List the specs, then retry")]
///     NotFound { id: String },
///
///     #[error("Rate limit exceeded: {limit} requests per minute")]
///     #[tool_error(code = "RATE_LIMIT_EXCEEDED", remediation = "Wait {wait} seconds before retrying")]
///     Throttled {
///         limit: u32,
///         #[tool_error(data = "retry_after_seconds")]
///         wait: u64,
///         #[tool_error(rate_limit)]
///         state: RateLimit,
///     },
///
///     #[error("the embedding index is stale")]
///     #[tool_error(code = "INDEX_STALE", error_type = "conflict")]
///     Stale,
///
///     #[error(transparent)]
///     #[tool_error(transparent)]
///     Store(#[from] std::io::Error),
/// }
///
/// let report = SpecError::NotFound { id: "auth".to_owned() }.report();
/// assert_eq!(report.error_type(), ErrorType::NotFound);
/// assert_eq!(report.message(), "Spec 'auth' not found");
/// ```
///
/// Only what is marked goes to the caller: the message, the remediation, and the marked fields.
///
/// # On a variant, or on a struct
///
/// | argument | meaning |
/// |---|---|
/// | `code = "SPEC_NOT_FOUND"` | the code, in `SCREAMING_SNAKE_CASE`; required. A [standard](../envelope_runtime/enum.ErrorCode.html) one brings its category |
/// | `error_type = "conflict"` | the [category](../envelope_runtime/enum.ErrorType.html) of a code of one's own |
/// | `remediation = "Provide a valid {field}"` | what the caller can do about it |
/// | `message = "{field} is required"` | the message, in place of the type's `Display` |
/// | `summary = "Failed to read {path}."` | the failure in one sentence, for dotbot |
/// | `upgrade(feature = "…", tier = "pro", reason = "…")` | a feature that a higher tier has; `UPGRADE_REQUIRED` needs it |
/// | `codes("code-scalpel-v1" = "invalid_path")` | the code that one dialect has for it |
/// | `expose` | sends the message of an `internal` error, which is hidden otherwise |
/// | `transparent` | passes on the error in the only field, with its code and its message; a remediation may be added |
///
/// `message`, `remediation`, `summary` and the parts of an upgrade interpolate fields as `format!` does: `{field}`, `{0}`, and with a format spec, `{wait:>4}`.
/// A message that is given goes to the caller even where the category is `internal`.
///
/// # On a field
///
/// | argument | meaning | in response-v2 |
/// |---|---|---|
/// | `detail`, `detail = "key"` | a fact about the error | `data.details.key` |
/// | `data`, `data = "key"` | a value beside the code | `data.key` |
/// | `path` | the file or resource that the error is about: text, a path, or an `Option` | `data.details.path` |
/// | `rate_limit` | the state of the rate limit: a `RateLimit`, a pointer to one, or an `Option` | `meta.rate_limit` |
/// | `telemetry`, `telemetry = "key"` | a measurement taken before the failure | `meta.telemetry.key` |
/// | `meta`, `meta = "key"` | further metadata | `meta.key` |
///
/// Without a key, the field's name is the key. `None` is `null`, except that a rate limit of `None` is left out. A field that
/// is the `source` of the error, for thiserror, goes to the log (with the feature `tracing`).
///
/// On the type, `#[tool_error(crate = path)]` says where `envelope_runtime` is to be found.
#[proc_macro_derive(ToolError, attributes(tool_error))]
pub fn derive_tool_error(item: TokenStream) -> TokenStream {
    error::expand(item.into()).into()
}

/// Promises that a type serializes to a JSON object, after checking what serde's attributes make of it.
///
/// ```
/// use envelope_runtime::Payload;
/// use serde::Serialize;
///
/// #[derive(Serialize, Payload)]
/// struct Spec {
///     id: String,
/// }
///
/// #[derive(Serialize, Payload)]
/// #[serde(tag = "status", rename_all = "snake_case")]
/// enum Progress {
///     Done,
///     Blocked { by: String },
/// }
///
/// #[derive(Serialize, Payload)]
/// struct Wrapper(Spec);
/// ```
///
/// It goes on structs with named fields, on structs that wrap a payload, and on enums whose every variant is an object in
/// the representation that serde is told to use. `#[serde(transparent)]`, `#[serde(into = "…")]` and `#[serde(untagged)]`
/// hand the question on to the type inside. What is written by a function of one's own is taken on trust.
///
/// `#[payload(crate = path)]` says where `envelope_runtime` is to be found.
#[proc_macro_derive(Payload, attributes(payload))]
pub fn derive_payload(item: TokenStream) -> TokenStream {
    payload::expand(item.into()).into()
}

/// A list of words that a contract reserves or prescribes, for the runtime: it stands here, where the derive reads it.
#[doc(hidden)]
#[proc_macro]
pub fn __list(name: TokenStream) -> TokenStream {
    dialects::list(&name.to_string()).into()
}

/// The enum of the standard codes, for the runtime: the table stands here, where the derive reads it.
#[doc(hidden)]
#[proc_macro]
pub fn __error_codes(_: TokenStream) -> TokenStream {
    codes::expand().into()
}
