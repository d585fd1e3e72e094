// The schema of a tuple, with a key too few.
// errors: 1

use envelope_runtime::response_v2::ResponseV2;
use envelope_runtime::schema::OutputSchema;

fn main() {
    println!("{:?}", OutputSchema::<ResponseV2, (u8, u8, u8)>::under(["a", "b"]));
}

// why: Each value of a tuple goes under its own key, so that a client can read it by its name.
// fix: `OutputSchema::<ResponseV2, (u8, u8, u8)>::under(["a", "b", "c"])`
