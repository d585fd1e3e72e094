//! What must not compile, and what the compiler then says.
//!
//! Every file in `tests/ui` is one mistake, or several that are to be reported at once. Its first line says what the author
//! meant, its second how many errors there are to be.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The Rust release that the `.stderr` files were written with: another one has other words.
const RUST: &str = "1.95";

fn cases() -> Vec<PathBuf> {
    let folders = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ui")).unwrap();
    let mut cases: Vec<_> = folders
        .flat_map(|folder| fs::read_dir(folder.unwrap().path()).unwrap())
        .map(|file| file.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect();
    cases.sort();
    cases
}

#[test]
fn mistakes_do_not_compile() {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(rustc).arg("--version").output().unwrap().stdout;
    let version = String::from_utf8_lossy(&version);
    if !version.starts_with(&format!("rustc {RUST}.")) {
        println!("left out: the expected messages are those of Rust {RUST}, and this is {version}");
        return;
    }
    trybuild::TestCases::new().compile_fail("tests/ui/*/*.rs");
}

/// One mistake, one error: a cascade would show in the count.
#[test]
fn every_mistake_is_one_error() {
    let cases = cases();
    assert!(cases.len() >= 55, "{} cases", cases.len());
    for case in cases {
        let source = fs::read_to_string(&case).unwrap();
        let mut lines = source.lines();
        let meant = lines.next().unwrap_or_default();
        assert!(meant.starts_with("// The ") && meant.ends_with('.'), "{}", case.display());
        let declared = lines.next().and_then(|line| line.strip_prefix("// errors: "));
        let declared: usize = declared
            .and_then(|count| count.parse().ok())
            .unwrap_or_else(|| panic!("{} does not say how many errors there are", case.display()));
        let stderr = fs::read_to_string(case.with_extension("stderr")).unwrap();
        let errors = stderr.lines().filter(|line| line.starts_with("error")).count();
        assert_eq!(errors, declared, "{}", case.display());
        assert!(!stderr.contains("warning:"), "{}", case.display());
    }
}
