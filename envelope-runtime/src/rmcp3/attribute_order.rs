//! The order of the SDK's `#[tool]` and this crate's attribute.

/// An expansion passes the function that the SDK's `#[tool]` has added beside a method, if `#[tool]` is above `#[envelope_tool]`, or else a
/// function that returns `()`.
pub fn is_above_tool<R: Unlisted>(_: fn() -> R) {}

/// Implemented by `()` only. The SDK's function returns another type, so that the wrong order does not compile.
#[diagnostic::on_unimplemented(
    message = "`#[tool]` is above `#[envelope_tool(…)]`, so that the MCP SDK reads the arguments, and does not get the schemas",
    label = "not handed over",
    note = "write `#[envelope_tool(…)]` above `#[tool]`"
)]
pub trait Unlisted {}

impl Unlisted for () {}
