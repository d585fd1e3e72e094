//! The error types. The rows are macro input, since the runtime's enum needs tokens.

/// Calls a macro with the rows of the error types, in the order of the contract's table. A row has a variant, a name on the wire, an HTTP
/// status, an exit code (of `sysexits.h`, or 1), a variant of `Retry`, and the message of a failure without a message.
#[macro_export]
#[doc(hidden)]
macro_rules! error_types {
    ($with:ident) => {
        $with! {
            Validation "validation" 400 65 AfterFix "The input is invalid";
            Authentication "authentication" 401 77 AfterAuthentication "The credentials are missing or invalid";
            Authorization "authorization" 403 77 Never "The credentials are not sufficient";
            NotFound "not_found" 404 66 Never "The resource does not exist";
            Conflict "conflict" 409 1 AfterCheck "The current state does not allow this";
            RateLimit "rate_limit" 429 75 AfterDelay "There were too many requests";
            FeatureFlag "feature_flag" 403 1 AfterEnabling "The feature is not enabled";
            Internal "internal" 500 70 Once "An internal error occurred";
            Unavailable "unavailable" 503 75 Backoff "The service is temporarily unavailable";
        }
    };
}

/// An error type.
#[derive(Clone, Copy, Debug)]
pub struct ErrorType {
    /// The name on the wire.
    pub name: &'static str,
    /// The variant of the runtime's `ErrorType`.
    pub variant: &'static str,
}

macro_rules! list_error_types {
    ($($variant:ident $name:literal $status:literal $exit:literal $retry:ident $message:literal;)*) => {
        /// Every error type.
        pub static ERROR_TYPES: &[ErrorType] =
            &[$(ErrorType { name: $name, variant: stringify!($variant) }),*];

        /// The names of the error types.
        pub const ERROR_TYPE_NAMES: &[&str] = &[$($name),*];

        pub(crate) mod name_of {
            $(
                #[allow(non_upper_case_globals, reason = "it has the name of the variant")]
                pub(crate) const $variant: &str = $name;
            )*
        }
    };
}

error_types!(list_error_types);

impl ErrorType {
    /// The error type with this name.
    pub fn find(name: &str) -> Option<&'static Self> {
        ERROR_TYPES.iter().find(|error_type| error_type.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pascal_case;

    #[test]
    fn the_variant_and_the_name_agree() {
        for error_type in ERROR_TYPES {
            assert_eq!(error_type.variant, pascal_case(error_type.name));
        }
    }
}
