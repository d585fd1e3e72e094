//! The data of the tools that succeed: records of several shapes.

use std::hint::black_box;

use envelope_runtime::Payload;
use envelope_runtime::dotbot::Summary;
use schemars::JsonSchema;
use serde::Serialize;

/// The data of the tools.
#[derive(Debug, Serialize, Payload, JsonSchema)]
pub(crate) struct Page<'a, T> {
    records: &'a [T],
    total: usize,
}

impl<T> Clone for Page<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Page<'_, T> {}

impl<T> Summary for Page<'_, T> {
    fn summary(&self) -> String {
        format!("Found {} records.", self.total)
    }
}

/// The body of every tool.
pub(crate) fn page<T>(records: &[T]) -> Page<'_, T> {
    Page { records: black_box(records), total: records.len() }
}

/// A record of a shape.
pub(crate) trait Record: Serialize + JsonSchema + Sized + 'static {
    /// The name of the shape.
    const SHAPE: &'static str;

    fn new(number: u32) -> Self;
}

/// A task in a list, in English.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Task {
    id: u32,
    title: &'static str,
    labels: [&'static str; 2],
    done: bool,
    score: f64,
}

impl Task {
    fn titled(id: u32, title: &'static str) -> Self {
        Self { id, title, labels: ["backend", "urgent"], done: false, score: 0.5 }
    }
}

impl Record for Task {
    const SHAPE: &'static str = "ASCII";

    fn new(number: u32) -> Self {
        Self::titled(number, "Write the release notes and publish them")
    }
}

/// A task in German and Japanese.
#[derive(Serialize, JsonSchema)]
#[serde(transparent)]
pub(crate) struct Unicode(Task);

impl Record for Unicode {
    const SHAPE: &'static str = "Unicode";

    fn new(number: u32) -> Self {
        Self(Task::titled(number, "Veröffentliche die Änderungen – 変更履歴を公開する"))
    }
}

/// A file with twenty lines of text.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Text {
    path: &'static str,
    text: String,
}

impl Record for Text {
    const SHAPE: &'static str = "text";

    fn new(number: u32) -> Self {
        let line = format!(
            "{number}: Every answer has the shape that its contract says, and no other one.\n"
        );
        Self { path: "docs/guide/contracts.md", text: line.repeat(20) }
    }
}

/// Measurements.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Numbers {
    at: u64,
    count: u32,
    change: i32,
    values: [f64; 6],
}

impl Record for Numbers {
    const SHAPE: &'static str = "number";

    fn new(number: u32) -> Self {
        let value = f64::from(number) + 0.125;
        Self {
            at: 1_767_362_220_000 + u64::from(number),
            count: number,
            change: -7,
            values: [value, value * 0.1, value / 3.0, 1e9 * value, -value, 0.0],
        }
    }
}

/// A tree, such as folders or syntax.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Tree {
    Folder { name: &'static str, entries: Vec<Tree> },
    File { name: &'static str, bytes: u32 },
}

impl Tree {
    fn of_depth(depth: u32, bytes: u32) -> Self {
        let file = Self::File { name: "mod.rs", bytes };
        if depth == 0 {
            return file;
        }
        Self::Folder { name: "src", entries: vec![Self::of_depth(depth - 1, bytes), file] }
    }
}

impl Record for Tree {
    const SHAPE: &'static str = "tree";

    fn new(number: u32) -> Self {
        Self::of_depth(8, number)
    }
}

/// Source code and Windows paths, with many characters to escape.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Escapes {
    path: &'static str,
    line: &'static str,
}

impl Record for Escapes {
    const SHAPE: &'static str = "escape";

    fn new(_: u32) -> Self {
        Self {
            path: r"C:\Users\ann\src\main.rs",
            line: "\tprintln!(\"{}: \\\"{}\\\"\\n\", \"name\", \"value\");\n",
        }
    }
}
