use envelope_runtime::Payload;
use serde::Serialize;

// The author gives the derive an argument that it does not have.
// why: The derive only checks the type; keys belong to the tool that returns it.
// fix: `data = "spec"` in `#[envelope_tool]`
#[derive(serde::Serialize, Payload)]
#[payload(key = "spec")]
struct Spec {
    id: u8,
}

// The author gives the derive an argument of serde.
// why: The derive only checks the type. Serde writes it.
// fix: `#[serde(rename_all = "camelCase")]`
#[derive(Serialize, Payload)]
#[payload(rename_all = "camelCase")]
struct PayloadWithAnArgumentOfSerde {
    spec_id: u8,
}

// The author puts the path of the crate on a field.
// why: The derive only checks the type. Serde decides which fields are written, and under which names.
// fix: no `#[payload(…)]` here, or serde's own attribute: `#[serde(skip)]`
#[derive(serde::Serialize, Payload)]
struct PayloadCrateOnAField {
    #[payload(crate = envelope_runtime)]
    id: u8,
}

// The author marks a variant, as in `#[derive(ToolError)]`.
// why: The derive only checks the type. Serde decides which fields are written, and under which names.
// fix: no `#[payload(…)]` here, or serde's own attribute: `#[serde(skip)]`
#[derive(serde::Serialize, Payload)]
#[serde(tag = "state")]
enum Progress {
    #[payload(data)]
    Done { count: u8 },
}

// The author marks a field for serde, in the attribute of the derive.
// why: The derive only checks the type. Serde decides which fields are written, and under which names.
// fix: no `#[payload(…)]` here, or serde's own attribute: `#[serde(skip)]`
#[derive(serde::Serialize, Payload)]
struct Account {
    name: String,
    #[payload(skip)]
    password: String,
}

// The author gives two fields one key.
// why: An object has each key once.
// fix: `#[serde(rename = "name")]`
#[derive(serde::Serialize, Payload)]
struct TwoFieldsOfOneKey {
    #[serde(rename = "id")]
    number: u32,
    #[serde(rename = "id")]
    name: String,
}

// The author gives a field of the data the key that marks a failure.
// why: In response-v2, this key of `data` identifies the failure.
// fix: `#[serde(rename = "exit_code")]` on the field
#[derive(serde::Serialize, Payload)]
struct LastRun {
    finished: bool,
    error_code: Option<i32>,
}

// The author tells the variants of the data apart by the key that marks a failure.
// why: In response-v2, this key of `data` is the error type of a failure.
// fix: `#[serde(tag = "kind")]`
#[derive(serde::Serialize, Payload)]
#[serde(tag = "error_type", rename_all = "snake_case")]
enum Finding {
    Leak { file: String },
}

fn main() {
    let Account { name, password } = Account { name: String::new(), password: String::new() };
    println!("{name} {password}");
    let LastRun { finished, error_code } = LastRun { finished: true, error_code: None };
    println!("{finished} {error_code:?}");
}
