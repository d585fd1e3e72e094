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

// why: The derive only checks the type. Serde decides which fields are written, and under which names.
// fix: no `#[payload(…)]` here, or serde's own attribute: `#[serde(skip)]`
