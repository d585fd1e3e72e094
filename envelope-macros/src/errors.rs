//! Collected errors: one pass reports all of them.

use proc_macro2::TokenStream;

#[derive(Default)]
pub(crate) struct Errors(Option<syn::Error>);

impl Errors {
    pub(crate) fn push(&mut self, error: syn::Error) {
        match &mut self.0 {
            Some(errors) => errors.combine(error),
            None => self.0 = Some(error),
        }
    }

    /// Whether there is none.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// The value, or `None` for an error, which is kept.
    pub(crate) fn take<T>(&mut self, result: syn::Result<T>) -> Option<T> {
        result.map_err(|error| self.push(error)).ok()
    }

    /// The value, unless there are errors.
    pub(crate) fn into_result<T>(self, value: T) -> syn::Result<T> {
        self.0.map_or(Ok(value), Err)
    }

    /// A `compile_error!` for each.
    pub(crate) fn into_compile_errors(self) -> Option<TokenStream> {
        self.0.map(syn::Error::into_compile_error)
    }
}
