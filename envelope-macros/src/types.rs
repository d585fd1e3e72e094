//! Types as they are written.

use quote::ToTokens;
use syn::{GenericArgument, Generics, Ident, PathArguments, Type};

use crate::spans::mentions;

/// The last name of a path that has one type as its argument, and that type: `Name<T>`.
pub(crate) fn only_argument(ty: &Type) -> Option<(&Ident, &Type)> {
    let path = match ty {
        Type::Path(path) => path,
        Type::Group(group) => return only_argument(&group.elem),
        _ => return None,
    };
    let last = path.path.segments.last()?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    match arguments.args.first()? {
        GenericArgument::Type(ty) if arguments.args.len() == 1 => Some((&last.ident, ty)),
        _ => None,
    }
}

/// A type as its author writes it.
pub(crate) fn text_of(ty: &Type) -> String {
    ty.to_token_stream().to_string().replace(' ', "").replace(',', ", ")
}

/// Whether a type names a type parameter.
pub(crate) fn is_generic(ty: &Type, generics: &Generics) -> bool {
    generics.type_params().any(|parameter| mentions(ty.to_token_stream(), &parameter.ident))
}
