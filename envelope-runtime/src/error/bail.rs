//! `bail!` and `ensure!`.

/// Returns a failure with a standard code: `bail!(Conflict, "The spec {id} is locked")`.
///
/// The first word is a variant of [`ErrorCode`](crate::ErrorCode), with or without its path. The other arguments make the message, as in
/// `format!`. Unlike the macro of `anyhow`, this macro requires the code, which tells the caller whether to correct the call, to wait or to
/// give up. The error of the function is a [`ToolFailure`](crate::ToolFailure), or any type that a `ToolFailure` converts into.
///
/// ```
/// use envelope_runtime::{ToolFailure, bail, ensure, envelope_tool};
///
/// #[envelope_tool(dialect = "response-v2")]
/// fn rename(id: &str, title: &str) -> Result<(), ToolFailure> {
///     ensure!(!title.is_empty(), MissingRequired, "The title is empty");
///     if id == "auth" {
///         bail!(Conflict, "The spec '{id}' is locked");
///     }
///     Ok(())
/// }
///
/// assert_eq!(rename("auth", "").error_code(), Some("MISSING_REQUIRED"));
/// assert_eq!(rename("auth", "Login").error_code(), Some("CONFLICT"));
/// assert!(rename("pay", "Checkout").is_success());
/// ```
///
/// For remediation, details or a custom code, return `Err(ToolFailure::conflict(…).remediation(…))`.
#[macro_export]
macro_rules! bail {
    ($code:ident, $($message:tt)+) => {
        $crate::bail!($crate::ErrorCode::$code, $($message)+)
    };
    ($($code:ident)::+, $($message:tt)+) => {
        return ::core::result::Result::Err(::core::convert::From::from($crate::ToolFailure::new(
            $($code)::+,
            ::core::format_args!($($message)+),
        )))
    };
    ($code:literal, $message:literal $($rest:tt)*) => {
        return ::core::compile_error!(::core::concat!(
            "the code of a failure is a variant of `ErrorCode`, without quotes: `ValidationError, ",
            ::core::stringify!($message $($rest)*),
            "`",
        ))
    };
    ($message:literal $($rest:tt)*) => {
        return ::core::compile_error!(::core::concat!(
            "a failure needs a code, which tells the caller how to go on: `ValidationError, ",
            ::core::stringify!($message $($rest)*),
            "`",
        ))
    };
    ($failure:expr $(,)?) => {
        return ::core::compile_error!(::core::concat!(
            "`bail!` makes a failure of a code and a message; return one that you have: `return Err(",
            ::core::stringify!($failure),
            ".into())`",
        ))
    };
}

/// Returns a failure unless a condition holds: `ensure!(!id.is_empty(), MissingRequired, "The id is empty")`. See [`bail!`].
#[macro_export]
macro_rules! ensure {
    ($condition:expr, $($code:ident)::+, $($message:tt)+) => {
        if !$condition {
            $crate::bail!($($code)::+, $($message)+);
        }
    };
    ($condition:expr, $code_or_message:literal $($rest:tt)*) => {
        if !$condition {
            $crate::bail!($code_or_message $($rest)*);
        }
    };
    ($condition:expr, $failure:expr $(,)?) => {
        ::core::compile_error!(::core::concat!(
            "`ensure!` makes a failure of a code and a message; return one that you have: `if !(",
            ::core::stringify!($condition),
            ") { return Err(",
            ::core::stringify!($failure),
            ".into()) }`",
        ))
    };
    ($condition:expr $(,)?) => {
        ::core::compile_error!(::core::concat!(
            "`ensure!` needs a code and a message, which tell the caller how to go on: `ensure!(",
            ::core::stringify!($condition),
            ", ValidationError, \"…\")`",
        ))
    };
}
