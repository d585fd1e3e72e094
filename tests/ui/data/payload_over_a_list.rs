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
