//! Nothing outside of the folder is shown.

use crate::support::{Folder, report};
use workspace_inspector::{Inspector, Unparsed, UnparsedReason};

fn names(inspector: &Inspector) -> Vec<String> {
    let page = inspector.packages(None, 50).unwrap();
    page.items.into_iter().map(|package| package.name).collect()
}

/// A package alone: the manifest of its workspace is outside, and is not read.
#[test]
fn packages_around_the_folder_are_not_shown() {
    let folder = Folder::workspace("around", &["inner", "inner/nested", "sibling"]);
    folder.package("sibling", "[dependencies]\nserde = \"1\"\n");
    let inspector = Inspector::new(&folder.path("inner"));
    assert_eq!(names(&inspector), ["inner"]);
    assert_eq!(report(inspector.package("sibling")).code(), "NOT_FOUND");
    assert_eq!(inspector.dependents("serde", None, 1).unwrap().total_count, 0);
}

#[test]
fn what_is_inherited_from_outside_is_said() {
    let folder = Folder::new("inherits_from_outside");
    folder.write(
        "Cargo.toml",
        "[workspace]\nmembers = [\"apple\"]\npackage.version = \"7.7.7\"\ndependencies.serde = \"7\"\n",
    );
    for (inherited, named) in [
        ("version.workspace = true", "`version`"),
        ("version = \"1.0.0\"\n[dependencies]\nserde.workspace = true", "`serde`"),
    ] {
        folder.write("apple/Cargo.toml", format!("[package]\nname = \"apple\"\n{inherited}\n"));
        folder.write("apple/src/lib.rs", "");
        let refused = report(Inspector::new(&folder.path("apple")).packages(None, 1));
        assert_eq!(refused.code(), "MANIFEST_UNREADABLE");
        assert_eq!(refused.path(), Some("Cargo.toml"));
        let message = refused.message();
        assert!(message.contains(named) && message.contains("start the inspector in"), "{message}");
        assert!(!message.contains('7'), "{message}");
    }
}

#[test]
fn members_outside_the_folder_are_left_out_and_named() {
    let folder = Folder::new("members_outside");
    folder.package("outside", "workspace = \"../root\"\n");
    folder.package("root/apple", "[dependencies]\noutside = { path = \"../../outside\" }\n");
    let absolute = folder.path("outside").display().to_string();
    let outside = ["../outside", "apple/../../outside", "../../../../**", "../*", &absolute];
    folder.write(
        "root/Cargo.toml",
        format!(
            "[workspace]\nmembers = [\"apple\", {}]\nresolver = \"3\"\n",
            format!("{outside:?}").trim_matches(['[', ']'])
        ),
    );
    let inspector = Inspector::new(&folder.path("root"));
    assert_eq!(names(&inspector), ["apple"]);
    let left_out = inspector.packages(None, 1).unwrap().left_out;
    assert_eq!(left_out[..4], outside[..4]);
    assert_eq!(left_out[4..], ["…/outside"]);
    assert_eq!(inspector.find_packages("p", None, 1).unwrap().left_out, left_out);
    assert_eq!(inspector.dependents("p", None, 1).unwrap().left_out, left_out);
}

#[test]
fn modules_and_targets_outside_the_folder_are_not_read() {
    let folder = Folder::new("files_outside");
    folder.write("secret.rs", "pub fn secret() {}\nunsafe fn secret_too() {}");
    folder.write(
        "root/Cargo.toml",
        "[workspace]\nmembers = [\"apple\", \"banana\"]\nresolver = \"3\"\n",
    );
    folder.package("root/apple", "");
    let absolute = folder.path("secret.rs");
    let lib = format!(
        "#[path = \"../../../secret.rs\"] pub mod a;\n#[path = {absolute:?}] pub mod b;\n#[path = \"/nowhere.rs\"] pub mod c;"
    );
    folder.write("root/apple/src/lib.rs", lib);
    folder.package("root/banana", "[lib]\npath = \"../../secret.rs\"\n");
    let inspector = Inspector::new(&folder.path("root"));

    let modules = inspector.exports("apple", None, 50).unwrap();
    assert_eq!(modules.page.total_count, 3);
    let reasons: Vec<_> = modules.unparsed.iter().map(|unparsed| unparsed.reason).collect();
    assert_eq!(reasons, [UnparsedReason::NotInside; 3]);

    let library = inspector.exports("banana", None, 50).unwrap();
    assert_eq!((library.page.total_count, library.unparsed_count), (0, 1));
    let sites = inspector.unsafe_sites("banana", None, 50).unwrap();
    assert_eq!((sites.page.total_count, sites.unparsed_count), (0, 1));
    let shown = format!("{library:?}{sites:?}{modules:?}");
    assert!(!shown.contains(env!("CARGO_TARGET_TMPDIR")), "{shown}");
}

#[cfg(unix)]
mod links {
    use std::os::unix::fs::symlink;

    use super::*;

    fn links(scanned: &[Unparsed]) -> Vec<(&str, UnparsedReason)> {
        scanned.iter().map(|unparsed| (unparsed.file.as_str(), unparsed.reason)).collect()
    }

    #[test]
    fn links_are_named_and_not_followed() {
        let folder = Folder::new("links");
        folder.write("outside/secret.rs", "pub unsafe fn secret() {}");
        folder.write("outside/lib.rs", "pub unsafe fn secret() {}");
        folder.write(
            "root/Cargo.toml",
            "[workspace]\nmembers = [\"apple\", \"banana\"]\nresolver = \"3\"\n",
        );
        folder.package("root/apple", "");
        folder.package("root/banana", "");
        folder.write("root/apple/src/lib.rs", "pub mod secret; pub mod more { pub mod secret; }");
        symlink(folder.path("outside/secret.rs"), folder.path("root/apple/src/secret.rs")).unwrap();
        symlink(folder.path("outside"), folder.path("root/apple/src/more")).unwrap();
        std::fs::remove_dir_all(folder.path("root/banana/src")).unwrap();
        symlink(folder.path("outside"), folder.path("root/banana/src")).unwrap();
        let inspector = Inspector::new(&folder.path("root"));

        let apple = inspector.unsafe_sites("apple", None, 50).unwrap();
        assert_eq!(apple.page.total_count, 0);
        assert_eq!(
            links(&apple.unparsed),
            [
                ("apple/src/more", UnparsedReason::Symlink),
                ("apple/src/secret.rs", UnparsedReason::Symlink)
            ]
        );
        let banana = inspector.unsafe_sites("banana", None, 50).unwrap();
        assert_eq!(banana.page.total_count, 0);
        assert_eq!(links(&banana.unparsed), [("banana/src", UnparsedReason::Symlink)]);
        assert_eq!(inspector.count("banana").unwrap().source.files, 0);

        let exports = inspector.exports("apple", None, 50).unwrap();
        let paths: Vec<_> = exports.page.items.iter().map(|export| export.path.as_str()).collect();
        assert_eq!(paths, ["apple::more", "apple::more::secret", "apple::secret"]);
        assert_eq!(exports.unparsed_count, 2);
        let exports = inspector.exports("banana", None, 50).unwrap();
        assert_eq!((exports.page.total_count, exports.unparsed_count), (0, 1));
    }

    /// The path is looked up once: what takes the place of the folder later is outside.
    #[test]
    fn another_folder_in_the_place_of_this_one_is_not_read() {
        let folder = Folder::workspace("replaced", &["root/apple", "other/secret"]);
        folder.write("root/Cargo.toml", "[workspace]\nmembers = [\"apple\"]\n");
        folder.write("other/Cargo.toml", "[workspace]\nmembers = [\"secret\"]\n");
        let inspector = Inspector::new(&folder.path("root"));
        assert_eq!(names(&inspector), ["apple"]);
        std::fs::rename(folder.path("root"), folder.path("moved")).unwrap();
        symlink(folder.path("other"), folder.path("root")).unwrap();
        // So that the manifests are read again.
        folder.package("moved/banana", "");
        folder.write("moved/Cargo.toml", "[workspace]\nmembers = [\"apple\", \"banana\"]\n");
        assert_eq!(names(&inspector), ["apple", "banana"]);
    }

    #[test]
    fn packages_behind_a_link_are_not_shown() {
        let folder = Folder::new("linked_package");
        folder.package("outside", "");
        folder.package("root/apple", "");
        folder.write(
            "root/Cargo.toml",
            "[workspace]\nmembers = [\"apple\", \"outside\"]\nresolver = \"3\"\n",
        );
        symlink(folder.path("outside"), folder.path("root/outside")).unwrap();
        let inspector = Inspector::new(&folder.path("root"));
        assert_eq!(names(&inspector), ["apple"]);
        assert_eq!(inspector.packages(None, 1).unwrap().left_out, ["outside"]);
        folder
            .write("root/Cargo.toml", "[workspace]\nmembers = [\"*\", \"**/outside\", \"out*\"]\n");
        assert_eq!(names(&inspector), ["apple"]);
        assert_eq!(inspector.packages(None, 1).unwrap().left_out, ["outside"]);
        folder.package("outside/inner", "");
        folder.write("root/Cargo.toml", "[workspace]\nmembers = [\"apple\", \"outside/*\"]\n");
        assert_eq!(names(&inspector), ["apple"]);
        assert_eq!(inspector.packages(None, 1).unwrap().left_out, ["outside"]);
    }

    /// Whatever is behind it, and whether it leads out of the folder or not.
    #[test]
    fn a_manifest_that_is_a_link_is_not_read() {
        let folder = Folder::new("linked_manifest");
        folder.write("secret", "hunter2:x\n");
        folder.package("outside", "description = \"hunter2\"\n");
        folder.write("root/Cargo.toml", "[workspace]\nmembers = [\"apple\", \"banana\"]\n");
        folder.write("root/apple/src/lib.rs", "");
        folder.package("root/banana", "");
        for target in ["secret", "outside/Cargo.toml", "root/banana/Cargo.toml", "nowhere"] {
            let link = folder.path("root/apple/Cargo.toml");
            symlink(folder.path(target), &link).unwrap();
            let page = Inspector::new(&folder.path("root")).packages(None, 2).unwrap();
            let names: Vec<_> = page.items.iter().map(|package| &package.name).collect();
            assert_eq!(names, ["banana"], "{target}");
            assert_eq!(page.left_out, ["apple"], "{target}");
            std::fs::remove_file(link).unwrap();
        }
        std::fs::remove_file(folder.path("root/Cargo.toml")).unwrap();
        symlink(folder.path("secret"), folder.path("root/Cargo.toml")).unwrap();
        let root = report(Inspector::new(&folder.path("root")).packages(None, 1));
        assert_eq!(root.code(), "MANIFEST_UNREADABLE");
        assert!(root.message().contains("it is a symbolic link"), "{}", root.message());
    }
}

#[test]
fn what_is_wrong_with_a_manifest_is_said_with_its_place() {
    let folder = Folder::workspace("relative", &["apple", "banana"]);
    folder.write("apple/Cargo.toml", "[package]\nname = 3\n");
    let broken = report(folder.inspector().packages(None, 1));
    assert_eq!(broken.path(), Some("apple/Cargo.toml"));
    assert_eq!(
        broken.message(),
        "apple/Cargo.toml cannot be read: 2:8: invalid type: integer `3`, expected a string"
    );
    assert!(broken.remediation().is_some_and(|words| words.starts_with("Fix apple/Cargo.toml")));

    let cases: [(&[u8], &str); 6] = [
        (
            b"[package]\nname = \"apple\"\nversion = 1\n",
            "3:11: expected a string or `{ workspace = true }`",
        ),
        (
            b"[package]\nname = \"apple\"\n[dependencies]\nx = 1\n",
            "4:5: expected a version requirement or a table",
        ),
        (b"[package]\nname = \"\xff\"\n", "it is not UTF-8"),
        (
            b"[package]\nname = \"apple\"\nlicense.workspace = true\n",
            "it inherits `license`, which is not in [workspace.package]",
        ),
        (
            b"[package]\nname = \"apple\"\n[dependencies]\nx.workspace = true\n",
            "it inherits `x`, which is not in [workspace.dependencies]",
        ),
        (b"no manifest", "1:4"),
    ];
    for (manifest, reason) in cases {
        folder.write("apple/Cargo.toml", manifest);
        let refused = report(folder.inspector().packages(None, 1));
        assert_eq!(refused.code(), "MANIFEST_UNREADABLE");
        assert!(refused.message().contains(reason), "{}", refused.message());
    }
    std::fs::remove_file(folder.path("apple/Cargo.toml")).unwrap();
    let missing = report(folder.inspector().packages(None, 1));
    assert!(missing.message().contains("it is not there"), "{}", missing.message());

    let gone = report(Inspector::new(&folder.path("no-such-folder")).packages(None, 1));
    assert_eq!(gone.code(), "MANIFEST_UNREADABLE");
    let tmp = env!("CARGO_TARGET_TMPDIR").trim_start_matches('/');
    assert!(!format!("{gone:?}").contains(tmp), "{gone:?}");
}

#[test]
fn the_settings_of_a_workspace_are_ignored() {
    let folder = Folder::workspace("settings", &["apple"]);
    folder.write("rust-toolchain.toml", "[toolchain]\nchannel = \"no-such-channel\"\n");
    folder.write(".cargo/config.toml", "no settings");
    // It is in the settings where a registry is.
    let dependency = "[dependencies]\nours = { version = \"1\", registry = \"private\" }\n";
    folder.package("apple", dependency);
    assert_eq!(folder.inspector().package("apple").unwrap().dependencies, ["ours"]);
}

#[test]
fn nothing_is_written() {
    let folder = Folder::workspace("written", &["apple"]);
    folder.package("apple", "[dependencies]\nserde = \"1\"\n");
    folder.inspector().packages(None, 1).unwrap();
    let entries = std::fs::read_dir(folder.path("")).unwrap();
    let mut entries: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
    entries.sort();
    assert_eq!(entries, ["Cargo.toml", "apple"]);
}

/// What reads, lists or starts something does it below the root, in `root.rs`. The unit tests, which come last, may write.
#[test]
fn one_file_of_the_code_reads_files() {
    let source = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut read = 0;
    for entry in std::fs::read_dir(source).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let code = text.split("\n#[cfg(test)]\nmod tests {\n").next().unwrap();
        let ways = [
            "fs::",
            "{fs",
            "process::",
            "net::",
            "canonicalize(",
            ".exists(",
            ".is_dir(",
            "read_link(",
        ];
        let found: Vec<_> = ways.into_iter().filter(|way| code.contains(way)).collect();
        assert!(found.is_empty() || path.ends_with("root.rs"), "{}: {found:?}", path.display());
        read += 1;
    }
    assert!(read > 10);
}
