//! What holds for every case: how many errors it is, what they name and where they point, and that the fix compiles.
//!
//! `cargo test --test ui report -- --nocapture` prints the counts. An exception is in a list here, with its reason.

use std::fs;
use std::path::{Path, PathBuf};

use super::{SERVERS, cases, folders, name};

/// Cases with more than one error.
const SEVERAL_ERRORS: [(&str, &str); 7] = [
    ("attribute/several_mistakes", "several mistakes, each of which is reported"),
    (
        "error/attribute_without_the_derive",
        "the compiler reports an unknown attribute, whatever else is wrong",
    ),
    ("error/code_after_thiserrors_message", "the first is that of thiserror"),
    ("error/code_of_no_vocabulary", "two mistakes, each of which is reported"),
    ("error/mark_on_the_wrong_place", "two mistakes, each of which is reported"),
    ("error/several_mistakes", "several mistakes, each of which is reported"),
    (
        "function/on_a_module_in_a_file",
        "the compiler reports a module in a file, whatever attribute is on it",
    ),
];

/// Cases whose error is at a whole attribute.
const AT_THE_ATTRIBUTE: [(&str, &str); 3] = [
    ("attribute/block_without_a_dialect", NO_TOKEN),
    ("attribute/no_dialect", NO_TOKEN),
    ("attribute/without_parentheses", NO_TOKEN),
];

const NO_TOKEN: &str = "the dialect is missing, and no token of the attribute is wrong";

/// Cases without a `.fixed` file.
const NOT_FIXED: [(&str, &str); 8] = [
    ("feature/extractor", FEATURE),
    ("feature/list_failures", FEATURE),
    ("feature/output_schema", FEATURE),
    ("feature/returns_a_result", FEATURE),
    ("feature/rmcp", FEATURE),
    ("feature/send_contexts", FEATURE),
    ("feature/status", FEATURE),
    ("feature/timeout", FEATURE),
];

const FEATURE: &str =
    "the fix is a feature in `Cargo.toml`; the tests of that feature compile the same code";

/// What an expansion names, and no user could write.
const HIDDEN: [&str; 19] = [
    "__private",
    "`__",
    "Caught<",
    "ErrorMessage",
    "IntoFailure",
    "Keys<",
    "Known<",
    "Nest<",
    "Outcome",
    "Place<",
    "Returned",
    "Running<",
    "Speaks",
    "Summarised",
    "Take<",
    "TypeOf<",
    "envelope_runtime::Serialize",
    "`finish`",
    "`root`",
];

/// A case with what the compiler says.
struct Case {
    /// `folder/name`
    id: String,
    /// The first two lines are comments.
    source: String,
    stderr: String,
    /// The source with the fix.
    fixed: Option<String>,
}

impl Case {
    fn all() -> Vec<Self> {
        cases().iter().map(|path| Self::read(path)).collect()
    }

    fn read(path: &Path) -> Self {
        let folder = name(path.parent().unwrap());
        Self {
            id: format!("{folder}/{}", name(&path.with_extension(""))),
            source: fs::read_to_string(path).unwrap(),
            stderr: fs::read_to_string(path.with_extension("stderr")).unwrap(),
            fixed: fs::read_to_string(path.with_extension("fixed")).ok(),
        }
    }

    fn errors(&self) -> impl Iterator<Item = &str> {
        self.stderr.split("\nerror")
    }

    /// How many errors there must be, as the second line says.
    fn declared_errors(&self) -> usize {
        let mut lines = self.source.lines();
        let meant = lines.next().unwrap_or_default();
        assert!(meant.starts_with("// The ") && meant.ends_with('.'), "{}", self.id);
        let declared = lines.next().and_then(|line| line.strip_prefix("// errors: "));
        declared
            .and_then(|count| count.parse().ok())
            .unwrap_or_else(|| panic!("{} does not say how many errors there are", self.id))
    }

    /// The first line of each error, and the labels under the user's code. The notes are left out: rustc writes there which
    /// bound of which function failed.
    fn lines_of_messages(&self) -> impl Iterator<Item = &str> {
        let is_note = |line: &str| {
            let line = line.trim_start();
            ["= ", "note: ", "help: "].iter().any(|start| line.starts_with(start))
        };
        self.errors().flat_map(move |error| error.lines().take_while(move |line| !is_note(line)))
    }

    fn hidden_names(&self) -> Vec<&str> {
        let is_hidden = |line: &&str| HIDDEN.iter().any(|hidden| line.contains(hidden));
        self.lines_of_messages().filter(is_hidden).collect()
    }

    /// Whether an error points at a whole attribute.
    fn is_at_an_attribute(&self) -> bool {
        self.errors().any(|error| {
            let lines: Vec<_> = error.lines().collect();
            lines
                .windows(2)
                .any(|pair| matches!(pair, [code, marks] if covers_attribute(code, marks)))
        })
    }

    /// The lines of the fix that are not in the case.
    fn changed_lines(&self, fixed: &str) -> usize {
        fixed.lines().filter(|line| !self.source.lines().any(|known| known == *line)).count()
    }
}

/// Whether the marks `^^^` under a line of code cover all of an attribute, or the code is the first of several marked lines that
/// start with one.
fn covers_attribute(code: &str, marks: &str) -> bool {
    let Some((_, code_text)) = code.split_once('|') else { return false };
    if code_text
        .trim_start()
        .strip_prefix('/')
        .is_some_and(|rest| rest.trim_start().starts_with("#["))
    {
        return true;
    }
    let (Some(start), Some(end)) = (marks.find('^'), marks.rfind('^')) else { return false };
    let marked = code.get(start..=end).unwrap_or_default();
    marked.starts_with("#[") && marked.ends_with(']')
}

/// The reason of an exception.
fn reason(list: &[(&'static str, &'static str)], id: &str) -> Option<&'static str> {
    list.iter().find(|(case, _)| *case == id).map(|(_, reason)| *reason)
}

/// One mistake, one error, in the user's words and on the user's token, with a fix that compiles.
#[test]
fn report() {
    let cases = Case::all();
    assert!(cases.len() >= 371, "{} cases", cases.len());
    let (mut several, mut at_attribute, mut not_fixed) = (Vec::new(), Vec::new(), Vec::new());
    for case in &cases {
        let Case { id, .. } = case;
        let declared = case.declared_errors();
        assert_eq!(case.errors().count(), declared, "{id}");
        assert!(!case.stderr.lines().any(|line| line.starts_with("warning")), "{id}");
        assert_eq!(case.hidden_names(), [""; 0], "{id}");
        if declared != 1 {
            several.push(id.as_str());
        }
        if case.is_at_an_attribute() {
            at_attribute.push(id);
        }
        match &case.fixed {
            None => not_fixed.push(id),
            Some(fixed) => {
                let changed = case.changed_lines(fixed);
                assert!(changed <= 12, "{id}: the fix is no more than the message says");
                let code = case.source.lines().filter(|line| !line.starts_with("//"));
                assert_ne!(code.collect::<Vec<_>>(), fixed.lines().collect::<Vec<_>>(), "{id}");
            }
        }
    }
    println!("| | cases |");
    println!("|---|---|");
    println!("| all | {} |", cases.len());
    println!("| one error | {} |", cases.len() - several.len());
    println!("| a hidden name in a message or a label | 0 |");
    println!("| an error at a whole attribute | {} |", at_attribute.len());
    println!("| the fix is applied and compiled | {} |", cases.len() - not_fixed.len());
    check_exceptions("several errors", &several, &SEVERAL_ERRORS);
    check_exceptions("at a whole attribute", &at_attribute, &AT_THE_ATTRIBUTE);
    check_exceptions("not fixed", &not_fixed, &NOT_FIXED);
}

/// Each exception has a reason, and each reason is that of an exception.
fn check_exceptions(
    what: &str,
    found: &[impl AsRef<str>],
    reasons: &[(&'static str, &'static str)],
) {
    println!();
    let found: Vec<_> = found.iter().map(AsRef::as_ref).collect();
    for id in &found {
        println!("{what}: {id}: {}", reason(reasons, id).unwrap_or_default());
    }
    let without: Vec<_> = found.iter().filter(|id| reason(reasons, id).is_none()).collect();
    assert!(without.is_empty(), "{what}: no reason for {without:#?}");
    for (id, _) in reasons {
        assert!(found.contains(id), "{what}: {id} is no exception");
    }
}

/// The modules of a list of fixes.
fn modules(folders: &[PathBuf]) -> String {
    let mut modules = String::new();
    for folder in folders {
        let all = cases();
        let of_folder = all.iter().filter(|case| case.parent() == Some(folder));
        let fixed: Vec<_> =
            of_folder.filter(|case| case.with_extension("fixed").exists()).collect();
        if fixed.is_empty() {
            continue;
        }
        let folder = name(folder);
        if folder == "schema" {
            modules.push_str("#[cfg(feature = \"schemars\")]\n");
        }
        modules.push_str(&format!("#[path = \"ui/{folder}\"]\nmod {folder} {{\n"));
        for case in fixed {
            let case = case.with_extension("");
            let case = name(&case);
            modules.push_str(&format!("    #[path = \"{case}.fixed\"]\n    mod {case};\n"));
        }
        modules.push_str("}\n");
    }
    modules
}

/// `.ci/bless` writes the lists again.
#[test]
fn the_lists_of_fixes_are_current() {
    let (of_servers, others): (Vec<_>, Vec<_>) =
        folders().into_iter().partition(|folder| folder.ends_with(SERVERS));
    check_list("tests/fixes.rs", &others);
    check_list("tests/servers-ui/tests/fixes.rs", &of_servers);
}

fn check_list(path: &str, folders: &[PathBuf]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let source = fs::read_to_string(&path).unwrap();
    let (head, _) = source.split_once("\n#[").unwrap();
    let current = format!("{head}\n{}", modules(folders));
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &current).unwrap();
    }
    assert_eq!(fs::read_to_string(path).unwrap(), current, "`.ci/bless` writes it again");
}
