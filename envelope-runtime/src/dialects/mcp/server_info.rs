//! The server that answers.

use crate::metadata::serialize_object;

/// The name and the version of a server, which identify it in the `_meta` of its results: the setting `server_info` of `mcp-2026-07-28`.
/// Both are self-reported, so a client must not base trust on them.
///
/// Defined in the section [`_meta`](https://modelcontextprotocol.io/specification/2026-07-28/basic#meta) of the specification of
/// 2026-07-28.
///
/// ```
/// use envelope_runtime::mcp::ServerInfo;
/// use envelope_runtime::{ToolFailure, envelope_tool};
///
/// #[envelope_tool(dialect = "mcp-2026-07-28", server_info = ServerInfo::new("specs", "1.2.0"))]
/// fn ping() -> Result<(), ToolFailure> {
///     Ok(())
/// }
///
/// assert_eq!(
///     ping().as_str(),
///     concat!(
///         r#"{"resultType":"complete","content":[{"type":"text","text":"null"}],"isError":false,"#,
///         r#""_meta":{"io.modelcontextprotocol/serverInfo":{"name":"specs","version":"1.2.0"}}}"#,
///     )
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerInfo {
    /// The name of the server.
    name: String,
    /// Its version.
    version: String,
}

serialize_object! { |server: &ServerInfo|
    "name": Some(&server.name),
    "version": Some(&server.version),
}

impl ServerInfo {
    /// A server by its name and its version.
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        Self { name: name.into(), version: version.into() }
    }
}

/// Takes the name and the version from the SDK's description of a server.
#[cfg(feature = "rmcp3")]
impl From<::rmcp::model::Implementation> for ServerInfo {
    fn from(server: ::rmcp::model::Implementation) -> Self {
        Self::new(server.name, server.version)
    }
}
