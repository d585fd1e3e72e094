// The author reads a field of a field in braces.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug)]
struct Key {
    id: String,
}

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "{key.id} is missing")]
struct NotFound {
    key: Key,
}

fn main() {
    let error = NotFound { key: Key { id: "auth".to_owned() } };
    println!("{} {}", error.failure().report().message(), error.key.id);
}

// why: Braces contain the name of a field, just as they contain the name of a variable in `format!`.
// fix: `message = "{key_id} is missing"`, with a field `key_id`
