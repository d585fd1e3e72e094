// The author derives `Payload` for what serializes to an array.
// errors: 1

use envelope_runtime::Payload;

#[derive(serde::Serialize, Payload)]
struct Pair(u8, u8);

fn main() {
    let _ = Pair(1, 2);
}

// why: Serde writes the fields of a tuple struct as an array, and in most contracts `data` is a JSON object.
// fix: `struct Pair { first: u8, second: u8 }`
