//! Values that cannot be the data of a tool.
//!
//! The answer of a tool is not data: its failure would be sent as a success. The writer knows an answer by its type, not by its keys,
//! since data of another system can have the same keys. The writer also refuses successful answers, so the first call shows the mistake.

/// The name by which the writer recognizes an envelope, and each of its parts.
pub(super) const ENVELOPE: &str = "$envelope_runtime::private::Envelope";

/// The name under which the result type of the SDK serializes.
pub(super) const RESULT: &str = "CallToolResult";

/// The error for an answer in the data.
pub(super) fn refusal(answer: &str) -> String {
    format!("{answer} is the answer of a tool, and not data")
}
