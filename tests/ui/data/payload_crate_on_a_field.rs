// The author puts the path of the crate on a field.
// errors: 1

use envelope_runtime::Payload;

#[derive(serde::Serialize, Payload)]
struct Spec {
    #[payload(crate = envelope_runtime)]
    id: u8,
}

fn main() {
    let _ = Spec { id: 1 };
}

// why: The path is the same for all that the derive expands to.
// fix: `#[payload(crate = envelope_runtime)]` on the type
