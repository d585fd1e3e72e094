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

// why: All fields of data are sent, unless serde skips them, so there is nothing to mark.
// fix: no `#[payload(…)]` on the variant
