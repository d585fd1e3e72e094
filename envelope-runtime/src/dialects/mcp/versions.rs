//! The versions of the protocol that have a dialect. The SDK adapts the results to older clients.

use std::fmt;

use crate::dialect::data_place::{Nestable, Sealed};
use crate::dialect::{AnyJson, Format, Root};

/// A version of the Model Context Protocol: [`V_2025_11_25`] or [`V_2026_07_28`]. Only this crate implements it.
pub trait Version: Sealed + fmt::Debug + Default + 'static {
    /// The id of the dialect.
    #[doc(hidden)]
    const ID: &'static str;
    /// The alias of the id, and the form of a result.
    #[doc(hidden)]
    const FORMAT: Format;
    /// The `resultType` of a result, if the version has one.
    #[doc(hidden)]
    const RESULT_TYPE: Option<&'static str>;
    /// The root of `structuredContent`: an object, or [`AnyJson`].
    #[doc(hidden)]
    type Root: Root;
}

const fn result(aliases: &'static [&'static str]) -> Format {
    Format { aliases, is_call_tool_result: true, ..Format::DEFAULT }
}

/// The protocol version 2025-11-25.
#[allow(non_camel_case_types, reason = "as the SDK writes it")]
#[derive(Clone, Copy, Debug, Default)]
pub struct V_2025_11_25;

impl Sealed for V_2025_11_25 {}

impl Version for V_2025_11_25 {
    const ID: &'static str = "mcp-2025-11-25";
    const FORMAT: Format = result(&["2025-11-25"]);
    const RESULT_TYPE: Option<&'static str> = None;
    type Root = Nestable;
}

/// The protocol version 2026-07-28.
#[allow(non_camel_case_types, reason = "as the SDK writes it")]
#[derive(Clone, Copy, Debug, Default)]
pub struct V_2026_07_28;

impl Sealed for V_2026_07_28 {}

impl Version for V_2026_07_28 {
    const ID: &'static str = "mcp-2026-07-28";
    const FORMAT: Format = result(&["2026-07-28"]);
    const RESULT_TYPE: Option<&'static str> = Some(envelope_contracts::mcp::RESULT_TYPE);
    type Root = AnyJson;
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
