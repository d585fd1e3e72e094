//! The expansion of a tool: its signature, its settings, its body in a closure or an `async` block, and one call.
//!
//! The user's code cannot see the names of variables here. In a pattern, though, a name can refer to a constant of the user, so these are
//! names that nobody gives a constant.

mod after_error;
mod answer;
mod call;
mod request;
mod schema;
mod sdk;
mod several;

use proc_macro2::{Delimiter, Group, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{FnArg, Token, Type, parse_quote};

use super::Tool;
use super::attribute::Timeout;
use super::request::parameters;
use super::returned::{Shape, inferred};
use crate::spans::{first_and_last, quote_hidden, tokens_at, tokens_over};

type Inputs = Punctuated<FnArg, Token![,]>;

impl Tool {
    /// The rewritten function.
    pub(super) fn lower(&self) -> TokenStream {
        let Some(written) = &self.function.body else { return self.lower_after_error() };
        let body = &self.with_arguments(written);
        let statements = match self.function.returned.shape {
            Shape::Value => self.answered(&self.ran(body)),
            Shape::Async => self.answered(&self.awaited(body)),
            Shape::Future | Shape::BoxedFuture => self.future(body),
        };
        let order = self.order_of_arguments();
        // The braces have the user's span, so that the compiler treats the function as the user's.
        let mut braces = Group::new(Delimiter::Brace, quote!(#order #statements));
        braces.set_span(written.span());
        let (inputs, output, schema) = (self.inputs(), self.output(), self.schema());
        self.item(inputs, output, &braces.into_token_stream(), schema)
    }

    /// The check that `#[tool]` is not above, for a tool that takes `Parameters`. With an output schema, the function for the schema has
    /// the check.
    fn order_of_arguments(&self) -> Option<TokenStream> {
        let mut inputs =
            self.function.inputs().filter(|_| self.arguments.named("output_schema").is_none());
        let parameters = inputs.find(|input| parameters(&input.ty).is_some())?;
        self.order(parameters.ty.span())
    }

    /// The function with these parts, and the function beside it that returns the output schema.
    fn item(
        &self,
        inputs: Inputs,
        output: Type,
        body: &TokenStream,
        schema: Option<TokenStream>,
    ) -> TokenStream {
        let function = &self.function;
        let (attributes, visibility) = (self.attributes(), &function.visibility);
        let returned = function.returned.with(output);
        let mut signature = function.signature.clone();
        signature.output = parse_quote!(-> #returned);
        signature.inputs = inputs;
        signature.constness = None;
        signature.abi = None;
        signature.variadic = None;
        if function.returned.shape != Shape::Async {
            signature.asyncness = None;
        }
        let flag = self.arguments.named("output_schema");
        let schema = flag.map(|flag| self.schema_function(flag.span(), schema));
        quote!(#(#attributes)* #visibility #signature #body #schema)
    }

    /// The return type, with the span of the user's type, since a trait can require another type.
    fn output(&self) -> Type {
        let output = self.arguments.output();
        if self.arguments.returns.is_some() {
            return output;
        }
        let outcome = &self.function.returned.outcome;
        let mut placed: Vec<_> =
            tokens_over(outcome, output.to_token_stream()).into_iter().collect();
        // The last token has the user's span, so that the compiler points at the function and not at the attribute.
        if let Some(end) = placed.last_mut() {
            end.set_span(first_and_last(outcome).1);
        }
        parse_quote!(#(#placed)*)
    }

    /// The call, with the outcome of the body.
    fn answered(&self, outcome: &TokenStream) -> TokenStream {
        let (call, limit, checks) = (self.call(), self.limit(), self.checks());
        let answer = self.answer();
        quote_hidden! {
            #call
            #limit
            #checks
            let __outcome = #outcome;
            #answer
        }
    }

    /// The outcome of a body that returns it.
    fn ran(&self, body: &Group) -> TokenStream {
        let runtime = self.runtime();
        let returned = inferred(&self.function.returned.outcome);
        let mut closure = self.closure(&quote!(-> #returned), body);
        if let Some(found) = self.found(&quote!((#closure)())) {
            closure = quote!(move || #found);
        }
        let body = self.caught(closure);
        quote_hidden!(#runtime::run(&mut __call, #body))
    }

    /// The outcome of an `async` body.
    fn awaited(&self, body: &Group) -> TokenStream {
        let runtime = self.runtime();
        let mut block = self.typed_block(body);
        if let Some(found) = self.found(&quote!(#block.await)) {
            block = quote!(async move #found);
        }
        let block = self.caught_polls(self.within_limit(block));
        quote_hidden!(#runtime::traced(&mut __call, #block).await)
    }

    /// The future that the function returns. The body runs at once, as without the attribute, and its future is awaited later.
    fn future(&self, body: &Group) -> TokenStream {
        let (runtime, returned) = (self.runtime(), &self.function.returned);
        let is_boxed = returned.shape == Shape::BoxedFuture;
        let closure = if is_boxed {
            let returned = inferred(&returned.written);
            self.closure(&quote!(-> #returned), body)
        } else {
            let closure = self.closure(&TokenStream::new(), body);
            quote!(#runtime::boxed(#closure))
        };
        let run = self.caught(closure);
        let (checks, run) = self.after_checks(quote_hidden!(#runtime::run(&mut __call, #run)));
        let (gives, awaited) = self.of_future();
        let awaited = self.caught_polls(self.within_limit(awaited));
        let awaited = quote_hidden!(#runtime::traced(&mut __call, #awaited).await);
        let awaited = tokens_over(&returned.outcome, awaited);
        let (call, limit, answer) = (self.call(), self.limit(), self.answer());
        let future = quote_hidden! {
            #limit
            let __future = #run;
            #runtime::Running::suspend(&mut __call);
            async move {
                #checks
                let __outcome: #gives = #awaited;
                #answer
            }
        };
        if is_boxed {
            quote!(#call ::std::boxed::Box::pin({ #future }))
        } else {
            quote!(#call #future)
        }
    }

    /// The type of the outcome, and the future that the body has returned.
    fn of_future(&self) -> (TokenStream, TokenStream) {
        let outcome = &self.function.returned.outcome;
        let gives = inferred(outcome).into_token_stream();
        let catches = self.catches_panics();
        let has_errors = !self.arguments.errors.is_empty();
        if !catches && !has_errors && self.arguments.timeout.is_none() {
            return (gives, quote_hidden!(__future));
        }
        let resumed = catches.then(|| quote!(.resume()));
        let awaited = tokens_over(outcome, quote_hidden!(__future #resumed.await));
        let outcome = quote_hidden!({ let __outcome: #gives = #awaited; __outcome });
        let outcome = self.found(&outcome).unwrap_or(outcome);
        (quote!(_), quote!(async move #outcome))
    }

    /// A block that looks for the types of `errors(…)` in the error of the outcome.
    fn found(&self, outcome: &TokenStream) -> Option<TokenStream> {
        let (runtime, errors) = (self.runtime(), self.arguments.errors.iter());
        // With these spans, the compiler points at an error without a chain, and at a type that no chain can contain.
        let (_, error) = self.function.returned.data_and_error();
        let found = tokens_over(error, quote_hidden!(__outcome));
        let named = errors.map(|ty| tokens_over(ty, quote!(#runtime::named::<#ty>)));
        let block = quote_hidden! {{
            let __outcome = #outcome;
            #runtime::find_named(#found, &[#(#named),*])
        }};
        (!self.arguments.errors.is_empty()).then_some(block)
    }

    /// An `async` block that gives the outcome. Only a `return` gives such a block its type.
    fn typed_block(&self, body: &Group) -> TokenStream {
        let outcome = inferred(&self.function.returned.outcome);
        // These braces are inside other braces now: with the user's span, the compiler would warn about the braces of a short body.
        let mut body = body.clone();
        body.set_span(Span::mixed_site().located_at(body.span()));
        // The compiler points at these spans for the type of the block, and for values that are moved into the block.
        let typed = tokens_at(quote_hidden!(return __outcome), outcome.span());
        let asynchronous = tokens_at(quote!(async move), self.function.signature.ident.span());
        quote_hidden! {
            #asynchronous {
                if let ::std::option::Option::Some(__outcome) = ::std::option::Option::None::<#outcome> {
                    #typed;
                }
                #body
            }
        }
    }

    /// The body as a closure.
    fn closure(&self, returned: &TokenStream, body: &Group) -> TokenStream {
        // If both the body and a setting take a value, the compiler points at the name of the function.
        let open = tokens_at(quote!(move ||), self.function.signature.ident.span());
        quote!(#open #returned #body)
    }

    fn catches_panics(&self) -> bool {
        self.arguments.named("catch_panic").is_some()
    }

    /// A closure that catches its panics if the tool does.
    fn caught(&self, closure: TokenStream) -> TokenStream {
        let runtime = self.runtime();
        if self.catches_panics() { quote!(|| #runtime::catch(#closure)) } else { closure }
    }

    /// The future of an outcome, which catches its panics if the tool does.
    fn caught_polls(&self, future: TokenStream) -> TokenStream {
        let runtime = self.runtime();
        if self.catches_panics() { quote!(#runtime::catch_polls(#future)) } else { future }
    }

    /// The limit of a tool with a timeout, which is evaluated before the body.
    fn limit(&self) -> Option<TokenStream> {
        let (runtime, Timeout { limit, hint }) = (self.runtime(), self.arguments.timeout.as_ref()?);
        let hint = hint.iter();
        Some(quote_hidden!(let __limit = #runtime::limit(#limit)#(.hint(#hint))*;))
    }

    /// The future of an outcome within the limit of the tool.
    fn within_limit(&self, future: TokenStream) -> TokenStream {
        if self.arguments.timeout.is_none() {
            return future;
        }
        let runtime = self.runtime();
        let (_, error) = self.function.returned.data_and_error();
        let error = tokens_over(error, quote!(#runtime::type_of()));
        quote_hidden!(#runtime::within(__limit, #error, #future))
    }
}
