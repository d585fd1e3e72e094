//! For any tokens, the macros return tokens, and never panic.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use syn::{DeriveInput, Error};

use crate::random::Random;
use crate::{payload, tool, tool_error};

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

/// Expands the attribute with its arguments over a function, a block and a type, and the derives over the type.
pub(crate) fn expand(random: &mut Random) -> u64 {
    let originals = [ARGUMENTS.as_slice(), &FUNCTIONS, &BLOCKS, &TYPES].concat();
    let other: Vec<TokenTree> = tokens(random.pick(&originals)).into_iter().collect();
    let arguments = mutated(tokens(random.pick(&ARGUMENTS)), &other, random);
    let items = [random.pick(&FUNCTIONS), random.pick(&BLOCKS), random.pick(&TYPES)]
        .map(|item| mutated(tokens(item), &other, random));
    for item in &items {
        let expanded = tool::expand(arguments.clone(), item.clone());
        assert!(!expanded.is_empty(), "#[envelope_tool({arguments})] {item}");
    }
    let [.., item] = items;
    assert!(!derived(&item, tool_error::expand).is_empty(), "#[derive(ToolError)] {item}");
    assert!(!derived(&item, payload::expand).is_empty(), "#[derive(Payload)] {item}");
    5
}

/// Expands a derive over an item, as the compiler does.
fn derived(item: &TokenStream, expand: fn(&DeriveInput) -> TokenStream) -> TokenStream {
    let item = syn::parse2::<DeriveInput>(item.clone());
    item.map_or_else(Error::into_compile_error, |item| expand(&item))
}

/// The macros also parse the strings in attributes.
pub(crate) fn format_strings(random: &mut Random) -> u64 {
    const PIECES: [&str; 16] =
        ["a", "{", "}", "{{", "}}", "0", ":", "$", ".", "*", "?", "é", "r#a", ">", " ", "{a:0$}"];
    let text = random.list(12, |random| random.pick(&PIECES)).concat();
    let item = quote::quote! {
        #[tool_error(code = "CONFLICT", message = #text, remediation = #text)]
        struct E { a: u8 }
    };
    assert!(!derived(&item, tool_error::expand).is_empty(), "{text}");
    let arguments = quote::quote!(dialect = "dotbot-mcp-response@1", summary(#text));
    let function = quote::quote!(
        fn f() -> Result<(), E> {}
    );
    assert!(!tool::expand(arguments, function).is_empty(), "{text}");
    2
}

fn tokens(text: &str) -> TokenStream {
    text.parse().unwrap_or_default()
}

/// Removes, doubles, moves and truncates tokens, and inserts tokens of another stream, at any depth.
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
