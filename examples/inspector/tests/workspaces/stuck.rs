//! Pipes instead of files.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::support::{Folder, report};
use workspace_inspector::UnparsedReason;

/// A pipe that nobody writes to, instead of a file.
fn pipe(path: PathBuf) {
    let _ = fs::remove_file(&path);
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[test]
fn source_that_is_a_pipe_is_named() {
    let folder = Folder::workspace("pipe_source", &["apple"]);
    folder.write("apple/src/lib.rs", "pub mod core;");
    pipe(folder.path("apple/src/core.rs"));
    let inspector = folder.inspector();
    let counted = inspector.count("apple").unwrap();
    assert_eq!(counted.unparsed[0].reason, UnparsedReason::Unreadable);
    let exports = inspector.exports("apple", None, 1).unwrap();
    assert_eq!(exports.unparsed[0].reason, UnparsedReason::Unreadable);
}

#[test]
fn a_manifest_that_is_a_pipe_is_not_read() {
    let folder = Folder::workspace("pipe_manifest", &["apple"]);
    pipe(folder.path("Cargo.toml"));
    let refused = report(folder.inspector().packages(None, 1));
    assert_eq!(refused.code(), "MANIFEST_UNREADABLE");
    assert!(refused.message().contains("not a regular file"), "{}", refused.message());
}

#[test]
fn a_member_whose_manifest_is_a_pipe_is_not_waited_for() {
    let folder = Folder::workspace("pipe_member", &["apple"]);
    pipe(folder.path("apple/Cargo.toml"));
    let inspector = folder.inspector();
    let refused = report(inspector.packages(None, 1));
    assert!(refused.message().contains("not a regular file"), "{}", refused.message());
    fs::remove_file(folder.path("apple/Cargo.toml")).unwrap();
    folder.package("apple", "");
    assert_eq!(inspector.packages(None, 1).unwrap().total_count, 1);
}
