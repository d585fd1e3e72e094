//! What the macros make of code that is nested deep, or typed by half. `tests/cases` gives them random tokens.

use proc_macro2::TokenStream;

use crate::{error, payload, tool};

fn tokens(text: &str) -> TokenStream {
    text.parse().unwrap_or_default()
}

/// What is nested too deep to be parsed is one error. What is not parsed can be nested as deep as the compiler takes it.
#[test]
fn deep_nesting_is_one_error() {
    let deep = |open: &str, close: &str| format!("{}u8{}", open.repeat(1_000), close.repeat(1_000));
    for nested in [deep("Vec<", ">"), deep("(", ",)"), deep("[", "; 1]"), deep("&'a ", "")] {
        let function = format!("fn f(x: {nested}) -> Result<{nested}, E> {{ }}");
        let block =
            format!("impl S {{ #[envelope_tool(x)] {function} #[tool] fn g() -> {nested} {{}} }}");
        let item = format!("#[tool_error(code = \"CONFLICT\")] struct S {{ x: {nested} }}");
        let dialect = "dialect = \"response-v2\"";
        for (expanded, errors) in [
            (tool::expand(tokens(dialect), tokens(&function)), 1),
            (
                tool::expand(
                    tokens(&format!("dialect = {nested}")),
                    tokens("fn f() -> Result<(), E> {}"),
                ),
                1,
            ),
            (tool::expand(tokens(dialect), tokens(&block)), 0),
            (tool::expand(tokens("dialect"), tokens(&block)), 1),
            (error::expand(tokens(&item)), 1),
            (payload::expand(tokens(&item)), 1),
            (
                tool::expand(
                    tokens(dialect),
                    tokens(&format!("fn f() -> Result<(), E> {{ let x: {nested}; }}")),
                ),
                0,
            ),
        ] {
            let expanded = expanded.to_string();
            assert_eq!(expanded.matches("compile_error").count(), errors);
        }
    }
}

/// A body is passed on as it is: half-typed code keeps its function, and an editor goes on completing in it.
#[test]
fn a_half_typed_body_keeps_its_function() {
    for body in
        ["let x = ;", "self.", "if x {} else", "foo(1, )", "match x { A => }", "let y: Vec<"]
    {
        let function = format!("fn read(&self) -> Result<(), E> {{ {body} }}");
        let expanded = tool::expand(tokens("dialect = \"response-v2\""), tokens(&function));
        let expanded = expanded.to_string();
        assert!(expanded.contains("fn read"), "{expanded}");
        assert!(!expanded.contains("compile_error"), "{expanded}");
    }
}

/// Arguments that are being typed are at most one error, and never take the function with them.
#[test]
fn half_typed_arguments_keep_the_function() {
    const TYPED: [&str; 6] = [
        r#"dialect = "response-v2", data = "tasks", request_id = context.id(), telemetry, catch_panic"#,
        r#"dialect = "dotbot-mcp-response@1", summary("{}", data.len()), version = "1.0.0", source = a::b"#,
        r#"dialect = "code-scalpel-v1", tier = "pro", capabilities = ["a", "b"], returns = Vec<u8>"#,
        r#"dialect = crate::Acme, data("a", "b"), crate = ::renamed::runtime, flag = Vec::<u8>::new()"#,
        r#"dialect = "mcp-2025-11-25", text("{data:?}", data = x), pretty, structured_errors"#,
        r#"dialects("response-v2", crate::Legacy), request_id = &*id, sunset = -y"#,
    ];
    let function = "pub async fn list(&self, id: u8) -> Result<Reply<T>, E> { let x = ; self. }";
    for typed in TYPED {
        let all: Vec<_> = tokens(typed).into_iter().collect();
        for end in 0..=all.len() {
            let half: TokenStream = all.iter().take(end).cloned().collect();
            let expanded = tool::expand(half.clone(), tokens(function)).to_string();
            assert!(expanded.contains("let x = ; self ."), "{half}: {expanded}");
            assert!(
                expanded.contains("pub async fn list (& self , id : u8)"),
                "{half}: {expanded}"
            );
            let errors = expanded.matches("compile_error").count();
            assert!(errors <= 1, "{half}: {expanded}");
        }
    }
}

/// An argument that cannot be read may be the dialect, which is then not missing as well.
#[test]
fn arguments_that_cannot_be_read_are_one_error() {
    for arguments in ["data =", "data = 1", "5", "\"response-v9\""] {
        let expanded = tool::expand(tokens(arguments), tokens("fn f() -> Result<(), E> {}"));
        let expanded = expanded.to_string();
        assert_eq!(expanded.matches("compile_error").count(), 1, "{arguments}: {expanded}");
    }
}

/// After an error in a block, its tools still name the runtime where it is.
#[test]
fn a_tool_of_a_wrong_block_has_its_runtime() {
    let block = "impl S {
        #[envelope_tool] fn f() -> Result<(), E> {}
        #[envelope_tool(crate = own)] fn g() -> Result<(), E> {}
    }";
    let expanded = tool::expand(tokens("dialect = \"nothing\", crate = renamed"), tokens(block));
    let expanded = expanded.to_string();
    assert_eq!(expanded.matches("compile_error").count(), 1, "{expanded}");
    let (f, g) = expanded.split_once("fn g").unwrap();
    assert!(f.contains("renamed :: __private") && !f.contains("own ::"), "{f}");
    assert!(g.contains("own :: __private") && !g.contains("renamed"), "{g}");
    assert!(!expanded.contains("envelope_runtime"), "{expanded}");
}

/// After an error in a block, its tools still return what they returned.
#[test]
fn a_tool_of_a_wrong_block_has_its_output() {
    let block = "impl S {
        #[envelope_tool] fn f() -> Result<(), E> {}
        #[envelope_tool(returns = Vec<u8>)] fn g() -> Result<(), E> {}
    }";
    let expanded = tool::expand(tokens("dialect = \"nothing\", returns = String"), tokens(block));
    let expanded = expanded.to_string();
    assert!(expanded.contains("fn f () -> String"), "{expanded}");
    assert!(expanded.contains("fn g () -> Vec < u8 >"), "{expanded}");
}

/// What is not marked in a block is passed on token by token, and a marked function beside it is found.
#[test]
fn half_typed_code_in_a_block_stays_as_it_is() {
    for half in [
        "fn half(&self, x: ) -> { let y = ; }",
        "const HALF: = ;",
        "fn half",
        "struct Half { x: , }",
        "#[] fn half() {}",
        "impl X for { fn }",
        "half!(",
    ] {
        // Brackets are always closed in what a macro is given.
        let half = half.replace("half!(", "half!();");
        let block = format!(
            "impl S {{ {half} #[envelope_tool] fn read(&self) -> Result<(), E> {{ x. }} }}"
        );
        let expanded =
            tool::expand(tokens("dialect = \"response-v2\""), tokens(&block)).to_string();
        let half = tokens(&half).to_string();
        assert!(expanded.contains(&half), "{expanded}");
        assert!(expanded.contains("envelope_tool (dialect = \"response-v2\""), "{expanded}");
        assert!(!expanded.contains("compile_error"), "{expanded}");
    }
}

/// The SDK's attribute gets the output schema once: one that is written by hand stays, and that of a tool is an error.
#[cfg(feature = "schemars")]
#[test]
fn an_output_schema_is_handed_over_once() {
    let expand = |tool: &str| {
        let function = format!("{tool} fn read(&self) -> Result<(), E> {{}}");
        tool::expand(tokens("dialect = \"response-v2\", output_schema"), tokens(&function))
            .to_string()
    };
    let handed = expand("#[tool(title = \"a\")]");
    assert!(handed.contains("tool (output_schema = :: envelope_runtime"), "{handed}");
    assert!(handed.contains("title = \"a\""), "{handed}");

    let by_hand = expand("#[tool(output_schema = mine(1, 2))]");
    assert!(by_hand.contains("tool (output_schema = mine (1 , 2))"), "{by_hand}");

    for (tool, message) in [
        ("read", "the output schema is handed over by `#[envelope_tool]` already; remove it here"),
        ("list", "this is the output schema of `list`, not of `read`; remove it"),
    ] {
        let twice = expand(&format!("#[tool(output_schema = Self::{tool}_output_schema())]"));
        assert_eq!(twice.matches("compile_error").count(), 1, "{twice}");
        assert!(twice.contains(message), "{twice}");
    }
}
