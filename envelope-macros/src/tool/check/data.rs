//! Types that cannot be the data of a tool: answers, whose failure would be part of a success, and tuples without a key for each value.

use syn::visit_mut::{self, VisitMut};
use syn::{LitStr, Path, PathSegment, Type, TypeParamBound, TypePath, TypeTuple};

use crate::errors::{Errors, error};
use crate::syntax::values::text_of;
use crate::tool::returned::type_arguments;
use crate::types::{arguments, only_argument};

pub(super) fn check(outcome: &Type, keys: &[LitStr], errors: &mut Errors) {
    let Some(returned) = type_arguments(outcome).into_iter().next() else { return };
    let data = of_reply(returned);
    match data {
        // An argument that cannot be read may be the other key.
        Type::Tuple(values) if errors.is_empty() && response(values).is_none() => {
            check_tuple(values, keys, errors);
        }
        _ if is_result(data) => {
            errors.push(error!(data, "the data of a tool cannot be a `Result`: its error would be sent as a success; use `?`, and return the data. If you mean another type of this name, write its path, such as `search::Result`"));
            return;
        }
        _ => {}
    }
    Answers(errors).visit_type_mut(&mut returned.clone());
}

/// The data in a reply of a dialect.
fn of_reply(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => of_reply(&group.elem),
        Type::Paren(paren) => of_reply(&paren.elem),
        _ => match arguments(ty) {
            Some((name, types)) if name == "Reply" || name == "SharedReply" => {
                types.first().map_or(ty, |data| of_reply(data))
            }
            _ => ty,
        },
    }
}

/// Whether a type is a `Result` that `CRATES` export. Another type of this name can be data.
fn is_result(ty: &Type) -> bool {
    const CRATES: [&str; 6] = ["anyhow", "core", "eyre", "fmt", "io", "std"];

    let is_named = arguments(ty).is_some_and(|(name, _)| name == "Result");
    is_named && matches!(ty, Type::Path(TypePath { path, .. }) if may_be_of(path, &CRATES))
}

/// Reports a tuple under one key, which would be an array.
fn check_tuple(values: &TypeTuple, keys: &[LitStr], errors: &mut Errors) {
    let ([key], 2..) = (keys, values.elems.len()) else { return };
    let key = format!("\"{}\"", key.value());
    let others = (2..=values.elems.len()).map(|place| format!("\"value{place}\""));
    let all = std::iter::once(key.clone()).chain(others).collect::<Vec<_>>().join(", ");
    errors.push(error!(values, "`data = {key}` writes this tuple as an array, whose values have no names; give each value its key: `data({all})`"));
}

/// Reports each answer in the type of the data. The runtime refuses an answer whose type has another name here, such as an alias.
struct Answers<'a>(&'a mut Errors);

impl VisitMut for Answers<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        match answer(ty) {
            Some(message) => self.0.report(ty, message),
            None => visit_mut::visit_type_mut(self, ty),
        }
    }
}

/// Why a type cannot be data, if it has the name of an answer.
fn answer(ty: &Type) -> Option<String> {
    let path = match ty {
        Type::Path(TypePath { path, .. }) => path,
        Type::Tuple(parts) => return response(parts),
        Type::ImplTrait(ty) => return ty.bounds.iter().find_map(stream_or_response),
        _ => return None,
    };
    let name = path.segments.last()?.ident.to_string();
    let message = match name.as_str() {
        "Html" | "Redirect" | "Response" | "Sse" | "StatusCode"
            if path.segments.len() > 1 && may_be_of(path, &["axum", "http"]) =>
        {
            NO_RESPONSE
        }
        "Html" | "Sse" if path.segments.len() == 1 && only_argument(ty).is_some() => NO_RESPONSE,
        "CallToolResult" => {
            "the data of a tool cannot be a `CallToolResult`: its failure would be sent as a success; return only the data: the attribute makes the result from it"
        }
        "Envelope" if may_be_of(path, &["envelope_runtime"]) => {
            "the data of a tool cannot be an `Envelope`: its failure would be sent as a success; move the body of the other tool to a function that returns its `Result`, and call that with `?` in both tools. If you mean another type of this name, write its path, such as `mail::Envelope`"
        }
        "Json" if may_be_of(path, &["axum", "envelope_runtime", "rmcp"]) => {
            let data = text_of(only_argument(ty)?.1);
            return Some(format!(
                "the attribute writes the JSON itself; return `{data}` instead of `Json<{data}>`. If the `Json` itself is the data, write its path, such as `sqlx::types::Json<{data}>`"
            ));
        }
        _ => return None,
    };
    Some(message.to_owned())
}

const NO_RESPONSE: &str = "the attribute makes the response, which is one JSON text; return the data in it, or leave this function a handler without the attribute";

/// Why a type that is only known by this trait cannot be data.
fn stream_or_response(bound: &TypeParamBound) -> Option<String> {
    let TypeParamBound::Trait(bound) = bound else { return None };
    let name = bound.path.segments.last()?.ident.to_string();
    match name.as_str() {
        "IntoResponse" => Some(NO_RESPONSE.to_owned()),
        "Stream" | "TryStream" | "Iterator" | "IntoIterator" => Some(format!(
            "a tool answers with one JSON text, and not with the items of a `{name}` one after the other; collect them, and return a `Vec`"
        )),
        _ => None,
    }
}

/// Why `(StatusCode, T)` cannot be data.
fn response(parts: &TypeTuple) -> Option<String> {
    let parts: Vec<_> = parts.elems.iter().collect();
    let [Type::Path(status), body] = parts.as_slice() else { return None };
    let is_status = status.path.segments.last()?.ident == "StatusCode";
    let data = text_of(
        only_argument(body).filter(|(name, _)| *name == "Json").map_or(*body, |(_, data)| data),
    );
    is_status.then(|| {
        format!("the attribute makes the response; return `{data}`, and write the status in the attribute, for example `status = 201`")
    })
}

/// Whether a path can lead into any of these crates: it begins with the crate's name, or is a name alone.
fn may_be_of(path: &Path, crates: &[&str]) -> bool {
    let first = path.segments.first();
    let is_named = |first: &PathSegment| crates.iter().any(|name| first.ident == name);
    path.segments.len() == 1 || first.is_some_and(is_named)
}
