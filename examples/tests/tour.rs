//! The tools of the tour, run on a workspace made for this test.

#[path = "../tour/tools.rs"]
mod tools;
#[path = "../tour/workspace.rs"]
mod workspace;

#[path = "../../tests/support/mod.rs"]
mod support;

use std::fs;
use std::path::Path;

use envelope_runtime::assert_actionable;
use serde_json::{Value, json};
use support::{failure, wire};
use tools::{ResponseV2, Tools};
use workspace::{Workspace, WorkspaceError};

/// Three packages, of which two fit on a page. One file cannot be read.
fn workspace(test: &str) -> Workspace {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(env!("CARGO_PKG_NAME")).join(test);
    let write = |path: &str, text: &[u8]| {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write("Cargo.toml", b"[workspace]\nmembers = [\"apple\", \"banana\", \"cherry\"]\n");
    for package in ["apple", "banana", "cherry"] {
        let dependency = if package == "apple" { "" } else { "apple = { path = \"../apple\" }\n" };
        let manifest = format!(
            "[package]\nname = \"{package}\"\nversion = \"1.2.3\"\nedition = \"2024\"\n[dependencies]\n{dependency}"
        );
        write(&format!("{package}/Cargo.toml"), manifest.as_bytes());
        write(&format!("{package}/src/lib.rs"), b"fn safe() {}\n");
    }
    write("cherry/src/inner/broken.rs", b"\xff");
    Workspace::read(&root, 1_150)
}

#[test]
fn packages_come_in_pages() {
    let workspace = workspace("pages");
    let tools = ResponseV2(&workspace);
    let first = wire(tools.list_packages(None));
    let names = |page: &Value| {
        let packages = page["data"]["packages"].as_array().unwrap();
        packages.iter().map(|package| package["name"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(names(&first), ["apple", "banana"]);
    let pagination = &first["meta"]["pagination"];
    assert_eq!(*pagination, json!({"cursor": "banana", "has_more": true}));
    let second = wire(tools.list_packages(pagination["cursor"].as_str()));
    assert_eq!(names(&second), ["cherry"]);
    assert_eq!(second["meta"]["pagination"], json!({"has_more": false}));
}

#[test]
fn a_package_is_shown_or_the_near_misses_are() {
    let workspace = workspace("show");
    let tools = ResponseV2(&workspace);
    let shown = wire(tools.show_package("banana"));
    assert_eq!(shown["data"]["package"]["dependencies"], json!([{"name": "apple", "req": "*"}]));
    let missed = failure(&tools.show_package("bananas"));
    assert_eq!(missed["data"]["error_code"], "NOT_FOUND");
    assert_eq!(missed["data"]["details"], json!({"name": "bananas", "near_misses": ["banana"]}));
}

#[test]
fn files_that_cannot_be_read_are_a_warning() {
    let workspace = workspace("source");
    let tools = ResponseV2(&workspace);
    let counted = wire(tools.count_source("apple"));
    assert_eq!(counted["data"], json!({"package": "apple", "files": 1, "lines": 1}));
    assert_eq!(counted["meta"].get("warnings"), None);
    let partial = wire(tools.count_source("cherry"));
    let warning = &partial["meta"]["warning_details"][0];
    assert_eq!(warning["code"], "PARTIAL_FAILURE");
    assert_eq!(warning["context"]["files"], json!(["src/inner/broken.rs"]));
}

#[test]
fn callers_can_act_on_each_failure() {
    assert_actionable!(WorkspaceError);
}

/// Under each contract, the same tools find the same packages and fail in the same cases.
#[test]
fn every_contract_has_the_same_tools() {
    let workspace = workspace("contracts");
    for (id, tools) in tools::dialects(&workspace) {
        let page = tools.list_packages(None);
        assert!(page.is_success(), "{id}");
        let page = wire(page);
        assert_eq!(tools.data(&page)["packages"].as_array().map(Vec::len), Some(2), "{id}");
        assert_eq!(tools.next_cursor(&page).as_deref(), Some("banana"), "{id}");
        let last = wire(tools.list_packages(Some("banana")));
        assert_eq!(tools.next_cursor(&last), None, "{id}");
        assert!(tools.count_source("cherry").is_success(), "{id}");
        let missed = tools.show_package("bananas");
        assert_eq!(missed.error_type().map(|error_type| error_type.as_str()), Some("not_found"));
        assert!(missed.as_str().contains("There is no package 'bananas'"), "{id}");
    }
}
