//! What Cargo said is kept for a short while.

mod support;

use support::{Folder, report};
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

#[test]
fn a_new_package_is_seen_after_a_while() {
    let folder = Folder::workspace("glob", &["apple"]);
    folder.write("Cargo.toml", "[workspace]\nmembers = [\"*\"]\nresolver = \"3\"\n");
    let inspector = folder.inspector();
    assert_eq!(inspector.packages(None, 1).unwrap().total_count, 1);
    folder.package("banana", "");
    std::thread::sleep(std::time::Duration::from_millis(2_100));
    assert_eq!(inspector.packages(None, 1).unwrap().total_count, 2);
}

/// With a Cargo that counts how often it is started.
#[cfg(unix)]
#[test]
fn many_calls_at_once_start_cargo_once() {
    use std::os::unix::fs::PermissionsExt;
    use std::process::Command;
    use std::{env, fs, thread};

    const INSPECTED: &str = "INSPECTED_FOLDER";
    if let Ok(inspected) = env::var(INSPECTED) {
        let inspector = Inspector::new(inspected.as_ref());
        thread::scope(|scope| {
            for _ in 0..200 {
                scope.spawn(|| inspector.packages(None, 1).unwrap());
            }
        });
        return;
    }

    let folder = Folder::workspace("concurrent", &["apple"]);
    let (cargo, log) = (folder.path("cargo.sh"), folder.path("log"));
    let real = env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    folder.write("cargo.sh", format!("#!/bin/sh\necho started >> {log:?}\nexec {real:?} \"$@\"\n"));
    fs::set_permissions(&cargo, fs::Permissions::from_mode(0o755)).unwrap();
    let child = Command::new(env::current_exe().unwrap())
        .args(["--exact", "many_calls_at_once_start_cargo_once"])
        .env("CARGO", cargo)
        .env(INSPECTED, folder.path(""))
        .output()
        .unwrap();
    assert!(child.status.success(), "{}", String::from_utf8_lossy(&child.stdout));
    assert_eq!(fs::read_to_string(log).unwrap(), "started\n");
}
