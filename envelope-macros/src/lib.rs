//! The macros of `envelope-runtime`. Depend on that crate, which re-exports them.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod attr;
mod contracts;
mod depth;
mod error;
mod errors;
mod payload;
mod spans;
mod tool;
mod types;

use proc_macro::TokenStream;

/// Turns a function into a tool, which returns the response envelope of a published contract. On an `impl` block or a module, it
/// [gives its arguments](#one-attribute-for-several-tools) to each tool in it.
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
/// The function can be
///
/// - a free function, or a method with any receiver, in an inherent `impl` or in the `impl` of a trait;
/// - `async`, or one that returns `impl Future<Output = Result<…>>` or a boxed future, as a method under `#[async_trait]` does;
/// - generic.
///
/// It takes any arguments, and returns a `Result`, which may be a type alias:
///
/// - The data is a [`Payload`](../envelope_runtime/trait.Payload.html). With a key in `data`, it is any type that implements
///   `serde::Serialize`. To add metadata, return the dialect's `Reply`, which contains either kind of data. An `Envelope`, a
///   `CallToolResult` or a `Result` is an answer, so it cannot be the data or a part of it: its failure would be sent as a success.
/// - The error is a [`ToolError`](../envelope_runtime/trait.ToolError.html) or a
///   [`ToolFailure`](../envelope_runtime/struct.ToolFailure.html). A tool that cannot fail has the error
///   `std::convert::Infallible`.
///
/// The macro does not change the body, and keeps doc comments and other attributes. The attribute on top expands first:
/// above `#[envelope_tool]`, `#[tracing::instrument(err)]` sees the `Result`; below it, an attribute such as `#[tool]` of
/// the MCP SDK sees the function that returns the envelope.
///
/// To test the logic, or to call it from another tool, keep it in a plain function that returns the `Result`, and call that
/// from the tool.
///
/// # Arguments
///
/// | argument | meaning |
/// |---|---|
/// | `dialect = "response-v2"` | the contract; required. For a custom dialect, the path of its type: `dialect = crate::Acme` |
/// | `dialects("response-v2", "mcp-2025-11-25")` | several contracts, instead of `dialect`: see [below](#several-contracts) |
/// | `data = "tasks"` | nests data of any kind under a key: `{"tasks": …}` |
/// | `data("spec", "tasks")` | nests each value of a tuple under a key; for tuples of two to eight values |
/// | `returns = String` | the type that the function returns, instead of `Envelope`: `String`, `Vec<u8>`, `serde_json::Value`, or a type that implements [`Output`](../envelope_runtime/trait.Output.html) |
/// | `via = to_output` | the path of a function that makes the type of `returns` from the envelope, for types of other crates: `fn to_output(envelope: Envelope) -> T` with `returns = T` |
/// | `status = 201` | the HTTP status of a success, from 200 to 299, in an HTTP server: the function returns a [`SuccessStatus<201>`](../envelope_runtime/http/struct.SuccessStatus.html), which contains the `Envelope`. Requires the feature `http` |
/// | `budget = 60_000` | the largest size of a success in bytes: the last items of a list that is too long are left out, and the envelope reports how many. `budget(bytes = 60_000, list = "page.tasks", hint = "…")` names the list by its path, and tells the caller how to get the rest. The number is a literal or a constant. See [`Budget`](../envelope_runtime/struct.Budget.html) |
/// | `timeout = expr` | the longest time that the body of an async tool can take, as a `Duration`: then the body is dropped, and the tool answers with `TIMEOUT`. The expression is evaluated before the body, like a setting. Requires the feature `tokio`, and a runtime of `tokio` with its time enabled |
/// | `catch_panic` | turns a panic into the error `INTERNAL_ERROR`, where panics unwind. This covers panics in the body, in the serialization of the data and in the error; it does not cover the expressions of settings and the `Drop` of arguments |
/// | `output_schema` | adds a function named `{tool}_output_schema`. It returns the JSON Schema of the tool's results, as an `Arc` of a JSON object, for the official MCP SDK: a [`#[tool]`](#under-the-mcp-sdks-tool) below the attribute gets it. It [describes the data and the codes of failures](../envelope_runtime/schema/index.html#what-is-in-the-schema). Requires the feature `schemars`. The tool must not be generic, and must not be in the `impl` of a trait |
/// | `output_schema = "described"` | the same, with the doc comments of the data as descriptions |
/// | `list_failures` | adds the [declared failures](../envelope_runtime/struct.DeclaredFailures.html) of the tool's error to its `_meta` in the list of an MCP server. Requires the feature `rmcp`, and a [`#[tool]`](#under-the-mcp-sdks-tool) below the attribute |
/// | `copies = Copies::Text` | which copy of the data each client gets: see [`with_copies`](../envelope_runtime/server/rmcp/fn.with_copies.html). Only above the official MCP SDK's `#[tool_router]`. It is a `Copies`, or a function of the `Client` |
/// | `send_contexts` | sends the contexts and `bail!` messages of an `anyhow::Error`, which are hidden by default: see `ToolError::failure_with_contexts`. It needs the feature `anyhow` |
/// | `unknown_arguments = "warn"` | the treatment of unknown arguments (one that is close to an absent argument is always a problem): `"reject"`, `"warn"`, which is the default and ignores them in contracts without warnings for a success, or `"ignore"` |
/// | `crate = path` | the path of `envelope_runtime`, if the dependency is renamed or re-exported |
///
/// Any other argument is a setting: `request_id`, `tool` or `version`, which every dialect has, or a method of the dialect's type.
///
/// - `name` calls the method.
/// - `name = expr` calls it with a value. The expression is evaluated before the body, in the scope of the function, and can
///   borrow arguments that the body moves.
/// - `name("format", …)` calls it with formatted text. It is formatted after the body, and only for a success. The format
///   arguments can use `data`, but no arguments that the body has moved.
///
/// Each dialect lists its settings:
/// [`response-v2`](../envelope_runtime/response_v2/index.html),
/// [`dotbot-mcp-response@1`](../envelope_runtime/dotbot/index.html),
/// [`mcp-2025-11-25` and `mcp-2026-07-28`](../envelope_runtime/mcp/index.html),
/// [`code-scalpel-v1`](../envelope_runtime/code_scalpel/index.html),
/// [`rfc9457`](../envelope_runtime/rfc9457/index.html).
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
///
/// # One attribute for several tools
///
/// On an `impl` block or an inline module, the attribute gives its arguments to each function in it that is marked, with
/// `#[envelope_tool]` or with the MCP SDK's `#[tool]`. The arguments of a function add to them, or override them:
///
/// ```
/// use envelope_runtime::{ToolFailure, envelope_tool};
///
/// struct Server;
///
/// #[envelope_tool(dialect = "response-v2", catch_panic)]
/// impl Server {
///     #[envelope_tool]
///     fn ping(&self) -> Result<(), ToolFailure> {
///         Ok(())
///     }
///
///     #[envelope_tool(data = "tasks", telemetry)]
///     async fn list_tasks(&self) -> Result<Vec<String>, ToolFailure> {
///         Ok(vec![Self::first_task()])
///     }
///
///     /// Not marked, and so not a tool.
///     fn first_task() -> String {
///         "task-001".to_owned()
///     }
/// }
///
/// assert!(Server.ping().is_success());
/// ```
///
/// - A function with its own `dialect` or `dialects` gets only those settings of the block that its own dialects have.
/// - Functions in nested blocks and modules are included. A nested block can have its own `#[envelope_tool(…)]`, which adds to the
///   outer one.
/// - `#[envelope_tool(skip)]` exempts a function: it keeps its other attributes, such as the MCP SDK's `#[tool]`, and returns its own
///   result.
/// - Items that are not marked do not change. The attribute does not look inside macro calls and `cfg_attr`.
/// - It also works on the `impl` of a trait, but without `output_schema`.
///
/// # Under the MCP SDK's `#[tool]`
///
/// If `#[tool]` is below the attribute, or on a function in a block that has the attribute:
///
/// - `output_schema` also passes the schema to `#[tool]`, unless `#[tool]` already names one. A method with `output_schema` below `#[tool]`
///   does not compile: `#[tool]` expands first there, and gets no schema.
/// - The return type cannot be a `String`, which the SDK always sends as a success.
/// - `list_failures` adds the declared failures to the `meta` of `#[tool]`.
/// - Take the arguments as the SDK's `Parameters<T>`, with any pattern. If a client's arguments do not fit, the body does not run, and
///   the tool answers with `MISSING_REQUIRED` or `VALIDATION_ERROR`, and names every problem. For this, the macro replaces the type in the
///   signature with [`envelope_runtime::Arguments`](../envelope_runtime/struct.Arguments.html), which needs the feature `rmcp`. The
///   settings of the tool cannot use the arguments, since settings are evaluated first.
///
/// Where `#[tool_router]` is below the attribute of a block, the tools of that router know their request: its id is the ambient
/// [`RequestId`](../envelope_runtime/struct.RequestId.html), and with `dialects(…)` on the block, its contract is the ambient one. See
/// [`envelope_runtime::server::rmcp`](../envelope_runtime/rmcp/index.html#request-ids).
///
/// # Extractors of `axum`
///
/// With the feature `axum`, parameters of the types
/// [`Form<T>`, `Json<T>`, `Path<T>` and `Query<T>`](../envelope_runtime/axum/index.html#extractors) of `envelope_runtime::server::axum` are
/// checked before the body runs, and the tool answers a request that does not fit. Write them with any pattern:
/// `Json(spec): Json<NewSpec>`. Other types of these names do not change.
///
/// # Several contracts
///
/// With `dialects(…)`, the tool answers in the contract of its caller: the ambient
/// [`Contract`](../envelope_runtime/contract/struct.Contract.html), which a server sets around the call, or else the first in the
/// list. List a custom dialect by its path: `dialects("response-v2", crate::Legacy)`.
///
/// ```
/// use envelope_runtime::dotbot::Dotbot;
/// use envelope_runtime::{Contract, Payload, ToolFailure, envelope_tool};
/// use serde::Serialize;
///
/// #[derive(Serialize, Payload)]
/// struct Projects {
///     names: Vec<String>,
/// }
///
/// #[envelope_tool(
///     dialects("response-v2", "dotbot-mcp-response@1"),
///     telemetry,
///     summary("Found {} projects.", data.names.len())
/// )]
/// fn list_projects() -> Result<Projects, ToolFailure> {
///     Ok(Projects { names: vec![] })
/// }
///
/// assert_eq!(list_projects().dialect(), "response-v2");
/// let dotbot = Contract::of::<Dotbot>();
/// assert!(dotbot.sync_scope(|| list_projects()).as_str().contains(r#""summary":"Found 0 projects.""#));
/// ```
///
/// - The tool returns plain data, since a `Reply` belongs to one dialect. The data has to meet the
///   requirements of every dialect: it must be an object if any of them needs an object.
/// - Each setting applies to the dialects that define it, and a setting that any of them requires must be given. The request id
///   (`request_id`, or `correlation_id` as in dotbot), `tool` and `version` go to all of them. Settings that no contract in the list
///   has go to the custom dialect; if there are several custom dialects, to each of them.
/// - `name = expr` is evaluated once, before the body, whichever dialect answers; with several custom dialects, once for each.
///   `name("format", …)` is formatted only for a dialect that has it.
/// - The contract is looked up when the body has ended, in the scope in which the answer is made. For a future, that is the scope in
///   which it runs.
/// - The `output_schema` accepts what any of the dialects writes.
#[proc_macro_attribute]
pub fn envelope_tool(args: TokenStream, item: TokenStream) -> TokenStream {
    tool::expand(args.into(), item.into()).into()
}

/// Implements `ToolError`: gives each variant of an error type a code, a category and a remediation.
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
/// let failure = SpecError::NotFound { id: "auth".to_owned() }.failure();
/// assert_eq!(failure.report().error_type(), ErrorType::NotFound);
/// assert_eq!(failure.report().message(), "Spec 'auth' not found");
/// ```
///
/// Callers get the message, the remediation, and the fields that are marked. Nothing else is sent.
///
/// # On a variant or a struct
///
/// | argument | meaning |
/// |---|---|
/// | `code = "SPEC_NOT_FOUND"` | the code, in `SCREAMING_SNAKE_CASE`; required. A [standard code](../envelope_runtime/enum.ErrorCode.html) has a category |
/// | `error_type = "conflict"` | the [category](../envelope_runtime/enum.ErrorType.html); required for a custom code. It replaces the default of a standard code, unless response-v2 fixes it |
/// | `remediation = "Provide a valid {field}"` | the caller's next step |
/// | `message = "{field} is required"` | the message, instead of the type's `Display` |
/// | `retry = "never"` | whether to retry, instead of the category's advice: `never`, `after_fix`, `after_authentication`, `after_enabling`, `after_check`, `backoff`, or a delay such as `30 s`. See [`Retry`](../envelope_runtime/enum.Retry.html) |
/// | `status = 410` | the HTTP status, instead of the status of the [category](../envelope_runtime/enum.ErrorType.html): a status whose [category](../envelope_runtime/enum.ErrorType.html#method.from_http_status) is the same. `feature_flag` also has the statuses of `authorization` |
/// | `summary = "Failed to read {path}."` | the failure in one sentence, for dialects with a summary, such as dotbot |
/// | `upgrade(feature = "…", tier = "pro", reason = "…")` | a feature that needs a higher tier; required for the code `UPGRADE_REQUIRED` |
/// | `codes("code-scalpel-v1" = "invalid_path")` | another code for one dialect. A custom dialect can have codes of any form; a code of response-v2 has the category of the error |
/// | `expose` | sends the message of an `internal` error, which is hidden by default |
/// | `transparent` | uses the code and the message of the only field, which is a `ToolError` or a `ToolFailure`. A `remediation` and a `retry` can be added |
/// | `with = database_failure` | calls a function with the only field, an error of another crate: `fn(&rusqlite::Error) -> ToolFailure`. A `remediation` and a `retry` can be added |
/// | `reviewed = "nobody can restore it"` | the reason why [`assert_actionable!`](../envelope_runtime/macro.assert_actionable.html) accepts the variant as it is. It is not sent |
///
/// `message`, `remediation`, `summary`, and the `feature` and `reason` of an upgrade can contain fields, as in `format!`:
/// `{field}`, `{0}`, and with a format spec, `{wait:>4}`. A path is shown as text, as with thiserror. A `message` is sent even if
/// the category is `internal`; the `Display` of the type, if it has one, is then logged, with the feature `tracing`.
///
/// # On a field
///
/// | argument | meaning | in response-v2 |
/// |---|---|---|
/// | `detail`, `detail = "key"` | a fact about the error | `data.details.key` |
/// | `detail, in_text` | a detail that is also a line of the text of an MCP failure, for facts without which the model cannot act | `data.details.key` |
/// | `data`, `data = "key"` | a value next to the code | `data.key` |
/// | `path` | the file or resource that the error is about: text, a path, or an `Option` of either | `data.details.path` |
/// | `rate_limit` | the state of the rate limit: a `RateLimit`, a pointer to one, or an `Option` | `meta.rate_limit` |
/// | `telemetry`, `telemetry = "key"` | a measurement from before the failure | `meta.telemetry.key` |
/// | `warnings` | warnings about the call: text, a `Warning`, or an `Option` or a list of either; on several fields, all of them | `meta.warnings`, `meta.warning_details` |
/// | `meta`, `meta = "key"` | other metadata | `meta.key` |
///
/// Without a key, the key is the name of the field. `None` becomes `null`; a rate limit of `None` and warnings of `None` are
/// omitted. A key that a contract reserves does not compile. The page of each dialect shows the place of the fields in its
/// envelope. The `source` of an error, as thiserror defines it, is written to the log, with the feature `tracing`.
///
/// `#[error]`, `#[from]` and `#[source]` are attributes of thiserror, so a type that uses one of them must also derive
/// `thiserror::Error`.
///
/// # The table
///
/// The type also gets the constant `DECLARED`: its [declared failures](../envelope_runtime/struct.DeclaredFailures.html), with the
/// texts as they are written in the source.
///
/// # On the type
///
/// `#[tool_error(crate = path)]` gives the path of `envelope_runtime`, if the dependency is renamed or re-exported.
// The attributes of thiserror are here too, so that the error names a forgotten `thiserror::Error`.
#[proc_macro_derive(ToolError, attributes(tool_error, error, from, source))]
pub fn derive_tool_error(item: TokenStream) -> TokenStream {
    error::expand(item.into()).into()
}

/// Implements `Payload` for a type that serializes to a JSON object. The derive checks that, and takes serde attributes into
/// account.
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
/// It accepts structs with named fields, structs that wrap a payload, and enums whose variants all serialize to objects in the
/// chosen representation of serde. With `#[serde(transparent)]`, `#[serde(into = "…")]` and `#[serde(untagged)]`, the inner type
/// has to be a payload. The type of a field with `#[serde(flatten)]` has to be a payload or an `Option` of a payload. Where a custom
/// function serializes, as with `#[serde(with = "…")]`, the derive does not check its output.
///
/// A key of the object cannot be one that a contract reserves for failures: `error_code` and `error_type`, in response-v2.
///
/// `#[payload(crate = path)]` gives the path of `envelope_runtime`, if the dependency is renamed or re-exported.
#[proc_macro_derive(Payload, attributes(payload))]
pub fn derive_payload(item: TokenStream) -> TokenStream {
    payload::expand(item.into()).into()
}
