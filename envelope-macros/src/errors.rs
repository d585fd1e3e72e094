//! Collected errors: one pass reports all of them.

use std::fmt::Display;

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;

/// An error on the user's syntax, with a message as in `format!`.
macro_rules! error {
    ($place:expr, $($message:tt)*) => {
        ::syn::Error::new_spanned(&$place, ::std::format_args!($($message)*))
    };
}
pub(crate) use error;

#[derive(Default)]
pub(crate) struct Errors(Option<syn::Error>);

impl Errors {
    pub(crate) fn push(&mut self, error: syn::Error) {
        match &mut self.0 {
            Some(errors) => errors.combine(error),
            None => self.0 = Some(error),
        }
    }

    /// Adds an error on the user's syntax.
    pub(crate) fn report(&mut self, place: impl ToTokens, message: impl Display) {
        self.push(syn::Error::new_spanned(place, message));
    }

    /// Adds an error on each place. An `Option` has one place or none.
    pub(crate) fn report_each<T: ToTokens>(
        &mut self,
        places: impl IntoIterator<Item = T>,
        message: impl Display,
    ) {
        places.into_iter().for_each(|place| self.report(place, &message));
    }

    /// Adds an error at a span.
    pub(crate) fn report_at(&mut self, span: Span, message: impl Display) {
        self.push(syn::Error::new(span, message));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Returns the value, or keeps the error.
    pub(crate) fn take<T>(&mut self, result: syn::Result<T>) -> Option<T> {
        result.map_err(|error| self.push(error)).ok()
    }

    /// Returns a `compile_error!` for each error.
    pub(crate) fn into_compile_errors(self) -> Option<TokenStream> {
        self.0.map(syn::Error::into_compile_error)
    }
}
