// The author skips the only field, so that nothing but an array is left.
// errors: 1

use envelope_runtime::Payload;

#[derive(serde::Serialize, Payload)]
struct Hidden(#[serde(skip)] #[allow(dead_code)] u8);

fn main() {
    let _ = Hidden(1);
}
