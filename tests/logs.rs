//! What is hidden from the caller goes to `tracing`.

use std::io;
use std::sync::{Arc, Mutex};

use envelope_runtime::{Payload, RequestId, ToolError, ToolFailure, envelope_tool};
use serde::{Serialize, Serializer};
use tracing_subscriber::filter::LevelFilter;

/// What is logged at this level or above while `call` runs.
fn logged(level: LevelFilter, call: impl FnOnce()) -> String {
    #[derive(Clone, Default)]
    struct Buffer(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Buffer {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    let buffer = Buffer::default();
    let writer = buffer.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(level)
        .without_time()
        .with_ansi(false)
        .with_writer(move || writer.clone())
        .finish();
    {
        let _default = tracing_subscriber::util::SubscriberInitExt::set_default(subscriber);
        call();
    }
    let logged = buffer.0.lock().unwrap();
    String::from_utf8(logged.clone()).unwrap()
}

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
    Given(#[source] io::Error),

    #[error("taken")]
    #[tool_error(code = "CONFLICT")]
    Taken,
}

#[envelope_tool(dialect = "response-v2")]
fn store(error: StoreError) -> Result<(), StoreError> {
    Err(error)
}

#[test]
fn a_hidden_message_is_an_error_in_the_log() {
    let log = logged(LevelFilter::ERROR, || {
        let _ = RequestId::new("req_1").scope(|| store(StoreError::Broken));
    });
    assert!(log.starts_with("ERROR"), "{log}");
    for part in [
        "no connection to postgres",
        r#"tool="store""#,
        r#"dialect="response-v2""#,
        r#"code="INTERNAL_ERROR""#,
        r#"error_type="internal""#,
        r#"request_id="req_1""#,
    ] {
        assert!(log.contains(part), "{part} in {log}");
    }
    assert_eq!(log.lines().count(), 1);
}

#[test]
fn a_cause_behind_a_message_is_logged_too() {
    let log = logged(LevelFilter::ERROR, || {
        let _ = store(StoreError::Given(io::Error::other("disk on fire")));
    });
    assert!(log.contains("disk on fire"), "{log}");

    let unreadable = || {
        let source = io::Error::other("EACCES");
        let _ = store(StoreError::Unreadable { path: "a.json", source });
    };
    assert_eq!(logged(LevelFilter::INFO, unreadable), "");
    let log = logged(LevelFilter::DEBUG, unreadable);
    assert!(log.starts_with("DEBUG") && log.contains("EACCES"), "{log}");
}

#[test]
fn where_nothing_is_hidden_nothing_is_logged() {
    let log = logged(LevelFilter::TRACE, || {
        let _ = store(StoreError::Taken);
    });
    assert_eq!(log, "");
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

    #[envelope_tool(dialect = "response-v2")]
    fn failing() -> Result<Failing, ToolFailure> {
        Ok(Failing)
    }

    #[envelope_tool(dialect = "response-v2", data = "n")]
    fn marked() -> Result<u8, ToolFailure> {
        Err(ToolFailure::conflict("c").detail("field", Failing))
    }

    #[envelope_tool(dialect = "response-v2", catch_panic)]
    fn panics() -> Result<(), ToolFailure> {
        std::panic::resume_unwind(Box::new("index out of bounds"))
    }

    for (call, cause) in [
        (failing as fn() -> _, "no bytes for this"),
        (marked, "`field` of CONFLICT: no bytes for this"),
        (panics, "the tool panicked: index out of bounds"),
    ] {
        let log = logged(LevelFilter::ERROR, || {
            let envelope = call();
            assert_eq!(envelope.error_code(), Some("INTERNAL_ERROR"));
        });
        assert!(log.contains(cause), "{cause} in {log}");
    }
}
