//! A tool after an error. It has the signature of a tool, so that calls still compile, and its body, so that an editor still completes
//! there.

use proc_macro2::{Delimiter, Group, TokenStream};
use quote::quote;
use syn::{FnArg, parse_quote};

use crate::tool::Tool;
use crate::tool::function::Function;
use crate::tool::request::{Argument, read_by};
use crate::tool::returned::{Shape, inferred};
use crate::tool::sdk::{Passed, lacks_feature, status_of_no_handler, unshared};

impl Tool {
    pub(in crate::tool) fn lower_after_error(&self) -> TokenStream {
        // Here, the SDK accepts text as a result, but not the output of the tool.
        let is_unknown = lacks_feature(self).is_some() || status_of_no_handler(self).is_some();
        let output = if is_unknown { parse_quote!(::std::string::String) } else { self.output() };
        let mut inputs = self.inputs();
        let Some(body) = &self.function.body else {
            return self.item(inputs, output, &quote!(;), None);
        };
        // A body that uses no argument.
        let unknown = Group::new(Delimiter::Brace, quote!(loop {}));
        let mut body = body;
        let function = &self.function;
        let all_passed = inputs.iter().all(|input| is_passed(input, function));
        if function.is_tool() && cfg!(feature = "rmcp3") && !all_passed {
            inputs = inputs.into_iter().filter_map(|input| passed(input, function)).collect();
            body = &unknown;
        }
        let (fitting, (body, answer)) = (self.fitting(), self.unrun(&self.with_arguments(body)));
        // The limit is evaluated, so that its imports are used.
        let limit = self.arguments.timeout.iter().map(|timeout| &timeout.limit);
        let limit = limit.filter(|limit| read_by(limit, &self.function.arguments).is_empty());
        let edited = self.edited();
        let body = quote!({ #(let _ = #limit;)* #edited #fitting let _ = #body; #answer });
        let function = self.item(inputs, output, &body, None);
        // The settings may use the variables.
        quote!(#[allow(unused_variables)] #function)
    }

    /// The arguments of a request, if they fit.
    fn fitting(&self) -> TokenStream {
        let each = |argument: &Argument| {
            let (name, checked) = (&argument.name, self.checked(argument));
            quote! {
                let #name = match #checked {
                    ::std::result::Result::Ok((#name, _)) => #name,
                    ::std::result::Result::Err(_) => loop {},
                };
            }
        };
        self.function.arguments.iter().map(each).collect()
    }

    /// The body, typed and never run, and the value that the function returns instead.
    fn unrun(&self, body: &Group) -> (TokenStream, TokenStream) {
        let returned = &self.function.returned;
        let outcome = inferred(&returned.outcome);
        // The bound of `map` makes it a closure that is called once, which can return a borrow of `&mut self`.
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
fn is_passed(input: &FnArg, function: &Function) -> bool {
    match input {
        FnArg::Receiver(receiver) => unshared(receiver).is_none(),
        FnArg::Typed(typed) => matches!(Passed::of(typed, function), Passed::AsItIs),
    }
}

/// The argument, if the SDK's router can pass it. A receiver becomes `&self`.
fn passed(input: FnArg, function: &Function) -> Option<FnArg> {
    match &input {
        FnArg::Receiver(_) => Some(parse_quote!(&self)),
        FnArg::Typed(_) => is_passed(&input, function).then_some(input),
    }
}
