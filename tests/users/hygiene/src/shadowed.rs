//! Items with names that the output of the macros could use.

#![allow(clippy::pedantic, clippy::nursery, reason = "the names are odd on purpose")]

/// A module, not the crate.
pub mod std {}
/// A module, not the crate.
pub mod core {}
/// A module, not the crate.
pub mod alloc {}
/// A module, not the crate.
pub mod serde {}
/// A module, not the crate.
pub mod serde_json {}
/// A module, not the crate.
pub mod envelope_runtime {}

/// Shadows an item of the standard library.
#[derive(Debug)]
pub struct Result;
/// Shadows an item of the standard library.
#[derive(Debug)]
pub struct Option;
/// Shadows an item of the standard library.
#[derive(Debug)]
pub struct String;
/// Shadows an item of the standard library.
#[derive(Debug)]
pub struct Vec;
/// Shadows an item of the standard library.
#[derive(Debug)]
pub struct Box;
/// Shadows a type of the runtime.
#[derive(Debug)]
pub struct Envelope;
/// Shadows a type of the runtime.
#[derive(Debug)]
pub struct ErrorReport;
/// Shadows an item of the standard library.
pub trait Clone {}
/// Shadows an item of the standard library.
pub trait Display {}
/// Shadows an item of the standard library.
pub trait Send {}
/// Shadows an item of the standard library.
pub trait Into {}
/// Shadows an item of the standard library.
#[allow(non_upper_case_globals)]
pub const Ok: u8 = 0;
/// Shadows an item of the standard library.
#[allow(non_upper_case_globals)]
pub const Err: u8 = 0;
/// Shadows an item of the standard library.
#[allow(non_upper_case_globals)]
pub const Some: u8 = 0;
/// Shadows an item of the standard library.
#[allow(non_upper_case_globals)]
pub const None: u8 = 0;
/// Shadows a name in the expansion.
pub static TOOL: u8 = 0;
/// Shadows an item of the standard library.
#[allow(dead_code)]
fn drop() {}

#[allow(unused_macros)]
macro_rules! format_args {
    ($($tokens:tt)*) => {
        compile_error!("not the one of the prelude")
    };
}

/// Data.
#[derive(Debug, ::envelope_runtime::Payload)]
pub struct Spec {
    /// A field.
    pub id: ::std::string::String,
}

impl ::serde::Serialize for Spec {
    fn serialize<S: ::serde::Serializer>(
        &self,
        serializer: S,
    ) -> ::std::result::Result<S::Ok, S::Error> {
        serializer.collect_map([("id", &self.id)])
    }
}

/// An error.
#[derive(Debug, ::envelope_runtime::ToolError)]
pub enum SpecError<T: ::std::fmt::Debug> {
    /// A variant.
    #[tool_error(code = "NOT_FOUND", message = "no {id}, {self_:?}", remediation = "find {id}")]
    NotFound {
        /// A field.
        #[tool_error(detail, path)]
        id: ::std::string::String,
        /// A field.
        #[tool_error(data)]
        self_: T,
        /// A field.
        #[tool_error(rate_limit)]
        display: ::std::option::Option<::envelope_runtime::RateLimit>,
    },
    /// A variant.
    #[tool_error(transparent)]
    Other(::envelope_runtime::ToolFailure),
}

/// A tool whose arguments have the names of the expansion's own variables.
#[::envelope_runtime::envelope_tool(dialect = "response-v2", request_id = __outcome, telemetry)]
pub fn sync(__call: &str, __outcome: &str, data: u8) -> ::std::result::Result<Spec, SpecError<u8>> {
    let id = ::std::format!("{__call}{__outcome}{data}{TOOL}");
    ::std::result::Result::Ok(Spec { id })
}

/// A tool.
#[::envelope_runtime::envelope_tool(dialect = "response-v2", catch_panic)]
pub async fn asynchronous(
    __call: &str,
    __outcome: &str,
    __future: &str,
) -> ::std::result::Result<Spec, SpecError<u8>> {
    let id = ::std::format!("{__call}{__outcome}{__future}");
    ::std::result::Result::Err(SpecError::NotFound {
        id,
        self_: 1,
        display: ::std::option::Option::None,
    })
}

/// A tool with several dialects.
#[::envelope_runtime::envelope_tool(
    dialects("response-v2", "mcp-2025-11-25", "dotbot-mcp-response@1"),
    request_id = __call,
    source = __outcome,
    summary("{}", data.id),
    text("{}", data.id)
)]
pub fn negotiated(
    __call: &str,
    __outcome: &str,
    __settings_2: &str,
) -> ::std::result::Result<Spec, SpecError<u8>> {
    let id = ::std::format!("{__call}{__outcome}{__settings_2}");
    ::std::result::Result::Ok(Spec { id })
}

/// A tool.
#[::envelope_runtime::envelope_tool(dialect = "response-v2", data = "id")]
#[allow(clippy::type_complexity)]
pub fn boxed(
    __future: &str,
) -> ::std::pin::Pin<
    ::std::boxed::Box<
        dyn ::std::future::Future<Output = ::std::result::Result<&str, SpecError<u8>>>
            + ::std::marker::Send
            + '_,
    >,
> {
    ::std::boxed::Box::pin(async move { ::std::result::Result::Ok(__future) })
}

/// A tool with a limit.
#[::envelope_runtime::envelope_tool(
    dialect = "response-v2",
    timeout = ::std::time::Duration::from_secs(__limit)
)]
pub async fn limited(__limit: u64) -> ::std::result::Result<Spec, SpecError<u8>> {
    ::std::result::Result::Ok(Spec { id: ::std::format!("{__limit}") })
}

/// A tool with extractors, whose patterns have the names of the expansion's own variables.
#[::envelope_runtime::envelope_tool(dialect = "response-v2", data("a", "b"), status = 202)]
pub async fn extracted(
    ::envelope_runtime::axum08::Query(__argument1): ::envelope_runtime::axum08::Query<u8>,
    ::envelope_runtime::axum08::Json(__argument0): ::envelope_runtime::axum08::Json<u8>,
) -> ::std::result::Result<(u8, u8), SpecError<u8>> {
    ::std::result::Result::Ok((__argument1, __argument0))
}

/// A server.
#[derive(Debug)]
pub struct Server;

#[::envelope_runtime::envelope_tool(dialect = "response-v2", data = "id")]
impl Server {
    /// A tool of a block.
    #[::envelope_runtime::envelope_tool]
    pub fn id(&self) -> ::std::result::Result<u8, ::envelope_runtime::ToolFailure> {
        ::std::result::Result::Ok(Ok)
    }
}

#[test]
fn they_answer() {
    assert!(Server.id().as_str().contains(r#""data":{"id":0}"#));
    assert!(sync("a", "b", 1).as_str().contains(r#""data":{"id":"ab10"}"#));
    assert!(sync("a", "b", 1).as_str().contains(r#""request_id":"b""#));
    ::envelope_client::assert_contract!(sync("a", "b", 1));
    assert!(negotiated("a", "b", "c").as_str().contains(r#""data":{"id":"abc"}"#));
    let failure = pollster::block_on(asynchronous("a", "b", "c"));
    assert!(failure.as_str().contains("no abc, 1"));
    assert!(pollster::block_on(boxed("a")).is_success());
    let runtime = ::tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    assert!(runtime.block_on(limited(60)).is_success());
    let query =
        ::envelope_runtime::axum08::Query(::std::convert::From::from(::std::result::Result::Ok(1)));
    let json =
        ::envelope_runtime::axum08::Json(::std::convert::From::from(::std::result::Result::Ok(2)));
    let envelope = pollster::block_on(extracted(query, json)).0;
    assert!(envelope.as_str().contains(r#""data":{"a":1,"b":2}"#));
}
