//! Types that cannot be the data of a tool: iterators, and answers whose failure would be part of a success.

use syn::visit_mut::{self, VisitMut};
use syn::{Path, PathSegment, Type, TypeParamBound, TypePath, TypeTuple};

use crate::errors::Errors;
use crate::tool::returned::type_arguments;
use crate::types::{only_argument, text_of};

pub(super) fn check(outcome: &Type, errors: &mut Errors) {
    let Some(data) = type_arguments(outcome).into_iter().next() else { return };
    if is_iterator(data) {
        let message =
            "an iterator cannot be data; collect it: `Result<Vec<…>, …>`, with `data = \"…\"`";
        errors.report(data, message);
    } else {
        Answers(errors).visit_type_mut(&mut data.clone());
    }
}

/// Reports each answer in the type of the data. The runtime refuses an answer whose type has another name here.
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
        _ => return None,
    };
    let name = path.segments.last()?.ident.to_string();
    match name.as_str() {
        "Result" if !type_arguments(ty).is_empty() => Some(
            "the data of a tool cannot be a `Result`: its error would be sent as a success; use `?`, and return the data"
                .to_owned(),
        ),
        "CallToolResult" => Some(
            "the data of a tool cannot be a `CallToolResult`: its failure would be sent as a success; return only the data: the attribute makes the result from it"
                .to_owned(),
        ),
        "Envelope" if may_be_of(path, &["envelope_runtime"]) => Some(
            "the data of a tool cannot be an `Envelope`: its failure would be sent as a success; move the body of the other tool to a function that returns its `Result`, and call that with `?` in both tools. If you mean another type of this name, write its path, such as `mail::Envelope`"
                .to_owned(),
        ),
        "Json" if may_be_of(path, &["axum", "envelope_runtime", "rmcp"]) => {
            let data = text_of(only_argument(ty)?.1);
            Some(format!(
                "the attribute writes the JSON itself; return `{data}` instead of `Json<{data}>`. If the `Json` itself is the data, write its path, such as `sqlx::types::Json<{data}>`"
            ))
        }
        _ => None,
    }
}

/// Why `(StatusCode, T)` cannot be data.
fn response(parts: &TypeTuple) -> Option<String> {
    let mut parts = parts.elems.iter();
    let (Some(Type::Path(status)), Some(body), None) = (parts.next(), parts.next(), parts.next())
    else {
        return None;
    };
    let is_status = status.path.segments.last()?.ident == "StatusCode";
    let data = text_of(
        only_argument(body).filter(|(name, _)| *name == "Json").map_or(body, |(_, data)| data),
    );
    is_status.then(|| {
        format!("the attribute makes the response; return `{data}`, and write the status in the attribute, for example `status = 201`")
    })
}

/// Whether a path can lead into one of these crates: it begins with its name, or is a name alone.
fn may_be_of(path: &Path, crates: &[&str]) -> bool {
    let first = path.segments.first();
    let is_named = |first: &PathSegment| crates.iter().any(|name| first.ident == name);
    path.segments.len() == 1 || first.is_some_and(is_named)
}

/// `impl Iterator<…>`, which does not serialize without a bound.
fn is_iterator(ty: &Type) -> bool {
    let Type::ImplTrait(bounds) = ty else { return false };
    let names: Vec<_> = bounds
        .bounds
        .iter()
        .filter_map(|bound| match bound {
            TypeParamBound::Trait(bound) => bound.path.segments.last(),
            _ => None,
        })
        .map(|segment| segment.ident.to_string())
        .collect();
    let has = |wanted: &[&str]| names.iter().any(|name| wanted.contains(&name.as_str()));
    has(&["Iterator", "IntoIterator", "DoubleEndedIterator", "ExactSizeIterator", "Stream"])
        && !has(&["Serialize"])
}
