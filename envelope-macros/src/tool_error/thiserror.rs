//! The attributes of thiserror: the message, and the source.

use proc_macro2::TokenStream;
use syn::parse::ParseStream;
use syn::{Attribute, LitStr};

/// `#[error(…)]`
pub(super) struct ErrorAttribute {
    /// The text of `#[error("…", …)]`.
    pub(super) text: Option<LitStr>,
}

impl ErrorAttribute {
    pub(super) fn of(attributes: &[Attribute]) -> Option<Self> {
        let attribute = error_attributes(attributes).next()?;
        let first = |input: ParseStream<'_>| {
            let text = input.parse()?;
            input.parse::<TokenStream>()?;
            Ok(text)
        };
        Some(Self { text: attribute.parse_args_with(first).ok() })
    }
}

pub(super) fn error_attributes(attributes: &[Attribute]) -> impl Iterator<Item = &Attribute> {
    attributes.iter().filter(|attribute| attribute.path().is_ident("error"))
}

/// Whether a field has an attribute that makes it the source of the error.
pub(super) fn is_marked(field: &syn::Field) -> bool {
    let mut paths = field.attrs.iter().map(Attribute::path);
    paths.any(|path| path.is_ident("source") || path.is_ident("from"))
}
