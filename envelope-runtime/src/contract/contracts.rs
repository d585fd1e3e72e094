//! The contracts that a server speaks.

use super::Contract;
use crate::dialect::Dialect;
use crate::envelope::Envelope;
use crate::error::ToolFailure;

/// The contracts that a server speaks, in its own order of preference. There is at least one: it is for a client that asks for
/// nothing.
///
/// ```
/// use envelope_runtime::Contracts;
/// use envelope_runtime::mcp_2025_11_25::Mcp;
/// use envelope_runtime::response_v2::ResponseV2;
///
/// let contracts = Contracts::of::<ResponseV2>().and::<Mcp>();
/// assert!(contracts.ids().eq(["response-v2", "mcp-2025-11-25"]));
/// assert_eq!(contracts.first().id(), "response-v2");
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Contracts {
    first: Contract,
    others: Vec<Contract>,
}

impl Contracts {
    /// A list of one contract.
    pub fn of<D: Dialect>() -> Self {
        Self { first: Contract::of::<D>(), others: Vec::new() }
    }

    /// Adds a contract at the end. Where two contracts have a name in common, the earlier one gets it.
    pub fn and<D: Dialect>(mut self) -> Self {
        self.others.push(Contract::of::<D>());
        self
    }

    /// The contract for a client that asks for nothing.
    #[must_use]
    pub fn first(&self) -> Contract {
        self.first.clone()
    }

    /// The ids of the contracts, in order.
    pub fn ids(&self) -> impl Iterator<Item = &'static str> {
        self.spoken().map(Contract::id)
    }

    /// The contract that a client names by its id or an alias. `None` if the server does not speak it.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<Contract> {
        self.spoken().find(|contract| contract.is_called(name)).cloned()
    }

    /// The answer to a client whose contract the server does not speak: the failure of [`Contract::negotiate`] or
    /// [`Contract::accept`] as an envelope of the first contract.
    pub fn refuse(&self, failure: ToolFailure) -> Envelope {
        self.first.refuse(failure)
    }

    fn spoken(&self) -> impl Iterator<Item = &Contract> {
        std::iter::once(&self.first).chain(&self.others)
    }
}
