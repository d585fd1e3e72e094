//! `#[derive(ToolError)]`: parse, check, lower.

mod check;
mod declared;
mod input;
mod lower;
mod mark;
mod slot;
mod template;
mod thiserror;
mod variant;

use proc_macro2::TokenStream;
use quote::quote;
use syn::DeriveInput;

use self::input::Input;
use crate::errors::Errors;

/// The `ToolError` impl. After an error it still type-checks, so that no other error follows.
pub(crate) fn expand(item: &DeriveInput) -> TokenStream {
    let mut errors = Errors::default();
    let input = Input::parse(item, &mut errors);
    check::check(&input, &mut errors);
    match errors.into_compile_errors() {
        None => lower::implementation(&input),
        Some(errors) => {
            let implementation = lower::after_error(&input);
            quote!(#errors #implementation)
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use proc_macro2::TokenStream;
    use quote::quote;

    pub(crate) fn expand(item: TokenStream) -> TokenStream {
        super::expand(&syn::parse2(item).unwrap())
    }

    #[test]
    fn codes_are_for_known_and_for_custom_dialects() {
        for (dialect, code, compiles) in [
            ("code-scalpel-v1", "invalid_path", true),
            ("code-scalpel-v1", "INVALID_PATH", false),
            ("response-v2", "BAD_PATH", true),
            ("response-v2", "bad_path", false),
            ("response-v2", "_", false),
            ("response-v2", "", false),
            ("reponse-v2", "BAD_PATH", false),
            ("dotbot", "BAD_PATH", false),
            ("mcp", "BAD_PATH", false),
            ("response-v3", "BAD_PATH", true),
            ("acme", "BAD_PATH", true),
            ("acme", "bad_path", true),
            ("acme", "BadPath", true),
            ("acme", " ", false),
            ("response-v2", "DUPLICATE_ENTRY", true),
            ("response-v2", "NOT_FOUND", false),
            ("mcp-2025-11-25", "NOT_FOUND", false),
            ("dotbot-mcp-response@1", "ALIAS_CONFLICT", true),
            ("code-scalpel-v1", "not_found", true),
            ("acme", "NOT_FOUND", true),
        ] {
            let expanded = expand(quote! {
                #[tool_error(code = "CONFLICT", message = "no", codes(#dialect = #code))]
                struct Error;
            });
            let refused = expanded.to_string().contains("compile_error");
            assert_eq!(!refused, compiles, "{dialect} = {code}");
        }
    }

    /// Code Scalpel has its own name for the code that needs an upgrade.
    #[test]
    fn a_code_for_a_dialect_can_need_an_upgrade() {
        let upgrade =
            quote!(upgrade(feature = "Export", tier = "pro", reason = "Export is for Pro"));
        for (code, upgrade, compiles) in [
            ("upgrade_required", quote!(), false),
            ("upgrade_required", upgrade, true),
            ("not_found", quote!(), true),
        ] {
            let expanded = expand(quote! {
                #[tool_error(
                    code = "TIER",
                    error_type = "authorization",
                    message = "no",
                    codes("code-scalpel-v1" = #code),
                    #upgrade
                )]
                struct Error;
            });
            let refused = expanded.to_string().contains("compile_error");
            assert_eq!(!refused, compiles, "{code}: {expanded}");
        }
    }

    /// Only response-v2 fixes error types. Codes of servers are known words, too.
    #[test]
    fn a_code_of_another_source_has_a_default_error_type() {
        for (arguments, expected) in [
            (quote!(code = "TIMEOUT"), "ErrorCode :: Timeout"),
            (quote!(code = "TIMEOUT", error_type = "internal"), "ErrorType :: Internal"),
            (quote!(code = "AI_PROVIDER_ERROR"), "ErrorType :: Unavailable"),
            (
                quote!(code = "CIRCULAR_DEPENDENCY", error_type = "conflict"),
                "ErrorType :: Conflict",
            ),
            (quote!(code = "AI_PROVIDER_EROR"), "did you mean `AI_PROVIDER_ERROR`?"),
            (quote!(code = "SCRIPT_NOT_FUND"), "did you mean `SCRIPT_NOT_FOUND`?"),
        ] {
            let expanded = expand(quote! {
                #[tool_error(#arguments, message = "no")]
                struct Error;
            });
            assert!(expanded.to_string().contains(expected), "{arguments}: {expanded}");
        }
    }

    #[test]
    fn a_code_for_a_dialect_is_compared_with_the_error_type() {
        for (arguments, compiles) in [
            (quote!(code = "OWN", error_type = "not_found"), true),
            (quote!(code = "OWN", error_type = "conflict"), false),
            (quote!(code = "NOT_FOUND", error_type = "not_found"), true),
            (quote!(code = "CONFLICT"), false),
        ] {
            let expanded = expand(quote! {
                #[tool_error(#arguments, message = "no", codes("response-v2" = "SPEC_NOT_FOUND"))]
                struct Error;
            });
            let refused = expanded.to_string().contains("compile_error");
            assert_eq!(!refused, compiles, "{arguments}");
        }
        for (arguments, message) in [
            (
                quote!(code = "NOT_FOUND", error_type = "not_found"),
                "this error has `not_found`; choose a custom code",
            ),
            // The error type has to be decided first.
            (
                quote!(code = "NOT_FOUND", error_type = "conflict"),
                "response-v2 gives the code `NOT_FOUND` the error_type `not_found`, not `conflict`",
            ),
        ] {
            let expanded = expand(quote! {
                #[tool_error(#arguments, message = "no", codes("response-v2" = "RATE_LIMIT_EXCEEDED"))]
                struct Error;
            });
            let expanded = expanded.to_string();
            assert_eq!(expanded.matches("compile_error").count(), 1, "{arguments}");
            assert!(expanded.contains(message), "{arguments}: {expanded}");
        }
        let transparent = expand(quote! {
            #[tool_error(transparent, codes("response-v2" = "SPEC_NOT_FOUND"))]
            struct Error(ToolFailure);
        });
        assert!(!transparent.to_string().contains("compile_error"));
    }
}
