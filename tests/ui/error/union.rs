// The author has an error that is one of two things at once.
// errors: 1

use envelope_runtime::ToolError;

#[derive(ToolError)]
union Failed {
    a: u8,
}

fn main() {}

// why: Nothing says which field of a union is there, so it has no code and no message.
// fix: `enum Failed { NotFound { id: u8 } }`
