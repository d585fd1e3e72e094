//! Functions that cannot be tools, or that the MCP SDK's router cannot call. The SDK's own error names a trait, at the attribute of the
//! block.

use quote::ToTokens;
use syn::{Attribute, FnArg, Pat, PatType, ReturnType, Type};

use crate::contracts::pascal_case;
use crate::errors::{Errors, error};
use crate::syntax::values::text_of;
use crate::tool::function::Function;
use crate::tool::request::{ends_in_any, parameters};
use crate::tool::returned::Shape;
use crate::tool::sdk::{Passed, is_no_object, unshared};
use crate::types::last_name;

pub(super) fn check(function: &Function, errors: &mut Errors) {
    let message = "the function already has this attribute; put all arguments into one";
    errors.report_each(function.repeated.iter().map(Attribute::path), message);
    check_kind(function, errors);
    check_caller(function, errors);
    check_request(function, errors);
    if function.is_tool() && cfg!(feature = "rmcp3") {
        check_passed(function, errors);
    }
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
        let name = &signature.ident;
        errors.push(error!(name, "a tool returns a `Result<data, error>`; if it has no data, write `fn {name}(…) -> Result<(), Error>`"));
    }
    let message = "a tool needs a body; put `#[envelope_tool]` on the implementation of the method";
    errors.report_each(function.body.is_none().then_some(&signature.ident), message);
}

/// Reports `#[track_caller]`: the caller of the body is the expansion.
fn check_caller(function: &Function, errors: &mut Errors) {
    let mut paths = function.attributes.iter().map(Attribute::path);
    let message = "`#[track_caller]` has no effect on a tool, whose body the expansion calls; remove it here, and write it on a function that the body calls";
    errors.report_each(paths.find(|path| path.is_ident("track_caller")), message);
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
    let mut taking = function.inputs().map(|input| &*input.ty).filter(|ty| takes_all(ty));
    if let (Some(first), Some(second)) = (taking.next(), taking.next()) {
        let (taking, other) = (text_of(first), text_of(second));
        errors.push(error!(second, "`{taking}` takes all arguments of a call, and leaves none for `{other}`; take one `Parameters`, of a struct that has the fields of both"));
    }
    let is_value = |input: &&PatType| matches!(Passed::of(input, function), Passed::Value);
    let mut values = function.inputs().filter(is_value);
    errors.report_each(values.next(), loose_arguments(function));
    let mut taken = function.inputs().filter_map(|input| parameters(&input.ty));
    let no_object = taken.find(|ty| is_no_object(ty) || ends_in_any(ty, &["Option"]));
    errors.report_each(no_object, loose_arguments(function));
    for input in function.inputs() {
        match Passed::of(input, function) {
            Passed::AsItIs | Passed::Value => {}
            Passed::Optional(ty) => {
                let ty = text_of(ty);
                errors.push(error!(input.ty, "the arguments of a call are never absent: a client that has none sends an empty object; take `{ty}`, and make the fields of its type optional"));
            }
            Passed::All(ty) => {
                let (name, ty) = (variable(&input.pat), text_of(ty));
                errors.push(error!(input, "under `#[tool]`, the arguments of a call are in `Parameters`; take `Parameters({name}): Parameters<{ty}>`"));
            }
        }
    }
}

/// The variable in a pattern, such as `Json(find)`.
fn variable(pattern: &Pat) -> String {
    match pattern {
        Pat::TupleStruct(pattern) => pattern.elems.to_token_stream().to_string(),
        _ => pattern.to_token_stream().to_string(),
    }
}

/// Whether an argument takes all arguments of a call out of the request.
fn takes_all(ty: &Type) -> bool {
    last_name(ty).is_some_and(|name| name == "JsonObject") || parameters(ty).is_some()
}

/// The message about the values among the arguments, on the first one.
fn loose_arguments(function: &Function) -> String {
    let name = pascal_case(&function.name().to_string());
    format!(
        "under `#[tool]`, the arguments of a call are one type; take `Parameters(arguments): Parameters<{name}>`, and make them the fields of a `#[derive(serde::Deserialize, schemars::JsonSchema)] struct {name}`"
    )
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
        for inputs in [
            "&self, id: u32",
            "&self, id: &str, full: Option<bool>",
            "tags: Vec<String>, context: RequestContext<RoleServer>",
            "&self, (a, b): (u8, u8)",
            "&self, rows: &[u8]",
            "&self, Parameters(id): Parameters<u8>",
            "&self, Parameters((id, n)): Parameters<(u8, u8)>",
            "&self, Parameters(ids): Parameters<Vec<Id>>",
            "&self, Parameters(ids): Parameters<[u8; 2]>",
            "&self, Parameters(find): Parameters<Option<Find>>",
        ] {
            let function = format!("#[tool] fn read({inputs}) -> Result<(), E> {{ id }}");
            let (count, expanded) = errors(&function);
            assert_eq!(count, 1, "{expanded}");
            assert!(
                expanded.contains("take `Parameters(arguments): Parameters<Read>`"),
                "{expanded}"
            );
        }
        for inputs in [
            "&self",
            "&self, Parameters(find): Parameters<Find>",
            "&self, Parameters(find): Parameters<HashMap<String, u8>>",
            "&self, Parameters(find): Parameters<Value>",
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
            ("&self, find: Find", "take `Parameters(find): Parameters<Find>`"),
            ("&self, args: Find", "take `Parameters(args): Parameters<Find>`"),
            ("&self, find: FindRequest", "take `Parameters(find): Parameters<FindRequest>`"),
            ("&self, find: F", "take `Parameters(find): Parameters<F>`"),
            ("&self, find: Json<Find>", "take `Parameters(find): Parameters<Find>`"),
            ("&self, Json(find): Json<Find>", "take `Parameters(find): Parameters<Find>`"),
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
