//! The attributes that mark an item of a block as a tool: `#[envelope_tool]`, and the SDK's `#[tool]`.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Attribute, Meta, Path};

use super::args::Args;
use super::items::{Item, Kind};
use crate::errors::Errors;
use crate::spans::first_and_last;

impl Item {
    /// The marks of the item: `#[tool]` is one for functions only.
    fn marks(&self) -> impl Iterator<Item = &Attribute> {
        let is_block = matches!(self.kind, Kind::Block(_));
        self.attributes.iter().filter(move |attribute| {
            is_own(&attribute.meta) || (is_tool(&attribute.meta) && !is_block)
        })
    }

    /// The name in the first mark.
    pub(super) fn mark(&self) -> Option<&Ident> {
        let last = self.marks().next()?.path().segments.last()?;
        Some(&last.ident)
    }

    /// The item's own `#[envelope_tool(…)]`: its path and its arguments.
    pub(super) fn own(&self) -> Option<(&Path, TokenStream)> {
        let own = self.marks().find(|attribute| is_own(&attribute.meta))?;
        let arguments = match &own.meta {
            Meta::List(list) => list.tokens.clone(),
            _ => TokenStream::new(),
        };
        Some((own.path(), arguments))
    }

    /// The arguments of the item's own `#[envelope_tool(…)]`.
    pub(super) fn own_arguments(&self) -> TokenStream {
        self.own().map(|(_, arguments)| arguments).unwrap_or_default()
    }

    /// The item with `given` instead of its own `#[envelope_tool(…)]`. It replaces the first mark, so that it expands
    /// before the SDK's. A second own one stays, and the first reports it.
    pub(super) fn with_arguments(&self, given: &TokenStream) -> TokenStream {
        let own = self.attributes.iter().position(|attribute| is_own(&attribute.meta));
        let mut given = Some(given);
        let attributes = self.attributes.iter().enumerate().map(|(index, attribute)| {
            let is_mark = is_own(&attribute.meta) || is_tool(&attribute.meta);
            // An error of the attribute as a whole is in the place of the mark.
            let given = given.take_if(|_| is_mark).map(|given| {
                let (_, name) = first_and_last(attribute.path());
                quote_spanned!(Span::call_site().located_at(name)=> #[#given])
            });
            let kept = (own != Some(index)).then_some(attribute);
            quote!(#given #kept)
        });
        let (attributes, rest) = (attributes.collect::<TokenStream>(), self.rest());
        quote!(#attributes #rest)
    }

    /// The item without the attributes of this crate.
    pub(super) fn without_marks(&self) -> TokenStream {
        let others = self.attributes.iter().filter(|attribute| !is_own(&attribute.meta));
        let rest = self.rest();
        quote!(#(#others)* #rest)
    }
}

/// The own arguments of a function that is exempt from the attribute of its block.
pub(super) fn skipped(item: &Item) -> Option<Args> {
    let Kind::Function = item.kind else { return None };
    let own = Args::parse(item.own_arguments(), &mut Errors::default());
    own.skip.is_some().then_some(own)
}

/// Whether this is `#[envelope_tool]`.
pub(super) fn is_own(meta: &Meta) -> bool {
    ends_in(meta, "envelope_tool")
}

/// Whether this is the SDK's `#[tool]`, which the SDK also knows by the end of its path.
pub(super) fn is_tool(meta: &Meta) -> bool {
    ends_in(meta, "tool")
}

/// Whether this is an attribute of this name, with any path.
pub(super) fn ends_in(meta: &Meta, name: &str) -> bool {
    !matches!(meta, Meta::NameValue(_))
        && meta.path().segments.last().is_some_and(|last| last.ident == name)
}
