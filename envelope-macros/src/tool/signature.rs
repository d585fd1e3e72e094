//! Signatures that the MCP SDK's router cannot call. Its own error names a trait, at the attribute of the block.

use proc_macro2::{Delimiter, Group};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::{Error, FnArg, Pat, PatType, PathSegment, ReceiverKind, Type};

use super::args::Args;
use super::function::Function;
use crate::errors::Errors;
use crate::types::{only_argument, text_of};

/// Types of values, which are arguments of a call. The SDK passes facts about a call by their type, such as `RequestContext`.
const VALUES: [&str; 24] = [
    "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize", "f32",
    "f64", "bool", "char", "String", "PathBuf", "Value", "Vec", "HashMap", "BTreeMap", "HashSet",
    "BTreeSet",
];

/// Removes arguments that the SDK cannot pass from a tool's signature, and reports them. The router can call the rest.
pub(super) fn check(args: &mut Args, function: &mut Function, errors: &mut Errors) {
    if !function.is_tool() {
        return;
    }
    if !cfg!(feature = "rmcp") {
        return check_feature(args, function, errors);
    }
    check_receiver(function, errors);
    let mut values = Vec::new();
    for input in &mut function.signature.inputs {
        let FnArg::Typed(input) = input else { continue };
        match only_argument(&input.ty) {
            Some((option, ty)) if option == "Option" && is_parameters(ty) => {
                let written = ty.to_token_stream().to_string().replace(' ', "");
                let message = format!(
                    "the arguments of a call are never absent: a client that has none sends an empty object; take `{written}`, and make the fields of its type optional"
                );
                errors.push(Error::new_spanned(&input.ty, message));
                *input.ty = ty.clone();
                // The body expects an `Option`.
                function.body = Some(unknown_body());
            }
            _ if is_value(&input.ty) => values.push(input.clone()),
            _ if is_all(input) => {
                let (name, ty) = (input.pat.to_token_stream(), text_of(&input.ty));
                let message = format!(
                    "under `#[tool]`, the arguments of a call are in `Parameters`; take `Parameters({name}): Parameters<{ty}>`"
                );
                errors.push(Error::new_spanned(&*input, message));
                let ty = &input.ty;
                *input = syn::parse_quote!(_: ::rmcp::handler::server::wrapper::Parameters<#ty>);
                function.body = Some(unknown_body());
            }
            _ => {}
        }
    }
    let Some(first) = values.first() else { return };
    let name = pascal_case(&function.signature.ident.unraw().to_string());
    let fields: Vec<_> = values.iter().map(|value| (field(&value.pat), owned(&value.ty))).collect();
    let names: Vec<_> = fields.iter().map(|(field, _)| field.as_str()).collect();
    let typed: Vec<_> = fields.iter().map(|(field, ty)| format!("{field}: {ty}")).collect();
    let message = format!(
        "under `#[tool]`, the arguments of a call are one type; take `Parameters({name} {{ {} }}): Parameters<{name}>`, and add `#[derive(serde::Deserialize, schemars::JsonSchema)] struct {name} {{ {} }}`",
        names.join(", "),
        typed.join(", "),
    );
    errors.push(Error::new_spanned(first, message));
    let inputs = std::mem::take(&mut function.signature.inputs);
    let is_passed = |input: &FnArg| !matches!(input, FnArg::Typed(input) if is_value(&input.ty));
    function.signature.inputs = inputs.into_iter().filter(is_passed).collect();
    function.body = Some(unknown_body());
}

/// A tool that takes the SDK's `Parameters` needs the feature.
fn check_feature(args: &mut Args, function: &Function, errors: &mut Errors) {
    for input in &function.signature.inputs {
        if let FnArg::Typed(input) = input
            && is_parameters(&input.ty)
        {
            let message = "a tool under the SDK's `#[tool]` needs the feature `rmcp` of envelope-runtime; write `envelope-runtime = { version = \"0.1\", features = [\"rmcp\"] }` in `Cargo.toml`";
            errors.push(Error::new_spanned(&input.ty, message));
            // The SDK knows text as a result, and not an envelope.
            args.returns = Some(syn::parse_quote!(::std::string::String));
            return;
        }
    }
}

fn check_receiver(function: &mut Function, errors: &mut Errors) {
    let Some(FnArg::Receiver(receiver)) = function.signature.inputs.first_mut() else { return };
    let wrong = match &mut receiver.kind {
        ReceiverKind::Reference(_, _, mutability) => mutability.take().map(|mutable| mutable.span),
        ReceiverKind::Value => Some(receiver.self_token.span),
        _ => None,
    };
    let Some(wrong) = wrong else { return };
    let message = "a server runs several calls at once, so a tool takes `&self`; write `&self`, and put the state that changes into a `Mutex`";
    errors.push(Error::new(wrong, message));
    *receiver = syn::parse_quote!(&self);
    function.body = Some(unknown_body());
}

/// A body that uses no argument.
fn unknown_body() -> Group {
    Group::new(Delimiter::Brace, quote!(loop {}))
}

fn is_parameters(ty: &Type) -> bool {
    only_argument(ty).is_some_and(|(name, _)| name == "Parameters")
}

/// Whether an argument has the name of all arguments, and a type of its own.
fn is_all(input: &PatType) -> bool {
    const NAMES: [&str; 5] = ["args", "arguments", "input", "params", "parameters"];
    const PASSED: [&str; 4] = ["Arguments", "JsonObject", "Parameters", "RequestContext"];

    let (Pat::Ident(pattern), Type::Path(ty)) = (&*input.pat, &*input.ty) else { return false };
    let is_passed = |last: &PathSegment| PASSED.iter().any(|passed| last.ident == passed);
    NAMES.iter().any(|name| pattern.ident == name)
        && !ty.path.segments.last().is_some_and(is_passed)
}

/// Whether a type can only be a value, also in an `Option`.
fn is_value(ty: &Type) -> bool {
    match ty {
        Type::Reference(_) | Type::Tuple(_) | Type::Array(_) | Type::Slice(_) => true,
        Type::Group(group) => is_value(&group.elem),
        Type::Paren(paren) => is_value(&paren.elem),
        Type::Path(path) => {
            let is_known = |name: &syn::Ident| VALUES.iter().any(|value| name == value);
            path.path.segments.last().is_some_and(|last| is_known(&last.ident))
                || only_argument(ty).is_some_and(|(name, ty)| name == "Option" && is_value(ty))
        }
        _ => false,
    }
}

/// The name of an argument as the name of a field.
fn field(pattern: &Pat) -> String {
    match pattern {
        Pat::Ident(name) => name.ident.to_string(),
        _ => "value".to_owned(),
    }
}

/// The type of a field: a borrowed argument is owned there.
fn owned(ty: &Type) -> String {
    match ty {
        Type::Reference(reference) => match &*reference.elem {
            Type::Slice(slice) => format!("Vec<{}>", text_of(&slice.elem)),
            elem if text_of(elem) == "str" => "String".to_owned(),
            elem => text_of(elem),
        },
        Type::Path(_) => match only_argument(ty) {
            Some((name, argument)) if name == "Option" => format!("Option<{}>", owned(argument)),
            _ => text_of(ty),
        },
        other => text_of(other),
    }
}

/// `read_spec` as `ReadSpec`.
fn pascal_case(name: &str) -> String {
    let parts = name.split('_').filter_map(|part| {
        let mut chars = part.chars();
        Some(chars.next()?.to_uppercase().chain(chars).collect::<String>())
    });
    parts.collect()
}

#[cfg(test)]
mod tests {
    use crate::tool::expand;

    fn errors(function: &str) -> (usize, String) {
        let args = "dialect = \"response-v2\"".parse().unwrap();
        let expanded = expand(args, function.parse().unwrap()).to_string();
        (expanded.matches("compile_error").count(), expanded)
    }

    #[cfg(feature = "rmcp")]
    #[test]
    fn values_are_one_error_with_the_type_to_write() {
        for (inputs, fix) in [
            ("&self, id: u32", "struct Read { id: u32 }"),
            (
                "&self, id: &str, full: Option<bool>",
                "struct Read { id: String, full: Option<bool> }",
            ),
            (
                "tags: Vec<String>, context: RequestContext<RoleServer>",
                "struct Read { tags: Vec<String> }",
            ),
            ("&self, (a, b): (u8, u8)", "struct Read { value: (u8, u8) }"),
            ("&self, rows: &[u8]", "struct Read { rows: Vec<u8> }"),
        ] {
            let function = format!("#[tool] fn read({inputs}) -> Result<(), E> {{ id }}");
            let (count, expanded) = errors(&function);
            assert_eq!(count, 1, "{expanded}");
            assert!(expanded.contains(fix), "{expanded}");
        }
        for inputs in [
            "&self",
            "&self, Parameters(find): Parameters<Find>",
            "&self, context: RequestContext<RoleServer>, own: Own",
        ] {
            let function = format!("#[tool] fn read({inputs}) -> Result<(), E> {{ id }}");
            assert_eq!(errors(&function).0, 0, "{inputs}");
        }
        // Without the SDK, a function takes any arguments.
        assert_eq!(errors("fn read(id: u32) -> Result<(), E> { id }").0, 0);
    }

    #[cfg(feature = "rmcp")]
    #[test]
    fn a_receiver_is_shared_and_arguments_are_there() {
        for (inputs, message) in [
            ("&mut self", "write `&self`"),
            ("&self, find: Option<Parameters<Find>>", "take `Parameters<Find>`"),
        ] {
            let (count, expanded) =
                errors(&format!("#[tool] fn f({inputs}) -> Result<(), E> {{}}"));
            assert_eq!(count, 1, "{expanded}");
            assert!(expanded.contains(message), "{expanded}");
        }
    }

    #[cfg(not(feature = "rmcp"))]
    #[test]
    fn parameters_need_the_feature() {
        let (count, expanded) =
            errors("#[tool] fn f(&self, Parameters(find): Parameters<Find>) -> Result<(), E> {}");
        assert_eq!(count, 1, "{expanded}");
        assert!(expanded.contains("needs the feature `rmcp`"), "{expanded}");
        assert!(expanded.contains("-> :: std :: string :: String"), "{expanded}");
    }
}
