//! `#[envelope_tool]` on an `impl` block or an inline module: its arguments go to each function in it that is marked as a tool,
//! whose own arguments add to them or override them.

use proc_macro2::{Group, Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::Error;

use super::args::{Args, Written, no_dialect};
use super::arguments;
use super::expand::fallback;
use super::function;
use super::items::{Item, Kind, items};
use super::router::{self, Router};
use super::settings;
use crate::errors::Errors;
use crate::spans::tokens_at;

/// The `impl` block or the inline module that an item is.
pub(super) fn block(item: TokenStream) -> Option<Item> {
    let mut items = items(item);
    let block = items.pop()?;
    let is_block = matches!(block.kind, Kind::Block(..));
    let is_trait = || block.tokens.clone().into_iter().any(|token| token.to_string() == "trait");
    (items.is_empty() && is_block && !is_trait()).then_some(block)
}

/// The block, in which each tool has all of its arguments. After an error in the block, its tools are those after an error, and
/// each error is reported once.
pub(super) fn expand(args: TokenStream, block: &Item) -> TokenStream {
    let mut errors = Errors::default();
    let args = Args::parse(args, &mut errors);
    let Kind::Block(braces, items) = &block.kind else { return block.to_token_stream() };
    let mut tools = Vec::new();
    collect_tools(items, &mut tools, &mut errors);
    check(&args, &tools, block.keyword(), &mut errors);
    check_order(&args, block, items, &mut errors);
    check_schemas(&args, block, items, &mut errors);
    let errors = errors.into_compile_errors();
    let given = Given { args: &args, has_errors: errors.is_some(), is_of_trait: false };
    let block = given.block(block, items, braces);
    quote!(#errors #block)
}

/// The own arguments of each item that is marked, at any depth. Another item than a function or a block is an error.
fn collect_tools(items: &[Item], tools: &mut Vec<Args>, errors: &mut Errors) {
    for item in items {
        if let Some(mark) = item.mark() {
            if let Kind::Other(word) = &item.kind {
                errors.push(no_function(mark, word.as_ref()));
            }
            // What is wrong with them is reported when they are expanded.
            tools.push(Args::parse(item.own_arguments(), &mut Errors::default()));
        } else if let Kind::Block(_, items) = &item.kind {
            collect_tools(items, tools, errors);
        }
    }
}

fn no_function(mark: &Ident, word: Option<&Ident>) -> Error {
    let span = word.map_or_else(|| mark.span(), Ident::span);
    Error::new(span, format!("a tool is a function; remove `#[{mark}]` from this item"))
}

/// Reports what is wrong with the block for all of its tools.
fn check(args: &Args, tools: &[Args], keyword: Span, errors: &mut Errors) {
    if tools.is_empty() {
        let message = "no function in this block is marked as a tool; write `#[tool]` or `#[envelope_tool]` on each one that should be";
        errors.push(Error::new(keyword, message));
        return;
    }
    if !args.names_dialect() && !tools.iter().any(Args::names_dialect) {
        errors.push(no_dialect(args));
        return;
    }
    settings::check_block(args, tools, errors);
    for written in &args.written {
        let name = written.name.to_string();
        if tools.iter().all(|own| own.overrides(&name)) {
            let message = format!("each tool of this block has its own `{name}`; remove this one");
            errors.push(Error::new(written.name.span(), message));
        }
    }
}

/// Reports a block whose router the SDK has made already: its tools know neither the id nor the contract of a request.
fn check_order(args: &Args, block: &Item, items: &[Item], errors: &mut Errors) {
    if items.iter().any(router::is_made_by_sdk) {
        let span = args.written.first().map_or_else(|| block.keyword(), |first| first.name.span());
        let message = "`#[tool_router]` is above this attribute, so that its tools do not know the id and the contract of a request; write `#[envelope_tool(…)]` above `#[tool_router]`";
        errors.push(Error::new(span, message));
    }
}

/// Reports each `output_schema` for a tool in the `impl` of a trait, once.
fn check_schemas(args: &Args, block: &Item, items: &[Item], errors: &mut Errors) {
    let mut is_given = false;
    for own in in_traits(block, items) {
        let own = Args::parse(own, &mut Errors::default());
        is_given |= own.output_schema.is_none();
        errors.take(own.output_schema.map_or(Ok(()), no_place_for_schema));
    }
    if is_given {
        errors.take(args.output_schema.map_or(Ok(()), no_place_for_schema));
    }
}

/// The own arguments of each tool in the `impl` of a trait, which is the block or is in it.
fn in_traits(block: &Item, items: &[Item]) -> Vec<TokenStream> {
    let is_of_trait = block.is_of_trait();
    let mut tools = Vec::new();
    for item in items {
        match (&item.kind, item.mark()) {
            (Kind::Function, Some(_)) if is_of_trait => tools.push(item.own_arguments()),
            (Kind::Block(_, items), None) => tools.extend(in_traits(item, items)),
            _ => {}
        }
    }
    tools
}

fn no_place_for_schema(flag: Span) -> syn::Result<()> {
    let message = "`output_schema` adds a function beside the tool, for which the `impl` of a trait has no place; remove it, or write the tool in an `impl` without a trait";
    Err(Error::new(flag, message))
}

/// What a block gives to its tools.
#[derive(Clone, Copy)]
struct Given<'a> {
    args: &'a Args,
    has_errors: bool,
    /// Whether the block is the `impl` of a trait.
    is_of_trait: bool,
}

impl Given<'_> {
    /// A block with its items, and with the router of the SDK if it has one.
    fn block(&self, block: &Item, items: &[Item], braces: &Group) -> TokenStream {
        let given = Given { is_of_trait: block.is_of_trait(), ..*self };
        let items = given.items(items, braces);
        match Router::of(self.args, block) {
            Some(router) if !self.has_errors => router.block(block, &items),
            _ => {
                let Item { attributes, tokens, .. } = block;
                quote!(#(#attributes)* #tokens #items)
            }
        }
    }

    fn items(&self, items: &[Item], braces: &Group) -> Group {
        let items = items.iter().map(|item| self.item(item)).collect();
        let mut given = Group::new(braces.delimiter(), items);
        given.set_span(braces.span());
        given
    }

    fn item(&self, item: &Item) -> TokenStream {
        match (&item.kind, item.mark()) {
            (Kind::Function | Kind::Block(..), Some(mark)) if !self.has_errors => {
                self.tool(item, mark)
            }
            (Kind::Function, Some(_)) => self.tool_after_error(item),
            (Kind::Other(_), Some(_)) => item.tokens.clone(),
            (Kind::Block(braces, items), None) => self.block(item, items, braces),
            _ => item.to_token_stream(),
        }
    }

    /// A tool, or a block in the block, with all of its arguments.
    fn tool(&self, item: &Item, mark: &Ident) -> TokenStream {
        let own = item.own_arguments();
        let own_args = Args::parse(own.clone(), &mut Errors::default());
        let inherited = self.args.written.iter().filter(|written| self.gives(written, &own_args));
        let inherited = inherited.map(|written| &written.tokens);
        let path = item.own().map_or_else(
            || tokens_at(self.args.runtime.item(&["envelope_tool"]), mark.span()),
            |(path, _)| path.to_token_stream(),
        );
        let attributes = item.attributes_with(Some(&quote!(#path(#(#inherited,)* #own))));
        let rest = item.rest();
        quote!(#attributes #rest)
    }

    /// A tool of a block with an error.
    fn tool_after_error(&self, item: &Item) -> TokenStream {
        let attributes = item.attributes_with(None);
        let tokens = &item.tokens;
        let tool = quote!(#attributes #tokens);
        let mut args = Args::parse(item.own_arguments(), &mut Errors::default());
        args.inherit_output(self.args);
        args.output_schema =
            args.output_schema.or(self.args.output_schema).filter(|_| !self.is_of_trait);
        args.runtime = args.runtime.or(&self.args.runtime).clone();
        match function::parse(tool.clone()) {
            Ok(mut function) => {
                arguments::take(&args.runtime, &mut function);
                fallback(&args, &function)
            }
            Err(_) => tool,
        }
    }

    /// Whether an argument of the block is for a tool with these arguments of its own.
    fn gives(&self, written: &Written, own: &Args) -> bool {
        let name = written.name.to_string();
        !own.overrides(&name) && settings::is_of(&name, own.dialects_or(self.args))
    }
}

#[cfg(test)]
mod tests {
    use crate::tool::expand;

    const DIALECT: &str = "dialect = \"response-v2\"";

    fn block(args: &str, block: &str) -> String {
        expand(args.parse().unwrap(), block.parse().unwrap()).to_string()
    }

    fn errors(expanded: &str) -> usize {
        expanded.matches("compile_error").count()
    }

    #[test]
    fn arguments_reach_the_tools_of_blocks_within() {
        let expanded = block(
            DIALECT,
            "mod m { impl S { #[envelope_tool(telemetry)] fn f() -> Result<(), E> {} fn g() {} } }",
        );
        assert_eq!(errors(&expanded), 0, "{expanded}");
        let given = "# [envelope_tool (dialect = \"response-v2\" , telemetry)] fn f";
        assert!(expanded.contains(given), "{expanded}");
        assert_eq!(expanded.matches("envelope_tool").count(), 1, "{expanded}");
    }

    #[test]
    fn a_trait_is_no_block() {
        let expanded = block(DIALECT, "trait T { #[envelope_tool] fn f() -> Result<(), E>; }");
        assert_eq!(errors(&expanded), 1, "{expanded}");
        assert!(expanded.contains("a tool is a function, not a trait"), "{expanded}");
    }

    #[test]
    fn a_marked_constant_is_one_error() {
        let expanded = block(
            DIALECT,
            "impl S { #[envelope_tool] const A: u8 = 1; #[tool] fn f() -> Result<(), E> {} }",
        );
        assert_eq!(errors(&expanded), 1, "{expanded}");
        assert!(expanded.contains("const A : u8 = 1 ;"), "{expanded}");
        assert!(!expanded.contains("# [envelope_tool"), "{expanded}");
    }

    #[test]
    fn a_block_has_a_tool_and_a_dialect() {
        for (args, item, message) in [
            (DIALECT, "impl S { fn f() {} }", "no function in this block is marked as a tool"),
            ("telemetry", "impl S { #[tool] fn f() {} }", "the dialect is missing"),
            (
                "dialect = \"response-v2\", data = \"a\"",
                "impl S { #[envelope_tool(data = \"b\")] fn f() {} }",
                "each tool of this block has its own `data`; remove this one",
            ),
        ] {
            let expanded = block(args, item);
            assert_eq!(errors(&expanded), 1, "{expanded}");
            assert!(expanded.contains(message), "{expanded}");
        }
        let own = "impl S { #[envelope_tool(dialect = \"response-v2\")] fn f() {} }";
        assert_eq!(errors(&block("telemetry", own)), 0);
    }

    #[cfg(feature = "schemars")]
    #[test]
    fn the_impl_of_a_trait_has_no_place_for_a_schema() {
        let message = "the `impl` of a trait has no place";
        let given = format!("{DIALECT}, output_schema");
        let (tool, own) = ("#[tool]", "#[envelope_tool(output_schema)]");
        for (args, mark, header, refused) in [
            (DIALECT, tool, "impl T for S", 0),
            (DIALECT, own, "impl T for S", 1),
            (&given, tool, "impl T for S", 1),
            (&given, tool, "impl S", 0),
            (DIALECT, own, "impl S", 0),
        ] {
            let inner = format!("{header} {{ {mark} fn f() -> Result<(), E> {{}} }}");
            for item in [format!("mod m {{ {inner} }}"), inner] {
                let expanded = block(args, &item);
                assert_eq!(errors(&expanded), refused, "{item}: {expanded}");
                assert_eq!(expanded.matches(message).count(), refused, "{item}");
            }
        }
    }

    /// A tool with arguments of its own, in a block with one error.
    fn tool_of_a_wrong_block(given: &str, own: &str) -> String {
        let tool = format!("#[envelope_tool({own})] fn f() -> Result<(), E> {{}}");
        let item = format!("impl S {{ {tool} #[tool] fn g() -> Result<(), E> {{}} }}");
        let expanded = block(&format!("dialect = \"nothing\", {given}"), &item);
        assert_eq!(errors(&expanded), 1, "{expanded}");
        let (tool, _) = expanded.split_once("fn g").unwrap();
        tool.to_owned()
    }

    /// Calls of the tool compile as they would without the error.
    #[test]
    fn a_tool_of_a_wrong_block_returns_what_it_would() {
        for (given, own, output) in [
            ("crate = a, returns = String", "", "-> String"),
            ("crate = a, returns = String", "crate = b", "-> String"),
            ("crate = a, returns = String", "returns = Json", "-> Json"),
            ("crate = a", "returns = Json", "-> Json"),
            ("crate = a", "", "-> a :: __private :: Envelope"),
            ("crate = a", "crate = b", "-> b :: __private :: Envelope"),
            ("catch_panic", "crate = b", "-> b :: __private :: Envelope"),
            ("catch_panic", "", "-> :: envelope_runtime :: __private :: Envelope"),
        ] {
            let tool = tool_of_a_wrong_block(given, own);
            assert!(tool.contains(&format!("fn f () {output} {{")), "{own}: {tool}");
        }
    }

    #[cfg(feature = "http")]
    #[test]
    fn a_tool_of_a_wrong_block_has_the_status_of_one_of_both() {
        for (given, own, output) in [
            ("status = 201", "", "SuccessStatus < 201 >"),
            ("status = 201", "status = 202", "SuccessStatus < 202 >"),
            ("returns = String", "status = 202", "SuccessStatus < 202 >"),
            ("status = 201", "returns = String", "-> String"),
        ] {
            let tool = tool_of_a_wrong_block(given, own);
            assert!(tool.contains(output), "{own}: {tool}");
        }
    }

    /// After an error, the function beside a tool is there where it would be without.
    #[cfg(feature = "schemars")]
    #[test]
    fn a_wrong_block_keeps_its_schemas() {
        for (header, has_schema) in [("impl S", true), ("impl T for S", false)] {
            let item = format!("{header} {{ #[envelope_tool] fn f() -> Result<(), E> {{}} }}");
            let expanded = block("dialect = \"nothing\", output_schema", &item);
            assert_eq!(expanded.contains("fn f_output_schema"), has_schema, "{expanded}");
        }
    }

    #[cfg(feature = "rmcp")]
    #[test]
    fn a_wrong_block_keeps_the_router_of_the_sdk() {
        let item = "#[tool_router] impl S { #[tool] fn f() -> Result<(), E> {} }";
        let expanded = block(DIALECT, item);
        assert!(expanded.contains("with_request_ids"), "{expanded}");
        let expanded = block("dialect = \"nothing\"", item);
        assert_eq!(errors(&expanded), 1, "{expanded}");
        assert!(expanded.contains("# [tool_router] impl S"), "{expanded}");
        assert!(!expanded.contains("with_request_ids"), "{expanded}");
    }
}
