//! The table of error types and the table of standard error codes. The derives, the enums of the runtime, and the docs of the
//! enums are made from them.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;

/// A category of failures: a row of the runtime's `ErrorType`.
pub(crate) struct ErrorType {
    /// The name on the wire.
    pub(crate) name: &'static str,
    /// The name in the runtime's `ErrorType`.
    pub(crate) variant: &'static str,
    http_status: u16,
    /// The exit code of a program, from `sysexits.h`.
    exit_code: u8,
    meaning: &'static str,
    /// Whether and how to retry: a variant in [`RETRIES`].
    retry: &'static str,
    /// What else the docs of the variant say.
    note: &'static str,
}

const fn error_type(
    name: &'static str,
    variant: &'static str,
    http_status: u16,
    exit_code: u8,
    meaning: &'static str,
    retry: &'static str,
    note: &'static str,
) -> ErrorType {
    ErrorType { name, variant, http_status, exit_code, meaning, retry, note }
}

/// In the order of the contract's table.
#[rustfmt::skip]
const ERROR_TYPES: &[ErrorType] = &[
    error_type("validation", "Validation", 400, 65, "the input is invalid", "FixInput", ""),
    error_type("authentication", "Authentication", 401, 77, "credentials are missing or invalid", "Reauthenticate", ""),
    error_type("authorization", "Authorization", 403, 77, "the credentials are not sufficient", "No", ""),
    error_type("not_found", "NotFound", 404, 66, "the resource does not exist", "No", ""),
    error_type("conflict", "Conflict", 409, 1, "the current state does not allow it, as with a duplicate", "CheckState", ""),
    error_type("rate_limit", "RateLimit", 429, 75, "too many requests", "AfterDelay", ""),
    error_type("feature_flag", "FeatureFlag", 403, 1, "the feature is not enabled for this client", "CheckFlag", ""),
    error_type("internal", "Internal", 500, 70, "the server failed", "WithBackoff", "Its message is hidden from callers, unless `message` or `expose` sends it."),
    error_type("unavailable", "Unavailable", 503, 75, "the service is temporarily unavailable", "WithBackoff", ""),
];

/// The variants of the runtime's `Retry`, each with its text.
const RETRIES: &[(&str, &str)] = &[
    ("No", "no"),
    ("FixInput", "no, fix the input"),
    ("Reauthenticate", "no, re-authenticate"),
    ("CheckFlag", "no, check the flag"),
    ("CheckState", "maybe, check the state"),
    ("AfterDelay", "yes, after the delay"),
    ("WithBackoff", "yes, with backoff"),
];

/// A standard error code: a row of the runtime's `ErrorCode`.
pub(crate) struct Code {
    /// The name on the wire.
    pub(crate) name: &'static str,
    /// The name of its error type.
    pub(crate) error_type: &'static str,
    meaning: &'static str,
    /// What the caller can do. For the docs: on the wire, the author of the error says it.
    remediation: &'static str,
}

const fn code(
    name: &'static str,
    error_type: &'static str,
    meaning: &'static str,
    remediation: &'static str,
) -> Code {
    Code { name, error_type, meaning, remediation }
}

#[rustfmt::skip]
const CODES: &[Code] = &[
    // response-v2: the common codes
    code("VALIDATION_ERROR", "validation", "the input is invalid", "check the parameters"),
    code("INVALID_FORMAT", "validation", "the input is malformed: a wrong type, or invalid JSON", "fix the format"),
    code("MISSING_REQUIRED", "validation", "a required field is missing", "provide the field"),
    code("NOT_FOUND", "not_found", "the resource does not exist", "check the id"),
    code("SPEC_NOT_FOUND", "not_found", "the specification file does not exist", "check the id of the specification"),
    code("TASK_NOT_FOUND", "not_found", "the task is not in the specification", "check the id of the task"),
    code("DUPLICATE_ENTRY", "conflict", "the resource already exists", "use another id"),
    code("CONFLICT", "conflict", "the current state does not allow it, or the transition is invalid", "check the state"),
    code("UNAUTHORIZED", "authentication", "credentials are missing or invalid", "authenticate again"),
    code("FORBIDDEN", "authorization", "the credentials are not sufficient", "request the permission"),
    code("FEATURE_DISABLED", "feature_flag", "the feature flag is off", "enable the feature"),
    code("RATE_LIMIT_EXCEEDED", "rate_limit", "too many requests", "wait, then retry"),
    code("INTERNAL_ERROR", "internal", "the server failed unexpectedly", "report it, then retry"),
    code("UNAVAILABLE", "unavailable", "the service is temporarily unavailable", "retry later"),
    // response-v2: in its user guide only
    code("ALREADY_EXISTS", "conflict", "the resource already exists", "use another id"),
    code("INVALID_STATE", "conflict", "the operation is not allowed in the current state", "check the lifecycle state"),
    code("DEPENDENCY_ERROR", "conflict", "a dependency is not complete", "complete the dependencies first"),
    // dotbot
    code("DOTBOT_NOT_FOUND", "not_found", "the directory is not in a dotbot solution: there is no `.bot` folder", "change to a dotbot solution"),
    code("STATE_FILE_INVALID", "validation", "`.bot/.dotbot-state.json` is missing or is not valid JSON", "restore the state file"),
    code("PROJECT_NOT_FOUND", "not_found", "no project has this name or alias", "check the name or alias"),
    code("ALIAS_CONFLICT", "conflict", "two projects have the same alias", "use another alias"),
    code("REGISTRY_PARSE_ERROR", "validation", "`.bot/solution/projects.json` cannot be parsed", "fix the registry"),
    code("TECH_STACK_MISSING", "not_found", "`.bot/product/tech-stack.md` does not exist", "write the file"),
    code("STANDARDS_NOT_FOUND", "not_found", "the standards directory is empty or does not exist", "add standards"),
    code("BROKEN_FILE_REFERENCE", "not_found", "a referenced file does not exist", "fix the reference"),
    code("FRONTMATTER_MISSING", "validation", "a file has no YAML frontmatter", "add the frontmatter"),
    code("FRONTMATTER_INVALID", "validation", "YAML frontmatter is malformed or violates its schema", "fix the frontmatter"),
    code("CIRCULAR_DEPENDENCY", "validation", "files refer to each other in a cycle", "break the cycle"),
    code("INVALID_PARAMETER", "validation", "a required parameter is missing or of the wrong type", "fix the parameter"),
    code("IO_ERROR", "internal", "a file system operation failed", "retry, then report it"),
    code("UNAUTHORIZED_OPERATION", "authorization", "the operation is not permitted", "request the permission"),
    // code-scalpel-v1
    code("INVALID_ARGUMENT", "validation", "an argument is invalid", "fix the argument"),
    code("INVALID_PATH", "validation", "a path is invalid", "fix the path"),
    code("TOO_LARGE", "validation", "the input is too large", "send less"),
    code("CORRECTION_NEEDED", "validation", "the input has to be corrected first", "correct the input"),
    code("TIMEOUT", "unavailable", "the operation took too long", "retry later, or ask for less"),
    code("DEPENDENCY_UNAVAILABLE", "unavailable", "a dependency is temporarily unavailable", "retry later"),
    code("RESOURCE_EXHAUSTED", "rate_limit", "a quota is used up", "wait, then retry"),
    code("UPGRADE_REQUIRED", "feature_flag", "the feature needs a higher tier", "upgrade to the named tier"),
    code("NOT_IMPLEMENTED", "feature_flag", "the feature is not implemented yet", "avoid the feature"),
];

/// The standard code of an error that names an upgrade.
pub(crate) const UPGRADE_REQUIRED: &str = "UPGRADE_REQUIRED";

/// The standard code with this name.
pub(crate) fn find(name: &str) -> Option<&'static Code> {
    CODES.iter().find(|code| code.name == name)
}

pub(crate) fn names() -> impl Iterator<Item = &'static str> + Clone {
    CODES.iter().map(|code| code.name)
}

/// The error type with this name.
pub(crate) fn find_error_type(name: &str) -> Option<&'static ErrorType> {
    ERROR_TYPES.iter().find(|error_type| error_type.name == name)
}

pub(crate) fn error_type_names() -> impl Iterator<Item = &'static str> + Clone {
    ERROR_TYPES.iter().map(|error_type| error_type.name)
}

/// Whether this is in `SCREAMING_SNAKE_CASE` and starts with a letter.
pub(crate) fn is_code(code: &str) -> bool {
    let fits = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    code.starts_with(|first: char| first.is_ascii_uppercase())
        && code.chars().all(fits)
        && !code.ends_with('_')
}

impl Code {
    /// The variant of the runtime's `ErrorCode`: `SPEC_NOT_FOUND` is `SpecNotFound`.
    pub(crate) fn variant(&self) -> String {
        let mut variant = String::new();
        for word in self.name.split('_') {
            let (first, rest) = word.split_at(usize::from(!word.is_empty()));
            variant.push_str(first);
            variant.push_str(&rest.to_lowercase());
        }
        variant
    }
}

impl ErrorType {
    fn retry_text(&self) -> &'static str {
        let row = RETRIES.iter().find(|(variant, _)| *variant == self.retry);
        row.map(|(_, text)| *text).unwrap_or_default()
    }

    /// The docs of its variant.
    fn docs(&self) -> String {
        let Self { name, meaning, http_status, note, .. } = self;
        let docs = format!("`{name}`: {meaning}. HTTP {http_status}. {note}");
        docs.trim_end().to_owned()
    }
}

/// The runtime's `ErrorType`.
pub(crate) fn expand_error_types() -> TokenStream {
    let names: Vec<_> = error_type_names().collect();
    let variants: Vec<_> = ERROR_TYPES.iter().map(|error_type| ident(error_type.variant)).collect();
    let statuses =
        ERROR_TYPES.iter().map(|error_type| Literal::u16_unsuffixed(error_type.http_status));
    let exit_codes =
        ERROR_TYPES.iter().map(|error_type| Literal::u8_unsuffixed(error_type.exit_code));
    let docs = ERROR_TYPES.iter().map(ErrorType::docs);
    let rows = ERROR_TYPES.iter().map(|error_type| {
        let ErrorType { name, http_status, exit_code, meaning, .. } = error_type;
        let retry = error_type.retry_text();
        format!("| `{name}` | {http_status} | {exit_code} | {meaning} | {retry} |")
    });
    let retries = ERROR_TYPES.iter().map(|error_type| ident(error_type.retry));
    let retry_variants = RETRIES.iter().map(|(variant, _)| ident(variant));
    let retry_texts = RETRIES.iter().map(|(_, text)| text);
    let count = ERROR_TYPES.len();
    quote! {
        /// The category of a failure: `error_type` of the response-v2 contract.
        ///
        /// A caller can handle a failure by its category, without knowing its code. On the wire it is the name in
        /// `snake_case`:
        ///
        /// ```
        /// use envelope_runtime::{ErrorType, Retry};
        ///
        /// assert_eq!(serde_json::to_string(&ErrorType::NotFound).unwrap(), r#""not_found""#);
        /// assert_eq!(ErrorType::NotFound.http_status(), 404);
        /// assert_eq!(ErrorType::NotFound.exit_code(), 66);
        /// assert_eq!(ErrorType::RateLimit.retry(), Retry::AfterDelay);
        /// ```
        ///
        /// | `error_type` | HTTP | exit code | meaning | retry |
        /// |---|---|---|---|---|
        #(#[doc = #rows])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, ::serde::Serialize, ::serde::Deserialize)]
        #[cfg_attr(
            feature = "schemars",
            derive(::schemars::JsonSchema),
            schemars(description = "The category of a failure.")
        )]
        pub enum ErrorType {
            #(
                #[doc = #docs]
                #[serde(rename = #names)]
                #variants,
            )*
        }

        impl ErrorType {
            /// Every category, in the order of the contract's table.
            pub const ALL: [Self; #count] = [#(Self::#variants,)*];

            /// The name on the wire, such as `not_found`.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    #(Self::#variants => #names,)*
                }
            }

            /// The corresponding HTTP status, such as 404 for `not_found`.
            #[must_use]
            #[allow(clippy::match_same_arms, reason = "the table has a row for each category")]
            pub const fn http_status(self) -> u16 {
                match self {
                    #(Self::#variants => #statuses,)*
                }
            }

            /// The exit code of a program that fails with this category, such as 66 for `not_found`. It is that of `sysexits.h`
            /// where there is one, and 1 for the others. See [`Envelope::exit_code`](crate::Envelope::exit_code).
            #[must_use]
            #[allow(clippy::match_same_arms, reason = "the table has a row for each category")]
            pub const fn exit_code(self) -> u8 {
                match self {
                    #(Self::#variants => #exit_codes,)*
                }
            }

            /// Whether and how to retry after a failure of this category.
            #[must_use]
            #[allow(clippy::match_same_arms, reason = "the table has a row for each category")]
            pub const fn retry(self) -> Retry {
                match self {
                    #(Self::#variants => Retry::#retries,)*
                }
            }
        }

        impl Retry {
            /// The advice as text, such as `yes, with backoff`.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    #(Self::#retry_variants => #retry_texts,)*
                }
            }
        }
    }
}

/// The runtime's `ErrorCode`.
pub(crate) fn expand_codes() -> TokenStream {
    let names = names();
    let variants: Vec<_> = CODES.iter().map(|code| ident(&code.variant())).collect();
    let error_types = CODES
        .iter()
        .filter_map(|code| find_error_type(code.error_type))
        .map(|error_type| ident(error_type.variant));
    let docs = CODES.iter().map(|code| {
        format!("`{}`, of the category `{}`: {}.", code.name, code.error_type, code.meaning)
    });
    let rows = CODES.iter().map(|code| {
        let Code { name, error_type, meaning, remediation } = code;
        format!("| `{name}` | `{error_type}` | {meaning} | {remediation} |")
    });
    let count = CODES.len();
    quote! {
        /// The standard error codes, each with its category: `error_code` of the response-v2 contract.
        ///
        /// On the wire it is the name in `SCREAMING_SNAKE_CASE`, which [`FromStr`](std::str::FromStr) and `Deserialize` read:
        ///
        /// ```
        /// use envelope_runtime::{ErrorCode, ErrorType};
        ///
        /// assert_eq!(serde_json::to_string(&ErrorCode::SpecNotFound).unwrap(), r#""SPEC_NOT_FOUND""#);
        /// assert_eq!(ErrorCode::SpecNotFound.error_type(), ErrorType::NotFound);
        /// ```
        ///
        /// A custom code is any other text in `SCREAMING_SNAKE_CASE`, with a category that you choose. The remediation in
        /// the table is for you: it is not written to an envelope by itself.
        ///
        /// | code | category | meaning | what the caller can do |
        /// |---|---|---|---|
        #(#[doc = #rows])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum ErrorCode {
            #(#[doc = #docs] #variants,)*
        }

        impl ErrorCode {
            /// Every standard code.
            pub const ALL: [Self; #count] = [#(Self::#variants,)*];

            /// The name, in `SCREAMING_SNAKE_CASE`.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    #(Self::#variants => #names,)*
                }
            }

            /// The category of the code.
            #[must_use]
            #[allow(clippy::match_same_arms, reason = "the table has a row for each code")]
            pub const fn error_type(self) -> ErrorType {
                match self {
                    #(Self::#variants => ErrorType::#error_types,)*
                }
            }
        }
    }
}

fn ident(name: &str) -> Ident {
    Ident::new(name, Span::call_site())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_agree() {
        for error_type in ERROR_TYPES {
            assert_ne!(error_type.retry_text(), "", "{}", error_type.name);
        }
        for (index, code) in CODES.iter().enumerate() {
            assert!(is_code(code.name), "{}", code.name);
            assert!(find_error_type(code.error_type).is_some(), "{}", code.name);
            assert!(CODES.iter().take(index).all(|other| other.name != code.name), "{}", code.name);
        }
        assert!(find(UPGRADE_REQUIRED).is_some());
    }

    #[test]
    fn the_docs_of_a_category_say_what_it_means() {
        for (name, docs) in [
            ("not_found", "`not_found`: the resource does not exist. HTTP 404."),
            (
                "internal",
                "`internal`: the server failed. HTTP 500. Its message is hidden from callers, unless `message` or `expose` sends it.",
            ),
        ] {
            assert_eq!(find_error_type(name).unwrap().docs(), docs);
            assert!(expand_error_types().to_string().contains(docs), "{name}");
        }
    }
}
