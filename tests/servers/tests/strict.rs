//! Tools under the SDK's attribute in a crate whose authors deny every lint.

#![deny(warnings, missing_docs, unsafe_code, unused_qualifications, clippy::all, clippy::pedantic)]

use envelope_runtime::response_v2::Reply;
use envelope_runtime::{Payload, ToolError, envelope_tool};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::CallToolResult;
use rmcp::{tool, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Arguments.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Double {
    /// A number.
    pub number: u32,
}

/// Data.
#[derive(Debug, Serialize, Payload, JsonSchema)]
pub struct Doubled {
    /// A number.
    pub number: u32,
}

/// An error.
#[derive(Debug, thiserror::Error, ToolError)]
pub enum DoubleError {
    /// A variant.
    #[error("{number} is too large")]
    #[tool_error(code = "OUT_OF_RANGE", error_type = "validation")]
    TooLarge {
        /// A field.
        #[tool_error(detail)]
        number: u32,
    },
}

/// A server.
#[derive(Debug)]
pub struct Server;

#[tool_router]
impl Server {
    /// A tool.
    #[envelope_tool(dialect = "response-v2", telemetry, catch_panic, output_schema)]
    #[tool]
    pub async fn double(
        &self,
        Parameters(Double { number }): Parameters<Double>,
    ) -> Result<Reply<Doubled>, DoubleError> {
        let doubled = number.checked_mul(2).ok_or(DoubleError::TooLarge { number })?;
        Ok(Reply::new(Doubled { number: doubled }))
    }

    /// A tool.
    #[envelope_tool(dialect = "mcp-2026-07-28", structured_errors, returns = CallToolResult)]
    #[tool]
    pub fn halve(&self, Parameters(double): Parameters<Double>) -> Result<u32, DoubleError> {
        Ok(double.number / 2)
    }
}

/// A server with one attribute.
#[derive(Debug)]
pub struct Block;

#[envelope_tool(dialect = "response-v2", catch_panic, output_schema, telemetry)]
#[tool_router]
impl Block {
    /// A tool.
    ///
    /// # Errors
    ///
    /// None.
    #[tool]
    pub async fn double(
        &self,
        Parameters(Double { number }): Parameters<Double>,
    ) -> Result<Reply<Doubled>, DoubleError> {
        let doubled = number.checked_mul(2).ok_or(DoubleError::TooLarge { number })?;
        Ok(Reply::new(Doubled { number: doubled }))
    }

    /// A tool.
    #[tool]
    #[envelope_tool(dialects("response-v2", "mcp-2025-11-25"), data = "half")]
    fn halve(Parameters(double): Parameters<Double>) -> Result<u32, DoubleError> {
        Ok(double.number / 2)
    }
}

/// A test.
#[test]
fn both_are_routed() {
    assert_eq!(Server::tool_router().list_all().len(), 2);
    assert_eq!(Block::tool_router().list_all().len(), 2);
}
