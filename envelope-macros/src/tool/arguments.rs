//! Arguments that a caller can get wrong: those that the MCP SDK takes out of a request, and the extractors of `axum`. If they do
//! not fit, the tool answers, and its body does not run.

use proc_macro2::{Group, Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::{FnArg, GenericArgument, PatType, PathArguments, Type, parse_quote};

use super::function::{Argument, ArgumentKind, Function};
use super::sdk;
use crate::attr::crate_path::CratePath;
use crate::spans::tokens_over;

/// The names of `axum`'s extractors of data.
const EXTRACTORS: [&str; 4] = ["Form", "Json", "Path", "Query"];

/// Takes the patterns out of the signature.
pub(super) fn take(runtime: &CratePath, function: &mut Function) {
    let kind =
        if sdk::is_tool(function) { ArgumentKind::Parameters } else { ArgumentKind::Extractor };
    for input in &mut function.signature.inputs {
        let FnArg::Typed(input) = input else { continue };
        let name =
            format_ident!("__argument{}", function.arguments.len(), span = Span::mixed_site());
        let taken: PatType = match kind {
            ArgumentKind::Parameters if cfg!(feature = "rmcp") => match only_argument(&input.ty) {
                Some((path, ty)) if path == "Parameters" => {
                    parse_quote!(#name: #runtime::Parameters<#ty>)
                }
                _ => continue,
            },
            ArgumentKind::Extractor if cfg!(feature = "axum") && is_extractor(&input.ty) => {
                let ty = &input.ty;
                parse_quote!(#name: #ty)
            }
            _ => continue,
        };
        let written = std::mem::replace(input, taken);
        function.arguments.push(Argument { name, written, kind });
    }
}

/// Whether a type has the name of an extractor, also in an `Option`.
fn is_extractor(ty: &Type) -> bool {
    only_argument(ty).is_some_and(|(name, argument)| {
        EXTRACTORS.iter().any(|extractor| name == extractor)
            || (name == "Option" && is_extractor(argument))
    })
}

/// The last name of a path that has one type as its argument, and that type: `Name<T>`.
fn only_argument(ty: &Type) -> Option<(&Ident, &Type)> {
    let path = match ty {
        Type::Path(path) => path,
        Type::Group(group) => return only_argument(&group.elem),
        _ => return None,
    };
    let last = path.path.segments.last()?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    match arguments.args.first()? {
        GenericArgument::Type(ty) if arguments.args.len() == 1 => Some((&last.ident, ty)),
        _ => None,
    }
}

impl Argument {
    /// The argument as a `Result`, which says whether it fits.
    pub(super) fn checked(&self, runtime: &CratePath) -> TokenStream {
        let name = &self.name;
        match self.kind {
            ArgumentKind::Parameters => quote!(#runtime::fitting(#name)),
            ArgumentKind::Extractor => {
                let checked = tokens_over(&self.written.ty, quote!(#name));
                quote!({
                    use #runtime::{IsExtractor as _, IsOfAxum as _, IsOther as _};
                    (&#name).kind_of_argument().check(#checked)
                })
            }
        }
    }

    /// The user's pattern, for an argument that fits.
    fn bound(&self, runtime: &CratePath) -> TokenStream {
        let Self { name, written: PatType { attrs, pat, ty, .. }, kind } = self;
        match kind {
            ArgumentKind::Parameters => {
                let taken = quote!(<#ty as #runtime::FromArguments<_>>::from_arguments(#name));
                quote!(#(#attrs)* let #pat = #taken;)
            }
            ArgumentKind::Extractor => quote!(#(#attrs)* let #pat = #name;),
        }
    }
}

/// The body, in which the arguments are what the user's patterns say.
pub(super) fn with_arguments(runtime: &CratePath, function: &Function, body: &Group) -> Group {
    if function.arguments.is_empty() {
        return body.clone();
    }
    let bound = function.arguments.iter().map(|argument| argument.bound(runtime));
    let span = Span::mixed_site().located_at(body.span());
    let mut inner = body.clone();
    inner.set_span(span);
    let mut outer = Group::new(body.delimiter(), quote!(#(#bound)* #inner));
    outer.set_span(span);
    outer
}

/// The body of a tool after an error, in which the arguments are what the user's patterns say.
pub(super) fn after_error(
    runtime: &CratePath,
    function: &Function,
    body: TokenStream,
) -> TokenStream {
    if function.arguments.is_empty() {
        return body;
    }
    let (mut parameters, mut bound) = (Vec::new(), TokenStream::new());
    for argument in &function.arguments {
        let Argument { name, written: PatType { pat, ty, .. }, kind } = argument;
        if let ArgumentKind::Parameters = kind {
            parameters.push(quote!(#pat: #ty));
            continue;
        }
        parameters.push(quote!(#name: #ty));
        let checked = argument.checked(runtime);
        bound.extend(quote! {
            let #name = match #checked {
                ::std::result::Result::Ok(#name) => #name,
                ::std::result::Result::Err(_) => loop {},
            };
        });
        bound.extend(argument.bound(runtime));
    }
    quote!(move |#(#parameters),*| { #bound #body })
}

#[cfg(test)]
#[cfg(all(feature = "axum", feature = "rmcp"))]
mod tests {
    use proc_macro2::{Delimiter, Group, TokenStream};
    use quote::quote;

    use crate::tool::expand;

    fn tool(attribute: &TokenStream, argument: &TokenStream) -> String {
        let function = quote!(#attribute fn f(#argument) -> Result<(), E> { body() });
        expand(quote!(dialect = "response-v2"), function).to_string()
    }

    #[test]
    fn what_has_the_name_of_an_extractor_is_checked() {
        // A fragment of a macro by example comes in a group without delimiters.
        let fragment = Group::new(Delimiter::None, quote!(Json<u8>));
        for (ty, is_checked) in [
            (quote!(Json<u8>), true),
            (quote!(axum::Query<Q>), true),
            (quote!(Path<u8>), true),
            (quote!(Form<F>), true),
            (quote!(Option<Json<u8>>), true),
            (quote!(#fragment), true),
            (quote!(Option<u8>), false),
            (quote!(Vec<Json<u8>>), false),
            (quote!(Json), false),
            (quote!(Json<u8, u8>), false),
            (quote!(Json<'a>), false),
            (quote!(&Json<u8>), false),
        ] {
            let expanded = tool(&quote!(), &quote!(Json(a): #ty));
            assert_eq!(expanded.contains("kind_of_argument"), is_checked, "{ty}: {expanded}");
            assert_eq!(expanded.contains("let Json (a) = __argument0 ;"), is_checked, "{ty}");
        }
    }

    #[test]
    fn the_parameters_of_the_sdk_are_checked() {
        for (attribute, ty, is_checked) in [
            (quote!(#[tool]), quote!(Parameters<P>), true),
            (quote!(#[rmcp::tool(title = "a")]), quote!(rmcp::Parameters<P>), true),
            (quote!(#[tool]), quote!(Json<P>), false),
            (quote!(#[tool]), quote!(Parameters<P, Q>), false),
            (quote!(), quote!(Parameters<P>), false),
        ] {
            let expanded = tool(&attribute, &quote!(Parameters(a): #ty));
            assert_eq!(expanded.contains(":: fitting (__argument0)"), is_checked, "{ty}");
            assert_eq!(expanded.contains("let Parameters (a) = <"), is_checked, "{ty}");
        }
    }
}
