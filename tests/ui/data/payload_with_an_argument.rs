// The author gives the derive an argument that it does not have.
// errors: 1

use envelope_runtime::Payload;

#[derive(serde::Serialize, Payload)]
#[payload(key = "spec")]
struct Spec {
    id: u8,
}

fn main() {
    let _ = Spec { id: 1 };
}
