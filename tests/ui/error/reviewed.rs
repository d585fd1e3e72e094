use envelope_runtime::{ToolError, ToolFailure};

// The author marks a variant as reviewed.
// why: The reason tells the next author that nothing was forgotten.
// fix: `reviewed = "nobody can restore an archived spec"`
#[derive(Debug, ToolError)]
#[tool_error(code = "GONE", error_type = "not_found", message = "gone", reviewed)]
struct Gone;

// The author justifies a variant to the review, without words.
// why: The reason tells the next author that nothing was forgotten.
// fix: `reviewed = "nobody can restore an archived spec"`
#[derive(Debug, ToolError)]
#[tool_error(code = "GONE", error_type = "not_found", message = "gone", reviewed = " ")]
struct ReviewedWithoutAReason;

// The author justifies a field.
// why: The review is about a whole failure.
// fix: `#[tool_error(code = "…", reviewed = "…")]` on the variant, or on the struct
#[derive(Debug, ToolError)]
#[tool_error(code = "GONE", error_type = "not_found", message = "gone")]
struct ReviewedOnAField {
    #[tool_error(reviewed = "nobody can restore an archived spec")]
    _id: String,
}

// The author justifies failures that a function makes.
// why: The failures of a function are known only when it is called.
// fix: `#[tool_error(with = database_failure)]`
#[derive(Debug, ToolError)]
enum SpecError {
    #[tool_error(with = database_failure, reviewed = "the database is ours")]
    Database(std::fmt::Error),
}

fn database_failure(_: &std::fmt::Error) -> ToolFailure {
    ToolFailure::internal("the database is gone")
}

fn main() {}
