//! The attributes of thiserror: the message, and the source.

use proc_macro2::{Ident, TokenStream};
use syn::parse::ParseStream;
use syn::{Attribute, LitStr};

/// `#[error(…)]`
pub(super) struct ErrorAttribute {
    /// `transparent`: the message and the source come from the field.
    pub(super) transparent: Option<Ident>,
    /// The text of `#[error("…", …)]`.
    pub(super) text: Option<LitStr>,
    /// The arguments after the text.
    arguments: TokenStream,
}

impl ErrorAttribute {
    pub(super) fn of(attributes: &[Attribute]) -> Option<Self> {
        let attribute = error_attributes(attributes).next()?;
        let argument = attribute.parse_args::<Ident>();
        let parts = |input: ParseStream<'_>| Ok((input.parse()?, input.parse()?));
        let (text, arguments) = attribute.parse_args_with(parts).ok().unzip();
        Some(Self {
            transparent: argument.ok().filter(|argument| argument == "transparent"),
            text,
            arguments: arguments.unwrap_or_default(),
        })
    }

    /// Whether the text shows a field: by its name in braces, or as an argument, such as `.0`.
    pub(super) fn shows(&self, field: &str) -> bool {
        let text = self.text.as_ref().map(LitStr::value).unwrap_or_default().replace("{{", "");
        let mut names = text.split('{').skip(1).filter_map(|rest| rest.split([':', '}']).next());
        let arguments = self.arguments.to_string().replace(' ', "");
        let mut parts =
            arguments.split(|char: char| !char.is_alphanumeric() && !"._".contains(char));
        names.any(|name| name.trim() == field)
            || parts.any(|part| part.strip_prefix('.') == Some(field))
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
