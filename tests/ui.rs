//! Code that must not compile, and the messages of the compiler.
//!
//! Every file in `tests/ui` is one mistake, or several that have to be reported together. Its first line says what the author
//! meant, its second how many errors there must be. Its last lines say, for each error, why the code is refused (`// why: …`)
//! and what to write instead (`// fix: …`). The file beside it, `.stderr`, is exactly what the compiler says.
//!
//! `.ci/bless` writes the `.stderr` files again, and the table of rules in the docs, which is made from both. A file `.fixed` is the case with the fix applied; `tests/fixes.rs`
//! compiles them, and `tests/servers-ui/tests/fixes.rs` those of servers.

#[path = "ui/report.rs"]
mod report;

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// The folders of cases, by subject.
fn folders() -> Vec<PathBuf> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders: Vec<_> = fs::read_dir(package.join("tests/ui"))
        .unwrap()
        .map(|folder| folder.unwrap().path())
        .filter(|path| path.is_dir())
        .collect();
    folders.sort();
    folders.push(package.join(SERVERS));
    folders
}

/// The cases that need the MCP SDK or `axum`. `tests/servers-ui/tests/ui.rs` runs them.
const SERVERS: &str = "tests/servers-ui/tests/ui/server";

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
    // The cases in `schema` need the feature, and the cases in `feature` lack it.
    let left_out = if cfg!(feature = "schemars") { "feature" } else { "schema" };
    let tests = trybuild::TestCases::new();
    for folder in folders() {
        let folder = name(&folder);
        if folder != left_out && folder != "server" {
            tests.compile_fail(format!("tests/ui/{folder}/*.rs"));
        }
    }
}

/// Cases whose error is the compiler's own, about code that has nothing to do with a contract: the attribute must not change
/// or repeat it. They are no rules.
const COMPILERS_OWN: [&str; 9] = [
    // In the body of a tool.
    "function/missing_end.rs",
    "function/missing_end_of_async.rs",
    "function/moved_twice.rs",
    "function/type_error_in_async_body.rs",
    "function/type_error_in_body.rs",
    "function/type_error_in_body_of_several.rs",
    "function/type_error_in_future.rs",
    "function/unknown_name_in_body.rs",
    // A path that leads nowhere.
    "dialect/unresolved.rs",
];

/// The groups of the table: folder, heading and introduction.
const GROUPS: [(&str, &str, &str); 8] = [
    ("function", "The function", "A tool is a function that returns a `Result`, `async` or not."),
    (
        "attribute",
        "The attribute `#[envelope_tool]`",
        "The arguments that are the same in every dialect, and how they are written.",
    ),
    (
        "dialect",
        "Dialects and their settings",
        "The requirements of a single contract, and metadata that it doesn't support.",
    ),
    (
        "data",
        "Data and `#[derive(Payload)]`",
        "A tool returns data that serializes, in most contracts to a JSON object.",
    ),
    (
        "error",
        "Errors and `#[derive(ToolError)]`",
        "A tool returns an error whose variants have a code, a category and a message. Only marked fields are sent.",
    ),
    (
        "schema",
        "Output schemas",
        "The requirements of `output_schema` and the module `schema`, with the feature `schemars`.",
    ),
    ("feature", "Features", "Arguments that need a feature of this crate."),
    (
        "server",
        "Servers",
        "The arguments of a tool in a server, with the features `rmcp` and `axum`, and the settings for the MCP SDK.",
    ),
];

/// One error of a case.
struct Rule<'a> {
    /// What the compiler says.
    message: String,
    why: &'a str,
    fix: &'a str,
}

impl<'a> Rule<'a> {
    /// The errors of a case, in the compiler's order.
    fn all_of(case: &Path, source: &'a str, stderr: &str) -> Vec<Self> {
        let messages: Vec<_> = stderr.split("\nerror").map(message).collect();
        let (whys, fixes) = (last_lines(source, "// why: "), last_lines(source, "// fix: "));
        let case = case.display();
        assert_eq!(whys.len(), messages.len(), "{case} says why for each error");
        assert_eq!(fixes.len(), messages.len(), "{case} has a fix for each error");
        let texts = whys.into_iter().zip(fixes);
        let rules = messages.into_iter().zip(texts);
        rules.map(|(message, (why, fix))| Self { message, why, fix }).collect()
    }

    fn check(&self, case: &Path) {
        let case = case.display();
        assert!(self.why.ends_with('.'), "{case}: `why` is a sentence");
        assert!(self.fix.matches('`').count() >= 2, "{case}: `fix` has code in it");
        for text in [self.why, self.fix] {
            assert_eq!(text.matches('`').count() % 2, 0, "{case}: {text}");
        }
    }

    fn row(&self) -> String {
        let cells = [self.message.as_str(), self.why, self.fix];
        let cells = cells.map(|text| text.replace('|', "\\|"));
        format!("| {} |\n", cells.join(" | "))
    }
}

/// The message of an error, with the types where rustc says no more than that they do not match.
fn message(error: &str) -> String {
    let (head, rest) = error.split_once('\n').unwrap_or((error, ""));
    let message = head.split_once(": ").map_or(head, |(_code, message)| message);
    let types =
        |line: &str| line.find("expected ").and_then(|at| line.get(at..)).map(str::to_owned);
    let mut labels = rest.lines().filter(|line| line.contains(", found ")).filter_map(types);
    let types = (message == "mismatched types").then(|| labels.next()).flatten();
    types.map_or(message.to_owned(), |types| format!("{message}: {types}"))
}

/// What follows `prefix` in the comments at the very end of a file.
fn last_lines<'a>(source: &'a str, prefix: &str) -> Vec<&'a str> {
    let comments = source.lines().rev().take_while(|line| line.starts_with("// "));
    let mut texts: Vec<_> = comments.filter_map(|line| line.strip_prefix(prefix)).collect();
    texts.reverse();
    texts
}

/// The rules that the cases show, as a table for the docs. Similar mistakes, with the same message or the same fix, are one row.
fn rules() -> String {
    let mut table = String::new();
    let cases = cases();
    for folder in folders() {
        assert!(GROUPS.iter().any(|(group, ..)| *group == name(&folder)), "{}", folder.display());
    }
    for (group, heading, introduction) in GROUPS {
        let _ = write!(
            table,
            "\n# {heading}\n\n{introduction}\n\n| compile error | reason | fix |\n|---|---|---|\n"
        );
        let of_group = cases.iter().filter(|case| name(case.parent().unwrap()) == group);
        let mut rows: Vec<(String, String, String)> = Vec::new();
        for case in of_group {
            let id = format!("{group}/{}", name(case));
            let source = fs::read_to_string(case).unwrap();
            if COMPILERS_OWN.contains(&id.as_str()) {
                assert!(last_lines(&source, "// why: ").is_empty(), "{id} is no rule");
                continue;
            }
            let stderr = fs::read_to_string(case.with_extension("stderr")).unwrap();
            for rule in Rule::all_of(case, &source, &stderr) {
                rule.check(case);
                let row = rule.row();
                let Rule { message, why, fix } = rule;
                let same =
                    rows.iter().find(|row| row.0 == message || (row.1 == why && row.2 == fix));
                if let Some((_, known_why, known_fix)) = same {
                    assert_eq!((&**known_why, &**known_fix), (why, fix), "{id}: the same message");
                    continue;
                }
                table.push_str(&row);
                rows.push((message, why.to_owned(), fix.to_owned()));
            }
        }
    }
    table.trim_start().to_owned()
}

#[test]
fn the_list_of_the_compilers_own_errors_is_current() {
    let ui = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ui");
    for case in COMPILERS_OWN {
        assert!(ui.join(case).exists(), "{case}");
    }
}

/// `.ci/bless` writes the table again.
#[test]
fn the_table_of_rules_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("envelope-runtime/src/rules.md");
    let rules = rules();
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &rules).unwrap();
    }
    assert_eq!(fs::read_to_string(path).unwrap(), rules, "`.ci/bless` writes it again");
}
