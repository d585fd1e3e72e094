//! The chapters of the guide, so that rustdoc compiles and runs their samples. `tests/guide/pages.rs` checks that none is missing.

pub mod printed;

#[doc = include_str!("src/arguments.md")]
pub mod arguments {}
#[doc = include_str!("src/clients.md")]
pub mod clients {}
#[doc = include_str!("src/code-scalpel.md")]
pub mod code_scalpel {}
#[doc = include_str!("src/dotbot.md")]
pub mod dotbot {}
#[doc = include_str!("src/errors.md")]
pub mod errors {}
#[doc = include_str!("src/first-tool.md")]
pub mod first_tool {}
#[doc = include_str!("src/for-agents.md")]
pub mod for_agents {}
#[doc = include_str!("src/http.md")]
pub mod http {}
#[doc = include_str!("src/large-results.md")]
pub mod large_results {}
#[doc = include_str!("src/mcp.md")]
pub mod mcp {}
#[doc = include_str!("src/mcp-server.md")]
pub mod mcp_server {}
#[doc = include_str!("src/metadata.md")]
pub mod metadata {}
#[doc = include_str!("src/migrating.md")]
pub mod migrating {}
#[doc = include_str!("src/other-frameworks.md")]
pub mod other_frameworks {}
#[doc = include_str!("src/recipes.md")]
pub mod recipes {}
#[doc = include_str!("src/response-v2.md")]
pub mod response_v2 {}
#[doc = include_str!("src/rfc9457.md")]
pub mod rfc9457 {}
#[doc = include_str!("src/several-contracts.md")]
pub mod several_contracts {}
#[doc = include_str!("src/testing.md")]
pub mod testing {}
#[doc = include_str!("src/traces.md")]
pub mod traces {}
#[doc = include_str!("src/which-contract.md")]
pub mod which_contract {}
#[doc = include_str!("src/your-dialect.md")]
pub mod your_dialect {}

// The docs of the macros are tested here, since tests in their own package would need another build of the runtime.
#[doc = include_str!("../envelope-macros/src/docs/envelope_tool.md")]
#[doc = include_str!("../envelope-macros/src/docs/tool_error.md")]
#[doc = include_str!("../envelope-macros/src/docs/payload.md")]
pub mod macros {}
