//! The versions of the protocol that have a dialect. The SDK adapts the results to older clients.

use std::fmt;

use crate::dialect::{Json, Object, Root};

/// A version of the Model Context Protocol: [`V_2025_11_25`] or [`V_2026_07_28`].
///
/// Implement it for your own type to support another version with the same result: `dialect = Mcp::<MyVersion>`.
pub trait Version: fmt::Debug + 'static {
    /// The id of the dialect.
    const ID: &'static str;
    /// Other names that a client can ask for the version by.
    const ALIASES: &'static [&'static str] = &[];
    /// The `resultType` of a result, if the version has one.
    const RESULT_TYPE: Option<&'static str>;
    /// What `structuredContent` can be: [`Object`] or [`Json`].
    type Root: Root;
}

/// The protocol version 2025-11-25.
#[allow(non_camel_case_types, reason = "as the SDK writes it")]
#[derive(Clone, Copy, Debug)]
pub struct V_2025_11_25;

impl Version for V_2025_11_25 {
    const ID: &'static str = "mcp-2025-11-25";
    const ALIASES: &'static [&'static str] = &["2025-11-25"];
    const RESULT_TYPE: Option<&'static str> = None;
    type Root = Object;
}

/// The protocol version 2026-07-28.
#[allow(non_camel_case_types, reason = "as the SDK writes it")]
#[derive(Clone, Copy, Debug)]
pub struct V_2026_07_28;

impl Version for V_2026_07_28 {
    const ID: &'static str = "mcp-2026-07-28";
    const ALIASES: &'static [&'static str] = &["2026-07-28"];
    const RESULT_TYPE: Option<&'static str> = Some(envelope_contracts::mcp::RESULT_TYPE);
    type Root = Json;
}

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
