//! The guide quotes the figures of the benchmarks. `.ci/bless` copies them after a new measurement.

use std::path::Path;
use std::{env, fs};

/// The rows that the guide quotes: the first two cells in the table of the benchmarks, and the name of the row in the guide.
const TIMES: [(&str, &str); 8] = [
    ("response-v2, 1 ASCII records | `tool`", "response-v2, 1 record"),
    ("response-v2, 1000 ASCII records | `tool`", "response-v2, 1,000 records"),
    ("response-v2, 1 ASCII records | `json!`", "the same with `json!`, 1 record"),
    ("mcp, 1 ASCII records | `tool`", "MCP, 1 record"),
    ("mcp, 1000 ASCII records | `tool`", "MCP, 1,000 records"),
    ("mcp, 1 ASCII records | `Json<T>`", "the SDK's `Json<T>`, 1 record"),
    ("mcp, 1000 ASCII records | `Json<T>`", "the SDK's `Json<T>`, 1,000 records"),
    ("response-v2, enum, 2 details | `tool`", "response-v2, a failure with 2 details"),
];
const BUILDS: [(&str, &str); 4] = [
    ("500, shared types | `by hand`", "by hand"),
    ("500, shared types | `tool`", "`#[envelope_tool]`"),
    ("500, shared types | `#[instrument]`", "`#[instrument]` of `tracing`"),
    ("500, shared types | `#[tool] of the SDK`", "`#[tool]` of the SDK"),
];

/// The cells after the first two, which are `row`.
fn cells<'a>(page: &'a str, row: &str) -> Vec<&'a str> {
    let start = format!("| {row} | ");
    let row = page.lines().find_map(|line| line.strip_prefix(&start)).unwrap_or_else(|| {
        panic!("the page of the benchmarks has no row {row}");
    });
    row.trim_end_matches(" |").split(" | ").collect()
}

fn figures(page: &str) -> String {
    let mut table = String::from("| | times by hand | 10th to 90th percentile |\n|---|---|---|\n");
    for (row, name) in TIMES {
        let cells = cells(page, row);
        table += &format!("| {name} | {} | {} |\n", cells[0], cells[1]);
    }
    table += "\nBuilding a crate of 500 tools that share their types:\n\n| | `cargo check` | `cargo build --release` | size |\n|---|---|---|---|\n";
    for (row, name) in BUILDS {
        table += &format!("| {name} | {} |\n", cells(page, row).join(" | "));
    }
    table
}

#[test]
fn the_figures_are_those_of_the_benchmarks() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(package.join("../benches/figures.md")).unwrap();
    let path = package.join("samples/figures.md");
    let current = figures(&page);
    if env::var_os("BLESS").is_some() {
        fs::write(&path, &current).unwrap();
    }
    assert_eq!(fs::read_to_string(path).unwrap_or_default(), current, "`.ci/bless` writes it");
}
