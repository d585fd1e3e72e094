// The author tells the variants of the data apart by the key that marks a failure.
// errors: 1

use envelope_runtime::Payload;

#[derive(serde::Serialize, Payload)]
#[serde(tag = "error_type", rename_all = "snake_case")]
enum Finding {
    Leak { file: String },
}

fn main() {
    let _ = Finding::Leak { file: String::new() };
}

// why: In response-v2, this key of `data` is the category of a failure.
// fix: `#[serde(tag = "kind")]`
