//! Stands in for the spans of calls without the feature `tracing01`.

#![allow(clippy::unused_self, reason = "there is nothing to do")]

use std::future::Future;

use super::Event;
use crate::dialect::{Call, DialectFacts};

/// Replaces the span of a call.
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

    /// Does nothing, since there is no span.
    #[inline]
    pub(crate) fn suspend(&mut self) {}

    pub(crate) fn panicked(&mut self) {}
}

pub(crate) struct Entered;

pub(crate) fn log(_dialect: &'static str, _call: &Call, _trace: &mut Trace, _event: &Event<'_>) {}

/// The future of the body, unchanged.
pub(crate) type Traced<'a, F> = F;

#[inline]
pub(crate) fn traced<F: Future>(_trace: &mut Trace, body: F) -> F {
    body
}
