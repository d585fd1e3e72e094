//! The order of the SDK's `#[tool]` and this crate's attribute.

/// Is called with a function that the SDK's `#[tool]` adds beside a method if it is above `#[envelope_tool]`, or else with one that
/// returns `()`.
pub fn is_above_tool<R: Unlisted>(_: fn() -> R) {}

/// The result of the other function. A result of the SDK means that the order is wrong.
#[diagnostic::on_unimplemented(
    message = "`#[tool]` is above `#[envelope_tool(…)]`, so that the MCP SDK reads the arguments, and does not get the schemas",
    label = "not handed over",
    note = "write `#[envelope_tool(…)]` above `#[tool]`"
)]
pub trait Unlisted {}

impl Unlisted for () {}
