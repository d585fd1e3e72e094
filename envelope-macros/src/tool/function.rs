//! The function under `#[envelope_tool]`: the signature is parsed, the body stays tokens.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::visit_mut::{self, VisitMut};
use syn::{
    AttrStyle, Attribute, Error, GenericArgument, PatType, Path, PathArguments, PathSegment,
    Result, ReturnType, Signature, Token, Type, TypeParamBound, TypePath, TypeTuple, Visibility,
    braced, parse_quote,
};

use super::items::keyword;
use super::mark::{self, is_own};
use crate::depth;
use crate::errors::Errors;
use crate::types::{only_argument, text_of};

pub(super) struct Function {
    pub(super) attributes: Vec<Attribute>,
    pub(super) visibility: Visibility,
    pub(super) signature: Signature,
    pub(super) shape: Shape,
    /// The type of the outcome: the return type, or the output of the future that it returns.
    pub(super) outcome: Type,
    /// The return type as the user wrote it: [`outcome`](Self::outcome), or a future of it.
    pub(super) returned: Type,
    /// The arguments that a caller can get wrong.
    pub(super) arguments: Vec<Argument>,
    /// The braces and their contents. A method in a trait may have none.
    pub(super) body: Option<Group>,
}

/// How a function returns its outcome.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Shape {
    /// `fn … -> Result<…>`
    Value,
    /// `async fn … -> Result<…>`
    Async,
    /// `fn … -> impl Future<Output = Result<…>>`
    Future,
    /// `fn … -> Pin<Box<dyn Future<Output = Result<…>>>>`
    BoxedFuture,
}

/// The function, unless its signature is nested too deep. The braces at its end are not parsed.
pub(super) fn parse(tokens: TokenStream) -> Result<Function> {
    let mut signature: Vec<_> = tokens.clone().into_iter().collect();
    signature.pop();
    depth::check(signature)?;
    syn::parse2(tokens)
}

impl Parse for Function {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let mut attributes = input.call(Attribute::parse_outer)?;
        let visibility = input.parse()?;
        let signature: Signature = parse_signature(input)?;
        let body = if input.peek(Token![;]) {
            input.parse::<Token![;]>()?;
            None
        } else {
            let content;
            let braces = braced!(content in input);
            // They belong to the function, whose body changes.
            for mut attribute in content.call(Attribute::parse_inner)? {
                attribute.style = AttrStyle::Outer;
                attributes.push(attribute);
            }
            let mut body = Group::new(Delimiter::Brace, content.parse()?);
            body.set_span(braces.span.join());
            Some(body)
        };
        let returned = match &signature.output {
            ReturnType::Default => parse_quote!(()),
            ReturnType::Type(_, returned) => (**returned).clone(),
        };
        let mut future = returned.clone();
        let (shape, outcome) = match future_output(&mut future) {
            Some((shape, outcome)) => (shape, outcome.clone()),
            None if signature.asyncness.is_some() => (Shape::Async, returned.clone()),
            None => (Shape::Value, returned.clone()),
        };
        let arguments = Vec::new();
        Ok(Self { attributes, visibility, signature, shape, outcome, returned, arguments, body })
    }
}

/// An argument whose pattern is in the body, and not in the signature.
pub(super) struct Argument {
    /// The variable in the signature.
    pub(super) name: Ident,
    /// The pattern and the type that the user wrote.
    pub(super) written: PatType,
    pub(super) kind: ArgumentKind,
}

pub(super) enum ArgumentKind {
    /// The SDK's `Parameters<T>`, of this type.
    Parameters(Box<Type>),
    /// A type with the name of an extractor. The compiler decides by its type whether it is one.
    Extractor,
}

impl Function {
    /// Whether the SDK's `#[tool]` is below. It is not under a `cfg_attr`: the compiler evaluates a function's `cfg_attr`s before it calls an
    /// attribute of that function.
    pub(super) fn is_tool(&self) -> bool {
        self.attributes.iter().any(|attribute| mark::is_tool(&attribute.meta))
    }

    /// Reports functions that cannot be tools.
    pub(super) fn check(&self, errors: &mut Errors) {
        let signature = &self.signature;
        if let Some(token) = &signature.constness {
            let message = "a tool cannot be `const`; remove `const`";
            errors.push(Error::new(token.span, message));
        }
        if let Some(abi) = &signature.abi {
            let message = "a tool cannot be `extern`; remove `extern`";
            errors.push(Error::new_spanned(abi, message));
        }
        if let Some(variadic) = &signature.variadic {
            let message = "a tool cannot take a variable number of arguments; take a slice";
            errors.push(Error::new_spanned(variadic, message));
        }
        if matches!(signature.output, ReturnType::Default) {
            let message = format!(
                "a tool returns a `Result<data, error>`; if it has no data, write `fn {}(…) -> Result<(), Error>`",
                signature.ident
            );
            errors.push(Error::new(signature.ident.span(), message));
        }
        self.check_data(errors);
        if self.body.is_none() {
            let message =
                "a tool needs a body; put `#[envelope_tool]` on the implementation of the method";
            errors.push(Error::new(signature.ident.span(), message));
        }
    }

    /// Takes a second `#[envelope_tool]` off, and reports it.
    pub(super) fn take_second_mark(&mut self, errors: &mut Errors) {
        let second = self.attributes.extract_if(.., |attribute| is_own(&attribute.meta));
        for attribute in second {
            let message = "the function already has this attribute; put all arguments into one";
            errors.push(Error::new_spanned(attribute.path(), message));
        }
    }

    /// Takes `async` off a function that returns a future, and reports it.
    pub(super) fn take_second_future(&mut self, errors: &mut Errors) {
        if self.shape == Shape::Async {
            return;
        }
        let Some(token) = self.signature.asyncness.take() else { return };
        let message =
            "the function already returns a future; remove `async`, or return the `Result` itself";
        errors.push(Error::new(token.span, message));
    }

    /// Reports what cannot be data.
    fn check_data(&self, errors: &mut Errors) {
        let Some(data) = type_arguments(&self.outcome).into_iter().next() else { return };
        if is_iterator(data) {
            let message =
                "an iterator cannot be data; collect it: `Result<Vec<…>, …>`, with `data = \"…\"`";
            errors.push(Error::new_spanned(data, message));
        } else {
            let mut answers = Answers(errors);
            answers.visit_type_mut(&mut data.clone());
        }
    }

    /// The span of the function's name.
    pub(super) fn name_span(&self) -> Span {
        self.signature.ident.span()
    }

    /// The signature with `output` instead of the outcome.
    pub(super) fn returning(&self, output: Type) -> Signature {
        let mut returned = self.returned.clone();
        match future_output(&mut returned) {
            Some((_, outcome)) => *outcome = output,
            None => returned = output,
        }
        let mut signature = self.signature.clone();
        signature.output = parse_quote!(-> #returned);
        signature
    }

    /// The type with `_` instead of each `impl Trait`, which only a signature can have.
    pub(super) fn inferred(returned: &Type) -> Type {
        struct Infer;

        impl VisitMut for Infer {
            fn visit_type_mut(&mut self, ty: &mut Type) {
                match ty {
                    Type::ImplTrait(_) => *ty = parse_quote!(_),
                    _ => visit_mut::visit_type_mut(self, ty),
                }
            }
        }

        let mut returned = returned.clone();
        Infer.visit_type_mut(&mut returned);
        returned
    }

    /// The types of the data and of the error in `Result<Data, Error>`. Under an alias, the outcome for what cannot be seen.
    pub(super) fn data_and_error(&self) -> (&Type, &Type) {
        let outcome = &self.outcome;
        let mut types = type_arguments(outcome).into_iter();
        let data = types.next().unwrap_or(outcome);
        (data, types.next().unwrap_or(outcome))
    }
}

/// The type arguments of a path that ends in something like `Result<…>`.
pub(super) fn type_arguments(ty: &Type) -> Vec<&Type> {
    let Type::Path(path) = ty else {
        return Vec::new();
    };
    let Some(PathSegment { ident, arguments: PathArguments::AngleBracketed(arguments) }) =
        path.path.segments.last()
    else {
        return Vec::new();
    };
    let types = arguments.args.iter().filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    if ident.to_string().ends_with("Result") { types.collect() } else { Vec::new() }
}

/// Reports each answer in the type of the data: its failure would be part of a success. The runtime refuses an answer whose type has
/// another name here.
struct Answers<'a>(&'a mut Errors);

impl VisitMut for Answers<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        match answer(ty) {
            Some(message) => self.0.push(Error::new_spanned(ty, message)),
            None => visit_mut::visit_type_mut(self, ty),
        }
    }
}

/// Why a type cannot be data, if it has the name of an answer.
fn answer(ty: &Type) -> Option<String> {
    let path = match ty {
        Type::Path(TypePath { path, .. }) => path,
        Type::Tuple(parts) => return response(parts),
        _ => return None,
    };
    let name = path.segments.last()?.ident.to_string();
    match name.as_str() {
        "Result" if !type_arguments(ty).is_empty() => Some(
            "the data of a tool cannot be a `Result`: its error would be sent as a success; use `?`, and return the data"
                .to_owned(),
        ),
        "CallToolResult" => Some(
            "the data of a tool cannot be a `CallToolResult`: its failure would be sent as a success; return only the data: the attribute makes the result from it"
                .to_owned(),
        ),
        "Envelope" if may_be_of(path, &["envelope_runtime"]) => Some(
            "the data of a tool cannot be an `Envelope`: its failure would be sent as a success; move the body of the other tool to a function that returns its `Result`, and call that with `?` in both tools. If you mean another type of this name, write its path, such as `mail::Envelope`"
                .to_owned(),
        ),
        "Json" if may_be_of(path, &["axum", "envelope_runtime", "rmcp"]) => {
            let data = text_of(only_argument(ty)?.1);
            Some(format!(
                "the attribute writes the JSON itself; return `{data}` instead of `Json<{data}>`. If the `Json` itself is the data, write its path, such as `sqlx::types::Json<{data}>`"
            ))
        }
        _ => None,
    }
}

/// Why `(StatusCode, T)` cannot be data.
fn response(parts: &TypeTuple) -> Option<String> {
    let mut parts = parts.elems.iter();
    let (Some(Type::Path(status)), Some(body), None) = (parts.next(), parts.next(), parts.next())
    else {
        return None;
    };
    let is_status = status.path.segments.last()?.ident == "StatusCode";
    let data = text_of(
        only_argument(body).filter(|(name, _)| *name == "Json").map_or(body, |(_, data)| data),
    );
    is_status.then(|| {
        format!("the attribute makes the response; return `{data}`, and write the status in the attribute, for example `status = 201`")
    })
}

/// Whether a path can lead into one of these crates: it begins with its name, or is a name alone.
fn may_be_of(path: &Path, crates: &[&str]) -> bool {
    let first = path.segments.first();
    let is_named = |first: &PathSegment| crates.iter().any(|name| first.ident == name);
    path.segments.len() == 1 || first.is_some_and(is_named)
}

/// `impl Iterator<…>`, which does not serialize without a bound.
fn is_iterator(ty: &Type) -> bool {
    let Type::ImplTrait(bounds) = ty else { return false };
    let names: Vec<_> = bounds
        .bounds
        .iter()
        .filter_map(|bound| match bound {
            TypeParamBound::Trait(bound) => bound.path.segments.last(),
            _ => None,
        })
        .map(|segment| segment.ident.to_string())
        .collect();
    let has = |wanted: &[&str]| names.iter().any(|name| wanted.contains(&name.as_str()));
    has(&["Iterator", "IntoIterator", "DoubleEndedIterator", "ExactSizeIterator", "Stream"])
        && !has(&["Serialize"])
}

/// The shape and the output of a future.
fn future_output(ty: &mut Type) -> Option<(Shape, &mut Type)> {
    match bare(ty) {
        Type::ImplTrait(future) => Some((Shape::Future, output_of(&mut future.bounds)?)),
        Type::Path(path) => {
            let segment = path.path.segments.last_mut()?;
            let name = segment.ident.unraw().to_string();
            let argument = last_type_argument(segment)?;
            match name.as_str() {
                "BoxFuture" | "LocalBoxFuture" => Some((Shape::BoxedFuture, argument)),
                "Pin" => boxed_output(argument),
                _ => None,
            }
        }
        _ => None,
    }
}

/// `Box<dyn Future<Output = …>>` in a `Pin`.
fn boxed_output(ty: &mut Type) -> Option<(Shape, &mut Type)> {
    let Type::Path(path) = bare(ty) else { return None };
    let segment = path.path.segments.last_mut().filter(|segment| segment.ident == "Box")?;
    match bare(last_type_argument(segment)?) {
        Type::TraitObject(future) => Some((Shape::BoxedFuture, output_of(&mut future.bounds)?)),
        _ => None,
    }
}

/// A type without the parentheses around it, or the invisible ones of a `macro_rules!` fragment.
fn bare(ty: &mut Type) -> &mut Type {
    match ty {
        Type::Paren(ty) => bare(&mut ty.elem),
        Type::Group(ty) => bare(&mut ty.elem),
        ty => ty,
    }
}

fn last_type_argument(segment: &mut PathSegment) -> Option<&mut Type> {
    let PathArguments::AngleBracketed(arguments) = &mut segment.arguments else {
        return None;
    };
    match arguments.args.last_mut()? {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    }
}

/// `Output` in `Future<Output = …> + …`.
fn output_of(
    bounds: &mut syn::punctuated::Punctuated<TypeParamBound, Token![+]>,
) -> Option<&mut Type> {
    let future = bounds.iter_mut().find_map(|bound| match bound {
        TypeParamBound::Trait(bound) => {
            bound.path.segments.last_mut().filter(|segment| segment.ident == "Future")
        }
        _ => None,
    })?;
    let PathArguments::AngleBracketed(arguments) = &mut future.arguments else {
        return None;
    };
    arguments.args.iter_mut().find_map(|argument| match argument {
        GenericArgument::AssocType(output) if output.ident == "Output" => Some(&mut output.ty),
        _ => None,
    })
}

fn parse_signature(input: ParseStream<'_>) -> Result<Signature> {
    let keyword = keyword(input).map(|word| word.to_string()).unwrap_or_default();
    let item = match keyword.as_str() {
        "struct" | "enum" | "union" => "a type",
        "trait" => "a trait",
        // The attribute gets an inline one as a block.
        "mod" => "a module in another file",
        "const" => "a constant",
        "extern" => "an `extern` block",
        "use" | "static" | "type" | "macro_rules" | "let" => "this item",
        _ if input.is_empty() => "nothing",
        _ => return input.parse(),
    };
    Err(input.error(format!(
        "a tool is a function, not {item}; put `#[envelope_tool]` on each function that should be a tool"
    )))
}

#[cfg(test)]
mod tests {
    use proc_macro2::{Delimiter, Group, TokenStream};
    use quote::{ToTokens, quote};

    use super::{Function, Shape};
    use crate::tool::expand;

    fn tool(function: TokenStream) -> String {
        expand(quote!(dialect = "response-v2"), function).to_string()
    }

    fn fragment(tokens: TokenStream) -> Group {
        Group::new(Delimiter::None, tokens)
    }

    #[test]
    fn a_function_returns_its_outcome_or_a_future_of_it() {
        let outcome = quote!(Result<u8, E>);
        let future = fragment(quote!(impl Future<Output = #outcome>));
        for (asyncness, returned, shape) in [
            (quote!(), outcome.clone(), Shape::Value),
            (quote!(async), outcome.clone(), Shape::Async),
            (quote!(), quote!(impl Future<Output = #outcome>), Shape::Future),
            (quote!(), quote!(impl Send + std::future::Future<Output = #outcome>), Shape::Future),
            (quote!(), quote!(impl Future<Other = u8, Output = #outcome>), Shape::Future),
            (quote!(), quote!((impl Future<Output = #outcome>)), Shape::Future),
            (quote!(), quote!(#future), Shape::Future),
            (quote!(), quote!(BoxFuture<'static, #outcome>), Shape::BoxedFuture),
            (quote!(), quote!(futures::future::LocalBoxFuture<'_, #outcome>), Shape::BoxedFuture),
            (quote!(), quote!(Pin<Box<dyn Future<Output = #outcome> + Send>>), Shape::BoxedFuture),
            (quote!(async), quote!(impl Future<Output = #outcome>), Shape::Future),
        ] {
            let function = quote!(#asyncness fn f() -> #returned {});
            let Function { shape: found, outcome: of, .. } = syn::parse2(function.clone()).unwrap();
            assert!(found == shape, "{function}");
            assert_eq!(of.to_token_stream().to_string(), outcome.to_string(), "{function}");
        }
        for returned in [quote!(Pin<Rc<dyn Future<Output = u8>>>), quote!(Pin<Box<u8>>)] {
            let function: Function = syn::parse2(quote!(fn f() -> #returned {})).unwrap();
            assert!(function.shape == Shape::Value, "{returned}");
        }
    }

    #[test]
    fn a_second_future_is_one_error() {
        let expanded = tool(quote!(
            async fn f() -> impl Future<Output = Result<(), E>> {}
        ));
        assert_eq!(expanded.matches("compile_error").count(), 1, "{expanded}");
        assert!(expanded.contains("remove `async`, or return the `Result` itself"), "{expanded}");
        assert!(!expanded.contains("async fn"), "{expanded}");
    }

    #[test]
    fn an_iterator_is_no_data() {
        for (data, is_refused) in [
            (quote!(impl Iterator<Item = u8>), true),
            (quote!(impl Send + futures::Stream<Item = u8>), true),
            (quote!(impl Iterator<Item = u8> + Serialize), false),
            (quote!(impl Payload), false),
            (quote!(Iterator), false),
        ] {
            let expanded = tool(quote!(fn f() -> Result<#data, E> {}));
            assert_eq!(expanded.contains("an iterator cannot be data"), is_refused, "{data}");
        }
    }

    #[test]
    fn an_answer_is_no_data() {
        for (data, is_refused) in [
            (quote!(Envelope), true),
            (quote!(Vec<Option<Envelope>>), true),
            (quote!((u8, Box<&'static envelope_runtime::Envelope>)), true),
            (quote!(Reply<[Envelope; 2]>), true),
            (quote!(mail::Envelope), false),
            (quote!(Envelopes), false),
            (quote!(Vec<rmcp::model::CallToolResult>), true),
            (quote!((u8, Result<u8, E>)), true),
            (quote!(Vec<io::Result<u8>>), true),
            (quote!(Vec<search::Result>), false),
            (quote!(Option<Json<Spec>>), true),
            (quote!(rmcp::Json<Spec>), true),
            (quote!(Vec<sqlx::types::Json<Spec>>), false),
            (quote!(Vec<Json>), false),
        ] {
            let expanded = tool(quote!(fn f() -> Result<#data, E> {}));
            let errors = expanded.matches("compile_error").count();
            assert_eq!(errors, usize::from(is_refused), "{data}: {expanded}");
            assert!(!expanded.contains("nest"), "{data}: {expanded}");
        }
    }

    #[test]
    fn what_is_no_function_is_named() {
        for (item, name) in [
            ("struct S;", "a type"),
            ("enum E {}", "a type"),
            ("union U { a: u8 }", "a type"),
            ("trait T {}", "a trait"),
            ("mod m;", "a module in another file"),
            ("const A: u8 = 1;", "a constant"),
            ("extern \"C\" {}", "an `extern` block"),
            ("unsafe extern \"C\" {}", "an `extern` block"),
            ("use a::b;", "this item"),
            ("static A: u8 = 1;", "this item"),
            ("type A = u8;", "this item"),
            ("", "nothing"),
        ] {
            let expanded = tool(item.parse().unwrap());
            assert_eq!(expanded.matches("compile_error").count(), 1, "{item}: {expanded}");
            let message = format!("a tool is a function, not {name};");
            assert!(expanded.contains(&message), "{item}: {expanded}");
        }
    }

    #[test]
    fn a_body_can_be_a_fragment_of_a_macro() {
        let body = fragment(quote!({ body() }));
        let body = fragment(body.to_token_stream());
        let expanded = tool(quote!(fn f() -> Result<(), E> #body));
        assert!(!expanded.contains("compile_error"), "{expanded}");
        assert!(expanded.contains("{ body () }"), "{expanded}");
        for wrong in [quote!(({ body() })), quote!([{ body() }])] {
            let expanded = tool(quote!(fn f() -> Result<(), E> #wrong));
            assert!(expanded.contains("expected curly braces"), "{expanded}");
        }
    }
}
