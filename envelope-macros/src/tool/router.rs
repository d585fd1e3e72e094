//! The MCP SDK's `#[tool_router]` below the attribute of a block: the tools of its router know the id and the contract of a request.
//!
//! The SDK makes its router under a hidden name, and the function of the user's name changes it. The SDK's handler would use the hidden
//! one, so it is made here.

use proc_macro2::{Group, Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Expr, ExprLit, Lit, Meta, MetaNameValue, Token, Visibility};

use super::args::Args;
use super::items::Item;

/// What a block under `#[tool_router]` becomes.
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
        let attribute = block.attribute("tool_router")?;
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
        let handler = has_handler.then(|| {
            let conditions = block.conditions();
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
    pub(super) fn block(&self, block: &Item, items: &Group) -> TokenStream {
        let Self { attribute, function, handler } = self;
        let attributes = block.attributes_without("tool_router");
        let tokens = &block.tokens;
        let mut contents = items.stream();
        function.to_tokens(&mut contents);
        let mut braces = Group::new(items.delimiter(), contents);
        braces.set_span(items.span());
        quote!(#attributes #attribute #tokens #braces #handler)
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
