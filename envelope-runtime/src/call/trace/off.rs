//! No span.

#![allow(clippy::unused_self, reason = "there is nothing to do")]

use std::future::Future;

use super::Event;
use crate::dialect::{Call, DialectFacts};

/// See the feature `tracing01`.
#[derive(Debug)]
pub(crate) struct Trace;

impl Trace {
    pub(crate) const fn none() -> Self {
        Self
    }

    pub(crate) fn of(_call: &Call, _dialect: Option<&'static DialectFacts>) -> Self {
        Self
    }

    #[inline]
    pub(crate) fn enter(&self) -> Entered {
        Entered
    }

    /// Nothing.
    #[inline]
    pub(crate) fn suspend(&mut self) {}

    pub(crate) fn panicked(&mut self) {}
}

pub(crate) struct Entered;

pub(crate) fn log(_dialect: &'static str, _call: &Call, _trace: &mut Trace, _event: &Event<'_>) {}

/// The future itself.
pub(crate) type Traced<'a, F> = F;

#[inline]
pub(crate) fn traced<F: Future>(_trace: &mut Trace, body: F) -> F {
    body
}
