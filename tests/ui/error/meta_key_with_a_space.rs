// The author gives a field a key with a space for the metadata.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "no")]
struct Failed {
    #[tool_error(meta = "the tenant")]
    tenant: String,
}

fn main() {
    let _ = Failed { tenant: String::new() };
}

// why: MCP has a grammar for the names in `_meta`, and a client can refuse other names.
// fix: `#[tool_error(meta = "the_tenant")]`
