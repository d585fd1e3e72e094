//! The arguments of a request: checked before the body, in which the user's patterns bind them.

use proc_macro2::{Group, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{PatType, Path, Type, parse_quote};

use super::Inputs;
use crate::spans::{first_and_last, quote_hidden, tokens_at, tokens_over};
use crate::syntax::crate_path::CratePath;
use crate::tool::Tool;
use crate::tool::request::{Argument, ArgumentKind, extractor};
use crate::tool::returned::Shape;
use crate::types::constructor;

impl Tool {
    /// The arguments of the function, with a variable for each argument of a request.
    pub(super) fn inputs(&self) -> Inputs {
        let runtime = self.runtime();
        let mut inputs = self.function.signature.inputs.clone();
        for argument in &self.function.arguments {
            let Argument { name, position, written, kind } = argument;
            let ty = match (kind, self.other_parameters(argument)) {
                (ArgumentKind::Parameters(ty), None) => quote!(#runtime::Parameters<#ty>),
                (ArgumentKind::Parameters(ty), Some(other)) => {
                    quote!(#other<#runtime::Parameters<#ty>>)
                }
                (ArgumentKind::Extractor, _) => written.ty.to_token_stream(),
            };
            if let Some(input) = inputs.get_mut(*position) {
                *input = parse_quote!(#name: #ty);
            }
        }
        inputs
    }

    /// The body, in which the user's patterns bind the arguments.
    pub(super) fn with_arguments(&self, body: &Group) -> Group {
        let arguments = &self.function.arguments;
        if arguments.is_empty() {
            return body.clone();
        }
        let bound = arguments.iter().map(|argument| self.bound(argument));
        let span = Span::mixed_site().located_at(body.span());
        let mut inner = body.clone();
        inner.set_span(span);
        let mut outer = Group::new(body.delimiter(), quote!(#(#bound)* #inner));
        outer.set_span(span);
        outer
    }

    /// The user's pattern, for an argument that fits.
    pub(super) fn bound(&self, argument: &Argument) -> TokenStream {
        let (runtime, attributes) = (self.runtime(), argument.attributes());
        let Argument { name, written: PatType { pat, ty, .. }, kind, .. } = argument;
        let value = match (kind, self.other_parameters(argument)) {
            (ArgumentKind::Parameters(_), None) => {
                quote!(<#ty as #runtime::TakesArguments<_>>::take(#name))
            }
            (ArgumentKind::Parameters(_), Some(other)) => quote!(#other(#name)),
            (ArgumentKind::Extractor, _) => name.to_token_stream(),
        };
        quote!(#(#attributes)* let #pat = #value;)
    }

    /// The path of `Parameters` of any version of the SDK, for a tool that makes a result of that version.
    fn other_parameters(&self, argument: &Argument) -> Option<Path> {
        let is_any = self.arguments.via.is_some() || !cfg!(feature = "rmcp3");
        constructor(&argument.written.ty).filter(|_| is_any)
    }

    /// The checks before the body: the client accepts a dialect of the tool, and the arguments of the request fit. If a check fails, the
    /// tool answers at once.
    pub(super) fn checks(&self) -> TokenStream {
        let runtime = self.runtime();
        let accepted = self.accepted().map(|accepted| {
            let refused = self.refused();
            quote_hidden!(if let ::std::result::Result::Err(__refused) = #accepted { return #refused; })
        });
        let each = |argument: &Argument| {
            let name = &argument.name;
            let fitting = quote_hidden!((#name, __warnings));
            let read = self.or_reject(&fitting, &self.read_argument(argument));
            quote_hidden!(#read #runtime::Running::warn(&mut __call, __warnings);)
        };
        accepted.into_iter().chain(self.function.arguments.iter().map(each)).collect()
    }

    /// Runs a body that returns a future only after the [`checks`](Self::checks). If a check fails, the future answers.
    pub(super) fn after_checks(&self, mut run: TokenStream) -> (TokenStream, TokenStream) {
        let (runtime, mut fitting) = (self.runtime(), None);
        for argument in self.function.arguments.iter().rev() {
            let (name, checked) = (&argument.name, self.read_argument(argument));
            let then = if fitting.is_none() { quote!(map) } else { quote!(and_then) };
            run = quote_hidden! {
                #checked.#then(|(#name, __warnings)| { #runtime::Running::warn(&mut __call, __warnings); #run })
            };
            fitting = Some(self.or_reject(&quote_hidden!(__future), &quote_hidden!(__future)));
        }
        let mut accepted = None;
        if let Some(is_accepted) = self.accepted() {
            run = quote_hidden!(#is_accepted.map(|()| #run));
            let (future, refused) = (quote_hidden!(__future), self.refused());
            accepted = Some(or_return(&future, &future, &quote_hidden!(__refused), &refused));
        }
        (quote!(#accepted #fitting), run)
    }

    /// Whether the client accepts a dialect of the tool, as a `Result`, for a tool that a server can call.
    fn accepted(&self) -> Option<TokenStream> {
        let (runtime, function) = (self.runtime(), &self.function);
        let is_handler = cfg!(feature = "axum08") && function.returned.shape != Shape::Value;
        let is_called = is_handler || function.is_tool();
        let dialects = self.arguments.dialects.iter();
        let names = dialects.map(|dialect| self.of_dialect("names", dialect));
        is_called.then(|| quote!(#runtime::accepted(&[#(#names),*])))
    }

    /// The answer to a client that accepts no dialect of the tool.
    fn refused(&self) -> TokenStream {
        let output = self.runtime().public(&["Output"]);
        self.converted(quote_hidden!(#output::from_envelope(__refused)))
    }

    /// The contents of a `Result`, or the answer that the arguments do not fit.
    fn or_reject(&self, fitting: &TokenStream, result: &TokenStream) -> TokenStream {
        let runtime = self.runtime();
        let rejected = || self.converted(quote_hidden!(#runtime::reject(__call, __failure)));
        let rejection = match self.arguments.dialect() {
            Some(_) => rejected(),
            None => self.in_chosen(|_| rejected()),
        };
        or_return(fitting, result, &quote_hidden!(__failure), &rejection)
    }

    /// [`checked`](Self::checked), with a panic as a failure if the tool catches it.
    fn read_argument(&self, argument: &Argument) -> TokenStream {
        let (runtime, checked) = (self.runtime(), self.checked(argument));
        if self.catches_panics() {
            quote_hidden!(#runtime::read_argument(&mut __call, || #checked))
        } else {
            checked
        }
    }

    /// Whether an extractor of the same kind is before this one.
    fn is_second(&self, argument: &Argument) -> bool {
        let kind = extractor(&argument.written.ty);
        let before = self.function.arguments.iter().take_while(|other| other.name != argument.name);
        let mut kinds = before.map(|other| extractor(&other.written.ty));
        kind.is_some() && kinds.any(|other| other == kind)
    }

    /// The settings of the arguments of a request.
    pub(super) fn argument_settings(&self) -> TokenStream {
        let runtime = self.runtime();
        let default = quote!(::std::default::Default::default());
        let unknown = self.arguments.unknown.as_ref();
        let exact = self.arguments.named("exact_arguments").is_some();
        if unknown.is_none() && !exact {
            return default;
        }
        let unknown = unknown.map(|unknown| quote!(#runtime::UnknownArguments::#unknown));
        let unknown = unknown.unwrap_or(default);
        quote!(#runtime::ArgumentSettings { unknown: #unknown, exact: #exact })
    }

    /// The argument as a `Result`: the value with warnings, or the failure.
    pub(super) fn checked(&self, argument: &Argument) -> TokenStream {
        let (name, runtime) = (&argument.name, self.runtime());
        let settings = self.argument_settings();
        match &argument.kind {
            ArgumentKind::Parameters(ty) => {
                let read = from_arguments(runtime, ty);
                let inner = self.other_parameters(argument).map(|_| quote!(.0));
                quote!({
                    use #runtime::HasNoRules as _;
                    #read::fitting(#name #inner, #settings, #runtime::type_of::<#ty>().__rules())
                })
            }
            ArgumentKind::Extractor => {
                // At the type: the compiler reports there that the type is no extractor of this crate, or that it cannot be read.
                let kind = quote!((&#runtime::argument(&#name)));
                let check = quote!(#kind.__check(#name, help));
                let check = tokens_at(check, first_and_last(&argument.written.ty).0);
                let again = self.is_second(argument).then(|| {
                    let second = tokens_over(&argument.written.ty, quote!(&#name));
                    quote!(#kind.__again(#second);)
                });
                quote!({
                    use #runtime::{
                        HasNoSchema as _, HasSchema as _, IsExtractor as _, IsNotRuled as _, IsOfAxum as _,
                        IsOther as _, IsRuled as _,
                    };
                    #again
                    let help = #runtime::Help {
                        schema: #kind.__schema(),
                        broken_rules: #kind.__broken_rules(),
                        settings: #settings,
                    };
                    #check
                })
            }
        }
    }
}

/// The contents of a `Result`, or the end of the function with this answer.
fn or_return(
    contents: &TokenStream,
    result: &TokenStream,
    error: &TokenStream,
    answer: &TokenStream,
) -> TokenStream {
    quote_hidden! {
        let #contents = match #result {
            ::std::result::Result::Ok(__fitting) => __fitting,
            ::std::result::Result::Err(#error) => return #answer,
        };
    }
}

/// The type of the arguments as the runtime reads it. If the runtime cannot read the type, the compiler reports this once, at the type.
pub(super) fn from_arguments(runtime: &CratePath, ty: &Type) -> TokenStream {
    quote!(<#ty as #runtime::FromArguments>)
}
