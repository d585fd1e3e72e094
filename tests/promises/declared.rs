//! The failures that an error declares, and their review.

use std::collections::BTreeSet;
use std::io;
use std::panic;
use std::rc::Rc;
use std::time::Duration;

use envelope_runtime::{
    DeclaredFailure, DeclaredFailures, ErrorCode, ErrorType, Retry, RetryAfter, ToolError,
    ToolFailure, assert_actionable,
};
use serde_json::{Value, json};

#[derive(Debug, thiserror::Error, ToolError)]
enum StoreError {
    #[error("Store '{name}' not found")]
    #[tool_error(
        code = "NOT_FOUND",
        remediation = "List the stores, then retry with one of their names",
        summary = "No store {name}."
    )]
    Missing { name: String },

    #[error("db-7.internal is locked by {0}")]
    #[tool_error(code = "INTERNAL_ERROR")]
    Locked(u32),
}

#[derive(Debug, thiserror::Error, ToolError)]
enum SpecError {
    #[error("Spec '{id}' not found in {place}", place = id.len())]
    #[tool_error(
        code = "SPEC_NOT_FOUND",
        codes("code-scalpel-v1" = "invalid_path", "acme" = "NO_SPEC"),
        remediation = "List the specs, then retry with one of their ids"
    )]
    NotFound { id: String },

    #[error("internal text")]
    #[tool_error(
        code = "INDEX_STALE",
        error_type = "conflict",
        message = "The index is stale",
        remediation = "Rebuild the index"
    )]
    Stale,

    #[error(transparent)]
    #[tool_error(transparent)]
    Store(#[from] StoreError),

    #[error(transparent)]
    #[tool_error(transparent, remediation = "Give a number as the id")]
    Id(#[from] std::num::ParseIntError),
}

#[test]
fn a_type_declares_each_variant_and_its_inner_errors() {
    let failures = SpecError::DECLARED.failures();
    assert!(!SpecError::DECLARED.is_open());
    let rows: Vec<_> =
        failures.iter().map(|row| (row.variant, row.code, row.error_type, row.retry)).collect();
    assert_eq!(
        rows,
        [
            ("SpecError::NotFound", "SPEC_NOT_FOUND", ErrorType::NotFound, Retry::Never),
            ("SpecError::Stale", "INDEX_STALE", ErrorType::Conflict, Retry::AfterCheck),
            ("StoreError::Missing", "NOT_FOUND", ErrorType::NotFound, Retry::Never),
            ("StoreError::Locked", "INTERNAL_ERROR", ErrorType::Internal, Retry::Once),
            ("SpecError::Id", "INVALID_FORMAT", ErrorType::Validation, Retry::AfterFix),
        ]
    );
    let texts: Vec<_> =
        failures.iter().map(|row| (row.message, row.remediation, row.summary)).collect();
    let specs = "List the specs, then retry with one of their ids";
    let stores = "List the stores, then retry with one of their names";
    assert_eq!(
        texts,
        [
            (Some("Spec '{id}' not found in {place}"), Some(specs), None),
            (Some("The index is stale"), Some("Rebuild the index"), None),
            (Some("Store '{name}' not found"), Some(stores), Some("No store {name}.")),
            // The message of an internal error is hidden.
            (None, None, None),
            (None, Some("Give a number as the id"), None),
        ]
    );
    assert_eq!(failures[0].code_for("code-scalpel-v1"), Some("invalid_path"));
    assert_eq!(failures[0].code_for("response-v2"), None);
}

#[test]
fn a_row_has_the_retry_advice_of_its_failure() {
    #[derive(ToolError)]
    enum Full {
        #[tool_error(code = "DISK_FULL", error_type = "internal", message = "No", retry = "never")]
        Disk,
        #[tool_error(code = "UNAVAILABLE", message = "No", retry = "30 s")]
        Queue,
        #[tool_error(code = "UNAVAILABLE", message = "No")]
        Wait(#[tool_error(data = "retry_after_seconds")] u64),
        #[tool_error(code = "UNAVAILABLE", message = "No")]
        Plain,
    }

    #[derive(ToolError)]
    enum Outer {
        #[tool_error(transparent, retry = "after_check")]
        Full(Full),
    }

    let declared = Full::DECLARED.failures();
    for (error, row) in
        [Full::Disk, Full::Queue, Full::Wait(7), Full::Plain].into_iter().zip(&declared)
    {
        assert_eq!(row.retry, error.failure().report().retry(), "{}", row.variant);
        let after = row.retry_after.map(RetryAfter::Delay);
        let declares_it = after.is_none() || after == error.failure().report().retry_after();
        assert!(declares_it, "{}", row.variant);
        let outer = Outer::Full(error).failure();
        assert_eq!(outer.report().retry(), Retry::AfterCheck);
    }
    assert!(Outer::DECLARED.failures().iter().all(|row| row.retry == Retry::AfterCheck));
    assert_eq!(declared[1].retry_after, Some(Duration::from_secs(30)));
    let json = serde_json::to_value(Full::DECLARED).unwrap();
    assert_eq!(json["failures"][0]["retry"], "never");
    assert_eq!(json["failures"][1]["retry_after_seconds"], 30);
    assert!(Full::DECLARED.to_markdown().contains("| 30 s |"));
}

#[test]
fn every_failure_of_a_type_is_declared() {
    let codes: BTreeSet<_> = SpecError::DECLARED.failures().iter().map(|row| row.code).collect();
    let id = "x".parse::<u8>().unwrap_err();
    for error in [
        SpecError::NotFound { id: "a".to_owned() },
        SpecError::Stale,
        StoreError::Missing { name: "a".to_owned() }.into(),
        StoreError::Locked(1).into(),
        id.into(),
    ] {
        assert!(codes.contains(error.failure().report().code()), "{error:?}");
    }
}

/// The test lists the named kinds of `io::Error` in Rust 1.88.
#[test]
fn every_failure_of_an_io_error_is_declared() {
    use io::ErrorKind::*;

    let failures = io::Error::declared().failures();
    for kind in [
        NotFound,
        PermissionDenied,
        ConnectionRefused,
        ConnectionReset,
        HostUnreachable,
        NetworkUnreachable,
        ConnectionAborted,
        NotConnected,
        AddrInUse,
        AddrNotAvailable,
        NetworkDown,
        BrokenPipe,
        AlreadyExists,
        WouldBlock,
        NotADirectory,
        IsADirectory,
        DirectoryNotEmpty,
        ReadOnlyFilesystem,
        StaleNetworkFileHandle,
        InvalidInput,
        InvalidData,
        TimedOut,
        WriteZero,
        StorageFull,
        NotSeekable,
        QuotaExceeded,
        FileTooLarge,
        ResourceBusy,
        ExecutableFileBusy,
        Deadlock,
        TooManyLinks,
        InvalidFilename,
        ArgumentListTooLong,
        Interrupted,
        Unsupported,
        UnexpectedEof,
        OutOfMemory,
        Other,
    ] {
        let failure = io::Error::from(kind).failure();
        let of_scalpel = failure.report().code_for("code-scalpel-v1");
        let is_same = |row: &DeclaredFailure| {
            row.code == failure.report().code() && row.code_for("code-scalpel-v1") == of_scalpel
        };
        assert!(failures.iter().any(is_same), "{kind}");
    }
}

#[test]
fn a_type_is_open_if_any_failure_behind_it_is_unknown() {
    fn failure_of(_: &std::fmt::Error) -> ToolFailure {
        ToolFailure::internal("no")
    }

    #[derive(ToolError)]
    enum OfFunction {
        #[tool_error(with = failure_of)]
        _Of(std::fmt::Error),
    }

    #[derive(ToolError)]
    enum OfFailure {
        #[tool_error(transparent)]
        _Of(ToolFailure),
    }

    #[derive(ToolError)]
    enum OfAny {
        #[tool_error(transparent)]
        _Of(Box<dyn ToolError>),
    }

    #[derive(ToolError)]
    enum OfAnyhow {
        #[tool_error(transparent)]
        _Of(ByHand),
    }

    #[derive(ToolError)]
    enum OfFunctionOr {
        #[tool_error(code = "CONFLICT", message = "No")]
        _Conflict,
        #[tool_error(transparent)]
        _Of(OfFunction),
    }

    /// An error that implements the trait by hand, and declares nothing.
    struct ByHand;

    impl ToolError for ByHand {
        fn failure(&self) -> ToolFailure {
            ToolFailure::conflict("No")
        }
    }

    for declared in [OfFunction::DECLARED, OfFailure::DECLARED, OfAny::DECLARED, OfAnyhow::DECLARED]
    {
        assert!(declared.is_open());
        assert_eq!(declared.failures(), []);
    }
    assert!(OfFunctionOr::DECLARED.is_open());
    assert_eq!(OfFunctionOr::DECLARED.failures().len(), 1);
}

#[test]
fn a_generic_type_declares_the_failures_of_its_parameter() {
    #[derive(ToolError)]
    enum Either<E, F = std::convert::Infallible> {
        #[tool_error(code = "CONFLICT", message = "{0} is taken")]
        _Taken(String),
        #[tool_error(transparent)]
        _One(E),
        #[tool_error(transparent)]
        _Other(F),
    }

    #[derive(ToolError)]
    enum Around {
        #[tool_error(transparent)]
        _Of(Either<StoreError>),
    }

    let codes = |declared: DeclaredFailures| {
        let failures = declared.failures();
        failures.iter().map(|row| row.code).collect::<Vec<_>>()
    };
    assert_eq!(codes(Around::DECLARED), codes(<Either<StoreError>>::DECLARED));
    assert_eq!(codes(<Either<StoreError>>::DECLARED), ["CONFLICT", "NOT_FOUND", "INTERNAL_ERROR"]);
    assert!(!<Either<StoreError>>::DECLARED.is_open());
    assert!(<Either<StoreError, ToolFailure>>::DECLARED.is_open());
    assert_eq!(
        codes(<Either<Either<StoreError>>>::DECLARED),
        codes(<Either<StoreError>>::DECLARED)
    );
}

#[test]
fn a_type_can_contain_itself() {
    #[derive(ToolError)]
    enum Nested {
        #[tool_error(code = "CONFLICT", message = "No")]
        _No,
        #[tool_error(transparent)]
        _Inner(Box<Nested>),
        #[tool_error(transparent, remediation = "Wait for the other call")]
        _Shared(Rc<Nested>),
    }

    let failures = Nested::DECLARED.failures();
    assert!(!Nested::DECLARED.is_open());
    assert!(failures.iter().all(|row| row.code == "CONFLICT"));
    assert!(failures.iter().any(|row| row.remediation == Some("Wait for the other call")));
}

#[test]
fn codes_for_single_dialects_on_two_levels_leave_the_type_open() {
    #[derive(ToolError)]
    enum Inner {
        #[tool_error(code = "CONFLICT", message = "No", codes("acme" = "NO"))]
        _No,
    }

    #[derive(ToolError)]
    enum Outer {
        #[tool_error(transparent, codes("other" = "OTHER"))]
        _Inner(Inner),
    }

    assert!(Outer::DECLARED.is_open());
    assert_eq!(Outer::DECLARED.failures()[0].code_for("other"), Some("OTHER"));
}

#[test]
fn a_table_prints_as_json_and_as_markdown() {
    assert_eq!(
        serde_json::to_value(StoreError::DECLARED).unwrap(),
        json!({
            "open": false,
            "failures": [
                {
                    "code": "NOT_FOUND",
                    "error_type": "not_found",
                    "retry": "never",
                    "message": "Store '{name}' not found",
                    "remediation": "List the stores, then retry with one of their names",
                    "summary": "No store {name}.",
                },
                {"code": "INTERNAL_ERROR", "error_type": "internal", "retry": "once"},
            ],
        })
    );
    let codes = serde_json::to_value(SpecError::DECLARED).unwrap()["failures"][0]["codes"].clone();
    assert_eq!(codes, json!({"code-scalpel-v1": "invalid_path", "acme": "NO_SPEC"}));

    #[derive(ToolError)]
    #[tool_error(code = "CONFLICT", message = "a | b\nc", remediation = "Choose a | b")]
    struct Piped;

    let page = DeclaredFailures::OPEN.to_markdown();
    assert!(page.ends_with("|---|---|---|---|---|\n\nOther failures are possible.\n"), "{page}");
    let page = Piped::DECLARED.to_markdown();
    let row = r"| `CONFLICT` | `conflict` | after_check | a \| b c | Choose a \| b |";
    assert_eq!(page.lines().last(), Some(row));
    assert_eq!(io::Error::declared().to_markdown().matches("INTERNAL_ERROR").count(), 1);
}

#[test]
fn a_review_finds_each_failure_that_callers_cannot_act_on() {
    #[derive(ToolError)]
    #[allow(dead_code, reason = "only its table is read")]
    enum Bad {
        #[tool_error(code = "CONFLICT", message = "No")]
        NoRemediation,
        #[tool_error(code = "NOT_FOUND", message = "No", remediation = "Retry")]
        OneWord,
        #[tool_error(code = "NOT_FOUND", message = "No", remediation = "list the specs")]
        LowerCase,
        #[tool_error(code = "FORBIDDEN", message = "No", remediation = "The spec is not yours")]
        NoAction,
        #[tool_error(code = "BACKUP_NOT_FOUND", error_type = "internal", message = "No")]
        Hasty,
        #[tool_error(code = "INTERNAL_ERROR", message = "No", remediation = "Choose another id")]
        Fixable,
        #[tool_error(code = "INVALID_STATE", message = "{0}", remediation = "Check the {0}")]
        One(u8),
        #[tool_error(code = "INVALID_STATE", message = "{0}", remediation = "Check the {0}")]
        Same(u8),
        #[tool_error(transparent)]
        Io(io::Error),
    }

    let declared = Bad::DECLARED;
    let found = declared.review();
    for (index, (variant, part)) in [
        ("Bad::NoRemediation", "has no remediation; add `remediation = "),
        ("Bad::OneWord", "is not a sentence: \"Retry\""),
        ("Bad::LowerCase", "is not a sentence: \"list the specs\""),
        ("Bad::NoAction", "names no action: \"The spec is not yours\""),
        ("Bad::Hasty", "change its error type, probably to `not_found`"),
        ("Bad::Fixable", "tells them to fix it: \"Choose another id\""),
        ("Bad::Same", "callers cannot tell `Bad::Same` from `Bad::One`"),
        ("Bad::Io", "has no remediation"),
    ]
    .into_iter()
    .enumerate()
    {
        assert!(found[index].contains(&format!("`{variant}`")), "{}", found[index]);
        assert!(found[index].contains(part), "{}", found[index]);
    }

    let panicked = panic::catch_unwind(|| assert_actionable!(Bad)).unwrap_err();
    let message = panicked.downcast_ref::<String>().unwrap();
    assert_eq!(message.lines().count(), 1 + found.len(), "{message}");
    assert!(found.iter().all(|finding| message.contains(finding)), "{message}");
}

#[test]
fn a_review_accepts_what_callers_can_act_on() {
    #[derive(ToolError)]
    #[allow(dead_code, reason = "only its table is read")]
    enum Good {
        #[tool_error(
            code = "VALIDATION_ERROR",
            message = "Not yet",
            remediation = "Wait {0} seconds, then retry"
        )]
        Clause(u8),
        #[tool_error(
            code = "VALIDATION_ERROR",
            message = "Twice",
            remediation = "If it exists, delete it"
        )]
        Later,
        #[tool_error(
            code = "VALIDATION_ERROR",
            message = "Not so",
            remediation = "You have to rename {0}"
        )]
        Modal(u8),
        #[tool_error(code = "VALIDATION_ERROR", message = "Other", remediation = "{0} the file")]
        Placeholder(&'static str),
        #[tool_error(code = "UNAVAILABLE", message = "No")]
        Busy,
        #[tool_error(
            code = "INTERNAL_ERROR",
            message = "No",
            remediation = "Report it, then retry"
        )]
        Internal,
        #[tool_error(code = "INTERNAL_ERROR", message = "No")]
        OtherInternal,
        #[tool_error(
            code = "GONE",
            error_type = "not_found",
            message = "No",
            reviewed = "it is for ever"
        )]
        Reviewed,
        #[tool_error(
            code = "INTERNAL_ERROR",
            message = "Broken",
            remediation = "Tell the user that its operator has to repair it"
        )]
        Delegated,
        #[tool_error(transparent, reviewed = "the paths are the server's own")]
        Io(io::Error),
    }

    assert_eq!(Good::DECLARED.review(), [""; 0]);
    assert_actionable!(Good);
    let reviewed = Good::DECLARED.failures().into_iter().find(|row| row.code == "GONE");
    assert_eq!(reviewed.unwrap().reviewed, Some("it is for ever"));
    assert!(!serde_json::to_string(&Good::DECLARED).unwrap().contains("for ever"));
}

#[test]
fn a_review_finds_what_an_agent_would_ask() {
    #[derive(ToolError)]
    #[allow(dead_code, reason = "only its table is read")]
    enum Asked {
        #[tool_error(code = "CONFLICT", message = "{id} changed", remediation = "Read it again")]
        NoState {
            #[tool_error(detail)]
            id: u8,
        },
        #[tool_error(code = "CONFLICT", message = "Changed", remediation = "Read it again")]
        State {
            #[tool_error(detail)]
            id: u8,
            #[tool_error(detail)]
            owner: &'static str,
        },
        #[tool_error(code = "CONFLICT", message = "Now {status}", remediation = "Read it again")]
        StateInMessage { status: u8 },
        #[tool_error(
            code = "ALREADY_DONE",
            error_type = "conflict",
            message = "Done",
            remediation = "Choose another task"
        )]
        StateInCode,
        #[tool_error(code = "RATE_LIMIT_EXCEEDED", message = "Too many", remediation = "Wait")]
        NoDelay,
        #[tool_error(
            code = "RATE_LIMIT_EXCEEDED",
            message = "Too many calls",
            retry = "30 s",
            remediation = "Wait a little"
        )]
        Delay,
        #[tool_error(code = "JOB_RUNNING", error_type = "unavailable", message = "It runs")]
        NoDelayOfAJob,
        #[tool_error(code = "JOB_RUNNING", error_type = "unavailable", message = "It still runs")]
        DelayOfAJob {
            #[tool_error(data = "retry_after_seconds")]
            wait: u64,
        },
        #[tool_error(code = "NOT_FOUND", message = "No task", remediation = "Check the id")]
        NoSearch {
            #[tool_error(detail)]
            task_id: u8,
        },
        #[tool_error(
            code = "NOT_FOUND",
            message = "No parcel",
            remediation = "Retry with an id from GET /parcels"
        )]
        HttpSearch {
            #[tool_error(detail)]
            parcel_id: u8,
        },
        #[tool_error(
            code = "NOT_FOUND",
            message = "No user",
            remediation = "Retry with a near name"
        )]
        NearNames {
            #[tool_error(detail)]
            near: Vec<String>,
        },
        #[tool_error(code = "NOT_FOUND", message = "No spec", remediation = "List the specs")]
        Search,
        #[tool_error(
            code = "VALIDATION_ERROR",
            message = "No spec",
            remediation = "Create the spec"
        )]
        SameMessage,
        #[tool_error(
            code = "INTERNAL_ERROR",
            message = "No",
            remediation = "Ask us, and restart it"
        )]
        OwnFix,
    }

    let found = Asked::DECLARED.review();
    for (finding, (variant, fix)) in found.iter().zip([
        ("NoState", "mark the field that has it: `#[tool_error(detail)]`"),
        ("NoDelay", "add `retry = \"30 s\"`, or mark a field"),
        ("NoDelayOfAJob", "add `retry = \"30 s\"`, or mark a field"),
        ("NoSearch", "name what lists or searches them"),
        ("SameMessage", "give one of them another message"),
        ("OwnFix", "change its error type"),
    ]) {
        assert!(finding.contains(&format!("`Asked::{variant}`")), "{finding}");
        assert!(finding.contains(fix), "{finding}");
    }
    assert_eq!(found.len(), 6, "{found:#?}");
}

#[test]
fn a_table_by_hand_is_reviewed_by_its_codes() {
    const FAILURES: &[DeclaredFailure] = &[
        DeclaredFailure::new(ErrorCode::Conflict).message("No"),
        DeclaredFailure::custom("GONE", ErrorType::NotFound).remediation("List the specs"),
    ];
    let found = DeclaredFailures::new(FAILURES).review();
    assert_eq!(found.len(), 1);
    assert!(found[0].starts_with("`CONFLICT` has no remediation"), "{found:?}");
    let _: Value = serde_json::to_value(DeclaredFailures::new(FAILURES)).unwrap();
}

/// A variant can have the name of the constant that the derive implements, without an ambiguity.
#[test]
fn a_variant_is_called_like_the_constant() {
    #[allow(clippy::upper_case_acronyms, reason = "the name of the constant")]
    #[derive(Debug, ToolError)]
    enum Parcel {
        #[tool_error(code = "CONFLICT", message = "It is declared already")]
        DECLARED,
        #[tool_error(code = "NOT_FOUND", message = "There is no parcel")]
        Missing,
    }

    let codes: Vec<_> = Parcel::declared().failures().iter().map(|row| row.code).collect();
    assert_eq!(codes, ["CONFLICT", "NOT_FOUND"]);
    assert_eq!(Parcel::DECLARED.failure().report().code(), "CONFLICT");
    assert_eq!(Parcel::Missing.failure().report().code(), "NOT_FOUND");
}
