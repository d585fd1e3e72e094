//! The contract of a caller, which a server sets around a call.

use std::fmt;
use std::future::Future;
use std::hash::{Hash, Hasher};

use crate::call::running::call;
use crate::call::steps::reject;
use crate::dialect::{Dialect, Origin};
use crate::envelope::Envelope;
use crate::error::ToolFailure;
use crate::scope::{Innermost, Scope, scope};

thread_local! {
    static CURRENT: Innermost<Contract> = const { Innermost::none() };
}

/// The contract of a caller's answers.
///
/// A server sets it around a call, with [`sync_scope`](Self::sync_scope) or [`scope`](Self::scope), as it sets a
/// [`RequestId`](crate::RequestId). Every tool with `dialects(…)` that is called inside answers in this contract, if it is in
/// the tool's list. A tool with one dialect is not affected.
///
/// ```
/// use envelope_runtime::mcp_2025_11_25::Mcp;
/// use envelope_runtime::{Contract, ToolFailure, envelope_tool};
///
/// #[envelope_tool(dialects("response-v2", "mcp-2025-11-25"))]
/// fn ping() -> Result<(), ToolFailure> {
///     Ok(())
/// }
///
/// assert_eq!(ping().dialect(), "response-v2");
/// assert_eq!(Contract::of::<Mcp>().sync_scope(|| ping()).dialect(), "mcp-2025-11-25");
/// ```
///
/// [`Contracts::find`](super::Contracts::find) returns the contract that a client names. See the [module](crate::contract) for how a
/// contract is negotiated.
#[derive(Clone)]
pub struct Contract {
    names: Names,
    /// Answers with a failure in this contract, for this tool.
    fail: fn(&'static str, &'static Origin, ToolFailure) -> Envelope,
}

impl Contract {
    /// The contract that the dialect `D` implements.
    #[must_use]
    pub fn of<D: Dialect>() -> Self {
        Self { names: names::<D>(), fail: fail::<D> }
    }

    /// The id, such as `response-v2`.
    #[must_use]
    pub fn id(&self) -> &'static str {
        self.names.id
    }

    /// Whether a client names the contract by this word.
    pub(super) fn is_called(&self, word: &str) -> bool {
        self.names.include(word)
    }

    /// The answer to a call that no tool can answer in this contract.
    pub(crate) fn refuse(&self, failure: ToolFailure) -> Envelope {
        const ORIGIN: Origin = Origin {
            // A relative path: `file!()` can give a path of the machine that built it.
            file: "envelope-runtime/src/contract/ambient.rs",
            package_version: option_env!("CARGO_PKG_VERSION"),
        };

        (self.fail)("negotiate", &ORIGIN, failure)
    }

    /// A failure outside of a tool, in the ambient contract, or else in the dialect `D`.
    pub(crate) fn fail_in<D: Dialect>(
        name: &'static str,
        origin: &'static Origin,
        failure: ToolFailure,
    ) -> Envelope {
        match Self::current() {
            Some(contract) => (contract.fail)(name, origin, failure),
            None => fail::<D>(name, origin, failure),
        }
    }

    /// The ambient contract: the contract of the innermost scope that this code runs in. `None` outside of a scope.
    #[must_use]
    pub fn current() -> Option<Self> {
        CURRENT.with(Innermost::cloned)
    }

    /// Runs `call` with this contract as the ambient one, on this thread. Scopes nest. The previous contract is restored
    /// afterwards, also if `call` panics.
    ///
    /// A future that `call` returns runs later, outside of the scope: use [`scope`](Self::scope) for futures.
    pub fn sync_scope<R>(self, call: impl FnOnce() -> R) -> R {
        let _scope = Scope::enter(&CURRENT, self);
        call()
    }

    /// Runs `future` with this contract as the ambient one: across `.await`, on every thread that polls it, on any async
    /// runtime.
    ///
    /// A task that the future spawns does not inherit the contract: give it its own scope, or spawn it with the module `task` of the feature
    /// `tokio1`.
    ///
    /// ```
    /// # use envelope_runtime::mcp_2025_11_25::Mcp;
    /// # use envelope_runtime::{Contract, ToolFailure, envelope_tool};
    /// # #[envelope_tool(dialects("response-v2", "mcp-2025-11-25"))]
    /// # async fn ping() -> Result<(), ToolFailure> { Ok(()) }
    /// let envelope = pollster::block_on(Contract::of::<Mcp>().scope(ping()));
    /// assert_eq!(envelope.dialect(), "mcp-2025-11-25");
    /// ```
    pub async fn scope<F: Future>(self, future: F) -> F::Output {
        scope(&CURRENT, self, future).await
    }
}

/// Answers with a failure, for this tool.
fn fail<D: Dialect>(name: &'static str, origin: &'static Origin, failure: ToolFailure) -> Envelope {
    let mut running = call(name, D::default());
    running.origin(origin);
    reject(running, failure)
}

/// The id determines a contract.
impl PartialEq for Contract {
    fn eq(&self, other: &Self) -> bool {
        self.id() == other.id()
    }
}

impl Eq for Contract {}

impl Hash for Contract {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id().hash(state);
    }
}

impl fmt::Debug for Contract {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Contract").field(&self.id()).finish()
    }
}

impl fmt::Display for Contract {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// The place of the ambient contract in the list of a tool, or else the first place.
#[must_use]
pub fn chosen(spoken: &[Names]) -> usize {
    let place = |current: &Innermost<Contract>| {
        let current = current.borrow();
        let id = current.as_ref()?.id();
        spoken.iter().position(|names| names.id == id)
    };
    CURRENT.with(place).unwrap_or(0)
}

/// The names of a contract: its id and its aliases.
#[derive(Clone, Copy, Debug)]
pub struct Names {
    pub(crate) id: &'static str,
    aliases: &'static [&'static str],
}

/// The names of a dialect.
#[must_use]
pub const fn names<D: Dialect>() -> Names {
    Names { id: D::ID, aliases: D::ALIASES }
}

impl Names {
    /// Whether a word from a client is among the names.
    fn include(&self, word: &str) -> bool {
        self.id.eq_ignore_ascii_case(word)
            || self.aliases.iter().any(|alias| alias.eq_ignore_ascii_case(word))
    }
}
