//! The MCP SDK's `#[tool]` below the attribute of a tool, which gets the output schema and the declared failures.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Error, Expr, Meta, Token, Type, parse_quote};

use super::args::Args;
use super::function::{Function, type_arguments};
use super::{arguments, mark, schema};
use crate::attr::crate_path::CratePath;
use crate::errors::Errors;

/// Reports arguments that do not fit the SDK's `#[tool]`, or a function without it.
pub(super) fn check(args: &Args, function: &Function, errors: &mut Errors) {
    check_returns(args, function, errors);
    if let Some(flag) = args.list_failures.filter(|_| !function.is_tool()) {
        let message = "`list_failures` is for the tools of an MCP server; write the SDK's `#[tool]` below this attribute, or remove `list_failures`";
        errors.push(Error::new(flag, message));
    }
}

/// Reports text as the return type: the SDK makes a success of any text, also of the text of a failure.
fn check_returns(args: &Args, function: &Function, errors: &mut Errors) {
    let Some(returns) = args.returns.as_ref().filter(|_| cfg!(feature = "rmcp")) else { return };
    // The SDK looks into a `Result` as well.
    let returned = type_arguments(returns).first().copied().unwrap_or(returns);
    let is_text = matches!(returned, Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "String"));
    if is_text && function.is_tool() {
        let message = "the SDK sends a `String` as a success, even if the call has failed; remove `returns`, since an `Envelope` keeps the outcome";
        errors.push(Error::new_spanned(returned, message));
    }
}

/// Changes the arguments of `#[tool]`.
pub(super) fn hand_over(args: &Args, function: &mut Function, errors: &mut Errors) {
    let schema = schema::handed_over(args, function);
    let failures = args.list_failures.map(|_| schema::declared(args, function));
    let tool = function.signature.ident.unraw();
    let input_schema = input_schema(args, function);
    for attribute in &mut function.attributes {
        if !mark::is_tool(&attribute.meta) {
            continue;
        }
        let mut tokens = match &attribute.meta {
            Meta::List(list) => without_ours(list.tokens.clone(), errors),
            _ => TokenStream::new(),
        };
        if let Some(schema) = &schema {
            tokens = errors.take(with_schema(&tool, &tokens, schema)).unwrap_or(tokens);
        }
        if let Some(schema) = &input_schema
            && value_of("input_schema", tokens.clone()).is_none()
        {
            let comma = (!tokens.is_empty()).then(<Token![,]>::default);
            tokens = quote!(input_schema = #schema #comma #tokens);
        }
        if let Some(failures) = &failures {
            tokens = with_failures(&args.runtime, tokens, failures);
        }
        match &mut attribute.meta {
            Meta::List(list) => list.tokens = tokens,
            meta if !tokens.is_empty() => {
                let path = meta.path();
                *meta = parse_quote!(#path(#tokens));
            }
            _ => {}
        }
    }
}

/// The input schema of a tool that takes the SDK's `Parameters`. The SDK's own expression for it would be another error if the type
/// has none.
fn input_schema(args: &Args, function: &Function) -> Option<TokenStream> {
    let ty = arguments::parameters(function).filter(|_| cfg!(feature = "rmcp"))?;
    let read = arguments::from_arguments(&args.runtime, ty);
    Some(quote!(#read::input_schema().unwrap_or_else(|error| ::std::panic!("{error}"))))
}

/// Whether the SDK's `#[tool]` has an output schema, be it one that is written by hand.
pub(super) fn has_schema(function: &Function) -> bool {
    let mut tools = function.attributes.iter().filter(|attribute| mark::is_tool(&attribute.meta));
    tools.any(|attribute| match &attribute.meta {
        Meta::List(list) => value_of("output_schema", list.tokens.clone()).is_some(),
        _ => false,
    })
}

/// The arguments of `#[tool]` with the output schema, unless they have one.
fn with_schema(
    tool: &Ident,
    tokens: &TokenStream,
    schema: &TokenStream,
) -> syn::Result<TokenStream> {
    let Some(written) = value_of("output_schema", tokens.clone()) else {
        let comma = (!tokens.is_empty()).then(<Token![,]>::default);
        return Ok(quote!(output_schema = #schema #comma #tokens));
    };
    match schema_of(&written) {
        Some((other, span)) if *tool == other => Err(Error::new(
            span,
            "`#[envelope_tool]` already passes this output schema to `#[tool]`; remove it here",
        )),
        Some((other, span)) => Err(Error::new(
            span,
            format!(
                "`{tool}` has the output schema of another tool, `{other}`; remove it here, since `#[envelope_tool]` passes the schema of `{tool}`"
            ),
        )),
        None => Ok(tokens.clone()),
    }
}

/// The arguments of `#[tool]` with the failures added to its metadata.
fn with_failures(runtime: &CratePath, tokens: TokenStream, failures: &TokenStream) -> TokenStream {
    let parse = Punctuated::<Meta, Token![,]>::parse_terminated;
    let mut others: Vec<_> = parse.parse2(tokens).into_iter().flatten().collect();
    let written = others.extract_if(.., |other| other.path().is_ident("meta")).next();
    let meta = if let Some(Meta::NameValue(meta)) = written {
        meta.value.to_token_stream()
    } else {
        quote!(::std::default::Default::default())
    };
    quote!(meta = #runtime::with_failures(#meta, #failures) #(, #others)*)
}

/// The arguments of `#[tool]` without arguments for `#[envelope_tool]`, which are reported.
fn without_ours(tokens: TokenStream, errors: &mut Errors) -> TokenStream {
    const OURS: [&str; 9] = [
        "dialect",
        "dialects",
        "returns",
        "via",
        "data",
        "timeout",
        "catch_panic",
        "unknown_arguments",
        "crate",
    ];
    let tokens: Vec<_> = tokens.into_iter().collect();
    let mut kept = Vec::new();
    for argument in tokens.split_inclusive(is_comma) {
        match argument {
            [TokenTree::Ident(name), ..] if OURS.iter().any(|ours| name == ours) => {
                let message = format!(
                    "`{name}` is an argument of `#[envelope_tool]`, not of the SDK's `#[tool]`; move it there"
                );
                errors.push(Error::new(name.span(), message));
            }
            _ => kept.extend(argument.iter().cloned()),
        }
    }
    kept.into_iter().collect()
}

fn is_comma(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == ',')
}

/// The value of `output_schema = …`, or of another argument of `#[tool]`.
fn value_of(argument: &str, tokens: TokenStream) -> Option<TokenStream> {
    let tokens: Vec<_> = tokens.into_iter().collect();
    tokens.split(is_comma).find_map(|written| match written {
        [TokenTree::Ident(name), TokenTree::Punct(_), value @ ..] if name == argument => {
            Some(value.iter().cloned().collect())
        }
        _ => None,
    })
}

/// The tool whose function is called in `Self::tool_output_schema()`, and where.
fn schema_of(written: &TokenStream) -> Option<(String, Span)> {
    let Ok(Expr::Call(call)) = syn::parse2::<Expr>(written.clone()) else { return None };
    let Expr::Path(path) = *call.func else { return None };
    let name = &path.path.segments.last()?.ident;
    let tool = name.unraw().to_string().strip_suffix("_output_schema")?.to_owned();
    Some((tool, name.span()))
}

#[cfg(test)]
mod tests {
    use quote::quote;

    use super::super::expand;

    #[cfg(feature = "schemars")]
    #[test]
    fn a_schema_comes_before_the_arguments_of_the_sdk() {
        for (tool, after) in
            [(quote!(tool), ")] "), (quote!(tool(name = "ping")), ", name = \"ping\")] ")]
        {
            let expanded = expand(
                quote!(dialect = "response-v2", output_schema),
                quote! {
                    #[#tool]
                    fn ping() -> Result<u8, ToolFailure> { Ok(7) }
                },
            );
            let expanded = expanded.to_string().replace(" ,", ",");
            let (_, attribute) = expanded.split_once("# [tool (output_schema = ").unwrap();
            let (_, arguments) = attribute.split_once("], })").unwrap();
            assert!(arguments.starts_with(after), "{expanded}");
        }
    }

    #[test]
    fn an_argument_of_ours_in_the_sdks_attribute_is_one_error() {
        let expanded = expand(
            quote!(dialect = "response-v2"),
            quote! {
                #[tool(name = "ping", data = "n", title = "Ping")]
                fn ping() -> Result<u8, ToolFailure> { Ok(7) }
            },
        );
        let expanded = expanded.to_string();
        assert_eq!(expanded.matches("compile_error").count(), 1, "{expanded}");
        assert!(expanded.contains("`data` is an argument of `#[envelope_tool]`"), "{expanded}");
        assert!(expanded.contains(&quote!(#[tool(name = "ping", title = "Ping")]).to_string()));
    }

    #[cfg(feature = "rmcp")]
    #[test]
    fn failures_are_added_to_the_metadata_of_a_tool() {
        for (tool, meta, others) in [
            ("#[tool]", "default :: Default :: default ()", ""),
            ("#[tool(name = \"ping\")]", "default :: Default :: default ()", "name = \"ping\""),
            (
                "#[tool(title = \"a\", meta = of::<A, B>(1, 2), open)]",
                "of :: < A , B > (1 , 2)",
                "open",
            ),
        ] {
            let function = format!("{tool} fn ping() -> Result<u8, ToolFailure> {{ Ok(7) }}");
            let args = quote!(dialect = "response-v2", list_failures);
            let expanded = expand(args, function.parse().unwrap()).to_string();
            assert!(!expanded.contains("compile_error"), "{expanded}");
            assert_eq!(expanded.matches("meta =").count(), 1, "{expanded}");
            assert!(expanded.contains(&format!("{meta} , {{")), "{expanded}");
            assert!(expanded.contains(others), "{expanded}");
        }
        let function = quote!(
            fn ping() -> Result<u8, ToolFailure> {
                Ok(7)
            }
        );
        let refused = expand(quote!(dialect = "response-v2", list_failures), function).to_string();
        assert!(refused.contains("write the SDK's `#[tool]` below this attribute"), "{refused}");
    }

    /// The SDK's attribute gets the output schema once: a handwritten schema stays, and the schema of a tool is an error.
    #[cfg(feature = "schemars")]
    #[test]
    fn an_output_schema_is_handed_over_once() {
        let expand = |tool: &str| {
            let function = format!("{tool} fn read(&self) -> Result<(), E> {{}}");
            let args = quote!(dialect = "response-v2", output_schema);
            expand(args, function.parse().unwrap()).to_string()
        };
        let handed = expand("#[tool(title = \"a\")]");
        assert!(handed.contains("tool (output_schema = Self :: read_output_schema ()"), "{handed}");
        assert!(handed.contains("title = \"a\""), "{handed}");

        let by_hand = expand("#[tool(output_schema = mine(1, 2))]");
        assert!(by_hand.contains("tool (output_schema = mine (1 , 2))"), "{by_hand}");

        for (tool, message) in [
            (
                "read",
                "`#[envelope_tool]` already passes this output schema to `#[tool]`; remove it here",
            ),
            ("list", "`read` has the output schema of another tool, `list`; remove it here"),
        ] {
            let twice = expand(&format!("#[tool(output_schema = Self::{tool}_output_schema())]"));
            assert_eq!(twice.matches("compile_error").count(), 1, "{twice}");
            assert!(twice.contains(message), "{twice}");
        }
    }
}
