// The author has an error that is one of two things at once.
// errors: 1

use envelope_runtime::ToolError;

#[derive(ToolError)]
union Failed {
    a: u8,
}

fn main() {}

// why: A union doesn't record which field is set, so it has no code and no message.
// fix: `enum Failed { NotFound { id: u8 } }`
