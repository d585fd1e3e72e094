//! The output schema of a tool: as an expression, and as the function beside the tool.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::ext::IdentExt;
use syn::visit_mut::VisitMut;
use syn::{Error, Lifetime, Type};

use super::args::Args;
use super::function::Function;
use crate::contracts::{Contract, SCHEMA_FLAG};
use crate::errors::Errors;
use crate::spans::{mentions, tokens_at};

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
    // At the flag: a trait that does not have the function is an error there.
    let flag = args.output_schema.unwrap_or_else(Span::call_site);
    let keyword = tokens_at(quote!(fn), flag);
    let mut body = Group::new(Delimiter::Brace, body);
    body.set_span(Span::call_site().located_at(flag));
    quote! {
        #(#conditions)*
        #[doc = #docs]
        #unused
        #[must_use]
        #visibility #keyword #name() -> ::std::sync::Arc<#runtime::JsonObject> #body
    }
}

/// Reports a schema of data whose type is a parameter of the function.
pub(super) fn check(args: &Args, function: &Function, errors: &mut Errors) {
    let parameter = type_parameter(function).filter(|_| args.output_schema.is_some());
    if let Some(parameter) = parameter {
        let message = format!(
            "`output_schema` needs one type of data, and here it depends on `{parameter}`; write a tool for each type"
        );
        errors.push(Error::new(parameter.span(), message));
    }
}

/// The type parameter that the data depends on.
fn type_parameter(function: &Function) -> Option<&Ident> {
    let mut parameters = function.signature.generics.type_params();
    let outcome = function.outcome.to_token_stream();
    let parameter = parameters.find(|parameter| mentions(outcome.clone(), &parameter.ident))?;
    Some(&parameter.ident)
}

/// The output schema of a tool, as an expression.
pub(super) fn expression(args: &Args, function: &Function) -> Option<TokenStream> {
    if type_parameter(function).is_some() {
        return None;
    }
    let outcome = without_lifetimes(&function.outcome);
    let runtime = &args.runtime;
    let keys = &args.keys;
    // At the flag: a dialect without a schema is an error there.
    let of_tool = tokens_at(quote!(#runtime::output_schema), args.output_schema?);
    let schemas = args.dialects.iter().map(|name| {
        let has_flag = |known: &Contract| known.setting(SCHEMA_FLAG).is_some();
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

/// The outcome, where the lifetimes of the function and of the `impl` around it are not declared.
fn without_lifetimes(outcome: &Type) -> Type {
    struct Unname;

    impl VisitMut for Unname {
        fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
            lifetime.ident = Ident::new("_", lifetime.ident.span());
        }
    }

    let mut outcome = outcome.clone();
    Unname.visit_type_mut(&mut outcome);
    outcome
}

#[cfg(test)]
#[cfg(feature = "schemars")]
mod tests {
    use proc_macro2::TokenStream;
    use quote::{ToTokens, quote};
    use syn::parse_quote;

    use super::without_lifetimes;
    use crate::tool::expand;

    fn schema(args: &TokenStream) -> String {
        let expanded = expand(
            quote!(#args, output_schema),
            quote!(
                fn f() -> Result<(), E> {}
            ),
        );
        let expanded = expanded.to_string();
        let (_, schema) = expanded.split_once("fn f_output_schema").unwrap();
        schema.to_owned()
    }

    #[test]
    fn structured_errors_are_for_dialects_that_have_them() {
        let (mcp, other) = (r#""mcp-2025-11-25""#, r#""response-v2""#);
        for (dialects, flag, given) in [
            (vec![mcp], "structured_errors", vec![true]),
            (vec![mcp], "catch_panic", vec![false]),
            (vec![other], "catch_panic", vec![false]),
            (vec![mcp, other], "structured_errors", vec![true, false]),
        ] {
            let list = dialects.join(", ");
            let args: TokenStream = format!("dialects({list}), {flag}").parse().unwrap();
            let schema = schema(&args);
            let each = schema.split("(& [] , ").skip(1);
            let found: Vec<_> = each.map(|rest| rest.starts_with("true")).collect();
            assert_eq!(found, given, "{schema}");
        }
    }

    #[test]
    fn a_schema_names_no_lifetime() {
        let outcome = parse_quote!(Result<S<'a, 'b>, &'a E>);
        let unnamed = quote!(Result<S<'_, '_>, &'_ E>);
        assert_eq!(without_lifetimes(&outcome).to_token_stream().to_string(), unnamed.to_string());
    }

    #[test]
    fn a_schema_is_that_of_each_dialect() {
        let of = |schema: &str| schema.matches(":: output_schema ::").count();
        let one = schema(&quote!(dialect = "response-v2"));
        assert!(of(&one) == 1 && !one.contains("any_schema"), "{one}");
        let several = schema(&quote!(dialects("response-v2", crate::A)));
        assert!(of(&several) == 2 && several.contains("any_schema"), "{several}");
        // Without a dialect, there is an error, and the function is one that compiles.
        let none = schema(&quote!(dialect = "nothing"));
        assert!(none.contains("{ loop { } }") && !none.contains("any_schema"), "{none}");
    }
}
