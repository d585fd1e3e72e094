use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::weave;
use crate::mutants::list::Mutant;

/// A mutant as `cargo mutants --list --json` has it.
fn mutant(genre: &str, line: usize, column: usize, replacement: &str) -> Mutant {
    let mutant: Value = json!({
        "name": "src/lib.rs:1:1: replace this with that in here",
        "file": "src/lib.rs",
        "genre": genre,
        "replacement": replacement,
        "span": { "start": { "line": line, "column": column }, "end": { "line": line, "column": column + 1 } },
    });
    serde_json::from_value(mutant).unwrap()
}

fn woven(text: &str, mutants: &[Mutant]) -> String {
    let mutants: Vec<_> = (1..).zip(mutants).collect();
    let woven = weave(text, &mutants, &BTreeSet::new()).unwrap();
    assert!(woven.without_place.is_empty());
    assert!(syn::parse_file(&woven.text).is_ok(), "{}", woven.text);
    woven.text
}

#[test]
fn a_value_is_returned_before_the_statements() {
    assert_eq!(
        woven(
            "fn f() -> u8 { g() }",
            &[mutant("FnValue", 1, 16, "0"), mutant("FnValue", 1, 16, "1")]
        ),
        "fn f() -> u8 { if crate::mutant::is_on(1) { return 0; } if crate::mutant::is_on(2) { return 1; } g() }"
    );
}

#[test]
fn operators_can_be_inside_of_operators() {
    assert_eq!(
        woven(
            "fn f() -> bool { a && !b }",
            &[mutant("BinaryOperator", 1, 20, "||"), mutant("UnaryOperator", 1, 23, "")]
        ),
        "fn f() -> bool { (if crate::mutant::is_on(1) { a || !b } \
         else { a && (if crate::mutant::is_on(2) { b } else { !b }) }) }"
    );
}

#[test]
fn arms_and_guards() {
    assert_eq!(
        woven(
            "fn f() { match a { 1 => b, 2 if c => d, _ => e } }",
            &[
                mutant("MatchArm", 1, 20, ""),
                mutant("MatchArmGuard", 1, 33, "true"),
                mutant("MatchArmGuard", 1, 33, "false"),
                mutant("MatchArm", 1, 28, ""),
            ]
        ),
        "fn f() { match a { 1 if !crate::mutant::is_on(1) => b, \
         2 if !crate::mutant::is_on(3) && !crate::mutant::is_on(4) && (crate::mutant::is_on(2) || (c)) => d, _ => e } }"
    );
}

#[test]
fn a_field_is_left_to_the_rest() {
    assert_eq!(
        woven("fn f() { S { a: 1, ..b() } }", &[mutant("StructField", 1, 14, "")]),
        "fn f() { (if crate::mutant::is_on(1) { S {  ..b() } } else { S { a: 1, ..b() } }) }"
    );
}

#[test]
fn functions_are_constant_only_where_they_have_to_be() {
    let text = "const fn f() { } const fn g() { }";
    let woven = weave(text, &[], &BTreeSet::from(["g".to_owned()])).unwrap();
    assert_eq!(woven.text, " fn f() { } const fn g() { }");
}

#[test]
fn a_macro_notes_what_it_is_given() {
    assert_eq!(
        woven("#[proc_macro] pub fn f(a: T, _: T) -> T { g(a) }", &[]),
        "#[proc_macro] pub fn f(a: T, _: T) -> T { crate::mutant::record(\"f\", &[a.to_string()]); g(a) }"
    );
}

#[test]
fn an_or_after_a_let_has_no_place() {
    let mutant = mutant("BinaryOperator", 1, 29, "||");
    let text = "fn f() { if let Some(a) = b && c { } }";
    assert_eq!(weave(text, &[(1, &mutant)], &BTreeSet::new()).unwrap().without_place, [1]);
}

/// An error is about the mutant whose text has it, or else about all of what is around.
#[test]
fn errors_are_about_mutants() {
    let mutants = [mutant("FnValue", 1, 10, "0"), mutant("BinaryOperator", 1, 12, "-")];
    let mutants: Vec<_> = (1..).zip(&mutants).collect();
    let woven = weave("fn f() { a + b }", &mutants, &BTreeSet::new()).unwrap();
    let at = |text: &str| woven.at(woven.text.find(text).unwrap());
    assert_eq!(at("return 0"), [1]);
    assert_eq!(at("a - b"), [2]);
    assert_eq!(at("a + b"), [2]);
    assert!(at("fn f").is_empty());
}

#[test]
fn a_mutant_can_be_applied_alone() {
    let mutant = mutant("BinaryOperator", 2, 5, "-");
    assert_eq!(mutant.applied("let é =\n  é + b;\n"), "let é =\n  é - b;\n");
}
