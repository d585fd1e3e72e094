// The author has variants, one of which is a list.
// errors: 1

use envelope_runtime::Payload;

#[derive(serde::Serialize, Payload)]
#[serde(untagged)]
enum Answer {
    One { id: u8 },
    Many(Vec<u8>),
}

fn main() {
    let _ = (Answer::One { id: 1 }, Answer::Many(vec![]));
}

// why: In most contracts `data` is a JSON object: each value has a name, and more can be added later.
// fix: nest it with `data = "tasks"` in `#[envelope_tool]`, or write a struct with named fields and `#[derive(Payload)]`
