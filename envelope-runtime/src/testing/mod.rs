//! Testing your tools.
//!
//! | item | purpose |
//! |---|---|
//! | [`frozen`] | calls a tool with the time, durations, random ids and the host frozen |
//! | [`Frozen`] | the same with values that you choose, and for futures |
//!
//! A tool is a function, and a test calls it. This module makes timestamps, durations and ids deterministic, so that a test can compare
//! whole envelopes:
//!
//! ```
//! use envelope_runtime::{ToolFailure, envelope_tool, testing};
//!
//! #[envelope_tool(dialect = "code-scalpel-v1", version = "3.2.8", tier = "pro")]
//! fn security_scan(path: &str) -> Result<Vec<String>, ToolFailure> {
//!     Ok(vec![format!("{path} has an open port")])
//! }
//!
//! assert_eq!(
//!     testing::frozen(|| security_scan("a.py")).as_str(),
//!     concat!(
//!         r#"{"tier":"pro","tool_version":"3.2.8","tool_id":"security_scan","#,
//!         r#""request_id":"00000000000000000000000000000000","capabilities":["envelope-v1"],"#,
//!         r#""duration_ms":0,"error":null,"upgrade_hints":[],"data":["a.py has an open port"]}"#,
//!     )
//! );
//! ```
//!
//! The module needs the feature `testing`. Turn it on in tests only:
//!
//! ```toml
//! [dev-dependencies]
//! envelope-runtime = { version = "0.1", features = ["testing"] }
//! ```
//!
//! # Assertions
//!
//! An [`Envelope`](crate::Envelope) knows how the call ended. Compare these parts where the rest does not matter:
//!
//! ```
//! use envelope_runtime::{ErrorType, RetryAdvice, ToolFailure, envelope_tool};
//!
//! #[envelope_tool(dialect = "response-v2")]
//! fn read_spec(id: &str) -> Result<(), ToolFailure> {
//!     Err(ToolFailure::not_found("Spec", id).remediation("List the specs"))
//! }
//!
//! let envelope = read_spec("auth");
//! assert!(!envelope.is_success());
//! assert_eq!(envelope.error_code(), Some("NOT_FOUND"));
//! assert_eq!(envelope.error_type(), Some(ErrorType::NotFound));
//! assert_eq!(envelope.error_type().map(|it| it.retry().advice()), Some(RetryAdvice::No));
//!
//! let envelope = serde_json::to_value(&envelope)?;
//! assert_eq!(envelope["data"]["remediation"], "List the specs");
//! # Ok::<(), serde_json::Error>(())
//! ```
//!
//! [`frozen`] replaces the values that differ from call to call with constants, and [`Frozen`] with values that you choose. For
//! futures, use [`Frozen::scope`].
//!
//! # Snapshots
//!
//! [insta](https://docs.rs/insta) compares an envelope with a snapshot, and shows the differences. It needs insta's feature
//! `json`. Freeze the time first:
//!
//! ```
//! use envelope_runtime::{ToolFailure, envelope_tool, testing};
//!
//! #[envelope_tool(dialect = "response-v2", data = "titles", telemetry)]
//! fn list_specs() -> Result<Vec<&'static str>, ToolFailure> {
//!     Ok(vec!["Sign in"])
//! }
//!
//! insta::assert_json_snapshot!(testing::frozen(list_specs), @r#"
//! {
//!   "success": true,
//!   "data": {
//!     "titles": [
//!       "Sign in"
//!     ]
//!   },
//!   "error": null,
//!   "meta": {
//!     "version": "response-v2",
//!     "telemetry": {
//!       "duration_ms": 0
//!     }
//!   }
//! }
//! "#);
//! ```
//!
//! Or replace it with a filter, which needs insta's feature `filters`, and also works for the envelopes of a server in another process:
//!
//! ```
//! # use envelope_runtime::{ToolFailure, envelope_tool};
//! # #[envelope_tool(dialect = "response-v2", data = "titles", telemetry)]
//! # fn list_specs() -> Result<Vec<&'static str>, ToolFailure> { Ok(vec!["Sign in"]) }
//! insta::with_settings!({filters => [(r#""duration_ms": \d+"#, r#""duration_ms": "[ms]""#)]}, {
//!     insta::assert_json_snapshot!(list_specs(), @r#"
//!     {
//!       "success": true,
//!       "data": {
//!         "titles": [
//!           "Sign in"
//!         ]
//!       },
//!       "error": null,
//!       "meta": {
//!         "version": "response-v2",
//!         "telemetry": {
//!           "duration_ms": "[ms]"
//!         }
//!       }
//!     }
//!     "#);
//! });
//! ```
//!
//! # The contract
//!
//! This crate writes envelopes that follow the contract, but a custom `Output` or a middleware can change them.
//! `assert_contract!` of the crate `envelope-client`, a dev-dependency, checks the text of any envelope against each rule of its contract,
//! and panics with a list of those that it violates:
//!
//! ```
//! use envelope_client::assert_contract;
//! use envelope_runtime::{ToolFailure, envelope_tool};
//!
//! #[envelope_tool(dialect = "response-v2")]
//! fn read_spec(id: &str) -> Result<(), ToolFailure> {
//!     Err(ToolFailure::not_found("Spec", id))
//! }
//!
//! assert_contract!("response-v2", read_spec("auth"));
//! ```
//!
//! `envelope_client::check` returns the list instead, with a warning for each violated recommendation.
//!
//! # Errors
//!
//! Every [`ToolError`](crate::ToolError) converts into a [`ToolFailure`](crate::ToolFailure), without calling a tool. Its
//! [`report`](crate::ToolFailure::report) has the parts that a contract can send. Agents act on codes and error types, so a test that
//! lists them keeps them from changing by accident:
//!
//! ```
//! use envelope_runtime::{ErrorType, ToolError};
//!
//! #[derive(Debug, thiserror::Error, ToolError)]
//! enum SpecError {
//!     #[error("Spec '{id}' not found")]
//!     #[tool_error(code = "SPEC_NOT_FOUND", remediation = "List the specs")]
//!     NotFound { id: String },
//!
//!     #[error("the index is stale")]
//!     #[tool_error(code = "INDEX_STALE", error_type = "conflict")]
//!     Stale,
//! }
//!
//! for (error, code, error_type) in [
//!     (SpecError::NotFound { id: "auth".to_owned() }, "SPEC_NOT_FOUND", ErrorType::NotFound),
//!     (SpecError::Stale, "INDEX_STALE", ErrorType::Conflict),
//! ] {
//!     let failure = error.failure();
//!     assert_eq!((failure.report().code(), failure.report().error_type()), (code, error_type));
//! }
//! ```
//!
//! The derive checks the attributes at compile time. If other people write error enums with a macro of yours, test with
//! [trybuild](https://docs.rs/trybuild) that their mistakes do not compile, and that the messages help. Each file in the folder is a
//! mistake, and its `.stderr` file is the message:
//!
//! ```no_run
//! #[test]
//! fn mistakes_do_not_compile() {
//!     trybuild::TestCases::new().compile_fail("tests/mistakes/*.rs");
//! }
//! ```
//!
//! # Servers
//!
//! A test can call an MCP tool without a server. Pass the SDK's `Parameters` with `.into()`: `server.greet(Parameters(greet).into())`.
//! To pass JSON as a client sends it, valid or not, write `json!({…}).into()`.
//!
//! A handler of `axum` runs in the future of its request: `Frozen::new().scope(router.oneshot(request))` freezes it. A server
//! that spawns a task for each request, such as the MCP SDK's, is frozen if its runtime is: put the
//! [`sync_scope`](Frozen::sync_scope) around the `block_on` of a runtime that has one thread.

pub use crate::frozen::Frozen;
use crate::output::Output;

/// Calls a tool with the time, durations, random ids and the host frozen to the values of [`Frozen::new`].
///
/// For a tool that returns a future, use `Frozen::new().scope(future)`, and for any other call
/// [`Frozen::new().sync_scope(call)`](Frozen::sync_scope). A call that returns a future does not compile here, since the future would
/// run when nothing is frozen any more:
///
/// ```compile_fail,E0277
/// # use envelope_runtime::{ToolFailure, envelope_tool, testing};
/// #[envelope_tool(dialect = "response-v2")]
/// async fn ping() -> Result<(), ToolFailure> {
///     Ok(())
/// }
///
/// testing::frozen(|| ping());
/// ```
pub fn frozen<R: Answer>(call: impl FnOnce() -> R) -> R {
    Frozen::new().sync_scope(call)
}

/// The answer of a tool that is not `async`: every [`Output`].
#[diagnostic::on_unimplemented(
    message = "`frozen` calls a tool, and `{Self}` is not the answer of one",
    label = "not an `Output`",
    note = "for a future, use `Frozen::new().scope(future).await`",
    note = "for any other call, use `Frozen::new().sync_scope(call)`"
)]
#[doc(hidden)]
pub trait Answer {}

#[diagnostic::do_not_recommend]
impl<T: Output> Answer for T {}
