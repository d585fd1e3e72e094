//! What the manifests say is kept for a short while.

use crate::support::{Folder, report};
use workspace_inspector::Inspector;

#[test]
fn an_inspector_is_shared_between_threads() {
    fn shared<T: Send + Sync + 'static>() {}
    shared::<Inspector>();
}

#[test]
fn a_changed_manifest_is_seen_at_once() {
    let folder = Folder::workspace("changed", &["apple"]);
    let inspector = folder.inspector();
    assert_eq!(inspector.package("apple").unwrap().description, None);
    folder.package("apple", "description = \"Red\"\n");
    assert_eq!(inspector.package("apple").unwrap().description.as_deref(), Some("Red"));
    folder.write("Cargo.toml", "");
    assert_eq!(report(inspector.package("apple")).code(), "MANIFEST_UNREADABLE");
    folder.write("Cargo.toml", "[workspace]\nmembers = [\"apple\"]\nresolver = \"3\"\n");
    assert_eq!(inspector.package("apple").unwrap().version, "1.2.3");
}
