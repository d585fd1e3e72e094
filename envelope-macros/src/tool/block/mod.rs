//! `#[envelope_tool]` on an `impl` block or an inline module gives its arguments to each function inside that is marked as a tool. A tool's
//! own arguments add to the block's arguments or override them.

mod check;
mod lower;
mod router;

use proc_macro2::TokenStream;
use quote::quote;

use self::router::Router;
use super::attribute::Arguments;
use super::item::{Block, Item, Kind, Mark};
use crate::errors::Errors;

/// A block with the arguments that it gives to its tools.
struct Given<'a> {
    arguments: Arguments,
    item: &'a Item,
    block: &'a Block,
    /// The tools, at any depth, with their marks.
    tools: Vec<(&'a Item, &'a Mark)>,
}

/// Expands the attribute on a block, and adds its arguments to the arguments of each tool. If the block has an error, each tool is lowered
/// as if the tool had an error, and each error is reported once.
pub(super) fn expand(arguments: TokenStream, item: &Item, block: &Block) -> TokenStream {
    let mut errors = Errors::default();
    let arguments = Arguments::parse(arguments, &mut errors);
    let given = Given { arguments, item, block, tools: tools(block) };
    given.check(&mut errors);
    let errors = errors.into_compile_errors();
    let block = given.block(item, block, errors.is_some());
    quote!(#errors #block)
}

fn tools(block: &Block) -> Vec<(&Item, &Mark)> {
    let items = block.items.iter().filter(|item| item.skip().is_none());
    let tools = items.map(|item| match (&item.mark, &item.kind) {
        (Some(mark), _) => vec![(item, mark)],
        (None, Kind::Block(block)) => tools(block),
        (None, Kind::Function | Kind::Other) => Vec::new(),
    });
    tools.flatten().collect()
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
    fn a_block_of_a_handler_has_no_tools() {
        for (attribute, fix) in [
            ("#[tool_handler]", "write this attribute above `#[tool_router]`"),
            ("#[rmcp::tool_handler]", "write this attribute above `#[tool_router]`"),
            ("#[tool_router]", "write `#[tool]` or `#[envelope_tool]` on each one"),
        ] {
            let expanded = block(DIALECT, &format!("{attribute} impl Handler for S {{}}"));
            assert_eq!(errors(&expanded), 1, "{expanded}");
            assert!(expanded.contains(fix), "{expanded}");
        }
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
                // The same holds in a block with an error.
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
    fn a_router_has_each_name_once() {
        for (tools, is_refused) in [
            ("#[tool] fn a() {} #[tool(name = \"a\")] fn b() {}", true),
            ("#[tool(name = \"b\")] fn a() {} #[rmcp::tool] fn b() {}", true),
            ("#[tool(name = \"c\")] fn a() {} #[tool(name = \"c\")] fn b() {}", true),
            ("#[tool(name = \"b\")] fn a() {} #[tool(name = \"a\")] fn b() {}", false),
            ("#[tool(name = NAME)] fn a() {} #[tool(name = \"a\")] fn b() {}", false),
            ("#[cfg(unix)] #[tool] fn a() {} #[tool(name = \"a\")] fn b() {}", false),
            ("#[tool] fn a() {} #[tool(title = \"a\")] fn b() {} fn c() {}", false),
            // The compiler reports this one.
            ("#[tool] fn a() {} #[tool] fn a() {}", false),
        ] {
            let tools = tools.replace("() {}", "() -> Result<(), E> {}");
            let expanded = block(DIALECT, &format!("impl S {{ {tools} }}"));
            let count = expanded.matches("another tool of this block").count();
            assert_eq!(count, usize::from(is_refused), "{tools}: {expanded}");
        }
        // Each server has its own router.
        let servers = "impl A { #[tool] fn a() {} } impl B { #[tool(name = \"a\")] fn b() {} }";
        let expanded = block(DIALECT, &format!("mod servers {{ {servers} }}"));
        assert!(!expanded.contains("another tool of this block"), "{expanded}");
    }

    #[test]
    fn a_trait_is_no_block() {
        let expanded = block(DIALECT, "trait T { #[envelope_tool] fn f() -> Result<(), E>; }");
        assert_eq!(errors(&expanded), 1, "{expanded}");
        assert!(expanded.contains("a tool is a function;"), "{expanded}");
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

    #[cfg(feature = "schemars1")]
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

    #[cfg(feature = "http1")]
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

    #[cfg(feature = "rmcp3")]
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
