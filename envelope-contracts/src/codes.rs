//! The categories of errors, and the standard codes. A macro takes the rows, since the enums of the runtime need them as tokens.

/// Calls a macro with the rows of the categories: variant, name on the wire, HTTP status, exit code of `sysexits.h`, variant of
/// the runtime's `Retry`, and the message of a failure without one. They are in the order of the contract's table.
#[macro_export]
#[doc(hidden)]
macro_rules! error_types {
    ($with:ident) => {
        $with! {
            Validation "validation" 400 65 FixInput "The input is invalid";
            Authentication "authentication" 401 77 Reauthenticate "The credentials are missing or invalid";
            Authorization "authorization" 403 77 No "The credentials are not sufficient";
            NotFound "not_found" 404 66 No "The resource does not exist";
            Conflict "conflict" 409 1 CheckState "The current state does not allow this";
            RateLimit "rate_limit" 429 75 AfterDelay "There were too many requests";
            FeatureFlag "feature_flag" 403 1 CheckFlag "The feature is not enabled";
            Internal "internal" 500 70 WithBackoff "An internal error occurred";
            Unavailable "unavailable" 503 75 WithBackoff "The service is temporarily unavailable";
        }
    };
}

/// Calls a macro with the rows of the standard codes, by their source: variant, name on the wire, category, meaning, and advice for
/// the caller. Only response-v2 fixes the category. For the other sources it is a default.
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
                SpecNotFound "SPEC_NOT_FOUND" NotFound "the specification file does not exist" "check the id of the specification";
                TaskNotFound "TASK_NOT_FOUND" NotFound "the task is not in the specification" "check the id of the task";
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
            "dotbot-mcp-response@1" {
                DotbotNotFound "DOTBOT_NOT_FOUND" NotFound "the directory is not in a dotbot solution: there is no `.bot` folder" "change to a dotbot solution";
                StateFileInvalid "STATE_FILE_INVALID" Validation "`.bot/.dotbot-state.json` is missing or is not valid JSON" "restore the state file";
                ProjectNotFound "PROJECT_NOT_FOUND" NotFound "no project has this name or alias" "check the name or alias";
                AliasConflict "ALIAS_CONFLICT" Conflict "two projects have the same alias" "use another alias";
                RegistryParseError "REGISTRY_PARSE_ERROR" Validation "`.bot/solution/projects.json` cannot be parsed" "fix the registry";
                TechStackMissing "TECH_STACK_MISSING" NotFound "`.bot/product/tech-stack.md` does not exist" "write the file";
                StandardsNotFound "STANDARDS_NOT_FOUND" NotFound "the standards directory is empty or does not exist" "add standards";
                BrokenFileReference "BROKEN_FILE_REFERENCE" NotFound "a referenced file does not exist" "fix the reference";
                FrontmatterMissing "FRONTMATTER_MISSING" Validation "a file has no YAML frontmatter" "add the frontmatter";
                FrontmatterInvalid "FRONTMATTER_INVALID" Validation "YAML frontmatter is malformed or violates its schema" "fix the frontmatter";
                CircularDependency "CIRCULAR_DEPENDENCY" Validation "files refer to each other in a cycle" "break the cycle";
                InvalidParameter "INVALID_PARAMETER" Validation "a required parameter is missing or of the wrong type" "fix the parameter";
                IoError "IO_ERROR" Internal "a file system operation failed" "retry, then report it";
                UnauthorizedOperation "UNAUTHORIZED_OPERATION" Authorization "the operation is not permitted" "request the permission";
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
            "Foundry MCP 0.16.0" {
                InvalidParent "INVALID_PARENT" Validation "the parent of the new item is invalid" "choose another parent";
                InvalidPosition "INVALID_POSITION" Validation "the position is out of range" "choose a position in the range";
                InvalidRegexPattern "INVALID_REGEX_PATTERN" Validation "the regular expression does not compile" "fix the pattern";
                PatternTooBroad "PATTERN_TOO_BROAD" Validation "the pattern matches too much" "narrow the pattern";
                SelfReference "SELF_REFERENCE" Validation "an item refers to itself" "refer to another item";
                InvalidCursor "INVALID_CURSOR" Validation "the cursor is malformed or too old" "start from the first page";
                OperationFailed "OPERATION_FAILED" Validation "the operation failed for these parameters" "check the parameters";
                InvalidStateTransition "INVALID_STATE_TRANSITION" Validation "the state cannot change in this way" "check the state";
                AmbiguousActiveSession "AMBIGUOUS_ACTIVE_SESSION" Validation "several sessions are active" "name the session";
                StepResultRequired "STEP_RESULT_REQUIRED" Validation "the result of the last step is missing" "report the result";
                StepMismatch "STEP_MISMATCH" Validation "the result is of another step" "report the result of the current step";
                InvalidGateEvidence "INVALID_GATE_EVIDENCE" Validation "the evidence for the gate is invalid" "provide valid evidence";
                InvalidGateAck "INVALID_GATE_ACK" Validation "the acknowledgement of the gate is invalid" "acknowledge the gate that waits";
                ManualGateAckRequired "MANUAL_GATE_ACK_REQUIRED" Validation "a gate waits for an acknowledgement" "acknowledge the gate";
                AutoModeSpecRequired "AUTO_MODE_SPEC_REQUIRED" Validation "the automatic mode needs a specification" "name the specification";
                RebaseCompletedTasksRemoved "REBASE_COMPLETED_TASKS_REMOVED" Validation "the rebase would remove completed tasks" "keep the completed tasks";
                AiContextTooLarge "AI_CONTEXT_TOO_LARGE" Validation "the prompt is too large for the model" "send less";
                PhaseNotFound "PHASE_NOT_FOUND" NotFound "the phase is not in the specification" "check the id of the phase";
                DependencyNotFound "DEPENDENCY_NOT_FOUND" NotFound "the dependency does not exist" "check the id of the dependency";
                BackupNotFound "BACKUP_NOT_FOUND" NotFound "the backup does not exist" "check the id of the backup";
                NoMatchesFound "NO_MATCHES_FOUND" NotFound "nothing matches the pattern" "change the pattern";
                AiPromptNotFound "AI_PROMPT_NOT_FOUND" NotFound "the prompt does not exist" "check the id of the prompt";
                NoActiveSession "NO_ACTIVE_SESSION" NotFound "no session is active" "start a session";
                AutonomyWriteLockActive "AUTONOMY_WRITE_LOCK_ACTIVE" Conflict "an autonomous session has the write lock" "wait for the session, or end it";
                SpecSessionExists "SPEC_SESSION_EXISTS" Conflict "the specification has a session already" "use that session";
                SpecRebaseRequired "SPEC_REBASE_REQUIRED" Conflict "the specification has changed since the session began" "rebase the session";
                SessionUnrecoverable "SESSION_UNRECOVERABLE" Conflict "the session cannot go on" "start a session";
                RebaseBackupMissing "REBASE_BACKUP_MISSING" Conflict "the backup for the rebase is missing" "start a session";
                HeartbeatStale "HEARTBEAT_STALE" Conflict "the session has not reported for too long" "report, or start a session";
                VersionConflict "VERSION_CONFLICT" Conflict "somebody else has changed the resource" "read it again, then retry";
                AiCacheStale "AI_CACHE_STALE" Conflict "the cached answer of the model is out of date" "refresh the cache";
                Authorization "AUTHORIZATION" Authorization "the operation is not permitted" "request the permission";
                RateLimited "RATE_LIMITED" RateLimit "too many requests" "wait, then retry";
                BackupCorrupted "BACKUP_CORRUPTED" Internal "the backup cannot be read" "use another backup";
                RollbackFailed "ROLLBACK_FAILED" Internal "the changes could not be undone" "check the state";
                ComparisonFailed "COMPARISON_FAILED" Internal "the versions could not be compared" "report it, then retry";
                ResourceBusy "RESOURCE_BUSY" Unavailable "the resource is in use" "retry later";
                LockTimeout "LOCK_TIMEOUT" Unavailable "the lock was not released in time" "retry later";
                AiNoProvider "AI_NO_PROVIDER" Unavailable "no provider of a model is configured" "configure a provider";
                AiProviderTimeout "AI_PROVIDER_TIMEOUT" Unavailable "the provider of the model took too long" "retry later";
                AiProviderError "AI_PROVIDER_ERROR" Unavailable "the provider of the model failed" "retry later";
            }
            "dotbot 4.0.3" {
                InvalidArguments "INVALID_ARGUMENTS" Validation "the arguments are invalid" "fix the arguments";
                ScriptNotFound "SCRIPT_NOT_FOUND" NotFound "the script of the tool does not exist" "install the script";
                ExecutionFailed "EXECUTION_FAILED" Internal "the script of the tool failed" "report it, then retry";
            }
        }
    };
}

/// A category of errors.
#[derive(Clone, Copy, Debug)]
pub struct ErrorType {
    /// The name on the wire.
    pub name: &'static str,
    /// The variant of the runtime's `ErrorType`.
    pub variant: &'static str,
}

/// A standard code.
#[derive(Clone, Copy, Debug)]
pub struct Code {
    /// The name on the wire.
    pub name: &'static str,
    /// The variant of the runtime's `ErrorCode`.
    pub variant: &'static str,
    /// The name of its category.
    pub error_type: &'static str,
    /// The contract or the server that has the code.
    pub source: &'static str,
}

macro_rules! list_error_types {
    ($($variant:ident $name:literal $status:literal $exit:literal $retry:ident $message:literal;)*) => {
        /// Every category.
        pub static ERROR_TYPES: &[ErrorType] =
            &[$(ErrorType { name: $name, variant: stringify!($variant) }),*];

        /// The names of the categories.
        pub const ERROR_TYPE_NAMES: &[&str] = &[$($name),*];

        mod name_of {
            $(
                #[allow(non_upper_case_globals, reason = "it has the name of the variant")]
                pub(super) const $variant: &str = $name;
            )*
        }
    };
}

macro_rules! list_codes {
    ($($source:literal {
        $($variant:ident $name:literal $error_type:ident $meaning:literal $action:literal;)*
    })*) => {
        /// Every standard code.
        pub static CODES: &[Code] = &[$($(Code {
            name: $name,
            variant: stringify!($variant),
            error_type: name_of::$error_type,
            source: $source,
        },)*)*];
    };
}

error_types!(list_error_types);
error_codes!(list_codes);

/// The standard code of an error that names an upgrade.
pub const UPGRADE_REQUIRED: &str = "UPGRADE_REQUIRED";

impl ErrorType {
    /// The category with this name.
    pub fn find(name: &str) -> Option<&'static Self> {
        ERROR_TYPES.iter().find(|error_type| error_type.name == name)
    }
}

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
            assert_eq!(code.variant, pascal_case(code.name));
            assert!(CODES.iter().take(index).all(|other| other.name != code.name), "{}", code.name);
        }
        for error_type in ERROR_TYPES {
            assert_eq!(error_type.variant, pascal_case(error_type.name));
        }
        assert!(Code::find(UPGRADE_REQUIRED).is_some());
    }
}
