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
