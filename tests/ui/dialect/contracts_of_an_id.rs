// The author names the contract of a server by its id.
// errors: 1

use envelope_runtime::Contracts;

fn main() {
    // No token of this crate is here, so the message is only the compiler's.
    println!("{:?}", Contracts::of("response-v2"));
}

// why: A server names its contracts by their types and not by their ids.
// fix: `Contracts::of::<ResponseV2>()`
