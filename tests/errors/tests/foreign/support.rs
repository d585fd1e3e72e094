//! Compares failures with the tables in the docs, and checks that no failure leaks the secret.

use std::collections::BTreeSet;

use envelope_runtime::{Envelope, ToolFailure, envelope_tool};

/// A part of every path, URL, query, value and body of the tests.
pub(crate) const SECRET: &str = "hunter2";

const TABLES: &str = include_str!("../../../../envelope-runtime/src/error/foreign/tables.md");

/// A row of a table: the error, its code and its message.
struct Row {
    error: &'static str,
    code: &'static str,
    message: &'static str,
}

/// The table of a crate.
fn table(name: &str) -> Vec<Row> {
    let sections = TABLES.split("\n# ");
    let section = sections.skip(1).find(|section| section.lines().next() == Some(name)).unwrap();
    let rows = section.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    let rows = rows.skip(1).map(|row| {
        let columns: Vec<_> = row.split(" | ").collect();
        let &[error, code, message] = columns.as_slice() else { panic!("{row}") };
        Row { error, code: code.trim_matches('`'), message }
    });
    rows.collect()
}

/// Asserts that each failure matches its row, and that each row has a failure.
pub(crate) fn check(name: &str, failures: Vec<(&str, ToolFailure)>) {
    let table = table(name);
    let rows: BTreeSet<_> = table.iter().map(|row| row.error).collect();
    let tested: BTreeSet<_> = failures.iter().map(|(error, _)| *error).collect();
    assert_eq!(tested, rows);
    for (error, failure) in failures {
        let row = table.iter().find(|row| row.error == error).unwrap();
        assert_eq!(failure.report().code(), row.code, "{error}: {failure:?}");
        let message = failure.report().message();
        match row.message.strip_suffix('…') {
            Some(start) => assert!(message.starts_with(start), "{error}: {message}"),
            None => assert_eq!(message, row.message, "{error}"),
        }
        leaks_nothing(&failure);
    }
}

/// Asserts that no envelope contains the secret, and neither does the text of the failure.
pub(crate) fn leaks_nothing(failure: &ToolFailure) {
    assert!(!failure.to_string().contains(SECRET), "{failure}");
    for envelope in envelopes(failure) {
        assert!(!envelope.is_success());
        assert!(!envelope.as_str().contains(SECRET), "{envelope}");
    }
}

/// Asserts the code of a failure, and that only the log gets the cause.
pub(crate) fn assert_hides(failure: &ToolFailure, code: &str) {
    assert_eq!(failure.report().code(), code, "{failure:?}");
    assert!(!failure.report().message().contains(SECRET), "{failure:?}");
    assert!(!hidden(failure).is_empty(), "{failure:?}");
}

/// Returns the text for the log.
pub(crate) fn hidden(failure: &ToolFailure) -> String {
    failure.report().hidden().map(|hidden| hidden.to_string()).unwrap_or_default()
}

/// The failure in every dialect.
fn envelopes(failure: &ToolFailure) -> [Envelope; 6] {
    #[envelope_tool(dialect = "response-v2", telemetry)]
    fn response_v2(failure: &ToolFailure) -> Result<(), ToolFailure> {
        Err(failure.clone())
    }

    #[envelope_tool(dialect = "dotbot-mcp-response@1", summary("Done."))]
    fn dotbot(failure: &ToolFailure) -> Result<(), ToolFailure> {
        Err(failure.clone())
    }

    #[envelope_tool(dialect = "mcp-2025-11-25", structured_errors)]
    fn mcp_2025(failure: &ToolFailure) -> Result<(), ToolFailure> {
        Err(failure.clone())
    }

    #[envelope_tool(dialect = "mcp-2026-07-28", structured_errors)]
    fn mcp_2026(failure: &ToolFailure) -> Result<(), ToolFailure> {
        Err(failure.clone())
    }

    #[envelope_tool(dialect = "code-scalpel-v1", tier = "community", mirror_failure)]
    fn code_scalpel(failure: &ToolFailure) -> Result<(), ToolFailure> {
        Err(failure.clone())
    }

    #[envelope_tool(dialect = "rfc9457")]
    fn rfc9457(failure: &ToolFailure) -> Result<(), ToolFailure> {
        Err(failure.clone())
    }

    [
        response_v2(failure),
        dotbot(failure),
        mcp_2025(failure),
        mcp_2026(failure),
        code_scalpel(failure),
        rfc9457(failure),
    ]
}
