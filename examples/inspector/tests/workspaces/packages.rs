//! Finding packages, and who depends on what.

use crate::support::{Folder, details, report};
use serde_json::json;
use workspace_inspector::{MAX_NAME, MAX_PAGE_SIZE, MAX_QUERY, MAX_TEXT, Page, Summary};

fn names(page: &Page<Summary>) -> Vec<&str> {
    page.items.iter().map(|package| package.name.as_str()).collect()
}

#[test]
fn names_are_found_before_descriptions_in_any_case() {
    let folder = Folder::workspace("find", &["zebra-json", "apple", "json", "other"]);
    folder.package("apple", "description = \"Reads JSON\"\n");
    let inspector = folder.inspector();
    let found = inspector.find_packages("Json", None, 10).unwrap();
    assert_eq!(names(&found), ["json", "zebra-json", "apple"]);
    let second = inspector.find_packages("Json", Some("zebra-json"), 1).unwrap();
    assert_eq!(names(&second), ["zebra-json"]);
    assert_eq!(second.next_cursor.as_deref(), Some("apple"));
    assert_eq!(inspector.find_packages("yaml", None, 10).unwrap().total_count, 0);
}

#[test]
fn what_is_empty_or_too_long_is_refused_before_any_work() {
    // There is no workspace: its error would say that work was done.
    let inspector = Folder::new("refused").inspector();
    let long = "a".repeat(MAX_QUERY + 1);
    for (text, message) in
        [("", " is required"), ("  ", " is required"), (&long, " can have at most ")]
    {
        let reports = [
            ("query", report(inspector.find_packages(text, None, 1))),
            ("name", report(inspector.package(text))),
            ("name", report(inspector.count(text))),
            ("crate", report(inspector.dependents(text, None, 1))),
            ("name", report(inspector.unsafe_sites(text, None, 1))),
            ("name", report(inspector.exports(text, None, 1))),
        ];
        for (field, report) in reports {
            assert_eq!(report.code(), "VALIDATION_ERROR");
            assert!(
                report.message().starts_with(&format!("{field}{message}")),
                "{}",
                report.message()
            );
            assert_eq!(details(&report)["field"], field);
            assert!(report.remediation().is_some());
        }
    }
    let just_right = "a".repeat(MAX_NAME);
    assert_eq!(report(inspector.package(&just_right)).code(), "MANIFEST_UNREADABLE");
}

#[test]
fn a_package_is_shown_or_the_near_misses_are() {
    let folder = Folder::workspace("show", &["apple", "banana"]);
    let inspector = folder.inspector();
    assert_eq!(inspector.package("apple").unwrap().edition, "2024");
    let missed = report(inspector.package("bananas"));
    assert_eq!(missed.code(), "NOT_FOUND");
    assert_eq!(details(&missed), json!({"name": "bananas", "near_misses": ["banana"]}));
}

#[test]
fn a_dependency_of_several_kinds_is_listed_once() {
    let folder = Folder::workspace("kinds", &["apple"]);
    folder.package(
        "apple",
        "[dependencies]\nserde = \"1\"\nanyhow = \"1\"\n[dev-dependencies]\nserde = \"1.0.5\"\nrand = \"1\"\n\
         [target.'cfg(unix)'.dependencies]\nserde = \"=1.0.1\"\n",
    );
    let shown = folder.inspector().package("apple").unwrap();
    assert_eq!(shown.dependencies, ["anyhow", "rand", "serde"]);
}

#[test]
fn dependents_have_requirement_and_kind_and_come_in_pages() {
    let folder = Folder::workspace("dependents", &["apple", "banana"]);
    folder.package(
        "banana",
        "[dev-dependencies]\nserde = \"1.0.5\"\n[build-dependencies]\nserde = \"1\"\n",
    );
    let apple = "[dependencies]\nserde = \"=1.0.1\"\n[target.'cfg(unix)'.dependencies]\nserde = \"=1.0.1\"\n";
    folder.package("apple", apple);
    let inspector = folder.inspector();
    let all = inspector.dependents("serde", None, MAX_PAGE_SIZE).unwrap();
    assert_eq!(
        serde_json::to_value(&all.items).unwrap(),
        json!([
            {"package": "apple", "requirement": "=1.0.1", "kind": "normal"},
            {"package": "banana", "requirement": "^1", "kind": "build"},
            {"package": "banana", "requirement": "^1.0.5", "kind": "dev"},
        ])
    );
    let mut cursor = None;
    for expected in &all.items {
        let page = inspector.dependents("serde", cursor.as_deref(), 1).unwrap();
        assert_eq!(page.items.first(), Some(expected));
        cursor = page.next_cursor;
    }
    assert_eq!(cursor, None);
    assert_eq!(inspector.dependents("left-pad", None, 1).unwrap().total_count, 0);
}

#[test]
fn descriptions_are_cut_in_lists() {
    let folder = Folder::workspace("descriptions", &["apple"]);
    let description = "é".repeat(MAX_TEXT + 1);
    folder.package("apple", &format!("description = \"{description}\"\n"));
    let inspector = folder.inspector();
    let listed = inspector.packages(None, 1).unwrap().items.remove(0).description.unwrap();
    assert_eq!(listed.chars().count(), MAX_TEXT);
    assert!(listed.ends_with("é…"));
    assert_eq!(inspector.package("apple").unwrap().description.unwrap(), description);
}
