//! The arguments of a tool that are extractors. The macro recognizes them by name, and the compiler by type: if the argument is an
//! extractor, the compiler finds its method first, and otherwise, one reference further, the method that leaves the argument as it is.
//!
//! The names of the methods begin with underscores, so that a user's trait for all types has no method with such a name.

#![allow(
    clippy::missing_errors_doc,
    clippy::unnecessary_wraps,
    clippy::unused_self,
    reason = "the macro calls the same methods whatever the argument is"
)]

use envelope_arguments::Reader;

use crate::argument_settings::Rules;
use crate::axum08::{self, Extractor, Help, OfAxum};
use crate::error::ToolFailure;
use crate::metadata::Warning;
use crate::type_of::{TypeOf, type_of};

/// An extractor of this crate.
pub trait IsExtractor {
    fn __check<E: Extractor>(
        &self,
        extractor: E,
        help: Help<E::Value>,
    ) -> Result<(E::Checked, Vec<Warning>), ToolFailure> {
        extractor.check(help)
    }

    /// Takes the second extractor of its kind.
    fn __again<E: ReadsTheRest>(&self, _second: &E) {}
}

impl<E: axum08::OfThisCrate> IsExtractor for TypeOf<E> {}

/// Never implemented by an extractor: two of one kind would read the same part of a request.
#[diagnostic::on_unimplemented(
    message = "a tool has two extractors of one kind, and `{Self}` reads the same part of a request as the other one",
    label = "the second extractor of its kind",
    note = "take one extractor, of a struct that has the fields of both; for parts of the path, also of a tuple"
)]
pub trait ReadsTheRest {}

/// An extractor of `axum`, whose rejections no tool sees.
pub trait IsOfAxum {
    fn __check<E: AnsweredByTool>(
        &self,
        extractor: E,
        _help: Help<()>,
    ) -> Result<(E, Vec<Warning>), ToolFailure> {
        Ok((extractor, Vec::new()))
    }

    /// Accepts any extractor: `__check` already reports the first one.
    fn __again<E>(&self, _second: &E) {}
}

impl<E: OfAxum> IsOfAxum for TypeOf<E> {}

/// An extractor of `axum` that rejects no request.
#[diagnostic::on_unimplemented(
    message = "`axum` answers a request that does not fit `{Self}` in plain text, not with the tool's envelope",
    label = "an extractor of `axum` itself",
    note = "import `Form`, `Json`, `Path` and `Query` from `envelope_runtime::axum08`",
    note = "take `State<T>` or `Option<Extension<T>>` instead of `Extension<T>`, and `axum::body::Body` instead of `String`, `Bytes` or `RawForm`"
)]
pub trait AnsweredByTool {}

impl<T> AnsweredByTool for Option<::axum::Extension<T>> {}

/// Any other argument.
pub trait IsOther {
    fn __check<T>(&self, argument: T, _help: Help<()>) -> Result<(T, Vec<Warning>), ToolFailure> {
        Ok((argument, Vec::new()))
    }

    /// Accepts any argument: only the name of its type is an extractor's.
    fn __again<T>(&self, _second: &T) {}
}

impl<T> IsOther for &TypeOf<T> {}

/// The type of an argument, before the check.
pub fn argument<T>(_argument: &T) -> TypeOf<T> {
    type_of()
}

/// An extractor of a type with a JSON Schema.
pub trait HasSchema {
    fn __schema(&self) -> Option<Reader>;
}

#[cfg(feature = "schemars1")]
impl<E: Extractor<Value: schemars::JsonSchema + 'static>> HasSchema for TypeOf<E> {
    fn __schema(&self) -> Option<Reader> {
        Some(Reader::for_type::<E::Value>())
    }
}

/// Any other argument.
pub trait HasNoSchema {
    fn __schema(&self) -> Option<Reader> {
        None
    }
}

impl<T> HasNoSchema for &TypeOf<T> {}

/// An extractor of a type with rules of `garde`.
pub trait IsRuled {
    type Value;

    fn __broken_rules(&self) -> Rules<Self::Value>;
}

#[cfg(feature = "garde023")]
impl<E: Extractor<Value: garde::Validate<Context: Default>>> IsRuled for TypeOf<E> {
    type Value = E::Value;

    fn __broken_rules(&self) -> Rules<E::Value> {
        envelope_arguments::validate
    }
}

/// Any other argument.
pub trait IsNotRuled {
    fn __broken_rules<V>(&self) -> Rules<V> {
        |_| Ok(())
    }
}

impl<T> IsNotRuled for &TypeOf<T> {}
