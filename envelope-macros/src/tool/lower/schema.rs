//! The output schema of a tool: as an expression, and as a function next to the tool.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::visit_mut::VisitMut;
use syn::{Attribute, Lifetime, Type};

use super::sdk::expected;
use crate::contracts::{Contract, SCHEMA_FLAG};
use crate::spans::{mentions, tokens_at, tokens_over};
use crate::tool::Tool;
use crate::tool::request::ArgumentKind;

impl Tool {
    /// The function next to the tool that returns its output schema. After an error, it never returns. If the SDK's attribute has the
    /// schema itself, the function may be unused. If the function is missing in a trait, the compiler reports it at the flag.
    pub(super) fn schema_function(&self, flag: Span, schema: Option<TokenStream>) -> TokenStream {
        let function = &self.function;
        let (runtime, visibility) = (self.runtime(), &function.visibility);
        let (tool, name) = (function.name(), self.schema_name());
        let docs = format!("The JSON Schema of what `{tool}` returns.");
        let shared = function.attributes.iter().filter_map(shared);
        let unused = function.is_tool().then(|| quote!(#[allow(dead_code)]));
        let schema = schema.unwrap_or_else(|| quote!(loop {}));
        let order = self.order(flag);
        let keyword = tokens_at(quote!(fn), flag);
        let mut body = Group::new(Delimiter::Brace, quote!(#order #schema));
        body.set_span(Span::call_site().located_at(flag));
        quote! {
            #(#shared)*
            #[doc = #docs]
            #unused
            #[must_use]
            #visibility #keyword #name() -> ::std::sync::Arc<#runtime::JsonObject> #body
        }
    }

    /// The name of the function that returns the output schema.
    pub(super) fn schema_name(&self) -> Ident {
        format_ident!("{}_output_schema", self.function.name())
    }

    /// Makes the compiler report the SDK's `#[tool]` above this attribute, which does not get the schemas, and reads the arguments itself.
    /// The check finds the function that `#[tool]` adds beside a method. A function without a receiver may be outside of an `impl`.
    pub(super) fn order(&self, flag: Span) -> Option<TokenStream> {
        let is_method = self.function.signature.receiver().is_some();
        if !cfg!(feature = "rmcp3") || self.function.is_tool() || !is_method {
            return None;
        }
        let runtime = self.runtime();
        let of_sdk = format_ident!("{}_tool_attr", self.function.name());
        let check = tokens_at(quote!(#runtime::is_above_tool(Self::#of_sdk);), flag);
        Some(quote! {
            // The SDK's function takes precedence over the function of a trait.
            trait NoTool {
                fn #of_sdk() {}
            }
            impl<T: ?Sized> NoTool for T {}
            #check
        })
    }

    /// The type parameter that the data depends on.
    pub(in crate::tool) fn type_parameter(&self) -> Option<&Ident> {
        let mut parameters = self.function.signature.generics.type_params();
        let outcome = self.function.returned.outcome.to_token_stream();
        let parameter = parameters.find(|parameter| mentions(outcome.clone(), &parameter.ident))?;
        Some(&parameter.ident)
    }

    /// The output schema of a tool, as an expression.
    pub(super) fn schema(&self) -> Option<TokenStream> {
        let (runtime, arguments) = (self.runtime(), &self.arguments);
        // At the flag: a dialect without a schema is an error there.
        let flag = arguments.named("output_schema")?.span();
        let of_tool = tokens_at(quote!(#runtime::output_schema), flag);
        if self.type_parameter().is_some() || !cfg!(feature = "schemars1") {
            return None;
        }
        let outcome = without_lifetimes(&self.function.returned.outcome);
        let (keys, is_described) = (&arguments.keys, arguments.is_described);
        let has_budget = arguments.budget.is_some();
        // The compiler points at the type of the data if it has no schema.
        let data = tokens_over(self.function.returned.data_and_error().0, quote!(_));
        let declared = self.declared();
        let others = self.other_codes().into_iter().map(|code| runtime.item(&["ErrorCode", code]));
        let others: Vec<_> = others.collect();
        let schemas = arguments.dialects.iter().map(|name| {
            let has_flag = |known: &Contract| known.setting(SCHEMA_FLAG).is_some();
            let structured_errors =
                arguments.named(SCHEMA_FLAG).is_some() && name.known().is_none_or(has_flag);
            let dialect = name.implementor(runtime);
            quote! {
                #of_tool::<#dialect, #outcome, #data>(#runtime::ToolSchema {
                    keys: ::std::vec![#(#keys),*],
                    structured_errors: #structured_errors,
                    described: #is_described,
                    budget: #has_budget,
                    failures: #declared,
                    others: &[#(#others),*],
                })
            }
        });
        match arguments.dialects.len() {
            0 => None,
            1 => Some(quote!(#(#schemas)*)),
            _ => Some(quote!(#runtime::any_schema(&[#(#schemas),*]))),
        }
    }

    /// The failures that the error of a tool and the types of `errors(…)` declare, as an expression. The compiler reports a type that is no
    /// error elsewhere.
    pub(super) fn declared(&self) -> TokenStream {
        let runtime = self.runtime();
        let outcome = without_lifetimes(&self.function.returned.outcome);
        // An extractor of the user's own can reject a request with any code.
        let mut kinds = self.function.arguments.iter().map(|argument| &argument.kind);
        let has_extractors = kinds.any(|kind| matches!(kind, ArgumentKind::Extractor));
        let open = has_extractors.then(|| quote!(.open()));
        let named = self.arguments.errors.iter();
        let inner = quote!(#runtime::InnerFailures::new);
        let named = named.map(|ty| quote!(#inner(#runtime::FailuresOf::<#ty>::__declared, #runtime::DeclaredFailure::CHANGES)));
        let named = (!self.arguments.errors.is_empty())
            .then(|| quote!(.passing_on(const { &[#(#named),*] })));
        quote!({
            use #runtime::Undeclared as _;
            #runtime::FailuresOf::<<#outcome as #runtime::Outcome>::Error>::__declared() #named #open
        })
    }

    /// The standard codes that failures of the tool can have, besides the codes of its error and `INTERNAL_ERROR`.
    fn other_codes(&self) -> Vec<&'static str> {
        let has_arguments = !self.function.arguments.is_empty();
        let codes = [
            ("ValidationError", has_arguments || self.arguments.dialects.len() > 1),
            ("MissingRequired", has_arguments),
            ("Timeout", self.arguments.timeout.is_some()),
        ];
        codes.into_iter().filter_map(|(code, is_possible)| is_possible.then_some(code)).collect()
    }
}

/// An attribute of the tool for the function next to it. A lint that is expected of the tool may not apply to the function.
fn shared(attribute: &Attribute) -> Option<TokenStream> {
    let path = attribute.path();
    if path.is_ident("cfg") || path.is_ident("allow") {
        return Some(attribute.to_token_stream());
    }
    let lints = expected(attribute)?;
    Some(quote!(#[allow(#lints)]))
}

/// The outcome, for a place where the lifetimes of the function and of the `impl` around it are not declared.
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
#[cfg(feature = "schemars1")]
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
            let each = schema.split("structured_errors : ").skip(1);
            let found: Vec<_> = each.map(|rest| rest.starts_with("true")).collect();
            assert_eq!(found, given, "{schema}");
        }
    }

    #[test]
    fn an_expected_lint_is_allowed_beside_the_tool() {
        let tool = quote!(
            #[expect(non_snake_case, reason = "b")]
            #[inline]
            fn fX() -> Result<(), E> {}
        );
        let expanded = expand(quote!(dialect = "response-v2", output_schema), tool).to_string();
        let allowed = "# [allow (non_snake_case , reason = \"b\")] # [doc =";
        assert!(expanded.contains(allowed), "{expanded}");
        assert_eq!(expanded.matches("expect").count(), 1, "{expanded}");
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
        // After an error, the function is one that compiles.
        for mistake in [quote!(dialect = "nothing"), quote!(dialect = "response-v2", telemetri)] {
            let none = schema(&mistake);
            assert!(none.contains("{ loop { } }") && of(&none) == 0, "{none}");
        }
    }
}
