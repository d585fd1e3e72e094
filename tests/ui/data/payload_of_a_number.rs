// The author wraps a number.
// errors: 1

use envelope_runtime::Payload;

#[derive(serde::Serialize, Payload)]
struct Count(u32);

fn main() {
    let _ = Count(1);
}

// why: In most contracts `data` is a JSON object: each value has a name, and more can be added later.
// fix: nest it with `data = "tasks"` in `#[envelope_tool]`, or write a struct with named fields and `#[derive(Payload)]`
