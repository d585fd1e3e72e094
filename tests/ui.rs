//! Code that must not compile, and the messages of the compiler.
//!
//! Every file in `tests/ui` is a family of mistakes. Comments above each mistake tell the author's intention, why the compiler
//! refuses the code (`// why: …`), and what to write instead (`// fix: …`). The `.stderr` file beside it contains exactly what
//! the compiler says, and the `.fixed` file the same code with each fix, which `tests/fixes.rs` compiles.
//!
//! `.ci/bless` writes the `.stderr` files and the page of rules.

#[path = "ui/family.rs"]
mod family;
#[path = "ui/report.rs"]
mod report;
#[path = "ui/rules.rs"]
mod rules;

/// Other releases of the compiler use other words, so the messages are compared under this one only.
#[rustversion::attr(
    not(stable(1.95)),
    ignore = "the .stderr files are those of Rust 1.95, and this is another release"
)]
#[test]
fn mistakes_do_not_compile() {
    // The families in `schema` need the feature, and the ones in `feature` lack it.
    let other = if cfg!(feature = "schemars1") { "schema" } else { "feature" };
    let tests = trybuild::TestCases::new();
    for folder in ["attribute", "data", "dialect", "error", "function", other] {
        tests.compile_fail(format!("tests/ui/{folder}/*.rs"));
    }
}
