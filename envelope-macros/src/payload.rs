//! `#[derive(Payload)]`: serde's attributes say what a type serializes to, and the derive refuses what is no object.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::meta::ParseNestedMeta;
use syn::spanned::Spanned;
use syn::{
    Attribute, Data, DataEnum, DeriveInput, Error, Fields, LitStr, Path, Token, Type, WhereClause,
    parenthesized, parse_quote, parse_quote_spanned, token,
};

use crate::errors::Errors;
use crate::spans::mentions;

const INSTEAD: &str =
    "nest it under a key, with `data = \"…\"` in the tool's attribute, in place of the derive";

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
fn runtime(attributes: &[Attribute], errors: &mut Errors) -> TokenStream {
    let mut runtime = quote!(::envelope_runtime);
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("payload")) {
        let parsed = attribute.parse_nested_meta(|meta| {
            if !meta.path.is_ident("crate") {
                return Err(meta.error("`payload` takes only `crate = path`; remove this"));
            }
            let path: Path = meta.value()?.parse()?;
            runtime = quote!(#path);
            Ok(())
        });
        errors.take(parsed);
    }
    runtime
}

fn bounds(
    item: &Ident,
    where_clause: Option<&WhereClause>,
    required: &[Type],
    runtime: &TokenStream,
) -> Option<WhereClause> {
    if required.is_empty() {
        return where_clause.cloned();
    }
    let mut clause = where_clause.cloned().unwrap_or_else(|| parse_quote!(where));
    // A type that contains itself is what is being proved: asking for it again would never end.
    for ty in required.iter().filter(|ty| !mentions(ty.to_token_stream(), item)) {
        // A span partly in the user's code and partly in ours would be shown as the whole derive.
        let bound = quote!(#runtime::Payload).into_iter().map(|mut token| {
            token.set_span(ty.span());
            token
        });
        let bound: TokenStream = bound.collect();
        clause.predicates.push(parse_quote_spanned!(ty.span()=> #ty: #bound));
    }
    Some(clause)
}

/// The types that stand for the whole, and so have to be payloads themselves. What can be none goes into `errors`.
fn required_payloads(item: &DeriveInput, errors: &mut Errors) -> Vec<Type> {
    let serde = Serde::parse(&item.attrs);
    if let Some(into) = &serde.into {
        return errors.take(into.parse()).into_iter().collect();
    }
    let refuse = |span: Span, what: &str| {
        Error::new(span, format!("`data` must be a JSON object, and {what}; {INSTEAD}"))
    };
    match &item.data {
        Data::Struct(data) => match &data.fields {
            fields if serde.transparent => whole(fields),
            Fields::Named(_) => Vec::new(),
            Fields::Unnamed(_) if is_newtype(&data.fields) => whole(&data.fields),
            Fields::Unnamed(_) => {
                errors.push(refuse(item.ident.span(), "a tuple struct serializes to an array"));
                Vec::new()
            }
            Fields::Unit => {
                let what =
                    "a unit struct serializes to null: write `{}` for no fields, or return `()`";
                errors.push(Error::new(
                    item.ident.span(),
                    format!("`data` must be a JSON object, and {what}"),
                ));
                Vec::new()
            }
        },
        Data::Enum(data) => enum_payloads(item, data, &serde, errors),
        Data::Union(data) => {
            errors.push(refuse(data.union_token.span, "a union does not serialize"));
            Vec::new()
        }
    }
}

fn enum_payloads(
    item: &DeriveInput,
    data: &DataEnum,
    serde: &Serde,
    errors: &mut Errors,
) -> Vec<Type> {
    let tagged = "write them as objects with `#[serde(tag = \"…\")]`, or nest the enum under a key with `data = \"…\"` in the tool's attribute";
    let all_units = data.variants.iter().all(|variant| is_unit(&variant.fields));
    if !serde.tag && !data.variants.is_empty() && all_units {
        let becomes = if serde.untagged { "null" } else { "a string" };
        let message = format!(
            "`data` must be a JSON object, and the variants of this enum serialize to {becomes}; {tagged}"
        );
        errors.push(Error::new(item.ident.span(), message));
        return Vec::new();
    }
    let mut required = Vec::new();
    for variant in &data.variants {
        let own = Serde::parse(&variant.attrs);
        if own.skipped || own.with {
            continue;
        }
        let untagged = serde.untagged || own.untagged;
        let becomes = match &variant.fields {
            fields if is_unit(fields) && untagged => "null",
            fields if is_unit(fields) && !serde.tag => "a string",
            fields @ Fields::Unnamed(_) if is_newtype(fields) => {
                if untagged || (serde.tag && !serde.content) {
                    required.extend(whole(&variant.fields));
                }
                continue;
            }
            Fields::Unnamed(_) if untagged => "an array",
            _ => continue,
        };
        let message = format!(
            "`data` must be a JSON object, and this variant serializes to {becomes}; {tagged}"
        );
        errors.push(Error::new(variant.ident.span(), message));
    }
    required
}

/// Whether serde writes the field alone, in place of the whole.
fn is_newtype(fields: &Fields) -> bool {
    let skipped = |field: &syn::Field| Serde::parse(&field.attrs).skipped;
    fields.len() == 1 && !fields.iter().any(skipped)
}

/// Whether a variant has nothing but its name: no field, or the only one is skipped.
fn is_unit(fields: &Fields) -> bool {
    match fields {
        Fields::Unit => true,
        Fields::Unnamed(unnamed) => unnamed.unnamed.len() == 1 && !is_newtype(fields),
        Fields::Named(_) => false,
    }
}

/// The type of the only field that is written. One that is written by a function of the user's is taken on trust.
fn whole(fields: &Fields) -> Vec<Type> {
    let written = fields.iter().filter_map(|field| {
        let serde = Serde::parse(&field.attrs);
        let written = !serde.skipped && !serde.with && !is_phantom(&field.ty);
        written.then(|| field.ty.clone())
    });
    written.take(1).collect()
}

/// Serde passes over a `PhantomData`.
fn is_phantom(ty: &Type) -> bool {
    match ty {
        Type::Path(path) => {
            path.path.segments.last().is_some_and(|segment| segment.ident == "PhantomData")
        }
        _ => false,
    }
}

/// The attributes of serde that decide the shape. Serde itself reports what is wrong with them.
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

/// Goes past `= "…"` or `(…)`.
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
