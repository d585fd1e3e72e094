//! The items of an `impl` block or a module, as tokens: what is read of each is its attributes and what kind of item it is.
//!
//! Nothing else is parsed. Code that is not marked is passed on as it is, also while it is being typed.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{ItemImpl, Meta, Path, Token};

/// An item with its attributes.
pub(super) struct Item {
    pub(super) attributes: Vec<Attribute>,
    /// What follows the attributes. For a block, what is before its braces.
    pub(super) tokens: TokenStream,
    pub(super) kind: Kind,
}

pub(super) enum Kind {
    Function,
    /// An `impl`, an inline module or a trait, with its braces and the items in them.
    Block(Group, Vec<Item>),
    /// Anything else, with the first word that says what it is.
    Other(Option<Ident>),
}

/// Splits tokens into items.
pub(super) fn items(tokens: TokenStream) -> Vec<Item> {
    let mut rest = unwrapped(tokens).into_iter().peekable();
    let mut items = Vec::new();
    while rest.peek().is_some() {
        items.push(item(&mut rest));
    }
    items
}

type Tokens = std::iter::Peekable<std::vec::IntoIter<TokenTree>>;

fn item(rest: &mut Tokens) -> Item {
    let mut attributes = Vec::new();
    while let Some(pound) = rest.next_if(is_pound) {
        if !rest.peek().is_some_and(is_brackets) {
            // `#![…]` belongs to what is around the item.
            let mut tokens = TokenStream::from(pound);
            tokens.extend(rest.next_if(|token| is_punct(token, '!')));
            tokens.extend(rest.next_if(is_brackets));
            return Item { attributes, tokens, kind: Kind::Other(None) };
        }
        if let Some(TokenTree::Group(brackets)) = rest.next() {
            attributes.push(Attribute::new(pound, brackets));
        }
    }
    let mut tokens: Vec<TokenTree> = Vec::new();
    while let Some(token) = rest.next_if(|token| !is_pound(token)) {
        let mut is_argument =
            || rest.peek().is_some_and(|next| is_punct(next, '>') || is_punct(next, ','));
        let ends = is_punct(&token, ';')
            || (ends_in_braces(&token) && ends_at_braces(&tokens) && !is_argument());
        tokens.push(token);
        if ends {
            break;
        }
    }
    let kind = kind(&mut tokens);
    Item { attributes, tokens: tokens.into_iter().collect(), kind }
}

/// What kind of item this is. The braces of a block are taken out.
fn kind(tokens: &mut Vec<TokenTree>) -> Kind {
    let word = keyword(tokens);
    match word.as_ref().map(ToString::to_string).as_deref() {
        Some("fn") => Kind::Function,
        Some("impl" | "mod" | "trait") => match tokens.pop() {
            Some(TokenTree::Group(braces)) if braces.delimiter() == Delimiter::Brace => {
                let items = items(braces.stream());
                Kind::Block(braces, items)
            }
            last => {
                tokens.extend(last);
                Kind::Other(word)
            }
        },
        _ => Kind::Other(word),
    }
}

/// The first word that says what the item is, after visibility and qualifiers.
fn keyword(tokens: &[TokenTree]) -> Option<Ident> {
    let mut constant = None;
    for token in tokens {
        match token {
            TokenTree::Ident(word) => match word.to_string().as_str() {
                "pub" | "default" | "async" | "unsafe" | "extern" | "safe" => {}
                "const" => constant = Some(word.clone()),
                "fn" => return Some(word.clone()),
                _ => return constant.or_else(|| Some(word.clone())),
            },
            TokenTree::Group(_) | TokenTree::Literal(_) => {}
            TokenTree::Punct(_) => return constant,
        }
    }
    constant
}

/// Whether braces end the item that begins so. The others end with `;`.
fn ends_at_braces(tokens: &[TokenTree]) -> bool {
    let word = keyword(tokens).map(|word| word.to_string());
    !matches!(word.as_deref(), Some("const" | "static" | "use" | "type" | "let"))
}

/// Whether these are braces. A body that is a fragment of a `macro_rules!` macro comes in a group without delimiters.
fn ends_in_braces(token: &TokenTree) -> bool {
    match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
            group.stream().into_iter().last().is_some_and(|last| ends_in_braces(&last))
        }
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        _ => false,
    }
}

/// The tokens without the groups in which the fragments of a `macro_rules!` macro come, where those are items or attributes.
fn unwrapped(tokens: TokenStream) -> Vec<TokenTree> {
    let mut flat = Vec::new();
    for token in tokens {
        match token {
            TokenTree::Group(group)
                if group.delimiter() == Delimiter::None && holds_items(&group) =>
            {
                flat.extend(unwrapped(group.stream()));
            }
            token => flat.push(token),
        }
    }
    flat
}

/// Whether this is more than the body or the type that a fragment can be as well.
fn holds_items(group: &Group) -> bool {
    let tokens: Vec<_> = group.stream().into_iter().collect();
    let is_item =
        |word: &Ident| ["fn", "impl", "mod", "trait"].contains(&word.to_string().as_str());
    tokens.first().is_some_and(is_pound)
        || (tokens.last().is_some_and(ends_in_braces)
            && keyword(&tokens).as_ref().is_some_and(is_item))
}

fn is_pound(token: &TokenTree) -> bool {
    is_punct(token, '#')
}

fn is_punct(token: &TokenTree, char: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == char)
}

fn is_brackets(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket)
}

impl Item {
    /// The marks of the item: `#[tool]` is one for functions only.
    fn marks(&self) -> impl Iterator<Item = &Meta> {
        let is_block = matches!(self.kind, Kind::Block(..));
        let metas = self.attributes.iter().flat_map(|attribute| &attribute.metas);
        metas.filter(move |meta| is_own(meta) || (is_tool(meta) && !is_block))
    }

    /// The name in the first mark.
    pub(super) fn mark(&self) -> Option<&Ident> {
        let last = self.marks().next()?.path().segments.last()?;
        Some(&last.ident)
    }

    /// The item's own `#[envelope_tool(…)]`: its path and its arguments.
    pub(super) fn own(&self) -> Option<(&Path, TokenStream)> {
        let own = self.marks().find(|meta| is_own(meta))?;
        let arguments = match own {
            Meta::List(list) => list.tokens.clone(),
            _ => TokenStream::new(),
        };
        Some((own.path(), arguments))
    }

    /// The arguments of the item's own `#[envelope_tool(…)]`.
    pub(super) fn own_arguments(&self) -> TokenStream {
        self.own().map(|(_, arguments)| arguments).unwrap_or_default()
    }

    /// The attributes with `given` instead of the item's own `#[envelope_tool(…)]`. It is where the first mark is, so that it expands
    /// before the SDK's.
    pub(super) fn attributes_with(&self, given: Option<&TokenStream>) -> TokenStream {
        let has_mark = |attribute: &&Attribute| attribute.metas.iter().any(is_mark);
        let mut marked = self.attributes.iter().filter(has_mark);
        // A mark without a condition, if there is one.
        let first = marked.clone().find(|attribute| attribute.condition.is_none());
        let first = first.or_else(|| marked.next());
        let is_own_alone = |attribute: &&Attribute| {
            attribute.condition.is_none() && attribute.metas.iter().any(is_own)
        };
        let own = self.attributes.iter().find(is_own_alone);
        let attributes = self.attributes.iter().map(|attribute| {
            let is = |other: Option<&Attribute>| {
                other.is_some_and(|other| std::ptr::eq(other, attribute))
            };
            // A second one stays, and the first reports it.
            if given.is_some() && is_own_alone(&attribute) && !is(own) {
                return attribute.to_token_stream();
            }
            attribute.with(given.filter(|_| is(first)))
        });
        attributes.collect()
    }

    /// What is before the braces of an `impl`.
    pub(super) fn implementation(&self) -> Option<ItemImpl> {
        let tokens = &self.tokens;
        syn::parse2(quote!(#tokens {})).ok()
    }

    /// Whether this is the `impl` of a trait.
    pub(super) fn is_of_trait(&self) -> bool {
        self.implementation().is_some_and(|header| header.trait_.is_some())
    }

    /// The only attribute of this name that is there without a condition.
    pub(super) fn attribute(&self, name: &str) -> Option<&Meta> {
        let mut named = self.attributes.iter().filter(|attribute| attribute.is(name));
        let attribute = named.next().filter(|attribute| attribute.condition.is_none())?;
        attribute.metas.first().filter(|_| named.next().is_none())
    }

    /// The attributes without those of this name.
    pub(super) fn attributes_without(&self, name: &str) -> TokenStream {
        let others = self.attributes.iter().filter(|attribute| !attribute.is(name));
        others.map(ToTokens::to_token_stream).collect()
    }

    /// The attributes that say when the item is compiled.
    pub(super) fn conditions(&self) -> impl Iterator<Item = &Attribute> {
        let is_condition = |meta: &Meta| meta.path().is_ident("cfg");
        self.attributes.iter().filter(move |attribute| attribute.metas.iter().any(is_condition))
    }

    /// Where `impl` or `mod` is.
    pub(super) fn keyword(&self) -> Span {
        let mut idents = self.tokens.clone().into_iter().filter_map(|token| match token {
            TokenTree::Ident(ident) => Some(ident),
            _ => None,
        });
        let keyword = idents.find(|ident| ident == "impl" || ident == "mod");
        keyword.map_or_else(Span::call_site, |keyword| keyword.span())
    }

    /// What follows the attributes.
    pub(super) fn rest(&self) -> TokenStream {
        let mut tokens = self.tokens.clone();
        if let Kind::Block(braces, _) = &self.kind {
            braces.to_tokens(&mut tokens);
        }
        tokens
    }
}

impl ToTokens for Item {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        for attribute in &self.attributes {
            attribute.to_tokens(tokens);
        }
        self.rest().to_tokens(tokens);
    }
}

/// `#[…]`
pub(super) struct Attribute {
    pound: TokenTree,
    brackets: Group,
    /// The condition of a `cfg_attr`.
    condition: Option<Meta>,
    /// What is in the attribute, or what a `cfg_attr` adds. Nothing if it cannot be read.
    metas: Vec<Meta>,
}

impl Attribute {
    fn new(pound: TokenTree, brackets: Group) -> Self {
        let meta = syn::parse2::<Meta>(brackets.stream()).ok();
        let (condition, metas) = match meta {
            Some(Meta::List(list)) if list.path.is_ident("cfg_attr") => conditional(list.tokens),
            meta => (None, meta.into_iter().collect()),
        };
        Self { pound, brackets, condition, metas }
    }

    fn is(&self, name: &str) -> bool {
        self.metas.iter().any(|meta| ends_in(meta, name))
    }

    /// The attribute without the item's own `#[envelope_tool(…)]`, and with `given` where its first mark is.
    fn with(&self, given: Option<&TokenStream>) -> TokenStream {
        let Some(mark) = self.metas.iter().find(|meta| is_mark(meta)) else {
            return self.to_token_stream();
        };
        let mut metas = Vec::new();
        for meta in &self.metas {
            if std::ptr::eq(meta, mark) {
                metas.extend(given.cloned());
            }
            if !is_own(meta) {
                metas.push(meta.to_token_stream());
            }
        }
        // An error of the attribute as a whole is where the mark is.
        let span = mark_span(mark);
        match &self.condition {
            Some(_) if metas.is_empty() => TokenStream::new(),
            Some(condition) => quote_spanned!(span=> #[cfg_attr(#condition, #(#metas),*)]),
            None => quote_spanned!(span=> #(#[#metas])*),
        }
    }
}

impl ToTokens for Attribute {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Self { pound, brackets, .. } = self;
        tokens.extend(quote!(#pound #brackets));
    }
}

/// The condition of a `cfg_attr`, and the attributes under it.
fn conditional(tokens: TokenStream) -> (Option<Meta>, Vec<Meta>) {
    let metas = Punctuated::<Meta, Token![,]>::parse_terminated.parse2(tokens);
    let mut metas = metas.into_iter().flatten();
    (metas.next(), metas.collect())
}

fn is_mark(meta: &Meta) -> bool {
    is_own(meta) || is_tool(meta)
}

/// Whether this is `#[envelope_tool]`.
pub(super) fn is_own(meta: &Meta) -> bool {
    ends_in(meta, "envelope_tool")
}

/// Whether this is the SDK's `#[tool]`, which the SDK, too, knows by the end of its path.
pub(super) fn is_tool(meta: &Meta) -> bool {
    ends_in(meta, "tool")
}

fn ends_in(meta: &Meta, name: &str) -> bool {
    !matches!(meta, Meta::NameValue(_))
        && meta.path().segments.last().is_some_and(|last| last.ident == name)
}

fn mark_span(mark: &Meta) -> Span {
    let last = mark.path().segments.last();
    last.map_or_else(Span::call_site, |last| Span::call_site().located_at(last.ident.span()))
}

#[cfg(test)]
mod tests {
    use proc_macro2::{Delimiter, Group, TokenStream};
    use quote::{ToTokens, quote};

    use super::{Item, Kind, holds_items, items};
    use crate::tool::expand;

    fn fragment(tokens: TokenStream) -> Group {
        Group::new(Delimiter::None, tokens)
    }

    fn kinds(items: &[Item]) -> String {
        let kind = |item: &Item| match &item.kind {
            Kind::Function => "function".to_owned(),
            Kind::Block(_, items) => format!("block({})", kinds(items)),
            Kind::Other(word) => word.as_ref().map_or("other".to_owned(), ToString::to_string),
        };
        items.iter().map(kind).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn tokens_are_split_into_items() {
        let body = fragment(quote!({ body() }));
        let marked = fragment(quote!(
            #[tool]
            fn f() {}
        ));
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
            (quote!(#![allow(a)] #[a] fn f() {}), "other function"),
            (quote!(fn f() #body fn g() {}), "function function"),
            (quote!(fn f() ({ body() }) fn g() {}), "function"),
            (quote!(#marked fn g() {}), "function function"),
            (quote!(impl S { #marked const A: u8 = 1; }), "block(function const)"),
            (quote!(a!{} fn f() {}), "a function"),
        ] {
            let items = items(tokens.clone());
            assert_eq!(kinds(&items), expected, "{tokens}");
            let again: TokenStream = items.iter().map(ToTokens::to_token_stream).collect();
            assert_eq!(again.to_string(), tokens.to_string());
        }
    }

    #[test]
    fn a_fragment_of_a_macro_can_be_an_item() {
        for (tokens, is_item) in [
            (
                quote!(
                    fn f() {}
                ),
                true,
            ),
            (
                quote!(
                    pub mod m {}
                ),
                true,
            ),
            (quote!(#[a]), true),
            (
                quote!(
                    #[a]
                    const A: u8 = 1;
                ),
                true,
            ),
            (quote!({ body() }), false),
            (quote!(fn() -> u8), false),
            (quote!(impl Trait), false),
            (quote!(S { a: 1 }), false),
        ] {
            assert_eq!(holds_items(&fragment(tokens.clone())), is_item, "{tokens}");
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

    #[test]
    fn a_mark_can_have_a_condition() {
        let block = |dialect: &str, attributes: &str| {
            let block = format!("impl S {{ {attributes} fn f() -> Result<(), E> {{}} }}");
            let args: TokenStream = format!("dialect = \"{dialect}\"").parse().unwrap();
            expand(args, block.parse().unwrap()).to_string()
        };
        let conditional = "#[cfg_attr(a, envelope_tool(telemetry), inline)]";
        let expanded = block("response-v2", conditional);
        let given =
            "# [cfg_attr (a , envelope_tool (dialect = \"response-v2\" , telemetry) , inline)]";
        assert!(expanded.contains(given), "{expanded}");
        // After an error, the marks are taken off.
        let expanded = block("nothing", conditional);
        assert!(expanded.contains("# [cfg_attr (a , inline)]"), "{expanded}");
        let expanded = block("nothing", "#[cfg_attr(a, envelope_tool)]");
        assert!(!expanded.contains("cfg_attr"), "{expanded}");
    }

    #[cfg(feature = "rmcp")]
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
