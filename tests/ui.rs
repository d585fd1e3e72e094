//! What must not compile, and what the compiler then says.
//!
//! Every file in `tests/ui` is one mistake, or several that are to be reported together. Its first line says what the author
//! meant, its second how many errors there must be. The file beside it, `.stderr`, is exactly what the compiler says.
//!
//! `TRYBUILD=overwrite cargo test --test ui` writes the `.stderr` files again.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// The folders of cases, by subject.
fn folders() -> Vec<PathBuf> {
    let ui = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ui");
    let mut folders: Vec<_> =
        fs::read_dir(ui).unwrap().map(|folder| folder.unwrap().path()).collect();
    folders.sort();
    folders
}

fn name(folder: &Path) -> &str {
    folder.file_name().and_then(|name| name.to_str()).unwrap()
}

fn cases() -> Vec<PathBuf> {
    let mut cases: Vec<_> = folders()
        .iter()
        .flat_map(|folder| fs::read_dir(folder).unwrap())
        .map(|file| file.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect();
    cases.sort();
    cases
}

/// Other releases of the compiler use other words, so the messages are compared under this one only.
#[rustversion::attr(
    not(stable(1.95)),
    ignore = "the .stderr files are those of Rust 1.95, and this is another release"
)]
#[test]
fn mistakes_do_not_compile() {
    // What is in `schema` needs the feature, and what is in `feature` lacks it.
    let left_out = if cfg!(feature = "schemars") { "feature" } else { "schema" };
    let tests = trybuild::TestCases::new();
    for folder in folders() {
        let folder = name(&folder);
        if folder != left_out {
            tests.compile_fail(format!("tests/ui/{folder}/*.rs"));
        }
    }
}

/// One mistake, one error: a cascade would show in the count.
#[test]
fn every_mistake_is_one_error() {
    let cases = cases();
    assert!(cases.len() >= 150, "{} cases", cases.len());
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

/// Messages of the compiler itself, about code that has nothing to do with a contract.
const COMPILERS_OWN: [&str; 10] = [
    "method `ping_output_schema` is not",
    "mismatched types",
    "use of moved value",
    "no method named",
    "no field",
    "cannot find",
    "the trait bound `",
    "`Vec<u8>` doesn't implement",
    "`Vec<String>` doesn't implement",
    "`{integer}` is not an iterator",
];

/// The rules that the cases show, as a table for the docs: the message of each, and its fix.
fn rules() -> String {
    let mut table = String::new();
    let mut folder = String::new();
    for case in cases() {
        let stderr = fs::read_to_string(case.with_extension("stderr")).unwrap();
        let subject = case.parent().and_then(Path::file_name).unwrap().to_string_lossy();
        if subject != folder {
            folder = subject.into_owned();
            let _ = write!(table, "\n# {folder}\n\n| the compiler says | the mend |\n|---|---|\n");
        }
        for error in stderr.split("\nerror").map(|error| error.trim_start_matches("error")) {
            let (head, rest) = error.split_once('\n').unwrap_or((error, ""));
            let message = head.split_once(": ").map_or(head, |(_code, message)| message);
            if COMPILERS_OWN.iter().any(|own| message.starts_with(own)) {
                continue;
            }
            let (rule, fix) = split_fix(message, rest);
            assert!(!fix.is_empty(), "{} has no fix: {message}", case.display());
            let row = format!("| {} | {} |\n", rule.replace('|', "\\|"), fix.replace('|', "\\|"));
            if !table.contains(&row) {
                table.push_str(&row);
            }
        }
    }
    table.trim_start().to_owned()
}

/// The fix is at the end of a message, or in the notes below it.
fn split_fix<'a>(message: &'a str, notes: &str) -> (&'a str, String) {
    let ours: Vec<_> = notes
        .lines()
        .filter_map(|line| line.trim_start().strip_prefix("= note: "))
        .filter(|note| !note.starts_with("this error originates") && !note.starts_with("required"))
        .filter(|note| !note.starts_with("for types from other crates"))
        .collect();
    if !ours.is_empty() {
        return (message, ours.join("; "));
    }
    let split = message.split_once("; ").or_else(|| message.split_once(": "));
    split.map_or((message, message.to_owned()), |(rule, fix)| (rule, fix.to_owned()))
}

/// `RULES=overwrite cargo test --test ui` writes the table again.
#[test]
fn the_table_of_rules_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("envelope-runtime/src/rules.md");
    let rules = rules();
    if std::env::var_os("RULES").is_some_and(|value| value == "overwrite") {
        fs::write(&path, &rules).unwrap();
    }
    assert_eq!(fs::read_to_string(path).unwrap(), rules, "RULES=overwrite writes it again");
}
