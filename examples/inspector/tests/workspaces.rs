//! Workspaces as people write them, and workspaces that are made to harm the reader.

#![allow(clippy::indexing_slicing, clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use envelope_runtime::{ErrorReport, ToolError, assert_actionable};
use serde_json::{Value, json};
use workspace_inspector::{
    Inspector, InspectorError, MAX_MANIFEST_BYTES, MAX_MANIFESTS_BYTES, MAX_PACKAGES, MAX_TEXT,
};

/// A folder for one test, with the manifest of a workspace.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, manifest: &str) -> Self {
        let folder =
            Self(Path::new(env!("CARGO_TARGET_TMPDIR")).join(env!("CARGO_PKG_NAME")).join(name));
        let _ = fs::remove_dir_all(&folder.0);
        folder.write("Cargo.toml", manifest);
        folder
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// A package whose manifest goes on with `more`.
    fn package(&self, path: &str, more: &str) {
        let name = path.rsplit('/').next().unwrap();
        self.write(&format!("{path}/Cargo.toml"), &format!("[package]\nname = '{name}'\n{more}"));
        self.write(&format!("{path}/src/lib.rs"), "pub fn f() {}\n");
    }

    fn inspector(&self) -> Inspector {
        Inspector::new(&self.0)
    }

    fn names(&self) -> Vec<String> {
        let page = self.inspector().packages(None, None).unwrap();
        let items = serde_json::to_value(page.into_parts().0).unwrap();
        items.as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap().to_owned()).collect()
    }

    /// The refusal of the workspace, as an agent reads it.
    fn refusal(&self) -> ErrorReport {
        report(self.inspector().packages(None, None))
    }
}

fn report<T: std::fmt::Debug>(result: Result<T, InspectorError>) -> ErrorReport {
    result.unwrap_err().failure().report().clone()
}

#[test]
fn callers_can_act_on_each_failure() {
    assert_actionable!(InspectorError);
}

#[test]
fn packages_inherit_from_the_workspace() {
    let folder = Folder::new(
        "inherits",
        "[workspace]\nmembers = ['apple', 'tools/*']\nexclude = ['tools/old']\n\
         [workspace.package]\nversion = '1.2.3'\n[workspace.dependencies]\nserde = { version = '1' }\n",
    );
    folder.package(
        "apple",
        "version.workspace = true\nlicense = 'MIT'\n[dependencies]\nserde.workspace = true\n",
    );
    folder.package(
        "tools/pip",
        "[dev-dependencies]\nserde = '2'\n[build-dependencies]\nserde = '2'\n",
    );
    folder.package("tools/old", "");
    folder.write("tools/notes/README.md", "no package");
    assert_eq!(folder.names(), ["apple", "pip"]);

    let inspector = folder.inspector();
    let apple = serde_json::to_value(inspector.package("apple").unwrap()).unwrap();
    let expected = json!({"name": "apple", "version": "1.2.3", "description": null, "license": "MIT", "dependencies": ["serde"]});
    assert_eq!(apple, expected);
    let dependents = inspector.dependents("serde", None).unwrap().into_parts().0;
    assert_eq!(
        serde_json::to_value(dependents).unwrap(),
        json!([
            {"package": "apple", "requirement": "1", "kinds": ["normal"]},
            {"package": "pip", "requirement": "2", "kinds": ["dev", "build"]},
        ])
    );
}

#[test]
fn pages_contain_each_package_once() {
    let folder = Folder::new("pages", "[workspace]\nmembers = ['*']\n");
    for name in ["a", "b", "c", "d", "e"] {
        folder.package(name, "description = 'A fruit'\n");
    }
    let inspector = folder.inspector().page_bytes(1_150);
    let (mut sizes, mut cursor) = (Vec::new(), None);
    loop {
        let page = inspector.packages(Some("FRUIT"), cursor.as_deref()).unwrap();
        sizes.push(page.len());
        cursor = page.cursor().map(str::to_owned);
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(sizes, [2, 2, 1]);
    assert!(inspector.packages(Some("plum"), None).unwrap().is_empty());
}

#[test]
fn names_are_checked_and_near_misses_found() {
    let folder = Folder::new("names", "[workspace]\nmembers = ['*']\n");
    folder.package("apple", "");
    let inspector = folder.inspector();
    let missed = report(inspector.package("appel"));
    assert_eq!(missed.code(), "NOT_FOUND");
    let details = serde_json::to_value(missed.details()).unwrap();
    assert_eq!(details["near_misses"], json!(["apple"]));
    for name in ["", " ", &"a".repeat(65)] {
        assert_eq!(report(inspector.package(name)).code(), "VALIDATION_ERROR");
    }
}

#[test]
fn source_is_counted_and_the_rest_is_listed() {
    let folder = Folder::new("source", "[workspace]\nmembers = ['apple']\n");
    folder.package("apple", "");
    folder.write("apple/src/inner/more.rs", "\n\n");
    folder.write("apple/src/notes.txt", "no Rust");
    fs::write(folder.0.join("apple/src/broken.rs"), b"\xff").unwrap();
    let inspector = folder.inspector();
    let counted = inspector.count("apple", || true).unwrap();
    assert_eq!((counted.files, counted.lines), (2, 3));
    assert_eq!(counted.left_out.paths, ["apple/src/broken.rs"]);
    assert!(!counted.left_out.is_unfinished);

    let counted = inspector.count("apple", || false).unwrap();
    assert_eq!((counted.files, counted.lines), (0, 0));
    assert_eq!(
        (&*counted.left_out.paths, counted.left_out.count),
        (&["apple/src".to_owned()][..], 1)
    );
    assert!(counted.left_out.is_unfinished);
}

/// The manifest, the line and the mistake: enough to fix it, and nothing about the machine.
#[test]
fn a_mistake_is_named_with_its_line() {
    let folder = Folder::new("mistakes", "[workspace]\nmembers = ['apple']\n");
    let missing = folder.refusal();
    assert_eq!((missing.code(), missing.path()), ("MANIFEST_UNREADABLE", Some("apple/Cargo.toml")));
    folder.write("apple/Cargo.toml", "[package]\nname = 7\n");
    let message = folder.refusal().message().to_owned();
    assert!(message.starts_with("apple/Cargo.toml cannot be read: line 2: "), "{message}");
    folder.write("apple/Cargo.toml", "[package]\nname = 'pip'\n");
    folder.package("pip", "");
    folder.write("Cargo.toml", "[workspace]\nmembers = ['apple', 'pip']\n");
    assert!(folder.refusal().message().contains("apple/Cargo.toml has a package of the same name"));
    let nowhere = report(Inspector::new(&folder.0.join("nowhere")).packages(None, None));
    assert_eq!(nowhere.code(), "MANIFEST_UNREADABLE");
    assert!(!nowhere.message().contains(env!("CARGO_TARGET_TMPDIR")), "{}", nowhere.message());
}

#[test]
fn members_outside_the_folder_are_refused() {
    let folder = Folder::new("outside", "");
    folder.package("secret", "");
    let absolute = folder.0.join("secret").display().to_string();
    for member in ["../secret", "*/../../secret", "../*", &absolute] {
        folder.write("root/Cargo.toml", &format!("[workspace]\nmembers = [{member:?}]\n"));
        folder.package("root/apple", "");
        match Inspector::new(&folder.0.join("root")).packages(None, None) {
            // A glob finds nothing there.
            Ok(page) => assert!(page.is_empty() && member == "../*", "{member}: {page:?}"),
            Err(error) => assert_eq!(error.failure().report().code(), "MANIFEST_UNREADABLE"),
        }
    }
}

#[cfg(unix)]
#[test]
fn links_that_lead_out_of_the_folder_are_not_followed() {
    use std::os::unix::fs::symlink;

    let folder = Folder::new("links", "");
    folder.package("secret", "");
    folder.write("root/Cargo.toml", "[workspace]\nmembers = ['apple']\n");
    folder.package("root/apple", "");
    symlink(folder.0.join("secret/src/lib.rs"), folder.0.join("root/apple/src/link.rs")).unwrap();
    symlink("../../../secret/src", folder.0.join("root/apple/src/folder")).unwrap();
    let counted = Inspector::new(&folder.0.join("root")).count("apple", || true).unwrap();
    assert_eq!((counted.files, counted.lines), (1, 1));
    assert_eq!(counted.left_out.paths, ["apple/src/link.rs"]);

    symlink("../secret", folder.0.join("root/secret")).unwrap();
    for members in ["'secret'", "'s*'"] {
        folder.write("root/Cargo.toml", &format!("[workspace]\nmembers = [{members}]\n"));
        let refused = report(Inspector::new(&folder.0.join("root")).packages(None, None));
        assert_eq!(refused.path(), Some("secret/Cargo.toml"), "{members}");
    }
    // Another folder in the place of this one isn't read.
    folder.write("root/Cargo.toml", "[workspace]\nmembers = ['apple']\n");
    let inspector = Inspector::new(&folder.0.join("root"));
    fs::rename(folder.0.join("root"), folder.0.join("moved")).unwrap();
    symlink("secret", folder.0.join("root")).unwrap();
    assert!(inspector.package("apple").is_ok());
}

#[cfg(unix)]
#[test]
fn nobody_waits_for_a_pipe() {
    let pipe = |path: PathBuf| {
        fs::remove_file(&path).unwrap();
        assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
    };
    let folder = Folder::new("pipes", "[workspace]\nmembers = ['apple']\n");
    folder.package("apple", "");
    pipe(folder.0.join("apple/src/lib.rs"));
    let counted = folder.inspector().count("apple", || true).unwrap();
    assert_eq!(counted.left_out.paths, ["apple/src/lib.rs"]);
    pipe(folder.0.join("apple/Cargo.toml"));
    assert!(folder.refusal().message().contains("not a regular file"));
}

#[test]
fn manifests_have_a_limit_each_and_together() {
    let folder = Folder::new("sizes", "[workspace]\nmembers = ['*']\n");
    let comment = |bytes: u64| format!("#{}\n", "x".repeat(usize::try_from(bytes).unwrap()));
    folder.package("apple", &comment(MAX_MANIFEST_BYTES));
    assert!(folder.refusal().message().contains("more than 262144 bytes"));
    for index in 0..=MAX_MANIFESTS_BYTES / MAX_MANIFEST_BYTES {
        folder.package(&format!("p{index}"), &comment(MAX_MANIFEST_BYTES - 100));
    }
    folder.package("apple", "");
    let message = folder.refusal().message().to_owned();
    assert!(message.contains("with it, the manifests have more than 2097152 bytes"), "{message}");

    let members: Vec<_> = (0..=MAX_PACKAGES).map(|index| format!("p{index}")).collect();
    let folder = Folder::new("members", &format!("[workspace]\nmembers = {members:?}\n"));
    assert!(folder.refusal().message().contains("more than 1000 members"));
}

/// Manifests that would be large or slow if each part of them was copied or tried for each other part.
#[test]
fn hostile_manifests_take_little_time() {
    let size = usize::try_from(MAX_MANIFEST_BYTES).unwrap() - 200;
    let lines = |line: &dyn Fn(usize) -> String| {
        let mut text = String::new();
        for index in 0.. {
            let line = line(index);
            if text.len() + line.len() > size {
                break;
            }
            text += &line;
        }
        text
    };
    let long = "x".repeat(size / 2);
    let inherited = format!(
        "[workspace.dependencies]\nx = '{long}'\n[package]\nname = 'a'\n[dependencies]\n{}",
        lines(&|index| format!("a{index:x}.workspace=true\n"))
    );
    let members = |member: &str| {
        format!(
            "[workspace]\nmembers = [{}]\n",
            format!("'{member}',").repeat(size / (member.len() + 3))
        )
    };
    for (name, manifest) in [
        ("nested", format!("x = {}1{}\n", "[".repeat(size / 2), "]".repeat(size / 2))),
        ("dotted", format!("{}x = 1\n", "a.".repeat(size / 2))),
        (
            "dependencies",
            format!(
                "[package]\nname = 'a'\n[dependencies]\n{}",
                lines(&|index| format!("a{index:x}='1'\n"))
            ),
        ),
        ("inherited", inherited[..inherited.len().min(size)].to_owned()),
        ("description", format!("[package]\nname = 'a'\ndescription = '{long}{long}'\n")),
        ("members", members("*")),
        ("deep", members("*/*/*/*")),
        ("long", format!("[workspace]\nmembers = ['{}']\n", "a/".repeat(size / 2))),
        ("stars", format!("[workspace]\nmembers = ['{}b']\n", "*a".repeat(500))),
        ("up", format!("[workspace]\nmembers = ['{}p1']\n", "p1/../".repeat(150))),
    ] {
        let folder = Folder::new(&format!("hostile_{name}"), &manifest);
        for index in 0..20 {
            folder.write(&format!("p{index}/{}/x", "a".repeat(200)), "");
        }
        let start = Instant::now();
        let answer = match folder.inspector().packages(None, None) {
            Ok(page) => serde_json::to_value(page.into_parts().0).unwrap(),
            Err(error) => Value::from(error.failure().report().message()),
        };
        let time = start.elapsed();
        assert!(time < Duration::from_secs(11), "{name}: {time:?}");
        assert!(answer.to_string().len() < 5 * MAX_TEXT, "{name}: {answer}");
    }
}
