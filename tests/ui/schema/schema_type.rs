use envelope_runtime::response_v2::ResponseV2;
use envelope_runtime::schema::OutputSchema;

// The schema of a vector that the tool nests under a key.
// why: In `response-v2`, `data` is a JSON object, so a tool that returns a list nests it under a key.
// fix: `OutputSchema::<ResponseV2, Vec<u8>>::under(["numbers"])`
fn vector_as_it_is() {
    println!("{:?}", OutputSchema::<ResponseV2, Vec<u8>>::new());
}

// The schema of a tuple, with a key too few.
// why: Each value of a tuple goes under its own key, so that a client can read it by its name.
// fix: `OutputSchema::<ResponseV2, (u8, u8, u8)>::under(["a", "b", "c"])`
fn two_keys_for_three_values() {
    println!("{:?}", OutputSchema::<ResponseV2, (u8, u8, u8)>::under(["a", "b"]));
}

// The setting is one of MCP, and the dialect is not.
// why: Structured errors are an option only in MCP: the other contracts always have them.
// fix: `OutputSchema::<ResponseV2, ()>::new()`
fn structured_errors_of_an_envelope() {
    println!("{:?}", OutputSchema::<ResponseV2, ()>::new().structured_errors());
}

fn main() {}
