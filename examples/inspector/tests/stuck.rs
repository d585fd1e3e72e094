//! Files that are none, and a Cargo that does not come to an end.

#![allow(clippy::indexing_slicing, clippy::unwrap_used, reason = "a test may panic")]
#![cfg(unix)]

mod support;

use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};
use std::{fs, thread};

use support::{Folder, report};
use workspace_inspector::{InspectorError, UnparsedReason};

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

/// Cargo reads the manifests of members. It is ended, for all who wait, and asked anew later.
#[test]
fn a_member_whose_manifest_is_a_pipe_is_not_waited_for() {
    let folder = Folder::workspace("pipe_member", &["apple"]);
    pipe(folder.path("apple/Cargo.toml"));
    let inspector = folder.inspector();
    let start = Instant::now();
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| assert_eq!(report(inspector.packages(None, 1)).code(), "TIMEOUT"));
        }
    });
    assert!(start.elapsed() < Duration::from_secs(15), "{:?}", start.elapsed());
    fs::remove_file(folder.path("apple/Cargo.toml")).unwrap();
    folder.package("apple", "");
    thread::sleep(Duration::from_millis(2_100));
    assert_eq!(inspector.packages(None, 1).unwrap().total_count, 1);
}

#[test]
fn a_closed_inspector_leaves_no_cargo_behind() {
    let folder = Folder::workspace("closed", &["apple"]);
    pipe(folder.path("apple/Cargo.toml"));
    let inspector = folder.inspector();
    let start = Instant::now();
    thread::scope(|scope| {
        scope.spawn(|| inspector.packages(None, 1).unwrap_err());
        thread::sleep(Duration::from_millis(500));
        inspector.close();
        assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    });
    let refused = inspector.packages(None, 1).unwrap_err();
    assert!(matches!(refused, InspectorError::CargoTimedOut { .. }), "{refused}");
}
