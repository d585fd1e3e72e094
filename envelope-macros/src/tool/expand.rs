//! What a tool expands to: its signature, its settings, its body in a closure or an `async` block, and one call.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Expr, Type, parse_quote};

use super::args::{self, Args, DialectName, SettingValue, literal};
use super::function::{Function, Shape};
use crate::dialects::{self, Form, Setting};
use crate::spans::located;

/// The rewritten function.
pub(super) fn tool(args: &Args, function: &Function) -> TokenStream {
    let Some(body) = &function.body else {
        return fallback(args, function);
    };
    let expansion = Expansion::new(args, function);
    let statements = match function.shape {
        Shape::Value => expansion.value(body),
        Shape::Async => expansion.asynchronous(body),
        Shape::Future => {
            let (call, answer) = (expansion.call(), expansion.future(body));
            quote!(#call #answer)
        }
        Shape::BoxedFuture => {
            let (call, answer) = (expansion.call(), expansion.future(body));
            quote!(#call ::std::boxed::Box::pin({ #answer }))
        }
    };
    item(args, function, &quote!({ #statements }))
}

/// The function with the signature that it was to have, after an error was reported: what calls it still compiles, and
/// an editor still completes in its body.
pub(super) fn fallback(args: &Args, function: &Function) -> TokenStream {
    let Some(body) = &function.body else {
        return item(args, function, &quote!(;));
    };
    let outcome = Function::inferred(&function.outcome);
    let returned = Function::inferred(&function.returned);
    let (body, answer) = match function.shape {
        Shape::Value => (quote!(move || -> #outcome #body), quote!(loop {})),
        Shape::Async => (typed_block(&outcome, body), quote!(loop {})),
        Shape::Future => {
            let typed = quote!(async move { let _: #outcome = (move || #body)().await; });
            (typed, quote!(async { loop {} }))
        }
        Shape::BoxedFuture => {
            (quote!(move || -> #returned #body), quote!(::std::boxed::Box::pin(async { loop {} })))
        }
    };
    item(args, function, &quote!({ let _ = #body; #answer }))
}

fn item(args: &Args, function: &Function, body: &TokenStream) -> TokenStream {
    let Function { attributes, visibility, .. } = function;
    let runtime = args.runtime();
    let output = args.returns.clone().unwrap_or_else(|| parse_quote!(#runtime::Envelope));
    let mut signature = function.returning(output);
    signature.constness = None;
    signature.abi = None;
    signature.variadic = None;
    let schema = args.output_schema.map(|flag| output_schema(args, function, flag));
    quote!(#(#attributes)* #visibility #signature #body #schema)
}

/// The function beside the tool that gives the schema of what it returns.
fn output_schema(args: &Args, function: &Function, flag: Span) -> TokenStream {
    let Function { visibility, signature, outcome, .. } = function;
    let runtime = args.runtime();
    let tool = signature.ident.unraw();
    let name = format_ident!("{tool}_output_schema", span = signature.ident.span());
    let docs = format!("The JSON Schema of what `{tool}` returns.");
    let dialect = dialect(args);
    let keys = &args.keys;
    let structured_errors = args.has_flag("structured_errors");
    // Without its feature, the runtime has no such module.
    let of_tool = located(quote!(#runtime::schema::of_tool), flag);
    let body = if args.dialect.is_some() {
        quote!(#of_tool::<#dialect, #outcome>(&[#(#keys),*], #structured_errors))
    } else {
        quote!(loop {})
    };
    quote! {
        #[doc = #docs]
        #[must_use]
        #visibility fn #name() -> ::std::sync::Arc<#runtime::call::JsonObject> {
            #body
        }
    }
}

/// The type that implements `Dialect`.
fn dialect(args: &Args) -> TokenStream {
    let runtime = args.runtime();
    match &args.dialect {
        Some(DialectName::Path(path)) => quote!(#path),
        Some(DialectName::Known(dialect)) => {
            let segments = dialect.path.iter().map(|name| Ident::new(name, Span::call_site()));
            quote!(#runtime #(::#segments)*)
        }
        None => TokenStream::new(),
    }
}

/// An `async` block that gives the outcome. Nothing but a `return` tells the compiler the type of such a block.
fn typed_block(outcome: &Type, body: &Group) -> TokenStream {
    // Where the user's braces stand, but ours: within others now, the compiler would have those of a short body removed.
    let mut body = body.clone();
    body.set_span(Span::mixed_site().located_at(body.span()));
    quote! {
        async move {
            if let ::std::option::Option::Some(outcome) = ::std::option::Option::None::<#outcome> {
                return outcome;
            }
            #body
        }
    }
}

/// The parts of a tool's body, under names that the user's code cannot see.
struct Expansion<'a> {
    args: &'a Args,
    function: &'a Function,
    runtime: TokenStream,
    /// The type that implements `Dialect`.
    dialect: TokenStream,
    call: Ident,
    outcome: Ident,
    future: Ident,
}

impl<'a> Expansion<'a> {
    fn new(args: &'a Args, function: &'a Function) -> Self {
        let hidden = |name| Ident::new(name, Span::mixed_site());
        Self {
            args,
            function,
            runtime: args.runtime(),
            dialect: dialect(args),
            call: hidden("call"),
            outcome: hidden("outcome"),
            future: hidden("future"),
        }
    }

    fn value(&self, body: &Group) -> TokenStream {
        let Self { runtime, outcome, .. } = self;
        let call = self.call();
        let run = self.entry("run", "run_caught");
        let returned = Function::inferred(&self.function.outcome);
        let answer = self.answer();
        quote! {
            #call
            let #outcome = #runtime::call::#run(move || -> #returned #body);
            #answer
        }
    }

    fn asynchronous(&self, body: &Group) -> TokenStream {
        let Self { runtime, outcome, .. } = self;
        let call = self.call();
        let mut block = typed_block(&Function::inferred(&self.function.outcome), body);
        if self.args.catch_panic {
            block = quote!(#runtime::call::catch(#block));
        }
        let answer = self.answer();
        quote! {
            #call
            let #outcome = #block.await;
            #answer
        }
    }

    /// The future that the function returns. The body runs at once, as it did before: what it makes is awaited later.
    fn future(&self, body: &Group) -> TokenStream {
        let Self { runtime, outcome, future, function, .. } = self;
        let run = self.entry("run", "run_caught");
        let returned = (function.shape == Shape::BoxedFuture).then(|| {
            let returned = Function::inferred(&function.returned);
            quote!(-> #returned)
        });
        let mut gives = Function::inferred(&function.outcome).into_token_stream();
        let mut awaited = quote!(#future.await);
        if self.args.catch_panic {
            gives = quote!(#runtime::call::Caught<#gives>);
            awaited = quote!(#runtime::call::catch_made(#future).await);
        }
        let awaited = over(&function.outcome, awaited);
        let answer = self.answer();
        quote! {
            let #future = #runtime::call::#run(move || #returned #body);
            async move {
                let #outcome: #gives = #awaited;
                #answer
            }
        }
    }

    /// The call with its settings, evaluated before the body in the function's own scope.
    fn call(&self) -> TokenStream {
        let Self { runtime, dialect, call, .. } = self;
        let name = self.function.signature.ident.unraw().to_string();
        let settings = self.args.settings.iter().map(|args::Setting { name, value }| match value {
            SettingValue::Flag => quote!(.#name()),
            SettingValue::Expr(expr) => {
                let value = self.tier(name, expr).unwrap_or_else(|| expr.to_token_stream());
                quote!(.#name(#value))
            }
            SettingValue::Format(_) => TokenStream::new(),
        });
        let facts = quote!({
            static TOOL: #runtime::call::Tool = #runtime::call::Tool::new(
                #name,
                ::std::file!(),
                ::std::option_env!("CARGO_PKG_VERSION"),
            );
            &TOOL
        });
        let mut begin = quote!(#runtime::call::begin);
        let (mut open, mut close) = (quote!(::<), quote!(>));
        let mut facts = Group::new(Delimiter::Parenthesis, facts);
        // A type that is no dialect is one error, on the user's path, if all that mentions it stands there.
        if let Some(DialectName::Path(path)) = &self.args.dialect {
            let (first, last) = ends(path);
            begin = placed(begin, first, last);
            (open, close) = (placed(open, last, last), placed(close, last, last));
            facts.set_span(last);
        }
        quote!(let mut #call = #begin #open #dialect #close #facts #(#settings)*;)
    }

    /// The typed tier for one that is written out.
    fn tier(&self, name: &Ident, value: &Expr) -> Option<TokenStream> {
        let Some(DialectName::Known(dialect)) = self.args.dialect else { return None };
        let is_tier = |setting: &&Setting| setting.form == Form::Tier && name == setting.name;
        dialect.settings.iter().find(is_tier)?;
        let tier = literal(value)?;
        let variant = Ident::new(dialects::tier_variant(&tier.value())?, tier.span());
        let runtime = &self.runtime;
        Some(quote!(#runtime::code_scalpel::Tier::#variant))
    }

    /// The settings that read the data, and the end of the call. Its arguments have the spans of the user's types, since
    /// the compiler blames the argument whose bound fails.
    fn answer(&self) -> TokenStream {
        let Self { runtime, call, outcome, .. } = self;
        let settings =
            self.args.settings.iter().filter_map(|args::Setting { name, value }| match value {
                SettingValue::Format(format) => Some(quote! {
                    let mut #call = #call.#name(&#outcome, |data| ::std::format!(#format));
                }),
                _ => None,
            });
        let settings: Vec<_> = settings.collect();
        // What a setting looks into is a `Result` first, so that one that is none is told once.
        let opened = (!settings.is_empty()).then(|| {
            let open = self.entry("open", "open_caught");
            let opened = over(&self.function.outcome, quote!(#outcome));
            quote!(let #outcome = #runtime::call::#open(#opened);)
        });
        let keys = &self.args.keys;
        let (data, error) = self.function.data_and_error();
        let place = if keys.is_empty() {
            over(data, quote!(#runtime::call::root(&#call)))
        } else {
            over(quote!(#(#keys)*), quote!(#runtime::payload::Keys([#(#keys),*])))
        };
        let call = over(data, quote!(&mut #call));
        let error = over(error, quote!(#runtime::call::error()));
        let outcome = over(&self.function.outcome, quote!(#outcome));
        let finish = self.entry("finish", "finish_caught");
        let arguments = quote!(#place, #call, #error, #outcome);
        let mut arguments = Group::new(Delimiter::Parenthesis, arguments);
        let mut finish = quote!(#runtime::call::#finish);
        // Where the user says what the tool returns, that is to blame if it cannot be returned.
        if let Some(returns) = &self.args.returns {
            finish = over(returns, finish);
            arguments.set_span(arguments.span().located_at(returns.span()));
        }
        quote!(#opened #(#settings)* #finish #arguments)
    }

    /// The function of the runtime that does it, or the one that catches panics as well.
    fn entry(&self, plain: &str, caught: &str) -> Ident {
        Ident::new(if self.args.catch_panic { caught } else { plain }, Span::call_site())
    }
}

/// Puts tokens where a type stands: the first on its first token, the others on its last.
fn over(place: impl ToTokens, tokens: TokenStream) -> TokenStream {
    let (first, last) = ends(place);
    let mut tokens = tokens.into_iter();
    let start = tokens.next().into_iter().collect();
    [located(start, first), located(tokens.collect(), last)].into_iter().collect()
}

/// The same for tokens that need no name of ours: they are taken for the user's own.
fn placed(tokens: TokenStream, first: Span, last: Span) -> TokenStream {
    let mut span = first;
    let place = |mut token: TokenTree| {
        token.set_span(span);
        span = last;
        token
    };
    tokens.into_iter().map(place).collect()
}

/// Where the first and the last token stand.
fn ends(place: impl ToTokens) -> (Span, Span) {
    let mut spans = place.to_token_stream().into_iter().map(|token| token.span());
    let first = spans.next().unwrap_or_else(Span::call_site);
    (first, spans.last().unwrap_or(first))
}
