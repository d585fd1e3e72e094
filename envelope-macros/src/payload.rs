//! `#[derive(Payload)]`: reads serde's attributes, and refuses a type that does not serialize to a JSON object.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::meta::ParseNestedMeta;
use syn::spanned::Spanned;
use syn::{
    Attribute, Data, DataEnum, DeriveInput, Error, Fields, LitStr, Token, Type, WhereClause,
    parenthesized, parse_quote, parse_quote_spanned, token,
};

use crate::attr::crate_path::CratePath;
use crate::attr::{each_attribute, values};
use crate::errors::Errors;
use crate::spans::mentions;

/// How to return an array.
const NEST: &str =
    "remove the derive, and nest the data under a key with `data = \"…\"` in `#[envelope_tool]`";

/// How to return an enum that serializes to strings, null or arrays.
const TAG: &str = "add `#[serde(tag = \"…\")]` to the enum; or remove the derive, and nest the data under a key with `data = \"…\"` in `#[envelope_tool]`";

pub(crate) fn expand(item: TokenStream) -> TokenStream {
    let item: DeriveInput = match syn::parse2(item) {
        Ok(item) => item,
        Err(error) => return error.into_compile_error(),
    };
    let mut errors = Errors::default();
    let runtime = runtime(&item.attrs, &mut errors);
    let required = required_payloads(&item, &mut errors);
    let errors = errors.into_compile_errors();
    let ident = &item.ident;
    let (impl_generics, type_generics, where_clause) = item.generics.split_for_impl();
    let where_clause = bounds(ident, where_clause, &required, &runtime);
    quote! {
        #errors
        #[automatically_derived]
        #[allow(deprecated)]
        impl #impl_generics #runtime::Payload for #ident #type_generics #where_clause {}
    }
}

/// `#[payload(crate = path)]`
fn runtime(attributes: &[Attribute], errors: &mut Errors) -> CratePath {
    const EXAMPLE: &str = "#[payload(crate = path)]";
    let mut runtime = CratePath::default();
    each_attribute(attributes, "payload", EXAMPLE, errors, |input| {
        let name = &values::name(EXAMPLE, input)?;
        if name != "crate" {
            let advice = match name.to_string().as_str() {
                "rename_all" | "tag" | "content" | "untagged" | "transparent" | "into" => {
                    format!("`{name}` is an argument of `#[serde(…)]`")
                }
                _ => format!("remove `{name}`"),
            };
            let message = format!("`payload` takes only `crate = path`; {advice}");
            return Err(Error::new(name.span(), message));
        }
        runtime.parse(name, input)
    });
    runtime
}

/// The `where` clause, with the types that have to be payloads. A missing `Serialize` is an error where the type is data: with a
/// lifetime, the compiler does not check the bound here.
fn bounds(
    item: &Ident,
    where_clause: Option<&WhereClause>,
    required: &[Type],
    runtime: &CratePath,
) -> WhereClause {
    let mut clause = where_clause.cloned().unwrap_or_else(|| parse_quote!(where));
    clause.predicates.push(parse_quote!(for<'__serialize> Self: #runtime::Serializes));
    // A bound on a type that contains this one would require itself.
    for ty in required.iter().filter(|ty| !mentions(ty.to_token_stream(), item)) {
        // If only a part of the bound had the user's span, the compiler would point at the whole derive.
        let bound = quote!(#runtime::Payload).into_iter().map(|mut token| {
            token.set_span(ty.span());
            token
        });
        let bound: TokenStream = bound.collect();
        clause.predicates.push(parse_quote_spanned!(ty.span()=> #ty: #bound));
    }
    clause
}

/// The types that are written instead of this one, and so have to be payloads. What cannot be an object goes into `errors`.
fn required_payloads(item: &DeriveInput, errors: &mut Errors) -> Vec<Type> {
    let serde = Serde::parse(&item.attrs);
    if let Some(into) = &serde.into {
        return errors.take(into.parse()).into_iter().collect();
    }
    match &item.data {
        Data::Struct(data) => errors.take(struct_payloads(item, &data.fields, &serde)),
        Data::Enum(data) => Some(enum_payloads(item, data, &serde, errors)),
        Data::Union(data) => {
            let what = "a union cannot be serialized; use a struct or an enum";
            errors.push(no_object(data.union_token.span, what));
            None
        }
    }
    .unwrap_or_default()
}

fn struct_payloads(item: &DeriveInput, fields: &Fields, serde: &Serde) -> syn::Result<Vec<Type>> {
    match fields {
        fields if serde.transparent => Ok(written_field(fields)),
        Fields::Named(_) => Ok(Vec::new()),
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
    if !serde.tag && !data.variants.is_empty() && all_units {
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
    /// An object, or what only the user's own code decides.
    Object,
    /// What it writes for the only field.
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
    let internally_tagged = container.tag && !container.content;
    match &variant.fields {
        fields if is_unit(fields) && untagged => Shape::Other("null"),
        fields if is_unit(fields) && !container.tag => Shape::Other("a string"),
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
    let skipped = |field: &syn::Field| Serde::parse(&field.attrs).skipped;
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
fn written_field(fields: &Fields) -> Vec<Type> {
    let written = fields.iter().filter_map(|field| {
        let serde = Serde::parse(&field.attrs);
        let written = !serde.skipped && !serde.with && !is_phantom(&field.ty);
        written.then(|| field.ty.clone())
    });
    written.take(1).collect()
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

/// The attributes of serde that decide the shape. Serde reports what is wrong with them.
#[derive(Default)]
#[allow(clippy::struct_excessive_bools, reason = "each is an attribute that is there or not")]
struct Serde {
    transparent: bool,
    into: Option<LitStr>,
    tag: bool,
    content: bool,
    untagged: bool,
    skipped: bool,
    with: bool,
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
            "transparent" => self.transparent = true,
            "into" => self.into = Some(meta.value()?.parse()?),
            "tag" => self.tag = true,
            "content" => self.content = true,
            "untagged" => self.untagged = true,
            "skip" | "skip_serializing" => self.skipped = true,
            "with" | "serialize_with" => self.with = true,
            _ => {}
        }
        skip_value(meta)
    }
}

/// Skips `= "…"` or `(…)`.
fn skip_value(meta: &ParseNestedMeta<'_>) -> syn::Result<()> {
    if meta.input.peek(Token![=]) {
        meta.value()?.parse::<syn::Expr>()?;
    } else if meta.input.peek(token::Paren) {
        let content;
        parenthesized!(content in meta.input);
        content.parse::<TokenStream>()?;
    }
    Ok(())
}
