//! The tools of the tour, run on a workspace made for this test.

#[path = "../tour/tools.rs"]
mod tools;

#[path = "../../tests/support/mod.rs"]
mod support;

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use support::{failure, wire};
use tools::{ResponseV2, Tools};
use workspace_inspector::Inspector;

/// A workspace of three packages, in the test's own folder.
fn workspace(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(env!("CARGO_PKG_NAME")).join(name);
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
    root
}

/// An inspector whose pages have room for two packages.
fn inspector(root: &Path) -> Inspector {
    Inspector::new(root).page_bytes(1_150)
}

fn names(page: &Value) -> Vec<&str> {
    let packages = page["data"]["packages"].as_array().unwrap();
    packages.iter().map(|package| package["name"].as_str().unwrap()).collect()
}

#[test]
fn packages_come_in_pages() {
    let inspector = inspector(&workspace("pages"));
    let inspector = ResponseV2(&inspector);
    let first = wire(inspector.list_packages(None));
    assert_eq!(names(&first), ["apple", "banana"]);
    let pagination = &first["meta"]["pagination"];
    assert_eq!(*pagination, json!({"cursor": "banana", "has_more": true}));
    let second = wire(inspector.list_packages(pagination["cursor"].as_str()));
    assert_eq!(names(&second), ["cherry"]);
    assert_eq!(second["meta"]["pagination"], json!({"has_more": false}));
    assert_eq!(second["data"]["packages"][0]["version"], "1.2.3");
}

#[test]
fn a_package_is_shown_or_the_near_misses_are() {
    let inspector = inspector(&workspace("show"));
    let inspector = ResponseV2(&inspector);
    let shown = wire(inspector.show_package("banana"));
    assert_eq!(shown["data"]["package"]["dependencies"], json!(["apple"]));
    let missed = failure(&inspector.show_package("bananas"));
    assert_eq!(missed["data"]["error_code"], "NOT_FOUND");
    assert_eq!(missed["data"]["details"], json!({"name": "bananas", "near_misses": ["banana"]}));
}

#[test]
fn files_that_cannot_be_read_are_a_warning() {
    let root = workspace("source");
    let inspector = inspector(&root);
    let inspector = ResponseV2(&inspector);
    let counted = wire(inspector.count_source("cherry"));
    assert_eq!(counted["data"], json!({"package": "cherry", "files": 1, "lines": 1}));
    assert_eq!(counted["meta"].get("warnings"), None);
    assert!(counted["meta"]["telemetry"]["duration_ms"].is_u64());

    fs::write(root.join("cherry/src/broken.rs"), b"\xff").unwrap();
    let partial = wire(inspector.count_source("cherry"));
    fs::remove_file(root.join("cherry/src/broken.rs")).unwrap();
    let warning = &partial["meta"]["warning_details"][0];
    assert_eq!(warning["code"], "PARTIAL_FAILURE");
    assert_eq!(warning["context"]["files"], json!(["cherry/src/broken.rs"]));
}

/// Under each contract the same operations find the same things and fail in the same cases.
#[test]
fn every_contract_has_the_same_tools() {
    let root = workspace("contracts");
    let inspector = inspector(&root);
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
        let page = tools.list_packages(None);
        assert!(page.is_success(), "{id}");
        let page = wire(page);
        assert_eq!(tools.data(&page)["packages"].as_array().map(Vec::len), Some(2), "{id}");
        assert_eq!(tools.next_cursor(&page).as_deref(), Some("banana"), "{id}");
        let last = wire(tools.list_packages(Some("banana")));
        assert_eq!(tools.next_cursor(&last), None, "{id}");
        assert!(tools.dependents("apple").is_success(), "{id}");
        assert!(tools.count_source("cherry").is_success(), "{id}");
        let missed = tools.show_package("bananas");
        assert_eq!(missed.error_type().map(|error_type| error_type.as_str()), Some("not_found"));
        assert!(missed.as_str().contains("There is no package 'bananas'"), "{id}");
    }
}
