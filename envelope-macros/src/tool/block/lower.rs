//! A block with its tools, each with its arguments.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::Visibility;

use super::{Given, Router, router};
use crate::errors::Errors;
use crate::spans::{first_and_last, tokens_at};
use crate::tool::Tool;
use crate::tool::attribute::{Arguments, OF_REQUESTS, Written, is_for};
use crate::tool::item::{Block, Item, Kind, Mark};
use crate::tool::marks::{is_own, is_tool};
use crate::tool::returned::{Shape, type_arguments};

impl Given<'_> {
    /// A block with its items, and with the router of the SDK if it has one.
    pub(super) fn block(&self, item: &Item, block: &Block, has_errors: bool) -> TokenStream {
        let items: TokenStream =
            block.items.iter().map(|item| self.item(item, has_errors)).collect();
        if let Some(router) = Router::parse(item).filter(|_| !has_errors) {
            return router.lower(&self.arguments, item, block, &items);
        }
        let (block, tokens) = (block.with(&items), &item.tokens);
        let is_empty = self.tools.is_empty();
        let attributes = item.attributes.iter().map(|attribute| {
            if is_empty { router::allow_empty(attribute) } else { attribute.clone() }
        });
        quote!(#(#attributes)* #tokens #block)
    }

    fn item(&self, item: &Item, has_errors: bool) -> TokenStream {
        if item.skip().is_some() {
            return item.without_marks();
        }
        match (&item.kind, &item.mark) {
            (Kind::Function | Kind::Block(_), Some(mark)) if !has_errors => self.tool(item, mark),
            (Kind::Function, Some(mark)) => {
                self.tool_after_error(item, &mark.arguments, &mark.tokens)
            }
            (Kind::Other, Some(_)) => item.tokens.clone(),
            (Kind::Block(block), None) => self.block(item, block, has_errors),
            (Kind::Function, None) if self.tools.is_empty() && is_like_handler(item) => {
                self.tool_after_error(item, &Arguments::default(), &TokenStream::new())
            }
            _ => item.to_token_stream(),
        }
    }

    /// A tool, or a block in the block, with all of its arguments. The attribute replaces the first mark, so that it expands before the
    /// SDK's. A second `#[envelope_tool]` stays, and the first one reports it.
    fn tool(&self, item: &Item, mark: &Mark) -> TokenStream {
        let path = match &mark.own {
            Some(path) => path.to_token_stream(),
            None => tokens_at(self.arguments.runtime.item(&["envelope_tool"]), mark.name.span()),
        };
        let arguments = self.given(item, &mark.arguments, &mark.tokens);
        let mut given = Some(quote!(#path(#arguments)));
        let own = item.attributes.iter().position(|attribute| is_own(&attribute.meta));
        let attributes = item.attributes.iter().enumerate().map(|(index, attribute)| {
            let is_mark = is_own(&attribute.meta) || is_tool(&attribute.meta);
            // The compiler reports an error of the whole attribute at the mark.
            let given = given.take_if(|_| is_mark).map(|given| {
                let (_, name) = first_and_last(attribute.path());
                quote_spanned!(Span::call_site().located_at(name)=> #[#given])
            });
            let kept = (own != Some(index)).then_some(attribute);
            quote!(#given #kept)
        });
        let (attributes, rest) = (attributes.collect::<TokenStream>(), item.rest());
        quote!(#attributes #rest)
    }

    /// The arguments of the block, and after them the tool's own.
    fn given(&self, item: &Item, own: &Arguments, tokens: &TokenStream) -> TokenStream {
        let written = self.arguments.written.iter();
        let inherited = written.filter(|written| self.gives(written, item, own));
        let inherited = inherited.map(|written| &written.tokens);
        quote!(#(#inherited,)* #tokens)
    }

    /// Whether an argument of the block is for a tool with these arguments. No tool gets an argument with a mistake.
    fn gives(&self, Written { name, tokens }: &Written, item: &Item, own: &Arguments) -> bool {
        let name = name.to_string();
        let dialects = own.dialects_or(&self.arguments);
        // The `impl` of a trait cannot contain the function for the schema. If the data is text, there is no structured content to
        // describe.
        let is_left_out = match name.as_str() {
            "output_schema" => self.item.is_of_trait() || own.data_as_text(dialects).is_some(),
            name if OF_REQUESTS.contains(&name) => !item.takes_request(),
            _ => false,
        };
        // The function of `via` makes the return type of the block.
        let is_of_other_type = name == "via" && own.overrides("returns");
        name != "copies"
            && !tokens.is_empty()
            && !own.overrides(&name)
            && !is_of_other_type
            && !is_left_out
            && is_for(&name, dialects)
    }

    /// A tool of a block with an error, which has been reported.
    fn tool_after_error(&self, item: &Item, own: &Arguments, tokens: &TokenStream) -> TokenStream {
        let tool = item.without_marks();
        let Ok(function) = syn::parse2(tool.clone()) else { return tool };
        let given = self.given(item, own, tokens);
        let arguments = Arguments::parse(given, &mut Errors::default());
        Tool { arguments, function }.lower_after_error()
    }
}

/// Whether other code can call the function as a handler of `axum`: without the mark, there would be another error at that call.
fn is_like_handler(item: &Item) -> bool {
    item.function().is_some_and(|function| {
        function.returned.shape == Shape::Async
            && !matches!(function.visibility, Visibility::Inherited)
            && !type_arguments(&function.returned.outcome).is_empty()
    })
}
