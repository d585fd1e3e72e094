//! The macros never panic: whatever they are given, they give tokens.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

use crate::{error, payload, tool};

const ARGUMENTS: [&str; 7] = [
    r#"dialect = "response-v2", data = "tasks", request_id = ctx.id(), telemetry, catch_panic"#,
    r#"dialect = "dotbot-mcp-response@1", summary("{} of {}", data.len(), n), version = "1.0.0""#,
    r#"dialect = "code-scalpel-v1", tier = "pro", capabilities = ["a", "b"], returns = Vec<u8>"#,
    r#"dialect = crate::Acme<'static, 3>, data("a", "b"), crate = ::renamed::runtime, flag"#,
    r#"dialect = "mcp-2025-11-25", text("{data:?}", data = x), pretty, structured_errors"#,
    r#"dialects("response-v2", crate::Legacy, "dotbot-mcp-response@1"), summary("{data}"), source = x, sunset = y"#,
    r#"dialect = 5, data("", ""), returns = , telemetry(, ), = "x", r#type = 'a', status = 204"#,
];

const FUNCTIONS: [&str; 9] = [
    "pub async fn list(&mut self, #[a] mut x: Vec<u8>) -> Result<Reply<T>, E> { #![b] x.await? }",
    "fn f<'a, const N: usize>(self: Arc<Self>) -> Pin<Box<dyn Future<Output = Result<(), E>> + 'a>> {}",
    "unsafe extern \"C\" fn f(x: u8, ...) -> impl Future<Output = Result<impl Sized, E>> + Send;",
    "const fn f((a, b): (u8, u8), S { c, .. }: S) -> io::Result<&mut [u8; 3]> where T: for<'a> X<'a> { }",
    "fn f() { let half = ; if ( }",
    "async fn f(Json(S { mut a, .. }): Json<S<{ 1 }>>, #[a] b: Option<x::Query<'_, T>>, Path(_): Path<[u8; 2]>) -> Result<(), E> {}",
    "impl S { fn f() -> Result<(), E> {} }",
    "default async unsafe fn r#fn() -> ! { loop {} }",
    "",
];

const BLOCKS: [&str; 5] = [
    "impl<T: X<{ 1 }>> S<T> where T: Y, { /** d */ #[tool(output_schema = x, title = \"a\")] async fn f(&self, P(Q { a, .. }): Parameters<Q>) -> Result<(), E> {} const A: [u8; { 1 }] = { [2] }; #[envelope_tool(data = \"n\")] fn g() -> Result<u8, E>; }",
    "pub mod m { #![allow(x)] use a::{b, c}; #[cfg_attr(x, envelope_tool(dialect = \"response-v2\"), tool)] pub fn f(Parameters(x): Parameters<X>) -> BoxFuture<'_, Result<(), E>> {} impl S { #[tool] fn f() -> Result<(), E> { let x = ; } } #[envelope_tool(telemetry)] impl T { } }",
    "#[tool_router(router = r, vis = \"pub(crate)\", server_handler, x(y))] #[cfg(x)] impl<T> S<T> where T: Y { #[tool] async fn f(&self) -> Result<(), E> {} }",
    "unsafe impl Tr for S { #[tool] const X: u8 = 1; fn half #[tool] fn f(&self) -> io::Result<()> {} x! { #[tool] fn }",
    "mod a { macro_rules! m { () => { #[tool] } } thread_local! { static A: u8 = 1; } #[rmcp::tool] extern \"C\" { } #[envelope_tool] trait T { #[tool] fn x(); } pub(crate) struct S { } }",
];

const TYPES: [&str; 8] = [
    r#"#[tool_error(crate = x)] enum E<'a, T: X = u8> { #[error("x")] #[tool_error(code = "NOT_FOUND", remediation = "{0:>1$.3} {{}} {1:?}")] A(#[tool_error(detail = "k", data)] T, u8), #[tool_error(transparent)] B(#[from] io::Error), #[tool_error(with = a::b::<T>)] C(T) }"#,
    r#"#[tool_error(code = "UPGRADE_REQUIRED", message = "{r#type:#x}", upgrade(feature = "f", tier = "pro", reason = "{type}"), codes("code-scalpel-v1" = "x"))] struct S { #[tool_error(path, meta, rate_limit, telemetry = "t")] r#type: u8 }"#,
    r#"#[tool_error(code = "a b", error_type = "nope", message = "{", summary = "}{x", expose = 1)] struct S(#[tool_error(detail)] u8);"#,
    r#"#[serde(transparent, into = "Vec<", tag = "t", rename(serialize = "x"))] #[payload(crate = ::a::b)] struct P<T> { #[serde(skip)] a: PhantomData<T>, b: T }"#,
    "#[serde(untagged)] enum P { A, B(Box<P>), C(u8, u8), D { x: u8 }, #[serde(skip_serializing, untagged)] E }",
    r#"#[serde] #[tool_error] #[tool_error = "x"] union U { a: u8, b: () }"#,
    r#"#[tool_error(message = "{é:€>5} {:?} {0$} {a:b$.c$} {x:.*} }} {{{a}}}")] struct T { é: u8, a: u8 }"#,
    "enum Empty {} struct Two;",
];

/// A small generator, so that a failure can be run again.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap_or_default() % limit.max(1)
    }

    fn pick<'a>(&mut self, texts: &[&'a str]) -> &'a str {
        texts.get(self.below(texts.len())).copied().unwrap_or_default()
    }
}

/// Leaves tokens out, doubles, swaps and truncates them, and puts some of another stream between them, at any depth.
fn mutated(tokens: TokenStream, other: &[TokenTree], random: &mut Random) -> TokenStream {
    let mut mutated: Vec<TokenTree> = Vec::new();
    for token in tokens {
        match random.below(24) {
            0 => continue,
            1 => mutated.push(token.clone()),
            2 => mutated.extend(other.get(random.below(other.len())).cloned()),
            3 if !mutated.is_empty() => {
                let at = random.below(mutated.len());
                mutated.insert(at, token);
                continue;
            }
            4 if random.below(8) == 0 => break,
            _ => {}
        }
        mutated.push(match token {
            TokenTree::Group(group) => {
                let delimiter = match random.below(40) {
                    0 => Delimiter::None,
                    1 => Delimiter::Bracket,
                    _ => group.delimiter(),
                };
                Group::new(delimiter, self::mutated(group.stream(), other, random)).into()
            }
            token => token,
        });
    }
    mutated.into_iter().collect()
}

fn tokens(text: &str) -> TokenStream {
    text.parse().unwrap_or_default()
}

#[test]
fn any_input_gives_tokens() {
    let all = ARGUMENTS.iter().chain(&FUNCTIONS).chain(&BLOCKS).chain(&TYPES).copied().map(tokens);
    let soup: Vec<TokenTree> = all.flatten().collect();
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    for _ in 0..30_000 {
        let arguments = mutated(tokens(random.pick(&ARGUMENTS)), &soup, &mut random);
        let function = mutated(tokens(random.pick(&FUNCTIONS)), &soup, &mut random);
        let item = mutated(tokens(random.pick(&TYPES)), &soup, &mut random);
        let block = mutated(tokens(random.pick(&BLOCKS)), &soup, &mut random);
        assert!(!tool::expand(arguments.clone(), function).is_empty());
        assert!(!tool::expand(arguments.clone(), block).is_empty());
        assert!(!tool::expand(arguments, item.clone()).is_empty());
        assert!(!error::expand(item.clone()).is_empty());
        assert!(!payload::expand(item).is_empty());
    }
}

/// Strings inside of attributes are parsed, too.
#[test]
fn any_format_string_gives_tokens() {
    const PIECES: [&str; 16] =
        ["{", "}", "{{", "}}", "a", "0", ":", "$", ".", "*", "?", "é", "r#a", ">", " ", "{a:0$}"];
    let mut random = Random(0x2545_F491_4F6C_DD1D);
    for _ in 0..20_000 {
        let text: String = (0..random.below(12)).map(|_| random.pick(&PIECES)).collect();
        let item = quote::quote! {
            #[tool_error(code = "CONFLICT", message = #text)]
            struct E { a: u8 }
        };
        assert!(!error::expand(item).is_empty(), "{text}");
    }
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
