//! Arguments of `#[envelope_tool]` and of the MCP SDK's `#[tool]` that do not fit each other.

use proc_macro2::Ident;
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::{Expr, Meta};

use crate::errors::{Errors, error};
use crate::tool::Tool;
use crate::tool::dialects::known;
use crate::tool::returned::type_arguments;
use crate::tool::sdk::{self, is_ours, lacks_feature, status_of_no_handler, value_of};
use crate::types::last_name;

pub(super) fn check(tool: &Tool, errors: &mut Errors) {
    let message = "a tool under the SDK's `#[tool]` needs the feature `rmcp3` of envelope-runtime; write `envelope-runtime = { version = \"0.1\", features = [\"rmcp3\"] }` in `Cargo.toml`, or make a result of another SDK: `returns = …, via = …`";
    errors.report_each(lacks_feature(tool), message);
    check_returns(tool, errors);
    let Tool { arguments, function } = tool;
    let message = "`status` is for a handler of HTTP, and a tool of an MCP server answers without one; remove it";
    errors.report_each(status_of_no_handler(tool), message);
    let message = "`list_failures` is for the tools of an MCP server; write the SDK's `#[tool]` below this attribute, or remove `list_failures`";
    errors.report_each(arguments.flag("list_failures").filter(|_| !function.is_tool()), message);
    for given in function.of_sdk().filter_map(sdk::arguments) {
        check_ours(&given, errors);
        if let Some(schema) = value_of("output_schema", &given) {
            check_schema(tool, schema, errors);
        }
    }
}

/// Reports text as the return type: the SDK makes a success of any text, even of the text of a failure.
fn check_returns(Tool { arguments, function }: &Tool, errors: &mut Errors) {
    let Some(returns) = arguments.returns.as_ref().filter(|_| cfg!(feature = "rmcp3")) else {
        return;
    };
    // The SDK looks into a `Result` as well.
    let returned = type_arguments(returns).first().copied().unwrap_or(returns);
    let is_text = last_name(returned).is_some_and(|name| name == "String");
    let message = "the SDK sends a `String` as a success, even if the call has failed; remove `returns`, since an `Envelope` keeps the outcome";
    errors.report_each((is_text && function.is_tool()).then_some(returned), message);
}

/// Reports arguments of `#[envelope_tool]` in `#[tool]`.
fn check_ours(given: &[Meta], errors: &mut Errors) {
    for name in given.iter().filter(|argument| is_ours(argument)).map(Meta::path) {
        let name = name.to_token_stream();
        errors.push(error!(name, "`{name}` is an argument of `#[envelope_tool]`, not of the SDK's `#[tool]`; move it there"));
    }
}

/// Reports an output schema in `#[tool]` that this crate passes itself, or that describes the data and not the envelope around it. A
/// handwritten schema stays.
fn check_schema(Tool { arguments, function }: &Tool, schema: &Expr, errors: &mut Errors) {
    let Some(called) = schema_function(schema) else { return };
    let name = called.unraw().to_string();
    let is_of_data = name == "schema_for_type" || name == "schema_for_output";
    if is_of_data && known(&arguments.dialects).iter().any(|known| known.envelope.has("data")) {
        errors.push(error!(schema, "`output_schema` is an argument of `#[envelope_tool]`, which knows the schema of the whole answer; write just `output_schema` there, and remove it here"));
    } else if name.ends_with("_output_schema") && arguments.named("output_schema").is_some() {
        let tool = function.name();
        errors.push(error!(called, "`#[envelope_tool]` passes the output schema of `{tool}` to `#[tool]`; remove `{name}` here"));
    }
}

/// The function that is called in `Self::tool_output_schema()`.
fn schema_function(schema: &Expr) -> Option<&Ident> {
    let Expr::Call(call) = schema else { return None };
    let Expr::Path(path) = &*call.func else { return None };
    Some(&path.path.segments.last()?.ident)
}

#[cfg(test)]
mod tests {
    use quote::quote;

    use crate::tool::expand;

    #[cfg(feature = "schemars1")]
    #[test]
    fn a_schema_comes_before_the_arguments_of_the_sdk() {
        for (tool, after) in
            [(quote!(tool), ")] "), (quote!(tool(name = "ping")), ", name = \"ping\")] ")]
        {
            let expanded = expand(
                quote!(dialect = "response-v2", output_schema),
                quote! {
                    #[#tool]
                    fn ping() -> Result<u8, ToolFailure> { Ok(7) }
                },
            );
            let expanded = expanded.to_string().replace(" ,", ",");
            let (_, attribute) = expanded.split_once("# [tool (output_schema = ").unwrap();
            let (_, arguments) = attribute.split_once("], })").unwrap();
            assert!(arguments.starts_with(after), "{expanded}");
        }
    }

    #[test]
    fn an_argument_of_ours_in_the_sdks_attribute_is_one_error() {
        let expanded = expand(
            // The return type is for any SDK, so that no feature is missing.
            quote!(dialect = "response-v2", returns = Out),
            quote! {
                #[tool(name = "ping", data = "n", title = "Ping")]
                fn ping() -> Result<u8, ToolFailure> { Ok(7) }
            },
        );
        let expanded = expanded.to_string();
        assert_eq!(expanded.matches("compile_error").count(), 1, "{expanded}");
        assert!(expanded.contains("`data` is an argument of `#[envelope_tool]`"), "{expanded}");
        assert!(expanded.contains(&quote!(#[tool(name = "ping", title = "Ping")]).to_string()));
    }

    #[cfg(feature = "rmcp3")]
    #[test]
    fn failures_are_added_to_the_metadata_of_a_tool() {
        for (tool, meta, others) in [
            ("#[tool]", "default :: Default :: default ()", ""),
            ("#[tool(name = \"ping\")]", "default :: Default :: default ()", "name = \"ping\""),
            (
                "#[tool(title = \"a\", meta = of::<A, B>(1, 2), open)]",
                "of :: < A , B > (1 , 2)",
                "open",
            ),
        ] {
            let function = format!("{tool} fn ping() -> Result<u8, ToolFailure> {{ Ok(7) }}");
            let args = quote!(dialect = "response-v2", list_failures);
            let expanded = expand(args, function.parse().unwrap()).to_string();
            assert!(!expanded.contains("compile_error"), "{expanded}");
            assert_eq!(expanded.matches("meta =").count(), 1, "{expanded}");
            assert!(expanded.contains(&format!("{meta} , {{")), "{expanded}");
            assert!(expanded.contains(others), "{expanded}");
        }
        let function = quote!(
            fn ping() -> Result<u8, ToolFailure> {
                Ok(7)
            }
        );
        let refused = expand(quote!(dialect = "response-v2", list_failures), function).to_string();
        assert!(refused.contains("write the SDK's `#[tool]` below this attribute"), "{refused}");
    }

    /// The SDK's attribute gets the output schema once: a handwritten schema stays, and the schema of a tool is an error.
    #[cfg(feature = "schemars1")]
    #[test]
    fn an_output_schema_is_handed_over_once() {
        let expand = |tool: &str| {
            let function = format!("{tool} fn read(&self) -> Result<(), E> {{}}");
            let args = quote!(dialect = "response-v2", output_schema);
            expand(args, function.parse().unwrap()).to_string()
        };
        let handed = expand("#[tool(title = \"a\")]");
        assert!(handed.contains("tool (output_schema = Self :: read_output_schema ()"), "{handed}");
        assert!(handed.contains("title = \"a\""), "{handed}");

        let by_hand = expand("#[tool(output_schema = mine(1, 2))]");
        assert!(by_hand.contains("tool (output_schema = mine (1 , 2))"), "{by_hand}");

        for tool in ["read", "list"] {
            let twice = expand(&format!("#[tool(output_schema = Self::{tool}_output_schema())]"));
            assert_eq!(twice.matches("compile_error").count(), 1, "{twice}");
            let message = format!(
                "passes the output schema of `read` to `#[tool]`; remove `{tool}_output_schema` here"
            );
            assert!(twice.contains(&message), "{twice}");
        }
    }
}
