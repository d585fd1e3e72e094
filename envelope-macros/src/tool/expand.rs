//! The expansion of a tool: its signature, its settings, its body in a closure or an `async` block, and one call.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Expr, LitStr, Type, parse_quote};

use super::args::{Args, DialectName, Setting, SettingValue};
use super::function::{Argument, Function, Shape};
use super::timeout::Timeout;
use super::{arguments, schema, sdk, settings};
use crate::attr::crate_path::CratePath;
use crate::attr::values::literal;
use crate::contracts::{self, Form};
use crate::spans::{as_user_tokens, first_and_last, tokens_at, tokens_over};

/// The rewritten function.
pub(super) fn tool(args: &Args, function: &Function) -> TokenStream {
    let Some(body) = &function.body else {
        return fallback(args, function);
    };
    let body = &arguments::with_arguments(&args.runtime, function, body);
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
    item(args, function, &quote!({ #statements }), schema::expression(args, function))
}

/// The function after an error. It has the signature of a tool, so that calls still compile, and its body, so that an editor
/// still completes there.
pub(super) fn fallback(args: &Args, function: &Function) -> TokenStream {
    let Some(body) = &function.body else {
        return item(args, function, &quote!(;), None);
    };
    let outcome = Function::inferred(&function.outcome);
    let returned = Function::inferred(&function.returned);
    // The bound of `map` makes it a closure that is called once, which can return what it borrows from `&mut self`.
    let none = quote!(::std::option::Option::None::<()>);
    let (body, answer) = match function.shape {
        Shape::Value => (quote!(#none.map(move |()| -> #outcome #body)), quote!(loop {})),
        Shape::Async => (typed_block(&outcome, body, function.name_span()), quote!(loop {})),
        Shape::Future => {
            let future = quote!(#none.map(move |()| #body));
            let typed = quote!(async move { let _: #outcome = #future.unwrap().await; });
            (typed, quote!(async { loop {} }))
        }
        Shape::BoxedFuture => (
            quote!(#none.map(move |()| -> #returned #body)),
            quote!(::std::boxed::Box::pin(async { loop {} })),
        ),
    };
    let body = arguments::after_error(args, function, body);
    let limit = args.timeout.iter().map(|Timeout { limit, .. }| limit);
    let edited = Expansion::new(args, function).edited();
    let body = quote!({ #(let _ = #limit;)* #edited let _ = #body; #answer });
    let function = item(args, function, &body, None);
    // The settings may use them.
    quote!(#[allow(unused_variables)] #function)
}

fn item(
    args: &Args,
    function: &Function,
    body: &TokenStream,
    schema: Option<TokenStream>,
) -> TokenStream {
    let Function { attributes, visibility, .. } = function;
    let mut output = args.output();
    if args.returns.is_none() {
        // The span of the user's type, since a trait can require another one.
        let placed = tokens_over(&function.outcome, quote!(#output));
        output = parse_quote!(#placed);
    }
    let mut signature = function.returning(output);
    signature.constness = None;
    signature.abi = None;
    signature.variadic = None;
    let schema = args.output_schema.map(|_| schema::function(args, function, schema));
    quote!(#(#attributes)* #visibility #signature #body #schema)
}

/// An `async` block that gives the outcome, for messages at a place. Only a `return` gives such a block its type.
fn typed_block(outcome: &Type, body: &Group, place: Span) -> TokenStream {
    // The braces are within others now: if they were the user's, the compiler would warn about the braces of a short body.
    let mut body = body.clone();
    body.set_span(Span::mixed_site().located_at(body.span()));
    // The compiler points there for the type of the block.
    let typed = tokens_at(quote!(return __outcome), outcome.span());
    let asynchronous = tokens_at(quote!(async move), place);
    quote! {
        #asynchronous {
            if let ::std::option::Option::Some(__outcome) = ::std::option::Option::None::<#outcome> {
                #typed;
            }
            #body
        }
    }
}

/// The common context of the parts of a tool's body. The user's code cannot see the names, but in a pattern the name of a constant
/// is that constant, and so they are names that nobody gives one.
pub(super) struct Expansion<'a> {
    pub(super) args: &'a Args,
    pub(super) function: &'a Function,
    pub(super) runtime: &'a CratePath,
    pub(super) call: Ident,
    pub(super) outcome: Ident,
    future: Ident,
    place: Ident,
}

/// A name that the user's code cannot see.
fn hidden(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

impl<'a> Expansion<'a> {
    fn new(args: &'a Args, function: &'a Function) -> Self {
        Self {
            args,
            function,
            runtime: &args.runtime,
            call: hidden("__call"),
            outcome: hidden("__outcome"),
            future: hidden("__future"),
            place: hidden("__place"),
        }
    }

    fn value(&self, body: &Group) -> TokenStream {
        let Self { runtime, outcome, call, .. } = self;
        let (made, arguments, answer) = (self.call(), self.fitting_arguments(), self.answer());
        let returned = Function::inferred(&self.function.outcome);
        let body = self.caught(self.closure(&quote!(-> #returned), body));
        quote! {
            #made
            #arguments
            let #outcome = #runtime::run(&mut #call, #body);
            #answer
        }
    }

    fn asynchronous(&self, body: &Group) -> TokenStream {
        let Self { runtime, outcome, call, function, .. } = self;
        let (made, arguments, answer) = (self.call(), self.fitting_arguments(), self.answer());
        let typed = Function::inferred(&function.outcome);
        let block = typed_block(&typed, body, function.name_span());
        let (limit, block) = self.limited(block);
        let block = self.caught_polls(block);
        quote! {
            #made
            #limit
            #arguments
            let #outcome = #runtime::traced(&mut #call, #block).await;
            #answer
        }
    }

    /// The future that the function returns. The body runs at once, as without the attribute, and its future is awaited later.
    fn future(&self, body: &Group) -> TokenStream {
        let Self { runtime, outcome, call, future, function, .. } = self;
        let returned = (function.shape == Shape::BoxedFuture).then(|| {
            let returned = Function::inferred(&function.returned);
            quote!(-> #returned)
        });
        let mut gives = Function::inferred(&function.outcome).into_token_stream();
        let mut awaited = quote!(#future);
        if self.args.catch_panic {
            awaited = quote!(#future.resume());
        }
        let is_wrapped = self.args.catch_panic || self.args.timeout.is_some();
        if is_wrapped {
            let awaited_future = tokens_over(&function.outcome, quote!(#awaited.await));
            awaited = quote!(async move { let #outcome: #gives = #awaited_future; #outcome });
            gives = quote!(_);
        }
        let (limit, awaited) = self.limited(awaited);
        let awaited = self.caught_polls(awaited);
        let awaited = quote!(#runtime::traced(&mut #call, #awaited).await);
        let awaited = tokens_over(&function.outcome, awaited);
        let answer = self.answer();
        let body = match returned {
            Some(returned) => self.caught(self.closure(&returned, body)),
            None => {
                let body = self.closure(&TokenStream::new(), body);
                self.caught(quote!(#runtime::boxed(#body)))
            }
        };
        let mut run = quote!(#runtime::run(&mut #call, #body));
        let mut fitting = None;
        let warnings = hidden("__warnings");
        for argument in function.arguments.iter().rev() {
            let (name, checked) = (&argument.name, argument.checked(self.args));
            let then = if fitting.is_none() { quote!(map) } else { quote!(and_then) };
            run = quote!(#checked.#then(|(#name, #warnings)| { #call.warn(#warnings); #run }));
            fitting = Some(self.or_reject(future, &quote!(#future)));
        }
        quote! {
            #limit
            let #future = #run;
            #call.suspend();
            async move {
                #fitting
                let #outcome: #gives = #awaited;
                #answer
            }
        }
    }

    /// The body as a closure.
    fn closure(&self, returned: &TokenStream, body: &Group) -> TokenStream {
        // If both the body and a setting take a value, the error points there.
        let open = tokens_at(quote!(move ||), self.function.name_span());
        quote!(#open #returned #body)
    }

    /// A closure that catches its panics if the tool does.
    fn caught(&self, closure: TokenStream) -> TokenStream {
        let runtime = self.runtime;
        if self.args.catch_panic { quote!(|| #runtime::catch(#closure)) } else { closure }
    }

    /// The future of an outcome, which catches its panics if the tool does.
    fn caught_polls(&self, future: TokenStream) -> TokenStream {
        let runtime = self.runtime;
        if self.args.catch_panic { quote!(#runtime::catch_polls(#future)) } else { future }
    }

    /// The limit of a tool with a timeout, which is evaluated before the body, and the future of the outcome within it.
    fn limited(&self, future: TokenStream) -> (TokenStream, TokenStream) {
        let Some(Timeout { limit, .. }) = &self.args.timeout else {
            return (TokenStream::new(), future);
        };
        let runtime = self.runtime;
        let hidden = hidden("__limit");
        let error = tokens_over(self.function.data_and_error().1, quote!(#runtime::type_of()));
        let contexts = if self.args.send_contexts { quote!(Sent) } else { quote!(Hidden) };
        (
            quote!(let #hidden = #runtime::limit(#limit);),
            quote!(#runtime::within(#hidden, #error, #runtime::Contexts::#contexts, #future)),
        )
    }

    /// The arguments of a request, or the answer that they do not fit.
    fn fitting_arguments(&self) -> TokenStream {
        let arguments = self.function.arguments.iter();
        let (call, warnings) = (&self.call, hidden("__warnings"));
        let each = |argument: &Argument| {
            let name = &argument.name;
            let fitting = quote!((#name, #warnings));
            let read = self.or_reject(&fitting, &argument.checked(self.args));
            quote!(#read #call.warn(#warnings);)
        };
        arguments.map(each).collect()
    }

    /// The contents of a `Result`, or the answer that the arguments do not fit.
    fn or_reject(&self, fitting: &impl ToTokens, result: &TokenStream) -> TokenStream {
        let (ok, failure) = (hidden("__fitting"), hidden("__failure"));
        let rejection = self.rejection(&failure);
        quote! {
            let #fitting = match #result {
                ::std::result::Result::Ok(#ok) => #ok,
                ::std::result::Result::Err(#failure) => return #rejection,
            };
        }
    }

    /// The answer that the arguments do not fit.
    fn rejection(&self, failure: &Ident) -> TokenStream {
        let Self { runtime, call, .. } = self;
        match self.args.dialect() {
            Some(_) => self.output(quote!(#runtime::reject(#call, #failure))),
            None => self.negotiated_rejection(failure),
        }
    }

    /// The call with its settings, evaluated before the body in the function's own scope.
    fn call(&self) -> TokenStream {
        let Some(dialect) = self.args.dialect() else { return self.negotiated_call() };
        let dialect = self.dialect(dialect, |setting| !self.is_of_call(setting));
        self.call_in(&dialect)
    }

    /// The call in a dialect, with the settings that every tool has.
    pub(super) fn call_in(&self, dialect: &TokenStream) -> TokenStream {
        let Self { runtime, args, call, .. } = self;
        let name = self.function.signature.ident.unraw().to_string();
        let settings = args.settings.iter().filter(|setting| self.is_of_call(setting));
        let settings = settings.map(|setting| self.setting(setting));
        let budget = args.budget.as_ref().map(|budget| budget.expand(runtime));
        let has_schema = args.output_schema.is_some() || sdk::has_schema(self.function);
        let schema = has_schema.then(|| quote!(.output_schema()));
        let contexts = args.send_contexts.then(|| quote!(.send_contexts()));
        // A contract that does not write the version of a tool does not read its file either.
        let origin = self.has_call_setting("version").then(|| {
            quote! {
                #call.origin(&#runtime::Origin {
                    file: ::std::file!(),
                    package_version: ::std::option_env!("CARGO_PKG_VERSION"),
                });
            }
        });
        quote! {
            let mut #call = #runtime::call(#name, #dialect) #(#settings)* #budget #schema #contexts;
            #origin
        }
    }

    /// A dialect with some of the settings.
    pub(super) fn dialect(
        &self,
        dialect: &DialectName,
        has: impl Fn(&Setting) -> bool,
    ) -> TokenStream {
        let settings = self.args.settings.iter().filter(|setting| has(setting));
        let settings = settings.map(|setting| self.setting(setting));
        let made = self.of_dialect("dialect", dialect);
        quote!(#made #(#settings)*)
    }

    /// Whether a setting is the same in every dialect. A custom dialect has the settings of all contracts.
    pub(super) fn is_of_call(&self, setting: &Setting) -> bool {
        self.has_call_setting(&setting.name.to_string())
    }

    fn has_call_setting(&self, name: &str) -> bool {
        let is_custom = |name: &DialectName| name.known().is_none();
        let all = if self.args.dialects.iter().any(is_custom) { contracts::CONTRACTS } else { &[] };
        let known = self.args.dialects.iter().filter_map(DialectName::known);
        let mut known = known.chain(all.iter().copied());
        let setting = known.find_map(|dialect| dialect.setting(name));
        setting.is_some_and(|setting| setting.form.is_of_call())
    }

    /// The settings as they are written, with their mistakes, for an editor that completes them. The compiler does not see them.
    fn edited(&self) -> Option<TokenStream> {
        let Self { runtime, outcome, function, .. } = self;
        let dialect = self.of_dialect("dialect", self.args.dialect()?);
        let call = quote!(#runtime::call(loop {}, #dialect));
        let typed = Function::inferred(&function.outcome);
        let settings = self.args.settings.iter().map(|setting| match &setting.value {
            SettingValue::Format(format) => {
                let read = self.read(setting, &call, &reading(&setting.name, format));
                quote!(let _ = #read;)
            }
            SettingValue::Unread(value) => {
                let method = setting.method();
                quote!(let _ = #dialect.#method(#value);)
            }
            SettingValue::Flag | SettingValue::Expr(_) if self.is_of_call(setting) => {
                let setting = self.setting(setting);
                quote!(let _ = #call #setting;)
            }
            SettingValue::Flag | SettingValue::Expr(_) => {
                let setting = self.setting(setting);
                quote!(let _ = #dialect #setting;)
            }
        });
        Some(quote! {
            #runtime::when_edited! {
                let #outcome: #typed = loop {};
                #(#settings)*
            }
        })
    }

    /// A call with a setting that reads the data.
    pub(super) fn read(
        &self,
        setting: &Setting,
        call: &impl ToTokens,
        reading: &impl ToTokens,
    ) -> TokenStream {
        let Self { runtime, outcome, .. } = self;
        let method = setting.method();
        // The compiler points there if the method takes another type.
        let text = Ident::new("text", Span::mixed_site().located_at(method.span()));
        quote!(#runtime::read(#call, &#outcome, |dialect, #text| dialect.#method(#text), #reading))
    }

    /// A setting that is evaluated before the body.
    pub(super) fn setting(&self, setting: &Setting) -> TokenStream {
        let method = setting.method();
        match &setting.value {
            SettingValue::Flag if self.is_text(setting) => {
                let method = Ident::new("text_only", method.span());
                quote!(.#method())
            }
            SettingValue::Flag => quote!(.#method()),
            SettingValue::Expr(expr) => {
                let value = self.literal(&setting.name, expr);
                let value = value.unwrap_or_else(|| expr.to_token_stream());
                quote!(.#method(#value))
            }
            SettingValue::Format(_) | SettingValue::Unread(_) => TokenStream::new(),
        }
    }

    /// Whether a flag makes the data the text of a result, in the dialect that it goes to.
    fn is_text(&self, setting: &Setting) -> bool {
        let text = settings::data_as_text(self.args, &self.args.dialects);
        text.is_some_and(|text| text.name == setting.name)
    }

    /// A function of the runtime that is generic over the dialect: `name::<Dialect>()`.
    pub(super) fn of_dialect(&self, name: &str, dialect: &DialectName) -> TokenStream {
        let runtime = self.runtime;
        let function = Ident::new(name, Span::call_site());
        let mut function = quote!(#runtime::#function);
        let (mut open, mut close) = (quote!(::<), quote!(>));
        let mut arguments = Group::new(Delimiter::Parenthesis, TokenStream::new());
        // A path that is not a dialect is one error, on the path, if everything that mentions it has its span.
        if let DialectName::Path(path) = dialect {
            let (first, last) = first_and_last(path);
            function = as_user_tokens(function, first, last);
            open = as_user_tokens(open, last, last);
            close = as_user_tokens(close, last, last);
            arguments.set_span(last);
        }
        let dialect = dialect.implementor(self.runtime);
        quote!(#function #open #dialect #close #arguments)
    }

    /// The value of a literal: the variant of an enum, or a request id that is not copied.
    fn literal(&self, name: &Ident, value: &Expr) -> Option<TokenStream> {
        let text = literal(value)?;
        let runtime = self.runtime;
        let name = name.to_string();
        let mut known = self.args.dialects.iter().filter_map(DialectName::known);
        match known.find_map(|dialect| dialect.setting(&name))?.form {
            Form::Word(words) => {
                let variant = words.variant(&text.value())?;
                Some(runtime.item(&[words.enum_path, &[variant.as_str()]].concat()))
            }
            Form::RequestId => Some(quote!(#runtime::RequestId::from_static(#text))),
            _ => None,
        }
    }

    /// The settings that read the data, and the end of the call. Its arguments have the spans of the user's types, since
    /// the compiler points at the argument whose bound fails.
    fn answer(&self) -> TokenStream {
        let Some(dialect) = self.args.dialect() else { return self.negotiated_answer() };
        let Self { runtime, call, outcome, .. } = self;
        let settings = self.args.settings.iter().filter_map(|setting| match &setting.value {
            SettingValue::Format(format) => {
                let read = self.read(setting, call, &reading(&setting.name, format));
                Some(quote!(let mut #call = #read;))
            }
            _ => None,
        });
        let settings: Vec<_> = settings.collect();
        // Settings read the outcome: if it is not a `Result`, that is reported here, once.
        let opened = (!settings.is_empty()).then(|| {
            let opened = tokens_over(&self.function.outcome, quote!(#outcome));
            quote!(let #outcome = #runtime::open(#opened);)
        });
        let (keyed, finish) = (self.keyed(), self.finish_in(dialect));
        quote!(#opened #(#settings)* #keyed #finish)
    }

    /// The end of the call in a dialect, in which the data can be the text of the result.
    pub(super) fn finish_in(&self, dialect: &DialectName) -> TokenStream {
        if settings::data_as_text(self.args, std::slice::from_ref(dialect)).is_none() {
            return self.finish(&self.args.keys);
        }
        let runtime = self.runtime;
        let textual = quote!(#runtime::textual);
        let (made, finish) =
            (self.changed(self.function.data_and_error().0, &textual), self.finish(&[]));
        quote!(#made #finish)
    }

    /// The outcome with data that a function of the runtime changes. The call is where the arguments of `finish` are, on the data,
    /// so that the compiler reports data for which the function is not once.
    pub(super) fn changed(&self, data: &Type, function: &TokenStream) -> TokenStream {
        let Self { runtime, outcome, .. } = self;
        let of_data = tokens_over(data, quote!(#runtime::type_of()));
        let opened = tokens_over(&self.function.outcome, quote!(#outcome));
        let function = tokens_over(data, function.clone());
        let mut arguments = Group::new(Delimiter::Parenthesis, quote!(#of_data, #opened));
        arguments.set_span(arguments.span().located_at(first_and_last(data).1));
        quote!(let #outcome = #function #arguments;)
    }

    /// The keys of the data.
    pub(super) fn keyed(&self) -> Option<TokenStream> {
        let Self { runtime, place, .. } = self;
        let keys = &self.args.keys;
        (!keys.is_empty()).then(|| quote!(let #place = #runtime::Keys([#(#keys),*]);))
    }

    /// The end of the call.
    fn finish(&self, keys: &[LitStr]) -> TokenStream {
        let Self { runtime, call, outcome, place, .. } = self;
        let (data, error) = self.function.data_and_error();
        // The place and the call are equally long, so that the compiler reports a type that is no payload only once.
        let place = if keys.is_empty() {
            tokens_over(data, quote!(#runtime::root(&#call)))
        } else {
            tokens_over(data, quote!(::std::convert::identity(#place)))
        };
        let call = tokens_over(data, quote!(::std::convert::identity(&mut #call)));
        let error = tokens_over(error, quote!(#runtime::type_of()));
        let outcome = tokens_over(&self.function.outcome, quote!(#outcome));
        self.end(quote!(#place, #call, #error, #outcome))
    }

    /// The call of the function that ends the tool.
    fn end(&self, arguments: TokenStream) -> TokenStream {
        let runtime = self.runtime;
        let mut arguments = Group::new(Delimiter::Parenthesis, arguments);
        let mut finish = quote!(#runtime::finish);
        // A type that cannot be returned is an error at `returns`.
        if let Some(returns) = &self.args.returns {
            finish = tokens_over(returns, finish);
            arguments.set_span(arguments.span().located_at(returns.span()));
        }
        let answer = quote!(#finish #arguments);
        // The SDK sends the structure of an envelope, which is built while the data is serialized.
        let is_sent_by_sdk = cfg!(feature = "rmcp") && self.function.is_tool();
        if is_sent_by_sdk && self.args.has_envelope() {
            return quote!(#runtime::with_tree(#answer));
        }
        self.output(answer)
    }

    /// The output of the tool, from the answer of a function of the runtime.
    pub(super) fn output(&self, answer: TokenStream) -> TokenStream {
        let Some(via) = &self.args.via else { return answer };
        let (ty, envelope) = (self.runtime.public(&["Envelope"]), hidden("__envelope"));
        let mut arguments = Group::new(Delimiter::Parenthesis, quote!(#envelope));
        arguments.set_span(arguments.span().located_at(first_and_last(via).1));
        quote!({ let #envelope: #ty = #answer; #via #arguments })
    }
}

/// The closure of a format setting over the data. It has the span of the setting's name: a value that the body has taken is an error
/// there.
pub(super) fn reading(name: &Ident, format: &TokenStream) -> TokenStream {
    let data = data_of(format);
    // The text can have `data` in it and not read it.
    let open = tokens_at(quote!(|#[allow(unused_variables)] #data|), name.span());
    quote!(#open ::std::format!(#format))
}

/// The name of the data in a format setting, as the setting itself sees it: a macro by example can make the attribute and take
/// the setting as an argument, or the other way round.
fn data_of(format: &TokenStream) -> Ident {
    let reads =
        find_token(format, &|token| matches!(token, TokenTree::Ident(name) if name == "data"));
    let captures = || {
        find_token(
            format,
            &|token| matches!(token, TokenTree::Literal(text) if text.to_string().contains("{data")),
        )
    };
    let span = reads.or_else(captures).unwrap_or_else(Span::call_site);
    Ident::new("data", Span::call_site().resolved_at(span))
}

/// The span of the first token for which this is true, however deep in groups.
fn find_token(tokens: &TokenStream, is_it: &impl Fn(&TokenTree) -> bool) -> Option<Span> {
    tokens.clone().into_iter().find_map(|token| match &token {
        TokenTree::Group(group) => find_token(&group.stream(), is_it),
        _ => is_it(&token).then(|| token.span()),
    })
}

#[cfg(test)]
mod tests {
    use proc_macro2::{TokenStream, TokenTree};

    use super::find_token;
    use crate::tool::expand;

    #[test]
    fn a_literal_request_id_is_not_copied() {
        for (id, is_static) in [("\"r-1\"", true), ("id", false), ("concat!(\"r\")", false)] {
            let args = format!("dialect = \"response-v2\", request_id = {id}");
            let function = "fn f(id: &str) -> Result<(), E> {}";
            let expanded = expand(args.parse().unwrap(), function.parse().unwrap()).to_string();
            assert_eq!(expanded.contains("RequestId :: from_static ("), is_static, "{expanded}");
        }
    }

    #[test]
    fn a_token_is_found_at_any_depth() {
        let is_data = |token: &TokenTree| token.to_string() == "data";
        for (tokens, is_there) in [
            ("data.len()", true),
            ("\"{}\", names(&[data.len()])", true),
            ("\"data\", [date]", false),
            ("", false),
        ] {
            let tokens: TokenStream = tokens.parse().unwrap();
            assert_eq!(find_token(&tokens, &is_data).is_some(), is_there, "{tokens}");
        }
    }
}
