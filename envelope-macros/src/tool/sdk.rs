//! What a tool does for the MCP SDK's `#[tool]` below its attribute: it hands over the output schema.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::quote;
use syn::ext::IdentExt;
use syn::{Error, Expr, Meta, Token, parse_quote};

use super::args::Args;
use super::function::Function;
use super::{items, schema};
use crate::errors::Errors;

/// Changes the arguments of `#[tool]`.
pub(super) fn hand_over(args: &Args, function: &mut Function, errors: &mut Errors) {
    let schema = schema::expression(args, function);
    let tool = function.signature.ident.unraw();
    for attribute in &mut function.attributes {
        if !items::is_tool(&attribute.meta) {
            continue;
        }
        let mut tokens = match &attribute.meta {
            Meta::List(list) => without_ours(list.tokens.clone(), errors),
            _ => TokenStream::new(),
        };
        if let Some(schema) = &schema {
            tokens = errors.take(with_schema(&tool, &tokens, schema)).unwrap_or(tokens);
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

/// Whether the SDK's `#[tool]` is below. It is not under a `cfg_attr`: the compiler evaluates those of a function before it calls an
/// attribute of that function.
pub(super) fn is_tool(function: &Function) -> bool {
    function.attributes.iter().any(|attribute| items::is_tool(&attribute.meta))
}

/// The arguments of `#[tool]` with the output schema, unless they have one.
fn with_schema(
    tool: &Ident,
    tokens: &TokenStream,
    schema: &TokenStream,
) -> syn::Result<TokenStream> {
    let Some(written) = written_schema(tokens.clone()) else {
        let comma = (!tokens.is_empty()).then(<Token![,]>::default);
        return Ok(quote!(output_schema = #schema #comma #tokens));
    };
    match schema_of(&written) {
        Some((other, span)) if *tool == other => Err(Error::new(
            span,
            "the output schema is handed over by `#[envelope_tool]` already; remove it here",
        )),
        Some((other, span)) => Err(Error::new(
            span,
            format!("this is the output schema of `{other}`, not of `{tool}`; remove it"),
        )),
        None => Ok(tokens.clone()),
    }
}

/// The arguments of `#[tool]` without those of `#[envelope_tool]`, which are reported.
fn without_ours(tokens: TokenStream, errors: &mut Errors) -> TokenStream {
    const OURS: [&str; 7] =
        ["dialect", "dialects", "returns", "data", "timeout", "catch_panic", "crate"];
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

/// The value of `output_schema = …` among the arguments of `#[tool]`.
fn written_schema(tokens: TokenStream) -> Option<TokenStream> {
    let tokens: Vec<_> = tokens.into_iter().collect();
    tokens.split(is_comma).find_map(|argument| match argument {
        [TokenTree::Ident(name), TokenTree::Punct(_), value @ ..] if name == "output_schema" => {
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
            let (_, arguments) = attribute.split_once(", false)").unwrap();
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

    /// The SDK's attribute gets the output schema once: one that is written by hand stays, and that of a tool is an error.
    #[cfg(feature = "schemars")]
    #[test]
    fn an_output_schema_is_handed_over_once() {
        let expand = |tool: &str| {
            let function = format!("{tool} fn read(&self) -> Result<(), E> {{}}");
            let args = quote!(dialect = "response-v2", output_schema);
            expand(args, function.parse().unwrap()).to_string()
        };
        let handed = expand("#[tool(title = \"a\")]");
        assert!(handed.contains("tool (output_schema = :: envelope_runtime"), "{handed}");
        assert!(handed.contains("title = \"a\""), "{handed}");

        let by_hand = expand("#[tool(output_schema = mine(1, 2))]");
        assert!(by_hand.contains("tool (output_schema = mine (1 , 2))"), "{by_hand}");

        for (tool, message) in [
            (
                "read",
                "the output schema is handed over by `#[envelope_tool]` already; remove it here",
            ),
            ("list", "this is the output schema of `list`, not of `read`; remove it"),
        ] {
            let twice = expand(&format!("#[tool(output_schema = Self::{tool}_output_schema())]"));
            assert_eq!(twice.matches("compile_error").count(), 1, "{twice}");
            assert!(twice.contains(message), "{twice}");
        }
    }
}
