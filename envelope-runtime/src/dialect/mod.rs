//! What a dialect is, for a contract of your own.
//!
//! A dialect is a type that implements [`Dialect`]: two functions that give the envelope of a success and of a failure, as
//! structs that derive `Serialize`. Its settings are the methods of another type, which implements [`Settings`], and
//! [`PlainData`] says which data a tool can return as it is:
//!
//! ```
//! use envelope_runtime::dialect::{Context, Data, Dialect, Json, PlainData, Settings};
//! use envelope_runtime::{ErrorReport, ToolFailure, envelope_tool};
//! use serde::Serialize;
//!
//! struct Acme;
//!
//! /// The settings of a tool.
//! struct AcmeSettings {
//!     context: Context,
//!     tenant: Option<String>,
//! }
//!
//! impl AcmeSettings {
//!     /// `tenant = expr`
//!     fn tenant(mut self, tenant: impl Into<String>) -> Self {
//!         self.tenant = Some(tenant.into());
//!         self
//!     }
//! }
//!
//! impl Settings for AcmeSettings {
//!     type Dialect = Acme;
//!
//!     fn context(&self) -> &Context {
//!         &self.context
//!     }
//!
//!     fn context_mut(&mut self) -> &mut Context {
//!         &mut self.context
//!     }
//! }
//!
//! impl<T> PlainData<T> for AcmeSettings {
//!     fn meta(&mut self, _data: &T) {}
//! }
//!
//! #[derive(Serialize)]
//! struct Success<'a> {
//!     tenant: Option<&'a str>,
//!     result: Data,
//! }
//!
//! #[derive(Serialize)]
//! struct Failure<'a> {
//!     tenant: Option<&'a str>,
//!     problem: &'a str,
//! }
//!
//! impl Dialect for Acme {
//!     const ID: &'static str = "acme";
//!
//!     type Root = Json;
//!     type Settings = AcmeSettings;
//!     type Meta = ();
//!
//!     fn settings(context: Context) -> AcmeSettings {
//!         AcmeSettings { context, tenant: None }
//!     }
//!
//!     fn success<'a>(settings: &'a AcmeSettings, data: Data, _meta: &'a ()) -> impl Serialize {
//!         Success { tenant: settings.tenant.as_deref(), result: data }
//!     }
//!
//!     fn failure<'a>(settings: &'a AcmeSettings, report: &'a ErrorReport) -> impl Serialize {
//!         Failure { tenant: settings.tenant.as_deref(), problem: report.message() }
//!     }
//! }
//!
//! #[envelope_tool(dialect = Acme, tenant = "blue")]
//! fn count() -> Result<u8, ToolFailure> {
//!     Ok(3)
//! }
//!
//! assert_eq!(count().as_str(), r#"{"tenant":"blue","result":3}"#);
//! ```

use serde::Serialize;

mod entries;
mod merged;
pub(crate) mod returned;
mod settings;

pub mod code_scalpel;
pub mod dotbot;
pub mod mcp;
pub mod response_v2;

pub use crate::context::{Context, Tool};
use crate::error::ErrorReport;
pub use crate::json::{Data, DataText};
use crate::outcome::Status;
pub use crate::place::{Json, Object};
use crate::request_id::RequestId;

pub use self::settings::{IntoSettings, PlainData, Settings};

/// A response contract: how data, metadata and errors are written.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a dialect",
    label = "not a `Dialect`",
    note = "implement `envelope_runtime::Dialect` for it, or name a contract by its id: `dialect = \"response-v2\"`"
)]
pub trait Dialect: Sized + 'static {
    /// The id of the contract, such as `response-v2`.
    const ID: &'static str;

    /// Whether an envelope has the time that its call took. The clock is then started before the tool's body runs.
    const IS_TIMED: bool = false;

    /// Whether a success usually has the data [as text](Data::as_text), which is then written along with the data.
    const DATA_AS_TEXT: bool = false;

    /// Whether the envelope is itself the `CallToolResult` of the Model Context Protocol, so that an MCP server sends it as
    /// it is. Any other envelope is put into one.
    const IS_CALL_TOOL_RESULT: bool = false;

    /// What data can be where the tool names no key for it: [`Object`] or [`Json`].
    type Root: Default;

    /// The settings of a tool, with what is known of one call of it.
    type Settings: Settings<Dialect = Self>;

    /// The metadata that a [`Reply`](crate::Reply) carries.
    type Meta;

    /// A call without settings.
    fn settings(context: Context) -> Self::Settings;

    /// The envelope of a success, with [`Data`] where the contract has the data.
    fn success<'a>(
        settings: &'a Self::Settings,
        data: Data,
        meta: &'a Self::Meta,
    ) -> impl Serialize + use<'a, Self>;

    /// The envelope of a failure.
    fn failure<'a>(
        settings: &'a Self::Settings,
        report: &'a ErrorReport,
    ) -> impl Serialize + use<'a, Self>;

    /// How a call ended that gave data. A contract that lets a reply carry errors beside its data says so here.
    #[must_use]
    fn status(_meta: &Self::Meta) -> Status {
        Status::Success
    }

    /// Adds to the metadata what follows from the call, once it has ended.
    fn complete(_settings: &Self::Settings, _meta: &mut Self::Meta) {}

    /// The request id that a reply carries. It replaces that of the call.
    #[must_use]
    fn reply_request_id(_meta: &Self::Meta) -> Option<RequestId> {
        None
    }

    /// Makes of the request id what the contract writes. A contract that limits its characters, or that makes an id where
    /// there is none, says so here.
    fn resolve_request_id(_id: &mut Option<RequestId>) {}
}
