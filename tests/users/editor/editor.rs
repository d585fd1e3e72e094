//! Asks rust-analyzer for completions in a tool, also while it is being typed.
//!
//! Needs `rustup component add rust-analyzer rust-src`. Without these components, each case is ignored, and says why.

mod server;

use std::sync::{Arc, Mutex, PoisonError};

use libtest_mimic::{Arguments, Failed, Trial};
use server::Editor;

/// The code around each tool.
const AROUND: &str = r#"
use envelope_runtime::{Payload, ToolError, ToolFailure, envelope_tool};
use serde::Serialize;

#[derive(Clone, Serialize, Payload)]
pub struct Spec { pub title: String }

/// The folder of the specs.
pub struct Store { pub newest: Spec }

#[derive(Debug, thiserror::Error, ToolError)]
pub enum SpecError {
    /// Nobody has written it.
    #[error("no such spec")]
    #[tool_error(code = "SPEC_NOT_FOUND")]
    NotFound,
}
"#;

/// A question about the place `$0` in a tool.
struct Case {
    asks: Asks,
    at: &'static str,
    tool: &'static str,
    expected: &'static str,
}

#[derive(Clone, Copy)]
enum Asks {
    /// The names that can stand at the place.
    Completion,
    /// The docs of the name at the place.
    Hover,
}

const CASES: &[Case] = &[
    Case {
        asks: Asks::Completion,
        at: "in the body",
        tool: r#"
#[envelope_tool(dialect = "response-v2")]
fn read(store: &Store) -> Result<Spec, SpecError> { store.$0 }
"#,
        expected: "newest",
    },
    Case {
        asks: Asks::Completion,
        at: "in an async body",
        tool: r#"
#[envelope_tool(dialect = "response-v2")]
async fn read(store: &Store) -> Result<Spec, SpecError> {
    let spec = store.newest.clone();
    spec.$0
}
"#,
        expected: "title",
    },
    Case {
        asks: Asks::Completion,
        at: "in a method of a block",
        tool: r#"
#[envelope_tool(dialect = "response-v2")]
impl Store {
    #[envelope_tool]
    fn read(&self) -> Result<Spec, SpecError> { self.$0 }
}
"#,
        expected: "newest",
    },
    Case {
        asks: Asks::Completion,
        at: "on a variant of the error",
        tool: r#"
#[envelope_tool(dialect = "response-v2")]
fn read() -> Result<Spec, SpecError> { Err(SpecError::$0) }
"#,
        expected: "NotFound",
    },
    Case {
        asks: Asks::Completion,
        at: "in the format of a setting",
        tool: r#"
#[envelope_tool(dialect = "mcp-2025-11-25", text("{}", data.$0))]
fn read(store: &Store) -> Result<Spec, SpecError> { Ok(store.newest.clone()) }
"#,
        expected: "title",
    },
    Case {
        asks: Asks::Completion,
        at: "on the name of a setting",
        tool: r#"
#[envelope_tool(dialect = "response-v2", tele$0)]
fn read(store: &Store) -> Result<Spec, SpecError> { Ok(store.newest.clone()) }
"#,
        expected: "telemetry",
    },
    Case {
        asks: Asks::Completion,
        at: "in the value of a setting beside a mistake",
        tool: r#"
#[envelope_tool(dialect = "response-v2", telemetri, request_id = &store.new$0.title)]
fn read(store: &Store) -> Result<Spec, SpecError> { Ok(store.newest.clone()) }
"#,
        expected: "newest",
    },
    Case {
        asks: Asks::Completion,
        at: "in the body under half of an attribute",
        tool: r#"
#[envelope_tool(dialect = )]
fn read(store: &Store) -> Result<Spec, SpecError> { store.$0 }
"#,
        expected: "newest",
    },
    Case {
        asks: Asks::Completion,
        at: "in the body without a dialect",
        tool: r#"
#[envelope_tool]
fn read(store: &Store) -> Result<Spec, SpecError> { store.$0 }
"#,
        expected: "newest",
    },
    Case {
        asks: Asks::Completion,
        at: "in the body under half of a setting",
        tool: r#"
#[envelope_tool(dialect = "response-v2", request_id = )]
async fn read(store: &Store) -> Result<Spec, SpecError> { store.$0 }
"#,
        expected: "newest",
    },
    Case {
        asks: Asks::Completion,
        at: "in half of a condition",
        tool: r#"
#[envelope_tool(dialect = "response-v2")]
fn read(store: &Store) -> Result<Spec, SpecError> { if store.$0 }
"#,
        expected: "newest",
    },
    Case {
        asks: Asks::Completion,
        at: "in half of a match",
        tool: r#"
#[envelope_tool(dialect = "response-v2")]
fn read(store: &Store) -> Result<Spec, SpecError> { match store.newest { spec => spec.$0 } }
"#,
        expected: "title",
    },
    Case {
        asks: Asks::Completion,
        at: "in half of a call",
        tool: r#"
#[envelope_tool(dialect = "response-v2")]
fn read(store: &Store) -> Result<Spec, SpecError> { Ok(store.$0) }
"#,
        expected: "newest",
    },
    Case {
        asks: Asks::Completion,
        at: "in the body of a half-typed signature",
        tool: r#"
#[envelope_tool(dialect = "response-v2")]
fn read(store: &Store) -> { store.$0 }
"#,
        expected: "newest",
    },
    Case {
        asks: Asks::Completion,
        at: "in the body without a return type",
        tool: r#"
#[envelope_tool(dialect = "response-v2")]
fn read(store: &Store) { store.$0 }
"#,
        expected: "newest",
    },
    Case {
        asks: Asks::Completion,
        at: "in the body with half of an argument",
        tool: r#"
#[envelope_tool(dialect = "response-v2")]
fn read(store: &Store, id: ) -> Result<Spec, SpecError> { store.$0 }
"#,
        expected: "newest",
    },
    Case {
        asks: Asks::Completion,
        at: "on what a tool returns",
        tool: r#"
#[envelope_tool(dialect = "response-v2")]
fn read() -> Result<Spec, SpecError> { Err(SpecError::NotFound) }
fn call() { read().$0 }
"#,
        expected: "error_code",
    },
    Case {
        asks: Asks::Completion,
        at: "on what a tool with a mistake returns",
        tool: r#"
#[envelope_tool(dialect = "response-v2", telemetri)]
fn read() -> Result<Spec, SpecError> { Err(SpecError::NotFound) }
fn call() { read().$0 }
"#,
        expected: "error_code",
    },
    Case {
        asks: Asks::Completion,
        at: "on an error with half of an attribute",
        tool: r#"
#[derive(Debug, ToolError)]
#[tool_error(code = , message = "m")]
struct Half { id: u8 }
fn call(half: Half) { half.$0 }
"#,
        expected: "failure",
    },
    Case {
        asks: Asks::Hover,
        at: "on a variable of the body",
        tool: r#"
#[envelope_tool(dialect = "response-v2")]
fn read(store: &Store) -> Result<Spec, SpecError> { let spec$0 = store.newest.clone(); Ok(spec) }
"#,
        expected: "spec: Spec",
    },
    Case {
        asks: Asks::Hover,
        at: "on an argument",
        tool: r#"
#[envelope_tool(dialect = "response-v2")]
fn read(store: &Store$0) -> Result<Spec, SpecError> { Ok(store.newest.clone()) }
"#,
        expected: "The folder of the specs.",
    },
    Case {
        asks: Asks::Hover,
        at: "on the name of a setting",
        tool: r#"
#[envelope_tool(dialect = "response-v2", tele$0metry)]
fn read(store: &Store) -> Result<Spec, SpecError> { Ok(store.newest.clone()) }
"#,
        expected: "fn telemetry",
    },
    Case {
        asks: Asks::Hover,
        at: "on the value of a setting",
        tool: r#"
#[envelope_tool(dialect = "response-v2", request_id = &store.newest.tit$0le)]
fn read(store: &Store) -> Result<Spec, SpecError> { Ok(store.newest.clone()) }
"#,
        expected: "title: String",
    },
    Case {
        asks: Asks::Hover,
        at: "on the data in a format",
        tool: r#"
#[envelope_tool(dialect = "mcp-2025-11-25", text("{}", da$0ta.title))]
fn read(store: &Store) -> Result<Spec, SpecError> { Ok(store.newest.clone()) }
"#,
        expected: "data: &Spec",
    },
    Case {
        asks: Asks::Hover,
        at: "on a variant of the error",
        tool: r#"
#[envelope_tool(dialect = "response-v2")]
fn read() -> Result<Spec, SpecError> { Err(SpecError::Not$0Found) }
"#,
        expected: "Nobody has written it.",
    },
    Case {
        asks: Asks::Hover,
        at: "on the attribute",
        tool: r#"
#[envelope_$0tool(dialect = "response-v2")]
fn read() -> Result<Spec, SpecError> { Err(SpecError::NotFound) }
"#,
        expected: "Turns a function into a tool",
    },
];

fn main() {
    let arguments = Arguments::from_args();
    let missing = server::missing();
    // All cases share an editor, since it takes some seconds to load the packages.
    let editor = Arc::new(Mutex::new(None));
    let trial = |case: &'static Case| {
        let editor = Arc::clone(&editor);
        let trial = Trial::test(case.name(), move || {
            let mut editor = editor.lock().unwrap_or_else(PoisonError::into_inner);
            case.run(editor.get_or_insert_with(Editor::start))
        });
        trial.with_ignored_flag(missing.is_some()).with_kind(missing.unwrap_or_default())
    };
    let trials = CASES.iter().map(trial).collect();
    let conclusion = libtest_mimic::run(&arguments, trials);
    drop(editor);
    conclusion.exit();
}

impl Case {
    fn name(&self) -> String {
        let asks = match self.asks {
            Asks::Completion => "completion",
            Asks::Hover => "hover",
        };
        format!("{asks} {}", self.at)
    }

    fn run(&self, editor: &mut Editor) -> Result<(), Failed> {
        let Self { asks, tool, expected, .. } = self;
        let file = format!("{AROUND}{tool}");
        match asks {
            Asks::Completion => {
                let names = editor.completions(&file);
                let is_offered = names.iter().any(|name| name == expected);
                is_offered.then_some(()).ok_or(format!("`{expected}` is not among {names:?}"))?;
            }
            Asks::Hover => {
                let text = editor.hover(&file);
                text.contains(expected)
                    .then_some(())
                    .ok_or(format!("`{expected}` is not in {text:?}"))?;
            }
        }
        Ok(())
    }
}
