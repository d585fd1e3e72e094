//! The requirements of the contracts, of the MCP SDK and of the expansion on a tool.

mod data;
mod sdk;
mod settings;
mod signature;

use proc_macro2::Span;
use quote::ToTokens;
use syn::Error;

pub(super) use self::settings::check as settings;
use super::Tool;
use super::attribute::{Arguments, COMMON};
use super::request::{extractor, read_by};
use super::returned::Shape;
use super::sdk::lacks_feature;
use super::setting::SettingValue;
use crate::contracts::{self, DIALECT_EXAMPLE};
use crate::errors::{Errors, error};
use crate::syntax::suggest::{any_of, nearest};
use crate::syntax::values::{needs_feature, text_of};

/// Checks the arguments of a tool's attribute by themselves.
pub(super) fn arguments(arguments: &Arguments, errors: &mut Errors) {
    if arguments.names_dialect() {
        settings(arguments, &[], errors);
    } else if errors.is_empty() {
        errors.push(no_dialect(arguments));
    }
}

/// Checks the function of a tool, with its arguments.
pub(super) fn function(tool: &Tool, errors: &mut Errors) {
    signature::check(&tool.function, errors);
    data::check(&tool.function.returned.outcome, &tool.arguments.keys, errors);
    check_schema(tool, errors);
    check_copies(&tool.arguments, errors);
    check_via(&tool.arguments, errors);
    check_timeout(tool, errors);
    check_of_requests(tool, errors);
    sdk::check(tool, errors);
    check_order(tool, errors);
}

/// The error for arguments without a dialect, at the argument that was probably meant as the dialect.
pub(super) fn no_dialect(arguments: &Arguments) -> Error {
    for written in &arguments.written {
        let name = written.name.to_string();
        let is_synonym = ["contract", "protocol"].contains(&name.as_str());
        let meant = if is_synonym { Some("dialect") } else { nearest(&name, COMMON) };
        if let Some(meant) = meant.filter(|meant| meant.starts_with("dialect")) {
            return error!(written.name, "there is no argument `{name}`; did you mean `{meant}`?");
        }
    }
    let message = format!(
        "the dialect is missing; add `{DIALECT_EXAMPLE}`, where the value is {}, or the path of a custom dialect",
        any_of(contracts::ids())
    );
    Error::new(Span::call_site(), message)
}

/// Reports `via` without `returns`, which names the type that `via` makes.
pub(super) fn check_via(arguments: &Arguments, errors: &mut Errors) {
    if let Some(via) = arguments.via.as_ref().filter(|_| arguments.named("returns").is_none()) {
        let function = text_of(via);
        errors.push(error!(arguments.named("via"), "`via` converts the envelope into another type, which is missing; add `returns = …` before `via = {function}`"));
    }
}

/// Reports `copies` on a tool, or on a block without a router.
pub(super) fn check_copies(arguments: &Arguments, errors: &mut Errors) {
    let message = "`copies` is a choice of the server, for all tools of its router; write it in the `#[envelope_tool(…)]` above `#[tool_router]`";
    errors.report_each(arguments.named("copies"), message);
}

/// Reports a schema of data whose type is a parameter of the function.
fn check_schema(tool: &Tool, errors: &mut Errors) {
    if let Some(parameter) = tool.type_parameter()
        && tool.arguments.named("output_schema").is_some()
    {
        errors.push(error!(parameter, "`output_schema` needs one type of data, and here it depends on `{parameter}`; write a tool for each type"));
    }
}

/// Checks that a timeout can work: only a future can be dropped before its end, and only with the runtime's feature.
fn check_timeout(tool: &Tool, errors: &mut Errors) {
    let limit = tool.arguments.timeout.as_ref();
    let Some(timeout) = limit.and_then(|_| tool.arguments.named("timeout")) else { return };
    if tool.function.returned.shape == Shape::Value {
        errors.push(error!(
            timeout,
            "`timeout` needs an `async` tool; make the function `async`, or remove `timeout`"
        ));
    } else {
        errors.take(needs_feature(timeout, "tokio1", cfg!(feature = "tokio1")));
    }
}

/// Reports settings for arguments of a request on a tool that has no such argument.
fn check_of_requests(tool: &Tool, errors: &mut Errors) {
    let Tool { arguments, function } = tool;
    for name in arguments.of_requests().filter(|_| function.arguments.is_empty()) {
        if function.inputs().any(|input| extractor(&input.ty).is_some()) {
            errors.take(needs_feature(name, "axum08", cfg!(feature = "axum08")));
        } else if lacks_feature(tool).is_none() {
            let tool = function.name();
            errors.push(error!(name, "`{name}` is about the arguments of a request, and `{tool}` takes none; remove it. A tool takes them as the SDK's `Parameters`, or as extractors of `envelope_runtime::axum08`"));
        }
    }
}

/// Reports a setting that reads an argument of the request, which only the body has.
fn check_order(Tool { arguments, function }: &Tool, errors: &mut Errors) {
    let settings = arguments.settings.iter().map(|setting| {
        let is_text = matches!(setting.value, SettingValue::Format(_));
        (setting.text(), setting.value.written(), is_text)
    });
    let timeout = arguments.timeout.iter().map(|timeout| timeout.limit.to_token_stream());
    let timeout = timeout.map(|limit| ("timeout".to_owned(), limit, false));
    for (name, value, is_text) in settings.chain(timeout) {
        // In a text, `data` is the data of the answer.
        let mut read = read_by(value, &function.arguments).into_iter();
        if let Some(read) = read.find(|read| !is_text || read != "data") {
            errors.push(error!(read, "`{name}` is evaluated outside of the body, and `{read}` is an argument of a request, which only the body can read; write `{name}` without it"));
        }
    }
}
