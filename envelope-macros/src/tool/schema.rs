//! The output schema of a tool: as an expression, and as the function beside the tool.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::ext::IdentExt;

use super::args::Args;
use super::function::Function;
use super::lifetimes;
use crate::contracts::{Dialect, SCHEMA_FLAG};
use crate::spans::tokens_at;

/// The function beside the tool that returns its output schema. If the SDK's attribute has the schema itself, it may be unused.
pub(super) fn function(args: &Args, function: &Function, is_handed_over: bool) -> TokenStream {
    let Function { attributes, visibility, signature, .. } = function;
    let runtime = &args.runtime;
    let tool = signature.ident.unraw();
    let name = format_ident!("{tool}_output_schema", span = signature.ident.span());
    let docs = format!("The JSON Schema of what `{tool}` returns.");
    let conditions = attributes.iter().filter(|attribute| attribute.path().is_ident("cfg"));
    let unused = is_handed_over.then(|| quote!(#[allow(dead_code)]));
    let body = expression(args, function).unwrap_or_else(|| quote!(loop {}));
    quote! {
        #(#conditions)*
        #[doc = #docs]
        #unused
        #[must_use]
        #visibility fn #name() -> ::std::sync::Arc<#runtime::JsonObject> {
            #body
        }
    }
}

/// The output schema of a tool, as an expression.
pub(super) fn expression(args: &Args, function: &Function) -> Option<TokenStream> {
    let outcome = lifetimes::without_names(&function.outcome);
    let runtime = &args.runtime;
    let keys = &args.keys;
    // At the flag: a dialect without a schema is an error there.
    let of_tool = tokens_at(quote!(#runtime::output_schema), args.output_schema?);
    let schemas = args.dialects.iter().map(|name| {
        let has_flag = |known: &Dialect| known.setting(SCHEMA_FLAG).is_some();
        let structured_errors = args.has_setting(SCHEMA_FLAG) && name.known().is_none_or(has_flag);
        let dialect = name.implementor(runtime);
        quote!(#of_tool::<#dialect, #outcome>(&[#(#keys),*], #structured_errors))
    });
    match args.dialects.len() {
        0 => None,
        _ if !cfg!(feature = "schemars") => None,
        1 => Some(quote!(#(#schemas)*)),
        _ => Some(quote!(#runtime::any_schema(&[#(#schemas),*]))),
    }
}
