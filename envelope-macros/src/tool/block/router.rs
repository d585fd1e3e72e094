//! The MCP SDK's `#[tool_router]` below the attribute of a block: the tools of its router know the id and the dialect of a request.
//!
//! The SDK's router gets a hidden name, and a function with the user's name changes this router. The SDK's own handler would use the hidden
//! router, so the macro adds the handler.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::parse::Parse;
use syn::{Attribute, Expr, ExprLit, ItemImpl, Lit, Meta, Visibility, parse_quote};

use crate::syntax::crate_path::CratePath;
use crate::tool::attribute::Arguments;
use crate::tool::item::{Block, Item, Kind};
use crate::tool::marks::ends_in;
use crate::tool::sdk::{self, value_of};

/// `#[tool_router(…)]` on a block.
pub(super) struct Router {
    attribute: Meta,
    name: Ident,
    visibility: Visibility,
    has_handler: bool,
    others: Vec<Meta>,
    /// The header of the block.
    header: ItemImpl,
}

impl Router {
    /// The router of a block. `None` if the block has no router, or if the SDK does not accept the router.
    pub(super) fn parse(block: &Item) -> Option<Self> {
        let mut attributes = block.attributes.iter().map(|attribute| &attribute.meta);
        let attribute = attributes.find(|meta| is_router(meta) && cfg!(feature = "rmcp3"))?;
        let header = block.implementation().filter(|header| header.trait_.is_none())?;
        let mut others = sdk::arguments(attribute)?;
        let default = || Some(Ident::new("tool_router", Span::call_site()));
        let name = value_of("router", &others).map_or_else(default, parsed)?;
        let visibility = value_of("vis", &others).map_or(Some(Visibility::Inherited), parsed)?;
        let has_handler = others.iter().any(is_handler);
        let is_ours = |other: &Meta| {
            other.path().is_ident("router") || other.path().is_ident("vis") || is_handler(other)
        };
        others.retain(|other| !is_ours(other));
        Some(Self { attribute: attribute.clone(), name, visibility, has_handler, others, header })
    }

    /// The block with its items, the function with the user's name for the router, and the handler.
    pub(super) fn lower(
        &self,
        arguments: &Arguments,
        item: &Item,
        block: &Block,
        items: &TokenStream,
    ) -> TokenStream {
        let Self { attribute, name, visibility, others, .. } = self;
        let (path, hidden) = (attribute.path(), format_ident!("__{name}"));
        let changed = changed(&hidden, arguments);
        let block = block.with(&quote! {
            #items
            #visibility fn #name() -> rmcp::handler::server::router::tool::ToolRouter<Self> { #changed }
        });
        let attributes = item.attributes.iter().filter(|other| !is_router(&other.meta));
        let (tokens, handler) = (&item.tokens, self.handler(item, &arguments.runtime));
        quote! {
            #(#attributes)*
            #[#path(router = #hidden #(, #others)*)]
            #tokens #block
            #handler
        }
    }

    /// The SDK's handler, with the changed router, and with the name and version of the user's package instead of the SDK's.
    fn handler(&self, item: &Item, runtime: &CratePath) -> Option<TokenStream> {
        if !self.has_handler {
            return None;
        }
        let conditions = item.attributes.iter().filter(|other| other.path().is_ident("cfg"));
        let (generics, _, where_clause) = self.header.generics.split_for_impl();
        let (name, server) = (&self.name, &self.header.self_ty);
        let package = std::env::var("CARGO_PKG_NAME").ok().map(|package| quote!(, name = #package));
        let router = with(name, &quote!(#runtime::with_suggestions), runtime);
        Some(quote! {
            #(#conditions)*
            #[::rmcp::tool_handler(router = #router #package)]
            impl #generics ::rmcp::ServerHandler for #server #where_clause {}
        })
    }
}

/// Applies a function of the runtime to a router, if the router is of the SDK version that the runtime supports.
fn with(router: &Ident, change: &TokenStream, runtime: &CratePath) -> TokenStream {
    quote!(({ use #runtime::OtherRouter as _; #runtime::AnyRouter(Self::#router()).__with(#change) }))
}

/// The SDK's router, with the block's dialects and its argument `copies`.
fn changed(router: &Ident, arguments: &Arguments) -> TokenStream {
    let runtime = &arguments.runtime;
    let change = match arguments.dialects.as_slice() {
        [] | [_] => quote!(#runtime::with_request_ids),
        [first, others @ ..] => {
            let first = first.implementor(runtime);
            let others = others.iter().map(|dialect| dialect.implementor(runtime));
            let dialects = quote!(#runtime::Dialects::of::<#first>() #(.and::<#others>())*);
            quote!(|router| #runtime::with_dialects(router, #dialects))
        }
    };
    let changed = with(router, &change, runtime);
    match &arguments.copies {
        Some(copies) => quote!(#runtime::with_copies(#changed, #copies)),
        None => changed,
    }
}

fn is_router(meta: &Meta) -> bool {
    ends_in(meta, "tool_router")
}

fn is_handler(argument: &Meta) -> bool {
    matches!(argument, Meta::Path(path) if path.is_ident("server_handler"))
}

/// Whether an item is the router that the SDK's `#[tool_router]` adds to a block.
pub(super) fn is_made_by_sdk(item: &Item) -> bool {
    const ROUTER: &str = "rmcp::handler::server::router::tool::ToolRouter::<Self>::new()";

    let is_made = || item.tokens.to_string().replace(char::is_whitespace, "").contains(ROUTER);
    matches!(item.kind, Kind::Function) && is_made()
}

/// Keeps the SDK from also reporting a router without tools.
pub(super) fn allow_empty(attribute: &Attribute) -> Attribute {
    let mut attribute = attribute.clone();
    if is_router(&attribute.meta) {
        let path = attribute.path();
        let given = attribute.meta.require_list().ok().map(|list| &list.tokens);
        attribute.meta = parse_quote!(#path(allow_empty, #given));
    }
    attribute
}

/// The value of an argument, which can be in a string.
fn parsed<T: Parse>(value: &Expr) -> Option<T> {
    match value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => text.parse().ok(),
        value => syn::parse2(value.to_token_stream()).ok(),
    }
}

#[cfg(test)]
#[cfg(feature = "rmcp3")]
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
                quote!(fn tool_router() -> rmcp::handler::server::router::tool::ToolRouter<Self>),
            ),
            (
                quote!(rmcp::tool_router(router = tools, vis = "pub(crate)", other = "a", flag)),
                quote!(#[rmcp::tool_router(router = __tools, other = "a", flag)]),
                quote!(pub(crate) fn tools() -> rmcp::handler::server::router::tool::ToolRouter<Self>),
            ),
            (
                quote!(tool_router(router = "tools", vis = "pub")),
                quote!(#[tool_router(router = __tools)]),
                quote!(pub fn tools() -> rmcp::handler::server::router::tool::ToolRouter<Self>),
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
    fn a_router_of_several_dialects_knows_them() {
        let expanded = block(quote!(dialects("response-v2", crate::A)), &quote!(tool_router));
        let changed = "AnyRouter (Self :: __tool_router ()) . __with (| router | :: envelope_runtime :: __private :: with_dialects (router ,";
        assert!(expanded.contains(changed), "{expanded}");
        assert!(expanded.contains(". and :: < crate :: A > ()"), "{expanded}");
        let expanded = block(quote!(dialects("response-v2")), &quote!(tool_router));
        assert!(expanded.contains("__private :: with_request_ids)"), "{expanded}");
    }

    #[test]
    fn a_router_has_the_copies_of_its_block() {
        let given = quote!(dialect = "response-v2", copies = Copies::Text);
        let expanded = block(given.clone(), &quote!(tool_router));
        let changed = "with_request_ids) }) , Copies :: Text)";
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
        let name = env!("CARGO_PKG_NAME");
        let router = quote!(
            ({
                use ::envelope_runtime::__private::OtherRouter as _;
                ::envelope_runtime::__private::AnyRouter(Self::tool_router())
                    .__with(::envelope_runtime::__private::with_suggestions)
            })
        );
        let handler = quote!(#[::rmcp::tool_handler(router = #router, name = #name)]);
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
