use envelope_runtime::{Payload, ToolFailure, envelope_tool};

// The author derives `Payload` for what serializes to an array.
// why: Serde writes the fields of a tuple struct as an array, and in most contracts `data` is a JSON object.
// fix: `struct Pair { first: u8, second: u8 }`
#[derive(serde::Serialize, Payload)]
struct Pair(u8, u8);

// The author skips the only field, so that nothing but an array is left.
// why: Serde writes the fields of a tuple struct as an array, and in most contracts `data` is a JSON object.
// fix: `struct Pair { first: u8, second: u8 }`
#[derive(serde::Serialize, Payload)]
struct Hidden(#[serde(skip)] #[allow(dead_code)] u8);

// The author has nothing to say.
// why: Serde writes a unit struct as `null`. In most contracts, `data` is a JSON object, and `{}` if it is empty.
// fix: `struct Nothing {}`, or `Result<(), ToolFailure>`
#[derive(serde::Serialize, Payload)]
struct Nothing;

// The author derives `Payload` for what serializes to a string.
// why: In most contracts `data` is a JSON object, and serde writes a variant without fields as a string or as null.
// fix: `#[serde(tag = "status")]` on the enum, or `data = "status"` in `#[envelope_tool]` instead of the derive
#[derive(serde::Serialize, Payload)]
enum Status {
    Open,
    Done,
}

// The author returns one of two things at once.
// why: A union doesn't record which field is set, so it can't be serialized.
// fix: `enum PayloadOnAUnion { A { a: u8 } }`
#[derive(Payload)]
union PayloadOnAUnion {
    a: u8,
}

// The author has variants, one of which is written as a string.
// why: In most contracts `data` is a JSON object, and serde writes a variant without fields as a string or as null.
// fix: `#[serde(tag = "status")]` on the enum, or `data = "status"` in `#[envelope_tool]` instead of the derive
#[derive(serde::Serialize, Payload)]
enum Answer {
    Found { id: u8 },
    Nothing,
}

// The author has variants, one of which is not an object.
// why: In most contracts `data` is a JSON object, and serde writes a variant without fields as a string or as null.
// fix: `#[serde(tag = "status")]` on the enum, or `data = "status"` in `#[envelope_tool]` instead of the derive
#[derive(serde::Serialize, Payload)]
#[serde(untagged)]
enum PayloadOfUntaggedValues {
    Found { id: u8 },
    Nothing,
}

// The author has variants, one of which is a list.
// why: In most contracts `data` is a JSON object: each value has a name, and more can be added later.
// fix: nest it with `data = "tasks"` in `#[envelope_tool]`, or write a struct with named fields and `#[derive(Payload)]`
#[derive(serde::Serialize, Payload)]
#[serde(untagged)]
enum PayloadOfAnUntaggedList {
    One { id: u8 },
    Many(Vec<u8>),
}

// The author wraps a number.
// why: In most contracts `data` is a JSON object: each value has a name, and more can be added later.
// fix: nest it with `data = "tasks"` in `#[envelope_tool]`, or write a struct with named fields and `#[derive(Payload)]`
#[derive(serde::Serialize, Payload)]
struct Count(u32);

// The author wraps a type of the same name, which is a list.
// why: In most contracts `data` is a JSON object, and the type that is wrapped is not known to be one.
// fix: a struct with named fields and `#[derive(Payload)]`
mod store {
    #[derive(serde::Serialize)]
    pub struct Specs(pub Vec<u32>);
}

#[derive(serde::Serialize, Payload)]
struct Specs(store::Specs);

// The author returns a list in a type of its own.
// why: In most contracts `data` is a JSON object: each value has a name, and more can be added later.
// fix: nest it with `data = "tasks"` in `#[envelope_tool]`, or write a struct with named fields and `#[derive(Payload)]`
#[derive(serde::Serialize, Payload)]
struct Ids(Vec<u32>);

#[envelope_tool(dialect = "response-v2")]
fn payload_of_ids_in_a_tool() -> Result<Ids, ToolFailure> {
    Ok(Ids(vec![1, 2, 3]))
}

// The author wraps a list.
// why: In most contracts `data` is a JSON object: each value has a name, and more can be added later.
// fix: nest it with `data = "tasks"` in `#[envelope_tool]`, or write a struct with named fields and `#[derive(Payload)]`
#[derive(serde::Serialize, Payload)]
#[serde(transparent)]
struct Tasks {
    tasks: Vec<String>,
}

// The author has serde write another type, which is not an object.
// why: In most contracts `data` is a JSON object: each value has a name, and more can be added later.
// fix: nest it with `data = "tasks"` in `#[envelope_tool]`, or write a struct with named fields and `#[derive(Payload)]`
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

// The author flattens a list into the data.
// why: Only an object has keys that can be added to the struct. Any other data would turn each call into an `INTERNAL_ERROR`.
// fix: no `#[serde(flatten)]` on a list or a single value; `#[derive(Payload)]` on a struct; for a type of another crate, `#[serde(flatten, serialize_with = "…")]`
#[derive(serde::Serialize, Payload)]
struct Page {
    total: usize,
    #[serde(flatten)]
    tasks: Vec<String>,
}

// The author puts a number beside the tag.
// why: A tag is a key of the object that the variant contains, and a number has no keys.
// fix: `#[serde(tag = "kind", content = "value")]`
#[derive(serde::Serialize, Payload)]
#[serde(tag = "kind")]
enum TaggedNumber {
    Size(u32),
    Unknown,
}

fn main() {
    println!("{}", payload_of_ids_in_a_tool());
}
