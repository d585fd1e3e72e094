//! The dialects that a server speaks.

use super::AnyDialect;
use crate::dialect::Dialect;
use crate::envelope::Envelope;
use crate::error::ToolFailure;

/// The dialects that a server speaks, in its own order of preference. The list has at least one dialect: clients that ask for nothing get
/// the first.
///
/// ```
/// use envelope_runtime::Dialects;
/// use envelope_runtime::mcp_2025_11_25::Mcp;
/// use envelope_runtime::response_v2::ResponseV2;
///
/// let dialects = Dialects::of::<ResponseV2>().and::<Mcp>();
/// assert!(dialects.ids().eq(["response-v2", "mcp-2025-11-25"]));
/// assert_eq!(dialects.first().id(), "response-v2");
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Dialects {
    first: AnyDialect,
    others: Vec<AnyDialect>,
}

impl Dialects {
    /// A list of one dialect.
    pub fn of<D: Dialect>() -> Self {
        Self { first: AnyDialect::of::<D>(), others: Vec::new() }
    }

    /// Adds a dialect at the end. If two dialects share a name, the name means the earlier one.
    pub fn and<D: Dialect>(mut self) -> Self {
        self.others.push(AnyDialect::of::<D>());
        self
    }

    /// Gives a dialect of the list its settings, for answers outside of a tool: see [`AnyDialect::with`].
    pub fn with<D: Dialect + Clone + Send + Sync + 'static>(mut self, dialect: D) -> Self {
        let dialect = AnyDialect::with(dialect);
        let all = std::iter::once(&mut self.first).chain(&mut self.others);
        all.filter(|other| **other == dialect).for_each(|other| *other = dialect.clone());
        self
    }

    /// The dialect for a client that asks for nothing.
    #[must_use]
    pub fn first(&self) -> AnyDialect {
        self.first.clone()
    }

    /// The ids of the dialects, in order.
    pub fn ids(&self) -> impl Iterator<Item = &'static str> {
        self.spoken().map(AnyDialect::id)
    }

    /// The dialect that a client names by its id or an alias. `None` if the server does not speak it.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<AnyDialect> {
        self.spoken().find(|dialect| dialect.facts.is_called(name)).cloned()
    }

    /// The answer to a client whose dialect the server does not speak: the failure of [`AnyDialect::negotiate`] or
    /// [`AnyDialect::accept`] as an envelope of the first dialect.
    pub fn refuse(&self, failure: ToolFailure) -> Envelope {
        self.first.refuse(failure)
    }

    fn spoken(&self) -> impl Iterator<Item = &AnyDialect> {
        std::iter::once(&self.first).chain(&self.others)
    }
}
