//! `#[envelope_tool]` on an `impl` block or an inline module: its arguments go to each function in it that is marked as a tool,
//! whose own arguments add to them or override them.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::{Error, Visibility};

use super::args::{Args, Written, no_dialect};
use super::arguments;
use super::expand::fallback;
use super::function::{self, Shape, type_arguments};
use super::items::{Block, Item, Kind};
use super::mark::skipped;
use super::router::{self, Router};
use super::settings;
use crate::errors::Errors;
use crate::spans::tokens_at;

const SKIPPED_BLOCK: &str = "`skip` exempts one function; write it on each function of this block that should stay as it is";

/// Expands the attribute on an `impl` block or an inline module: each tool in it has all of its arguments. After an error in the
/// block, its tools are those after an error, and each error is reported once. `None` for any other item.
pub(super) fn expand(args: &TokenStream, item: &TokenStream) -> Option<TokenStream> {
    let mut item: Item = syn::parse2(item.clone()).ok()?;
    let Kind::Block(block) = &item.kind else { return None };
    let mut errors = Errors::default();
    let args = Args::parse(args.clone(), &mut errors);
    if let Some(misplaced) = args.misplaced_skip(SKIPPED_BLOCK) {
        errors.push(misplaced);
    }
    let mut tools = Vec::new();
    collect_tools(block, &mut tools, &mut errors);
    check(&args, &tools, &item, &mut errors);
    check_order(&args, &item, &mut errors);
    let errors = errors.into_compile_errors();
    if tools.is_empty() {
        router::allow_empty(&mut item.attributes);
    }
    let given = Given { args: &args, has_errors: errors.is_some(), has_no_tools: tools.is_empty() };
    let block = given.block(&item, block);
    Some(quote!(#errors #block))
}

/// The own arguments of each item that is marked, at any depth. An item that can't be a tool is an error.
fn collect_tools(block: &Block, tools: &mut Vec<Args>, errors: &mut Errors) {
    for item in &block.items {
        if let Some(skipped) = skipped(item) {
            errors.take(skipped.check_skip());
        } else if let Some(mark) = item.mark() {
            if let Kind::Other = item.kind {
                let message = format!("a tool is a function; remove `#[{mark}]` from this item");
                errors.push(Error::new(item.keyword_span(), message));
            }
            // Mistakes in them are reported when the tool is expanded.
            tools.push(Args::parse(item.own_arguments(), &mut Errors::default()));
        } else if let Kind::Block(block) = &item.kind {
            collect_tools(block, tools, errors);
        }
    }
}

/// Reports mistakes in the arguments of the block, once for all of its tools.
fn check(args: &Args, tools: &[Args], item: &Item, errors: &mut Errors) {
    if tools.is_empty() {
        let message = "no function in this block is marked as a tool; write `#[tool]` or `#[envelope_tool]` on each one that should be";
        errors.push(Error::new(item.keyword_span(), message));
        return;
    }
    if !args.names_dialect() && !tools.iter().any(Args::names_dialect) {
        errors.push(no_dialect(args));
        return;
    }
    settings::check_block(args, tools, errors);
    errors.take(args.check_via());
    let has_router = has_router(args, item) || is_below_router(item);
    if let Some(misplaced) = args.misplaced_copies().filter(|_| !has_router) {
        errors.push(misplaced);
    }
    for written in &args.written {
        let name = written.name.to_string();
        if tools.iter().all(|own| own.overrides(&name)) {
            let message = format!(
                "this `{name}` has no effect, since each tool of the block has its own; remove it here"
            );
            errors.push(Error::new(written.name.span(), message));
        }
    }
    if let Some(flag) = args.output_schema
        && item.is_of_trait()
    {
        let message = "`output_schema` adds a function beside the tool, for which the `impl` of a trait has no place; remove it, or write the tool in an `impl` without a trait";
        errors.push(Error::new(flag, message));
    }
}

/// Whether the block or one in it has a router of the SDK.
fn has_router(args: &Args, item: &Item) -> bool {
    let Kind::Block(block) = &item.kind else { return false };
    Router::of(args, item).is_some() || block.items.iter().any(|item| has_router(args, item))
}

/// Reports a block whose router the SDK has made already: its tools know neither the id nor the contract of a request.
fn check_order(args: &Args, item: &Item, errors: &mut Errors) {
    if is_below_router(item) {
        let span =
            args.written.first().map_or_else(|| item.keyword_span(), |first| first.name.span());
        let message = "`#[tool_router]` is above this attribute, so that its tools do not know the id and the contract of a request; write `#[envelope_tool(…)]` above `#[tool_router]`";
        errors.push(Error::new(span, message));
    }
}

/// Whether the SDK's `#[tool_router]` above the block has expanded.
fn is_below_router(item: &Item) -> bool {
    let Kind::Block(block) = &item.kind else { return false };
    block.items.iter().any(router::is_made_by_sdk)
}

/// The arguments that a block gives to its tools.
struct Given<'a> {
    args: &'a Args,
    has_errors: bool,
    has_no_tools: bool,
}

impl Given<'_> {
    /// A block with its items, and with the router of the SDK if it has one.
    fn block(&self, item: &Item, block: &Block) -> TokenStream {
        let items = block.items.iter().map(|item| self.item(item)).collect();
        match Router::of(self.args, item) {
            Some(router) if !self.has_errors => router.block(item, block, items),
            _ => {
                let Item { attributes, tokens, .. } = item;
                let block = block.with(&items);
                quote!(#(#attributes)* #tokens #block)
            }
        }
    }

    fn item(&self, item: &Item) -> TokenStream {
        if skipped(item).is_some() {
            return item.without_marks();
        }
        match (&item.kind, item.mark()) {
            (Kind::Function | Kind::Block(_), Some(mark)) if !self.has_errors => {
                self.tool(item, mark)
            }
            (Kind::Function, Some(_)) => self.tool_after_error(item),
            (Kind::Other, Some(_)) => item.tokens.clone(),
            (Kind::Block(block), None) => self.block(item, block),
            (Kind::Function, None) if self.has_no_tools && is_like_handler(item) => {
                self.tool_after_error(item)
            }
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
        item.with_arguments(&quote!(#path(#(#inherited,)* #own)))
    }

    /// A tool of a block with an error.
    fn tool_after_error(&self, item: &Item) -> TokenStream {
        let tool = item.without_marks();
        let mut args = Args::parse(item.own_arguments(), &mut Errors::default());
        args.inherit_output(self.args);
        args.runtime = args.runtime.or(&self.args.runtime).clone();
        match function::parse(tool.clone()) {
            Ok(mut function) => {
                arguments::take(&args.runtime, &mut function);
                fallback(&args, &function)
            }
            Err(_) => tool,
        }
    }

    /// Whether an argument of the block is for a tool with these arguments.
    fn gives(&self, written: &Written, own: &Args) -> bool {
        let name = written.name.to_string();
        let dialects = own.dialects_or(self.args);
        // The other tools of the block have structured content for a schema to describe.
        let is_left_out =
            name == "output_schema" && settings::data_as_text(own, dialects).is_some();
        // The function makes the return type of the block.
        let is_of_other_type = name == "via" && own.overrides("returns");
        name != "copies"
            && !own.overrides(&name)
            && !is_of_other_type
            && !is_left_out
            && settings::is_of(&name, dialects)
    }
}

/// Whether others can call the function as a handler of `axum`, which has to answer: the missing mark would be another error there.
fn is_like_handler(item: &Item) -> bool {
    let function = function::parse(item.to_token_stream());
    function.is_ok_and(|function| {
        function.shape == Shape::Async
            && !matches!(function.visibility, Visibility::Inherited)
            && !type_arguments(&function.outcome).is_empty()
    })
}

#[cfg(test)]
mod tests {
    use proc_macro2::TokenStream;

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
    fn an_exempt_function_stays_as_it_is() {
        let tool = "#[tool] fn f() -> Result<(), E> {}";
        let by_hand = "#[tool] fn g() -> CallToolResult { }";
        for skipped in [
            "#[tool] #[envelope_tool(skip)] fn g() -> CallToolResult {}",
            "#[envelope_tool(skip)] #[tool] fn g() -> CallToolResult {}",
        ] {
            let by_hand: TokenStream = by_hand.parse().unwrap();
            let items =
                [format!("impl S {{ {tool} {skipped} }}"), format!("mod m {{ {tool} {skipped} }}")];
            for item in items {
                let expanded = block(DIALECT, &item);
                assert_eq!(errors(&expanded), 0, "{expanded}");
                assert!(expanded.contains(&by_hand.to_string()), "{expanded}");
                assert!(!expanded.contains("skip"), "{expanded}");
                // Also in a block with an error.
                let expanded = block("dialect = \"nothing\"", &item);
                assert_eq!(errors(&expanded), 1, "{expanded}");
                assert!(expanded.contains(&by_hand.to_string()), "{expanded}");
            }
        }
        let alone = block(DIALECT, "impl S { #[tool] #[envelope_tool(skip)] fn g() {} }");
        assert_eq!(errors(&alone), 1, "{alone}");
        assert!(alone.contains("no function in this block is marked as a tool"), "{alone}");
    }

    #[test]
    fn the_return_type_of_a_tool_is_not_that_of_its_blocks_function() {
        let args = format!("{DIALECT}, returns = Out, via = to_out");
        for (own, given) in [
            ("", "(dialect = \"response-v2\" , returns = Out , via = to_out ,)"),
            ("via = other", "(dialect = \"response-v2\" , returns = Out , via = other)"),
            ("returns = String", "(dialect = \"response-v2\" , returns = String)"),
        ] {
            let item = format!(
                "impl S {{ #[envelope_tool({own})] fn f() -> Result<(), E> {{}} #[tool] fn g() -> Result<(), E> {{}} }}"
            );
            let expanded = block(&args, &item);
            assert_eq!(errors(&expanded), 0, "{own}: {expanded}");
            assert!(expanded.contains(given), "{own}: {expanded}");
        }
        let lone = block(&format!("{DIALECT}, via = to_out"), "impl S { #[tool] fn f() {} }");
        assert_eq!(errors(&lone), 1, "{lone}");
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
            (
                DIALECT,
                "#[async_trait] impl T for S { async fn f() {} }",
                "no function in this block is marked as a tool",
            ),
            ("telemetry", "impl S { #[tool] fn f() {} }", "the dialect is missing"),
            (
                "dialect = \"response-v2\", data = \"a\"",
                "impl S { #[envelope_tool(data = \"b\")] fn f() {} }",
                "this `data` has no effect, since each tool of the block has its own; remove it here",
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
        let args = format!("{DIALECT}, output_schema");
        for (header, is_refused) in [("impl T for S", true), ("impl S", false), ("mod m", false)] {
            let item = format!("{header} {{ #[tool] fn f() -> Result<(), E> {{}} }}");
            let expanded = block(&args, &item);
            assert_eq!(errors(&expanded), usize::from(is_refused), "{item}: {expanded}");
            let message = "the `impl` of a trait has no place";
            assert_eq!(expanded.contains(message), is_refused, "{item}");
        }
    }

    /// A tool with its own arguments, in a block with one error.
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
            ("crate = a", "", "-> a :: Envelope"),
            ("crate = a", "crate = b", "-> b :: Envelope"),
            ("catch_panic", "crate = b", "-> b :: Envelope"),
            ("catch_panic", "", "-> :: envelope_runtime :: Envelope"),
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

    /// Unmarked items of a block are passed on token by token, and marked functions among them are found.
    #[test]
    fn half_typed_code_in_a_block_stays_as_it_is() {
        for half in [
            "fn half(&self, x: ) -> { let y = ; }",
            "const HALF: = ;",
            "fn half",
            "struct Half { x: , }",
            "impl X for { fn }",
            "half!();",
        ] {
            let item = format!(
                "impl S {{ {half} #[envelope_tool] fn read(&self) -> Result<(), E> {{ x. }} }}"
            );
            let expanded = block(DIALECT, &item);
            let half: TokenStream = half.parse().unwrap();
            assert!(expanded.contains(&half.to_string()), "{expanded}");
            assert!(expanded.contains("envelope_tool (dialect = \"response-v2\""), "{expanded}");
            assert!(!expanded.contains("compile_error"), "{expanded}");
        }
    }
}
