//! What must not compile in a server, and what the compiler then says. `tests/ui.rs` of the workspace says what a case is, and reads these,
//! too. `.ci/bless` writes the `.stderr` files again.

/// Other releases of the compiler use other words, so the messages are compared under this one only.
#[rustversion::attr(
    not(stable(1.95)),
    ignore = "the .stderr files are those of Rust 1.95, and this is another release"
)]
#[test]
fn mistakes_do_not_compile() {
    trybuild::TestCases::new().compile_fail("tests/ui/server/*.rs");
}
