//! Checks each mistake: its number of errors, the names and places in them, and that the fix compiles.
//!
//! `cargo test --test ui report -- --nocapture` prints the counts.

use std::fs;
use std::path::Path;

use crate::family::{Family, Mistake};

/// The family whose errors are at a whole attribute: the dialect is missing, and no token of the attribute is wrong.
const AT_THE_ATTRIBUTE: &str = "attribute/no_dialect";

/// The family without a `.fixed` file. Each fix is a feature in `Cargo.toml`, and the tests of that feature compile the code.
const NOT_FIXED: &str = "feature/missing";

/// Names that occur only in expansions.
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

/// One mistake, one error, in the user's words and on the user's token, with a fix that compiles.
#[test]
fn report() {
    let families = Family::all();
    let mut mistakes = 0;
    let (mut several, mut at_the_attribute, mut fixed) = (Vec::new(), 0, 0);
    for family in &families {
        for mistake in &family.mistakes {
            let place = format!("{}: {}", family.id, mistake.meant());
            mistake.check(&place);
            let errors = mistake.errors.len();
            assert_eq!(errors, mistake.expected_errors(), "{place}");
            let is_at_an_attribute = mistake.errors.iter().any(|error| is_at_an_attribute(error));
            assert_eq!(is_at_an_attribute, family.id == AT_THE_ATTRIBUTE, "{place}");
            assert_eq!(mistake.fixed.is_none(), family.id == NOT_FIXED, "{place}");

            mistakes += 1;
            at_the_attribute += usize::from(is_at_an_attribute);
            fixed += usize::from(mistake.fixed.is_some());
            if errors != 1 {
                several.push(format!("{errors} errors: {place}"));
            }
        }
    }
    println!("| | mistakes |\n|---|---|");
    println!("| all, in {} families | {mistakes} |", families.len());
    println!("| one error | {} |", mistakes - several.len());
    println!("| a hidden name in a message or a label | 0 |");
    println!("| an error at a whole attribute | {at_the_attribute} |");
    println!("| the fix is applied and compiled | {fixed} |");
    println!("\n{}", several.join("\n"));
    assert!(mistakes >= 500, "{mistakes} mistakes");
}

impl Mistake {
    fn check(&self, place: &str) {
        assert!(self.meant().ends_with('.'), "{place}");
        for error in &self.errors {
            assert!(!error.lines().any(|line| line.starts_with("warning")), "{place}");
            assert_eq!(hidden_names(error), [""; 0], "{place}");
        }
        if let Some(fixed) = &self.fixed {
            assert_eq!(fixed.lines().next(), Some(self.meant()), "{place}");
            let code = |part: &str| -> Vec<String> {
                part.lines().filter(|line| !line.starts_with("//")).map(str::to_owned).collect()
            };
            let (code, fixed) = (code(&self.source), code(fixed));
            assert_ne!(code, fixed, "{place}");
            let changed = fixed.iter().filter(|line| !code.contains(line)).count();
            assert!(changed <= 12, "{place}: the fix is no more than the message says");
        }
    }

    /// One, unless a comment has another number, with the reason.
    fn expected_errors(&self) -> usize {
        let comments = self.comments("errors");
        let number = comments.first().map(|comment| comment.split_once(", ").unwrap().0);
        number.map_or(1, |number| number.parse().unwrap())
    }
}

/// The lines of an error that name hidden items. Its notes may: rustc writes there which bound of which function failed.
fn hidden_names(error: &str) -> Vec<&str> {
    let is_note = |line: &&str| {
        ["= ", "note: ", "help: "].iter().any(|start| line.trim_start().starts_with(start))
    };
    let lines = error.lines().take_while(|line| !is_note(line));
    lines.filter(|line| HIDDEN.iter().any(|hidden| line.contains(hidden))).collect()
}

/// Whether an error points at a whole attribute.
fn is_at_an_attribute(error: &str) -> bool {
    let lines: Vec<_> = error.lines().collect();
    lines.windows(2).any(|pair| covers_attribute(pair[0], pair[1]))
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

#[test]
fn every_fix_is_compiled() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path| fs::read_to_string(package.join(path)).unwrap();
    let lists = read("tests/fixes.rs") + &read("tests/servers-ui/tests/fixes.rs");
    for Family { id, .. } in Family::all() {
        let line = format!("#[path = \"ui/{id}.fixed\"]");
        assert_eq!(lists.contains(&line), id != NOT_FIXED, "{line}");
    }
}
