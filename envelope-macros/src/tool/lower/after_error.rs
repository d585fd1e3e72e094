//! A tool after an error. It has the signature of a tool, so that calls still compile, and its body, so that an editor still completes
//! there.

use proc_macro2::{Delimiter, Group, TokenStream};
use quote::quote;
use syn::{FnArg, PatType, parse_quote};

use super::answer::reading;
use super::{Inputs, Lowered};
use crate::spans::quote_hidden;
use crate::tool::Tool;
use crate::tool::request::{Argument, ArgumentKind, read_by};
use crate::tool::returned::{Shape, inferred};
use crate::tool::sdk::{Passed, lacks_feature, unshared};
use crate::tool::setting::SettingValue;

impl Tool {
    pub(in crate::tool) fn lower_after_error(&self) -> TokenStream {
        let (inputs, are_passed) = self.passed_inputs();
        // The SDK knows text as a result, and not an envelope.
        let lacks_feature = lacks_feature(&self.function).is_some();
        let output =
            if lacks_feature { parse_quote!(::std::string::String) } else { self.output() };
        let Some(body) = &self.function.body else {
            return self.item(Lowered { inputs, output, body: quote!(;), schema: None });
        };
        // A body that uses no argument.
        let unknown = Group::new(Delimiter::Brace, quote!(loop {}));
        let (body, answer) = self.unrun(if are_passed { body } else { &unknown });
        let body = self.after_patterns(body);
        // The limit is evaluated, so that its imports are used.
        let limit = self.arguments.timeout.iter();
        let limit = limit.filter(|limit| read_by(limit, &self.function.arguments).is_none());
        let edited = self.edited();
        let body = quote!({ #(let _ = #limit;)* #edited let _ = #body; #answer });
        let function = self.item(Lowered { inputs, output, body, schema: None });
        // The settings may use them.
        quote!(#[allow(unused_variables)] #function)
    }

    /// The arguments that the SDK's router can pass, and whether the body has all of its own.
    fn passed_inputs(&self) -> (Inputs, bool) {
        let inputs = self.inputs();
        if !self.function.is_tool() || !cfg!(feature = "rmcp3") || inputs.iter().all(is_passed) {
            return (inputs, true);
        }
        (inputs.into_iter().filter_map(passed).collect(), false)
    }

    /// The body, typed and never run, and what the function returns instead.
    fn unrun(&self, body: &Group) -> (TokenStream, TokenStream) {
        let returned = &self.function.returned;
        let outcome = inferred(&returned.outcome);
        // The bound of `map` makes it a closure that is called once, which can return what it borrows from `&mut self`.
        let none = quote!(::std::option::Option::None::<()>);
        match returned.shape {
            Shape::Value => (quote!(#none.map(move |()| -> #outcome #body)), quote!(loop {})),
            Shape::Async => (self.typed_block(body), quote!(loop {})),
            Shape::Future => {
                let future = quote!(#none.map(move |()| #body));
                let typed = quote!(async move { let _: #outcome = #future.unwrap().await; });
                (typed, quote!(async { loop {} }))
            }
            Shape::BoxedFuture => {
                let returned = inferred(&returned.written);
                let body = quote!(#none.map(move |()| -> #returned #body));
                (body, quote!(::std::boxed::Box::pin(async { loop {} })))
            }
        }
    }

    /// The body as a closure, in which the user's patterns bind the arguments.
    fn after_patterns(&self, body: TokenStream) -> TokenStream {
        if self.function.arguments.is_empty() {
            return body;
        }
        let (mut parameters, mut bound) = (Vec::new(), TokenStream::new());
        for argument in &self.function.arguments {
            let Argument { name, written: PatType { pat, ty, .. }, kind, .. } = argument;
            if let ArgumentKind::Parameters(_) = kind {
                parameters.push(quote!(#pat: #ty));
                continue;
            }
            parameters.push(quote!(#name: #ty));
            let (checked, pattern) = (self.checked(argument), self.bound(argument));
            bound.extend(quote! {
                let #name = match #checked {
                    ::std::result::Result::Ok((#name, _)) => #name,
                    ::std::result::Result::Err(_) => loop {},
                };
                #pattern
            });
        }
        quote!(move |#(#parameters),*| { #bound #body })
    }

    /// The settings as they are written, with their mistakes, for an editor that completes them. The compiler does not see them.
    fn edited(&self) -> Option<TokenStream> {
        let runtime = self.runtime();
        if self.arguments.settings.is_empty() {
            return None;
        }
        let dialect = self.of_dialect("dialect", self.arguments.dialect()?);
        let call = quote!(#runtime::call(loop {}, #dialect));
        let typed = inferred(&self.function.returned.outcome);
        let settings = self.arguments.settings.iter().map(|setting| {
            if let SettingValue::Format(format) = &setting.value {
                return self.read(setting, &call, &reading(&setting.name, format));
            }
            let place = if self.is_of_call(&setting.text()) { &call } else { &dialect };
            let setting = self.setting(setting);
            quote!(#place #setting)
        });
        Some(quote_hidden! {
            #runtime::when_edited! {
                let __outcome: #typed = loop {};
                #(let _ = #settings;)*
            }
        })
    }
}

/// Whether the SDK's router can pass the argument.
fn is_passed(input: &FnArg) -> bool {
    match input {
        FnArg::Receiver(receiver) => unshared(receiver).is_none(),
        FnArg::Typed(typed) => matches!(Passed::of(typed), Passed::AsItIs),
    }
}

/// The argument as the SDK's router passes it. A value is not passed.
fn passed(input: FnArg) -> Option<FnArg> {
    let typed = match &input {
        FnArg::Receiver(receiver) if unshared(receiver).is_some() => {
            return Some(parse_quote!(&self));
        }
        FnArg::Receiver(_) => return Some(input),
        FnArg::Typed(typed) => typed,
    };
    let PatType { pat, ty, .. } = typed;
    match Passed::of(typed) {
        Passed::AsItIs => Some(input),
        Passed::Value => None,
        Passed::Optional(ty) => Some(parse_quote!(#pat: #ty)),
        Passed::All => Some(parse_quote!(_: ::rmcp::handler::server::wrapper::Parameters<#ty>)),
    }
}
