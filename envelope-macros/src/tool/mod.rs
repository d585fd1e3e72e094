//! `#[envelope_tool]`: parse, check, lower. A block gives its arguments to the tools in it.

mod attribute;
mod block;
mod budget;
mod check;
mod dialects;
mod function;
mod item;
mod keyword;
mod lower;
mod marks;
mod request;
mod returned;
mod sdk;
mod setting;

use proc_macro2::TokenStream;
use quote::quote;

use self::attribute::Arguments;
use self::function::Function;
use self::item::Item;
use crate::errors::Errors;
use crate::syntax::crate_path::CratePath;

/// A tool as its author writes it. Nothing changes it after it is parsed.
struct Tool {
    arguments: Arguments,
    function: Function,
}

impl Tool {
    fn runtime(&self) -> &CratePath {
        &self.arguments.runtime
    }
}

const LONE_SKIP: &str = "`skip` exempts a function of an `impl` or a module that has `#[envelope_tool(…)]`, and this function is in none; remove the attribute";

/// The rewritten function. After an error it still type-checks, so that no other error follows.
#[allow(clippy::needless_pass_by_value, reason = "the compiler hands tokens over")]
pub(crate) fn expand(arguments: TokenStream, item: TokenStream) -> TokenStream {
    if let Ok(parsed) = syn::parse2::<Item>(item.clone())
        && let Some(block) = parsed.block()
    {
        return block::expand(arguments, &parsed, block);
    }
    let mut errors = Errors::default();
    let arguments = Arguments::parse(arguments, &mut errors);
    if let Some(skip) = arguments.flag("skip") {
        let error = syn::Error::new(skip.span(), LONE_SKIP).into_compile_error();
        return quote!(#error #item);
    }
    check::arguments(&arguments, &mut errors);
    let Some(function) = errors.take(syn::parse2(item.clone())) else {
        let errors = errors.into_compile_errors();
        return quote!(#errors #item);
    };
    let tool = Tool { arguments, function };
    check::function(&tool, &mut errors);
    match errors.into_compile_errors() {
        None => tool.lower(),
        Some(errors) => {
            let function = tool.lower_after_error();
            quote!(#errors #function)
        }
    }
}

#[cfg(test)]
mod tests {
    use proc_macro2::TokenStream;

    use super::expand;

    fn tokens(text: &str) -> TokenStream {
        text.parse().unwrap()
    }

    /// A body is passed on as it is: half-typed code keeps its function, and an editor continues to complete in it.
    #[test]
    fn a_half_typed_body_keeps_its_function() {
        for body in
            ["let x = ;", "self.", "if x {} else", "foo(1, )", "match x { A => }", "let y: Vec<"]
        {
            let function = format!("fn read(&self) -> Result<(), E> {{ {body} }}");
            let expanded = expand(tokens("dialect = \"response-v2\""), tokens(&function));
            let expanded = expanded.to_string();
            assert!(expanded.contains("fn read"), "{expanded}");
            assert!(!expanded.contains("compile_error"), "{expanded}");
        }
    }

    /// Half-typed arguments are at most one error, and the expansion still has the function.
    #[test]
    fn half_typed_arguments_keep_the_function() {
        const TYPED: [&str; 6] = [
            r#"dialect = "response-v2", data = "tasks", request_id = context.id(), telemetry, catch_panic"#,
            r#"dialect = "dotbot-mcp-response@1", summary("{}", data.len()), version = "1.0.0", source = a::b"#,
            r#"dialect = "code-scalpel-v1", tier = "pro", capabilities = ["a", "b"], returns = Vec<u8>"#,
            r#"dialect = crate::Acme, data("a", "b"), crate = ::renamed::runtime, flag = Vec::<u8>::new()"#,
            r#"dialect = "mcp-2025-11-25", text("{data:?}", data = x), pretty, structured_errors"#,
            r#"dialects("response-v2", crate::Legacy), request_id = &*id, sunset = -y"#,
        ];
        let function =
            "pub async fn list(&self, id: u8) -> Result<Reply<T>, E> { let x = ; self. }";
        for typed in TYPED {
            let all: Vec<_> = tokens(typed).into_iter().collect();
            for end in 0..=all.len() {
                let half: TokenStream = all.iter().take(end).cloned().collect();
                let expanded = expand(half.clone(), tokens(function)).to_string();
                assert!(expanded.contains("let x = ; self ."), "{half}: {expanded}");
                assert!(
                    expanded.contains("pub async fn list (& self , id : u8)"),
                    "{half}: {expanded}"
                );
                let errors = expanded.matches("compile_error").count();
                assert!(errors <= 1, "{half}: {expanded}");
            }
        }
    }

    /// An argument that cannot be read may be the dialect, so the missing dialect is not reported as well.
    #[test]
    fn arguments_that_cannot_be_read_are_one_error() {
        for arguments in ["data =", "data = 1", "5", "\"response-v9\""] {
            let expanded = expand(tokens(arguments), tokens("fn f() -> Result<(), E> {}"));
            let expanded = expanded.to_string();
            assert_eq!(expanded.matches("compile_error").count(), 1, "{arguments}: {expanded}");
        }
    }
}
