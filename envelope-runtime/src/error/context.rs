//! Contexts for errors, and failures from `Option`s, as in `anyhow`.

use std::fmt::Display;

use super::{ErrorCode, IntoFailure, ToolFailure};

/// Adds a context to an error. It works as in `anyhow`, but the text is sent to the caller.
///
/// The failure keeps its code, error type and details. The context comes [before its message](ToolFailure::context), or replaces a hidden
/// message or the fixed text of [another crate's error](crate::foreign). A `None` is a `NOT_FOUND` with the context as its message.
///
/// ```
/// use envelope_runtime::{Context, ToolFailure, envelope_tool};
///
/// #[envelope_tool(dialect = "response-v2", data = "docs")]
/// fn read_docs(name: &str) -> Result<String, ToolFailure> {
///     let path = format!("/no/such/cache/{name}.md");
///     let docs = std::fs::read_to_string(path)
///         .with_context(|| format!("The crate '{name}' is not cached: call cache_crate first"))?;
///     let first = docs.lines().next().context("The docs are empty")?;
///     Ok(first.to_owned())
/// }
///
/// assert_eq!(
///     read_docs("serde").as_str(),
///     concat!(
///         r#"{"success":false,"data":{"error_code":"NOT_FOUND","error_type":"not_found"},"#,
///         r#""error":"The crate 'serde' is not cached: call cache_crate first","meta":{"version":"response-v2"}}"#,
///     )
/// );
/// ```
///
/// This trait is implemented for every [`ToolError`](crate::ToolError), for `ToolFailure`, and for `Option`. A file can import only one
/// `Context`: this trait or the trait of `anyhow`.
pub trait Context<T>: Sized {
    /// Adds a context.
    ///
    /// # Errors
    ///
    /// The failure with the context.
    fn context(self, context: impl Display) -> Result<T, ToolFailure> {
        self.with_context(|| context)
    }

    /// Adds a context that is computed only for a failure.
    ///
    /// # Errors
    ///
    /// The failure with the context.
    fn with_context<C: Display>(self, context: impl FnOnce() -> C) -> Result<T, ToolFailure>;
}

impl<T, E: IntoFailure> Context<T> for Result<T, E> {
    fn with_context<C: Display>(self, context: impl FnOnce() -> C) -> Result<T, ToolFailure> {
        self.map_err(|error| error.into_failure().context(context()))
    }
}

impl<T> Context<T> for Option<T> {
    fn with_context<C: Display>(self, context: impl FnOnce() -> C) -> Result<T, ToolFailure> {
        self.ok_or_else(|| ToolFailure::new(ErrorCode::NotFound, context()))
    }
}

/// Makes a `NOT_FOUND` of a `None`.
///
/// ```
/// use envelope_runtime::{OrNotFound, ToolFailure};
///
/// fn title(id: &str) -> Result<&'static str, ToolFailure> {
///     let titles = [("auth", "Sign in")];
///     let spec = titles.iter().find(|(known, _)| *known == id).or_not_found("Spec", id)?;
///     Ok(spec.1)
/// }
///
/// assert_eq!(title("pay").unwrap_err().report().message(), "Spec not found: pay");
/// ```
///
/// For any other failure, the standard library has `ok_or_else(|| ToolFailure::…)`.
pub trait OrNotFound<T> {
    /// The value, or [`ToolFailure::not_found`].
    ///
    /// # Errors
    ///
    /// `NOT_FOUND`, if there is no value.
    fn or_not_found(self, resource: &str, id: impl Display) -> Result<T, ToolFailure>;
}

impl<T> OrNotFound<T> for Option<T> {
    fn or_not_found(self, resource: &str, id: impl Display) -> Result<T, ToolFailure> {
        self.ok_or_else(|| ToolFailure::not_found(resource, id))
    }
}
