//! Each call is one event in the log, which includes the texts that the caller does not get.

#[path = "../support/broken.rs"]
mod broken;
#[path = "../support/logged.rs"]
mod logged;

use std::io;

use broken::Broken;
use envelope_runtime::{
    Page, Payload, RequestId, ToolError, ToolFailure, dotbot, envelope_tool, response_v2,
};
use logged::logged;
use serde::{Serialize, Serializer};

#[derive(Debug, thiserror::Error)]
#[error("cannot open the table")]
struct Unopened(#[source] io::Error);

#[derive(Debug, thiserror::Error, ToolError)]
enum StoreError {
    #[error("no connection to postgres")]
    #[tool_error(code = "INTERNAL_ERROR")]
    Broken,

    #[error("cannot read {path}")]
    #[tool_error(code = "NOT_FOUND")]
    Unreadable { path: &'static str, source: io::Error },

    #[error("internal words")]
    #[tool_error(code = "INTERNAL_ERROR", message = "words for the caller")]
    Given(#[source] Unopened),

    #[error("boxed")]
    #[tool_error(code = "UNAVAILABLE")]
    Boxed(#[source] Box<dyn std::error::Error + Send + Sync>),

    #[error("perhaps")]
    #[tool_error(code = "CONFLICT")]
    Perhaps {
        #[source]
        cause: Option<Unopened>,
    },

    #[error("taken by {0}")]
    #[tool_error(code = "CONFLICT")]
    Taken(#[tool_error(detail = "owner")] &'static str),
}

#[envelope_tool(dialect = "response-v2")]
fn store(error: StoreError) -> Result<(), StoreError> {
    Err(error)
}

fn unopened() -> Unopened {
    Unopened(io::Error::other("disk on fire"))
}

/// Returns the event of a call, and asserts that it is the only event and has this level.
#[track_caller]
fn event(level: &str, call: impl FnOnce()) -> String {
    let log = logged(call);
    assert_eq!(log.lines().count(), 1, "{log}");
    assert_eq!(log.split_whitespace().next(), Some(level), "{log}");
    assert!(log.contains(" envelope_runtime: tool call tool="), "{log}");
    assert!(log.contains(" duration_ms="), "{log}");
    log
}

/// The log shows the frozen duration, with three decimals.
#[cfg(feature = "testing")]
#[test]
fn a_duration_is_frozen() {
    let frozen =
        envelope_runtime::testing::Frozen::new().duration(std::time::Duration::from_micros(45_250));
    let log = event("INFO", || {
        let _ = frozen.sync_scope(|| store(StoreError::Taken("ann")));
    });
    assert_eq!(log.trim_end().split_once(" duration_ms=").unwrap().1, "45.25");
}

#[track_caller]
fn has(log: &str, parts: &[&str]) {
    for part in parts {
        assert!(log.contains(part), "{part} in {log}");
    }
}

#[test]
fn a_success_is_an_event_without_its_data() {
    #[envelope_tool(dialect = "response-v2", data = "name")]
    fn read_name(name: &str) -> Result<&str, ToolFailure> {
        Ok(name)
    }

    let log = event("INFO", || {
        let _ = RequestId::new("req_1").sync_scope(|| read_name("a secret"));
    });
    has(
        &log,
        &[
            r#"tool="read_name""#,
            r#"dialect="response-v2""#,
            r#"outcome="success""#,
            r#"request_id="req_1""#,
        ],
    );
    for absent in ["code=", "error_type=", "cause=", "secret"] {
        assert!(!log.contains(absent), "{absent} in {log}");
    }
}

#[test]
fn a_failure_is_an_event_without_its_message_and_details() {
    let log = event("INFO", || {
        let _ = store(StoreError::Taken("ann"));
    });
    has(&log, &[r#"outcome="failure""#, r#"code="CONFLICT""#, r#"error_type="conflict""#]);
    for absent in ["ann", "taken", "cause=", "request_id="] {
        assert!(!log.contains(absent), "{absent} in {log}");
    }
}

#[test]
fn the_level_follows_the_error_type() {
    #[envelope_tool(dialect = "mcp-2025-11-25")]
    fn fail(failure: ToolFailure) -> Result<(), ToolFailure> {
        Err(failure)
    }

    for (failure, level) in [
        (ToolFailure::validation("m"), "INFO"),
        (ToolFailure::unauthorized("m"), "INFO"),
        (ToolFailure::forbidden("m"), "INFO"),
        (ToolFailure::not_found("m", 1), "INFO"),
        (ToolFailure::conflict("m"), "INFO"),
        (ToolFailure::rate_limited(1, "m", 1), "INFO"),
        (ToolFailure::feature_disabled("m"), "INFO"),
        (ToolFailure::unavailable("m"), "WARN"),
        (ToolFailure::internal("m"), "ERROR"),
    ] {
        event(level, || {
            let _ = fail(failure);
        });
    }
}

#[test]
fn a_hidden_message_is_in_the_event() {
    let log = event("ERROR", || {
        let _ = RequestId::new("req_1").sync_scope(|| store(StoreError::Broken));
    });
    has(
        &log,
        &[
            r#"cause="no connection to postgres""#,
            r#"tool="store""#,
            r#"dialect="response-v2""#,
            r#"code="INTERNAL_ERROR""#,
            r#"error_type="internal""#,
            r#"request_id="req_1""#,
        ],
    );
}

/// A source is logged with its own causes, even if the source is boxed or optional.
#[test]
fn a_source_is_logged_with_its_chain() {
    const CHAIN: &str = r#"cause="cannot open the table: disk on fire""#;
    for (error, level, cause) in [
        (StoreError::Boxed(Box::new(unopened())), "WARN", CHAIN),
        (StoreError::Perhaps { cause: Some(unopened()) }, "INFO", CHAIN),
        (
            StoreError::Unreadable { path: "a.json", source: io::Error::other(unopened()) },
            "INFO",
            CHAIN,
        ),
    ] {
        let log = event(level, || {
            let _ = store(error);
        });
        has(&log, &[cause]);
    }
    let log = event("INFO", || {
        let _ = store(StoreError::Perhaps { cause: None });
    });
    assert!(!log.contains("cause="), "{log}");
}

/// The log takes the cause from `Error::source`, however `Error` is implemented, and whatever names the fields have.
#[test]
fn the_cause_is_the_errors_own() {
    /// Implements `Error` without attributes of thiserror, like an error of snafu or displaydoc.
    #[derive(Debug, ToolError)]
    enum ByHand {
        #[tool_error(code = "NOT_FOUND")]
        Named { inner: Unopened },
        #[tool_error(code = "UNAVAILABLE", message = "words for the caller")]
        First(Unopened, #[tool_error(detail = "tries")] u8),
        #[tool_error(code = "CONFLICT")]
        Unknown {
            #[tool_error(detail)]
            source: String,
        },
    }

    impl std::fmt::Display for ByHand {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("by hand")
        }
    }

    impl std::error::Error for ByHand {
        fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
            match self {
                Self::Named { inner } | Self::First(inner, _) => Some(inner),
                Self::Unknown { .. } => None,
            }
        }
    }

    /// The field `source` is the name of a file, not the cause.
    #[derive(Debug, thiserror::Error, ToolError)]
    #[error("cannot copy {source}")]
    #[tool_error(code = "NOT_FOUND")]
    struct Uncopied {
        #[tool_error(detail)]
        source: &'static str,
        #[source]
        cause: Unopened,
    }

    #[derive(Debug, thiserror::Error, ToolError)]
    #[error("generic")]
    #[tool_error(code = "NOT_FOUND")]
    struct Generic<E: std::error::Error + 'static> {
        #[source]
        cause: Option<E>,
    }

    fn hidden(error: impl ToolError) -> Option<String> {
        error.failure().report().hidden().map(|hidden| hidden.to_string())
    }

    let chain = Some("cannot open the table: disk on fire".to_owned());
    assert_eq!(hidden(ByHand::Named { inner: unopened() }), chain);
    assert_eq!(hidden(ByHand::First(unopened(), 2)), chain);
    assert_eq!(hidden(ByHand::Unknown { source: "a.json".to_owned() }), None);
    assert_eq!(hidden(Uncopied { source: "a.json", cause: unopened() }), chain);
    assert_eq!(hidden(Generic { cause: Some(unopened()) }), chain);
    assert_eq!(hidden(Generic::<Unopened> { cause: None }), None);
}

/// If the caller gets another text from the author, the log shows the error's own message.
#[test]
fn the_own_message_of_an_internal_error_is_logged_beside_the_given_one() {
    #[derive(Debug, thiserror::Error, ToolError)]
    #[error("no connection to {host}")]
    #[tool_error(code = "INTERNAL_ERROR", message = "words for the caller")]
    struct Unconnected {
        host: &'static str,
    }

    #[derive(Debug, ToolError)]
    #[tool_error(code = "OWN_CODE", error_type = "internal", message = "words for the caller")]
    struct WithoutDisplay;

    #[derive(Debug, thiserror::Error, ToolError)]
    #[error("no {0}")]
    #[tool_error(code = "INTERNAL_ERROR", message = "words for the caller")]
    struct Generic<T: std::fmt::Debug>(T);

    #[derive(Debug, thiserror::Error, ToolError)]
    #[error("no such thing")]
    #[tool_error(code = "NOT_FOUND", message = "words for the caller")]
    struct NotInternal;

    #[envelope_tool(dialect = "response-v2")]
    fn fail(failure: ToolFailure) -> Result<(), ToolFailure> {
        Err(failure)
    }

    for (failure, level, cause) in [
        (
            StoreError::Given(unopened()).failure(),
            "ERROR",
            Some("internal words: cannot open the table: disk on fire"),
        ),
        (Unconnected { host: "postgres" }.failure(), "ERROR", Some("no connection to postgres")),
        (WithoutDisplay.failure(), "ERROR", None),
        (NotInternal.failure(), "INFO", None),
    ] {
        let mut envelope = None;
        let log = event(level, || envelope = Some(fail(failure)));
        match cause {
            Some(cause) => has(&log, &[&format!("cause={cause:?}")]),
            None => assert!(!log.contains("cause="), "{log}"),
        }
        let envelope = envelope.unwrap();
        has(envelope.as_str(), &[r#""error":"words for the caller""#]);
        for hidden in ["internal words", "postgres", "disk on fire", "no such thing"] {
            assert!(!envelope.as_str().contains(hidden), "{envelope}");
        }
    }
    // `Generic<T>` implements `Display` only for some `T`, so the derive does not use it.
    let log = event("ERROR", || drop(fail(Generic(1).failure())));
    assert!(!log.contains("cause="), "{log}");
}

/// An internal `io::Error` is hidden together with its causes.
#[test]
fn an_io_error_is_logged_with_its_chain() {
    #[envelope_tool(dialect = "response-v2")]
    fn read() -> Result<(), io::Error> {
        Err(io::Error::other(unopened()))
    }

    let log = event("ERROR", || {
        let _ = read();
    });
    has(&log, &[r#"cause="cannot open the table: disk on fire""#]);
}

/// The log and the envelope show the same name of a tool, and a partial failure is logged as a failure.
#[test]
fn dialects_with_names_and_partial_failures() {
    #[envelope_tool(dialect = "dotbot-mcp-response@1", tool = "solution.structure")]
    fn structure() -> Result<dotbot::Reply<()>, ToolFailure> {
        let missing = dotbot::Issue::new("PROJECT_NOT_FOUND", "There is no project 'x'");
        Ok(dotbot::Reply::new("Found nothing.", ()).error(missing))
    }

    #[envelope_tool(dialect = "code-scalpel-v1", tier = "pro", tool = "security_scan")]
    async fn scan() -> Result<u8, ToolFailure> {
        Ok(1)
    }

    let log = event("INFO", || {
        let _ = structure();
    });
    has(
        &log,
        &[r#"tool="solution.structure""#, r#"outcome="failure""#, r#"code="PROJECT_NOT_FOUND""#],
    );
    let log = event("INFO", || {
        let _ = pollster::block_on(scan());
    });
    has(&log, &[r#"tool="security_scan""#, r#"outcome="success""#, "request_id="]);
}

/// The log and the envelope have the same code and the same id.
#[test]
fn an_event_has_the_code_and_id_of_the_envelope() {
    #[derive(Debug, thiserror::Error, ToolError)]
    #[error("gone")]
    #[tool_error(code = "NOT_FOUND", codes("response-v2" = "SPEC_GONE"))]
    struct Gone;

    #[envelope_tool(dialect = "response-v2")]
    fn find() -> Result<(), Gone> {
        Err(Gone)
    }

    #[envelope_tool(dialect = "response-v2")]
    fn own_id() -> Result<response_v2::Reply<()>, ToolFailure> {
        Ok(response_v2::Reply::new(()).request_id("own"))
    }

    let log = event("INFO", || {
        let envelope = RequestId::new("a/b").sync_scope(find);
        assert!(envelope.as_str().contains("SPEC_GONE") && envelope.as_str().contains("a_b"));
    });
    has(&log, &[r#"code="SPEC_GONE""#, r#"request_id="a_b""#]);
    let log = event("INFO", || {
        let envelope = RequestId::new("ambient").sync_scope(own_id);
        assert!(envelope.as_str().contains("own") && !envelope.as_str().contains("ambient"));
    });
    has(&log, &[r#"request_id="own""#]);
}

/// Input from a caller cannot forge an event.
#[test]
fn an_event_is_one_line() {
    #[envelope_tool(dialect = "response-v2")]
    fn fail() -> Result<(), ToolFailure> {
        Err(ToolFailure::internal("one\nERROR envelope_runtime: tool call tool=\"forged\""))
    }

    let log = event("ERROR", || {
        let _ = RequestId::new("two\nlines").sync_scope(fail);
    });
    has(&log, &[r#"cause="one\nERROR"#]);
}

/// If not even the failure can be written, the log names the reason.
#[test]
fn the_fallback_is_an_event() {
    #[envelope_tool(dialect = Broken)]
    fn plain() -> Result<(), ToolFailure> {
        Ok(())
    }

    let log = event("ERROR", || {
        let _ = plain();
    });
    has(&log, &["key must be a string", r#"code="INTERNAL_ERROR""#]);
}

#[test]
fn data_that_fails_to_serialize_and_panics_are_logged() {
    struct Failing;

    impl Payload for Failing {}

    impl Serialize for Failing {
        fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            Err(serde::ser::Error::custom("no bytes for this"))
        }
    }

    /// Serializes, but panics when it is dropped, so the caller and the log get a failure.
    #[derive(Serialize, Payload)]
    struct DropsBadly {}

    impl Drop for DropsBadly {
        fn drop(&mut self) {
            std::panic::resume_unwind(Box::new("dropped badly"))
        }
    }

    #[envelope_tool(dialect = "response-v2")]
    fn failing() -> Result<Failing, ToolFailure> {
        Ok(Failing)
    }

    #[envelope_tool(dialect = "response-v2", catch_panic)]
    fn dropped() -> Result<DropsBadly, ToolFailure> {
        Ok(DropsBadly {})
    }

    #[envelope_tool(dialect = "response-v2", data = "n")]
    fn marked() -> Result<u8, ToolFailure> {
        Err(ToolFailure::conflict("c").detail("field", Failing))
    }

    #[envelope_tool(dialect = "response-v2", catch_panic)]
    fn panics() -> Result<(), ToolFailure> {
        std::panic::resume_unwind(Box::new("index out of bounds"))
    }

    for (call, cause, outcome) in [
        (failing as fn() -> _, "no bytes for this", r#"outcome="failure""#),
        (marked, "`field` of CONFLICT: no bytes for this", r#"outcome="failure""#),
        (panics, "the tool panicked: index out of bounds", r#"outcome="panicked""#),
        (dropped, "the tool panicked: dropped badly", r#"outcome="panicked""#),
    ] {
        let log = event("ERROR", || {
            let envelope = call();
            assert_eq!(envelope.error_code(), Some("INTERNAL_ERROR"));
        });
        has(&log, &[cause, outcome]);
    }
}

#[test]
fn expose_reports_that_it_has_no_effect() {
    let exposed = |failure: fn() -> ToolFailure| logged(|| drop(failure().expose()));
    let log = exposed(|| ToolFailure::conflict("taken"));
    assert_eq!(log.split_whitespace().next(), Some("DEBUG"), "{log}");
    has(&log, &["`expose` has no effect", r#"code="CONFLICT""#]);
    assert!(!log.contains("taken"), "{log}");

    assert_eq!(exposed(|| ToolFailure::internal("pool is poisoned")), "");
    assert_eq!(exposed(|| io::Error::from(io::ErrorKind::NotFound).into()), "");
}

/// An argument that the contract does not allow is not sent, and the log names it.
#[test]
fn an_argument_without_effect_is_a_warning() {
    use response_v2::{Pagination, Reply};

    #[envelope_tool(dialect = "response-v2")]
    fn status() -> Result<(), ToolFailure> {
        Err(ToolFailure::validation("The id is empty").status(500))
    }

    #[envelope_tool(dialect = "response-v2", data = "items")]
    fn page() -> Result<Reply<Vec<u8>>, ToolFailure> {
        Ok(Reply::new(vec![]).pagination(Pagination::end().page_size(0)))
    }

    #[envelope_tool(dialect = "response-v2", data = "items")]
    fn meta() -> Result<Reply<Vec<u8>>, ToolFailure> {
        Ok(Reply::new(vec![]).extra_meta("version", "2"))
    }

    for (tool, words) in [
        (
            status as fn() -> envelope_runtime::Envelope,
            "the status 500 is not of the error type `validation`",
        ),
        (page, "a page size of 0"),
        (meta, "`version` is a key of the contract"),
    ] {
        let log = logged(|| drop(tool()));
        assert_eq!(log.split_whitespace().next(), Some("WARN"), "{log}");
        has(&log, &[words]);
    }
}

#[test]
fn a_result_that_cannot_be_cut_says_why() {
    #[envelope_tool(dialect = "mcp-2026-07-28", budget = 900)]
    fn list() -> Result<Vec<usize>, ToolFailure> {
        Ok((0..1_000).collect())
    }

    #[envelope_tool(dialect = "response-v2", data("a", "b"), budget = 900)]
    fn several() -> Result<(Vec<usize>, Vec<usize>), ToolFailure> {
        Ok(((0..1_000).collect(), vec![1]))
    }

    for (tool, reason) in [
        (list as fn() -> envelope_runtime::Envelope, "give it a key, as in `data = "),
        (several, "the data has no list, or several"),
    ] {
        let log = logged(|| assert_eq!(tool().error_code(), Some("RESULT_TOO_LARGE")));
        has(&log, &[reason]);
    }
}

/// The author has to change the tool, so the log has an error.
#[test]
fn a_cut_or_a_page_that_never_works_says_why() {
    #[derive(Serialize, Payload)]
    struct Found {
        items: Vec<usize>,
        count: usize,
    }

    #[envelope_tool(dialect = "response-v2", budget(bytes = 900, cut = "count"))]
    fn search() -> Result<Found, ToolFailure> {
        Ok(Found { items: (0..1_000).collect(), count: 1_000 })
    }

    #[envelope_tool(dialect = "response-v2", data = "items")]
    fn list() -> Result<Page<usize>, ToolFailure> {
        Page::fitting(0..1_000, 50, usize::to_string)
    }

    for (tool, words) in [
        (
            search as fn() -> envelope_runtime::Envelope,
            ["`budget(cut = ", "neither a list nor a text"],
        ),
        (list, ["a page of 50 bytes", "1024 are for everything but the items"]),
    ] {
        let log = logged(|| {
            let envelope = tool();
            assert_eq!(envelope.error_code(), Some("INTERNAL_ERROR"));
            assert!(!envelope.as_str().contains("cut"), "{envelope}");
        });
        has(&log, &["ERROR"]);
        has(&log, &words);
    }
}

/// Without the setting `errors`, a user's own error inside an `anyhow::Error` is not found.
#[cfg(feature = "anyhow1")]
#[test]
fn an_anyhow_error_without_a_code_is_reported() {
    #[envelope_tool(dialect = "response-v2")]
    fn own(kept: bool) -> anyhow::Result<()> {
        let error = StoreError::Taken("me");
        Err(if kept { ToolFailure::from(error).into() } else { error.into() })
    }

    let log = logged(|| assert_eq!(own(false).error_code(), Some("INTERNAL_ERROR")));
    has(&log, &["WARN", "`#[envelope_tool(errors(…))]`", "taken by me"]);
    let log = logged(|| assert_eq!(own(true).error_code(), Some("CONFLICT")));
    assert!(!log.contains("WARN"), "{log}");
}
