//! A dialect with a JSON Schema.

use std::collections::BTreeSet;

use schemars::{Schema, SchemaGenerator, json_schema};
use serde::Serialize;

use super::format::wire_code;
use super::{Dialect, Root};
use crate::error::{DeclaredFailure, DeclaredFailures, ErrorCode};

/// A dialect with a JSON Schema. Every dialect of this crate has one.
///
/// For a custom dialect, implement it with the schema of the envelope:
///
/// ```
/// # use envelope_runtime::dialect::{AnyJson, Call, Dialect, Entries, PlainData};
/// # use envelope_runtime::ErrorReport;
/// # #[derive(Default)]
/// # struct Acme;
/// # impl<T> PlainData<T> for Acme {}
/// # impl Dialect for Acme {
/// #     const ID: &'static str = "acme";
/// #     type Root = AnyJson;
/// #     type Meta = ();
/// #     fn success(&self, _: &Call, _: &(), envelope: &mut Entries<'_>) { envelope.only_data() }
/// #     fn failure(&self, _: &Call, error: &ErrorReport, envelope: &mut Entries<'_>) {
/// #         envelope.only_value(error.message());
/// #     }
/// # }
/// use envelope_runtime::schema::{Contents, Describe, OutputSchema};
/// use schemars::{Schema, SchemaGenerator, json_schema};
///
/// impl Describe for Acme {
///     fn envelope(contents: Contents, _: &mut SchemaGenerator) -> Schema {
///         let problem = json_schema!({"type": "string", "description": "What went wrong."});
///         json_schema!({"anyOf": [contents.data, problem]})
///     }
/// }
///
/// let schema = OutputSchema::<Acme, u8>::new().into_object();
/// assert_eq!(schema["anyOf"][0]["type"], "integer");
/// ```
#[diagnostic::on_unimplemented(
    message = "the dialect `{Self}` has no JSON Schema",
    label = "no JSON Schema",
    note = "implement `envelope_runtime::schema::Describe` for it"
)]
pub trait Describe: Dialect {
    /// The schema of an envelope, for successes and failures.
    ///
    /// Use [`SchemaGenerator::subschema_for`] for the types that it refers to.
    fn envelope(contents: Contents, generator: &mut SchemaGenerator) -> Schema;

    /// The schema of an MCP server's structured content. It is the schema of the envelope, unless the envelope
    /// is itself a `CallToolResult`.
    fn output(contents: Contents, generator: &mut SchemaGenerator) -> Schema {
        Self::envelope(contents, generator)
    }

    /// The schema of the contract, for the envelopes of every server. [`schema::envelope`](crate::schema::envelope) returns it. By
    /// default, the schema of an envelope with any data.
    fn contract(generator: &mut SchemaGenerator) -> Schema {
        let data =
            if Self::Root::IS_OBJECT { json_schema!({"type": "object"}) } else { true.into() };
        let failures = DeclaredFailures::OPEN;
        let contents =
            Contents { data, is_reply: true, structured_errors: false, failures, others: &[] };
        Self::envelope(contents, generator)
    }
}

/// The parts of a tool that the schema of its envelope depends on.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Contents {
    /// The schema of the data of a success.
    pub data: Schema,
    /// Whether the tool returns the dialect's `Reply`, and so can send its metadata.
    pub is_reply: bool,
    /// Whether the tool has the setting `structured_errors`.
    pub structured_errors: bool,
    /// The failures that the error of the tool declares.
    pub failures: DeclaredFailures,
    /// The codes that the tool adds to the codes of its error, such as the code of a timeout.
    pub(crate) others: &'static [ErrorCode],
}

impl Contents {
    /// The schema of the codes that [`ErrorReport::wire_code`](crate::ErrorReport::wire_code) returns in the dialect `D`: an enumeration
    /// of the tool's codes, or, if other failures are possible, a string that is described as open, with the declared codes as examples.
    #[must_use]
    pub fn wire_codes<D: Dialect>(&self) -> Schema {
        self.codes(|failure| vec![wire_code::<D>(failure.code_for(D::ID), failure.code)])
    }

    /// [`wire_codes`](Self::wire_codes) for a dialect whose codes are in `SCREAMING_SNAKE_CASE`.
    pub(crate) fn error_code(&self, dialect: &str) -> Schema {
        self.codes(|failure| vec![failure.code_in(dialect)])
    }

    /// [`wire_codes`](Self::wire_codes), with a function that returns the codes of a failure.
    pub(crate) fn codes<C>(&self, codes: impl Fn(&DeclaredFailure) -> Vec<C>) -> Schema
    where
        C: Clone + Ord + Serialize,
    {
        let declared = self.failures.collect();
        // Every tool can fail with an internal error, since data can fail to serialize.
        let others = [ErrorCode::InternalError].into_iter().chain(self.others.iter().copied());
        let others = others.filter(|_| !declared.is_open).map(DeclaredFailure::new);
        let mut found: Vec<_> =
            declared.failures.into_iter().chain(others).flat_map(|row| codes(&row)).collect();
        let mut seen = BTreeSet::new();
        found.retain(|code| seen.insert(code.clone()));
        match (declared.is_open, found.is_empty()) {
            (false, _) => json_schema!({"enum": found}),
            (true, true) => json_schema!({"type": "string", "description": OPEN}),
            (true, false) => {
                json_schema!({"type": "string", "description": OPEN, "examples": found})
            }
        }
    }
}

/// The description of the codes of an open error.
const OPEN: &str = "open";
