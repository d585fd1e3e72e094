//! Habits from other crates, and their replacements.

use proc_macro2::Ident;
use syn::Error;

/// Names, and the advice for any of them.
pub(crate) type Habits = &'static [(&'static [&'static str], &'static str)];

/// On a variant, from thiserror, miette and axum.
pub(crate) const VARIANT: Habits = &[
    (&["help", "hint", "suggestion", "advice"], "what the caller can do is `remediation = \"…\"`"),
    (&["category", "kind", "type"], "the category is `error_type = \"…\"`"),
    (&["msg", "display", "text"], "the message is `message = \"…\"`"),
    (&["status_code", "http_status"], "the HTTP status is `status = 410`"),
    (
        &["retryable", "transient", "temporary"],
        "whether to retry follows from the category of the error; another advice is `retry = \"never\"`",
    ),
    (&["retry_after"], "a delay before a retry is `retry = \"30 s\"`"),
    (
        &["from", "source"],
        "the inner error is marked by thiserror's `#[from]` or `#[source]` on the field",
    ),
];

/// On a field, from serde and thiserror.
pub(crate) const FIELD: Habits = &[
    (&["rename", "key", "name"], "the key is the value of the mark: `detail = \"key\"`"),
    (&["skip", "skip_serializing"], "a field without a mark is not sent; remove it"),
    (
        &["default", "skip_serializing_if"],
        "a marked field is always sent, `None` as `null`; remove it",
    ),
    (&["flatten"], "each marked field has a key: `detail = \"key\"`"),
    (&["from"], "it is an attribute of thiserror: `#[from]`"),
    (&["source"], "it is an attribute of thiserror: `#[source]`"),
    (&["backtrace"], "it is an attribute of thiserror: `#[backtrace]`"),
];

/// On an enum, from serde.
pub(crate) const ENUM: Habits =
    &[(&["rename_all"], "each variant has its own code: `code = \"NOT_FOUND\"`")];

/// On a tool, from the MCP SDK, tracing and serde.
pub(crate) const TOOL: Habits = &[
    (
        &["name", "title", "description", "annotations", "input_schema", "icons", "execution"],
        "it belongs in the SDK's `#[tool(…)]`",
    ),
    (
        &["skip", "skip_all", "err", "ret", "level", "target", "fields", "parent"],
        "it belongs in `#[tracing::instrument(…)]`, which is not needed: with the feature `tracing`, each call is a span",
    ),
    (&["error"], "the error is that of the function's `Result`; remove it"),
    (&["rename", "key"], "the key of the data is `data = \"tasks\"`"),
];

/// The advice about a name that nothing has here.
pub(crate) fn advice(habits: Habits, name: &str) -> Option<&'static str> {
    habits.iter().find(|(names, _)| names.contains(&name)).map(|(_, advice)| *advice)
}

/// The error for such a name.
pub(crate) fn habit(habits: Habits, name: &Ident, place: &str) -> Option<Error> {
    let text = name.to_string();
    let advice = advice(habits, &text)?;
    Some(Error::new(name.span(), format!("`{text}` is not an argument of {place}; {advice}")))
}
