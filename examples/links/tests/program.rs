//! The program, run as people and other programs run it.

#![allow(clippy::indexing_slicing, clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

/// A folder with these files, in the test's own place.
fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&root);
    for (path, text) in files {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    root
}

const GUIDE: &str = "# The *guide*\n\nSee [the setup](setup.md#first) and [the web](https://example.com/x.md).\n\n## Use `it`\n\n![A plan](/plans/the%20plan.png)\n";

fn program(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_links"));
    command.args(arguments).current_dir(folder).env_remove("RUST_BACKTRACE");
    command
}

/// The exit code, the standard output and the standard error.
fn run(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = program(folder, arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// The exit code and the envelope, which is one line and all that the program writes.
fn answer(folder: &Path, arguments: &[&str]) -> (Option<i32>, Value) {
    let (code, stdout, stderr) = run(folder, arguments);
    assert_eq!(stderr, "");
    assert_eq!(stdout.matches('\n').count(), 1, "{stdout}");
    (code, serde_json::from_str(&stdout).unwrap())
}

#[test]
fn files_are_listed() {
    let root = folder(
        "list",
        &[
            ("guide.md", GUIDE),
            ("sub/notes.MD", "Nothing.\n"),
            (".git/x.md", "# No\n"),
            ("a.txt", ""),
        ],
    );
    let (code, envelope) = answer(&root, &["list"]);
    assert_eq!(code, Some(0));
    assert_eq!(envelope["schema_id"], "dotbot-mcp-response@1");
    assert_eq!(envelope["tool"], "links.list");
    assert_eq!(envelope["status"], "warning");
    assert_eq!(envelope["summary"], "Found 2 Markdown files.");
    assert_eq!(
        envelope["data"]["files"],
        json!([
            {"path": "guide.md", "title": "The guide", "links": 2},
            {"path": "sub/notes.MD", "title": null, "links": 0}
        ])
    );
    assert_eq!(
        envelope["warnings"],
        json!([{
            "code": "TITLE_MISSING",
            "message": "The file has no heading of the first level",
            "path": "sub/notes.MD"
        }])
    );
    assert_eq!(envelope["errors"], json!([]));
    assert_eq!(envelope["intent"]["recommended_next"], "links.check");
}

/// The data is there beside the errors, and the first of these decides the exit code.
#[test]
fn broken_links_are_found() {
    let root = folder("broken", &[("docs/guide.md", GUIDE)]);
    let (code, envelope) = answer(&root, &["check", "docs"]);
    assert_eq!(code, Some(66));
    assert_eq!(envelope["status"], "error");
    assert_eq!(envelope["summary"], "Checked 2 links in 1 file: 2 broken.");
    assert_eq!(envelope["data"], json!({"files": 1, "links": 2, "broken": 2}));
    assert_eq!(
        envelope["errors"],
        json!([
            {
                "code": "BROKEN_FILE_REFERENCE",
                "message": "The link to 'setup.md#first' is broken",
                "path": "guide.md",
                "details": {"target": "setup.md#first", "line": 3}
            },
            {
                "code": "BROKEN_FILE_REFERENCE",
                "message": "The link to '/plans/the%20plan.png' is broken",
                "path": "guide.md",
                "details": {"target": "/plans/the%20plan.png", "line": 7}
            }
        ])
    );
}

#[test]
fn links_that_work() {
    let root = folder(
        "work",
        &[("guide.md", GUIDE), ("setup.md", "# Setup\n"), ("plans/the plan.png", "")],
    );
    let (code, envelope) = answer(&root, &["check"]);
    assert_eq!(code, Some(0), "{envelope}");
    assert_eq!(envelope["status"], "ok");
    assert_eq!(envelope["data"], json!({"files": 2, "links": 2, "broken": 0}));
}

/// A file that cannot be read is an error of its own, and the others are still checked.
#[test]
fn a_file_that_is_not_text() {
    let root = folder("binary", &[("b.md", "# B\n")]);
    fs::write(root.join("a.md"), b"\xff\xfe").unwrap();
    let (code, envelope) = answer(&root, &["check"]);
    assert_eq!(code, Some(65));
    assert_eq!(envelope["data"]["files"], 1);
    assert_eq!(
        envelope["errors"],
        json!([{
            "code": "INVALID_FORMAT",
            "message": "The content of the file or resource is malformed",
            "path": "a.md"
        }])
    );
}

#[test]
fn what_does_not_exist() {
    let root = folder("missing", &[("guide.md", GUIDE)]);
    for arguments in [["list", "no"], ["check", "no"], ["outline", "no"]] {
        let (code, envelope) = answer(&root, &arguments);
        assert_eq!(code, Some(66));
        assert_eq!(envelope["status"], "error");
        assert_eq!(envelope["data"], json!({}));
        assert_eq!(envelope["errors"][0]["code"], "NOT_FOUND");
        assert_eq!(envelope["errors"][0]["path"], "no");
    }
}

#[test]
fn an_answer_for_people() {
    let root = folder("human", &[("guide.md", GUIDE)]);
    let (code, stdout, stderr) = run(&root, &["outline", "guide.md", "--format", "human"]);
    assert_eq!(code, Some(0));
    assert_eq!(stdout, "# The guide\n## Use it\nFound 2 headings.\n");
    assert_eq!(stderr, "");

    let (code, stdout, stderr) = run(&root, &["--format", "human", "list"]);
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    assert_eq!(stdout, "guide.md: The guide (2 links)\nFound 1 Markdown file.\n");

    let (code, stdout, stderr) = run(&root, &["check", "--format", "human"]);
    assert_eq!(code, Some(66));
    assert_eq!(stdout, "Checked 2 links in 1 file: 2 broken.\n");
    assert_eq!(
        stderr,
        concat!(
            "error[BROKEN_FILE_REFERENCE]: guide.md:3: The link to 'setup.md#first' is broken\n",
            "error[BROKEN_FILE_REFERENCE]: guide.md:7: The link to '/plans/the%20plan.png' is broken\n",
        )
    );
}

/// People read it on the standard error, and programs get an envelope.
#[test]
fn arguments_that_do_not_fit() {
    let root = folder("usage", &[("guide.md", GUIDE)]);
    let (code, stdout, stderr) = run(&root, &["chekc"]);
    assert_eq!(code, Some(65));
    assert!(stderr.contains("unrecognized subcommand 'chekc'"), "{stderr}");
    let envelope: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(
        envelope["errors"],
        json!([{
            "code": "INVALID_PARAMETER",
            "message": "unrecognized subcommand 'chekc'",
            "details": {"remediation": "Run `links --help`"}
        }])
    );

    let (code, stdout, stderr) = run(&root, &["--help"]);
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    assert!(stdout.contains("Usage: links"), "{stdout}");
}

/// An output that takes nothing: the exit code is not that of a success.
#[cfg(target_os = "linux")]
#[test]
fn an_envelope_that_cannot_be_written() {
    let root = folder("full", &[("guide.md", "# Guide\n")]);
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let output = program(&root, &["check"])
        .stdout(full)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
        .wait_with_output()
        .unwrap();
    assert_eq!(output.status.code(), Some(74));
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.starts_with("cannot write the envelope: "), "{stderr}");
}
