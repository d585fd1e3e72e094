//! An item under `#[envelope_tool]`, or in a block under it. Only its attributes are parsed; the rest stays tokens, so that it can be
//! half-typed code.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, TokenStreamExt, quote};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, ItemImpl, Meta, Path, Result, Token, Visibility, braced, token};

use super::attribute::Arguments;
use super::function::Function;
use super::keyword::keyword;
use super::marks::{is_own, is_tool};
use crate::errors::Errors;

/// An item with its attributes.
pub(super) struct Item {
    pub(super) attributes: Vec<Attribute>,
    /// The tokens after the attributes. For a block, those before its braces.
    pub(super) tokens: TokenStream,
    /// The word that names the kind of the item.
    pub(super) keyword: Option<Ident>,
    pub(super) kind: Kind,
    /// The mark of a tool: the first `#[envelope_tool]` or `#[tool]`.
    pub(super) mark: Option<Mark>,
}

pub(super) enum Kind {
    Function,
    /// An `impl` or an inline module.
    Block(Block),
    Other,
}

/// The braces of an `impl` or a module.
pub(super) struct Block {
    braces: token::Brace,
    /// `#![…]`
    attributes: Vec<Attribute>,
    pub(super) items: Vec<Item>,
}

/// The mark of a tool in a block.
pub(super) struct Mark {
    /// The name in the mark.
    pub(super) name: Ident,
    /// The path of the item's own `#[envelope_tool(…)]`.
    pub(super) own: Option<Path>,
    /// The arguments in that attribute.
    pub(super) tokens: TokenStream,
    /// The parsed arguments. Mistakes in them are reported when the tool is expanded.
    pub(super) arguments: Arguments,
}

impl Mark {
    /// The first mark among the attributes. `#[tool]` does not mark a block.
    fn of(attributes: &[Attribute], kind: &Kind) -> Option<Self> {
        let is_block = matches!(kind, Kind::Block(_));
        let is_mark = |meta: &Meta| is_own(meta) || (is_tool(meta) && !is_block);
        let metas = || attributes.iter().map(|attribute| &attribute.meta);
        let name = metas().find(|meta| is_mark(meta))?.path().segments.last()?.ident.clone();
        let own = metas().find(|meta| is_own(meta));
        let list = own.and_then(|own| own.require_list().ok());
        let tokens = list.map(|list| list.tokens.clone()).unwrap_or_default();
        let arguments = Arguments::parse(tokens.clone(), &mut Errors::default());
        Some(Self { name, own: own.map(|meta| meta.path().clone()), tokens, arguments })
    }
}

impl Parse for Item {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let attributes = input.call(Attribute::parse_outer)?;
        let mut tokens = input.parse::<Visibility>()?.into_token_stream();
        let keyword = keyword(input);
        let kind = Kind::parse(keyword.as_ref(), input, &mut tokens)?;
        let mark = Mark::of(&attributes, &kind);
        Ok(Self { attributes, tokens, keyword, kind, mark })
    }
}

impl Kind {
    /// Reads an item up to its end, or a block up to its braces, into `tokens`.
    fn parse(
        keyword: Option<&Ident>,
        input: ParseStream<'_>,
        tokens: &mut TokenStream,
    ) -> Result<Self> {
        let name = keyword.map(ToString::to_string).unwrap_or_default();
        let ends_in_braces = !["const", "static", "type", "use"].contains(&name.as_str());
        // As an identifier, so that a fragment of a `macro_rules!` macro is entered.
        if let Ok(first) = input.call(Ident::parse_any) {
            first.to_tokens(tokens);
        }
        while !input.is_empty() && !input.peek(Token![#]) {
            let ends_here = input.peek(Token![;]) || (ends_in_braces && is_at_body(input));
            if ends_here && ["impl", "mod"].contains(&name.as_str()) && input.peek(token::Brace) {
                return input.parse().map(Self::Block);
            }
            input.parse::<TokenTree>()?.to_tokens(tokens);
            if ends_here {
                break;
            }
        }
        Ok(if name == "fn" { Self::Function } else { Self::Other })
    }
}

/// Whether the braces of the item follow, and not a constant in its generic arguments: `A<{ 1 }>`.
fn is_at_body(input: ParseStream<'_>) -> bool {
    input.peek(token::Brace) && !input.peek2(Token![>]) && !input.peek2(Token![,])
}

impl Parse for Block {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let content;
        let braces = braced!(content in input);
        let attributes = content.call(Attribute::parse_inner)?;
        let mut items = Vec::new();
        while !content.is_empty() {
            items.push(content.parse()?);
        }
        Ok(Self { braces, attributes, items })
    }
}

impl Block {
    /// The braces with other items in them.
    pub(super) fn with(&self, items: &TokenStream) -> TokenStream {
        let mut tokens = TokenStream::new();
        self.braces.surround(&mut tokens, |tokens| {
            tokens.append_all(&self.attributes);
            items.to_tokens(tokens);
        });
        tokens
    }
}

impl ToTokens for Block {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let items = &self.items;
        self.with(&quote!(#(#items)*)).to_tokens(tokens);
    }
}

impl Item {
    pub(super) fn block(&self) -> Option<&Block> {
        match &self.kind {
            Kind::Block(block) => Some(block),
            Kind::Function | Kind::Other => None,
        }
    }

    /// The own arguments of a function that is exempt from the attribute of its block.
    pub(super) fn skip(&self) -> Option<&Arguments> {
        let mark = self.mark.as_ref().filter(|_| matches!(self.kind, Kind::Function))?;
        mark.arguments.flag("skip").is_some().then_some(&mark.arguments)
    }

    /// The function, unless its signature is half-typed.
    pub(super) fn function(&self) -> Option<Function> {
        syn::parse2(self.to_token_stream()).ok()
    }

    /// Whether this is a function with arguments of a request, or an item that may contain one.
    pub(super) fn takes_request(&self) -> bool {
        self.function().is_some_and(|function| !function.arguments.is_empty())
            || !matches!(self.kind, Kind::Function)
    }

    /// The header of an `impl`.
    pub(super) fn implementation(&self) -> Option<ItemImpl> {
        let tokens = &self.tokens;
        syn::parse2(quote!(#tokens {})).ok()
    }

    /// Whether this is the `impl` of a trait.
    pub(super) fn is_of_trait(&self) -> bool {
        self.implementation().is_some_and(|header| header.trait_.is_some())
    }

    /// The item without the attributes of this crate.
    pub(super) fn without_marks(&self) -> TokenStream {
        let others = self.attributes.iter().filter(|attribute| !is_own(&attribute.meta));
        let rest = self.rest();
        quote!(#(#others)* #rest)
    }

    /// The tokens after the attributes.
    pub(super) fn rest(&self) -> TokenStream {
        let (tokens, block) = (&self.tokens, self.block());
        quote!(#tokens #block)
    }
}

impl ToTokens for Item {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.append_all(&self.attributes);
        self.rest().to_tokens(tokens);
    }
}

#[cfg(test)]
mod tests {
    use proc_macro2::{Delimiter, Group, TokenStream};
    use quote::{ToTokens, quote};

    use super::{Block, Item, Kind};
    use crate::tool::expand;

    fn fragment(tokens: TokenStream) -> Group {
        Group::new(Delimiter::None, tokens)
    }

    fn kinds(items: &[Item]) -> String {
        let kind = |item: &Item| match &item.kind {
            Kind::Function => "function".to_owned(),
            Kind::Block(block) => format!("block({})", kinds(&block.items)),
            Kind::Other => item.keyword.as_ref().map_or("other".to_owned(), ToString::to_string),
        };
        items.iter().map(kind).collect::<Vec<_>>().join(" ")
    }

    /// Asserts that the tokens are split into these items, and stay as they are.
    fn assert_items(tokens: &TokenStream, expected: &str) {
        let braces: Block = syn::parse2(quote!({ #tokens })).unwrap();
        assert_eq!(kinds(&braces.items), expected, "{tokens}");
        let [again, whole] = [braces.to_token_stream(), quote!({ #tokens })]
            .map(|tokens| tokens.to_string().replace(' ', ""));
        assert_eq!(again, whole);
    }

    #[test]
    fn tokens_are_split_into_items() {
        for (tokens, expected) in [
            (
                quote!(
                    fn f() {}
                    fn g() {}
                ),
                "function function",
            ),
            (
                quote!(
                    fn f();
                    fn g() {}
                ),
                "function function",
            ),
            (
                quote!(
                    fn f() -> A<{ 1 }> {}
                    fn g() -> B<{ 2 }, u8> {}
                ),
                "function function",
            ),
            (
                quote!(
                    pub(crate) const fn f() {}
                    fn g() {}
                ),
                "function function",
            ),
            (
                quote!(
                    pub default async unsafe extern "C" fn f() {}
                ),
                "function",
            ),
            (
                quote!(
                    const A: u8 = { 1 };
                    fn f() {}
                ),
                "const function",
            ),
            (
                quote!(
                    const _: () = {
                        fn f() {}
                    };
                    fn f() {}
                ),
                "const function",
            ),
            (
                quote!(
                    static A: u8 = { 1 };
                    type A = B<{ 1 }>;
                    fn f() {}
                ),
                "static type function",
            ),
            (
                quote!(
                    use a::{b, c};
                    fn f() {}
                ),
                "use function",
            ),
            (
                quote!(
                    struct S {
                        a: u8,
                    }
                    struct T(u8);
                    enum E {}
                ),
                "struct struct enum",
            ),
            (quote!(impl S { fn f() {} } mod m { struct S; }), "block(function) block(struct)"),
            (quote!(mod m; impl S (fn f() {})), "mod impl"),
            (
                quote!(
                    trait T {
                        fn f();
                    }
                    extern "C" {}
                    unsafe extern "C" {}
                ),
                "trait extern extern",
            ),
            (quote!(impl A<{ 1 }> for B<{ 2 }, u8> { fn f() {} }), "block(function)"),
            (quote!(#![allow(a)] #[a] fn f() {}), "function"),
            (quote!(a!{} fn f() {}), "a function"),
        ] {
            assert_items(&tokens, expected);
        }
    }

    #[test]
    fn fragments_of_a_macro_can_be_items_or_parts_of_them() {
        let body = fragment(quote!({ body() }));
        let marked = fragment(quote!(
            #[tool]
            fn f() {}
        ));
        let (private, public) = (fragment(quote!()), fragment(quote!(pub)));
        let function = fragment(quote!(
            fn f() {}
        ));
        for (tokens, expected) in [
            (quote!(fn f() #body fn g() {}), "function function"),
            (quote!(fn f() ({ body() }) fn g() {}), "function"),
            (quote!(#marked fn g() {}), "function function"),
            (quote!(#function #function const A: u8 = 1;), "function function const"),
            (quote!(#private fn f() {} #public fn g() {}), "function function"),
            (quote!(impl S { #marked const A: u8 = 1; }), "block(function const)"),
        ] {
            assert_items(&tokens, expected);
        }
    }

    #[test]
    fn other_attributes_are_no_marks() {
        let dialect: TokenStream = quote!(dialect = "response-v2");
        let item = "impl S { #[doc = \"a\"] const A: u8 = 1; #[inline] #[tool] fn f() {} #[inline] fn g() {} }";
        let expanded = expand(dialect, item.parse().unwrap()).to_string();
        assert!(!expanded.contains("compile_error"), "{expanded}");
        assert!(expanded.contains("# [inline] # [::"), "{expanded}");
        assert_eq!(expanded.matches("envelope_tool (").count(), 1, "{expanded}");
    }

    #[cfg(feature = "rmcp3")]
    #[test]
    fn a_router_can_be_among_other_attributes() {
        let expanded = expand(
            quote!(dialect = "response-v2"),
            quote! {
                #[cfg(a)]
                #[allow(dead_code)]
                #[tool_router(server_handler)]
                impl S { #[tool] fn f() -> Result<(), E> {} }
            },
        );
        let expanded = expanded.to_string();
        assert!(expanded.contains("with_request_ids"), "{expanded}");
        assert_eq!(expanded.matches("# [allow (dead_code)]").count(), 1, "{expanded}");
        assert_eq!(expanded.matches("# [cfg (a)]").count(), 2, "{expanded}");
        assert!(expanded.contains("# [tool_router (router = __tool_router)]"), "{expanded}");
    }
}
