//! A call before it begins: its dialect, and the settings that every tool has.

use std::borrow::Cow;

use super::trace::Trace;
use crate::budget::Budget;
use crate::dialect::call::MakeSchema;
use crate::dialect::{Call, Dialect, DialectFacts, Origin};
use crate::metadata::Warning;
use crate::request_id::IntoRequestId;
use crate::text::is_blank;
use crate::time::clock;

/// A dialect with its default settings.
///
/// If the type is not a dialect, the only error is here: the return type is unknown, so the calls that follow report no further
/// error.
#[must_use]
#[inline]
pub fn dialect<D: Dialect>() -> <D::Meta as Known<D>>::Itself {
    Default::default()
}

/// Names the type `D` by a projection. See [`dialect`].
pub trait Known<D> {
    type Itself: Default;
}

impl<T, D: Default> Known<D> for T {
    type Itself = D;
}

/// A call in a dialect. Its methods are the settings that every tool has.
#[derive(Debug)]
#[must_use]
pub struct Running<D> {
    pub(super) dialect: D,
    pub(super) progress: Progress,
}

/// The parts of a running call that don't depend on the type of its dialect.
#[derive(Debug)]
pub(super) struct Progress {
    /// The dialect that answers, if it is known.
    pub(super) dialect: Option<&'static DialectFacts>,
    /// Whether the envelope can have the duration of the call.
    pub(super) is_timed: bool,
    pub(super) call: Call,
    pub(super) trace: Trace,
    /// Warnings about the call itself, not about its data.
    pub(super) warnings: Vec<Warning>,
    /// Whether the caller gets the contexts of an `anyhow::Error`.
    pub(super) sends_contexts: bool,
    pub(super) started: Option<clock::Instant>,
    pub(super) has_begun: bool,
}

/// A call of a tool, in a dialect with its settings. The call begins with its body.
///
/// This function is not inlined, so a program contains it once for each dialect, not for each tool.
#[inline(never)]
pub fn call<D: Speaks>(name: &'static str, dialect: D) -> Running<D> {
    let progress = Progress {
        dialect: D::DIALECT,
        is_timed: dialect.is_call_timed(),
        call: Call::new(name),
        trace: Trace::none(),
        warnings: Vec::new(),
        sends_contexts: false,
        started: None,
        has_begun: false,
    };
    Running { dialect, progress }
}

impl<D> Running<D> {
    /// Sets the source of the tool, for contracts and custom dialects that read it.
    #[inline]
    pub fn origin(&mut self, origin: &'static Origin) {
        self.progress.call.origin = origin;
    }

    /// Sets the request id. `None` and an empty id leave the call without one.
    #[inline]
    pub fn request_id(mut self, id: impl IntoRequestId) -> Self {
        self.progress.call.request_id = id.into_request_id();
        self
    }

    /// Another name of [`request_id`](Self::request_id).
    #[inline]
    pub fn correlation_id(self, id: impl IntoRequestId) -> Self {
        self.request_id(id)
    }

    /// Sets the name of the tool, unless the text is blank.
    #[inline]
    pub fn tool(mut self, name: impl Into<Cow<'static, str>>) -> Self {
        let name = name.into();
        if !is_blank(&name) {
            self.progress.call.name = Some(name);
        }
        self
    }

    /// Sets the version of the tool.
    #[inline]
    pub fn version(mut self, version: impl Into<Cow<'static, str>>) -> Self {
        self.progress.call.version = Some(version.into());
        self
    }

    /// Limits the size of the envelope of a success.
    #[inline]
    pub fn budget(mut self, budget: &'static Budget) -> Self {
        self.progress.call.budget = Some(budget);
        self
    }

    /// Adds warnings about the call itself.
    #[inline]
    pub fn warn(&mut self, warnings: Vec<Warning>) {
        self.progress.warnings.extend(warnings);
    }

    /// Records that the tool has an output schema.
    #[inline]
    pub fn output_schema(mut self) -> Self {
        self.progress.call.has_output_schema = true;
        self
    }

    /// Sets the output schema, for data whose type allows values that the schema refuses.
    #[inline]
    pub fn schema(mut self, schema: MakeSchema) -> Self {
        self.progress.call.schema = Some(schema);
        self
    }

    /// Records that the tool sends the contexts of its error.
    #[inline]
    pub fn send_contexts(mut self) -> Self {
        self.progress.sends_contexts = true;
        self
    }

    /// Records that the tool only reads, or that a second call changes nothing.
    #[inline]
    pub fn idempotent(mut self) -> Self {
        self.progress.call.is_idempotent = true;
        self
    }

    /// Records that the function has returned its future. If the future is dropped before its first poll, the call is cancelled.
    #[inline]
    pub fn suspend(&mut self) {
        self.progress.trace.suspend();
    }

    /// Replaces the dialect, or changes one of its settings.
    pub(crate) fn map<N>(self, change: impl FnOnce(D) -> N) -> Running<N> {
        let Self { dialect, progress } = self;
        Running { dialect: change(dialect), progress }
    }
}

/// A dialect that a setting returns. The second impl applies to no type: with two impls, the compiler reports this trait, not `Dialect`.
#[diagnostic::on_unimplemented(
    message = "a setting returns a dialect, and this one returns `{Self}`",
    label = "not a `Dialect`",
    note = "a setting takes `self` and returns `Self`: `fn loud(mut self) -> Self`, or `fn tenant(mut self, tenant: &str) -> Self`"
)]
pub trait IsSet<K> {
    /// The dialect, as an associated type: if `Self` is not a dialect, the calls that follow report no further error.
    type Dialect;

    /// The dialect.
    fn dialect(self) -> Self::Dialect;
}

#[diagnostic::do_not_recommend]
impl<D: Dialect> IsSet<[u8; 0]> for D {
    type Dialect = D;

    #[inline]
    fn dialect(self) -> D {
        self
    }
}

#[diagnostic::do_not_recommend]
impl<D: Never> IsSet<[u8; 1]> for D {
    type Dialect = D;

    fn dialect(self) -> D {
        self
    }
}

/// No type implements this trait.
pub trait Never {}

/// The dialect that a setting returns.
#[inline]
pub fn set<D: IsSet<K>, K>(dialect: D) -> D::Dialect {
    dialect.dialect()
}

/// The dialect of a call, or `()` as long as several dialects are possible.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a dialect",
    label = "not a `Dialect`",
    note = "implement `envelope_runtime::dialect::Dialect` for it, or name a contract by its id: `dialect = \"response-v2\"`"
)]
pub trait Speaks {
    /// The dialect that answers, if it is known.
    const DIALECT: Option<&'static DialectFacts>;

    /// Whether the envelope can have the duration of the call.
    fn is_call_timed(&self) -> bool;
}

impl<D: Dialect> Speaks for D {
    const DIALECT: Option<&'static DialectFacts> = Some(DialectFacts::of::<D>());

    fn is_call_timed(&self) -> bool {
        self.is_timed()
    }
}
