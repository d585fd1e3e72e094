// The author has nothing to say.
// errors: 1

use envelope_runtime::Payload;

#[derive(serde::Serialize, Payload)]
struct Nothing;

fn main() {
    let _ = Nothing;
}
