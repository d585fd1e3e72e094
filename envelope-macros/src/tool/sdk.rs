//! The MCP SDK: the arguments of its attributes, and the signatures that its router can call.

use proc_macro2::Span;
use syn::ext::IdentExt;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Expr, Ident, Meta, Pat, PatType, Path, Receiver, ReceiverKind, Token, Type};

use super::Tool;
use super::attribute::COMMON;
use super::function::Function;
use super::request::{ends_in_any, parameters};
use crate::contracts::pascal_case;
use crate::types::{SCALARS, last_name, only_argument};

/// The arguments of an attribute. `None` for arguments that the SDK does not accept either.
pub(super) fn arguments(attribute: &Meta) -> Option<Vec<Meta>> {
    let Meta::List(list) = attribute else { return Some(Vec::new()) };
    let parse = Punctuated::<Meta, Token![,]>::parse_terminated;
    Some(parse.parse2(list.tokens.clone()).ok()?.into_iter().collect())
}

/// Whether an argument belongs to `#[envelope_tool]`, and not to `#[tool]`.
pub(super) fn is_ours(argument: &Meta) -> bool {
    let name = argument.path().get_ident().map(ToString::to_string).unwrap_or_default();
    name != "output_schema" && COMMON.contains(&name.as_str())
}

/// The value of an argument.
pub(super) fn value_of<'a>(name: &str, arguments: &'a [Meta]) -> Option<&'a Expr> {
    arguments.iter().find_map(|argument| match argument {
        Meta::NameValue(argument) if argument.path.is_ident(name) => Some(&argument.value),
        _ => None,
    })
}

/// How the SDK's router passes an argument to a tool.
pub(super) enum Passed<'a> {
    AsItIs,
    /// The router does not pass it: values belong into `Parameters`.
    Value,
    /// The router passes this `Parameters<T>`, which the author wrote in an `Option`.
    Optional(&'a Type),
    /// The router does not pass it: this type has all arguments, and belongs into `Parameters`.
    All(&'a Type),
}

/// Types of values, which are arguments of a call. The SDK passes facts about a call by their type, such as `RequestContext`.
const VALUES: [&str; 3] = ["Value", "HashMap", "BTreeMap"];

/// Types of values that are arrays in JSON.
const LISTS: [&str; 3] = ["Vec", "HashSet", "BTreeSet"];

impl<'a> Passed<'a> {
    pub(super) fn of(input: &'a PatType, function: &Function) -> Self {
        match only_argument(&input.ty) {
            Some((option, ty)) if option == "Option" && parameters(ty).is_some() => {
                Self::Optional(ty)
            }
            Some((name, ty)) if name == "Json" => Self::All(ty),
            _ if is_value(&input.ty) => Self::Value,
            _ if is_all(input, function) => Self::All(&input.ty),
            _ => Self::AsItIs,
        }
    }
}

/// Whether an argument has all arguments of a call: by its name, or by the name of its type, which can be the name of the tool or, without
/// other arguments, of the argument.
fn is_all(input: &PatType, function: &Function) -> bool {
    const NAMES: [&str; 5] = ["args", "arguments", "input", "params", "parameters"];
    const ENDS: [&str; 7] =
        ["Args", "Arguments", "Input", "Params", "Parameters", "Query", "Request"];
    const PASSED: [&str; 4] = ["Arguments", "JsonObject", "Parameters", "RequestContext"];

    let (Pat::Ident(pattern), Some(ty)) = (&*input.pat, last_name(&input.ty)) else { return false };
    let ty = ty.to_string();
    let is_only = function.inputs().count() == 1;
    let is_named_so = NAMES.iter().any(|name| pattern.ident == name)
        || ENDS.iter().any(|end| ty.ends_with(end))
        || ty == pascal_case(&function.name().to_string())
        || (is_only && ty == pascal_case(&pattern.ident.unraw().to_string()));
    is_named_so && !PASSED.contains(&ty.as_str())
}

/// Whether the JSON of a type is never an object.
pub(super) fn is_no_object(ty: &Type) -> bool {
    matches!(ty, Type::Tuple(_) | Type::Array(_) | Type::Slice(_))
        || ends_in_any(ty, &SCALARS)
        || ends_in_any(ty, &LISTS)
}

/// Whether a type can only be a value, also in an `Option`.
fn is_value(ty: &Type) -> bool {
    match ty {
        Type::Reference(_) => true,
        Type::Group(group) => is_value(&group.elem),
        Type::Paren(paren) => is_value(&paren.elem),
        _ => {
            is_no_object(ty)
                || ends_in_any(ty, &VALUES)
                || only_argument(ty).is_some_and(|(name, ty)| name == "Option" && is_value(ty))
        }
    }
}

/// The part of a receiver with which the SDK's router cannot call a tool.
pub(super) fn unshared(receiver: &Receiver) -> Option<Span> {
    match &receiver.kind {
        ReceiverKind::Reference(_, _, mutability) => mutability.map(|mutable| mutable.span),
        ReceiverKind::Value => Some(receiver.self_token.span),
        _ => None,
    }
}

/// The `#[tool]` of a tool that needs the runtime's feature for the SDK. With `returns` and `via`, a tool makes the result of any SDK, and
/// takes the arguments of that SDK.
pub(super) fn lacks_feature(Tool { arguments, function }: &Tool) -> Option<&Path> {
    let mut inputs = function.inputs().filter(|_| arguments.via.is_none());
    let is_of_any_sdk =
        arguments.returns.is_some() && inputs.all(|input| parameters(&input.ty).is_none());
    let mut tools = function.of_sdk().filter(|_| !cfg!(feature = "rmcp3"));
    tools.find(|_| !is_of_any_sdk).map(Meta::path)
}

/// The status in the arguments of a tool that the SDK calls.
pub(super) fn status_of_no_handler(Tool { arguments, function }: &Tool) -> Option<&Ident> {
    let status = arguments.status.as_ref().and(arguments.named("status"));
    status.filter(|_| function.is_tool())
}
