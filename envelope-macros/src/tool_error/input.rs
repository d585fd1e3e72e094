//! The error under `#[derive(ToolError)]`: the variants of an enum, or a struct as the only one.

use proc_macro2::{Ident, Span};
use quote::{ToTokens, format_ident};
use syn::ext::IdentExt;
use syn::{Attribute, Data, DeriveInput, Fields, Member, Type};

use super::mark::{self, FieldMark};
use super::template::{Argument, Template};
use super::thiserror;
use super::variant::VariantAttrs;
use crate::contracts::{Code, ErrorType};
use crate::errors::{Errors, error};
use crate::spans::mentions;
use crate::syntax::crate_path::CratePath;
use crate::types::names_error;

pub(super) struct Input<'a> {
    pub(super) item: &'a DeriveInput,
    pub(super) runtime: CratePath,
    /// The defaults of an enum for its variants.
    pub(super) defaults: VariantAttrs,
    pub(super) variants: Vec<Variant<'a>>,
    /// Whether there is an attribute of thiserror.
    pub(super) uses_thiserror: bool,
}

pub(super) struct Variant<'a> {
    /// The name of the variant, or of the struct.
    pub(super) ident: &'a Ident,
    pub(super) is_struct: bool,
    pub(super) attrs: VariantAttrs,
    pub(super) fields: Vec<Field<'a>>,
}

pub(super) struct Field<'a> {
    pub(super) member: Member,
    pub(super) ty: &'a Type,
    pub(super) marks: Vec<FieldMark>,
    /// Whether an attribute of thiserror makes it the source of the error.
    is_marked_source: bool,
}

impl<'a> Input<'a> {
    /// The error, as far as it can be read. Mistakes are added to `errors`.
    pub(super) fn parse(item: &'a DeriveInput, errors: &mut Errors) -> Self {
        let (mut runtime, mut defaults) = (None, VariantAttrs::default());
        let variants: Vec<_> = match &item.data {
            Data::Enum(data) => {
                defaults = VariantAttrs::parse_enum(&item.attrs, errors);
                runtime = defaults.runtime.take();
                if data.variants.is_empty() {
                    errors.push(error!(item.ident, "an enum without variants has no error code; for a tool that cannot fail, use `std::convert::Infallible`"));
                }
                let variants = data.variants.iter().map(|variant| {
                    Variant::parse(&variant.ident, &variant.attrs, None, &variant.fields, errors)
                        .with_defaults(&defaults)
                });
                variants.collect()
            }
            Data::Struct(data) => {
                let given = Some(CratePath::default());
                let mut only =
                    Variant::parse(&item.ident, &item.attrs, given, &data.fields, errors);
                runtime = only.attrs.runtime.take();
                vec![only]
            }
            Data::Union(data) => {
                errors.push(error!(
                    data.union_token,
                    "a union cannot be the error of a tool; use a struct or an enum"
                ));
                Vec::new()
            }
        };
        // On a variant, `from` belongs to `derive_more`.
        let uses_thiserror = thiserror::error_attributes(&item.attrs).next().is_some()
            || variants.iter().any(Variant::uses_thiserror);
        Self { item, runtime: runtime.unwrap_or_default(), defaults, variants, uses_thiserror }
    }

    /// Whether the error has the word `deprecated` in it: the attribute, or the lint. Only then, the expansion allows the use of deprecated
    /// items, since it also names functions of the author.
    pub(super) fn mentions_deprecation(&self) -> bool {
        mentions(self.item.to_token_stream(), &Ident::new("deprecated", Span::call_site()))
    }
}

impl<'a> Variant<'a> {
    /// A struct has the path of the runtime, and a variant of an enum has not.
    fn parse(
        ident: &'a Ident,
        attributes: &[Attribute],
        runtime: Option<CratePath>,
        fields: &'a Fields,
        errors: &mut Errors,
    ) -> Self {
        let is_struct = runtime.is_some();
        let names = fields.members().map(|member| name(&member)).collect();
        let attrs = VariantAttrs::parse(attributes, names, runtime, errors);
        let fields = fields.members().zip(fields);
        let fields = fields.map(|(member, field)| Field::parse(member, field, errors)).collect();
        Self { ident, is_struct, attrs, fields }
    }

    fn with_defaults(mut self, defaults: &VariantAttrs) -> Self {
        self.attrs.inherit(defaults);
        // The advice of a field takes precedence over a default.
        if !self.attrs.gives("retry") && self.marks().any(FieldMark::is_advice) {
            self.attrs.retry = None;
        }
        self
    }
}

impl Variant<'_> {
    /// The marks of all fields.
    pub(super) fn marks(&self) -> impl Iterator<Item = &FieldMark> {
        self.fields.iter().flat_map(|field| &field.marks)
    }

    fn uses_thiserror(&self) -> bool {
        self.attrs.thiserror.is_some() || self.fields.iter().any(|field| field.is_marked_source)
    }

    /// Whether thiserror takes a field as the cause of the failure.
    pub(super) fn has_source(&self) -> bool {
        let Some(attribute) = &self.attrs.thiserror else {
            return self.fields.iter().any(|field| field.is_marked_source);
        };
        let is_transparent = attribute.text.is_none();
        let mut fields = self.fields.iter();
        !self.attrs.passes_on() && (is_transparent || fields.any(|field| self.is_source(field)))
    }

    fn is_source(&self, field: &Field<'_>) -> bool {
        let mut fields = self.fields.iter();
        field.is_marked_source
            || (field.name() == "source" && !fields.any(|field| field.is_marked_source))
    }

    /// Whether a field is another error, whose text the author has not written for the caller.
    pub(super) fn is_foreign_text(&self, field: &Field<'_>) -> bool {
        field.marks.is_empty() && (self.is_source(field) || names_error(field.ty))
    }

    /// The error type, unless only the inner error knows it, or something is wrong with it.
    pub(super) fn error_type_or_default(&self) -> Option<&'static str> {
        let standard = Code::find(&self.attrs.code.as_ref()?.value());
        let Some(given) = &self.attrs.error_type else { return Some(standard?.error_type) };
        let given = ErrorType::find(&given.value())?.name;
        let fixed = standard.filter(|standard| standard.fixed_by().is_some());
        fixed.is_none_or(|fixed| fixed.error_type == given).then_some(given)
    }

    /// The uses of a field in the texts of the variant.
    pub(super) fn arguments(&self, field: usize) -> impl Iterator<Item = &Argument> {
        let arguments = self.templates().flat_map(|template| &template.arguments);
        arguments.filter(move |argument| argument.field == field)
    }

    /// Every text that names fields.
    pub(super) fn templates(&self) -> impl Iterator<Item = &Template> {
        let VariantAttrs { message, remediation, summary, upgrades, .. } = &self.attrs;
        let upgrades = upgrades.iter().flat_map(|upgrade| [&upgrade.feature, &upgrade.reason]);
        message.iter().chain(remediation).chain(summary).chain(upgrades)
    }
}

impl<'a> Field<'a> {
    fn parse(member: Member, field: &'a syn::Field, errors: &mut Errors) -> Self {
        let marks = mark::parse(&field.attrs, field.ident.as_ref(), errors);
        Self { member, ty: &field.ty, marks, is_marked_source: thiserror::is_marked(field) }
    }

    /// The name in a format string.
    pub(super) fn name(&self) -> String {
        name(&self.member)
    }

    /// The name that a pattern binds the field to. The user's code cannot see it, but a constant of the same name would be
    /// compared with the field, and so the name is one that nobody gives a constant.
    pub(super) fn binding(&self) -> Ident {
        format_ident!("__{}", self.name(), span = Span::mixed_site())
    }
}

fn name(member: &Member) -> String {
    match member {
        Member::Named(ident) => ident.unraw().to_string(),
        Member::Unnamed(index) => index.index.to_string(),
    }
}
