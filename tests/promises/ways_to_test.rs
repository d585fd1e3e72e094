//! Tests tools in each way that the docs of `envelope_runtime::testing` show.

use std::time::{Duration, UNIX_EPOCH};

use envelope_client::assert_contract;
use envelope_runtime::dotbot::{Health, Host, Intent, Issue, Reply};
use envelope_runtime::testing::{Frozen, frozen};
use envelope_runtime::{
    ErrorType, Payload, Retry, RetryAdvice, ToolError, ToolFailure, envelope_tool,
};
use serde::Serialize;

#[derive(Serialize, Payload)]
struct Project {
    name: &'static str,
    standards: Vec<&'static str>,
}

#[derive(Debug, thiserror::Error, ToolError)]
enum ProjectError {
    #[error("Project '{name}' not found")]
    #[tool_error(code = "PROJECT_NOT_FOUND", remediation = "List the projects with list_projects")]
    NotFound {
        #[tool_error(detail)]
        name: String,
    },

    #[error("The solution is being loaded")]
    #[tool_error(code = "UNAVAILABLE")]
    Loading {
        #[tool_error(data = "retry_after_seconds")]
        wait: u64,
    },

    #[error("The index is stale")]
    #[tool_error(code = "INDEX_STALE", error_type = "conflict")]
    Stale,
}

#[envelope_tool(
    dialect = "dotbot-mcp-response@1",
    tool = "project.show",
    version = "1.0.0",
    source = "src/project.rs"
)]
fn show_project(name: &str) -> Result<Reply<Project>, ProjectError> {
    match name {
        "core" => {
            Ok(Reply::new("Found core.", Project { name: "core", standards: vec!["naming"] })
                .warning(Issue::new("FRONTMATTER_MISSING", "naming.md has no frontmatter"))
                .intent(Intent::new("standards.repair", "It can be repaired")))
        }
        "loading" => Err(ProjectError::Loading { wait: 5 }),
        "stale" => Err(ProjectError::Stale),
        _ => Err(ProjectError::NotFound { name: name.to_owned() }),
    }
}

#[envelope_tool(dialect = "code-scalpel-v1", tool = "count_lines", version = "3.2.8", tier = "pro")]
fn count_lines(text: &str) -> Result<usize, ToolFailure> {
    match text {
        "" => Err(ToolFailure::missing_required("text")),
        _ => Ok(text.lines().count()),
    }
}

#[test]
fn plain_assertions() {
    let envelope = show_project("loading");
    assert!(!envelope.is_success());
    assert_eq!(envelope.error_code(), Some("UNAVAILABLE"));
    assert_eq!(envelope.error_type().map(ErrorType::retry), Some(Retry::Backoff));
    assert_eq!(envelope.error_type().map(|it| it.retry().advice()), Some(RetryAdvice::Yes));

    let value = serde_json::to_value(show_project("core")).unwrap();
    assert_eq!(value["status"], serde_json::to_value(Health::Warning).unwrap());
    assert_eq!(value["data"]["standards"][0], "naming");
}

#[test]
fn the_whole_text() {
    assert_eq!(
        frozen(|| count_lines("a\nb")).as_str(),
        concat!(
            r#"{"tier":"pro","tool_version":"3.2.8","tool_id":"count_lines","#,
            r#""request_id":"00000000000000000000000000000000","capabilities":["envelope-v1"],"#,
            r#""duration_ms":0,"error":null,"upgrade_hints":[],"data":2}"#,
        )
    );
}

/// A snapshot contains the frozen values.
#[test]
fn snapshots_of_frozen_envelopes() {
    Frozen::new()
        .timestamp(UNIX_EPOCH + Duration::from_secs(1_767_362_220))
        .duration(Duration::from_millis(45))
        .host(Host::Ci)
        .sync_scope(|| {
            insta::assert_json_snapshot!("project", show_project("core"));
            insta::assert_json_snapshot!("no_project", show_project("cores"));
        });
}

/// Without a frozen scope, filters replace the id and the duration.
#[test]
fn snapshots_with_filters() {
    let filters = [
        (r#""request_id": "[0-9a-f]{32}""#, r#""request_id": "[random]""#),
        (r#""duration_ms": \d+"#, r#""duration_ms": "[ms]""#),
    ];
    insta::with_settings!({filters => filters}, {
        insta::assert_json_snapshot!("filtered", count_lines(""));
    });
}

#[test]
fn the_contract() {
    for name in ["core", "cores", "loading", "stale"] {
        assert_contract!("dotbot-mcp-response@1", show_project(name));
    }
    assert_contract!(count_lines(""));
}

#[test]
fn a_table_of_errors() {
    for (error, code, error_type) in [
        (ProjectError::NotFound { name: "x".to_owned() }, "PROJECT_NOT_FOUND", ErrorType::NotFound),
        (ProjectError::Loading { wait: 5 }, "UNAVAILABLE", ErrorType::Unavailable),
        (ProjectError::Stale, "INDEX_STALE", ErrorType::Conflict),
    ] {
        let failure = error.failure();
        assert_eq!(failure.report().code(), code);
        assert_eq!(failure.report().error_type(), error_type);
    }
    let missing = ProjectError::NotFound { name: "x".to_owned() }.failure();
    assert_eq!(missing.report().message(), "Project 'x' not found");
    assert_eq!(missing.report().remediation(), Some("List the projects with list_projects"));
}

/// Other releases of the compiler use other words, so the messages are compared only with Rust 1.95.
#[rustversion::attr(
    not(stable(1.95)),
    ignore = "the .stderr files are those of Rust 1.95, and this is another release"
)]
#[test]
fn mistakes_do_not_compile() {
    trybuild::TestCases::new().compile_fail("tests/promises/mistakes/*.rs");
}
