//! Nothing outside of the folder is shown.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use support::{Folder, report};
use workspace_inspector::{Inspector, Unparsed, UnparsedReason};

fn names(inspector: &Inspector) -> Vec<String> {
    let page = inspector.packages(None, 50).unwrap();
    page.items.into_iter().map(|package| package.name).collect()
}

#[test]
fn packages_around_the_folder_are_not_shown() {
    let folder = Folder::workspace("around", &["inner", "inner/nested", "sibling"]);
    folder.package("sibling", "[dependencies]\nserde = \"1\"\n");
    let inspector = Inspector::new(&folder.path("inner"));
    assert_eq!(names(&inspector), ["inner", "nested"]);
    assert_eq!(report(inspector.package("sibling")).code(), "NOT_FOUND");
    assert_eq!(inspector.dependents("serde", None, 1).unwrap().total_count, 0);
}

#[test]
fn members_outside_the_folder_are_not_shown() {
    let folder = Folder::new("members_outside");
    folder.package("outside", "workspace = \"../root\"\n");
    folder.package("root/apple", "");
    folder.write(
        "root/Cargo.toml",
        "[workspace]\nmembers = [\"apple\", \"../outside\"]\nresolver = \"3\"\n",
    );
    assert_eq!(names(&Inspector::new(&folder.path("root"))), ["apple"]);
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
        assert_eq!(names(&Inspector::new(&folder.path("root"))), ["apple"]);
    }

    #[test]
    fn a_manifest_that_is_a_link_shows_nothing_of_what_is_behind() {
        let folder = Folder::new("linked_manifest");
        folder.write("secret", "hunter2:x\n");
        folder.write("root/Cargo.toml", "[workspace]\nmembers = [\"apple\"]\nresolver = \"3\"\n");
        folder.write("root/apple/src/lib.rs", "");
        symlink(folder.path("secret"), folder.path("root/apple/Cargo.toml")).unwrap();
        let member = report(Inspector::new(&folder.path("root")).packages(None, 1));
        assert_eq!(member.code(), "MANIFEST_UNREADABLE");
        assert!(!member.message().contains("hunter2"), "{}", member.message());
        symlink(folder.path("secret"), folder.path("Cargo.toml")).unwrap();
        std::fs::remove_file(folder.path("root/Cargo.toml")).unwrap();
        symlink(folder.path("secret"), folder.path("root/Cargo.toml")).unwrap();
        let root = report(Inspector::new(&folder.path("root")).packages(None, 1));
        assert!(root.message().contains("leads out of the folder"), "{}", root.message());
    }
}

#[test]
fn errors_of_cargo_have_paths_relative_to_the_folder() {
    let folder = Folder::workspace("relative", &["apple", "banana"]);
    folder.write("apple/Cargo.toml", "[package]\nname = 3\n");
    let broken = report(folder.inspector().packages(None, 1));
    assert_eq!(broken.code(), "MANIFEST_UNREADABLE");
    assert_eq!(broken.path(), Some("Cargo.toml"));
    assert!(broken.message().contains("--> ./apple/Cargo.toml:2:8"), "{}", broken.message());

    // A package that the workspace around it does not know.
    folder.package("apple", "");
    folder.package("stray", "");
    let stray = report(Inspector::new(&folder.path("stray")).packages(None, 1));
    assert!(stray.message().contains("believes it's in a workspace"), "{}", stray.message());

    folder.write("Cargo.toml", "no manifest");
    let around = report(Inspector::new(&folder.path("apple")).packages(None, 1));

    let gone = report(Inspector::new(&folder.path("no-such-folder")).packages(None, 1));
    for report in [broken, stray, around, gone] {
        let tmp = env!("CARGO_TARGET_TMPDIR").trim_start_matches('/');
        assert_eq!(report.code(), "MANIFEST_UNREADABLE");
        assert!(!format!("{report:?}").contains(tmp), "{report:?}");
    }
}

#[test]
fn the_settings_of_a_workspace_are_not_heeded() {
    let folder = Folder::workspace("settings", &["apple"]);
    folder.write("rust-toolchain.toml", "[toolchain]\nchannel = \"no-such-channel\"\n");
    folder.write(".cargo/config.toml", "no settings");
    assert_eq!(names(&folder.inspector()), ["apple"]);
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
