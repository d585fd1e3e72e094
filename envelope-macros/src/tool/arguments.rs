//! Arguments that a caller can get wrong: those that the MCP SDK takes out of a request, and the extractors of `axum`. If they do
//! not fit, the tool answers, and its body does not run.

use proc_macro2::{Group, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::visit_mut::VisitMut;
use syn::{
    Attribute, Error, Expr, ExprCall, ExprClosure, ExprPath, FnArg, Ident, PatType, Type,
    parse_quote,
};

use super::args::{Args, Setting, SettingValue};
use super::function::{Argument, ArgumentKind, Function};
use super::timeout::Timeout;
use crate::attr::crate_path::CratePath;
use crate::errors::Errors;
use crate::spans::{mentions, tokens_over};
use crate::types::only_argument;

/// The names of `axum`'s extractors of data.
const EXTRACTORS: [&str; 4] = ["Form", "Json", "Path", "Query"];

/// Takes the patterns out of the signature.
pub(super) fn take(runtime: &CratePath, function: &mut Function) {
    let is_tool = function.is_tool();
    for input in &mut function.signature.inputs {
        let FnArg::Typed(input) = input else { continue };
        let name =
            format_ident!("__argument{}", function.arguments.len(), span = Span::mixed_site());
        let (taken, kind): (PatType, _) = if is_tool && cfg!(feature = "rmcp") {
            let Some(ty) = of_parameters(&input.ty) else { continue };
            (
                parse_quote!(#name: #runtime::Parameters<#ty>),
                ArgumentKind::Parameters(Box::new(ty.clone())),
            )
        } else if !is_tool && cfg!(feature = "axum") && is_extractor(&input.ty) {
            let ty = &input.ty;
            (parse_quote!(#name: #ty), ArgumentKind::Extractor)
        } else {
            continue;
        };
        let written = std::mem::replace(input, taken);
        function.arguments.push(Argument { name, written, kind });
    }
}

/// Reports a `cfg` on an argument, and takes it off: the expansion names the argument in several places.
pub(super) fn take_cfgs(function: &mut Function, errors: &mut Errors) {
    for argument in &mut function.arguments {
        let attributes = &mut argument.written.attrs;
        let is_cfg = |attribute: &mut Attribute| attribute.path().is_ident("cfg");
        if let Some(cfg) = attributes.extract_if(.., is_cfg).reduce(|first, _| first) {
            let message = "an argument of a request cannot have `#[cfg]`; write a function for each case, with `#[cfg]` on the function";
            errors.push(Error::new_spanned(cfg.path(), message));
        }
    }
}

/// Reports a setting that reads an argument of the request: settings come before it is read.
pub(super) fn check(args: &mut Args, function: &Function, errors: &mut Errors) {
    let patterns = function.arguments.iter().map(|argument| argument.written.pat.to_token_stream());
    let patterns: Vec<_> = patterns.collect();
    let mut check = |name: &Ident, value: &Expr| {
        let is_argument =
            |read: &Ident| patterns.iter().any(|tokens| mentions(tokens.clone(), read));
        let mut read = variables(value);
        let read = read.extract_if(.., |read| is_argument(read)).next();
        if let Some(read) = &read {
            let message = format!(
                "`{name}` is evaluated before the arguments of a request are read, and `{read}` is one of them; write a value without it"
            );
            errors.push(Error::new(read.span(), message));
        }
        read.is_none()
    };
    for Setting { name, value } in &args.settings {
        if let SettingValue::Expr(value) = value {
            check(name, value);
        }
    }
    // The limit is evaluated even after an error.
    args.timeout.take_if(|Timeout { name, limit }| !check(name, limit));
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

/// The type of the arguments in the SDK's `Parameters<T>`.
fn of_parameters(ty: &Type) -> Option<&Type> {
    only_argument(ty).filter(|(name, _)| *name == "Parameters").map(|(_, ty)| ty)
}

/// The type of a tool's arguments, if it takes the SDK's `Parameters<T>`.
pub(super) fn parameters(function: &Function) -> Option<&Type> {
    function.signature.inputs.iter().find_map(|input| match input {
        FnArg::Typed(input) => of_parameters(&input.ty),
        FnArg::Receiver(_) => None,
    })
}

/// The type of the arguments as the runtime reads it. If it is none, the compiler reports this once, on the type.
pub(super) fn from_arguments(runtime: &CratePath, ty: &Type) -> TokenStream {
    quote!(<#ty as #runtime::FromArguments>)
}

/// Whether a type has the name of an extractor, also in an `Option`.
fn is_extractor(ty: &Type) -> bool {
    only_argument(ty).is_some_and(|(name, argument)| {
        EXTRACTORS.iter().any(|extractor| name == extractor)
            || (name == "Option" && is_extractor(argument))
    })
}

impl Argument {
    /// The argument as a `Result`: it fits, with warnings, or not.
    pub(super) fn checked(&self, args: &Args) -> TokenStream {
        let (name, runtime) = (&self.name, &args.runtime);
        let unknown = args.unknown_arguments.as_ref();
        let unknown = unknown.map_or_else(
            || quote!(::std::default::Default::default()),
            |treatment| quote!(#runtime::UnknownArguments::#treatment),
        );
        match &self.kind {
            ArgumentKind::Parameters(ty) => {
                let read = from_arguments(runtime, ty);
                quote!({
                    use #runtime::HasNoRules as _;
                    #read::fitting(#name, #unknown, #runtime::type_of::<#ty>().rules())
                })
            }
            ArgumentKind::Extractor => {
                let checked = tokens_over(&self.written.ty, quote!(#name));
                let argument = quote!((&#runtime::argument(&#name)));
                quote!({
                    use #runtime::{
                        HasNoSchema as _, HasSchema as _, IsExtractor as _, IsNotRuled as _, IsOfAxum as _,
                        IsOther as _, IsRuled as _,
                    };
                    let help = #runtime::Help {
                        schema: #argument.schema(),
                        broken_rules: #argument.broken_rules(),
                        unknown: #unknown,
                    };
                    (&#name).kind_of_argument().check(#checked, help)
                })
            }
        }
    }

    /// The user's pattern, for an argument that fits.
    fn bound(&self, runtime: &CratePath) -> TokenStream {
        let Self { name, written: PatType { attrs, pat, ty, .. }, kind } = self;
        match kind {
            ArgumentKind::Parameters(_) => {
                let taken = quote!(<#ty as #runtime::TakesArguments<_>>::take(#name));
                quote!(#(#attrs)* let #pat = #taken;)
            }
            ArgumentKind::Extractor => quote!(#(#attrs)* let #pat = #name;),
        }
    }
}

/// The body, in which the user's patterns bind the arguments.
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

/// The body of a tool after an error, in which the user's patterns bind the arguments.
pub(super) fn after_error(args: &Args, function: &Function, body: TokenStream) -> TokenStream {
    if function.arguments.is_empty() {
        return body;
    }
    let (mut parameters, mut bound) = (Vec::new(), TokenStream::new());
    for argument in &function.arguments {
        let Argument { name, written: PatType { pat, ty, .. }, kind } = argument;
        if let ArgumentKind::Parameters(_) = kind {
            parameters.push(quote!(#pat: #ty));
            continue;
        }
        parameters.push(quote!(#name: #ty));
        let checked = argument.checked(args);
        bound.extend(quote! {
            let #name = match #checked {
                ::std::result::Result::Ok((#name, _)) => #name,
                ::std::result::Result::Err(_) => loop {},
            };
        });
        bound.extend(argument.bound(&args.runtime));
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
            assert_eq!(expanded.contains(":: fitting (__argument0 ,"), is_checked, "{ty}");
            assert_eq!(expanded.contains("let Parameters (a) = <"), is_checked, "{ty}");
        }
    }
}
