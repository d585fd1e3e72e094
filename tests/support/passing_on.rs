//! Tools that pass a failure on, one for each shape of envelope.

use envelope_runtime::{Envelope, ToolFailure, envelope_tool};

/// Tools that fail with the given failure.
pub fn passing_on() -> [fn(ToolFailure) -> Envelope; 5] {
    #[envelope_tool(dialect = "response-v2")]
    fn response_v2(failure: ToolFailure) -> Result<(), ToolFailure> {
        Err(failure)
    }

    #[envelope_tool(dialect = "dotbot-mcp-response@1", summary("Done."))]
    fn dotbot(failure: ToolFailure) -> Result<(), ToolFailure> {
        Err(failure)
    }

    #[envelope_tool(dialect = "mcp-2025-11-25", structured_errors)]
    fn mcp(failure: ToolFailure) -> Result<(), ToolFailure> {
        Err(failure)
    }

    #[envelope_tool(dialect = "code-scalpel-v1", tier = "pro")]
    fn code_scalpel(failure: ToolFailure) -> Result<(), ToolFailure> {
        Err(failure)
    }

    #[envelope_tool(dialect = "rfc9457")]
    fn rfc9457(failure: ToolFailure) -> Result<(), ToolFailure> {
        Err(failure)
    }

    [response_v2, dotbot, mcp, code_scalpel, rfc9457]
}
