//! Arguments that a caller can get wrong: the arguments that the MCP SDK takes out of a request, and the extractors of `axum`. If they do
//! not fit, the tool answers, and its body does not run.

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::visit_mut::VisitMut;
use syn::{Attribute, Expr, ExprCall, ExprClosure, ExprPath, PatType, Type};

use crate::spans::mentions;
use crate::types::{last_name, only_argument};

/// The names of `axum`'s extractors that can reject a request, and for which the crate has or recommends a replacement.
const EXTRACTORS: [&str; 5] = ["Extension", "Form", "Json", "Path", "Query"];

/// The names of types that are a whole body as an argument of a handler, and a value in any other function.
const BODIES: [&str; 2] = ["Bytes", "String"];

/// The names of types that only a handler of `axum` takes.
const OF_HANDLERS: [&str; 4] = ["HeaderMap", "Method", "State", "Uri"];

/// An argument whose pattern is in the body of the tool, and not in the signature.
pub(super) struct Argument {
    /// The variable in the signature.
    pub(super) name: Ident,
    /// The place in the signature.
    pub(super) position: usize,
    /// The pattern and the type that the user wrote.
    pub(super) written: PatType,
    pub(super) kind: ArgumentKind,
}

pub(super) enum ArgumentKind {
    /// The SDK's `Parameters<T>`, with the type `T`.
    Parameters(Box<Type>),
    /// A type with the name of an extractor. The compiler decides by its type whether it is one.
    Extractor,
}

impl ArgumentKind {
    pub(super) fn of(ty: &Type, is_tool: bool, is_in_handler: bool) -> Option<Self> {
        if is_tool {
            let ty = parameters(ty).filter(|_| cfg!(feature = "schemars1"))?;
            return Some(Self::Parameters(Box::new(ty.clone())));
        }
        let is_body = is_in_handler && ends_in_any(ty, &BODIES);
        (cfg!(feature = "axum08") && (is_body || extractor(ty).is_some()))
            .then_some(Self::Extractor)
    }
}

impl Argument {
    /// The attributes of the argument, without `cfg`s.
    pub(super) fn attributes(&self) -> impl Iterator<Item = &Attribute> {
        self.written.attrs.iter().filter(|attribute| !attribute.path().is_ident("cfg"))
    }
}

/// The type of the arguments in the SDK's `Parameters<T>`.
pub(super) fn parameters(ty: &Type) -> Option<&Type> {
    only_argument(ty).filter(|(name, _)| *name == "Parameters").map(|(_, ty)| ty)
}

/// The name of an extractor, also in an `Option`.
pub(super) fn extractor(ty: &Type) -> Option<&Ident> {
    let (name, argument) = only_argument(ty)?;
    if name == "Option" {
        return extractor(argument);
    }
    EXTRACTORS.iter().any(|extractor| name == extractor).then_some(name)
}

/// Whether only a handler of `axum` takes an argument of this type.
pub(super) fn is_of_handler(ty: &Type) -> bool {
    extractor(ty).is_some() || ends_in_any(ty, &OF_HANDLERS)
}

pub(super) fn ends_in_any(ty: &Type, names: &[&str]) -> bool {
    last_name(ty).is_some_and(|last| names.iter().any(|name| last == name))
}

/// The argument of a request that an expression reads.
pub(super) fn read_by(value: &Expr, arguments: &[Argument]) -> Option<Ident> {
    let patterns = arguments.iter().map(|argument| argument.written.pat.to_token_stream());
    let patterns: TokenStream = patterns.collect();
    variables(value).into_iter().find(|read| mentions(patterns.clone(), read))
}

/// The variables that an expression reads, outside of closures and macros.
fn variables(value: &Expr) -> Vec<Ident> {
    struct Search(Vec<Ident>);

    impl VisitMut for Search {
        fn visit_expr_path_mut(&mut self, path: &mut ExprPath) {
            self.0.extend(path.path.get_ident().cloned());
        }

        fn visit_expr_call_mut(&mut self, call: &mut ExprCall) {
            call.args.iter_mut().for_each(|argument| self.visit_expr_mut(argument));
        }

        fn visit_expr_closure_mut(&mut self, _closure: &mut ExprClosure) {}
    }

    let mut search = Search(Vec::new());
    search.visit_expr_mut(&mut value.clone());
    search.0
}

#[cfg(test)]
#[cfg(all(feature = "axum08", feature = "rmcp3"))]
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
            assert_eq!(expanded.contains("__kind_of_argument"), is_checked, "{ty}: {expanded}");
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
            assert_eq!(expanded.contains(":: fitting (__argument0 ,"), is_checked, "{ty}");
            assert_eq!(expanded.contains("let Parameters (a) = <"), is_checked, "{ty}");
        }
    }
}
