// The author has serde write another type, which is not an object.
// errors: 1

use envelope_runtime::Payload;

#[derive(serde::Serialize, Payload)]
#[serde(into = "String")]
#[derive(Clone)]
struct Name {
    name: String,
}

impl From<Name> for String {
    fn from(name: Name) -> Self {
        name.name
    }
}

fn main() {
    let _ = Name { name: String::new() };
}

// why: In most contracts `data` is a JSON object: each value has a name, and more can be added later.
// fix: nest it with `data = "tasks"` in `#[envelope_tool]`, or write a struct with named fields and `#[derive(Payload)]`
