//! The versions of MCP, which have the same settings.

use super::{Dialect, Form, SCHEMA_FLAG, Setting};

pub(super) const MCP_2025_11_25: Dialect =
    Dialect::new("mcp-2025-11-25", &["mcp", "mcp_2025_11_25", "Mcp"], SETTINGS);

pub(super) const MCP_2026_07_28: Dialect =
    Dialect::new("mcp-2026-07-28", &["mcp", "mcp_2026_07_28", "Mcp"], SETTINGS);

const SETTINGS: &[Setting] = &[
    Setting::new("request_id", Form::RequestId),
    Setting::new("text", Form::Format),
    Setting::new("pretty", Form::Flag),
    Setting::new(SCHEMA_FLAG, Form::Flag),
];
