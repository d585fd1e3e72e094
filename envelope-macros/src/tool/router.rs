//! The MCP SDK's `#[tool_router]` below the attribute of a block: the tools of its router know the id and the contract of a request.
//!
//! The SDK makes its router under a hidden name, and the function of the user's name changes it. The SDK's handler would use the hidden
//! one, so it is made here.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, ExprLit, Lit, Meta, MetaNameValue, Token, Visibility, parse_quote};

use super::args::Args;
use super::items::{Block, Item, Kind};
use super::mark::ends_in;

/// The expansion of a block under `#[tool_router]`.
pub(super) struct Router {
    attribute: TokenStream,
    /// In the block.
    function: TokenStream,
    /// After the block.
    handler: Option<TokenStream>,
}

impl Router {
    /// The router of a block. `None` if it has none, or one that the SDK does not accept.
    pub(super) fn of(args: &Args, block: &Item) -> Option<Self> {
        if !cfg!(feature = "rmcp") {
            return None;
        }
        let mut attributes = block.attributes.iter().map(|attribute| &attribute.meta);
        let attribute = attributes.find(|meta| is_router(meta))?;
        let Arguments { name, visibility, has_handler, others } = Arguments::of(attribute)?;
        let header = block.implementation().filter(|header| header.trait_.is_none())?;
        let runtime = &args.runtime;
        let path = attribute.path();
        let hidden = format_ident!("__{name}");
        let changed = match args.dialects.as_slice() {
            [first, others @ ..] if !others.is_empty() => {
                let first = first.implementor(runtime);
                let others = others.iter().map(|dialect| dialect.implementor(runtime));
                let contracts = quote!(#runtime::Contracts::of::<#first>() #(.and::<#others>())*);
                quote!(#runtime::with_contracts(Self::#hidden(), #contracts))
            }
            _ => quote!(#runtime::with_request_ids(Self::#hidden())),
        };
        let changed = match &args.copies {
            Some(copies) => quote!(#runtime::with_copies(#changed, #copies)),
            None => changed,
        };
        let handler = has_handler.then(|| {
            let conditions = block.attributes.iter().filter(|other| other.path().is_ident("cfg"));
            let (generics, _, where_clause) = header.generics.split_for_impl();
            let server = &header.self_ty;
            quote! {
                #(#conditions)*
                #[::rmcp::tool_handler(router = Self::#name())]
                impl #generics ::rmcp::ServerHandler for #server #where_clause {}
            }
        });
        Some(Self {
            attribute: quote!(#[#path(router = #hidden #(, #others)*)]),
            function: quote! {
                #visibility fn #name() -> #runtime::ToolRouter<Self> { #changed }
            },
            handler,
        })
    }

    /// The block with its items.
    pub(super) fn block(&self, item: &Item, block: &Block, mut items: TokenStream) -> TokenStream {
        let Self { attribute, function, handler } = self;
        let others = item.attributes.iter().filter(|other| !is_router(&other.meta));
        let tokens = &item.tokens;
        function.to_tokens(&mut items);
        let block = block.with(&items);
        quote!(#(#others)* #attribute #tokens #block #handler)
    }
}

fn is_router(meta: &Meta) -> bool {
    ends_in(meta, "tool_router")
}

/// Whether an item is the router that the SDK's `#[tool_router]` adds to a block.
pub(super) fn is_made_by_sdk(item: &Item) -> bool {
    const ROUTER: &str = "rmcp::handler::server::router::tool::ToolRouter::<Self>::new()";

    let is_made = || item.tokens.to_string().replace(char::is_whitespace, "").contains(ROUTER);
    matches!(item.kind, Kind::Function) && is_made()
}

/// Keeps the SDK from reporting a router without tools once more.
pub(super) fn allow_empty(attributes: &mut [Attribute]) {
    let routers = attributes.iter_mut().map(|attribute| &mut attribute.meta);
    for router in routers.filter(|meta| is_router(meta)) {
        let path = router.path();
        let given = match &router {
            Meta::List(list) => list.tokens.clone(),
            _ => TokenStream::new(),
        };
        *router = parse_quote!(#path(allow_empty, #given));
    }
}

/// The arguments of `#[tool_router(…)]`.
struct Arguments {
    name: Ident,
    visibility: Visibility,
    has_handler: bool,
    others: Vec<Meta>,
}

impl Arguments {
    fn of(attribute: &Meta) -> Option<Self> {
        let mut arguments = Self {
            name: Ident::new("tool_router", Span::call_site()),
            visibility: Visibility::Inherited,
            has_handler: false,
            others: Vec::new(),
        };
        let Meta::List(list) = attribute else { return Some(arguments) };
        let metas = Punctuated::<Meta, Token![,]>::parse_terminated.parse2(list.tokens.clone());
        for meta in metas.ok()? {
            match &meta {
                Meta::NameValue(argument) if argument.path.is_ident("router") => {
                    arguments.name = parsed(argument)?;
                }
                Meta::NameValue(argument) if argument.path.is_ident("vis") => {
                    arguments.visibility = parsed(argument)?;
                }
                Meta::Path(path) if path.is_ident("server_handler") => {
                    arguments.has_handler = true;
                }
                _ => arguments.others.push(meta),
            }
        }
        Some(arguments)
    }
}

/// The value of an argument, which can be in a string.
fn parsed<T: syn::parse::Parse>(argument: &MetaNameValue) -> Option<T> {
    match &argument.value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => text.parse().ok(),
        value => syn::parse2(value.to_token_stream()).ok(),
    }
}

#[cfg(test)]
#[cfg(feature = "rmcp")]
mod tests {
    use proc_macro2::TokenStream;
    use quote::quote;

    use crate::tool::expand;

    fn block(args: TokenStream, attribute: &TokenStream) -> String {
        let block = quote!(#[#attribute] impl S { #[tool] fn f() -> Result<(), E> {} });
        expand(args, block).to_string()
    }

    #[test]
    fn a_router_has_the_name_and_the_visibility_that_the_user_gives() {
        for (attribute, sdk, function) in [
            (
                quote!(tool_router),
                quote!(#[tool_router(router = __tool_router)]),
                quote!(fn tool_router() -> ::envelope_runtime::__private::ToolRouter<Self>),
            ),
            (
                quote!(rmcp::tool_router(router = tools, vis = "pub(crate)", other = "a", flag)),
                quote!(#[rmcp::tool_router(router = __tools, other = "a", flag)]),
                quote!(pub(crate) fn tools() -> ::envelope_runtime::__private::ToolRouter<Self>),
            ),
            (
                quote!(tool_router(router = "tools", vis = "pub")),
                quote!(#[tool_router(router = __tools)]),
                quote!(pub fn tools() -> ::envelope_runtime::__private::ToolRouter<Self>),
            ),
        ] {
            let expanded = block(quote!(dialect = "response-v2"), &attribute);
            assert!(expanded.contains(&sdk.to_string()), "{attribute}: {expanded}");
            assert!(expanded.contains(&function.to_string()), "{attribute}: {expanded}");
            assert!(expanded.contains("with_request_ids"), "{attribute}: {expanded}");
            assert!(!expanded.contains("tool_handler"), "{attribute}: {expanded}");
        }
    }

    #[test]
    fn a_router_of_several_contracts_knows_them() {
        let expanded = block(quote!(dialects("response-v2", crate::A)), &quote!(tool_router));
        assert!(expanded.contains("with_contracts (Self :: __tool_router ()"), "{expanded}");
        assert!(expanded.contains(". and :: < crate :: A > ()"), "{expanded}");
        let expanded = block(quote!(dialects("response-v2")), &quote!(tool_router));
        assert!(expanded.contains("with_request_ids (Self :: __tool_router ()"), "{expanded}");
    }

    #[test]
    fn a_router_has_the_copies_of_its_block() {
        let given = quote!(dialect = "response-v2", copies = Copies::Text);
        let expanded = block(given.clone(), &quote!(tool_router));
        let changed = "with_request_ids (Self :: __tool_router ()) , Copies :: Text)";
        assert!(expanded.contains(changed), "{expanded}");
        assert_eq!(expanded.matches("copies").count(), 1, "its tools do not have them: {expanded}");

        let message = "`copies` is a choice of the server";
        for item in [
            quote!(impl S { #[tool] fn f() -> Result<(), E> {} }),
            quote!(
                fn f() -> Result<(), E> {}
            ),
            quote!(
                #[tool_router]
                impl S {
                    #[envelope_tool(copies = Copies::Text)]
                    fn f() -> Result<(), E> {}
                }
            ),
        ] {
            let expanded = expand(given.clone(), item.clone()).to_string();
            let refused = expanded.contains(message);
            let is_own = item.to_string().contains("copies");
            assert_eq!(refused, !is_own, "{item}: {expanded}");
        }
    }

    #[test]
    fn a_handler_has_the_changed_router() {
        let attribute = quote!(tool_router(server_handler));
        let expanded = block(quote!(dialect = "response-v2"), &attribute);
        let handler = quote!(#[::rmcp::tool_handler(router = Self::tool_router())]);
        assert!(expanded.contains(&handler.to_string()), "{expanded}");
        assert!(expanded.contains("impl :: rmcp :: ServerHandler for S"), "{expanded}");
        assert!(!expanded.contains("server_handler"), "{expanded}");
    }

    #[test]
    fn what_the_sdk_does_not_accept_stays() {
        for attribute in [quote!(tool_router(router = 1 + 1)), quote!(tool_router(a b))] {
            let expanded = block(quote!(dialect = "response-v2"), &attribute);
            assert!(expanded.contains(&attribute.to_string()), "{expanded}");
            assert!(!expanded.contains("with_request_ids"), "{expanded}");
        }
    }
}
