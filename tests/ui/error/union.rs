// The author has an error that is one of two things at once.
// errors: 1

use envelope_runtime::ToolError;

#[derive(ToolError)]
union Failed {
    a: u8,
}

fn main() {}
