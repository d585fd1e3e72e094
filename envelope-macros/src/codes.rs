//! The one table of standard error codes and of categories: the derive, the runtime's `ErrorCode` and the docs read it.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

/// `error_type` on the wire, and the variant of the runtime's `ErrorType`.
pub(crate) const ERROR_TYPES: [(&str, &str); 9] = [
    ("validation", "Validation"),
    ("authentication", "Authentication"),
    ("authorization", "Authorization"),
    ("not_found", "NotFound"),
    ("conflict", "Conflict"),
    ("rate_limit", "RateLimit"),
    ("feature_flag", "FeatureFlag"),
    ("internal", "Internal"),
    ("unavailable", "Unavailable"),
];

pub(crate) struct Code {
    pub(crate) name: &'static str,
    pub(crate) error_type: &'static str,
    meaning: &'static str,
    /// What the caller can do: for the docs, since what goes on the wire is for the author to say.
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
pub(crate) const CODES: &[Code] = &[
    // response-v2: the common codes
    code("VALIDATION_ERROR", "validation", "the input is invalid", "check the parameters"),
    code("INVALID_FORMAT", "validation", "the input is malformed: a wrong type, broken JSON", "correct the format"),
    code("MISSING_REQUIRED", "validation", "a required field is not there", "provide the field"),
    code("NOT_FOUND", "not_found", "the resource does not exist", "verify the id"),
    code("SPEC_NOT_FOUND", "not_found", "the specification file does not exist", "verify the id of the specification"),
    code("TASK_NOT_FOUND", "not_found", "the specification has no such task", "verify the id of the task"),
    code("DUPLICATE_ENTRY", "conflict", "the resource already exists", "use another id"),
    code("CONFLICT", "conflict", "the state forbids it, or the transition is invalid", "check the state"),
    code("UNAUTHORIZED", "authentication", "credentials are missing or invalid", "authenticate again"),
    code("FORBIDDEN", "authorization", "the credentials do not suffice", "ask for the permission"),
    code("FEATURE_DISABLED", "feature_flag", "the feature flag is off", "have the feature enabled"),
    code("RATE_LIMIT_EXCEEDED", "rate_limit", "too many requests", "wait, then retry"),
    code("INTERNAL_ERROR", "internal", "the server failed unexpectedly", "report it, then retry"),
    code("UNAVAILABLE", "unavailable", "the service is down for now", "retry later"),
    // response-v2: what only its user guide has
    code("ALREADY_EXISTS", "conflict", "the resource already exists", "use another id"),
    code("INVALID_STATE", "conflict", "the operation is not allowed in the current state", "check the lifecycle state"),
    code("DEPENDENCY_ERROR", "conflict", "something that this depends on is not done", "complete the dependencies first"),
    // dotbot
    code("DOTBOT_NOT_FOUND", "not_found", "this is not in a dotbot solution: there is no `.bot` folder", "change to a dotbot solution"),
    code("STATE_FILE_INVALID", "validation", "`.bot/.dotbot-state.json` is missing or is not valid JSON", "restore the state file"),
    code("PROJECT_NOT_FOUND", "not_found", "no project has this name or alias", "verify the name or alias"),
    code("ALIAS_CONFLICT", "conflict", "two projects have the same alias", "use another alias"),
    code("REGISTRY_PARSE_ERROR", "validation", "`.bot/solution/projects.json` cannot be parsed", "correct the registry"),
    code("TECH_STACK_MISSING", "not_found", "`.bot/product/tech-stack.md` does not exist", "write the file"),
    code("STANDARDS_NOT_FOUND", "not_found", "the standards directory is empty or does not exist", "add standards"),
    code("BROKEN_FILE_REFERENCE", "not_found", "a referenced file does not exist", "correct the reference"),
    code("FRONTMATTER_MISSING", "validation", "a file has no YAML frontmatter", "add the frontmatter"),
    code("FRONTMATTER_INVALID", "validation", "YAML frontmatter is malformed or violates its schema", "correct the frontmatter"),
    code("CIRCULAR_DEPENDENCY", "validation", "files refer to each other in a circle", "break the circle"),
    code("INVALID_PARAMETER", "validation", "a required parameter is missing or of the wrong type", "correct the parameter"),
    code("IO_ERROR", "internal", "a file system operation failed", "retry, then report it"),
    code("UNAUTHORIZED_OPERATION", "authorization", "the operation is not permitted", "ask for the permission"),
    // code-scalpel-v1
    code("INVALID_ARGUMENT", "validation", "an argument is invalid", "correct the argument"),
    code("INVALID_PATH", "validation", "a path is invalid", "correct the path"),
    code("TOO_LARGE", "validation", "the input is too large", "send less"),
    code("CORRECTION_NEEDED", "validation", "the input needs a correction before this can go on", "make the correction"),
    code("TIMEOUT", "unavailable", "the operation took too long", "retry later, or ask for less"),
    code("DEPENDENCY_UNAVAILABLE", "unavailable", "something that this depends on is down for now", "retry later"),
    code("RESOURCE_EXHAUSTED", "rate_limit", "a quota is used up", "wait, then retry"),
    code("UPGRADE_REQUIRED", "feature_flag", "the feature needs a higher tier", "upgrade to the tier that is named"),
    code("NOT_IMPLEMENTED", "feature_flag", "the feature is not there yet", "do without it"),
];

/// The standard code with this name.
pub(crate) fn find(name: &str) -> Option<&'static Code> {
    CODES.iter().find(|code| code.name == name)
}

/// The variant of the runtime's `ErrorType` for a category.
pub(crate) fn error_type_variant(error_type: &str) -> Option<&'static str> {
    ERROR_TYPES.iter().find(|(name, _)| *name == error_type).map(|(_, variant)| *variant)
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

/// The runtime's `ErrorCode`.
pub(crate) fn expand() -> TokenStream {
    let ident = |name: &str| Ident::new(name, Span::call_site());
    let variants: Vec<_> = CODES.iter().map(|code| ident(&code.variant())).collect();
    let names = CODES.iter().map(|code| code.name);
    let error_types =
        CODES.iter().filter_map(|code| error_type_variant(code.error_type)).map(ident);
    let docs = CODES.iter().map(|code| {
        format!("`{}`, of the category `{}`: {}.", code.name, code.error_type, code.meaning)
    });
    let rows = CODES.iter().map(|code| {
        format!(
            "| `{}` | `{}` | {} | {} |",
            code.name, code.error_type, code.meaning, code.remediation
        )
    });
    let count = CODES.len();
    quote! {
        /// The standard error codes, each with its category: `error_code` of the response-v2 contract.
        ///
        /// On the wire it is the name:
        ///
        /// ```
        /// use envelope_runtime::{ErrorCode, ErrorType};
        ///
        /// assert_eq!(serde_json::to_string(&ErrorCode::SpecNotFound).unwrap(), r#""SPEC_NOT_FOUND""#);
        /// assert_eq!(ErrorCode::SpecNotFound.error_type(), ErrorType::NotFound);
        /// ```
        ///
        /// A code of one's own is text in `SCREAMING_SNAKE_CASE`, with a category that its author gives.
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

            /// The category that the code belongs to.
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
