// The author flattens a list into the data.
// errors: 1

use envelope_runtime::Payload;

#[derive(serde::Serialize, Payload)]
struct Page {
    total: usize,
    #[serde(flatten)]
    tasks: Vec<String>,
}

fn main() {
    let _ = Page { total: 0, tasks: vec![] };
}

// why: Only an object has keys that can be added to the struct. Any other data would turn each call into an `INTERNAL_ERROR`.
// fix: no `#[serde(flatten)]` on a list or a single value; `#[derive(Payload)]` on a struct; for a type of another crate, `#[serde(flatten, serialize_with = "…")]`
