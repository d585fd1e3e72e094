//! Where `unsafe` is used.

use crate::support::Folder;
use serde_json::{Value, json};

fn sites(folder: &Folder) -> Vec<(String, u64, String, Value)> {
    let found = folder.inspector().unsafe_sites("apple", None, 50).unwrap();
    assert_eq!(found.unparsed, []);
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let sites = found.page.items.iter().map(|site| serde_json::to_value(site).unwrap());
    sites
        .map(|site| {
            let line = site["line"].as_u64().unwrap();
            (text(&site["file"]), line, text(&site["kind"]), site["item"].clone())
        })
        .collect()
}

fn found(source: &str, name: &str) -> Vec<(u64, String, Value)> {
    let folder = Folder::workspace(name, &["apple"]);
    folder.write("apple/src/lib.rs", source);
    sites(&folder).into_iter().map(|(_, line, kind, item)| (line, kind, item)).collect()
}

#[test]
fn every_kind_is_told_with_its_line_and_item() {
    let source = "\
#[unsafe(no_mangle)]
pub unsafe fn run() {
    unsafe { inner(); unsafe {} }
}
struct Stack<T>(T);
impl<T> Stack<T> {
    unsafe fn push(&self) {}
    fn pop(&self) {
        // unsafe { in_a_comment() }
        let text = \"unsafe {}\";
        unsafe {}
    }
}
unsafe impl<T> Send for Stack<T> {}
unsafe trait Zero { unsafe fn zero(); }
unsafe extern \"C\" {
    unsafe fn open();
}
static X: u8 = unsafe { 0 };
";
    let expected = [
        (1, "attribute", json!("run")),
        (2, "function", json!("run")),
        (3, "block", json!("run")),
        (3, "block", json!("run")),
        (7, "function", json!("Stack<T>::push")),
        (11, "block", json!("Stack<T>::pop")),
        (14, "impl", json!("<Stack<T> as Send>")),
        (15, "trait", json!("Zero")),
        (15, "function", json!("Zero::zero")),
        (16, "extern_block", Value::Null),
        (17, "function", json!("open")),
        (19, "block", Value::Null),
    ];
    let expected = expected.map(|(line, kind, item)| (line, kind.to_owned(), item));
    assert_eq!(found(source, "kinds"), expected);
}

#[test]
fn macros_and_attributes_are_looked_through() {
    let source = "\
fn run() { assert!(unsafe { check() }); }
macro_rules! make {
    () => { unsafe fn made() {} unsafe impl Send for X {} };
    (_) => { unsafe extern \"C\" { } unsafe extern \"C\" fn foreign() {} unsafe trait T {} };
}
#[cfg_attr(unix, unsafe(no_mangle))]
fn named() {}
type Keyword = Token![unsafe];
const KEYWORDS: [&str; 2] = words!(unsafe, fn);
";
    let kinds: Vec<_> =
        found(source, "macros").into_iter().map(|(line, kind, _)| (line, kind)).collect();
    let expected = [
        (1, "block"),
        (3, "function"),
        (3, "impl"),
        (4, "extern_block"),
        (4, "function"),
        (4, "trait"),
        (6, "attribute"),
    ];
    assert_eq!(kinds, expected.map(|(line, kind)| (line, kind.to_owned())));
}

#[test]
fn files_are_named_from_the_folder_and_come_in_order() {
    let folder = Folder::workspace("files", &["apple", "banana"]);
    folder.package("apple", "build = \"build.rs\"\n");
    for file in ["src/z.rs", "src/a/mod.rs", "build.rs", "tests/test.rs"] {
        folder.write(&format!("apple/{file}"), "\nstatic X: u8 = unsafe { 0 };");
    }
    folder.write("banana/src/lib.rs", "static X: u8 = unsafe { 0 };");
    let files: Vec<_> = sites(&folder).into_iter().map(|(file, line, ..)| (file, line)).collect();
    let expected = ["apple/build.rs", "apple/src/a/mod.rs", "apple/src/z.rs"];
    assert_eq!(files, expected.map(|file| (file.to_owned(), 2)));
}

#[test]
fn sites_come_in_pages() {
    let folder = Folder::workspace("site_pages", &["apple"]);
    folder.write("apple/src/lib.rs", "fn f() { unsafe {} unsafe {} }\nunsafe fn g() {}");
    let inspector = folder.inspector();
    let mut lines = Vec::new();
    let mut cursor = None;
    loop {
        let page = inspector.unsafe_sites("apple", cursor.as_deref(), 1).unwrap().page;
        lines.extend(page.items.iter().map(|site| site.line));
        cursor = page.next_cursor;
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(lines, [1, 1, 2]);
}

/// Its name does not say that it is Rust, and its manifest does.
#[test]
fn a_declared_program_is_looked_into_whatever_its_name() {
    let folder = Folder::workspace("declared_program", &["apple"]);
    folder.package("apple", "[[bin]]\nname = \"core\"\npath = \"src/core.in\"\n");
    folder.write("apple/src/core.in", "fn main() { unsafe {} }");
    folder.write("apple/src/other.in", "fn main() { unsafe {} }");
    let files: Vec<_> = sites(&folder).into_iter().map(|(file, ..)| file).collect();
    assert_eq!(files, ["apple/src/core.in"]);
    assert_eq!(folder.inspector().count("apple").unwrap().source.unsafe_blocks, 1);
}
