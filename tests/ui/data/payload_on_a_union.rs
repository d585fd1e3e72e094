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

// why: A union doesn't record which field is set, so it can't be serialized.
// fix: `enum Either { A { a: u8 } }`
