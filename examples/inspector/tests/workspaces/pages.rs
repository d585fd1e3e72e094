//! Pages: their bounds and their cursors.

use crate::support::{Folder, details, report};
use workspace_inspector::MAX_PAGE_SIZE;

#[test]
fn every_tool_refuses_a_bad_page_size_and_a_bad_cursor() {
    let folder = Folder::workspace("refused_pages", &["apple"]);
    let inspector = folder.inspector();
    let call = |cursor, page_size| {
        [
            ("list_packages", report(inspector.packages(cursor, page_size))),
            ("find_packages", report(inspector.find_packages("a", cursor, page_size))),
            ("dependents", report(inspector.dependents("serde", cursor, page_size))),
            ("unsafe_sites", report(inspector.unsafe_sites("apple", cursor, page_size))),
            ("exports", report(inspector.exports("apple", cursor, page_size))),
        ]
    };
    for page_size in [0, MAX_PAGE_SIZE + 1] {
        for (tool, report) in call(None, page_size) {
            assert_eq!(report.code(), "VALIDATION_ERROR", "{tool}");
            assert_eq!(details(&report)["received"], page_size, "{tool}");
        }
    }
    let long = "x".repeat(10_000);
    for (tool, report) in call(Some(&long), 1) {
        assert_eq!(report.code(), "INVALID_FORMAT", "{tool}");
        assert!(report.message().ends_with(&format!("does not come from {tool}")));
        assert!(report.message().len() < 200, "{tool}");
        assert!(details(&report)["received"].as_str().unwrap().len() < 200, "{tool}");
        assert!(report.remediation().unwrap().contains(tool));
    }
}

#[test]
fn a_page_ends_at_its_bytes_and_the_cursor_goes_on() {
    let folder = Folder::workspace("bytes", &["a", "b", "c", "d", "e"]);
    let one = r#"{"name":"a","version":"1.2.3","description":null},"#.len();
    let inspector = folder.inspector().max_page_bytes(2 * one + 1);
    let mut pages = Vec::new();
    let mut cursor = None;
    loop {
        let page = inspector.packages(cursor.as_deref(), 4).unwrap();
        let names: String = page.items.iter().map(|package| package.name.as_str()).collect();
        pages.push((names, page.cut_by_size));
        assert_eq!(page.total_count, 5);
        cursor = page.next_cursor;
        if cursor.is_none() {
            break;
        }
    }
    let expected = [("ab", true), ("cd", true), ("e", false)];
    assert_eq!(pages, expected.map(|(names, cut)| (names.to_owned(), cut)));

    let nothing_fits = folder.inspector().max_page_bytes(0);
    let page = nothing_fits.packages(Some("e"), 4).unwrap();
    assert_eq!((page.items.len(), page.cut_by_size), (1, false));
    let page = nothing_fits.packages(None, 4).unwrap();
    assert_eq!((page.items.len(), page.cut_by_size), (1, true));
    assert_eq!(page.next_cursor.as_deref(), Some("b"));
}

#[test]
fn a_package_that_is_too_large_is_not_cut_in_silence() {
    let folder = Folder::workspace("large_package", &["a"]);
    let dependencies: Vec<_> = (0..20).map(|n| format!("crate-{n} = \"1\"\n")).collect();
    folder.package("a", &format!("[dependencies]\n{}", dependencies.concat()));
    assert_eq!(folder.inspector().package("a").unwrap().dependencies.len(), 20);
    let report = report(folder.inspector().max_page_bytes(200).package("a"));
    assert_eq!(report.code(), "TOO_LARGE");
}

#[test]
fn new_packages_do_not_shift_the_next_page() {
    let folder = Folder::workspace("shift", &["b", "c"]);
    let inspector = folder.inspector();
    let cursor = inspector.packages(None, 1).unwrap().next_cursor;
    folder.package("a", "");
    folder.write("Cargo.toml", "[workspace]\nmembers = [\"a\", \"b\", \"c\"]\nresolver = \"3\"\n");
    let next = inspector.packages(cursor.as_deref(), 1).unwrap();
    assert_eq!(next.items[0].name, "c");
    assert_eq!(next.total_count, 3);
}

#[test]
fn what_looks_the_same_has_a_cursor_of_its_own() {
    let folder = Folder::workspace("same", &["apple"]);
    folder.write(
        "apple/src/lib.rs",
        "#[cfg(unix)] pub fn f() {} #[cfg(windows)] pub fn f() {} pub fn g() {}",
    );
    let inspector = folder.inspector();
    let first = inspector.exports("apple", None, 1).unwrap().page;
    let second = inspector.exports("apple", first.next_cursor.as_deref(), 1).unwrap().page;
    assert_ne!(first.next_cursor, second.next_cursor);
    let third = inspector.exports("apple", second.next_cursor.as_deref(), 1).unwrap().page;
    let paths = [first, second, third].map(|page| page.items[0].path.clone());
    assert_eq!(paths, ["apple::f", "apple::f", "apple::g"]);
}
