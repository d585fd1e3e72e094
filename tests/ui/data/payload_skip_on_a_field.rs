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

// why: The derive only checks the type. Serde decides which fields are written, and under which names.
// fix: no `#[payload(…)]` here, or serde's own attribute: `#[serde(skip)]`
