// The author marks a variant, as in `#[derive(ToolError)]`.
// errors: 1

use envelope_runtime::Payload;

#[derive(serde::Serialize, Payload)]
#[serde(tag = "state")]
enum Progress {
    #[payload(data)]
    Done { count: u8 },
}

fn main() {
    let _ = Progress::Done { count: 1 };
}

// why: The derive only checks the type. Serde decides which fields are written, and under which names.
// fix: no `#[payload(…)]` here, or serde's own attribute: `#[serde(skip)]`
