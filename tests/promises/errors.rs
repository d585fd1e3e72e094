//! `#[derive(ToolError)]`, and errors of other crates.

use std::fmt::{self, Debug, Display};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use crate::support::failure;
use envelope_runtime::{
    Envelope, ErrorCode, ErrorPath, ErrorType, Fields, RateLimit, Retry, RetryAfter, ToolError,
    ToolFailure, Warning, WarningCode, envelope_tool,
};
use serde::Serialize;
use serde_json::{Value, json};

#[envelope_tool(dialect = "response-v2")]
fn fail(error: impl Into<ToolFailure>) -> Result<(), ToolFailure> {
    Err(error.into())
}

fn keys(fields: Fields<'_>) -> Vec<&str> {
    fields.iter().map(|(key, _)| key).collect()
}

/// `error`, `data` and `meta` of the failure.
fn parts(error: impl Into<ToolFailure>) -> (Value, Value, Value) {
    let wire = failure(&fail(error));
    (wire["error"].clone(), wire["data"].clone(), wire["meta"].clone())
}

#[derive(Debug, thiserror::Error, ToolError)]
enum SpecError {
    #[error("Spec '{spec_id}' not found")]
    #[tool_error(code = "SPEC_NOT_FOUND", remediation = "List the specs, then retry")]
    NotFound { spec_id: String },

    #[error("Validation failed: {field} {problem}")]
    #[tool_error(code = "VALIDATION_ERROR", remediation = "Provide a valid {field}")]
    Invalid {
        #[tool_error(detail)]
        field: &'static str,
        #[tool_error(detail = "constraint")]
        problem: String,
    },

    #[error("Rate limit exceeded: {limit} requests per minute")]
    #[tool_error(code = "RATE_LIMIT_EXCEEDED", remediation = "Wait {wait} seconds before retrying")]
    Throttled {
        limit: u32,
        #[tool_error(data = "retry_after_seconds")]
        wait: u64,
        #[tool_error(rate_limit)]
        state: Option<RateLimit>,
        #[tool_error(telemetry, meta = "spent_ms")]
        duration_ms: u64,
    },

    #[error("the embedding index is stale")]
    #[tool_error(code = "INDEX_STALE", error_type = "conflict")]
    Stale,

    #[error(transparent)]
    #[tool_error(transparent)]
    Store(#[from] io::Error),

    #[error(transparent)]
    #[tool_error(transparent, remediation = "Send JSON")]
    Json(#[from] serde_json::Error),

    #[error("cannot read {}", path.display())]
    #[tool_error(code = "NOT_FOUND")]
    Unreadable {
        #[tool_error(path)]
        path: PathBuf,
        #[tool_error(detail)]
        line: Option<u32>,
        source: io::Error,
    },
}

#[test]
fn messages_and_codes() {
    let (error, data, meta) = parts(SpecError::NotFound { spec_id: "auth".to_owned() });
    assert_eq!(error, "Spec 'auth' not found");
    assert_eq!(
        data,
        json!({
            "error_code": "SPEC_NOT_FOUND",
            "error_type": "not_found",
            "remediation": "List the specs, then retry"
        })
    );
    assert_eq!(meta, json!({"version": "response-v2"}));

    let (error, data, _) = parts(SpecError::Stale);
    assert_eq!(error, "the embedding index is stale");
    assert_eq!(data, json!({"error_code": "INDEX_STALE", "error_type": "conflict"}));
}

#[test]
fn marked_fields() {
    let (_, data, _) =
        parts(SpecError::Invalid { field: "spec_id", problem: "is empty".to_owned() });
    assert_eq!(data["remediation"], "Provide a valid spec_id");
    assert_eq!(data["details"], json!({"field": "spec_id", "constraint": "is empty"}));

    let throttled = |state| SpecError::Throttled { limit: 100, wait: 45, state, duration_ms: 7 };
    let (_, data, meta) = parts(throttled(Some(RateLimit::new().limit(100).remaining(0))));
    assert_eq!(data["remediation"], "Wait 45 seconds before retrying");
    assert_eq!(data["retry_after_seconds"], 45);
    assert_eq!(data.get("details"), None);
    assert_eq!(
        meta,
        json!({
            "version": "response-v2",
            "rate_limit": {"limit": 100, "remaining": 0},
            "telemetry": {"duration_ms": 7},
            "spent_ms": 7
        })
    );
    let (_, _, meta) = parts(throttled(None));
    assert_eq!(meta.get("rate_limit"), None);

    let source = io::Error::other("EACCES: /srv/secret");
    let (error, data, _) =
        parts(SpecError::Unreadable { path: "specs/a.json".into(), line: None, source });
    assert_eq!(error, "cannot read specs/a.json");
    assert_eq!(data["details"], json!({"path": "specs/a.json", "line": null}));
}

#[test]
fn transparent_errors_keep_everything_but_the_remediation() {
    let (error, data, _) = parts(SpecError::from(io::Error::from(io::ErrorKind::NotFound)));
    assert_eq!(error, "The file or resource was not found");
    assert_eq!(data, json!({"error_code": "NOT_FOUND", "error_type": "not_found"}));

    let broken = serde_json::from_str::<Value>("{").unwrap_err();
    let (_, data, _) = parts(SpecError::from(broken));
    assert_eq!(data["error_code"], "INVALID_FORMAT");
    assert_eq!(data["remediation"], "Send JSON");
}

/// Only marked fields are written.
#[test]
fn unmarked_fields_are_not_written() {
    #[derive(ToolError)]
    #[tool_error(code = "CONFLICT", message = "taken")]
    struct Taken {
        #[allow(dead_code, reason = "nobody may see it")]
        token: &'static str,
        #[tool_error(detail)]
        owner: &'static str,
    }

    let envelope = fail(Taken { token: "hunter2", owner: "ann" });
    assert!(!envelope.as_str().contains("hunter2"));
    assert_eq!(failure(&envelope)["data"]["details"], json!({"owner": "ann"}));
}

#[test]
fn interpolation() {
    #[derive(ToolError)]
    enum Interpolated {
        #[tool_error(
            code = "CONFLICT",
            message = "{0} and {1:?}, {0:>4}|{0:<4}|{0:^4}|{0:*>4}",
            remediation = "{{{0}}}"
        )]
        Tuple(&'static str, Option<u8>),

        #[tool_error(
            code = "CONFLICT",
            message = "{r#type}{type:#x} {value:08.3} {value:.digits$} {value:width$.1} {text:$>6} {value:+e}"
        )]
        Named { r#type: u8, value: f64, digits: usize, width: usize, text: &'static str },

        #[tool_error(code = "CONFLICT", message = "{0:1$} {0:01$}")]
        Width(u8, usize),
    }

    let (error, data, _) = parts(Interpolated::Tuple("ab", Some(1)));
    assert_eq!(error, "ab and Some(1),   ab|ab  | ab |**ab");
    assert_eq!(data["remediation"], "{ab}");
    let named = Interpolated::Named { r#type: 10, value: 2.5, digits: 2, width: 6, text: "é" };
    assert_eq!(parts(named).0, "100xa 0002.500 2.50    2.5 $$$$$é +2.5e0");
    assert_eq!(parts(Interpolated::Width(7, 3)).0, "  7 007");
}

#[test]
fn paths_in_texts() {
    #[derive(ToolError)]
    #[tool_error(
        code = "INVALID_PATH",
        message = "{path} is missing",
        remediation = "Create {shared}, not {boxed:?}"
    )]
    struct NoFile<'a> {
        path: &'a Path,
        shared: Arc<Path>,
        boxed: Box<PathBuf>,
    }

    #[derive(ToolError)]
    #[tool_error(code = "INVALID_PATH", message = "{0} in {1}")]
    struct Tuple<T>(PathBuf, T);

    let (error, ..) = parts(Tuple(PathBuf::from("a/b.rs"), 7));
    assert_eq!(error, "a/b.rs in 7");
    let no_file = NoFile {
        path: Path::new("a"),
        shared: Path::new("b").into(),
        boxed: Box::new(PathBuf::from("c")),
    };
    let (error, data, _) = parts(no_file);
    assert_eq!(error, "a is missing");
    assert_eq!(data["remediation"], "Create b, not \"c\"");
}

#[test]
fn text_and_paths_are_paths() {
    fn path_of(path: impl ErrorPath) -> Option<String> {
        ToolFailure::conflict("m").path(path).report().path().map(str::to_owned)
    }

    let path = Path::new("src/a.rs");
    for given in [
        path_of("src/a.rs"),
        path_of("src/a.rs".to_owned()),
        path_of(path),
        path_of(path.to_owned()),
        path_of(Arc::<Path>::from(path)),
        path_of(Some(path)),
    ] {
        assert_eq!(given.as_deref(), Some("src/a.rs"));
    }
    assert_eq!(path_of(None::<&Path>), None);
}

#[test]
fn structs() {
    #[derive(Debug, thiserror::Error, ToolError)]
    #[error("no {0}")]
    #[tool_error(code = "NOT_FOUND", remediation = "Look for {0} elsewhere")]
    struct Tuple(#[tool_error(detail = "what")] &'static str);

    #[derive(Debug, thiserror::Error, ToolError)]
    #[error("nothing")]
    #[tool_error(code = "NOT_FOUND")]
    struct Unit;

    #[derive(Debug, thiserror::Error, ToolError)]
    #[error(transparent)]
    #[tool_error(transparent)]
    struct Wrapper(#[from] Tuple);

    let expected = json!({
        "error_code": "NOT_FOUND",
        "error_type": "not_found",
        "remediation": "Look for it elsewhere",
        "details": {"what": "it"}
    });
    assert_eq!(parts(Tuple("it")).1, expected);
    assert_eq!(parts(Wrapper::from(Tuple("it"))), parts(Tuple("it")));
    assert_eq!(parts(Unit).0, "nothing");
}

#[test]
fn generics() {
    #[derive(Debug, thiserror::Error, ToolError)]
    enum Generic<'a, T: Debug, E, const N: usize>
    where
        E: std::error::Error + 'static,
    {
        #[error("bad {value:?}")]
        #[tool_error(code = "VALIDATION_ERROR", remediation = "Send {value:?} of {list:?}")]
        Bad {
            #[tool_error(detail)]
            value: &'a T,
            list: [u8; N],
        },

        #[error(transparent)]
        #[tool_error(transparent)]
        Inner(E),
    }

    type Concrete<'a> = Generic<'a, &'a str, io::Error, 2>;
    let (error, data, _) = parts(Concrete::Bad { value: &"x", list: [1, 2] });
    assert_eq!(error, "bad \"x\"");
    assert_eq!(data["remediation"], "Send \"x\" of [1, 2]");
    assert_eq!(data["details"], json!({"value": "x"}));
    let inner = Concrete::Inner(io::ErrorKind::AlreadyExists.into());
    assert_eq!(parts(inner).1["error_code"], "DUPLICATE_ENTRY");
}

/// An error can contain itself, and its source can be optional.
#[test]
fn recursive_errors_and_optional_sources() {
    #[derive(Debug, ToolError)]
    enum Recursive<T: Debug> {
        #[tool_error(code = "NOT_FOUND", message = "no {0:?}")]
        Leaf(T),
        #[tool_error(transparent)]
        Inner(Box<Recursive<T>>),
    }

    #[derive(Debug, thiserror::Error, ToolError)]
    #[error("down")]
    #[tool_error(code = "UNAVAILABLE")]
    struct Down {
        source: Option<io::Error>,
    }

    let inner = Recursive::Inner(Box::new(Recursive::Leaf(7)));
    assert_eq!(parts(inner).0, "no 7");
    let cause = Down { source: Some(io::Error::other("cable")) }.failure();
    assert_eq!(cause.report().hidden().map(|hidden| hidden.to_string()).as_deref(), Some("cable"));
    assert!(Down { source: None }.failure().report().hidden().is_none());
}

/// An envelope in a detail is JSON on the wire, not a string.
#[test]
fn an_envelope_in_an_error() {
    let inner = fail(SpecError::Stale);
    let outer = ToolFailure::conflict("c").detail("inner", &inner);
    assert_eq!(parts(outer).1["details"]["inner"]["data"]["error_code"], "INDEX_STALE");
}

/// A hand-written `Display` works like thiserror's.
#[test]
fn hand_written_display() {
    #[derive(ToolError)]
    #[tool_error(code = "CONFLICT")]
    struct HandWritten(u8);

    impl Display for HandWritten {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "state {}", self.0)
        }
    }

    assert_eq!(parts(HandWritten(3)).0, "state 3");
}

#[test]
fn marked_values_of_any_kind() {
    #[derive(Serialize)]
    struct Inner {
        list: Vec<Option<f32>>,
        big: u128,
    }

    #[derive(ToolError)]
    #[tool_error(code = "CONFLICT", message = "m")]
    struct Any {
        #[tool_error(detail)]
        inner: Inner,
        #[tool_error(detail)]
        unit: (),
        #[tool_error(detail)]
        r#type: char,
        #[tool_error(detail)]
        value: Value,
    }

    let envelope = fail(Any {
        inner: Inner { list: vec![Some(0.1), None], big: u128::MAX },
        unit: (),
        r#type: '"',
        value: json!({"a": {}}),
    });
    let expected = r#""details":{"inner":{"list":[0.1,null],"big":340282366920938463463374607431768211455},"unit":null,"type":"\"","value":{"a":{}}}"#;
    assert!(envelope.as_str().contains(expected), "{envelope}");
}

/// A trait object is an error as well.
#[test]
fn trait_objects_and_pointers() {
    let boxed: Box<dyn ToolError + Send + Sync> = Box::new(SpecError::Stale);
    assert_eq!(fail(boxed).error_code(), Some("INDEX_STALE"));
    let boxed: Box<dyn ToolError> = Box::new(io::Error::from(io::ErrorKind::TimedOut));
    assert_eq!(fail(boxed).error_code(), Some("UNAVAILABLE"));
    assert_eq!(fail(&SpecError::Stale).error_code(), Some("INDEX_STALE"));
    assert_eq!(fail(std::sync::Arc::new(SpecError::Stale)).error_code(), Some("INDEX_STALE"));
    assert_eq!(fail(std::rc::Rc::new(SpecError::Stale)).error_code(), Some("INDEX_STALE"));
}

#[test]
fn failures_by_hand() {
    let failed = ToolFailure::new(ErrorCode::InternalError, "secret").cause("deeper");
    assert_eq!(failed.report().message(), "An internal error occurred");
    assert_eq!(
        failed.report().hidden().map(|hidden| hidden.to_string()),
        Some("secret: deeper".to_owned())
    );
    assert_eq!(failed.clone().expose().report().message(), "secret");
    assert_eq!(
        failed.clone().expose().report().hidden().map(|hidden| hidden.to_string()),
        Some("deeper".to_owned())
    );
    let debug = format!("{failed:?}");
    assert!(debug.contains("INTERNAL_ERROR") && debug.contains("An internal error occurred"));
    assert!(!debug.contains("secret") && !debug.contains("deeper"));

    let failed = ToolFailure::new(ErrorCode::Conflict, "m")
        .path("a")
        .detail("path", "shadowed")
        .detail("k", 1)
        .detail("k", 2);
    assert_eq!(failed.report().path(), Some("a"));
    assert!(failed.report().hidden().is_none());
    assert_eq!(keys(failed.report().details()), ["path", "k"]);
    assert_eq!(keys(failed.report().details_with_path()), ["k", "path"]);
    assert_eq!(format!("{:?}", failed.report().details_with_path()), r#"{"k": 2, "path": "a"}"#);
    assert_eq!(failure(&fail(failed))["data"]["details"], json!({"k": 2, "path": "a"}));

    for (given, code) in [
        ("INDEX_STALE_2", "INDEX_STALE_2"),
        ("index stale", "INDEX_STALE"),
        ("index-stale", "INDEX_STALE"),
        ("indexStale", "INDEX_STALE"),
        ("é", "UNKNOWN"),
        ("_", "UNKNOWN"),
        ("1X", "CODE_1_X"),
        ("", "UNKNOWN"),
    ] {
        assert_eq!(ToolFailure::custom(given, ErrorType::Conflict, "m").report().code(), code);
    }
}

/// `Display` prints the words of the contract.
#[test]
fn codes_and_error_types_as_text() {
    assert_eq!(ErrorCode::NotFound.to_string(), "NOT_FOUND");
    assert_eq!(ErrorType::RateLimit.to_string(), "rate_limit");
    assert_eq!(Retry::Backoff.to_string(), "backoff");
    let unknown = "INDEX_STALE".parse::<ErrorCode>().unwrap_err();
    assert_eq!(unknown.to_string(), "not a word of this vocabulary");
}

#[test]
fn the_rate_limit_of_a_report() {
    let limit = RateLimit::new().limit(100).remaining(0);
    let failed = ToolFailure::conflict("m").detail("limit", 7).rate_limit(limit);
    let state = serde_json::to_value(failed.report().rate_limit()).unwrap();
    assert_eq!(state, json!({"limit": 100, "remaining": 0}));
    assert!(ToolFailure::conflict("m").detail("limit", 7).report().rate_limit().is_none());
}

#[test]
fn ready_made_failures() {
    for (error, code, error_type, message) in [
        (ToolFailure::validation("bad"), "VALIDATION_ERROR", ErrorType::Validation, "bad"),
        (
            ToolFailure::invalid_format("day", "an ISO 8601 date"),
            "INVALID_FORMAT",
            ErrorType::Validation,
            "Validation failed: day is not an ISO 8601 date",
        ),
        (
            ToolFailure::missing_required("id"),
            "MISSING_REQUIRED",
            ErrorType::Validation,
            "Validation failed: id is required",
        ),
        (ToolFailure::unauthorized("who?"), "UNAUTHORIZED", ErrorType::Authentication, "who?"),
        (ToolFailure::forbidden("no"), "FORBIDDEN", ErrorType::Authorization, "no"),
        (ToolFailure::not_found("Spec", 7), "NOT_FOUND", ErrorType::NotFound, "Spec not found: 7"),
        (ToolFailure::conflict("busy"), "CONFLICT", ErrorType::Conflict, "busy"),
        (
            ToolFailure::duplicate("Spec", 7),
            "DUPLICATE_ENTRY",
            ErrorType::Conflict,
            "Spec already exists: 7",
        ),
        (
            ToolFailure::rate_limited(9, "hour", 60),
            "RATE_LIMIT_EXCEEDED",
            ErrorType::RateLimit,
            "Rate limit exceeded: 9 requests per hour",
        ),
        (
            ToolFailure::feature_disabled("beta"),
            "FEATURE_DISABLED",
            ErrorType::FeatureFlag,
            "Feature 'beta' is not enabled",
        ),
        (
            ToolFailure::internal("secret"),
            "INTERNAL_ERROR",
            ErrorType::Internal,
            "An internal error occurred",
        ),
        (ToolFailure::unavailable("down"), "UNAVAILABLE", ErrorType::Unavailable, "down"),
    ] {
        assert_eq!(error.to_string(), message);
        assert_eq!(error.report().error_type(), error_type);
        let envelope = fail(error);
        assert_eq!(envelope.error_code(), Some(code));
        assert_eq!(envelope.error_type(), Some(error_type));
        assert_eq!(failure(&envelope)["error"], message);
    }
}

#[test]
fn a_failure_can_take_another_code() {
    let own = fail(ToolFailure::conflict("stale").code("INDEX_STALE"));
    assert_eq!(
        (own.error_code(), own.error_type()),
        (Some("INDEX_STALE"), Some(ErrorType::Conflict))
    );
    // The message of an error that becomes internal is hidden, and a hidden message stays hidden.
    let internal = fail(ToolFailure::validation("password=hunter2").code("INTERNAL_ERROR"));
    assert_eq!(failure(&internal)["error"], "An internal error occurred");
    let hidden = fail(ToolFailure::internal("password=hunter2").code("NOT_FOUND"));
    assert_eq!(failure(&hidden)["error"], "The resource does not exist");
    assert_eq!(hidden.error_code(), Some("NOT_FOUND"));
    // A standard code and its error type stay together.
    let standard = fail(ToolFailure::conflict("gone").code("NOT_FOUND"));
    assert_eq!(standard.error_type(), Some(ErrorType::NotFound));
}

#[test]
fn io_errors_by_kind() {
    use io::ErrorKind as Kind;

    for (kinds, code) in [
        (&[Kind::NotFound][..], "NOT_FOUND"),
        (&[Kind::PermissionDenied, Kind::ReadOnlyFilesystem], "FORBIDDEN"),
        (&[Kind::AlreadyExists], "DUPLICATE_ENTRY"),
        (
            &[
                Kind::DirectoryNotEmpty,
                Kind::ResourceBusy,
                Kind::ExecutableFileBusy,
                Kind::StaleNetworkFileHandle,
            ],
            "CONFLICT",
        ),
        (
            &[Kind::InvalidInput, Kind::InvalidFilename, Kind::NotADirectory, Kind::IsADirectory],
            "VALIDATION_ERROR",
        ),
        (&[Kind::InvalidData, Kind::UnexpectedEof], "INVALID_FORMAT"),
        (
            &[
                Kind::TimedOut,
                Kind::WouldBlock,
                Kind::Interrupted,
                Kind::ConnectionRefused,
                Kind::ConnectionReset,
                Kind::ConnectionAborted,
                Kind::NotConnected,
                Kind::BrokenPipe,
                Kind::HostUnreachable,
                Kind::NetworkUnreachable,
                Kind::NetworkDown,
            ],
            "UNAVAILABLE",
        ),
        (&[Kind::Other, Kind::OutOfMemory, Kind::StorageFull, Kind::Unsupported], "INTERNAL_ERROR"),
    ] {
        for kind in kinds {
            let envelope = fail(io::Error::new(*kind, "/srv/secret"));
            assert_eq!(envelope.error_code(), Some(code), "{kind}");
            assert!(!envelope.as_str().contains("secret"), "{envelope}");
        }
    }
}

#[test]
fn json_errors() {
    for (text, problem) in [
        ("\n  {]", "does not have the expected shape"),
        ("\"hunter2\"", "does not have the expected shape"),
        ("", "ends too early"),
        ("1 hunter2", "is malformed"),
    ] {
        let error = serde_json::from_str::<u8>(text).unwrap_err();
        let (line, column) = (error.line(), error.column());
        let (message, data, _) = parts(error);
        assert_eq!(message, format!("The JSON {problem} at line {line}, column {column}"));
        assert_eq!(
            data,
            json!({
                "error_code": "INVALID_FORMAT",
                "error_type": "validation",
                "details": {"line": line, "column": column}
            })
        );
    }

    struct Unreadable;

    impl io::Read for Unreadable {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::ErrorKind::TimedOut.into())
        }
    }

    let unreadable = serde_json::from_reader::<_, u8>(Unreadable).unwrap_err();
    assert_eq!(fail(unreadable).error_code(), Some("UNAVAILABLE"));
    let without_position = serde_json::from_value::<u8>(json!("hunter2")).unwrap_err();
    let (message, data, _) = parts(without_position);
    assert_eq!(message, "The JSON does not have the expected shape");
    assert_eq!(data.get("details"), None);
}

#[test]
fn parse_and_unicode_errors() {
    fn invalid_format<T, E: ToolError + Display>(result: Result<T, E>) {
        let Err(error) = result else { panic!("it parses") };
        let message = error.to_string();
        let envelope = fail(error);
        assert_eq!(envelope.error_code(), Some("INVALID_FORMAT"));
        assert_eq!(failure(&envelope)["error"], message);
    }

    invalid_format("x".parse::<i64>());
    invalid_format(u8::try_from(300));
    invalid_format("x".parse::<f64>());
    invalid_format("x".parse::<bool>());
    invalid_format("xx".parse::<char>());
    invalid_format(char::try_from(0xD800_u32));
    invalid_format("x".parse::<std::net::IpAddr>());
    let truncated = b"\xC3".to_vec();
    invalid_format(std::str::from_utf8(&truncated));
    invalid_format(String::from_utf8(vec![0xC3]));
    invalid_format(String::from_utf16(&[0xD800]));
}

/// `?` converts errors of the standard library and of `serde_json` into a `ToolFailure`.
#[test]
fn foreign_errors_become_failures() {
    #[envelope_tool(dialect = "response-v2", data = "n")]
    fn read(text: &str) -> Result<u8, ToolFailure> {
        if text.starts_with('/') {
            std::fs::read(text)?;
        }
        let json: String = serde_json::from_str(text)?;
        Ok(json.parse()?)
    }

    assert_eq!(read("/no/such/file").error_code(), Some("NOT_FOUND"));
    assert_eq!(read("{").error_code(), Some("INVALID_FORMAT"));
    assert_eq!(read("\"x\"").error_code(), Some("INVALID_FORMAT"));
    assert!(read("\"3\"").is_success());
}

#[test]
fn a_tool_that_cannot_fail() {
    #[envelope_tool(dialect = "response-v2")]
    fn ping() -> Result<(), std::convert::Infallible> {
        Ok(())
    }

    let envelope: Envelope = ping();
    assert!(envelope.is_success());
}

/// `?` converts every `ToolError` into a `ToolFailure`, including its remediation.
#[test]
fn every_error_converts_with_a_question_mark() {
    #[envelope_tool(dialect = "response-v2")]
    fn read(step: u8) -> Result<(), ToolFailure> {
        match step {
            0 => Err(SpecError::NotFound { spec_id: "auth".to_owned() })?,
            1 => Err(io::Error::from(io::ErrorKind::PermissionDenied))?,
            2 => drop(serde_json::from_str::<Value>("{")?),
            3 => drop("x".parse::<u8>()?),
            4 => Err(Box::new(SpecError::Stale) as Box<dyn ToolError>)?,
            _ => Err(ToolFailure::missing_required("step"))?,
        }
        Ok(())
    }

    let codes: Vec<_> = (0..6).map(|step| read(step).error_code().unwrap().to_owned()).collect();
    assert_eq!(
        codes,
        [
            "SPEC_NOT_FOUND",
            "FORBIDDEN",
            "INVALID_FORMAT",
            "INVALID_FORMAT",
            "INDEX_STALE",
            "MISSING_REQUIRED"
        ]
    );
    assert_eq!(failure(&read(0))["data"]["remediation"], "List the specs, then retry");
}

/// `transparent` forwards a failure inside an error, like any other error.
#[test]
fn a_failure_can_be_transparent() {
    #[derive(Debug, thiserror::Error, ToolError)]
    enum Outer {
        #[error(transparent)]
        #[tool_error(transparent, remediation = "Ask again")]
        Inner(#[from] ToolFailure),
    }

    #[envelope_tool(dialect = "response-v2")]
    fn fail() -> Result<(), Outer> {
        Err(ToolFailure::conflict("taken").detail("by", "ann"))?;
        Ok(())
    }

    let data = &failure(&fail())["data"];
    assert_eq!(data["error_code"], "CONFLICT");
    assert_eq!(data["remediation"], "Ask again");
    assert_eq!(data["details"], json!({"by": "ann"}));
}

/// A placeholder is formatted by the trait that it names, as in the standard library.
#[test]
fn a_placeholder_names_its_trait() {
    #[derive(Debug, ToolError)]
    #[tool_error(
        code = "CONFLICT",
        message = "{n} {n:?} {n:#x} {n:X} {n:o} {n:08b} {n:e} {n:E} {at:p}",
        remediation = "{{{n}}}"
    )]
    struct Formatted {
        n: u8,
        at: *const u8,
    }

    let (message, data, _) = parts(Formatted { n: 171, at: std::ptr::null() });
    assert_eq!(message, "171 171 0xab AB 253 10101011 1.71e2 1.71E2 0x0");
    assert_eq!(data["remediation"], "{171}");
}

/// The impl requires a type parameter to have the traits that its fields need.
#[test]
fn marked_fields_of_any_type() {
    #[derive(Debug, thiserror::Error, ToolError)]
    #[error("taken")]
    #[tool_error(code = "CONFLICT")]
    struct Taken<P, L, W> {
        #[tool_error(path)]
        path: P,
        #[tool_error(rate_limit)]
        limit: L,
        #[tool_error(warnings)]
        warnings: W,
    }

    let (_, data, meta) = parts(Taken {
        path: PathBuf::from("specs/a.json"),
        limit: RateLimit::new().remaining(0),
        warnings: [Warning::new(WarningCode::DeprecatedField, "It is old")],
    });
    assert_eq!(data["details"], json!({"path": "specs/a.json"}));
    assert_eq!(meta["rate_limit"], json!({"remaining": 0}));
    assert_eq!(meta["warnings"], json!(["It is old"]));
    assert_eq!(meta["warning_details"][0]["code"], "DEPRECATED_FIELD");
}

/// Clients refuse an empty message, so it is replaced.
#[test]
fn a_blank_message_becomes_the_sentence_of_its_error_type() {
    for (error_type, sentence) in [
        (ErrorType::Validation, "The input is invalid"),
        (ErrorType::Authentication, "The credentials are missing or invalid"),
        (ErrorType::Authorization, "The credentials are not sufficient"),
        (ErrorType::NotFound, "The resource does not exist"),
        (ErrorType::Conflict, "The current state does not allow this"),
        (ErrorType::RateLimit, "There were too many requests"),
        (ErrorType::FeatureFlag, "The feature is not enabled"),
        (ErrorType::Internal, "An internal error occurred"),
        (ErrorType::Unavailable, "The service is temporarily unavailable"),
    ] {
        for blank in ["", " \n"] {
            let envelope = fail(ToolFailure::custom("OWN_CODE", error_type, blank));
            assert_eq!(failure(&envelope)["error"], sentence);
        }
    }
}

/// A delay is a number of seconds, or a `Duration`, which is rounded up to whole seconds.
#[test]
fn how_long_to_wait() {
    use std::time::{Duration, UNIX_EPOCH};

    use envelope_runtime::RetryAfter;
    use serde_json::value::RawValue;

    let wait = |failed: ToolFailure| fail(failed).retry_after().cloned();
    let delay = |milliseconds| Some(RetryAfter::Delay(Duration::from_millis(milliseconds)));
    let limited = || ToolFailure::unavailable("m");
    assert_eq!(wait(limited().data("retry_after_seconds", 45)), delay(45_000));
    assert_eq!(wait(limited().data("retry_after_seconds", 1.5)), delay(1_500));
    let raw = RawValue::from_string("7".to_owned()).unwrap();
    assert_eq!(wait(limited().data("retry_after_seconds", raw)), delay(7_000));
    assert_eq!(wait(limited().data("retry_after_seconds", "soon")), None);
    assert_eq!(wait(limited().data("retry_after_seconds", -1)), None);
    // Not a `Duration`, though it looks like one.
    for other in [json!([3, 5]), json!({"secs": 3}), json!({"secs": 3, "nanos": 5, "unit": "s"})] {
        let envelope = fail(limited().data("retry_after_seconds", &other));
        assert_eq!(failure(&envelope)["data"]["retry_after_seconds"], other);
        assert_eq!(wait(limited().data("retry_after_seconds", &other)), None);
    }

    let duration = limited().data("retry_after_seconds", Duration::from_millis(1_500));
    assert_eq!(wait(duration.clone()), delay(2_000));
    assert_eq!(failure(&fail(duration))["data"]["retry_after_seconds"], 2);

    let state = RateLimit::new().reset_at("2025-12-04T12:00:00Z");
    let until = Some(RetryAfter::At(UNIX_EPOCH + Duration::from_secs(1_764_849_600)));
    assert_eq!(wait(limited().rate_limit(&state)), until);
    assert_eq!(wait(ToolFailure::not_found("m", 1).rate_limit(&state)), None);
    assert_eq!(wait(limited().rate_limit(state.retry_after(3)).data("k", 1)), delay(3_000));
}

/// A duration can be raw JSON if the JSON is a number.
#[test]
fn a_measured_duration_as_raw_json() {
    use serde_json::value::RawValue;

    #[envelope_tool(dialect = "response-v2", telemetry)]
    fn slow(duration: &str) -> Result<(), ToolFailure> {
        let duration = RawValue::from_string(duration.to_owned()).unwrap();
        Err(ToolFailure::unavailable("m").telemetry("duration_ms", duration))
    }

    for number in ["45", "45.250", "1e2"] {
        let written = format!(r#""telemetry":{{"duration_ms":{number}}}"#);
        assert!(slow(number).as_str().contains(&written), "{}", slow(number));
    }
    assert!(failure(&slow("\"soon\""))["meta"]["telemetry"]["duration_ms"].is_number());
}

/// A field can have the name of a variable that the derive uses.
#[test]
fn a_field_called_this() {
    #[derive(Debug, thiserror::Error, ToolError)]
    #[error("no {this} in {outcome}")]
    #[tool_error(code = "NOT_FOUND", remediation = "Look for {this} elsewhere")]
    struct Missing {
        #[tool_error(detail)]
        this: u8,
        #[tool_error(data)]
        outcome: u8,
    }

    let wire = failure(&fail(Missing { this: 1, outcome: 2 }));
    assert_eq!(wire["error"], "no 1 in 2");
    assert_eq!(wire["data"]["remediation"], "Look for 1 elsewhere");
    assert_eq!(
        (&wire["data"]["details"]["this"], &wire["data"]["outcome"]),
        (&json!(1), &json!(2))
    );
}

/// A later value replaces an earlier one, whether a failure has few fields or enough for an index.
#[test]
fn any_number_of_fields_keep_their_order() {
    let many = (0..40).fold(ToolFailure::conflict("m"), |failed, n| {
        failed.detail(&format!("k{n}"), n).data(&format!("d{n}"), [n])
    });
    let many = many.detail("k3", "later").data("d39", "later");
    let expected = (0..40).map(|n| format!("k{n}"));
    assert_eq!(keys(many.report().details()), expected.collect::<Vec<_>>());
    let data = &failure(&fail(many))["data"];
    assert_eq!(data["details"]["k3"], "later");
    assert_eq!((&data["d0"], &data["d39"]), (&json!([0]), &json!("later")));
}

/// Adding and writing a field does not compare it with all others, which would take minutes here.
#[test]
fn many_fields_take_no_more_time_each() {
    const COUNT: usize = 100_000;

    #[envelope_tool(dialect = "dotbot-mcp-response@1", summary("Done."))]
    fn dotbot(failure: ToolFailure) -> Result<(), ToolFailure> {
        Err(failure)
    }

    fn many(count: usize) -> ToolFailure {
        (0..count).fold(ToolFailure::conflict("m"), |failed, n| {
            let key = n.to_string();
            failed.detail(&key, n).data(&key, n).detail("again", n)
        })
    }

    let started = std::time::Instant::now();
    let envelope = dotbot(many(COUNT));
    let took = started.elapsed();
    assert!(envelope.as_str().contains(&format!(r#""data_{0}":{0}"#, COUNT - 1)));
    assert!(took < std::time::Duration::from_secs(30), "{took:?}");

    let wire = failure(&fail(many(100)));
    assert_eq!(wire["data"]["details"]["again"], 99);
    assert_eq!(wire["data"]["details"].as_object().unwrap().len(), 101);
    assert_eq!(wire["data"]["99"], 99);
}

/// However deep data or a detail is nested, there is an envelope.
#[test]
fn values_that_are_nested_too_deep() {
    struct Deep(usize);

    impl Serialize for Deep {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_map(self.0.checked_sub(1).map(|levels| ("k", Deep(levels))))
        }
    }

    impl envelope_runtime::Payload for Deep {}

    #[envelope_tool(dialect = "response-v2")]
    fn data(levels: usize) -> Result<Deep, ToolFailure> {
        Ok(Deep(levels))
    }

    assert!(
        fail(ToolFailure::conflict("m").detail("deep", Deep(119))).as_str().contains("\"deep\"")
    );
    // A client reads 128 levels, and a JSON-RPC message has two around the envelope.
    let deepest = format!(r#"{{"result":{{"structuredContent":{}}}}}"#, data(119));
    assert!(serde_json::from_str::<Value>(&deepest).is_ok());
    for levels in [120, 511, 1_000, 8_000, 1_000_000] {
        let failed = fail(ToolFailure::conflict("m").detail("deep", Deep(levels)));
        assert_eq!(failed.error_code(), Some("INTERNAL_ERROR"));
        assert_eq!(data(levels).error_code(), Some("INTERNAL_ERROR"));
    }
    // A warning is serialized together with the envelope, too late for another failure than an `INTERNAL_ERROR`.
    let deep = (0..600).fold(json!(1), |inner, _| json!([inner]));
    let failed =
        fail(ToolFailure::conflict("m").warning(Warning::uncoded("odd").context("deep", deep)));
    assert_eq!(failed.error_code(), Some("INTERNAL_ERROR"));
    assert_eq!(failure(&failed)["meta"], json!({"version": "response-v2"}));
}

/// `warning` takes one warning, or several in any collection.
#[test]
fn warnings_of_every_kind() {
    let (text, detail) = ("a".to_owned(), || Warning::uncoded("b").context("n", 1));
    for failed in [
        ToolFailure::conflict("m").warning("a").warning(detail()),
        ToolFailure::conflict("m").warning(&text).warning([detail()]),
        ToolFailure::conflict("m").warning(["a"]).warning(Some(detail())),
        ToolFailure::conflict("m").warning(["a"].as_slice()).warning(vec![detail()]),
    ] {
        let (_, _, meta) = parts(failed);
        assert_eq!(meta["warnings"], json!(["a", "b"]));
        assert_eq!(meta["warning_details"], json!([{"message": "b", "context": {"n": 1}}]));
    }
}

/// A value that cannot be serialized makes the whole failure internal, whatever comes after it.
#[test]
fn a_field_that_fails_is_an_internal_error() {
    let broken = std::collections::BTreeMap::from([([1], "a key that is not a string")]);
    let failed = ToolFailure::conflict("m").detail("a", 1).detail("b", broken).detail("c", 3);
    assert_eq!(keys(failed.report().details()), ["a", "c"]);
    let envelope = fail(failed);
    assert_eq!(envelope.error_code(), Some("INTERNAL_ERROR"));
    assert_eq!(failure(&envelope)["error"], "An internal error occurred");
}

/// A code for a dialect is ignored if its contract gives the code another error type. Codes of other contracts are allowed.
#[test]
fn a_code_for_a_dialect_keeps_to_the_error_type() {
    let code = |code: &str| {
        let error = ToolFailure::new(ErrorCode::NotFound, "no").code_for("response-v2", code);
        failure(&fail(error))["data"]["error_code"].clone()
    };
    assert_eq!(code("SPEC_GONE"), "SPEC_GONE");
    assert_eq!(code("CODE_NOT_FOUND"), "CODE_NOT_FOUND");
    assert_eq!(code("TIMEOUT"), "TIMEOUT");
    assert_eq!(code("RATE_LIMIT_EXCEEDED"), "NOT_FOUND");
    assert_eq!(code("not a code"), "NOT_FOUND");
}

#[test]
fn a_blank_remediation_is_none() {
    let envelope = fail(ToolFailure::validation("no").remediation(" \n"));
    assert_eq!(failure(&envelope)["data"].get("remediation"), None);
}

/// A foreign error with several codes, which a function tells apart.
#[test]
fn a_function_makes_the_failure() {
    #[derive(Debug, thiserror::Error, ToolError)]
    enum PortError<T: std::fmt::Debug + 'static> {
        #[error("invalid port")]
        #[tool_error(with = port_failure, remediation = "Provide a port above {0:?}")]
        Parse(#[from] std::num::ParseIntError),
        #[error("invalid value")]
        #[tool_error(with = failures::of_value)]
        Value(T),
    }

    fn port_failure(error: &std::num::ParseIntError) -> ToolFailure {
        match error.kind() {
            std::num::IntErrorKind::Empty => ToolFailure::missing_required("port"),
            _ => ToolFailure::validation("The port is not a number"),
        }
    }

    mod failures {
        use envelope_runtime::ToolFailure;

        pub(super) fn of_value<T: std::fmt::Debug>(value: &T) -> ToolFailure {
            ToolFailure::conflict(format_args!("{value:?} is taken"))
        }
    }

    fn report(error: &PortError<u16>) -> (String, String, Option<String>) {
        let failure = error.failure();
        let report = failure.report();
        let remediation = report.remediation().map(str::to_owned);
        (report.code().to_owned(), report.message().to_owned(), remediation)
    }

    let empty = PortError::from("".parse::<u16>().unwrap_err());
    let (code, _, remediation) = report(&empty);
    assert_eq!(code, "MISSING_REQUIRED");
    assert_eq!(remediation.as_deref(), Some("Provide a port above ParseIntError { kind: Empty }"));
    let invalid = PortError::from("x".parse::<u16>().unwrap_err());
    assert_eq!(report(&invalid).0, "VALIDATION_ERROR");
    assert_eq!(report(&PortError::Value(80)), ("CONFLICT".into(), "80 is taken".into(), None));
}

/// With thiserror's `transparent`, the error has the message of its field, so the field is not its source.
#[test]
fn a_transparent_cause_is_hidden_once() {
    #[derive(Debug, thiserror::Error)]
    #[error("disk on fire")]
    struct Burning(#[source] io::Error);

    #[derive(Debug, thiserror::Error, ToolError)]
    enum StoreError {
        #[error(transparent)]
        #[tool_error(code = "INTERNAL_ERROR")]
        Io(#[from] io::Error),

        #[error(transparent)]
        #[tool_error(code = "INTERNAL_ERROR")]
        Unmarked(Burning),

        #[error(transparent)]
        #[tool_error(code = "INTERNAL_ERROR", message = "The store is down")]
        Boxed(#[from] Box<dyn std::error::Error + Send + Sync>),
    }

    let hidden = |error: StoreError| {
        error.failure().report().hidden().map(|hidden| hidden.to_string()).unwrap_or_default()
    };
    let no_water = || io::Error::other("no water");
    assert_eq!(hidden(no_water().into()), "no water");
    assert_eq!(hidden(StoreError::Unmarked(Burning(no_water()))), "disk on fire: no water");
    let boxed: Box<dyn std::error::Error + Send + Sync> = Box::new(Burning(no_water()));
    assert_eq!(hidden(boxed.into()), "disk on fire: no water");
}

/// The text of another crate's error can name paths and hosts, and so a fixed text is sent instead.
#[test]
fn another_error_is_sent_when_it_is_exposed() {
    let failure = || ToolFailure::from(io::Error::new(io::ErrorKind::NotFound, "no /srv/a.json"));
    assert_eq!(failure().to_string(), "The file or resource was not found");
    let hidden = |failure: &ToolFailure| failure.report().hidden().map(|text| text.to_string());
    assert_eq!(hidden(&failure()).as_deref(), Some("no /srv/a.json"));
    let exposed = failure().expose();
    assert_eq!(exposed.to_string(), "no /srv/a.json");
    assert_eq!(exposed.report().code(), "NOT_FOUND");
    assert_eq!(hidden(&exposed), None);

    let replaced = failure().cause("another cause").expose();
    assert_eq!(replaced.to_string(), "The file or resource was not found");
    let own = ToolFailure::conflict("It is taken").cause("secret").expose();
    assert_eq!(
        (own.to_string().as_str(), hidden(&own).as_deref()),
        ("It is taken", Some("secret"))
    );
}

/// No method of `ToolFailure` hides a method of `Error`.
#[test]
fn a_failure_is_an_error() {
    use std::error::Error as _;

    let failure = ToolFailure::internal("x").with_source(&io::Error::other("y"));
    assert!(failure.source().is_none());
    assert_eq!(failure.report().hidden().unwrap().to_string(), "x: y");
}

/// The types that a field with a delay can have.
#[test]
fn the_time_until_a_retry() {
    #[derive(Debug, thiserror::Error, ToolError)]
    #[error("busy")]
    #[tool_error(code = "UNAVAILABLE")]
    struct Busy<T> {
        #[tool_error(data)]
        retry_after_seconds: T,
    }

    fn wait(error: &impl ToolError) -> Option<f64> {
        match error.failure().report().retry_after()? {
            RetryAfter::Delay(delay) => Some(delay.as_secs_f64()),
            RetryAfter::At(_) => None,
        }
    }

    let duration = Duration::from_millis(1_500);
    assert_eq!(wait(&Busy { retry_after_seconds: 3_u64 }), Some(3.0));
    assert_eq!(wait(&Busy { retry_after_seconds: 1.5 }), Some(1.5));
    assert_eq!(wait(&Busy { retry_after_seconds: duration }), Some(2.0));
    assert_eq!(wait(&Busy { retry_after_seconds: Some(&duration) }), Some(2.0));
    assert_eq!(wait(&Busy { retry_after_seconds: None::<u8> }), None);
    assert_eq!(wait(&Busy { retry_after_seconds: serde_json::Number::from(4) }), Some(4.0));
}
