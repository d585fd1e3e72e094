// The author skips the only field, so that nothing but an array is left.
// errors: 1

use envelope_runtime::Payload;

#[derive(serde::Serialize, Payload)]
struct Hidden(#[serde(skip)] #[allow(dead_code)] u8);

fn main() {
    let _ = Hidden(1);
}

// why: Serde writes the fields of a tuple struct as an array, and in most contracts `data` is a JSON object.
// fix: `struct Pair { first: u8, second: u8 }`
