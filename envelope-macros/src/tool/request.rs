//! Arguments that a caller can get wrong: the arguments that the MCP SDK takes out of a request, and the extractors of `axum`. If they do
//! not fit, the tool answers, and its body does not run.

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::visit_mut::VisitMut;
use syn::{
    Attribute, Expr, ExprAssign, ExprCall, ExprClosure, ExprPath, LitStr, Macro, PatType, Token,
    Type,
};

use crate::spans::mentions;
use crate::types::{last_name, only_argument};

/// The names of `axum`'s extractors that can reject a request, and for which the crate has or recommends a replacement.
const EXTRACTORS: [&str; 5] = ["Extension", "Form", "Json", "Path", "Query"];

/// The names of types that are a whole body as an argument of a handler, and a value in any other function.
const BODIES: [&str; 3] = ["Bytes", "RawForm", "String"];

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

/// The arguments of a request that an expression, or a format string with its values, reads.
pub(super) fn read_by(value: impl ToTokens, arguments: &[Argument]) -> Vec<Ident> {
    let patterns = arguments.iter().map(|argument| argument.written.pat.to_token_stream());
    let patterns: TokenStream = patterns.collect();
    let mut search = Search::default();
    search.values(value.to_token_stream());
    let Search { mut read, named } = search;
    read.retain(|read| !named.contains(read) && mentions(patterns.clone(), read));
    read
}

/// A search for the variables that an expression reads, outside of closures.
#[derive(Default)]
struct Search {
    read: Vec<Ident>,
    /// The names of arguments of a format string: `id` in `format!("{id}", id = 5)`.
    named: Vec<Ident>,
}

impl Search {
    fn values(&mut self, values: TokenStream) {
        let parse = Punctuated::<Expr, Token![,]>::parse_terminated;
        parse.parse2(values).into_iter().flatten().for_each(|mut it| self.visit_expr_mut(&mut it));
    }
}

impl VisitMut for Search {
    fn visit_expr_path_mut(&mut self, path: &mut ExprPath) {
        self.read.extend(path.path.get_ident().cloned());
    }

    fn visit_expr_call_mut(&mut self, call: &mut ExprCall) {
        call.args.iter_mut().for_each(|argument| self.visit_expr_mut(argument));
    }

    fn visit_expr_closure_mut(&mut self, _closure: &mut ExprClosure) {}

    fn visit_expr_assign_mut(&mut self, named: &mut ExprAssign) {
        self.named.extend(syn::parse2::<Ident>(named.left.to_token_stream()));
        self.visit_expr_mut(&mut named.right);
    }

    fn visit_lit_str_mut(&mut self, text: &mut LitStr) {
        let value = text.value().replace("{{", "");
        let names = value.split('{').filter_map(|rest| rest.split(['}', ':']).next());
        let names = names.skip(1).filter_map(|name| syn::parse_str::<Ident>(name).ok());
        self.read.extend(names.map(|mut name| {
            name.set_span(text.span());
            name
        }));
    }

    fn visit_macro_mut(&mut self, called: &mut Macro) {
        self.values(called.tokens.clone());
    }
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
            assert_eq!(expanded.contains(". __check ("), is_checked, "{ty}: {expanded}");
            assert_eq!(expanded.contains("let Json (a) = __argument0 ;"), is_checked, "{ty}");
        }
    }

    #[test]
    fn settings_see_no_argument_of_a_request() {
        for (setting, read) in [
            ("request_id = id", Some("request_id")),
            ("request_id = data.then(id)", Some("request_id")),
            ("request_id = format!(\"job_{id}\")", Some("request_id")),
            ("request_id = format!(\"job_{id:>5}\")", Some("request_id")),
            ("request_id = format!(\"{{}}{}\", 5 + id)", Some("request_id")),
            ("request_id = format!(\"{id}\", id = next())", None),
            ("request_id = format!(\"{{id}}\")", None),
            ("request_id = format!(\"{r#id}\")", None),
            ("request_id = format!(\"{}\", self.id)", None),
            ("request_id = format!(\"{}\", crate::id)", None),
            ("summary(\"{} of {id}\", data)", Some("summary")),
            ("summary(\"{} of {}\", data.len(), id)", Some("summary")),
            ("summary(\"{n}\", n = id)", Some("summary")),
            ("summary(\"{} found\", data.id)", None),
            ("summary(\"{data} found\")", None),
        ] {
            let function = quote!(
                fn f(Path(Find { id, data }): Path<Find>) -> Result<(), E> {
                    body()
                }
            );
            let setting = setting.replace("request_id", "correlation_id");
            let args = format!("dialect = \"dotbot-mcp-response@1\", {setting}");
            let expanded = expand(args.parse().unwrap(), function).to_string();
            let count = expanded.matches("compile_error").count();
            assert_eq!(count, usize::from(read.is_some()), "{setting}: {expanded}");
            let name = setting.split([' ', '(']).next().unwrap();
            let message = format!("`{name}` is evaluated outside of the body, and `");
            assert_eq!(expanded.contains(&message), read.is_some(), "{setting}: {expanded}");
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
