//! The attributes of serde that decide how a type serializes. Serde reports mistakes in them.

use syn::meta::ParseNestedMeta;
use syn::{Attribute, LitStr, Token};

use crate::syntax::values::rest_of_argument;

#[derive(Default)]
#[allow(clippy::struct_excessive_bools, reason = "each is an attribute that is there or not")]
pub(super) struct Serde {
    pub(super) transparent: bool,
    pub(super) into: Option<LitStr>,
    pub(super) tag: Option<LitStr>,
    pub(super) content: bool,
    pub(super) untagged: bool,
    pub(super) skipped: bool,
    pub(super) with: bool,
    pub(super) flatten: bool,
    /// Whether a value can be left out: `skip_serializing_if`.
    pub(super) optional: bool,
    pub(super) rename: Option<LitStr>,
    pub(super) rename_all: Option<LitStr>,
    pub(super) rename_all_fields: Option<LitStr>,
}

impl Serde {
    pub(super) fn parse(attributes: &[Attribute]) -> Self {
        let mut serde = Self::default();
        for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("serde")) {
            let _ = attribute.parse_nested_meta(|meta| serde.argument(&meta));
        }
        serde
    }

    fn argument(&mut self, meta: &ParseNestedMeta<'_>) -> syn::Result<()> {
        let name = meta.path.get_ident().map(ToString::to_string).unwrap_or_default();
        match name.as_str() {
            "into" => self.into = text(meta)?,
            "tag" => self.tag = text(meta)?,
            "rename" => self.rename = text(meta)?,
            "rename_all" => self.rename_all = text(meta)?,
            "rename_all_fields" => self.rename_all_fields = text(meta)?,
            "transparent" => self.transparent = true,
            "untagged" => self.untagged = true,
            "skip" | "skip_serializing" => self.skipped = true,
            "skip_serializing_if" => self.optional = text(meta)?.is_some(),
            "flatten" => self.flatten = true,
            "content" => self.content = text(meta)?.is_some(),
            "with" | "serialize_with" => self.with = text(meta)?.is_some(),
            _ => drop(rest_of_argument(meta.input)?),
        }
        Ok(())
    }
}

/// The text in `= "…"` or in `(serialize = "…")`.
fn text(meta: &ParseNestedMeta<'_>) -> syn::Result<Option<LitStr>> {
    if meta.input.peek(Token![=]) {
        return meta.value()?.parse().map(Some);
    }
    let mut serialized = None;
    meta.parse_nested_meta(|part| {
        let text = part.value()?.parse()?;
        if part.path.is_ident("serialize") {
            serialized = Some(text);
        }
        Ok(())
    })?;
    Ok(serialized)
}
