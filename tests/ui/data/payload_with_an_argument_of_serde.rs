// The author gives the derive an argument of serde.
// errors: 1

use envelope_runtime::Payload;
use serde::Serialize;

#[derive(Serialize, Payload)]
#[payload(rename_all = "camelCase")]
struct Spec {
    spec_id: u8,
}

fn main() {}

// why: The derive only checks the type. Serde writes it.
// fix: `#[serde(rename_all = "camelCase")]`
