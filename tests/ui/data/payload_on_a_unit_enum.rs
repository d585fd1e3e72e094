// The author derives `Payload` for what serializes to a string.
// errors: 1

use envelope_runtime::Payload;

#[derive(serde::Serialize, Payload)]
enum Status {
    Open,
    Done,
}

fn main() {
    let _ = (Status::Open, Status::Done);
}

// why: In most contracts `data` is a JSON object, and serde writes a variant without fields as a string or as null.
// fix: `#[serde(tag = "status")]` on the enum, or `data = "status"` in `#[envelope_tool]` instead of the derive
