//! The page is what the results give.

use std::fs;

#[test]
fn the_table_is_made_of_the_results() {
    let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).unwrap();
    let current = envelope_trust::table::page().unwrap();
    assert_eq!(page, current, "`cargo run --release -p envelope-trust -- table` writes it");
}
