//! Values that cannot be the data of a tool.
//!
//! An answer of a tool is no data: its failure would be sent as a success. The writer knows an answer by its type, and not by its keys,
//! which data of another system can have. It refuses a successful answer like a failed one, so that the first call shows the mistake.

/// The name by which the writer knows an envelope, and each part of one.
pub(super) const ENVELOPE: &str = "$envelope_runtime::private::Envelope";

/// The name by which serde knows the result of the SDK.
pub(super) const RESULT: &str = "CallToolResult";

/// The error for an answer in the data.
pub(super) fn refusal(answer: &str) -> String {
    format!("{answer} is the answer of a tool, and not data")
}
