// The schema of a vector that the tool nests under a key.
// errors: 1

use envelope_runtime::response_v2::ResponseV2;
use envelope_runtime::schema::OutputSchema;

fn main() {
    println!("{:?}", OutputSchema::<ResponseV2, Vec<u8>>::new());
}
