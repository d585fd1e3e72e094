// The author has nothing to say.
// errors: 1

use envelope_runtime::Payload;

#[derive(serde::Serialize, Payload)]
struct Nothing;

fn main() {
    let _ = Nothing;
}

// why: Serde writes a unit struct as `null`, and in most contracts `data` is a JSON object, `{}` if there is nothing to say.
// fix: `struct Nothing {}`, or `Result<(), ToolFailure>`
