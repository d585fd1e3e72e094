//! What a dialect is, and the dialects.

use serde::Serialize;

use crate::call::{CallOf, Invocation};
use crate::{ErrorReport, RequestId, Status};

mod merged;

pub mod code_scalpel;
pub mod dotbot;
pub mod mcp;
pub mod response_v2;

use merged::Merged;

/// `mcp-2025-11-25`: the names of [`mcp`] for this version.
pub mod mcp_2025_11_25 {
    pub use super::mcp::{Annotations, Content, Resource, ResourceLink, Role};

    /// The dialect `mcp-2025-11-25`.
    pub type Mcp = super::mcp::Mcp<super::mcp::V20251125>;
    /// Data with what a result can carry beside it.
    pub type Reply<T> = crate::Reply<T, Mcp>;
}

/// `mcp-2026-07-28`: the names of [`mcp`] for this version.
pub mod mcp_2026_07_28 {
    pub use super::mcp::{Annotations, Content, Resource, ResourceLink, Role};

    /// The dialect `mcp-2026-07-28`.
    pub type Mcp = super::mcp::Mcp<super::mcp::V20260728>;
    /// Data with what a result can carry beside it.
    pub type Reply<T> = crate::Reply<T, Mcp>;
}

/// A response contract: how data, metadata and errors stand on the wire.
///
/// A dialect is two functions, one for each outcome. Both give a value that serializes, so that a dialect works with
/// every [`Output`](crate::Output). Everything else about a call has happened before they are asked.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a dialect",
    label = "not a `Dialect`",
    note = "implement `envelope_runtime::Dialect` for it, or name a contract by its id: `dialect = \"response-v2\"`"
)]
pub trait Dialect: Sized + 'static {
    /// The id of the contract, such as `response-v2`.
    const ID: &'static str;

    /// What may stand as data where the tool names no key: [`Object`](crate::payload::Object) or
    /// [`Json`](crate::payload::Json).
    type Root;

    /// The value of [`Root`](Self::Root).
    const ROOT: Self::Root;

    /// The settings of a tool, and what is known of one call of it.
    type Call: CallOf<Dialect = Self>;

    /// The metadata that a [`Reply`](crate::Reply) carries.
    type Meta;

    /// Whether the envelope is itself the `CallToolResult` of the Model Context Protocol, so that an MCP server sends it as
    /// it is. Any other envelope goes into one.
    const IS_CALL_TOOL_RESULT: bool = false;

    /// A call without settings.
    fn call(invocation: Invocation) -> Self::Call;

    /// The envelope of a success.
    fn success<'a, T: Serialize>(
        call: &'a Self::Call,
        data: &'a T,
        meta: &'a Self::Meta,
    ) -> impl Serialize + use<'a, Self, T>;

    /// How a call ended that gave data. A contract that lets a reply carry errors beside its data says so here.
    fn status(_meta: &Self::Meta) -> Status {
        Status::Success
    }

    /// The request id of a call that gave data. A contract that lets a reply have another id than its call says so here.
    fn request_id(call: &Self::Call, _meta: &Self::Meta) -> Option<RequestId> {
        call.request_id().cloned()
    }

    /// The envelope of a failure.
    fn failure<'a>(call: &'a Self::Call, report: &'a ErrorReport)
    -> impl Serialize + use<'a, Self>;
}
