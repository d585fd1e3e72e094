// The schema of a vector that the tool nests under a key.
// errors: 1

use envelope_runtime::response_v2::ResponseV2;
use envelope_runtime::schema::OutputSchema;

fn main() {
    println!("{:?}", OutputSchema::<ResponseV2, Vec<u8>>::new());
}

// why: In `response-v2`, `data` is a JSON object, so a tool that returns a list nests it under a key.
// fix: `OutputSchema::<ResponseV2, Vec<u8>>::under(["numbers"])`
