// The author marks a field for serde, in the attribute of the derive.
// errors: 1

use envelope_runtime::Payload;

#[derive(serde::Serialize, Payload)]
struct Account {
    name: String,
    #[payload(skip)]
    password: String,
}

fn main() {
    let Account { name, password } = Account { name: String::new(), password: String::new() };
    println!("{name} {password}");
}

// why: The derive only checks the type. What is written, and under which name, is up to `serde`.
// fix: `#[serde(skip)]` on the field
