// The author has variants, one of which is not an object.
// errors: 1

use envelope_runtime::Payload;

#[derive(serde::Serialize, Payload)]
#[serde(untagged)]
enum Answer {
    Found { id: u8 },
    Nothing,
}

fn main() {
    let _ = (Answer::Found { id: 1 }, Answer::Nothing);
}
