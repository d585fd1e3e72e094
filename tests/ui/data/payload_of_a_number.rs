// The author wraps a number.
// errors: 1

use envelope_runtime::Payload;

#[derive(serde::Serialize, Payload)]
struct Count(u32);

fn main() {
    let _ = Count(1);
}
