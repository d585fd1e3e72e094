//! Functions that cannot be tools, or that the MCP SDK's router cannot call. Its own error names a trait, at the attribute of the block.

use quote::ToTokens;
use syn::{Attribute, FnArg, Pat, PatType, ReturnType, Type};

use crate::errors::Errors;
use crate::tool::function::Function;
use crate::tool::returned::Shape;
use crate::tool::sdk::{Passed, lacks_feature, unshared};
use crate::types::{only_argument, text_of};

pub(super) fn check(function: &Function, errors: &mut Errors) {
    let message = "the function already has this attribute; put all arguments into one";
    errors.report_each(function.repeated.iter().map(Attribute::path), message);
    check_kind(function, errors);
    check_request(function, errors);
    if function.is_tool() && cfg!(feature = "rmcp3") {
        check_passed(function, errors);
    }
    let message = "a tool under the SDK's `#[tool]` needs the feature `rmcp3` of envelope-runtime; write `envelope-runtime = { version = \"0.1\", features = [\"rmcp3\"] }` in `Cargo.toml`";
    errors.report_each(lacks_feature(function).map(|parameters| &parameters.ty), message);
}

/// Reports functions that cannot be tools.
fn check_kind(function: &Function, errors: &mut Errors) {
    let signature = &function.signature;
    let second = signature.asyncness.filter(|_| function.returned.shape != Shape::Async);
    let message =
        "the function already returns a future; remove `async`, or return the `Result` itself";
    errors.report_each(second, message);
    errors.report_each(signature.constness, "a tool cannot be `const`; remove `const`");
    errors.report_each(&signature.abi, "a tool cannot be `extern`; remove `extern`");
    let message = "a tool cannot take a variable number of arguments; take a slice";
    errors.report_each(&signature.variadic, message);
    if matches!(signature.output, ReturnType::Default) {
        let message = format!(
            "a tool returns a `Result<data, error>`; if it has no data, write `fn {}(…) -> Result<(), Error>`",
            signature.ident
        );
        errors.report(&signature.ident, message);
    }
    let message = "a tool needs a body; put `#[envelope_tool]` on the implementation of the method";
    errors.report_each(function.body.is_none().then_some(&signature.ident), message);
}

/// Reports a `cfg` on an argument of a request, which the expansion names in several places.
fn check_request(function: &Function, errors: &mut Errors) {
    for argument in &function.arguments {
        let mut paths = argument.written.attrs.iter().map(Attribute::path);
        let message = "an argument of a request cannot have `#[cfg]`; write a function for each case, with `#[cfg]` on the function";
        errors.report_each(paths.find(|path| path.is_ident("cfg")), message);
    }
}

/// Reports arguments that the SDK cannot pass.
fn check_passed(function: &Function, errors: &mut Errors) {
    if let Some(FnArg::Receiver(receiver)) = function.signature.inputs.first()
        && let Some(wrong) = unshared(receiver)
    {
        let message = "a server runs several calls at once, so a tool takes `&self`; write `&self`, and put the state that changes into a `Mutex`";
        errors.report_at(wrong, message);
    }
    let mut values = Vec::new();
    for input in function.inputs() {
        match Passed::of(input) {
            Passed::AsItIs => {}
            Passed::Value => values.push(input),
            Passed::Optional(ty) => {
                let written = ty.to_token_stream().to_string().replace(' ', "");
                let message = format!(
                    "the arguments of a call are never absent: a client that has none sends an empty object; take `{written}`, and make the fields of its type optional"
                );
                errors.report(&input.ty, message);
            }
            Passed::All => {
                let (name, ty) = (input.pat.to_token_stream(), text_of(&input.ty));
                let message = format!(
                    "under `#[tool]`, the arguments of a call are in `Parameters`; take `Parameters({name}): Parameters<{ty}>`"
                );
                errors.report(input, message);
            }
        }
    }
    report_values(function, &values, errors);
}

/// Reports values, with the type that they are fields of.
fn report_values(function: &Function, values: &[&PatType], errors: &mut Errors) {
    let Some(first) = values.first() else { return };
    let name = pascal_case(&function.name().to_string());
    let names: Vec<_> = values.iter().map(|value| field(&value.pat)).collect();
    let fields = names.iter().zip(values);
    let fields: Vec<_> =
        fields.map(|(name, value)| format!("{name}: {}", owned(&value.ty))).collect();
    let message = format!(
        "under `#[tool]`, the arguments of a call are one type; take `Parameters({name} {{ {} }}): Parameters<{name}>`, and add `#[derive(serde::Deserialize, schemars::JsonSchema)] struct {name} {{ {} }}`",
        names.join(", "),
        fields.join(", "),
    );
    errors.report(first, message);
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

    #[cfg(feature = "rmcp3")]
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

    #[cfg(feature = "rmcp3")]
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

    #[cfg(not(feature = "rmcp3"))]
    #[test]
    fn parameters_need_the_feature() {
        let (count, expanded) =
            errors("#[tool] fn f(&self, Parameters(find): Parameters<Find>) -> Result<(), E> {}");
        assert_eq!(count, 1, "{expanded}");
        assert!(expanded.contains("needs the feature `rmcp3`"), "{expanded}");
        assert!(expanded.contains("-> :: std :: string :: String"), "{expanded}");
    }
}
