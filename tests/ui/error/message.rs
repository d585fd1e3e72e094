use envelope_runtime::ToolError;

// The author left the message for later.
// why: A failure without a message tells nobody what went wrong.
// fix: `message = "Spec '{id}' not found"`
#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "")]
struct Failed;

// The author left the remediation for later.
// why: A remediation tells the caller the next step, so it can't be empty.
// fix: `remediation = "List the specs, then retry with one of their ids"`
#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "no", remediation = "")]
struct EmptyRemediation;

// The author gives the message alone, as in `#[error("…")]`.
// why: Every argument has a name.
// fix: `message = "the spec is not there"`
#[derive(Debug, ToolError)]
#[tool_error("the spec is not there", code = "NOT_FOUND")]
struct NotFound;

// The author keeps the message in a constant.
// why: The macro reads the fields out of the text, and so has to see it.
// fix: `message = "{id} is missing"`
const GONE: &str = "gone";

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = GONE)]
struct MessageOfAConstant;

// The author makes the message with `format!`.
// why: The macro reads the fields out of the text, and so has to see it.
// fix: `message = "{id} is missing"`
#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = format!("{} is missing", self.id))]
struct MessageOfAMacro {
    id: String,
}

// The author forgot to close a brace.
// why: Messages are format strings: a brace begins the name of a field.
// fix: `message = "no {id}"`, or `{{` for the brace itself
#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "no {id")]
struct MessageNotClosed {
    id: u8,
}

// The author interpolates by position, as in `format!`.
// why: The values of a message are the fields of the error, by their names.
// fix: `message = "no {id}"`
#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "no {}")]
struct MessageOfNoName {
    id: u8,
}

// The author interpolates a field that does not exist.
// why: A message is a format string, and can name only fields of the error.
// fix: `message = "{spec_id} not found"`
#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "{spec} not found")]
struct UnknownField {
    spec_id: String,
}

// The author puts a field into the summary that does not exist.
// why: A summary is a format string, and can name only fields of the error.
// fix: `summary = "Nothing found."`
#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "no", summary = "No {id}.")]
struct SummaryOfNoField;

// The author writes a field as in a method.
// why: Braces contain the name of a field, just as they contain the name of a variable in `format!`.
// fix: `message = "{id} is missing"`
#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "{self.id} is missing")]
struct SelfInBraces {
    id: String,
}

// The author reads a field of a field in braces.
// why: Braces contain the name of a field, just as they contain the name of a variable in `format!`.
// fix: `message = "{key_id} is missing"`, with a field `key_id`
#[derive(Debug)]
struct Key {
    id: String,
}

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "{key.id} is missing")]
struct AFieldOfAField {
    key: Key,
}

// The author calls a method in the braces of a message.
// why: Braces contain the name of a field, just as they contain the name of a variable in `format!`.
// fix: `message = "{ids_len} ids are too many"`, with a field `ids_len`
#[derive(Debug, ToolError)]
#[tool_error(code = "VALIDATION_ERROR", message = "{ids.len()} ids are too many")]
struct TooMany {
    ids: Vec<u8>,
}

// The author gives the message a named argument, as in `format!`.
// why: A text of an error names the fields of the error itself, so it takes no arguments.
// fix: `message = "{id} is missing"`
#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "{name} is missing", name = self.id)]
struct ANamedArgument {
    id: String,
}

// The author gives the message an argument that starts with a dot, as thiserror can.
// why: A text of an error names the fields of the error itself, so it takes no arguments.
// fix: `message = "{id} is missing"`
#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "{} is missing", .id)]
struct ArgumentsOfThiserror {
    id: String,
}

// The author gives the remediation arguments, as in `format!`.
// why: A text of an error names the fields of the error itself, so it takes no arguments.
// fix: `remediation = "Look in {folder}"`
#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "not found", remediation = "Look in {}", self.folder)]
struct ArgumentsAfterARemediation {
    folder: String,
}

// The author takes the precision from the next argument, as in `format!`.
// why: The values of a message are the fields of the error, by their names: there is no next argument.
// fix: `{ratio:.digits$}`, where `digits` is a field, or `{ratio:.2}`
#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "{ratio:.*}")]
struct PrecisionFromNowhere {
    ratio: f64,
}

// The author interpolates a field that does not implement `Display`.
// why: A message is text, so each value in it must implement `Display`, or `Debug` with `:?`.
// fix: `message = "no {ids:?}"`
#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "no {ids}")]
struct MessageOfNoDisplay {
    ids: Vec<u8>,
}

// The author shows a value that may not be there.
// why: A message is text, so each value in it must implement `Display`, or `Debug` with `:?`.
// fix: `message = "invalid input in line {line:?}"`, or a field with a `Display`
#[derive(Debug, ToolError)]
#[tool_error(code = "VALIDATION_ERROR", message = "invalid input in line {line}")]
struct Invalid {
    line: Option<u32>,
}

fn main() {
    println!("{GONE} {}", MessageOfAConstant.failure().report().message());
    let error = AFieldOfAField { key: Key { id: "auth".to_owned() } };
    println!("{} {}", error.failure().report().message(), error.key.id);
}
