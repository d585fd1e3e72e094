//! A custom dialect: the responses of GraphQL, by its specification of October 2021. It uses only the public API.
//!
//! A success and a failure:
//!
//! ```json
//! {"data": {"order": {"id": 1}}, "extensions": {"note": "Found order 1", "cost": 3}}
//! ```
//!
//! ```json
//! {
//!   "errors": [{
//!     "message": "There is no order 7",
//!     "path": ["order"],
//!     "extensions": {"code": "NOT_FOUND", "remediation": "List the orders", "details": {"order_id": 7}}
//!   }],
//!   "data": null,
//!   "extensions": {"request_id": "req_1"}
//! }
//! ```

use std::fmt;

use envelope_runtime::dialect::{
    AnyJson, Call, Dialect, Entries, Format, Metadata, PlainData, Reply, key,
};
use envelope_runtime::{ErrorReport, RequestId};

/// The dialect. A tool names it by its path: `dialect = crate::GraphQl`. Its methods are the settings of the tool.
#[derive(Debug, Default)]
pub struct GraphQl {
    path: Option<String>,
    note: Option<String>,
    terse: bool,
}

impl GraphQl {
    /// `path = "order"`: the field of the query that the tool resolves.
    pub fn path(mut self, field: impl fmt::Display) -> Self {
        self.path = Some(field.to_string());
        self
    }

    /// `note("Found {} orders", data.len())`: a format string over the data of a success.
    pub fn note(mut self, text: Option<String>) -> Self {
        self.note = text;
        self
    }

    /// `terse`: leaves the details of a failure out.
    pub fn terse(mut self) -> Self {
        self.terse = true;
        self
    }
}

/// The metadata of a reply: the cost of the query.
#[derive(Clone, Debug, Default)]
pub struct Cost(Option<u64>);

impl Metadata for Cost {}

/// The methods of a reply. A custom dialect adds them with a trait.
pub trait Costly<T> {
    /// The data, with its cost.
    fn cost(self, points: u64) -> Reply<T, GraphQl>;
}

impl<T> Costly<T> for T {
    fn cost(self, points: u64) -> Reply<T, GraphQl> {
        Reply::from_parts(self, Cost(Some(points)))
    }
}

/// A tool can return any data. Plain data has no cost.
impl<T> PlainData<T> for GraphQl {}

impl Dialect for GraphQl {
    const ID: &'static str = "graphql";
    const FORMAT: Format = Format {
        // As the GraphQL specification for HTTP requires.
        failure_media_type: "application/graphql-response+json",
        ..Format::DEFAULT
    };

    type Root = AnyJson;
    type Meta = Cost;

    fn success(&self, call: &Call, Cost(cost): &Cost, response: &mut Entries<'_>) {
        response.data(key!("data"));
        response.object(key!("extensions"), |extensions| {
            request_id(call, extensions);
            extensions.optional_string(key!("note"), self.note.as_deref());
            if let Some(cost) = cost {
                extensions.number(key!("cost"), *cost);
            }
        });
    }

    fn failure(&self, call: &Call, error: &ErrorReport, response: &mut Entries<'_>) {
        response.list(key!("errors"), |errors| {
            errors.object(|entries| self.error(error, entries));
        });
        response.null(key!("data"));
        response.object(key!("extensions"), |extensions| request_id(call, extensions));
    }
}

impl GraphQl {
    fn error(&self, error: &ErrorReport, entries: &mut Entries<'_>) {
        entries.string(key!("message"), error.message());
        if let Some(field) = &self.path {
            entries.list(key!("path"), |path| path.value(field));
        }
        entries.object(key!("extensions"), |extensions| {
            // The code of the error for this dialect, or else its own code.
            extensions.string(key!("code"), error.code_for(Self::ID).unwrap_or(error.code()));
            extensions.optional_string(key!("remediation"), error.remediation());
            if !self.terse {
                extensions.object(key!("details"), |details| details.fields(error.details(), &[]));
            }
            extensions.fields(error.data(), &["code", "remediation", "details"]);
        });
    }
}

fn request_id(call: &Call, extensions: &mut Entries<'_>) {
    extensions.optional_string(key!("request_id"), call.request_id().map(RequestId::as_str));
}
