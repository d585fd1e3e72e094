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
