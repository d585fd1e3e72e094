//! The function under `#[envelope_tool]`: the signature is parsed, the body stays tokens.

use proc_macro2::{Delimiter, Group, Ident, Span};
use quote::format_ident;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::{
    AttrStyle, Attribute, Expr, FnArg, Meta, PatType, Result, Signature, Token, Visibility, braced,
};

use super::keyword::keyword;
use super::marks::{is_own, is_tool};
use super::request::{Argument, ArgumentKind, is_of_handler};
use super::returned::Returned;
use super::sdk;

pub(super) struct Function {
    /// The attributes, without this crate's.
    pub(super) attributes: Vec<Attribute>,
    /// A second `#[envelope_tool]`.
    pub(super) repeated: Vec<Attribute>,
    pub(super) visibility: Visibility,
    pub(super) signature: Signature,
    pub(super) returned: Returned,
    /// The arguments that a caller can get wrong.
    pub(super) arguments: Vec<Argument>,
    /// The braces and their contents. A method in a trait may have none.
    pub(super) body: Option<Group>,
}

impl Parse for Function {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let mut attributes = input.call(Attribute::parse_outer)?;
        let visibility = input.parse()?;
        let signature: Signature = parse_signature(input)?;
        let body = if input.peek(Token![;]) {
            input.parse::<Token![;]>()?;
            None
        } else {
            let content;
            let braces = braced!(content in input);
            // Inner attributes belong to the function, so they move out of the body, which changes.
            for mut attribute in content.call(Attribute::parse_inner)? {
                attribute.style = AttrStyle::Outer;
                attributes.push(attribute);
            }
            let mut body = Group::new(Delimiter::Brace, content.parse()?);
            body.set_span(braces.span.join());
            Some(body)
        };
        let repeated = attributes.extract_if(.., |attribute| is_own(&attribute.meta)).collect();
        let arguments = arguments(&signature, attributes.iter().any(|other| is_tool(&other.meta)));
        let returned = Returned::of(&signature);
        Ok(Self { attributes, repeated, visibility, signature, returned, arguments, body })
    }
}

fn parse_signature(input: ParseStream<'_>) -> Result<Signature> {
    if keyword(input).is_none_or(|keyword| keyword == "fn") {
        return input.parse();
    }
    Err(input.error(
        "a tool is a function; put `#[envelope_tool]` on each function that should be a tool",
    ))
}

/// The arguments of a request, in order.
fn arguments(signature: &Signature, is_tool: bool) -> Vec<Argument> {
    let mut arguments = Vec::new();
    let is_of_handler =
        |input: &FnArg| matches!(input, FnArg::Typed(input) if is_of_handler(&input.ty));
    let is_handler = signature.inputs.iter().any(is_of_handler);
    for (position, input) in signature.inputs.iter().enumerate() {
        if let FnArg::Typed(written) = input
            && let Some(kind) = ArgumentKind::of(&written.ty, is_tool, is_handler)
        {
            let name = format_ident!("__argument{}", arguments.len(), span = Span::mixed_site());
            arguments.push(Argument { name, position, written: written.clone(), kind });
        }
    }
    arguments
}

impl Function {
    /// Whether the SDK's `#[tool]` is below. `#[tool]` is not under a `cfg_attr`, since the compiler evaluates a function's `cfg_attr`s
    /// before it calls an attribute of that function.
    pub(super) fn is_tool(&self) -> bool {
        self.of_sdk().next().is_some()
    }

    /// Each `#[tool]` of the SDK.
    pub(super) fn of_sdk(&self) -> impl Iterator<Item = &Meta> {
        self.attributes.iter().map(|attribute| &attribute.meta).filter(|meta| is_tool(meta))
    }

    /// The value of an argument in `#[tool]`.
    pub(super) fn sdk_argument(&self, name: &str) -> Option<Expr> {
        let given: Vec<_> = self.of_sdk().filter_map(sdk::arguments).flatten().collect();
        sdk::value_of(name, &given).cloned()
    }

    /// The name of the tool.
    pub(super) fn name(&self) -> Ident {
        self.signature.ident.unraw()
    }

    /// The arguments in the signature with their types.
    pub(super) fn inputs(&self) -> impl Iterator<Item = &PatType> {
        self.signature.inputs.iter().filter_map(|input| match input {
            FnArg::Typed(input) => Some(input),
            FnArg::Receiver(_) => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use proc_macro2::{Delimiter, Group, TokenStream};
    use quote::{ToTokens, quote};

    use super::Function;
    use crate::tool::expand;
    use crate::tool::returned::{Returned, Shape};

    fn tool(function: TokenStream) -> String {
        expand(quote!(dialect = "response-v2"), function).to_string()
    }

    fn fragment(tokens: TokenStream) -> Group {
        Group::new(Delimiter::None, tokens)
    }

    #[test]
    fn a_function_returns_its_outcome_or_a_future_of_it() {
        let outcome = quote!(Result<u8, E>);
        let future = fragment(quote!(impl Future<Output = #outcome>));
        for (asyncness, returned, shape) in [
            (quote!(), outcome.clone(), Shape::Value),
            (quote!(async), outcome.clone(), Shape::Async),
            (quote!(), quote!(impl Future<Output = #outcome>), Shape::Future),
            (quote!(), quote!(impl Send + std::future::Future<Output = #outcome>), Shape::Future),
            (quote!(), quote!(impl Future<Other = u8, Output = #outcome>), Shape::Future),
            (quote!(), quote!((impl Future<Output = #outcome>)), Shape::Future),
            (quote!(), quote!(#future), Shape::Future),
            (quote!(), quote!(BoxFuture<'static, #outcome>), Shape::BoxedFuture),
            (quote!(), quote!(futures::future::LocalBoxFuture<'_, #outcome>), Shape::BoxedFuture),
            (quote!(), quote!(Pin<Box<dyn Future<Output = #outcome> + Send>>), Shape::BoxedFuture),
            (quote!(async), quote!(impl Future<Output = #outcome>), Shape::Future),
        ] {
            let function = quote!(#asyncness fn f() -> #returned {});
            let parsed: Function = syn::parse2(function.clone()).unwrap();
            let Returned { shape: found, outcome: of, .. } = parsed.returned;
            assert!(found == shape, "{function}");
            assert_eq!(of.to_token_stream().to_string(), outcome.to_string(), "{function}");
        }
        for returned in [quote!(Pin<Rc<dyn Future<Output = u8>>>), quote!(Pin<Box<u8>>)] {
            let function: Function = syn::parse2(quote!(fn f() -> #returned {})).unwrap();
            assert!(function.returned.shape == Shape::Value, "{returned}");
        }
    }

    #[test]
    fn a_second_future_is_one_error() {
        let expanded = tool(quote!(
            async fn f() -> impl Future<Output = Result<(), E>> {}
        ));
        assert_eq!(expanded.matches("compile_error").count(), 1, "{expanded}");
        assert!(expanded.contains("remove `async`, or return the `Result` itself"), "{expanded}");
        assert!(!expanded.contains("async fn"), "{expanded}");
    }

    #[test]
    fn an_answer_is_no_data() {
        for (data, is_refused) in [
            (quote!(Envelope), true),
            (quote!(Vec<Option<Envelope>>), true),
            (quote!((u8, Box<&'static envelope_runtime::Envelope>)), true),
            (quote!(Reply<[Envelope; 2]>), true),
            (quote!(mail::Envelope), false),
            (quote!(Envelopes), false),
            (quote!(Vec<rmcp::model::CallToolResult>), true),
            (quote!(Result<u8, E>), true),
            (quote!(io::Result<u8>), true),
            (quote!(Reply<Result<u8, E>>), true),
            (quote!((u8, Result<u8, E>)), false),
            (quote!(Vec<io::Result<u8>>), false),
            (quote!(Vec<Result<Envelope, E>>), true),
            (quote!(search::Result<u8>), false),
            (quote!(search::Result), false),
            (quote!(Result), false),
            (quote!(Option<Json<Spec>>), true),
            (quote!(rmcp::Json<Spec>), true),
            (quote!(Vec<sqlx::types::Json<Spec>>), false),
            (quote!(Vec<Json>), false),
        ] {
            let expanded = tool(quote!(fn f() -> Result<#data, E> {}));
            let errors = expanded.matches("compile_error").count();
            assert_eq!(errors, usize::from(is_refused), "{data}: {expanded}");
            assert!(!expanded.contains("nest"), "{data}: {expanded}");
        }
    }

    #[test]
    fn what_is_no_function_is_one_error() {
        for item in [
            "struct S;",
            "enum E {}",
            "union U { a: u8 }",
            "trait T {}",
            "mod m;",
            "const A: u8 = 1;",
            "extern \"C\" {}",
            "unsafe extern \"C\" {}",
            "use a::b;",
            "static A: u8 = 1;",
            "type A = u8;",
        ] {
            let expanded = tool(item.parse().unwrap());
            assert_eq!(expanded.matches("compile_error").count(), 1, "{item}: {expanded}");
            let message = "a tool is a function; put `#[envelope_tool]` on each function";
            assert!(expanded.contains(message), "{item}: {expanded}");
        }
    }

    #[test]
    fn a_body_can_be_a_fragment_of_a_macro() {
        let body = fragment(quote!({ body() }));
        let body = fragment(body.to_token_stream());
        let expanded = tool(quote!(fn f() -> Result<(), E> #body));
        assert!(!expanded.contains("compile_error"), "{expanded}");
        assert!(expanded.contains("{ body () }"), "{expanded}");
        for wrong in [quote!(({ body() })), quote!([{ body() }])] {
            let expanded = tool(quote!(fn f() -> Result<(), E> #wrong));
            assert!(expanded.contains("expected curly braces"), "{expanded}");
        }
    }
}
