//! The tools of the tour, run on a workspace made for this test.

#[path = "../examples/tour/tools.rs"]
mod tools;

mod support;

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use support::{failure, wire};
use tools::{ResponseV2, Tools};
use workspace_inspector::Inspector;

/// A workspace of three packages, in the test's own folder.
fn workspace(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let write = |path: &str, text: &str| {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write(
        "Cargo.toml",
        "[workspace]\nmembers = [\"apple\", \"banana\", \"cherry\"]\nresolver = \"3\"\n",
    );
    for package in ["apple", "banana", "cherry"] {
        let manifest = format!(
            "[package]\nname = \"{package}\"\nversion = \"1.2.3\"\nedition = \"2024\"\n\n[dependencies]\n"
        );
        let dependency = if package == "apple" { "" } else { "apple = { path = \"../apple\" }\n" };
        write(&format!("{package}/Cargo.toml"), &format!("{manifest}{dependency}"));
        write(&format!("{package}/src/lib.rs"), "fn safe() {}\n");
    }
    write(
        "cherry/src/lib.rs",
        "fn two() {\n    unsafe { outer(); unsafe { inner() } }\n}\n// unsafe { in_a_comment() }\n",
    );
    root
}

fn names(page: &Value) -> Vec<&str> {
    let packages = page["data"]["packages"].as_array().unwrap();
    packages.iter().map(|package| package["name"].as_str().unwrap()).collect()
}

#[test]
fn packages_come_in_pages() {
    let inspector = Inspector::new(&workspace("pages"));
    let inspector = ResponseV2(&inspector);
    let first = wire(inspector.list_packages(None, 2));
    assert_eq!(names(&first), ["apple", "banana"]);
    let pagination = &first["meta"]["pagination"];
    assert_eq!(
        *pagination,
        json!({"cursor": "cherry", "has_more": true, "total_count": 3, "page_size": 2})
    );
    let second = wire(inspector.list_packages(pagination["cursor"].as_str(), 2));
    assert_eq!(names(&second), ["cherry"]);
    assert_eq!(
        second["meta"]["pagination"],
        json!({"has_more": false, "total_count": 3, "page_size": 2})
    );
    assert_eq!(second["data"]["packages"][0]["version"], "1.2.3");
}

#[test]
fn bad_pages_are_refused() {
    let inspector = Inspector::new(&workspace("bad_pages"));
    let inspector = ResponseV2(&inspector);
    let bad_cursor = failure(&inspector.list_packages(Some("date"), 2));
    assert_eq!(bad_cursor["data"]["error_code"], "INVALID_FORMAT");
    assert_eq!(bad_cursor["data"]["details"], json!({"received": "date"}));
    for page_size in [0, 51] {
        let bad_size = failure(&inspector.list_packages(None, page_size));
        assert_eq!(bad_size["data"]["error_code"], "VALIDATION_ERROR");
        assert_eq!(bad_size["data"]["details"], json!({"max": 50, "received": page_size}));
    }
}

#[test]
fn a_package_is_shown_or_the_near_misses_are() {
    let inspector = Inspector::new(&workspace("show"));
    let inspector = ResponseV2(&inspector);
    let shown = wire(inspector.show_package("banana"));
    assert_eq!(shown["data"]["package"]["dependencies"], json!(["apple"]));
    let missed = failure(&inspector.show_package("bananas"));
    assert_eq!(missed["data"]["error_code"], "NOT_FOUND");
    assert_eq!(missed["data"]["details"], json!({"name": "bananas", "near_misses": ["banana"]}));
    let far = failure(&inspector.show_package("xyz"));
    assert_eq!(far["data"]["details"]["near_misses"], json!([]));
}

#[test]
fn dependents_are_found() {
    let inspector = Inspector::new(&workspace("dependents"));
    let inspector = ResponseV2(&inspector);
    let found = wire(inspector.dependents("apple"));
    let packages = found["data"]["dependents"].as_array().unwrap();
    let mut packages: Vec<_> = packages.iter().map(|dependent| &dependent["package"]).collect();
    packages.sort_by_key(|package| package.as_str());
    assert_eq!(packages, ["banana", "cherry"]);
    let none = wire(inspector.dependents("cherry"));
    assert_eq!(none["success"], true);
    assert_eq!(none["data"], json!({"crate": "cherry", "dependents": []}));
}

#[test]
fn source_is_counted_and_other_files_are_named() {
    let root = workspace("source");
    let inspector = Inspector::new(&root);
    let inspector = ResponseV2(&inspector);
    let counted = wire(inspector.count_source("cherry"));
    assert_eq!(
        counted["data"],
        json!({"package": "cherry", "source": {"files": 1, "lines": 4, "unsafe_blocks": 2}})
    );
    assert_eq!(counted["meta"].get("warnings"), None);
    assert!(counted["meta"]["telemetry"]["duration_ms"].is_u64());

    fs::write(root.join("cherry/src/broken.rs"), "fn (\n").unwrap();
    let partial = wire(inspector.count_source("cherry"));
    fs::remove_file(root.join("cherry/src/broken.rs")).unwrap();
    assert_eq!(partial["data"]["source"]["files"], 2);
    let warning = &partial["meta"]["warning_details"][0];
    assert_eq!(warning["code"], "PARTIAL_FAILURE");
    assert_eq!(warning["context"]["files"].as_array().map(Vec::len), Some(1));
}

#[test]
fn without_a_manifest_the_reason_is_given() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("no-such-folder");
    let unreadable = failure(&ResponseV2(&Inspector::new(&folder)).show_package("apple"));
    assert_eq!(unreadable["data"]["error_code"], "MANIFEST_UNREADABLE");
    assert_eq!(unreadable["data"]["error_type"], "validation");
    assert_eq!(unreadable["data"]["details"]["path"], "Cargo.toml");
    assert!(!unreadable.to_string().contains(folder.to_str().unwrap()));
}

/// Under each contract the same operations find the same things and fail in the same cases.
#[test]
fn every_contract_has_the_same_tools() {
    let root = workspace("contracts");
    let inspector = Inspector::new(&root);
    let dialects = tools::dialects(&inspector);
    assert_eq!(
        dialects.each_ref().map(|(id, _)| *id),
        [
            "response-v2",
            "dotbot-mcp-response@1",
            "mcp-2025-11-25",
            "mcp-2026-07-28",
            "code-scalpel-v1",
            "rfc9457",
        ]
    );
    for (id, tools) in dialects {
        let page = tools.list_packages(None, 2);
        assert!(page.is_success(), "{id}");
        let page = wire(page);
        assert_eq!(tools.data(&page)["packages"].as_array().map(Vec::len), Some(2), "{id}");
        assert_eq!(tools.next_cursor(&page).as_deref(), Some("cherry"), "{id}");
        let last = wire(tools.list_packages(Some("cherry"), 2));
        assert_eq!(tools.next_cursor(&last), None, "{id}");
        assert!(tools.dependents("apple").is_success(), "{id}");
        assert!(tools.count_source("cherry").is_success(), "{id}");
        let missed = tools.show_package("bananas");
        assert_eq!(missed.error_type().map(|error_type| error_type.as_str()), Some("not_found"));
        assert!(missed.as_str().contains("There is no package 'bananas'"), "{id}");
    }
}
