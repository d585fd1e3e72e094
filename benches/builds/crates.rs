//! The source of a crate with tools.

use std::fmt::Write;

/// A way to write a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// A function that returns a `Result`, without an envelope.
    Plain,
    /// A function that writes its envelope.
    ByHand,
    /// `#[envelope_tool]`.
    Tool,
    /// `#[tracing::instrument]` on the plain function.
    Instrument,
    /// The `#[tool]` of the MCP SDK, with its `Json<T>`.
    Sdk,
}

impl Way {
    pub(crate) const ALL: [Self; 5] =
        [Self::ByHand, Self::Tool, Self::Plain, Self::Instrument, Self::Sdk];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain function",
            Self::ByHand => "by hand",
            Self::Tool => "tool",
            Self::Instrument => "#[instrument]",
            Self::Sdk => "#[tool] of the SDK",
        }
    }

    /// Only one way needs the SDK.
    pub(crate) fn features(self) -> &'static [&'static str] {
        if self == Self::Sdk { &["--features", "sdk"] } else { &[] }
    }
}

/// Returns the source of a crate with this number of tools.
pub(crate) fn source(way: Way, tools: usize, has_own_types: bool) -> String {
    let mut source = COMMON.to_owned();
    let derives = if way == Way::Sdk { ", schemars::JsonSchema" } else { "" };
    let data = |number: usize| {
        format!(
            "#[derive(Debug, Serialize, Payload{derives})]\npub struct Data{number} {{ pub id: u64, pub title: String, pub labels: Vec<String> }}\n"
        )
    };
    if way == Way::ByHand {
        source.push_str(BY_HAND);
    }
    if !has_own_types {
        source.push_str(&data(0));
        source.push_str(FIND);
    }
    if way == Way::Sdk {
        source.push_str("pub struct Server;\n#[rmcp::tool_router]\nimpl Server {\n");
    }
    let mut types = String::new();
    for number in 0..tools {
        let of_type = if has_own_types { number } else { 0 };
        if has_own_types {
            types.push_str(&data(number));
        }
        // A short body, so that the envelopes take most of the build time.
        let body = if has_own_types {
            format!(
                "if id.is_empty() {{ return Err(missing(id)); }} Ok(Data{number} {{ id: {number}, title: id.to_owned(), labels: Vec::new() }})"
            )
        } else {
            format!("find({number}, id)")
        };
        let result = format!("Result<Data{of_type}, SpecError>");
        let _ = match way {
            Way::Plain => {
                writeln!(source, "pub fn tool{number}(id: &str) -> {result} {{ {body} }}")
            }
            Way::Instrument => {
                writeln!(
                    source,
                    "#[tracing::instrument]\npub fn tool{number}(id: &str) -> {result} {{ {body} }}"
                )
            }
            Way::Tool => writeln!(
                source,
                "#[envelope_tool(dialect = \"response-v2\")]\npub fn tool{number}(id: &str) -> {result} {{ {body} }}"
            ),
            Way::ByHand => writeln!(
                source,
                "pub fn tool{number}(id: &str, request_id: &str) -> String {{\n let result: {result} = (|| {{ {body} }})();\n {ENVELOPE} }}"
            ),
            Way::Sdk => writeln!(
                source,
                "#[rmcp::tool]\nfn tool{number}(&self, rmcp::handler::server::wrapper::Parameters(Id {{ id }}): rmcp::handler::server::wrapper::Parameters<Id>) -> Result<rmcp::handler::server::wrapper::Json<Data{of_type}>, String> {{ let id = id.as_str(); let result: {result} = (|| {{ {body} }})(); result.map(rmcp::handler::server::wrapper::Json).map_err(|error| error.to_string()) }}"
            ),
        };
    }
    if way == Way::Sdk {
        source.push_str("}\n#[derive(serde::Deserialize, schemars::JsonSchema)]\npub struct Id { id: String }\n");
    }
    source + &types
}

const COMMON: &str = r#"#![allow(dead_code, unused_imports)]
use envelope_runtime::{Payload, ToolError, envelope_tool};
use serde::Serialize;

#[derive(Debug, thiserror::Error, ToolError)]
pub enum SpecError {
    #[error("Spec '{id}' not found")]
    #[tool_error(code = "SPEC_NOT_FOUND", error_type = "not_found", remediation = "List the specs")]
    NotFound { #[tool_error(detail)] id: String },
    #[error("The store is down")]
    #[tool_error(code = "UNAVAILABLE")]
    Down,
}
fn missing(id: &str) -> SpecError { SpecError::NotFound { id: id.to_owned() } }
"#;

/// The body of every tool with shared types.
const FIND: &str = r#"
fn find(number: u64, id: &str) -> Result<Data0, SpecError> {
    if id.is_empty() { return Err(missing(id)); }
    Ok(Data0 { id: number, title: format!("{id} {number}"), labels: vec![id.to_owned()] })
}
"#;

const BY_HAND: &str = r#"
#[derive(Serialize)]
struct Success<'a, T> { success: bool, data: T, error: Option<&'a str>, meta: Meta<'a> }
#[derive(Serialize)]
struct Failure<'a> { success: bool, data: Problem<'a>, error: &'a str, meta: Meta<'a> }
#[derive(Serialize)]
struct Problem<'a> {
    error_code: &'a str,
    error_type: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    remediation: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    details: Option<Details<'a>>,
}
#[derive(Serialize)]
struct Details<'a> { id: &'a str }
#[derive(Serialize)]
struct Meta<'a> { version: &'a str, request_id: &'a str }
"#;

/// The code after the body of a tool that writes its envelope.
const ENVELOPE: &str = r#"let meta = Meta { version: "response-v2", request_id };
 match result {
  Ok(data) => serde_json::to_string(&Success { success: true, data, error: None, meta }),
  Err(error) => {
   let message = error.to_string();
   let data = match &error {
    SpecError::NotFound { id } => Problem { error_code: "SPEC_NOT_FOUND", error_type: "not_found", remediation: Some("List the specs"), details: Some(Details { id }) },
    SpecError::Down => Problem { error_code: "UNAVAILABLE", error_type: "unavailable", remediation: None, details: None },
   };
   serde_json::to_string(&Failure { success: false, data, error: &message, meta })
  }
 }.unwrap_or_default()"#;
