//! Adds the schemas and the declared failures to the MCP SDK's `#[tool]` below the attribute of a tool.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{Attribute, Meta, parse_quote};

use super::request::from_arguments;
use crate::spans::mentions;
use crate::tool::Tool;
use crate::tool::marks::is_tool;
use crate::tool::request::parameters;
use crate::tool::sdk::{self, is_ours, value_of};

impl Tool {
    /// Whether the author or `#[tool]` marks the tool as one that only reads, or that changes nothing when it is called again.
    pub(super) fn is_idempotent(&self) -> bool {
        let annotations = self.function.of_sdk().filter_map(sdk::arguments).flatten();
        let annotations = annotations.filter(|given| given.path().is_ident("annotations"));
        let hints: Vec<_> =
            annotations.filter_map(|given| sdk::arguments(&given)).flatten().collect();
        let has_hint = ["read_only_hint", "idempotent_hint"].into_iter().any(|name| {
            let value = value_of(name, &hints).map(ToTokens::to_token_stream);
            value.is_some_and(|value| value.to_string() == "true")
        });
        self.arguments.named("idempotent").is_some() || has_hint
    }

    /// The attributes of the function, in which `#[tool]` has more arguments.
    pub(super) fn attributes(&self) -> Vec<Attribute> {
        let attributes = self.function.attributes.iter();
        let mut attributes: Vec<_> = attributes
            .map(|attribute| allowed_of_clippy(attribute).unwrap_or_else(|| attribute.clone()))
            .collect();
        for attribute in attributes.iter_mut().filter(|attribute| is_tool(&attribute.meta)) {
            let Some(mut given) = sdk::arguments(&attribute.meta) else { continue };
            given.retain(|other| !is_ours(other));
            let arguments = self.sdk_arguments(&given);
            let path = attribute.path();
            attribute.meta = parse_quote!(#path(#(#arguments),*));
        }
        // The braces have the user's span, so clippy would lint the changed return type and the closure of the body as the user's code.
        let of_return = quote!(clippy::double_must_use, clippy::must_use_candidate);
        let lints = parse_quote!(#[allow(#of_return, clippy::result_large_err)]);
        // Above the doc comments, which the SDK forgets when another attribute follows them.
        attributes.insert(0, lints);
        attributes
    }

    /// The given arguments of `#[tool]`, with the schemas that are missing, and with the failures in `meta`.
    fn sdk_arguments(&self, given: &[Meta]) -> Vec<TokenStream> {
        let added = |name| value_of(name, given).is_none();
        let input = self.input_schema().filter(|_| added("input_schema"));
        let output = self.handed_schema().filter(|_| added("output_schema"));
        let failures = self.arguments.flag("list_failures").map(|_| {
            let (runtime, failures) = (self.runtime(), self.declared());
            let meta = value_of("meta", given).map(ToTokens::to_token_stream);
            let meta = meta.unwrap_or_else(|| quote!(::std::default::Default::default()));
            quote!(meta = #runtime::with_failures(#meta, #failures))
        });
        let is_kept = |other: &&Meta| failures.is_none() || !other.path().is_ident("meta");
        let kept = given.iter().filter(is_kept).map(ToTokens::to_token_stream);
        failures.clone().into_iter().chain(input).chain(output).chain(kept).collect()
    }

    /// The input schema of a tool that takes the SDK's `Parameters`. If the type has no schema, the SDK's own expression would be a second
    /// error.
    fn input_schema(&self) -> Option<TokenStream> {
        let mut inputs = self.function.inputs().filter(|_| cfg!(feature = "schemars1"));
        let read = from_arguments(self.runtime(), inputs.find_map(|input| parameters(&input.ty))?);
        let settings = self.argument_settings();
        Some(quote!(input_schema = #read::input_schema(#settings)))
    }

    /// The output schema. For a method, this calls the function that returns the schema, so that the compiler reports data without a schema
    /// once.
    fn handed_schema(&self) -> Option<TokenStream> {
        let schema = self.schema()?;
        if self.function.signature.receiver().is_none() {
            return Some(quote!(output_schema = #schema));
        }
        let name = self.schema_name();
        Some(quote!(output_schema = Self::#name()))
    }
}

/// Turns an `#[expect(…)]` with lints of clippy into an `#[allow(…)]`, since clippy lints the changed signature.
fn allowed_of_clippy(attribute: &Attribute) -> Option<Attribute> {
    let lints = expected(attribute)?;
    let is_of_clippy = mentions(lints.clone(), &Ident::new("clippy", Span::call_site()));
    is_of_clippy.then(|| parse_quote!(#[allow(#lints)]))
}

/// The lints in an `#[expect(…)]`.
pub(super) fn expected(attribute: &Attribute) -> Option<&TokenStream> {
    let lints = attribute.meta.require_list().ok()?;
    lints.path.is_ident("expect").then_some(&lints.tokens)
}
