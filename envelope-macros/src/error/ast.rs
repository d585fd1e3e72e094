//! The error type under `#[derive(ToolError)]`: an enum's variants, or a struct as the only one.

use proc_macro2::{Ident, Span};
use quote::format_ident;
use syn::ext::IdentExt;
use syn::{Data, DeriveInput, Error, Fields, Index, Member, Type};

use super::attr::{FieldMark, VariantAttrs, container_attrs, field_marks, is_thiserror_source};
use super::template::Template;
use crate::errors::Errors;

pub(super) struct Input<'a> {
    pub(super) item: &'a DeriveInput,
    /// Where the runtime is found, if not at `::envelope_runtime`.
    pub(super) runtime: Option<syn::Path>,
    pub(super) variants: Vec<Variant<'a>>,
}

pub(super) struct Variant<'a> {
    /// The name of the variant, or of the struct.
    pub(super) ident: &'a Ident,
    pub(super) is_struct: bool,
    pub(super) attrs: VariantAttrs,
    pub(super) message: Option<Template>,
    pub(super) remediation: Option<Template>,
    pub(super) summary: Option<Template>,
    /// The feature, the tier and the reason of each upgrade.
    pub(super) upgrades: Vec<(Template, String, Template)>,
    pub(super) fields: Vec<Field<'a>>,
}

pub(super) struct Field<'a> {
    pub(super) member: Member,
    pub(super) ty: &'a Type,
    pub(super) marks: Vec<FieldMark>,
    /// Whether `thiserror` takes it as the source of the error.
    pub(super) is_source: bool,
}

impl<'a> Input<'a> {
    /// The error type, as far as it can be read; what is wrong with it goes into `errors`.
    pub(super) fn parse(item: &'a DeriveInput, errors: &mut Errors) -> Self {
        let runtime = container_attrs(&item.attrs, matches!(item.data, Data::Enum(_)), errors);
        let variants = match &item.data {
            Data::Enum(data) if data.variants.is_empty() => {
                let message = "an enum without variants has no error code; the error of a tool that cannot fail is `std::convert::Infallible`";
                errors.push(Error::new(item.ident.span(), message));
                Vec::new()
            }
            Data::Enum(data) => data
                .variants
                .iter()
                .map(|variant| {
                    let attrs = VariantAttrs::parse(&variant.attrs, false, errors);
                    Variant::new(&variant.ident, false, attrs, &variant.fields, errors)
                })
                .collect(),
            Data::Struct(data) => {
                let attrs = VariantAttrs::parse(&item.attrs, true, errors);
                vec![Variant::new(&item.ident, true, attrs, &data.fields, errors)]
            }
            Data::Union(data) => {
                let message = "a union cannot be a tool's error; use a struct or an enum";
                errors.push(Error::new(data.union_token.span, message));
                Vec::new()
            }
        };
        Self { item, runtime, variants }
    }
}

impl Variant<'_> {
    /// Every text that interpolates fields.
    pub(super) fn templates(&self) -> impl Iterator<Item = &Template> {
        let upgrades = self.upgrades.iter().flat_map(|(feature, _, reason)| [feature, reason]);
        self.message.iter().chain(&self.remediation).chain(&self.summary).chain(upgrades)
    }
}

impl<'a> Variant<'a> {
    fn new(
        ident: &'a Ident,
        is_struct: bool,
        attrs: VariantAttrs,
        fields: &'a Fields,
        errors: &mut Errors,
    ) -> Self {
        let fields: Vec<_> = fields
            .iter()
            .enumerate()
            .map(|(index, field)| Field {
                member: match &field.ident {
                    Some(ident) => Member::Named(ident.clone()),
                    None => Member::Unnamed(Index::from(index)),
                },
                ty: &field.ty,
                marks: field_marks(&field.attrs, field.ident.as_ref(), errors),
                is_source: is_thiserror_source(field, attrs.has_error_attribute),
            })
            .collect();
        let mut template =
            |text: Option<&syn::LitStr>| errors.take(Template::parse(text?, &fields));
        let message = template(attrs.message.as_ref());
        let remediation = template(attrs.remediation.as_ref());
        let summary = template(attrs.summary.as_ref());
        let upgrades = attrs.upgrades.iter().filter_map(|upgrade| {
            let feature = template(Some(&upgrade.feature))?;
            Some((feature, upgrade.tier.value(), template(Some(&upgrade.reason))?))
        });
        let upgrades = upgrades.collect();
        Self { ident, is_struct, attrs, message, remediation, summary, upgrades, fields }
    }
}

impl Field<'_> {
    /// The name as a format string refers to it.
    pub(super) fn name(&self) -> String {
        match &self.member {
            Member::Named(ident) => ident.unraw().to_string(),
            Member::Unnamed(index) => index.index.to_string(),
        }
    }

    /// The name that a pattern binds it to, which the user's code cannot see.
    pub(super) fn binding(&self) -> Ident {
        match &self.member {
            Member::Named(ident) => Ident::new(&format!("{}_", ident.unraw()), Span::mixed_site()),
            Member::Unnamed(index) => {
                format_ident!("field_{}", index.index, span = Span::mixed_site())
            }
        }
    }
}
