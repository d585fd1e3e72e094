//! The dialect that answers a call, as a trait object.

use crate::dialect::{Call, DialectFacts, Entries, Metadata};
use crate::error::ErrorReport;

/// A dialect as a trait object, so that rendering is compiled once, not once for each dialect.
pub(super) trait AnyDialect {
    fn facts(&self) -> &'static DialectFacts;
    fn meta(&mut self) -> &mut dyn Metadata;
    fn success(&self, call: &Call, envelope: &mut Entries<'_>);
    fn failure(&self, call: &Call, error: &ErrorReport, envelope: &mut Entries<'_>);
}
