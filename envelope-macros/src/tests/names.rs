//! Wrong names of arguments: from other crates, or misspelt.

use proc_macro2::{TokenStream, TokenTree};

use self::Place::{Alone, Enum, Field, McpTool, Tool, ToolOfSeveral, Variant};
use crate::{tool, tool_error};

/// Wrong names at one place that get the same message.
struct Names {
    place: Place,
    /// The message, after the name in quotes.
    message: &'static str,
    /// Arguments, the last of which has a wrong name, and the same arguments with the fix.
    arguments: &'static [(&'static str, &'static str)],
}

/// The place of the arguments. The item also gets the other arguments that it needs.
#[derive(Clone, Copy)]
enum Place {
    /// A tool without other arguments.
    Alone,
    Tool,
    McpTool,
    ToolOfSeveral,
    Variant,
    Field,
    Enum,
}

#[test]
fn a_wrong_name_is_one_error_on_the_name_and_its_fix_expands() {
    for Names { place, message, arguments } in NAMES {
        for (wrong, fixed) in *arguments {
            let name = wrong.rsplit(", ").next().and_then(|last| last.split([' ', '(']).next());
            let name = name.unwrap_or_default();
            let expected = (format!("`{name}` {message}"), name.to_owned());
            assert_eq!(errors(place.expand(wrong)), [expected], "{wrong}");
            assert_eq!(errors(place.expand(fixed)), [], "{fixed}");
        }
    }
}

impl Place {
    /// The expansion of an item that has these arguments at this place.
    fn expand(self, arguments: &str) -> TokenStream {
        let function = "fn ping() -> Result<(), ToolFailure> { Ok(()) }";
        let tool =
            |others| tool::expand(tokens(&format!("{others}, {arguments}")), tokens(function));
        let error = |item: String| tool_error::tests::expand(tokens(&item));

        let code = r#"code = "NOT_FOUND", message = "no""#;
        let attribute = match arguments {
            "" => String::new(),
            arguments => format!("#[tool_error({arguments})]"),
        };
        match self {
            Alone => tool::expand(tokens(arguments), tokens(function)),
            Tool => tool(r#"dialect = "response-v2""#),
            McpTool => tool(r#"dialect = "mcp-2025-11-25""#),
            ToolOfSeveral => tool(r#"dialects("response-v2", "mcp-2025-11-25")"#),
            Variant => {
                error(format!("enum SpecError {{ #[tool_error({code}, {arguments})] NotFound }}"))
            }
            Field => {
                error(format!("#[tool_error({code})] struct NotFound {{ {attribute} id: Id }}"))
            }
            Enum => {
                error(format!("{attribute} enum SpecError {{ #[tool_error({code})] NotFound }}"))
            }
        }
    }
}

fn tokens(source: &str) -> TokenStream {
    source.parse().unwrap()
}

/// The message of each `compile_error!` in an expansion, and the code that it points at.
fn errors(expansion: TokenStream) -> Vec<(String, String)> {
    let mut errors = Vec::new();
    let mut code = None;
    for token in expansion {
        match token {
            TokenTree::Ident(ident) if ident == "compile_error" => {
                code = ident.span().source_text();
            }
            TokenTree::Group(group) => match code.take() {
                Some(code) => errors.push((message(group.stream()), code)),
                None => errors.extend(self::errors(group.stream())),
            },
            _ => {}
        }
    }
    errors
}

/// The text of a string literal.
fn message(literal: TokenStream) -> String {
    syn::parse2::<syn::LitStr>(literal).unwrap().value()
}

const NAMES: &[Names] = &[
    Names {
        place: Alone,
        message: r#"takes a list in parentheses: `dialects("response-v2")`"#,
        arguments: &[
            (r#"dialects = ["response-v2"]"#, r#"dialects("response-v2")"#),
            (r#"dialects = &["response-v2"]"#, r#"dialects("response-v2")"#),
            (r#"dialects = vec!["response-v2"]"#, r#"dialects("response-v2")"#),
            (r#"dialects = "response-v2""#, r#"dialects("response-v2")"#),
        ],
    },
    Names {
        place: Alone,
        message: r#"takes a list in parentheses: `dialects("response-v2", "mcp-2025-11-25")`"#,
        arguments: &[
            ("dialects = IDS[0]", r#"dialects("response-v2", "mcp-2025-11-25")"#),
            ("dialects = &IDS[..]", r#"dialects("response-v2", "mcp-2025-11-25")"#),
            (r#"dialects = env!("D")"#, r#"dialects("response-v2", "mcp-2025-11-25")"#),
            (
                r#"dialects = vec!["response-v2"; 2]"#,
                r#"dialects("response-v2", "mcp-2025-11-25")"#,
            ),
        ],
    },
    Names {
        place: Tool,
        message: "is not an argument of `#[envelope_tool]`; it belongs in the SDK's `#[tool(…)]`",
        arguments: &[
            ("annotations(read_only_hint = true)", ""),
            (r#"description = "Answers.""#, ""),
            ("local", ""),
            ("meta = meta()", ""),
        ],
    },
    Names {
        place: Tool,
        message: "is not an argument of `#[envelope_tool]`; it belongs in the SDK's `#[tool(…)]`, and the title of a problem follows from its code",
        arguments: &[(r#"title = "Not Found""#, "")],
    },
    Names {
        place: Tool,
        message: "is not an argument of `#[envelope_tool]`; it belongs in `#[tracing::instrument(…)]`, which is not needed: with the feature `tracing01`, each call is a span",
        arguments: &[("skip(id)", "")],
    },
    Names {
        place: Tool,
        message: "is not an argument of `#[envelope_tool]`; the error is that of the function's `Result`; remove it",
        arguments: &[("error = ToolFailure", "")],
    },
    Names {
        place: Tool,
        message: r#"is not an argument of `#[envelope_tool]`; the key of the data is `data = "tasks"`"#,
        arguments: &[
            (r#"envelope = "tasks""#, r#"data = "tasks""#),
            (r#"nest = "tasks""#, r#"data = "tasks""#),
            (r#"under = "tasks""#, r#"data = "tasks""#),
            (r#"wrap = "tasks""#, r#"data = "tasks""#),
        ],
    },
    Names {
        place: Tool,
        message: r#"is not an argument of `#[envelope_tool]`; the key of the data is `data = "items"`"#,
        arguments: &[(r#"rename = "items""#, r#"data = "items""#)],
    },
    Names {
        place: Tool,
        message: "is not an argument of `#[envelope_tool]`; it belongs in the SDK's `#[tool(annotations(…))]`",
        arguments: &[
            ("destructive", ""),
            ("destructive_hint = true", ""),
            ("open_world_hint = true", ""),
        ],
    },
    Names {
        place: Tool,
        message: "is not an argument of `#[envelope_tool]`; it belongs in the SDK's `#[tool(annotations(…))]`; without the SDK, write `idempotent`",
        arguments: &[
            ("idempotent_hint = true", "idempotent"),
            ("read_only", "idempotent"),
            ("read_only_hint = true", "idempotent"),
            ("readonly = true", "idempotent"),
            ("safe", "idempotent"),
        ],
    },
    Names {
        place: Tool,
        message: "is not an argument of `#[envelope_tool]`; arguments are described on the fields of their type, with doc comments and the attributes of serde",
        arguments: &[
            (r#"args("id")"#, ""),
            (r#"arguments = "id""#, ""),
            (r#"default_value = "all""#, ""),
            ("default", ""),
            (r#"exclude_args = ["id"]"#, ""),
            ("long", ""),
            ("short = 'i'", ""),
            (r#"input = "id""#, ""),
            (r#"param("id")"#, ""),
            (r#"parameters = "id""#, ""),
            (r#"params("id")"#, ""),
            (r#"required("id")"#, ""),
            ("validate", ""),
            ("value_parser = parse_id", ""),
        ],
    },
    Names {
        place: Tool,
        message: r#"is not an argument of `#[envelope_tool]`; it belongs where the router is built: `.route("/tasks", get(list_tasks))`"#,
        arguments: &[
            ("get", ""),
            (r#"layer = "cors""#, ""),
            ("after = log", ""),
            ("before = log", ""),
            ("body = Task", ""),
            ("delete", ""),
            ("middleware = log", ""),
            ("patch", ""),
            (r#"path = "/tasks""#, ""),
            ("put", ""),
            (r#"method = "GET""#, ""),
            (r#"operation_id = "listTasks""#, ""),
            ("post", ""),
            (r#"request_body = "Task""#, ""),
            (r#"route = "/tasks""#, ""),
        ],
    },
    Names {
        place: Tool,
        message: "is not an argument of `#[envelope_tool]`; the failures follow from the error of the function, and `list_failures` lists them for clients",
        arguments: &[
            (r#"error_codes = "NOT_FOUND""#, ""),
            (r#"raises = "NotFound""#, ""),
            (r#"responses = "404""#, ""),
        ],
    },
    Names {
        place: Tool,
        message: "is not an argument of `#[envelope_tool]`; it is metadata of an answer: return a `Reply`, which has a method for it",
        arguments: &[
            (r#"cursor = "a""#, ""),
            ("page_size = 20", ""),
            ("pagination", ""),
            ("rate_limit = 100", ""),
            (r#"warnings = "Slow""#, ""),
        ],
    },
    Names {
        place: Tool,
        message: r#"is not an argument of `#[envelope_tool]`; a tool runs once for each call, and the caller decides whether to retry; remove this argument, and give the failure its advice: `#[tool_error(retry = "30 s")]`"#,
        arguments: &[
            ("backoff = 2", ""),
            ("max_retries = 3", ""),
            ("retries = 3", ""),
            ("retry = 3", ""),
        ],
    },
    Names {
        place: Tool,
        message: "is not an argument of `#[envelope_tool]`; a doc comment describes the tool",
        arguments: &[
            (r#"about = "Lists the tasks.""#, ""),
            (r#"doc = "Lists the tasks.""#, ""),
            (r#"examples = "Lists the tasks.""#, ""),
            (r#"help = "Lists the tasks.""#, ""),
            (r#"long_about = "Lists the tasks.""#, ""),
        ],
    },
    Names {
        place: Tool,
        message: "is not an argument of `#[envelope_tool]`; the router of the server decides which tools it lists; remove it",
        arguments: &[
            ("deprecated", ""),
            ("enabled = true", ""),
            ("hidden", ""),
            (r#"tags = ["tasks"]"#, ""),
            (r#"tag = "tasks""#, ""),
            (r#"on_duplicate_tools = "error""#, ""),
        ],
    },
    Names {
        place: Tool,
        message: "is not an argument of `#[envelope_tool]`; the body can keep results; remove it",
        arguments: &[("cache = 60", ""), ("ttl = 60", "")],
    },
    Names {
        place: Tool,
        message: "is not an argument of `#[envelope_tool]`; an unknown argument is refused by default; remove it",
        arguments: &[("deny_unknown_fields", ""), (r#"extra = "forbid""#, ""), ("strict", "")],
    },
    Names {
        place: Tool,
        message: "is not an argument of `#[envelope_tool]`; with the feature `tracing01`, each call is a span; remove it",
        arguments: &[("instrument", ""), ("log", ""), ("trace", "")],
    },
    Names {
        place: Tool,
        message: "is not an argument of `#[envelope_tool]`; check it in the body, and return `ToolFailure::forbidden(…)`",
        arguments: &[
            (r#"auth = "admin""#, ""),
            (r#"guard = "is_admin""#, ""),
            (r#"permissions = "admin""#, ""),
            (r#"roles = "admin""#, ""),
            (r#"scopes = "admin""#, ""),
            (r#"security = "admin""#, ""),
        ],
    },
    Names {
        place: Tool,
        message: "is not an argument of `#[envelope_tool]`; every envelope is JSON, so there is no format to choose; remove this argument, or return the JSON as another type: `returns = String`",
        arguments: &[
            (r#"content_type = "application/json""#, ""),
            (r#"format = "application/json""#, ""),
            (r#"mime_type = "application/json""#, ""),
            (r#"produces = "application/json""#, ""),
        ],
    },
    Names {
        place: Tool,
        message: "is not an argument of `#[envelope_tool]`; the caller chooses the runtime; remove it",
        arguments: &[
            ("blocking", ""),
            ("concurrency = 3", ""),
            ("run_in_thread", ""),
            (r#"flavor = "multi_thread""#, ""),
            ("start_paused = true", ""),
            ("worker_threads = 4", ""),
        ],
    },
    Names {
        place: Tool,
        message: "is not an argument of `#[envelope_tool]`; the size of a result is `budget = 60_000`",
        arguments: &[
            ("limit = 60_000", "budget = 60_000"),
            ("max_bytes = 60_000", "budget = 60_000"),
            ("max_size = 60_000", "budget = 60_000"),
            ("max_tokens = 60_000", "budget = 60_000"),
            ("truncate = 60_000", "budget = 60_000"),
        ],
    },
    Names {
        place: Tool,
        message: "is not an argument of `#[envelope_tool]`; the size of a result is `budget = 9_000`",
        arguments: &[("max_bytes = 9_000", "budget = 9_000")],
    },
    Names {
        place: Tool,
        message: "is not an argument of `#[envelope_tool]`; it is an argument of the function; remove it",
        arguments: &[
            (r#"context = "store""#, ""),
            ("dependencies = [store]", ""),
            ("depends = store", ""),
            ("progress", ""),
            ("session = store", ""),
            (r#"ctx = "store""#, ""),
            (r#"state = "store""#, ""),
            (r#"with_state = "store""#, ""),
        ],
    },
    Names {
        place: Tool,
        message: "is not an argument of `#[envelope_tool]`; it belongs on the type of the data",
        arguments: &[
            ("flatten", ""),
            (r#"rename_all = "camelCase""#, ""),
            ("transparent", ""),
            ("untagged", ""),
        ],
    },
    Names {
        place: Tool,
        message: "is not an argument of `#[envelope_tool]`; a panic is answered with `catch_panic`",
        arguments: &[
            ("catch_unwind", "catch_panic"),
            ("on_panic", "catch_panic"),
            ("panics", "catch_panic"),
        ],
    },
    Names {
        place: Tool,
        message: "is not an argument of `#[envelope_tool]`; the limit of an async tool is `timeout = std::time::Duration::from_secs(5)`",
        arguments: &[("deadline = 5", ""), ("max_duration = 5", ""), ("timeout_secs = 5", "")],
    },
    Names {
        place: Tool,
        message: "is not an argument of `#[envelope_tool]`; the limit of an async tool is `timeout = std::time::Duration::from_millis(250)`",
        arguments: &[("timeout_ms = 250", "")],
    },
    Names {
        place: Tool,
        message: "is not an argument of `#[envelope_tool]`; the return type is `returns = String`",
        arguments: &[
            (r#"output = "String""#, "returns = String"),
            (r#"output_type = "String""#, "returns = String"),
            (r#"response_model = "String""#, "returns = String"),
            (r#"return_type = "String""#, "returns = String"),
        ],
    },
    Names {
        place: Tool,
        message: "is not a setting of response-v2; did you mean `request_id`?",
        arguments: &[(r#"requestid = "req_1""#, r#"request_id = "req_1""#)],
    },
    Names {
        place: McpTool,
        message: "is not a setting of mcp-2025-11-25; did you mean `structured_errors`?",
        arguments: &[("structured_error", "structured_errors")],
    },
    Names {
        place: ToolOfSeveral,
        message: "is not a setting of response-v2 or mcp-2025-11-25; did you mean `telemetry`?",
        arguments: &[("telemetri", "telemetry")],
    },
    Names {
        place: Variant,
        message: r#"is not an argument of a variant; what the caller can do is `remediation = "List the specs"`"#,
        arguments: &[
            (r#"fix = "List the specs""#, r#"remediation = "List the specs""#),
            (r#"help = "List the specs""#, r#"remediation = "List the specs""#),
        ],
    },
    Names {
        place: Variant,
        message: r#"is not an argument of a variant; the error type is `error_type = "not_found"`"#,
        arguments: &[
            (r#"category = "not_found""#, r#"error_type = "not_found""#),
            (r#"category = "Conflict""#, ""),
        ],
    },
    Names {
        place: Variant,
        message: r#"is not an argument of a variant; the message is `message = "no"`"#,
        arguments: &[(r#"description = "no""#, ""), (r#"fmt = "no""#, ""), (r#"title = "no""#, "")],
    },
    Names {
        place: Variant,
        message: "is not an argument of a variant; the HTTP status is `status = 410`",
        arguments: &[("http = 410", "status = 410"), ("http_status = 410", "status = 410")],
    },
    Names {
        place: Variant,
        message: "is not an argument of a variant; the HTTP status is `status = 404`",
        arguments: &[("status_code = 404", "status = 404")],
    },
    Names {
        place: Variant,
        message: r#"is not an argument of a variant; whether to retry follows from the error type; another advice is `retry = "never"`"#,
        arguments: &[("is_retryable = true", ""), ("retryable", "")],
    },
    Names {
        place: Variant,
        message: r#"is not an argument of a variant; a delay before a retry is `retry = "30 s"`"#,
        arguments: &[
            (r#"retry_after = "30 s""#, r#"retry = "30 s""#),
            ("retry_after", ""),
            ("retry_after = DELAY", ""),
            (r#"retry_after = "5m""#, ""),
        ],
    },
    Names {
        place: Variant,
        message: r#"is not an argument of a variant; a delay before a retry is `retry = "90 s"`"#,
        arguments: &[
            ("retry_after = 90", r#"retry = "90 s""#),
            ("retry_after = 90u64", r#"retry = "90 s""#),
            (r#"retry_after = "90 s""#, r#"retry = "90 s""#),
            ("retry_after(90)", r#"retry = "90 s""#),
        ],
    },
    Names {
        place: Variant,
        message: r#"is not an argument of a variant; the code is `code = "NOT_FOUND"`"#,
        arguments: &[
            (r#"error_code = "NOT_FOUND""#, ""),
            (r#"id = "NOT_FOUND""#, ""),
            (r#"slug = "NOT_FOUND""#, ""),
        ],
    },
    Names {
        place: Variant,
        message: r#"is not an argument of a variant; the code is `code = "SPEC_LOCKED"`"#,
        arguments: &[(r#"error_code = "spec-locked""#, "")],
    },
    Names {
        place: Variant,
        message: "is not an argument of a variant; the level in the log follows from the error type; remove it",
        arguments: &[
            (r#"level = "warn""#, ""),
            (r#"log = "warn""#, ""),
            (r#"log_level = "warn""#, ""),
            (r#"severity = "warn""#, ""),
        ],
    },
    Names {
        place: Variant,
        message: r#"is not an argument of a variant; a link for the caller can be part of `remediation = "…"`"#,
        arguments: &[
            (r#"doc_url = "https://example.com""#, ""),
            (r#"docs = "https://example.com""#, ""),
            (r#"link = "https://example.com""#, ""),
            (r#"url = "https://example.com""#, ""),
        ],
    },
    Names {
        place: Variant,
        message: "is not an argument of a variant; the exit code follows from the error type; remove it",
        arguments: &[("exit = 66", ""), ("exit_code = 66", "")],
    },
    Names {
        place: Variant,
        message: "is not an argument of a variant; an inner error is passed on by `transparent`",
        arguments: &[("delegate", ""), ("forward", "")],
    },
    Names {
        place: Variant,
        message: r#"is not an argument of a variant; the message of an internal error is hidden: `error_type = "internal"`"#,
        arguments: &[("hidden", ""), ("internal", "")],
    },
    Names {
        place: Variant,
        message: "is not an argument of a variant; a message is sent, except for internal errors, where `expose` sends it; remove it",
        arguments: &[("public", ""), ("visible", "")],
    },
    Names {
        place: Variant,
        message: "is not an argument of a variant; a field is sent if it is marked: `#[tool_error(detail)]`",
        arguments: &[(r#"fields = "id""#, ""), (r#"params = "id""#, "")],
    },
    Names {
        place: Variant,
        message: "is not an argument of a variant; did you mean `error_type`?",
        arguments: &[(r#"eror_type = "not_found""#, r#"error_type = "not_found""#)],
    },
    Names {
        place: Field,
        message: r#"is not an argument of a field; the key is the value of the mark: `detail = "spec_id"`"#,
        arguments: &[(r#"detail, rename = "spec_id""#, r#"detail = "spec_id""#)],
    },
    Names {
        place: Field,
        message: "is not an argument of a field; a field without a mark is not sent; remove it",
        arguments: &[("redact", ""), ("secret", ""), ("sensitive", ""), ("skip", "")],
    },
    Names {
        place: Field,
        message: "is not an argument of a field; a marked field is in every failure, and `None` is sent as `null`; remove this argument",
        arguments: &[
            ("detail, default", "detail"),
            ("detail, nullable", "detail"),
            ("detail, optional", "detail"),
            ("detail, required", "detail"),
            (r#"detail, skip_serializing_if = "Option::is_none""#, "detail"),
        ],
    },
    Names {
        place: Field,
        message: "is not an argument of a field; it is an attribute of thiserror: `#[from]`",
        arguments: &[("from", "")],
    },
    Names {
        place: Field,
        message: "is not an argument of a field; it is an attribute of thiserror: `#[source]`",
        arguments: &[("source", "")],
    },
    Names {
        place: Field,
        message: "is not an argument of a field; a marked field is sent as its type serializes; use a field of another type",
        arguments: &[
            ("detail, as_string", "detail"),
            ("detail, format", "detail"),
            (r#"detail, serialize_with = "text""#, "detail"),
        ],
    },
    Names {
        place: Field,
        message: "is not an argument of a field; a failure sends the key and the value of a field, and no description; remove this argument",
        arguments: &[
            (r#"detail, description = "The id""#, "detail"),
            (r#"detail, help = "The id""#, "detail"),
            (r#"detail, label = "The id""#, "detail"),
        ],
    },
    Names {
        place: Field,
        message: "is not an argument of a field; a field is sent if it is marked `detail`",
        arguments: &[
            ("include", "detail"),
            ("public", "detail"),
            ("serialize", "detail"),
            ("visible", "detail"),
        ],
    },
    Names {
        place: Field,
        message: "is not an argument of a field; did you mean `in_text`?",
        arguments: &[("detail, in_txt", "detail, in_text")],
    },
    Names {
        place: Field,
        message: "is not an argument of a field; did you mean `details`?",
        arguments: &[("detials", "details")],
    },
    Names {
        place: Enum,
        message: "is not an argument of an enum; did you mean `remediation`?",
        arguments: &[(r#"remediaton = "Wait""#, r#"remediation = "Wait""#)],
    },
    Names {
        place: Enum,
        message: "belongs on a variant; an enum takes `error_type`, `remediation`, `summary`, `retry`, `skip_nulls` and `crate`",
        arguments: &[("expose", "skip_nulls"), ("status = 410", "")],
    },
    Names {
        place: Enum,
        message: "belongs on a field; an enum takes `error_type`, `remediation`, `summary`, `retry`, `skip_nulls` and `crate`",
        arguments: &[("detail", "")],
    },
    Names {
        place: Enum,
        message: "is not an argument of an enum; expected `error_type`, `remediation`, `summary`, `retry`, `skip_nulls` or `crate`",
        arguments: &[("NOT_FOUND", "")],
    },
    Names {
        place: Enum,
        message: r#"is not an argument of an enum; each variant has its own code: `code = "NOT_FOUND"`"#,
        arguments: &[(r#"rename_all = "SCREAMING_SNAKE_CASE""#, "")],
    },
    Names {
        place: Enum,
        message: "is not an argument of an enum; the contract decides the form of an error; remove it",
        arguments: &[(r#"content = "data""#, ""), (r#"tag = "type""#, ""), ("untagged", "")],
    },
    Names {
        place: Enum,
        message: r#"is not an argument of an enum; each variant has its whole code: `code = "SPEC_NOT_FOUND"`"#,
        arguments: &[
            (r#"code_prefix = "SPEC""#, ""),
            (r#"namespace = "SPEC""#, ""),
            (r#"prefix = "SPEC""#, ""),
        ],
    },
    Names {
        place: Tool,
        message: "is not an argument of `#[envelope_tool]`; it belongs in the SDK's `#[tool_router(…)]`",
        arguments: &[("router = tools", ""), ("server_handler", ""), (r#"vis = "pub""#, "")],
    },
    Names {
        place: Tool,
        message: "is not an argument of `#[envelope_tool]`; it belongs to an older version of the SDK; remove it, and write `#[tool_router]` on the block",
        arguments: &[("aggr", ""), ("tool_box", "")],
    },
    Names {
        place: Tool,
        message: "is not an argument of `#[envelope_tool]`; the schema of the data is `output_schema`",
        arguments: &[
            ("response = Spec", ""),
            ("schema = Spec", ""),
            ("structured", ""),
            ("structured_output", ""),
        ],
    },
    Names {
        place: Tool,
        message: r#"is not an argument of `#[envelope_tool]`; the contract is `dialect = "response-v2"`"#,
        arguments: &[(r#"contract = "mcp""#, ""), (r#"protocol = "mcp""#, "")],
    },
    Names {
        place: Tool,
        message: "is not an argument of `#[envelope_tool]`; the HTTP status of a success is `status = 201`",
        arguments: &[("http_status = 201", ""), ("status_code = 201", "")],
    },
    Names {
        place: Tool,
        message: "is not an argument of `#[envelope_tool]`; it belongs on a variant of the error: `#[tool_error(…)]`",
        arguments: &[
            (r#"code = "NOT_FOUND""#, ""),
            (r#"error_type = "not_found""#, ""),
            (r#"remediation = "List the tasks""#, ""),
        ],
    },
    Names {
        place: Tool,
        message: "is not an argument of `#[envelope_tool]`; the envelope follows from the `Result` that the function returns; remove it",
        arguments: &[
            (r#"content = "text""#, ""),
            ("is_error", ""),
            (r#"message = "Done""#, ""),
            (r#"success = "tasks""#, ""),
        ],
    },
    Names {
        place: Tool,
        message: "is not an argument of `#[envelope_tool]`; the message of an internal error is hidden; remove it",
        arguments: &[("mask_error_details", "")],
    },
    Names {
        place: Tool,
        message: "is not an argument of `#[envelope_tool]`; an argument with one clear meaning is accepted; remove it, or accept none with `exact_arguments`",
        arguments: &[("coerce", ""), ("lax", "")],
    },
    Names {
        place: Tool,
        message: "is not an argument of `#[envelope_tool]`; a tool answers with one JSON text; remove it",
        arguments: &[("stream", ""), ("streaming", "")],
    },
    Names {
        place: Tool,
        message: "is not an argument of `#[envelope_tool]`; it belongs before the function: `async fn`",
        arguments: &[("async", "")],
    },
    Names {
        place: Variant,
        message: "is not an argument of a variant; each variant has a code, and nothing leaves one out; remove it",
        arguments: &[("default", ""), ("other", ""), ("skip", "")],
    },
    Names {
        place: Variant,
        message: "is not an argument of a variant; RFC 9457 names the occurrence by the request id; remove it",
        arguments: &[(r#"instance = "/specs/7""#, "")],
    },
];
