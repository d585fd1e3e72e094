// The author returns one of two things at once.
// errors: 1

use envelope_runtime::Payload;

#[derive(Payload)]
union Either {
    a: u8,
}

fn main() {
    let _ = Either { a: 1 };
}

// why: Nothing says which field of a union is there, so it cannot be written.
// fix: `enum Either { A { a: u8 } }`
