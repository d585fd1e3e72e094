use envelope_runtime::{ToolError, ToolFailure};

// The author has a tool that cannot fail.
// why: Such an error never comes up, so it has no code to send.
// fix: `Result<Spec, std::convert::Infallible>`
#[derive(Debug, ToolError)]
enum Never {}

// The author has an error that is one of two things at once.
// why: A union doesn't record which field is set, so it has no code and no message.
// fix: `enum UnionFailed { NotFound { id: u8 } }`
#[derive(ToolError)]
union UnionFailed {
    a: u8,
}

// The author derives the trait, and implements it as well.
// why: A type implements a trait once.
// fix: the derive without `impl ToolError`, or the other way round
#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "not found")]
struct NotFound;

impl ToolError for NotFound {
    fn failure(&self) -> ToolFailure {
        ToolFailure::not_found("Spec", "auth")
    }
}

// The author converts the error into a failure by hand.
// why: Every `ToolError` converts into a `ToolFailure` already.
// fix: the derive alone, without `impl From<…> for ToolFailure`
#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "not found")]
struct ConversionByHand;

impl From<ConversionByHand> for ToolFailure {
    fn from(_error: ConversionByHand) -> Self {
        Self::not_found("Spec", "auth")
    }
}

// The author converts from one error into two variants.
// why: `?` could not know which variant is meant.
// fix: `Write(std::io::Error)`, made with `map_err(StoreError::Write)`
#[derive(Debug, thiserror::Error, ToolError)]
enum StoreError {
    #[error(transparent)]
    #[tool_error(transparent)]
    Read(#[from] std::io::Error),
    #[error(transparent)]
    #[tool_error(transparent)]
    Write(#[from] std::io::Error),
}

// The author converts from another error as with thiserror, and forgets its derive.
// why: `#[error(…)]`, `#[from]` and `#[source]` do nothing without thiserror.
// fix: `#[derive(Debug, thiserror::Error, ToolError)]`, or `#[tool_error(message = "…")]` instead
#[derive(Debug, ToolError)]
enum FromNotDerived {
    #[tool_error(transparent)]
    Read(#[from] std::io::Error),
}

// The author writes the messages for thiserror, and forgets its derive.
// why: `#[error(…)]`, `#[from]` and `#[source]` do nothing without thiserror.
// fix: `#[derive(Debug, thiserror::Error, ToolError)]`, or `#[tool_error(message = "…")]` instead
#[derive(Debug, ToolError)]
enum SpecError {
    #[error("not found")]
    #[tool_error(code = "NOT_FOUND")]
    NotFound,
}

// The author gives neither a message nor a `Display`.
// why: A failure has a message, and nothing gives it one.
// fix: `#[tool_error(code = "NOT_FOUND", message = "not found")]`, or `#[derive(thiserror::Error)]` with `#[error("not found")]`
#[derive(Debug, ToolError)]
enum NoDisplay {
    #[tool_error(code = "NOT_FOUND")]
    NotFound,

    #[tool_error(code = "CONFLICT")]
    Busy,
}

// The author left everything for later.
// why: The arguments declare the code and the parts of the failure.
// fix: `#[tool_error(code = "SPEC_NOT_FOUND")]`
#[derive(Debug, ToolError)]
#[tool_error]
struct WithoutArguments;

// The author gives all variants one code.
// why: Each variant is a failure with its own code.
// fix: `#[tool_error(code = "NOT_FOUND")]` on each variant
#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND")]
enum OnTheEnum {
    #[tool_error(code = "NOT_FOUND", message = "not found")]
    NotFound,
}

// The author gives all variants one code, and none its own.
// why: Each variant is a failure with its own code.
// fix: `#[tool_error(code = "NOT_FOUND")]` on each variant
#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND")]
enum CodeOfAllVariants {
    #[tool_error(message = "the spec is missing")]
    Spec,
    #[tool_error(message = "the folder is missing")]
    Folder,
}

// The author names a field in a text for all variants.
// why: A text for all variants names no field, since each variant has its own fields.
// fix: `remediation = "Create {id} first"` on the variant `Spec`
#[derive(Debug, ToolError)]
#[tool_error(remediation = "Create {id} first")]
enum FieldInADefault {
    #[tool_error(code = "NOT_FOUND", message = "not found")]
    Spec { id: u8 },
    #[tool_error(code = "CONFLICT", message = "busy")]
    Busy,
}

// The author misspells the error type of all variants.
// why: A contract has a fixed list of error types.
// fix: `error_type = "validation"`
#[derive(Debug, ToolError)]
#[tool_error(error_type = "validaton")]
enum MisspeltDefault {
    #[tool_error(code = "PLAN_EMPTY", message = "empty")]
    Empty,
    #[tool_error(code = "PLAN_LONG", message = "long")]
    Long,
}

// The author leaves out nulls of an error that sends no field.
// why: Only a marked field is sent.
// fix: `#[tool_error(detail)]` on the field
#[derive(Debug, ToolError)]
#[tool_error(code = "CONFLICT", message = "busy", skip_nulls)]
struct NothingToSkip {
    owner: Option<u8>,
}

// The author gives an error two objects with all of its details.
// why: A key could be in both of them, and one of its values would be lost.
// fix: `#[tool_error(detail)]` on the second field
#[derive(Debug, ToolError)]
#[tool_error(code = "CONFLICT", message = "busy")]
struct TwoObjects {
    #[tool_error(details)]
    first: Option<()>,
    #[tool_error(details)]
    second: Option<()>,
}

// The author forgot a comma between arguments.
// why: Arguments are separated by commas.
// fix: `code = "NOT_FOUND", message = "not found"`
#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND" message = "not found")]
struct MissingComma;

// The author made a mistake in each of three variants.
// errors: 3, one for each mistake
// why: A misspelt standard code would be a custom one, which no client knows.
// fix: `code = "SPEC_NOT_FOUND"`
// why: Clients compare codes as text, and the contracts write them in SCREAMING_SNAKE_CASE; only `code-scalpel-v1` has its own.
// fix: `code = "NOT_FOUND"`
// why: Clients tell failures apart by their code, so every failure has one.
// fix: `#[tool_error(code = "NOT_FOUND")]` on the variant or the struct
#[derive(Debug, ToolError)]
enum SeveralMistakes {
    #[tool_error(code = "NOT_FOUNT", message = "not found")]
    NotFound,
    #[tool_error(code = "busy", error_type = "conflict", message = "busy")]
    Busy,
    #[tool_error(message = "broken")]
    Broken,
}

fn main() {}
