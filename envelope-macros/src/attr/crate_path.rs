//! `crate = path`: where the runtime is.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::parse::ParseStream;
use syn::{Path, Result};

use super::values::{set_once, value};

/// The path of the runtime: `::envelope_runtime`, unless `crate = path` names another.
///
/// In an expansion it is the path of the module that has everything an expansion names, `::envelope_runtime::__private`.
#[derive(Clone, Default)]
pub(crate) struct CratePath(Option<Path>);

impl CratePath {
    /// `= path`, after `crate`.
    pub(crate) fn parse(&mut self, name: &Ident, input: ParseStream<'_>) -> Result<()> {
        let path = value(name, "a path", "crate = my_crate::envelope", input)?;
        set_once(&mut self.0, name, path)
    }

    /// The path that is given, here or there.
    pub(crate) fn or<'a>(&'a self, other: &'a Self) -> &'a Self {
        if self.0.is_some() { self } else { other }
    }

    /// The path of an item of the runtime.
    pub(crate) fn item(&self, segments: &[&str]) -> TokenStream {
        let segments = segments.iter().map(|segment| Ident::new(segment, Span::call_site()));
        quote!(#self #(::#segments)*)
    }
}

impl ToTokens for CratePath {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match &self.0 {
            Some(path) => path.to_tokens(tokens),
            None => tokens.extend(quote!(::envelope_runtime)),
        }
        tokens.extend(quote!(::__private));
    }
}
