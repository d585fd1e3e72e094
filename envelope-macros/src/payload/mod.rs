//! `#[derive(Payload)]`: reads serde's attributes, and refuses a type that does not serialize to a JSON object.

mod keys;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::meta::ParseNestedMeta;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{
    Attribute, Data, DataEnum, DeriveInput, Error, Field, Fields, LitStr, Path, Token, Type,
    WhereClause, parse_quote, parse_quote_spanned,
};

use crate::depth;
use crate::errors::Errors;
use crate::spans::tokens_at;
use crate::syntax::crate_path::CratePath;
use crate::syntax::each_attribute;
use crate::syntax::values::{self, rest_of_argument};
use crate::types::is_generic;

/// How to return an array.
const NEST: &str =
    "remove the derive, and nest the data under a key with `data = \"…\"` in `#[envelope_tool]`";

/// How to return an enum that serializes to strings, null or arrays.
const TAG: &str = "add `#[serde(tag = \"…\")]` to the enum; or remove the derive, and nest the data under a key with `data = \"…\"` in `#[envelope_tool]`";

pub(crate) fn expand(item: TokenStream) -> TokenStream {
    let item = match depth::parse::<DeriveInput>(item) {
        Ok(item) => item,
        Err(error) => return error.into_compile_error(),
    };
    let mut errors = Errors::default();
    let runtime = runtime(&item.attrs, &mut errors);
    check_misplaced(&item.data, &mut errors);
    let serde = Serde::parse(&item.attrs);
    keys::check(&item, &serde, &mut errors);
    let payloads = required_payloads(&item, &serde, &mut errors).into_iter();
    let flattened = flattened(&item.data, &serde).into_iter();
    let required = payloads.map(|ty| (ty, &PAYLOAD)).chain(flattened.map(|ty| (ty, &FLATTENED)));
    // A bound on a type that contains this one would require itself.
    let required = required.filter(|(ty, _)| !contains(ty, &item.ident));
    let (generic, concrete): (Vec<_>, Vec<_>) =
        required.partition(|(ty, _)| is_generic(ty, &item.generics));
    let errors = errors.into_compile_errors();
    let ident = &item.ident;
    let (impl_generics, type_generics, where_clause) = item.generics.split_for_impl();
    let bounds = bounds(where_clause, &generic, &runtime);
    let checks = concrete.iter().map(|(ty, required)| {
        let check = tokens_at(runtime.item(&[required.check]), ty.span());
        quote_spanned!(ty.span()=> #check::<#ty>();)
    });
    // Outside of the bounds, so that a wrong type is no other error where the data is used.
    let checks = (!concrete.is_empty()).then(|| {
        quote! {
            #[allow(deprecated)]
            const _: () = {
                #[allow(unused_lifetimes)]
                fn check #impl_generics () #where_clause {
                    #(#checks)*
                }
            };
        }
    });
    quote! {
        #errors
        #[automatically_derived]
        #[allow(deprecated)]
        impl #impl_generics #runtime::Payload for #ident #type_generics #bounds {}
        #checks
    }
}

/// What a type in the data has to be.
struct Required {
    /// The trait.
    bound: &'static str,
    /// The function that only takes such a type.
    check: &'static str,
}

const PAYLOAD: Required = Required { bound: "Payload", check: "payload" };

const FLATTENED: Required = Required { bound: "Flatten", check: "flatten" };

/// `#[payload(crate = path)]`
fn runtime(attributes: &[Attribute], errors: &mut Errors) -> CratePath {
    const EXAMPLE: &str = "#[payload(crate = path)]";
    let mut runtime = CratePath::default();
    each_attribute(attributes, "payload", EXAMPLE, errors, |input| {
        let name = &values::name(EXAMPLE, input)?;
        if name != "crate" {
            let message = format!(
                "`payload` takes only `crate = path`; remove `{name}`, or write `#[serde(…)]` for an argument of serde"
            );
            return Err(Error::new(name.span(), message));
        }
        runtime.parse(name, input)
    });
    runtime
}

/// `#[payload(…)]` on a field or a variant, which the author meant for serde.
fn check_misplaced(data: &Data, errors: &mut Errors) {
    let mut attributes: Vec<_> = fields(data).into_iter().flat_map(|field| &field.attrs).collect();
    if let Data::Enum(data) = data {
        attributes.extend(data.variants.iter().flat_map(|variant| &variant.attrs));
    }
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("payload")) {
        let message = "`#[payload(…)]` belongs on the type; remove it here, or write `#[serde(…)]` for an attribute of serde";
        errors.push(Error::new_spanned(&attribute.meta, message));
    }
}

/// All fields, including the fields of variants.
fn fields(data: &Data) -> Vec<&Field> {
    match data {
        Data::Struct(data) => data.fields.iter().collect(),
        Data::Enum(data) => data.variants.iter().flat_map(|variant| &variant.fields).collect(),
        Data::Union(_) => Vec::new(),
    }
}

/// The `where` clause, with what types of parameters have to be. A missing `Serialize` is an error where the type is data: with a lifetime, the
/// compiler does not check the bound here.
fn bounds(
    where_clause: Option<&WhereClause>,
    required: &[(Type, &Required)],
    runtime: &CratePath,
) -> WhereClause {
    let mut clause = where_clause.cloned().unwrap_or_else(|| parse_quote!(where));
    clause.predicates.push(parse_quote!(for<'__serialize> Self: #runtime::Serializes));
    for (ty, required) in required {
        // If only a part of the bound had the user's span, the compiler would point at the whole derive.
        let bound = tokens_at(runtime.item(&[required.bound]), ty.span());
        clause.predicates.push(parse_quote_spanned!(ty.span()=> #ty: #bound));
    }
    clause
}

/// Whether a type names the item itself. A type of the same name in another module is another one.
fn contains(ty: &Type, item: &Ident) -> bool {
    struct Search<'a> {
        item: &'a Ident,
        is_found: bool,
    }

    impl VisitMut for Search<'_> {
        fn visit_path_mut(&mut self, path: &mut Path) {
            let names: Vec<_> = path.segments.iter().map(|segment| &segment.ident).collect();
            self.is_found |= match *names {
                [first, ..] if first == "Self" => true,
                [name] => name == self.item,
                [module, name] => module == "self" && name == self.item,
                _ => false,
            };
            visit_mut::visit_path_mut(self, path);
        }
    }

    let mut search = Search { item, is_found: false };
    search.visit_type_mut(&mut ty.clone());
    search.is_found
}

/// The types of the fields that are written as a part of the object at the root.
fn flattened(data: &Data, serde: &Serde) -> Vec<Type> {
    if serde.into.is_some() {
        return Vec::new();
    }
    let flattened = fields(data).into_iter().filter(|field| {
        let serde = Serde::parse(&field.attrs);
        serde.flatten && !serde.skipped && !serde.with
    });
    flattened.map(|field| field.ty.clone()).collect()
}

/// The types that are written instead of this one, and so have to be payloads. Types that cannot be objects are added to `errors`.
fn required_payloads(item: &DeriveInput, serde: &Serde, errors: &mut Errors) -> Vec<Type> {
    if let Some(into) = &serde.into {
        return errors.take(into.parse()).into_iter().collect();
    }
    match &item.data {
        Data::Struct(data) => {
            let payload = errors.take(struct_payload(item, &data.fields, serde)).flatten();
            payload.into_iter().collect()
        }
        Data::Enum(data) => enum_payloads(item, data, serde, errors),
        Data::Union(data) => {
            let what = "a union cannot be serialized; use a struct or an enum";
            errors.push(no_object(data.union_token.span, what));
            Vec::new()
        }
    }
}

fn struct_payload(item: &DeriveInput, fields: &Fields, serde: &Serde) -> syn::Result<Option<Type>> {
    match fields {
        fields if serde.transparent => Ok(written_field(fields)),
        Fields::Named(_) => Ok(None),
        Fields::Unnamed(_) if is_newtype(fields) => Ok(written_field(fields)),
        Fields::Unnamed(_) => {
            let what = format!("a tuple struct serializes to an array; {NEST}");
            Err(no_object(item.ident.span(), &what))
        }
        Fields::Unit => {
            let what = format!(
                "a unit struct serializes to null; write `struct {} {{}}`, or return `()`",
                item.ident
            );
            Err(no_object(item.ident.span(), &what))
        }
    }
}

fn enum_payloads(
    item: &DeriveInput,
    data: &DataEnum,
    serde: &Serde,
    errors: &mut Errors,
) -> Vec<Type> {
    let all_units = data.variants.iter().all(|variant| is_unit(&variant.fields));
    if serde.tag.is_none() && !data.variants.is_empty() && all_units {
        let becomes = if serde.untagged { "null" } else { "a string" };
        let what = format!("the variants of this enum serialize to {becomes}; {TAG}");
        errors.push(no_object(item.ident.span(), &what));
        return Vec::new();
    }
    let mut required = Vec::new();
    for variant in &data.variants {
        match variant_shape(variant, serde) {
            Shape::Object => {}
            Shape::SameAsField => required.extend(written_field(&variant.fields)),
            Shape::Other(becomes) => {
                let what = format!("this variant serializes to {becomes}; {TAG}");
                errors.push(no_object(variant.ident.span(), &what));
            }
        }
    }
    required
}

fn no_object(span: Span, what: &str) -> Error {
    Error::new(span, format!("`data` must be a JSON object, and {what}"))
}

/// What serde writes for a variant.
enum Shape {
    /// An object, or a value that only the user's code decides.
    Object,
    /// The value of the only field.
    SameAsField,
    /// Something else, which a message names.
    Other(&'static str),
}

fn variant_shape(variant: &syn::Variant, container: &Serde) -> Shape {
    let own = Serde::parse(&variant.attrs);
    if own.skipped || own.with {
        return Shape::Object;
    }
    let untagged = container.untagged || own.untagged;
    let internally_tagged = container.tag.is_some() && !container.content;
    match &variant.fields {
        fields if is_unit(fields) && untagged => Shape::Other("null"),
        fields if is_unit(fields) && container.tag.is_none() => Shape::Other("a string"),
        Fields::Unnamed(_) if is_newtype(&variant.fields) => {
            if untagged || internally_tagged {
                Shape::SameAsField
            } else {
                Shape::Object
            }
        }
        Fields::Unnamed(_) if untagged => Shape::Other("an array"),
        _ => Shape::Object,
    }
}

/// Whether serde writes only the field.
fn is_newtype(fields: &Fields) -> bool {
    let skipped = |field: &Field| Serde::parse(&field.attrs).skipped;
    fields.len() == 1 && !fields.iter().any(skipped)
}

/// Whether a variant is only its name: it has no field, or skips the only one.
fn is_unit(fields: &Fields) -> bool {
    match fields {
        Fields::Unit => true,
        Fields::Unnamed(unnamed) => unnamed.unnamed.len() == 1 && !is_newtype(fields),
        Fields::Named(_) => false,
    }
}

/// The type of the only field that is written, unless the user's own function writes it.
fn written_field(fields: &Fields) -> Option<Type> {
    fields.iter().find_map(|field| {
        let serde = Serde::parse(&field.attrs);
        let written = !serde.skipped && !serde.with && !is_phantom(&field.ty);
        written.then(|| field.ty.clone())
    })
}

/// Serde ignores a `PhantomData`.
fn is_phantom(ty: &Type) -> bool {
    match ty {
        Type::Path(path) => {
            path.path.segments.last().is_some_and(|segment| segment.ident == "PhantomData")
        }
        _ => false,
    }
}

/// The attributes of serde that decide the shape. Serde reports mistakes in them.
#[derive(Default)]
#[allow(clippy::struct_excessive_bools, reason = "each is an attribute that is there or not")]
struct Serde {
    transparent: bool,
    into: Option<LitStr>,
    tag: Option<LitStr>,
    content: bool,
    untagged: bool,
    skipped: bool,
    with: bool,
    flatten: bool,
    rename: Option<LitStr>,
    rename_all: Option<LitStr>,
    rename_all_fields: Option<LitStr>,
}

impl Serde {
    fn parse(attributes: &[Attribute]) -> Self {
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
            "flatten" => self.flatten = true,
            "content" => {
                self.content = true;
                text(meta)?;
            }
            "with" | "serialize_with" => {
                self.with = true;
                text(meta)?;
            }
            _ => {
                rest_of_argument(meta.input)?;
            }
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

#[cfg(test)]
mod tests {
    use super::expand;

    /// The types that this function checks, in order.
    fn required(item: &str, name: &str) -> Vec<String> {
        let expanded = expand(item.parse().unwrap()).to_string();
        assert!(!expanded.contains("compile_error"), "{expanded}");
        let check = format!(":: envelope_runtime :: __private :: {name} :: <");
        let types = expanded.split(&check).skip(1);
        types.map(|after| after.split_once(" > () ;").unwrap().0.trim().to_owned()).collect()
    }

    #[test]
    fn what_is_flattened_is_a_part_of_the_object() {
        for (item, types) in [
            ("struct S { #[serde(flatten)] a: A, b: B }", vec!["A"]),
            ("struct S { #[serde(flatten, skip)] a: A, #[serde(flatten)] b: B }", vec!["B"]),
            ("struct S { #[serde(flatten, with = \"a\")] a: A }", vec![]),
            ("enum S { V { #[serde(flatten)] a: A, b: B } }", vec!["A"]),
            ("#[serde(into = \"B\")] struct S { #[serde(flatten)] a: A }", vec![]),
        ] {
            assert_eq!(required(item, "flatten"), types, "{item}");
        }
    }

    #[test]
    fn what_is_written_instead_is_a_payload() {
        for (item, types) in [
            ("struct S(A);", vec!["A"]),
            ("struct S(#[serde(with = \"a\")] A);", vec![]),
            ("struct S { a: A }", vec![]),
            ("#[serde(into = \"B\")] struct S(A);", vec!["B"]),
            ("#[serde(transparent)] struct S { #[serde(skip)] a: A, b: B }", vec!["B"]),
            ("#[serde(transparent)] struct S { a: PhantomData<A>, b: B }", vec!["B"]),
            ("#[serde(transparent)] struct S { #[serde(with = \"a\")] a: A }", vec![]),
            ("#[serde(untagged)] enum S { V(A), W(B) }", vec!["A", "B"]),
            ("#[serde(tag = \"t\")] enum S { V(A) }", vec!["A"]),
            ("#[serde(tag = \"t\", content = \"c\")] enum S { V(A) }", vec![]),
            ("enum S { V(A), #[serde(untagged)] W(B) }", vec!["B"]),
            ("enum S { V(A, B) }", vec![]),
        ] {
            assert_eq!(required(item, "payload"), types, "{item}");
        }
    }

    #[test]
    fn a_variant_that_is_no_object_is_an_error() {
        for (item, becomes) in [
            ("enum S { V, W(A) }", "a string"),
            ("enum S { V(#[serde(skip)] A), W(A) }", "a string"),
            ("#[serde(untagged)] enum S { V, W(A) }", "null"),
            ("#[serde(untagged)] enum S { V(A, B), W(A) }", "an array"),
            ("enum S { #[serde(untagged)] V(A, B), W(A) }", "an array"),
        ] {
            let expanded = expand(item.parse().unwrap()).to_string();
            assert_eq!(expanded.matches("compile_error").count(), 1, "{item}");
            let message = format!("this variant serializes to {becomes};");
            assert!(expanded.contains(&message), "{item}: {expanded}");
        }
    }
}
