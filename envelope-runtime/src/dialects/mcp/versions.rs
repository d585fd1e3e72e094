//! A module for each version, with the dialect and the reply of it.

/// `mcp-2025-11-25`: the dialect and the reply of this version. See [`mcp`](crate::mcp).
pub mod mcp_2025_11_25 {
    use crate::dialects::mcp;

    /// The dialect `mcp-2025-11-25`.
    pub type Mcp = mcp::Mcp<mcp::V_2025_11_25>;
    /// Data with a text, content blocks and metadata.
    pub type Reply<T> = mcp::Reply<T, mcp::V_2025_11_25>;
}

/// `mcp-2026-07-28`: the dialect and the reply of this version. See [`mcp`](crate::mcp).
pub mod mcp_2026_07_28 {
    use crate::dialects::mcp;

    /// The dialect `mcp-2026-07-28`.
    pub type Mcp = mcp::Mcp<mcp::V_2026_07_28>;
    /// Data with a text, content blocks and metadata.
    pub type Reply<T> = mcp::Reply<T, mcp::V_2026_07_28>;
}
