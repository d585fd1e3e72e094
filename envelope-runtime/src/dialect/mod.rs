//! The traits and types for your own contract.
//!
//! A dialect is a type that implements [`Dialect`]. Two of its functions return the envelopes of a success and of a failure, as
//! types that implement `Serialize`. The settings of its tools are the methods of another type, which implements [`Settings`].
//! [`PlainData`] determines which data a tool can return without a [`Reply`](crate::Reply).
//!
//! | item | role |
//! |---|---|
//! | [`Context`], [`Tool`] | what a call knows: the tool, the duration, the request id |
//! | [`Data`], [`DataText`] | where the data is in the envelope, as JSON or as a string of JSON |
//! | [`Json`], [`Object`] | whether data can be any JSON value, or has to be an object |
//! | [`ErrorReport`] | the failure to write |
//! | [`now`] | the time, which a test can freeze |
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
//!
//! `examples/problem_details` in the repository is a complete dialect, for RFC 9457: with flags, replies and reserved keys.

use serde::Serialize;

/// Writes the envelopes of a dialect in this crate: what a trait provides would be compiled where it is called. Their entries are
/// written by the given functions.
macro_rules! compile_here {
    ($success:path, $failure:path) => {
        fn success<'a>(
            settings: &'a Self::Settings,
            data: Data,
            meta: &'a Self::Meta,
        ) -> impl Serialize + use<'a> {
            $crate::json::Object::write(|envelope| $success(envelope, settings, data, meta))
        }

        fn failure<'a>(
            settings: &'a Self::Settings,
            report: &'a ErrorReport,
        ) -> impl Serialize + use<'a> {
            $crate::json::Object::write(|envelope| $failure(envelope, settings, report))
        }

        fn write_success(
            settings: &Self::Settings,
            meta: &Self::Meta,
            frame: $crate::json::Frame<'_>,
        ) -> serde_json::Result<()> {
            frame.write_entries(|envelope| $success(envelope, settings, Data::new(), meta))
        }

        fn write_failure(
            settings: &Self::Settings,
            report: &ErrorReport,
            frame: $crate::json::Frame<'_>,
        ) -> serde_json::Result<()> {
            frame.write_entries(|envelope| $failure(envelope, settings, report))
        }
    };
}

pub(crate) mod any;
mod merged;
pub(crate) mod recognize;
pub(crate) mod returned;
mod settings;
mod version;

pub mod code_scalpel;
pub mod dotbot;
pub mod mcp;
pub mod response_v2;

pub use crate::clock::now;
pub use crate::context::{Context, Tool};
use crate::error::ErrorReport;
use crate::json::Frame;
pub use crate::json::{Data, DataText};
use crate::outcome::Status;
pub use crate::place::{Json, Object};
use crate::request_id::RequestId;

pub use self::returned::{Peek, Returned};
pub use self::settings::{AsSettings, PlainData, Settings};

/// A response contract: how data, metadata and errors become an envelope.
///
/// See the [module](self) for an example. `dialect = crate::Acme` names a dialect by its type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a dialect",
    label = "not a `Dialect`",
    note = "implement `envelope_runtime::Dialect` for it, or name a contract by its id: `dialect = \"response-v2\"`"
)]
pub trait Dialect: Sized + 'static {
    /// The id of the contract, such as `response-v2`.
    const ID: &'static str;

    /// Other names that a client can ask for this contract by, such as `v2`. See [`contract`](crate::contract).
    const ALIASES: &'static [&'static str] = &[];

    /// Whether every envelope has the duration of its call. If so, the clock starts before the settings are evaluated.
    const IS_TIMED: bool = false;

    /// Whether a success usually contains the data [as text](Data::as_text). If so, the text is written together with the data.
    const DATA_AS_TEXT: bool = false;

    /// Whether the envelope is itself a `CallToolResult` of the Model Context Protocol. An MCP server sends such an envelope
    /// as it is, and wraps any other in a `CallToolResult`.
    const IS_CALL_TOOL_RESULT: bool = false;

    /// Whether the data of such an envelope is its structured content and, as text, its first content block, and nothing else.
    #[doc(hidden)]
    const DATA_IS_STRUCTURE: bool = false;

    /// What data can be if the tool does not nest it under a key: [`Object`] or [`Json`].
    type Root: Default;

    /// The settings of a tool, together with the context of one call.
    type Settings: Settings<Dialect = Self>;

    /// The metadata that a [`Reply`](crate::Reply) of this dialect carries. When the runtime takes it out of a reply, it leaves the
    /// default.
    type Meta: Default;

    /// The default settings, for a call with this context.
    fn settings(context: Context) -> Self::Settings;

    /// The envelope of a success, with `data` where the contract has the data.
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

    /// Writes the envelope of a success. A dialect of this crate is compiled with this crate, and not again with each crate of tools.
    #[doc(hidden)]
    #[allow(clippy::missing_errors_doc, reason = "an error is that of the envelope's `Serialize`")]
    fn write_success(
        settings: &Self::Settings,
        meta: &Self::Meta,
        frame: Frame<'_>,
    ) -> serde_json::Result<()> {
        frame.write(&Self::success(settings, Data::new(), meta))
    }

    /// The same for a failure.
    #[doc(hidden)]
    #[allow(clippy::missing_errors_doc, reason = "as above")]
    fn write_failure(
        settings: &Self::Settings,
        report: &ErrorReport,
        frame: Frame<'_>,
    ) -> serde_json::Result<()> {
        frame.write(&Self::failure(settings, report))
    }

    /// The status of a call whose body returned data. Override it if a reply of the contract can carry errors.
    #[must_use]
    fn status(_meta: &Self::Meta) -> Status {
        Status::Success
    }

    /// Adds to the metadata what the call determines, such as its duration. It runs when the body has ended.
    fn complete(_settings: &Self::Settings, _meta: &mut Self::Meta) {}

    /// The request id that a reply carries. It replaces the one of the call.
    #[must_use]
    fn reply_request_id(_meta: &Self::Meta) -> Option<RequestId> {
        None
    }

    /// Changes the request id to what the contract allows. Override it if the contract limits the characters of an id, or requires
    /// an id.
    fn resolve_request_id(_id: &mut Option<RequestId>) {}
}
