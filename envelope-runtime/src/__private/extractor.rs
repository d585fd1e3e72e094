//! The arguments of a tool that are extractors. The macro knows them by name, and the compiler by type: a method is found first
//! where the argument is an extractor, and one reference further where it is anything else, which is passed on as it is.

#![allow(
    clippy::missing_errors_doc,
    clippy::unnecessary_wraps,
    clippy::unused_self,
    reason = "the macro calls the same methods whatever the argument is"
)]

use crate::server::axum::{Extractor, OfAxum, Rejection};

/// An extractor of this crate.
pub trait IsExtractor {
    fn kind_of_argument(&self) -> OfThisCrate {
        OfThisCrate
    }
}

impl<E: Extractor> IsExtractor for E {}

#[derive(Clone, Copy, Debug)]
pub struct OfThisCrate;

impl OfThisCrate {
    pub fn check<E: Extractor>(self, extractor: E) -> Result<E::Checked, Rejection> {
        extractor.check()
    }
}

/// An extractor of `axum`, whose rejections no tool sees.
pub trait IsOfAxum {
    fn kind_of_argument(&self) -> OfAxumItself {
        OfAxumItself
    }
}

impl<E: OfAxum> IsOfAxum for E {}

#[derive(Clone, Copy, Debug)]
pub struct OfAxumItself;

impl OfAxumItself {
    pub fn check<E: AnsweredByTool>(self, extractor: E) -> Result<E, Rejection> {
        Ok(extractor)
    }
}

/// There is none among the extractors of `axum`.
#[diagnostic::on_unimplemented(
    message = "`axum` answers a request that does not fit `{Self}` in plain text, not with the tool's envelope",
    label = "an extractor of `axum` itself",
    note = "import `Form`, `Json`, `Path` and `Query` from `envelope_runtime::server::axum`"
)]
pub trait AnsweredByTool {}

/// Any other argument.
pub trait IsOther {
    fn kind_of_argument(&self) -> Other {
        Other
    }
}

impl<T> IsOther for &T {}

#[derive(Clone, Copy, Debug)]
pub struct Other;

impl Other {
    pub fn check<T>(self, argument: T) -> Result<T, Rejection> {
        Ok(argument)
    }
}
