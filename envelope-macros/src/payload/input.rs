//! The type under the derive, with the attributes of serde, and the JSON that serde writes for the type.

use proc_macro2::{Ident, Span};
use syn::{Attribute, Data, DeriveInput, Fields, Type};

use super::serde::Serde;
use crate::errors::{Errors, error};
use crate::syntax::crate_path::CratePath;
use crate::syntax::{each_attribute, values};
use crate::types::last_name;

/// How to return an array.
const NEST: &str =
    "remove the derive, and nest the data under a key with `data = \"…\"` in `#[envelope_tool]`";

/// How to return an enum that serializes to strings, null or arrays.
const TAG: &str = "add `#[serde(tag = \"…\")]` to the enum; or remove the derive, and nest the data under a key with `data = \"…\"` in `#[envelope_tool]`";

pub(super) struct Input<'a> {
    pub(super) item: &'a DeriveInput,
    pub(super) runtime: CratePath,
    pub(super) serde: Serde,
    /// The type that is written instead: `#[serde(into = "…")]`.
    into: Option<Type>,
    /// The variants of an enum, or a struct as the only one.
    pub(super) variants: Vec<Variant<'a>>,
}

pub(super) struct Variant<'a> {
    pub(super) ident: &'a Ident,
    pub(super) attributes: &'a [Attribute],
    pub(super) serde: Serde,
    pub(super) fields: Vec<Field<'a>>,
    style: &'a Fields,
}

pub(super) struct Field<'a> {
    pub(super) written: &'a syn::Field,
    pub(super) serde: Serde,
}

/// The JSON that serde writes for a struct or a variant.
pub(super) enum Shape<'a> {
    /// An object, or a value that only the user's code decides.
    Object,
    /// The same JSON as a value of this type.
    SameAs(&'a Type),
    /// An object of the tag and the parts of this type.
    Tagged(&'a Type),
    /// Something else, which a message describes.
    Other(String),
}

impl<'a> Input<'a> {
    /// The type, as far as it can be read. Mistakes are added to `errors`.
    pub(super) fn parse(item: &'a DeriveInput, errors: &mut Errors) -> Self {
        let serde = Serde::parse(&item.attrs);
        let into = serde.into.as_ref().and_then(|into| errors.take(into.parse()));
        let variants = match &item.data {
            Data::Struct(data) => vec![Variant::parse(&item.ident, &[], &data.fields)],
            Data::Enum(data) => {
                let variants = data.variants.iter();
                variants
                    .map(|variant| Variant::parse(&variant.ident, &variant.attrs, &variant.fields))
                    .collect()
            }
            Data::Union(_) => Vec::new(),
        };
        Self { item, runtime: runtime(&item.attrs, errors), serde, into, variants }
    }

    /// The JSON that serde writes for the type, or for each variant, with the place for messages.
    pub(super) fn shapes(&self) -> Vec<(Span, Shape<'_>)> {
        let Self { item, serde, variants, .. } = self;
        if serde.into.is_some() {
            return self.into.iter().map(|ty| (item.ident.span(), Shape::SameAs(ty))).collect();
        }
        let all_units = variants.iter().all(Variant::is_unit);
        match &item.data {
            Data::Union(data) => {
                let what = "a union cannot be serialized; use a struct or an enum";
                vec![(data.union_token.span, Shape::Other(what.to_owned()))]
            }
            Data::Enum(_) if serde.tag.is_none() && !variants.is_empty() && all_units => {
                let becomes = if serde.untagged { "null" } else { "a string" };
                let what = format!("the variants of this enum serialize to {becomes}; {TAG}");
                vec![(item.ident.span(), Shape::Other(what))]
            }
            data => {
                let is_struct = matches!(data, Data::Struct(_));
                let shape = if is_struct { Variant::struct_shape } else { Variant::shape };
                variants.iter().map(|each| (each.ident.span(), shape(each, serde))).collect()
            }
        }
    }

    /// The types of the fields that are written as a part of the object at the root.
    pub(super) fn flattened(&self) -> impl Iterator<Item = &'a Type> {
        let fields = self.variants.iter().flat_map(|variant| &variant.fields);
        fields
            .filter(|field| self.serde.into.is_none() && field.serde.flatten && field.is_written())
            .map(|field| &field.written.ty)
    }
}

/// `#[payload(crate = path)]`
fn runtime(attributes: &[Attribute], errors: &mut Errors) -> CratePath {
    const EXAMPLE: &str = "#[payload(crate = path)]";
    let mut runtime = CratePath::default();
    each_attribute(attributes, "payload", EXAMPLE, errors, |input| {
        let name = &values::name(EXAMPLE, input)?;
        if name != "crate" {
            return Err(error!(
                name,
                "`payload` takes only `crate = path`; remove `{name}`, or write `#[serde(…)]` for an argument of serde"
            ));
        }
        runtime.parse(name, input)
    });
    runtime
}

impl<'a> Variant<'a> {
    fn parse(ident: &'a Ident, attributes: &'a [Attribute], style: &'a Fields) -> Self {
        let fields =
            style.iter().map(|written| Field { written, serde: Serde::parse(&written.attrs) });
        let fields = fields.collect();
        Self { ident, attributes, serde: Serde::parse(attributes), fields, style }
    }

    fn struct_shape(&self, serde: &Serde) -> Shape<'a> {
        match self.style {
            _ if serde.transparent => self.of_field(Shape::SameAs),
            Fields::Named(_) => Shape::Object,
            Fields::Unnamed(_) if self.is_newtype() => self.of_field(Shape::SameAs),
            Fields::Unnamed(_) => {
                Shape::Other(format!("a tuple struct serializes to an array; {NEST}"))
            }
            Fields::Unit => Shape::Other(format!(
                "a unit struct serializes to null; write `struct {} {{}}`, or return `()`",
                self.ident
            )),
        }
    }

    fn shape(&self, container: &Serde) -> Shape<'a> {
        if self.serde.skipped || self.serde.with {
            return Shape::Object;
        }
        let untagged = container.untagged || self.serde.untagged;
        let internally_tagged = container.tag.is_some() && !container.content;
        let becomes = match self.style {
            _ if self.is_unit() && untagged => "null",
            _ if self.is_unit() && container.tag.is_none() => "a string",
            Fields::Unnamed(_) if self.is_newtype() && untagged => {
                return self.of_field(Shape::SameAs);
            }
            Fields::Unnamed(_) if self.is_newtype() && internally_tagged => {
                return self.of_field(Shape::Tagged);
            }
            Fields::Unnamed(_) if untagged => "an array",
            _ => return Shape::Object,
        };
        Shape::Other(format!("this variant serializes to {becomes}; {TAG}"))
    }

    /// The shape that follows from the only field that is written, unless the user's own function writes it.
    fn of_field(&self, shape: fn(&'a Type) -> Shape<'a>) -> Shape<'a> {
        let mut types =
            self.fields.iter().filter(|field| field.is_written()).map(|field| &field.written.ty);
        // Serde ignores a `PhantomData`.
        let is_data = |ty: &&Type| last_name(ty).is_none_or(|name| name != "PhantomData");
        types.find(is_data).map_or(Shape::Object, shape)
    }

    /// Whether serde writes only the field.
    fn is_newtype(&self) -> bool {
        matches!(&*self.fields, [only] if !only.serde.skipped)
    }

    /// Whether serde writes only the name of a variant: the variant has no field, or skips the only one.
    fn is_unit(&self) -> bool {
        match self.style {
            Fields::Unit => true,
            Fields::Unnamed(fields) => fields.unnamed.len() == 1 && !self.is_newtype(),
            Fields::Named(_) => false,
        }
    }
}

impl Field<'_> {
    /// Whether serde writes the field by its type, and not the user's own function.
    fn is_written(&self) -> bool {
        !self.serde.skipped && !self.serde.with
    }
}
