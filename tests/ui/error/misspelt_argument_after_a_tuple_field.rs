// The author misspelt an argument after a text with a field of a tuple struct.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "CONFLICT", message = "no {0}", remedation = "Wait")]
struct Taken(u8);

fn main() {
    let _ = Taken(1);
}

// why: A name that nothing reads would have no effect, and nobody would notice.
// fix: `remediation = "Wait"`
