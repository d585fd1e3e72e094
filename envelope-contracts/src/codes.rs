//! The standard codes. The rows are macro input, since the runtime's enum needs tokens.

use crate::error_types::name_of;

/// Calls a macro with the standard codes, grouped by source. A general code is a variant of the runtime's `ErrorCode`. Its row has a
/// variant, a name on the wire, an error type, a meaning, and advice for the caller. The codes of applications are grouped by error type.
/// Only response-v2 fixes the error types of its codes. The error types of other sources are defaults.
#[macro_export]
#[doc(hidden)]
macro_rules! error_codes {
    ($with:ident) => {
        $with! {
            "response-v2" {
                ValidationError "VALIDATION_ERROR" Validation "the input is invalid" "check the parameters";
                InvalidFormat "INVALID_FORMAT" Validation "the input is malformed: a wrong type, or invalid JSON" "fix the format";
                MissingRequired "MISSING_REQUIRED" Validation "a required field is missing" "provide the field";
                NotFound "NOT_FOUND" NotFound "the resource does not exist" "check the id";
                DuplicateEntry "DUPLICATE_ENTRY" Conflict "the resource already exists" "use another id";
                Conflict "CONFLICT" Conflict "the current state does not allow it, or the transition is invalid" "check the state";
                Unauthorized "UNAUTHORIZED" Authentication "credentials are missing or invalid" "authenticate again";
                Forbidden "FORBIDDEN" Authorization "the credentials are not sufficient" "request the permission";
                FeatureDisabled "FEATURE_DISABLED" FeatureFlag "the feature flag is off" "enable the feature";
                RateLimitExceeded "RATE_LIMIT_EXCEEDED" RateLimit "too many requests" "wait, then retry";
                InternalError "INTERNAL_ERROR" Internal "the server failed unexpectedly" "report it, then retry";
                Unavailable "UNAVAILABLE" Unavailable "the service is temporarily unavailable" "retry later";
            }
            "the user guide of response-v2" {
                AlreadyExists "ALREADY_EXISTS" Conflict "the resource already exists" "use another id";
                InvalidState "INVALID_STATE" Conflict "the operation is not allowed in the current state" "check the lifecycle state";
                DependencyError "DEPENDENCY_ERROR" Conflict "a dependency is not complete" "complete the dependencies first";
            }
            "code-scalpel-v1" {
                InvalidArgument "INVALID_ARGUMENT" Validation "an argument is invalid" "fix the argument";
                InvalidPath "INVALID_PATH" Validation "a path is invalid" "fix the path";
                TooLarge "TOO_LARGE" Validation "the input is too large" "send less";
                CorrectionNeeded "CORRECTION_NEEDED" Validation "the input has to be corrected first" "correct the input";
                Timeout "TIMEOUT" Unavailable "the operation took too long" "retry later, or ask for less";
                DependencyUnavailable "DEPENDENCY_UNAVAILABLE" Unavailable "a dependency is temporarily unavailable" "retry later";
                ResourceExhausted "RESOURCE_EXHAUSTED" RateLimit "a quota is used up" "wait, then retry";
                UpgradeRequired "UPGRADE_REQUIRED" FeatureFlag "the feature needs a higher tier" "upgrade to the named tier";
                NotImplemented "NOT_IMPLEMENTED" FeatureFlag "the feature is not implemented yet" "avoid the feature";
            }
            "envelope-runtime" {
                MethodNotAllowed "METHOD_NOT_ALLOWED" Validation "the HTTP route does not take this method" "send an allowed method";
                UnsupportedMediaType "UNSUPPORTED_MEDIA_TYPE" Validation "the body has another media type" "send the expected type";
                ResultTooLarge "RESULT_TOO_LARGE" Validation "the result exceeds the limit of the tool" "request less";
            }
            applications {
                "response-v2" {
                    NotFound "SPEC_NOT_FOUND" "TASK_NOT_FOUND";
                }
                "dotbot-mcp-response@1" {
                    NotFound "DOTBOT_NOT_FOUND" "PROJECT_NOT_FOUND" "TECH_STACK_MISSING" "STANDARDS_NOT_FOUND"
                        "BROKEN_FILE_REFERENCE";
                    Validation "STATE_FILE_INVALID" "REGISTRY_PARSE_ERROR" "FRONTMATTER_MISSING" "FRONTMATTER_INVALID"
                        "CIRCULAR_DEPENDENCY" "INVALID_PARAMETER";
                    Conflict "ALIAS_CONFLICT";
                    Internal "IO_ERROR";
                    Authorization "UNAUTHORIZED_OPERATION";
                }
                "Foundry MCP 0.16.0" {
                    Validation "INVALID_PARENT" "INVALID_POSITION" "INVALID_REGEX_PATTERN" "PATTERN_TOO_BROAD"
                        "SELF_REFERENCE" "INVALID_CURSOR" "OPERATION_FAILED" "INVALID_STATE_TRANSITION"
                        "AMBIGUOUS_ACTIVE_SESSION" "STEP_RESULT_REQUIRED" "STEP_MISMATCH" "INVALID_GATE_EVIDENCE"
                        "INVALID_GATE_ACK" "MANUAL_GATE_ACK_REQUIRED" "AUTO_MODE_SPEC_REQUIRED"
                        "REBASE_COMPLETED_TASKS_REMOVED" "AI_CONTEXT_TOO_LARGE";
                    NotFound "PHASE_NOT_FOUND" "DEPENDENCY_NOT_FOUND" "BACKUP_NOT_FOUND" "NO_MATCHES_FOUND"
                        "AI_PROMPT_NOT_FOUND" "NO_ACTIVE_SESSION";
                    Conflict "AUTONOMY_WRITE_LOCK_ACTIVE" "SPEC_SESSION_EXISTS" "SPEC_REBASE_REQUIRED"
                        "SESSION_UNRECOVERABLE" "REBASE_BACKUP_MISSING" "HEARTBEAT_STALE" "VERSION_CONFLICT"
                        "AI_CACHE_STALE";
                    Authorization "AUTHORIZATION";
                    RateLimit "RATE_LIMITED";
                    Internal "BACKUP_CORRUPTED" "ROLLBACK_FAILED" "COMPARISON_FAILED";
                    Unavailable "RESOURCE_BUSY" "LOCK_TIMEOUT" "AI_NO_PROVIDER" "AI_PROVIDER_TIMEOUT"
                        "AI_PROVIDER_ERROR";
                }
                "dotbot 4.0.3" {
                    Validation "INVALID_ARGUMENTS";
                    NotFound "SCRIPT_NOT_FOUND";
                    Internal "EXECUTION_FAILED";
                }
            }
        }
    };
}

/// A standard code.
#[derive(Clone, Copy, Debug)]
pub struct Code {
    /// The name on the wire.
    pub name: &'static str,
    /// The variant of the runtime's `ErrorCode`, if the code is a general one.
    pub variant: Option<&'static str>,
    /// The error type's name on the wire.
    pub error_type: &'static str,
    /// The contract or the server that defines the code.
    pub source: &'static str,
}

macro_rules! list_codes {
    (
        $($source:literal {
            $($variant:ident $name:literal $error_type:ident $meaning:literal $action:literal;)*
        })*
        applications { $($application:literal { $($own_type:ident $($own:literal)*;)* })* }
    ) => {
        /// Every standard code.
        pub static CODES: &[Code] = &[
            $($(Code {
                name: $name,
                variant: Some(stringify!($variant)),
                error_type: name_of::$error_type,
                source: $source,
            },)*)*
            $($($(Code {
                name: $own,
                variant: None,
                error_type: name_of::$own_type,
                source: $application,
            },)*)*)*
        ];
    };
}

error_codes!(list_codes);

/// The standard code of an error that names an upgrade.
pub const UPGRADE_REQUIRED: &str = "UPGRADE_REQUIRED";

impl Code {
    /// The standard code with this name.
    pub fn find(name: &str) -> Option<&'static Self> {
        CODES.iter().find(|code| code.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::is_screaming_snake_case;
    use crate::pascal_case;

    #[test]
    fn rows_agree() {
        for (index, code) in CODES.iter().enumerate() {
            assert!(is_screaming_snake_case(code.name), "{}", code.name);
            assert!(code.variant.is_none_or(|variant| variant == pascal_case(code.name)));
            assert!(CODES.iter().take(index).all(|other| other.name != code.name), "{}", code.name);
        }
        assert!(Code::find(UPGRADE_REQUIRED).is_some());
    }
}
