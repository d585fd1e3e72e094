//! The lifetimes in the outcome of a tool. It is no longer in the signature, where the compiler would ask what it borrows from.

use proc_macro2::{Ident, Span};
use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};
use syn::{
    Error, FnArg, GenericArgument, Lifetime, ParenthesizedGenericArguments, Path, PathArguments,
    ReceiverKind, Result, ReturnType, Type, TypeFnPtr, TypeReference, parse_quote,
};

use super::function::Function;

/// The outcome where the lifetimes of the function, and of the `impl` around it, are not declared.
pub(super) fn without_names(outcome: &Type) -> Type {
    struct Unname;

    impl VisitMut for Unname {
        fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
            lifetime.ident = Ident::new("_", lifetime.ident.span());
        }
    }

    let mut outcome = outcome.clone();
    Unname.visit_type_mut(&mut outcome);
    outcome
}

/// Refuses a lifetime without a name in the outcome, if the compiler would refuse it in the signature.
pub(super) fn check(function: &Function) -> Result<()> {
    let Some(span) = unnamed(&function.outcome) else { return Ok(()) };
    // What is around the outcome is still in the signature, and the compiler reports it.
    if let ReturnType::Type(_, around) = function.returning(parse_quote!(())).output
        && unnamed(&around).is_some()
    {
        return Ok(());
    }
    let mut sources = Sources::default();
    for input in &function.signature.inputs {
        match input {
            FnArg::Receiver(receiver) => match &receiver.kind {
                ReceiverKind::Value => sources.may_hide = true,
                ReceiverKind::Typed(_, ty) if !has_reference(ty) => sources.may_hide = true,
                // Then it is the lifetime of `self`.
                _ => return Ok(()),
            },
            FnArg::Typed(input) => {
                sources.names.clear();
                sources.add(&input.ty);
            }
        }
    }
    let message = match sources {
        Sources { lifetimes: 0, may_hide: false, .. } => {
            "there is no argument to borrow this from; return an owned value, or name the lifetime `'static`".to_owned()
        }
        Sources { lifetimes: 0 | 1, .. } => return Ok(()),
        _ => format!(
            "this can be borrowed from more than one argument; name the lifetime in both places: `fn {}<'a>(…)`",
            function.signature.ident
        ),
    };
    Err(Error::new(span, message))
}

/// Where a type has a lifetime without a name.
fn unnamed(ty: &Type) -> Option<Span> {
    struct Unnamed(Option<Span>);

    impl VisitMut for Unnamed {
        fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
            if lifetime.ident == "_" {
                self.0.get_or_insert(lifetime.span());
            }
        }

        fn visit_type_reference_mut(&mut self, reference: &mut TypeReference) {
            if reference.lifetime.is_none() {
                self.0.get_or_insert(reference.and_token.span);
            }
            visit_mut::visit_type_reference_mut(self, reference);
        }

        // The arguments of a function have lifetimes of their own.
        fn visit_type_fn_ptr_mut(&mut self, _: &mut TypeFnPtr) {}

        fn visit_parenthesized_generic_arguments_mut(
            &mut self,
            _: &mut ParenthesizedGenericArguments,
        ) {
        }
    }

    let mut unnamed = Unnamed(None);
    unnamed.visit_type_mut(&mut ty.clone());
    unnamed.0
}

fn has_reference(ty: &Type) -> bool {
    ty.to_token_stream().to_string().contains('&')
}

/// What the arguments of a function can lend.
#[derive(Default)]
struct Sources {
    /// How many lifetimes are seen. One that has a name counts once in an argument.
    lifetimes: usize,
    /// The names in the last argument.
    names: Vec<Ident>,
    /// Whether there can be more, since the name of a type does not say whether it has one.
    may_hide: bool,
}

impl Sources {
    fn add_lifetime(&mut self, lifetime: Option<&Lifetime>) {
        match lifetime.map(|lifetime| &lifetime.ident).filter(|name| *name != "_") {
            Some(name) if self.names.contains(name) => {}
            name => {
                self.names.extend(name.cloned());
                self.lifetimes += 1;
            }
        }
    }

    fn add(&mut self, ty: &Type) {
        match ty {
            Type::Reference(reference) => {
                self.add_lifetime(reference.lifetime.as_ref());
                self.add(&reference.elem);
            }
            Type::Path(path) if path.qself.is_none() => self.add_path(&path.path),
            Type::Tuple(tuple) => tuple.elems.iter().for_each(|ty| self.add(ty)),
            Type::Array(array) => self.add(&array.elem),
            Type::Slice(slice) => self.add(&slice.elem),
            Type::Group(group) => self.add(&group.elem),
            Type::Paren(paren) => self.add(&paren.elem),
            _ => self.may_hide = true,
        }
    }

    fn add_path(&mut self, path: &Path) {
        let Some(last) = path.segments.last() else { return };
        self.may_hide |= !OWNED.contains(&last.ident.to_string().as_str());
        let PathArguments::AngleBracketed(arguments) = &last.arguments else { return };
        for argument in &arguments.args {
            match argument {
                GenericArgument::Lifetime(lifetime) => self.add_lifetime(Some(lifetime)),
                GenericArgument::Type(ty) => self.add(ty),
                _ => {}
            }
        }
    }
}

/// Types without a lifetime of their own.
const OWNED: [&str; 31] = [
    "bool", "char", "str", "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64",
    "i128", "isize", "f32", "f64", "String", "Path", "PathBuf", "Duration", "Option", "Vec", "Box",
    "Rc", "Arc", "Result", "HashMap", "HashSet", "BTreeMap", "BTreeSet",
];

#[cfg(test)]
mod tests {
    use proc_macro2::{Delimiter, Group};
    use quote::{ToTokens, quote};
    use syn::parse_quote;

    use super::{check, without_names};
    use crate::tool::function::Function;

    /// What the compiler says without the attribute, except where only it knows the types.
    #[test]
    fn lifetimes_without_names_are_those_of_the_signature() {
        for (signature, compiles) in [
            ("fn f(a: &str) -> Result<&str, E>", true),
            ("fn f(a: &str, b: u8) -> Result<S<'_>, E>", true),
            ("fn f(a: &str, b: &str) -> Result<String, E>", true),
            ("fn f<'a>(a: &'a str, b: &str) -> Result<&'a str, E>", true),
            ("fn f(a: &str, b: &str) -> Result<&'static str, E>", true),
            ("fn f(&self, a: &str) -> Result<&str, E>", true),
            ("fn f(self: &Rc<Self>, a: &str) -> Result<&str, E>", true),
            ("fn f(self: &Rc<Self>, a: &str, b: &str) -> Result<&str, E>", true),
            ("fn f(self: Pin<&mut Self>, a: &str) -> Result<&str, E>", true),
            ("fn f(self, a: &str) -> Result<&str, E>", true),
            ("fn f(a: Box<dyn Fn(&str) -> &str>, b: &str) -> Result<&str, E>", true),
            ("fn f(a: impl Iterator<Item = &'static str>, b: &str) -> Result<&str, E>", true),
            ("fn f(a: &str, b: &str) -> Result<Box<dyn Fn(&str) -> &str>, E>", true),
            ("fn f(a: Context) -> Result<&str, E>", true),
            ("fn f(a: Ref<String>) -> Result<&str, E>", true),
            ("fn f(self) -> Result<&str, E>", true),
            ("fn f(a: <A as B>::Path) -> Result<&str, E>", true),
            // The compiler reports it, since this is still in the signature.
            ("fn f(a: &str, b: &str) -> BoxFuture<'_, Result<&str, E>>", true),
            ("fn f(a: &str, b: &str) -> Result<&str, E>", false),
            ("async fn f(a: &str, b: &str) -> Result<&str, E>", false),
            ("fn f(a: &str, b: &str) -> impl Future<Output = Result<&str, E>>", false),
            ("fn f<'a>(a: &'a S<'a>) -> Result<&str, E>", true),
            ("fn f(a: &'static [&'static str]) -> Result<&str, E>", true),
            ("fn f<'a>(a: &'a S<'_>) -> Result<&str, E>", false),
            ("fn f<'a>(a: &'a str, b: &'a str) -> Result<&str, E>", false),
            ("fn f(a: &'static str, b: &str) -> Result<&str, E>", false),
            ("fn f(a: &&str) -> Result<&str, E>", false),
            ("fn f<'a, 'b>(a: S<'a>, b: Option<&'b str>) -> Result<S<'_>, E>", false),
            ("fn f(self: Rc<Self>, a: &str, b: &str) -> Result<&str, E>", false),
            ("fn f(self, a: &str, b: &str) -> Result<&str, E>", false),
            ("fn f() -> Result<&str, E>", false),
            ("fn f(a: (u8)) -> Result<&str, E>", false),
            ("fn f(a: u8, b: (String, Vec<[bool; 2]>)) -> Result<S<'_>, E>", false),
            ("fn f(a: &[&u8]) -> Result<&str, E>", false),
            ("fn f(a: (&str), b: u8) -> Result<&str, E>", true),
            ("fn f(a: &str, b: Box<[u8]>) -> Result<&str, E>", true),
            ("fn f(a: &str, b: &str) -> Result<fn(&str) -> &str, E>", true),
        ] {
            let function: Function = syn::parse_str(&format!("{signature} {{}}")).unwrap();
            assert_eq!(check(&function).is_ok(), compiles, "{signature}");
        }
    }

    /// The type of an argument comes in such a group where `macro_rules!` passes it on.
    #[test]
    fn a_group_without_delimiters_is_looked_into() {
        for (ty, compiles) in [(quote!(&str), true), (quote!(u8), false)] {
            let ty = Group::new(Delimiter::None, ty);
            let function: Function = parse_quote!(fn f(a: #ty) -> Result<&str, E> {});
            assert_eq!(check(&function).is_ok(), compiles, "{ty}");
        }
    }

    #[test]
    fn a_schema_names_no_lifetime() {
        let outcome = parse_quote!(Result<S<'a, 'b>, &'a E>);
        let unnamed = quote!(Result<S<'_, '_>, &'_ E>);
        assert_eq!(without_names(&outcome).to_token_stream().to_string(), unnamed.to_string());
    }
}
