use envelope_runtime::{ToolError, ToolFailure, envelope_tool};

fn io_failure(error: &std::io::Error) -> ToolFailure {
    ToolFailure::unavailable(error)
}

// The author writes the function as a string, as for serde.
// why: The value of `with` is the path of a function.
// fix: `#[tool_error(with = io_failure)]`
#[derive(Debug, ToolError)]
enum StoreError {
    #[tool_error(with = "io_failure")]
    Io(std::io::Error),
}

// The author calls the function.
// why: The value of `with` is the path of a function.
// fix: `#[tool_error(with = io_failure)]`
#[derive(Debug, ToolError)]
enum WithACall {
    #[tool_error(with = io_failure())]
    Io(std::io::Error),
}

// The author makes the failure in a closure.
// why: The derive writes the function with the type of its argument, which a closure lacks.
// fix: `#[tool_error(with = io_failure)]`, with a function `io_failure`
#[derive(Debug, ToolError)]
enum WithAClosure {
    #[tool_error(with = |error| envelope_runtime::ToolFailure::internal(error))]
    Format(std::fmt::Error),
}

// The author has the conversion make the failure.
// why: The function of `with` gets a reference to the field. `transparent` makes the failure that the conversion makes.
// fix: `#[tool_error(transparent)]`
#[derive(Debug, thiserror::Error, ToolError)]
enum SpecError {
    #[error(transparent)]
    #[tool_error(with = ToolFailure::from)]
    Read(#[from] std::io::Error),
}

// The author has a function make the failure, and gives it a code beside that.
// why: with `with`, the function decides the code, so another one would contradict it.
// fix: `#[tool_error(with = io_failure)]`, or `#[tool_error(code = "UNAVAILABLE", message = "no store")]`
#[derive(Debug, ToolError)]
enum WithAndCode {
    #[tool_error(with = io_failure, code = "UNAVAILABLE")]
    Io(std::io::Error),
}

// The author has a function make the failure of a variant that has nothing for it.
// why: the function of `with` gets the only field of the variant.
// fix: `#[tool_error(code = "UNAVAILABLE", message = "the store is gone")]`
#[derive(Debug, ToolError)]
enum WithOfNoField {
    #[tool_error(with = lost)]
    Lost,
}

fn lost(_: &()) -> ToolFailure {
    ToolFailure::unavailable("the store is gone")
}

// The author names a function that takes the error itself.
// why: The function of `with` gets a reference to the field, and returns a `ToolFailure`.
// fix: `fn parse_failure(error: &std::num::ParseIntError) -> ToolFailure { ToolFailure::validation(error) }`
fn format_failure(error: std::fmt::Error) -> ToolFailure {
    ToolFailure::internal(error)
}

#[derive(Debug, ToolError)]
enum WithOfAValue {
    #[tool_error(with = format_failure)]
    Format(std::fmt::Error),
}

// The author gives the function of another error.
// why: The function of `with` gets a reference to the field, and returns a `ToolFailure`.
// fix: `fn parse_failure(error: &std::num::ParseIntError) -> ToolFailure { ToolFailure::validation(error) }`
#[derive(Debug, ToolError)]
enum WithOfAnotherType {
    #[tool_error(with = file_failure)]
    Parse(std::num::ParseIntError),
}

fn file_failure(error: &std::io::Error) -> ToolFailure {
    ToolFailure::unavailable(error)
}

// The author gives a failure its code as text.
// why: A standard code is a variant of `ErrorCode`.
// fix: `ToolFailure::new(ErrorCode::NotFound, "no such spec")`
#[envelope_tool(dialect = "response-v2")]
fn failure_with_a_texts_code() -> Result<(), ToolFailure> {
    Err(ToolFailure::new("NOT_FOUND", "no such spec"))
}

fn main() {
    println!("{}", failure_with_a_texts_code());
}
