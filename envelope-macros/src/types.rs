//! Types as they are written.

use quote::ToTokens;
use syn::{GenericArgument, Generics, Ident, Path, PathArguments, PathSegment, Type};

use crate::spans::mentions;

/// Types of values without parts.
pub(crate) const SCALARS: [&str; 18] = [
    "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize", "f32",
    "f64", "bool", "char", "String", "PathBuf",
];

/// The last segment of a path.
fn last_segment(ty: &Type) -> Option<&PathSegment> {
    match ty {
        Type::Path(path) => path.path.segments.last(),
        Type::Group(group) => last_segment(&group.elem),
        _ => None,
    }
}

/// The last name of a path.
pub(crate) fn last_name(ty: &Type) -> Option<&Ident> {
    Some(&last_segment(ty)?.ident)
}

/// The last name of a path, and the types in its angle brackets: `Name<T, U>`.
pub(crate) fn arguments(ty: &Type) -> Option<(&Ident, Vec<&Type>)> {
    let last = last_segment(ty)?;
    let PathArguments::AngleBracketed(given) = &last.arguments else { return None };
    let types = given.args.iter().filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    Some((&last.ident, types.collect()))
}

/// The last name of a path that has one type as its argument, and that type: `Name<T>`.
pub(crate) fn only_argument(ty: &Type) -> Option<(&Ident, &Type)> {
    let (name, types) = arguments(ty)?;
    match types.as_slice() {
        [ty] => Some((name, ty)),
        _ => None,
    }
}

/// The path of a type without its arguments: for a tuple struct, the constructor.
pub(crate) fn constructor(ty: &Type) -> Option<Path> {
    match ty {
        Type::Path(path) => {
            let mut path = path.path.clone();
            path.segments.last_mut()?.arguments = PathArguments::None;
            Some(path)
        }
        Type::Group(group) => constructor(&group.elem),
        _ => None,
    }
}

/// Whether a type names a type parameter.
pub(crate) fn is_generic(ty: &Type, generics: &Generics) -> bool {
    generics.type_params().any(|parameter| mentions(ty.to_token_stream(), &parameter.ident))
}

/// Whether a type names an error, such as `io::Error` or `Box<dyn Error>`.
pub(crate) fn names_error(ty: &Type) -> bool {
    let text = ty.to_token_stream().to_string();
    text.split(|c: char| !c.is_alphanumeric()).any(|word| word.ends_with("Error"))
}
