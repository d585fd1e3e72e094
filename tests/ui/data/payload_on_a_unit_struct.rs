// The author has nothing to say.
// errors: 1

use envelope_runtime::Payload;

#[derive(serde::Serialize, Payload)]
struct Nothing;

fn main() {
    let _ = Nothing;
}

// why: Serde writes a unit struct as `null`. In most contracts, `data` is a JSON object, and `{}` if it is empty.
// fix: `struct Nothing {}`, or `Result<(), ToolFailure>`
