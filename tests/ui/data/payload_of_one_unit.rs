// The author has variants, one of which is written as a string.
// errors: 1

use envelope_runtime::Payload;

#[derive(serde::Serialize, Payload)]
enum Answer {
    Found { id: u8 },
    Nothing,
}

fn main() {
    let _ = (Answer::Found { id: 1 }, Answer::Nothing);
}

// why: In most contracts `data` is a JSON object, and serde writes a variant without fields as a string or as null.
// fix: `#[serde(tag = "status")]` on the enum, or `data = "status"` in `#[envelope_tool]` instead of the derive
