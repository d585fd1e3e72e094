//! The return type of a tool: a `Result`, or a future of one.

use syn::ext::IdentExt;
use syn::punctuated::Punctuated;
use syn::visit_mut::{self, VisitMut};
use syn::{
    GenericArgument, PathArguments, PathSegment, ReturnType, Signature, Token, Type,
    TypeParamBound, parse_quote,
};

use crate::types::arguments;

pub(super) struct Returned {
    pub(super) shape: Shape,
    /// The type of the outcome: the return type, or the output of the future that the function returns.
    pub(super) outcome: Type,
    /// The return type as the user wrote it.
    pub(super) written: Type,
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

impl Returned {
    pub(super) fn of(signature: &Signature) -> Self {
        let written = match &signature.output {
            ReturnType::Default => parse_quote!(()),
            ReturnType::Type(_, written) => (**written).clone(),
        };
        let mut future = written.clone();
        let (shape, outcome) = match future_output(&mut future) {
            Some((shape, outcome)) => (shape, outcome.clone()),
            None if signature.asyncness.is_some() => (Shape::Async, written.clone()),
            None => (Shape::Value, written.clone()),
        };
        Self { shape, outcome, written }
    }

    /// The return type with `output` instead of the outcome.
    pub(super) fn with(&self, output: Type) -> Type {
        let mut returned = self.written.clone();
        match future_output(&mut returned) {
            Some((_, outcome)) => *outcome = output,
            None => returned = output,
        }
        returned
    }

    /// The types of the data and of the error in `Result<Data, Error>`. The outcome replaces a type that an alias hides.
    pub(super) fn data_and_error(&self) -> (&Type, &Type) {
        let mut types = type_arguments(&self.outcome).into_iter();
        let data = types.next().unwrap_or(&self.outcome);
        (data, types.next().unwrap_or(&self.outcome))
    }
}

/// The type with `_` instead of each `impl Trait`, which only a signature can have.
pub(super) fn inferred(ty: &Type) -> Type {
    struct Infer;

    impl VisitMut for Infer {
        fn visit_type_mut(&mut self, ty: &mut Type) {
            match ty {
                Type::ImplTrait(_) => *ty = parse_quote!(_),
                _ => visit_mut::visit_type_mut(self, ty),
            }
        }
    }

    let mut ty = ty.clone();
    Infer.visit_type_mut(&mut ty);
    ty
}

/// The type arguments of a path that ends in something like `Result<…>`.
pub(super) fn type_arguments(ty: &Type) -> Vec<&Type> {
    let result = arguments(ty).filter(|(name, _)| name.to_string().ends_with("Result"));
    result.map(|(_, types)| types).unwrap_or_default()
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

/// A type without the parentheses around it, or without the invisible group of a `macro_rules!` fragment.
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
fn output_of(bounds: &mut Punctuated<TypeParamBound, Token![+]>) -> Option<&mut Type> {
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
