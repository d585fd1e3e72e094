//! `crate = path`: the path of the runtime.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::parse::ParseStream;
use syn::{Path, Result};

use super::values::{set_once, value};

/// The path of the runtime: `::envelope_runtime`, unless `crate = path` names another.
///
/// In an expansion, it is the path of the module with all items that an expansion names, `::envelope_runtime::__private`.
#[derive(Default)]
pub(crate) struct CratePath(Option<Path>);

impl CratePath {
    /// `= path`, after `crate`.
    pub(crate) fn parse(&mut self, name: &Ident, input: ParseStream<'_>) -> Result<()> {
        let path = value(name, "a path", "crate = my_crate::envelope", input)?;
        set_once(&mut self.0, name, path)
    }

    /// The path of a public item of the runtime.
    pub(crate) fn public(&self, segments: &[&str]) -> TokenStream {
        let segments = segments.iter().map(|segment| Ident::new(segment, Span::call_site()));
        let path =
            self.0.as_ref().map_or_else(|| quote!(::envelope_runtime), Path::to_token_stream);
        quote!(#path #(::#segments)*)
    }

    /// The path of an item for expansions.
    pub(crate) fn item(&self, segments: &[&str]) -> TokenStream {
        self.public(&[&["__private"], segments].concat())
    }
}

impl ToTokens for CratePath {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(self.public(&["__private"]));
    }
}
