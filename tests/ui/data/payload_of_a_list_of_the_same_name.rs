// The author wraps a type of the same name, which is a list.
// errors: 1

use envelope_runtime::Payload;

mod store {
    #[derive(serde::Serialize)]
    pub struct Specs(pub Vec<u32>);
}

#[derive(serde::Serialize, Payload)]
struct Specs(store::Specs);

fn main() {
    let _ = Specs(store::Specs(vec![1]));
}

// why: In most contracts `data` is a JSON object, and the type that is wrapped is not known to be one.
// fix: a struct with named fields and `#[derive(Payload)]`
