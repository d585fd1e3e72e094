//! The trait and types for your own contract.
//!
//! A dialect is a type that implements [`Dialect`]: two functions write the envelopes of a success and of a failure, entry by entry.
//! A value of the type holds the settings of a tool, and each setting is a method. [`PlainData`] determines which data a tool can
//! return without a [`Reply`].
//!
//! | item | role |
//! |---|---|
//! | [`Format`] | aliases of the id, the media type of a failure, the form of codes |
//! | [`Call`], [`Tool`] | a call: the tool, the duration, the request id |
//! | [`Entries`], [`Items`], [`Key`], [`key!`] | the envelope to write |
//! | [`Reply`] | data with the metadata of a dialect |
//! | [`AnyJson`], [`Object`] | whether data can be any JSON value, or has to be an object |
//! | [`ErrorReport`] | the failure to write |
//! | [`Metadata`] | the metadata of a reply |
//! | [`Carries`] | metadata that a [`SharedReply`](crate::SharedReply) can have |
//! | [`DialectExt`](crate::DialectExt) | envelopes outside of a tool |
//! | [`now`] | the time, which a test can freeze |
//!
//! ```
//! use envelope_runtime::dialect::{AnyJson, Call, Dialect, Entries, PlainData, key};
//! use envelope_runtime::{ErrorReport, ToolFailure, envelope_tool};
//!
//! #[derive(Default)]
//! struct Acme {
//!     tenant: Option<String>,
//!     note: Option<String>,
//! }
//!
//! /// The settings of a tool.
//! impl Acme {
//!     /// `tenant = expr`
//!     fn tenant(mut self, tenant: impl Into<String>) -> Self {
//!         self.tenant = Some(tenant.into());
//!         self
//!     }
//!
//!     /// `note("{} found", data.len())`: a format string over the data. A failure has no data, and so no text.
//!     fn note(mut self, text: Option<String>) -> Self {
//!         self.note = text;
//!         self
//!     }
//! }
//!
//! /// A tool can return any data.
//! impl<T> PlainData<T> for Acme {}
//!
//! impl Dialect for Acme {
//!     const ID: &'static str = "acme";
//!
//!     type Root = AnyJson;
//!     type Meta = ();
//!
//!     fn success(&self, _call: &Call, _meta: &(), envelope: &mut Entries<'_>) {
//!         envelope.optional_string(key!("tenant"), self.tenant.as_deref());
//!         envelope.optional_string(key!("note"), self.note.as_deref());
//!         envelope.data(key!("result"));
//!     }
//!
//!     fn failure(&self, _call: &Call, error: &ErrorReport, envelope: &mut Entries<'_>) {
//!         envelope.optional_string(key!("tenant"), self.tenant.as_deref());
//!         envelope.string(key!("problem"), error.message());
//!     }
//! }
//!
//! #[envelope_tool(dialect = Acme, tenant = "blue", note("{} found", data.len()))]
//! fn list() -> Result<Vec<u8>, ToolFailure> {
//!     Ok(vec![3])
//! }
//!
//! assert_eq!(list().as_str(), r#"{"tenant":"blue","note":"1 found","result":[3]}"#);
//! ```
//!
//! A dialect can write the envelope of another one: `self.0.success(call, meta, envelope)`. `request_id`, `correlation_id`, `tool` and
//! `version` are settings of every tool, without a method; [`Call`] has their values. `examples/graphql` in the repository is
//! a complete dialect, for the responses of GraphQL: with a flag, a format string, replies and reserved keys.

pub(crate) mod call;
pub(crate) mod data_place;
#[cfg(feature = "schemars1")]
pub(crate) mod describe;
mod entries;
pub(crate) mod facts;
pub(crate) mod format;
mod key;
mod metadata;
mod plain_data;
mod reply;
pub(crate) mod shared_reply;
#[cfg(feature = "schemars1")]
mod table_schema;

#[doc(inline)]
pub use crate::__key as key;
use crate::error::ErrorReport;
use crate::request_id::RequestId;
pub use crate::time::clock::now;
#[cfg(any(docsrs, all(target_family = "wasm", target_os = "unknown")))]
pub use crate::time::program_clock::set_clock;

pub(crate) use self::call::Origin;
pub use self::call::{Call, Tool};
pub(crate) use self::data_place::Place;
pub(crate) use self::data_place::Text;
pub use self::data_place::{AnyJson, Object, Root};
#[cfg(feature = "schemars1")]
pub(crate) use self::describe::{Contents, Describe};
pub(crate) use self::entries::Copies;
pub use self::entries::{Entries, Items};
pub(crate) use self::facts::DialectFacts;
pub use self::format::Format;
pub use self::key::Key;
pub use self::metadata::Metadata;
pub use self::plain_data::PlainData;
#[allow(unreachable_pub, reason = "messages of the compiler name it")]
#[doc(hidden)]
pub use self::plain_data::Returned;
pub(crate) use self::plain_data::Takes;
pub use self::reply::Reply;
pub use self::shared_reply::Carries;
#[cfg(feature = "schemars1")]
pub(crate) use self::table_schema::of_contract;

/// A response contract: how data, metadata and errors become an envelope.
///
/// A value of the type holds the settings of a tool, and its inherent methods are the settings of the attribute: `telemetry` calls
/// `telemetry(self)`, `tenant = expr` calls `tenant(self, expr)`, and `note("…", …)` calls `note(self, text)` with an `Option<String>`.
/// The methods return the dialect, or another dialect.
///
/// See the [module](self) for an example. `dialect = crate::Acme` names a dialect by its type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a dialect",
    label = "not a `Dialect`",
    note = "implement `envelope_runtime::dialect::Dialect` for it, or name a contract by its id: `dialect = \"response-v2\"`"
)]
pub trait Dialect: Default + Sized + 'static {
    /// The id of the contract, such as `response-v2`. The id identifies the dialect, so give your own format an id that no other contract
    /// has. With the id of a published contract, `envelope_client::assert_contract!` expects the envelopes of that contract.
    const ID: &'static str;

    /// The conventions of the contract: aliases of the id, media type of a failure, form of codes, and whether internal messages are sent.
    const FORMAT: Format = Format::DEFAULT;

    /// The data that a tool can return without a key: [`Object`] or [`AnyJson`].
    type Root: Root;

    /// The metadata that a [`Reply`] of this dialect carries, or `()`. The runtime moves the metadata out of a reply with
    /// [`std::mem::take`].
    type Meta: Metadata + Default;

    /// Writes the envelope of a success, with the data in its place. If the method leaves out data other than `()`, the call fails with an
    /// `INTERNAL_ERROR`, whose cause is logged.
    fn success(&self, call: &Call, meta: &Self::Meta, envelope: &mut Entries<'_>);

    /// Writes the envelope of a failure.
    fn failure(&self, call: &Call, error: &ErrorReport, envelope: &mut Entries<'_>);

    /// Whether the duration of the call is measured, for [`Call::elapsed`].
    #[must_use]
    fn is_timed(&self) -> bool {
        false
    }

    /// Replaces a request id that the contract does not allow. Override this function if the contract limits the characters of an id, or
    /// requires an id.
    fn resolve_request_id(_id: &mut Option<RequestId>) {}
}
