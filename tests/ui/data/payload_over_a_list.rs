// The author wraps a list.
// errors: 1

use envelope_runtime::Payload;

#[derive(serde::Serialize, Payload)]
#[serde(transparent)]
struct Tasks {
    tasks: Vec<String>,
}

fn main() {
    let _ = Tasks { tasks: vec![] };
}

// why: In most contracts `data` is a JSON object: each value has a name, and more can be added later.
// fix: nest it with `data = "tasks"` in `#[envelope_tool]`, or write a struct with named fields and `#[derive(Payload)]`
