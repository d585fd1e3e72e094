// The author gives a field of the data the key that marks a failure.
// errors: 1

use envelope_runtime::Payload;

#[derive(serde::Serialize, Payload)]
struct LastRun {
    finished: bool,
    error_code: Option<i32>,
}

fn main() {
    let LastRun { finished, error_code } = LastRun { finished: true, error_code: None };
    println!("{finished} {error_code:?}");
}

// why: In response-v2, this key of `data` identifies the failure.
// fix: `#[serde(rename = "exit_code")]` on the field
