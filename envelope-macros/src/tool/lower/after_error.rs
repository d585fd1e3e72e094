//! A tool after an error. It has the signature of a tool, so that calls still compile, and its body, so that an editor still completes
//! there.

use proc_macro2::{Group, TokenStream};
use quote::quote;
use syn::{FnArg, parse_quote};

use super::{Inputs, Lowered};
use crate::tool::Tool;
use crate::tool::returned::{Shape, inferred};
use crate::tool::sdk::{Passed, lacks_feature, unshared};

impl Tool {
    pub(in crate::tool) fn lower_after_error(&self) -> TokenStream {
        // The SDK knows text as a result, and not an envelope.
        let lacks_feature = lacks_feature(&self.function).is_some();
        let output =
            if lacks_feature { parse_quote!(::std::string::String) } else { self.output() };
        let inputs = self.function.signature.inputs.clone();
        let Some(body) = &self.function.body else {
            return self.item(Lowered { inputs, output, body: quote!(;), schema: None });
        };
        if self.function.is_tool() && cfg!(feature = "rmcp3") && !inputs.iter().all(is_passed) {
            let inputs = without_arguments(inputs);
            return self.item(Lowered { inputs, output, body: quote!({ loop {} }), schema: None });
        }
        let (body, answer) = self.unrun(body);
        // The limit is evaluated, so that its imports are used.
        let limit = self.arguments.timeout.iter();
        let edited = self.edited();
        let body = quote!({ #(let _ = #limit;)* #edited let _ = #body; #answer });
        let function = self.item(Lowered { inputs, output, body, schema: None });
        // The settings may use them.
        quote!(#[allow(unused_variables)] #function)
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

    /// The settings, for an editor that completes their names and values. The compiler does not see them.
    fn edited(&self) -> Option<TokenStream> {
        let (runtime, settings) = (self.runtime(), self.arguments.settings.iter());
        let dialect = self.of_dialect("dialect", self.arguments.dialect()?);
        let settings = settings.map(|setting| self.setting(setting));
        Some(quote!(#runtime::when_edited! { #(let _ = #dialect #settings;)* }))
    }
}

/// Whether the SDK's router can pass the argument.
fn is_passed(input: &FnArg) -> bool {
    match input {
        FnArg::Receiver(receiver) => unshared(receiver).is_none(),
        FnArg::Typed(typed) => matches!(Passed::of(typed), Passed::AsItIs),
    }
}

/// The receiver alone, which the SDK's router can always pass.
fn without_arguments(inputs: Inputs) -> Inputs {
    let mut receivers = inputs.into_iter().filter(|input| matches!(input, FnArg::Receiver(_)));
    let receiver: Option<FnArg> = receivers.next().map(|_| parse_quote!(&self));
    receiver.into_iter().collect()
}
