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
