//! The dialect that answers a call.

use crate::dialect::{Call, Dialect, Entries, Metadata, Root};
use crate::envelope::DialectFacts;
use crate::error::ErrorReport;

/// A dialect with the metadata of a success. The metadata of a failure is empty.
pub(super) struct Answering<'a, D: Dialect> {
    pub(super) dialect: &'a D,
    pub(super) meta: D::Meta,
}

impl<D: Dialect> Answering<'_, D> {
    /// Whether an envelope has its data as text, too, so that both are written in one pass.
    pub(super) const HAS_DATA_AS_TEXT: bool = D::IS_CALL_TOOL_RESULT && !D::Root::IS_TEXT;
}

/// A dialect as a trait object, so that rendering is compiled once, not once for each dialect.
pub(super) trait AnyDialect {
    fn facts(&self) -> &'static DialectFacts;
    fn meta(&mut self) -> &mut dyn Metadata;
    fn success(&self, call: &Call, envelope: &mut Entries<'_>);
    fn failure(&self, call: &Call, error: &ErrorReport, envelope: &mut Entries<'_>);
}

impl<D: Dialect> AnyDialect for Answering<'_, D> {
    fn facts(&self) -> &'static DialectFacts {
        DialectFacts::of::<D>()
    }

    fn meta(&mut self) -> &mut dyn Metadata {
        &mut self.meta
    }

    fn success(&self, call: &Call, envelope: &mut Entries<'_>) {
        self.dialect.success(call, &self.meta, envelope);
    }

    fn failure(&self, call: &Call, error: &ErrorReport, envelope: &mut Entries<'_>) {
        self.dialect.failure(call, error, envelope);
    }
}
