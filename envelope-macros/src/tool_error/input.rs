//! The error under `#[derive(ToolError)]`: the variants of an enum, or a struct as the only one.

use proc_macro2::{Ident, Span};
use quote::{ToTokens, format_ident};
use syn::ext::IdentExt;
use syn::{Data, DeriveInput, Fields, Index, LitStr, Member, Type};

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
    pub(super) defaults: Option<Variant<'a>>,
    pub(super) variants: Vec<Variant<'a>>,
    /// Whether there is an attribute of thiserror.
    pub(super) uses_thiserror: bool,
}

pub(super) struct Variant<'a> {
    /// The name of the variant, or of the struct.
    pub(super) ident: &'a Ident,
    pub(super) is_struct: bool,
    pub(super) attrs: VariantAttrs,
    pub(super) message: Option<Template>,
    pub(super) remediation: Option<Template>,
    pub(super) summary: Option<Template>,
    /// The feature and the reason of each upgrade.
    pub(super) upgrades: Vec<(Template, Template)>,
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
        let (mut runtime, mut defaults) = (CratePath::default(), None);
        let variants: Vec<_> = match &item.data {
            Data::Enum(data) => {
                let mut own = Errors::default();
                let mut attrs = VariantAttrs::parse_enum(&item.attrs, &mut own);
                runtime = attrs.runtime.take().unwrap_or_default();
                let parsed = Variant::new(&item.ident, false, attrs, &Fields::Unit, &mut own);
                defaults = errors.take(own.into_result(parsed));
                if data.variants.is_empty() {
                    errors.push(error!(item.ident, "an enum without variants has no error code; for a tool that cannot fail, use `std::convert::Infallible`"));
                }
                let variant = |variant: &'a syn::Variant| {
                    let mut attrs = VariantAttrs::parse(&variant.attrs, None, errors);
                    match &defaults {
                        Some(defaults) => attrs.inherit(&defaults.attrs),
                        None => attrs.broken = true,
                    }
                    Variant::new(&variant.ident, false, attrs, &variant.fields, errors)
                };
                data.variants.iter().map(variant).collect()
            }
            Data::Struct(data) => {
                let given = Some(CratePath::default());
                let mut attrs = VariantAttrs::parse(&item.attrs, given, errors);
                runtime = attrs.runtime.take().unwrap_or_default();
                vec![Variant::new(&item.ident, true, attrs, &data.fields, errors)]
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
        Self { item, runtime, defaults, variants, uses_thiserror }
    }

    /// Whether the error has the word `deprecated` in it: the attribute, or the lint. Only then, the expansion allows the use of deprecated
    /// items, since it also names functions of the author.
    pub(super) fn mentions_deprecation(&self) -> bool {
        mentions(self.item.to_token_stream(), &Ident::new("deprecated", Span::call_site()))
    }
}

impl<'a> Variant<'a> {
    fn new(
        ident: &'a Ident,
        is_struct: bool,
        mut attrs: VariantAttrs,
        fields: &'a Fields,
        errors: &mut Errors,
    ) -> Self {
        let fields = fields.iter().enumerate();
        let fields: Vec<_> =
            fields.map(|(index, field)| Field::new(index, field, errors)).collect();
        let names: Vec<_> = fields.iter().map(Field::name).collect();
        // The advice of a field takes precedence over a default.
        if !attrs.gives("retry")
            && fields.iter().flat_map(|field| &field.marks).any(FieldMark::is_advice)
        {
            attrs.retry = None;
        }
        let mut template = |text: Option<&LitStr>| errors.take(Template::parse(text?, &names));
        let message = template(attrs.message.as_ref());
        let remediation = template(attrs.remediation.as_ref());
        let summary = template(attrs.summary.as_ref());
        let upgrades = attrs.upgrades.iter().filter_map(|upgrade| {
            Some((template(Some(&upgrade.feature))?, template(Some(&upgrade.reason))?))
        });
        let upgrades = upgrades.collect();
        Self { ident, is_struct, attrs, message, remediation, summary, upgrades, fields }
    }
}

impl Variant<'_> {
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
        let given = self.attrs.error_type.as_ref().map(LitStr::value);
        let standard = Code::find(&self.attrs.code.as_ref()?.value());
        let fixed = standard.filter(|standard| standard.fixed_by().is_some());
        match (standard, given) {
            (_, Some(given)) if fixed.is_some_and(|fixed| fixed.error_type != given) => None,
            (_, Some(given)) => Some(ErrorType::find(&given)?.name),
            (standard, None) => standard.map(|standard| standard.error_type),
        }
    }

    /// The uses of a field in the texts of the variant.
    pub(super) fn arguments(&self, field: usize) -> impl Iterator<Item = &Argument> {
        let arguments = self.templates().flat_map(|template| &template.arguments);
        arguments.filter(move |argument| argument.field == field)
    }

    /// Every text that names fields.
    pub(super) fn templates(&self) -> impl Iterator<Item = &Template> {
        let upgrades = self.upgrades.iter().flat_map(|(feature, reason)| [feature, reason]);
        self.message.iter().chain(&self.remediation).chain(&self.summary).chain(upgrades)
    }
}

impl<'a> Field<'a> {
    fn new(index: usize, field: &'a syn::Field, errors: &mut Errors) -> Self {
        Self {
            member: match &field.ident {
                Some(ident) => Member::Named(ident.clone()),
                None => Member::Unnamed(Index::from(index)),
            },
            ty: &field.ty,
            marks: mark::parse(&field.attrs, field.ident.as_ref(), errors),
            is_marked_source: thiserror::is_marked(field),
        }
    }

    /// The name in a format string.
    pub(super) fn name(&self) -> String {
        match &self.member {
            Member::Named(ident) => ident.unraw().to_string(),
            Member::Unnamed(index) => index.index.to_string(),
        }
    }

    /// The name that a pattern binds the field to. The user's code cannot see it, but a constant of the same name would be
    /// compared with the field, and so the name is one that nobody gives a constant.
    pub(super) fn binding(&self) -> Ident {
        format_ident!("__{}", self.name(), span = Span::mixed_site())
    }
}
