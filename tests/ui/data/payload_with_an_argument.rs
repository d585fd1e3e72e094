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

// why: The derive only checks the type; keys belong to the tool that returns it.
// fix: `data = "spec"` in `#[envelope_tool]`
