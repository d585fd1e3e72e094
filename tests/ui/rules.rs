//! The page of rules in the docs, `envelope-runtime/src/rules.md`, which is made from the mistakes.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use crate::family::{Family, Mistake};

/// The families of the compiler's own errors, about code that has nothing to do with a contract. The attribute must not change, hide or
/// repeat them, and they are no rules.
const COMPILERS_OWN: [&str; 3] = ["function/compilers_own", "function/lints", "server/lints"];

/// The sections of the page: folder, heading and introduction.
const SECTIONS: [(&str, &str, &str); 8] = [
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
        "A tool returns an error whose variants have a code, an error type and a message. Only marked fields are sent.",
    ),
    (
        "schema",
        "Output schemas",
        "The requirements of `output_schema` and the module `schema`, with the feature `schemars1`.",
    ),
    ("feature", "Features", "Arguments that need a feature of this crate."),
    (
        "server",
        "Servers",
        "The arguments of a tool in a server, with the features `rmcp3` and `axum08`, and the settings for the MCP SDK.",
    ),
];

/// A row of the page.
struct Rule {
    /// The compiler's messages about similar mistakes.
    messages: Vec<String>,
    /// The reason, and the fix if the messages do not contain it.
    reason: String,
}

/// `.ci/bless` writes the page again.
#[test]
fn the_page_of_rules_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("envelope-runtime/src/rules.md");
    let page = page();
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &page).unwrap();
    }
    assert_eq!(fs::read_to_string(path).unwrap(), page, "`.ci/bless` writes it again");
}

fn page() -> String {
    let families = Family::all();
    let mut page = String::new();
    for (folder, heading, introduction) in SECTIONS {
        let _ = write!(
            page,
            "\n# {heading}\n\n{introduction}\n\n| compile error | reason |\n|---|---|\n"
        );
        for Rule { messages, reason } in rules(&families, folder) {
            let [messages, reason] =
                [messages.join("<br>"), reason].map(|cell| cell.replace('|', "\\|"));
            let _ = writeln!(page, "| {messages} | {reason} |");
        }
    }
    page.trim_start().to_owned()
}

/// The rules of a folder, each once.
fn rules(families: &[Family], folder: &str) -> Vec<Rule> {
    let mut rules: Vec<Rule> = Vec::new();
    for family in families.iter().filter(|family| family.id.starts_with(folder)) {
        for mistake in &family.mistakes {
            for (message, reason) in mistake.reasons(family) {
                match rules.iter_mut().find(|rule| rule.reason == reason) {
                    None => rules.push(Rule { messages: vec![message], reason }),
                    Some(rule) => rule.add(message),
                }
            }
        }
    }
    rules
}

impl Rule {
    /// Messages that only differ in the code that they quote are listed once.
    fn add(&mut self, message: String) {
        let words =
            |message: &str| message.split('`').step_by(2).map(str::to_owned).collect::<Vec<_>>();
        if !self.messages.iter().any(|known| words(known) == words(&message)) {
            self.messages.push(message);
        }
    }
}

impl Mistake {
    /// The message and the reason of each error.
    fn reasons(&self, family: &Family) -> Vec<(String, String)> {
        let place = format!("{}: {}", family.id, self.meant());
        let (whys, fixes) = (self.comments("why"), self.comments("fix"));
        let errors = if COMPILERS_OWN.contains(&&*family.id) { 0 } else { self.errors.len() };
        assert_eq!(
            (whys.len(), fixes.len()),
            (errors, errors),
            "{place} has a reason and a fix for each error"
        );
        let reasons = self.errors.iter().zip(whys.into_iter().zip(fixes));
        reasons
            .map(|(error, (why, fix))| {
                assert!(why.ends_with('.'), "{place}: `why` is a sentence");
                assert!(fix.contains('`'), "{place}: `fix` has code in it");
                for text in [why, fix] {
                    assert_eq!(text.matches('`').count() % 2, 0, "{place}: {text}");
                }
                // The compiler's own message has no fix. The traits of the runtime word the errors E0277.
                let has_fix = !error.starts_with('[') || error.starts_with("[E0277]");
                let reason = if has_fix { why.to_owned() } else { format!("{why} Fix: {fix}.") };
                (message(error), reason)
            })
            .collect()
    }
}

/// The problem without its fix. If types do not match, the message alone does not name them.
fn message(error: &str) -> String {
    let (head, rest) = error.split_once('\n').unwrap_or((error, ""));
    let message = head.split_once(": ").map_or(head, |(_code, message)| message);
    if message == "mismatched types" {
        let label = rest.lines().find(|line| line.contains(", found ")).unwrap_or_default();
        let types = label.find("expected ").map_or(label, |at| &label[at..]);
        return format!("{message}: {types}");
    }
    let ends = ["; ", ": `"].into_iter().filter_map(|fix| message.find(fix));
    message[..ends.min().unwrap_or(message.len())].to_owned()
}
