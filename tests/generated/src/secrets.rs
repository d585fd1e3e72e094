//! Unmarked values stay inside: no output and no event of the log contains them, except that the log contains the cause of a
//! failure.

use std::io;

use envelope_runtime::{
    Envelope, ErrorType, Payload, RequestId, ToolError, ToolFailure, envelope_tool,
};
use rmcp_sdk::model::CallToolResult;
use serde::{Serialize, Serializer};

use crate::judge::follows;
use crate::logged::logged;
use crate::random::Random;

/// Unique texts: the secret may appear nowhere, and the cause only in the log.
struct Planted {
    secret: String,
    cause: String,
    /// The text of the marked values.
    shown: String,
}

impl Planted {
    fn any(random: &mut Random) -> Self {
        let mut text = |kind: &str| format!("{kind}{:016X}", random.wide());
        Self { secret: text("SECRET"), cause: text("CAUSE"), shown: text("SHOWN") }
    }
}

/// An error of a library, whose message does not show its cause.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
struct Library {
    message: String,
    #[source]
    cause: Option<io::Error>,
}

/// An error with unmarked values in every place.
#[derive(Debug, thiserror::Error, ToolError)]
enum StoreError {
    #[error("Taken by {owner}")]
    #[tool_error(code = "CONFLICT", remediation = "Ask {owner}")]
    Unmarked {
        #[tool_error(detail)]
        owner: String,
        token: String,
        nested: Option<Box<Library>>,
    },

    #[error("It is gone: {0}")]
    #[tool_error(code = "NOT_FOUND")]
    Tuple(#[tool_error(detail = "what")] String, String),

    #[error("{0}")]
    #[tool_error(code = "INTERNAL_ERROR")]
    Internal(String),

    #[error("{cause} in {shown}")]
    #[tool_error(code = "TIMEOUT", message = "{shown} took too long")]
    OwnMessage { cause: String, shown: String },

    #[error("{0}")]
    #[tool_error(code = "NOT_FOUND")]
    Caused(String, #[source] Library),

    #[error(transparent)]
    #[tool_error(transparent)]
    Io(#[from] io::Error),

    #[error(transparent)]
    #[tool_error(transparent)]
    Nested(Box<StoreError>),

    #[error(transparent)]
    #[tool_error(transparent)]
    Failure(#[from] ToolFailure),

    #[error(transparent)]
    #[tool_error(transparent)]
    Json(#[from] serde_json::Error),

    #[error(transparent)]
    #[tool_error(transparent)]
    Any(#[from] anyhow::Error),
}

/// Data that fails to serialize.
#[derive(Debug)]
struct Unserializable(String);

impl Payload for Unserializable {}

impl Serialize for Unserializable {
    fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        Err(serde::ser::Error::custom(&self.0))
    }
}

/// The ways in which the body of a tool fails.
enum Body {
    Fails(StoreError),
    FailsToSerialize(String),
    Panics(String),
}

impl Body {
    fn run(self) -> Result<Unserializable, StoreError> {
        match self {
            Self::Fails(error) => Err(error),
            Self::FailsToSerialize(reason) => Ok(Unserializable(reason)),
            // Unwinds without the panic hook, which would print the reason.
            Self::Panics(reason) => std::panic::resume_unwind(Box::new(reason)),
        }
    }
}

fn body(planted: &Planted, random: &mut Random) -> Body {
    match random.below(8) {
        0 => Body::FailsToSerialize(planted.cause.clone()),
        1 => Body::Panics(planted.cause.clone()),
        _ => Body::Fails(error(planted, random, 3)),
    }
}

fn error(planted: &Planted, random: &mut Random, depth: usize) -> StoreError {
    let Planted { secret, cause, shown } = planted;
    let io_error = |kind| io::Error::new(kind, cause.clone());
    let library = |random: &mut Random| Library {
        message: cause.clone(),
        cause: random.maybe(|_| io_error(io::ErrorKind::NotFound)),
    };
    match random.below(if depth == 0 { 9 } else { 10 }) {
        0 => StoreError::Unmarked {
            owner: shown.clone(),
            token: secret.clone(),
            nested: random.maybe(|_| {
                Box::new(Library {
                    message: secret.clone(),
                    cause: Some(io::Error::other(secret.clone())),
                })
            }),
        },
        1 => StoreError::Tuple(shown.clone(), secret.clone()),
        2 => StoreError::Internal(cause.clone()),
        3 => StoreError::OwnMessage { cause: cause.clone(), shown: shown.clone() },
        4 => StoreError::Caused(shown.clone(), library(random)),
        5 => StoreError::Io(io_error(random.pick(&[
            io::ErrorKind::Other,
            io::ErrorKind::NotFound,
            io::ErrorKind::PermissionDenied,
            io::ErrorKind::TimedOut,
            io::ErrorKind::InvalidData,
        ]))),
        6 => StoreError::Failure(failure(planted, random)),
        7 => StoreError::Json(json_error(cause, random)),
        8 => {
            let inner = anyhow::Error::new(library(random)).context(cause.clone());
            StoreError::Any(if random.flip() {
                inner.context(failure(planted, random))
            } else {
                inner
            })
        }
        _ => StoreError::Nested(Box::new(error(planted, random, depth - 1))),
    }
}

fn failure(planted: &Planted, random: &mut Random) -> ToolFailure {
    let cause = planted.cause.clone();
    match random.below(4) {
        0 => ToolFailure::internal(cause),
        1 => ToolFailure::validation(cause).code("INTERNAL_ERROR"),
        2 => ToolFailure::conflict(planted.shown.clone()).cause(cause),
        _ => ToolFailure::custom("ITS_OWN", ErrorType::Internal, cause),
    }
}

/// An error of `serde_json` about text that contains the cause.
fn json_error(cause: &str, random: &mut Random) -> serde_json::Error {
    let wrong = match random.below(3) {
        0 => serde_json::from_str::<u8>(&format!("{cause:?}")).map(drop),
        1 => serde_json::from_str::<bool>(&format!("[{cause:?}]")).map(drop),
        _ => serde_json::from_str::<()>(&format!("{{{cause}}}")),
    };
    wrong.err().unwrap_or_else(|| serde::de::Error::custom(cause))
}

macro_rules! tools {
    ($($name:ident($($settings:tt)*) -> $returns:ty;)*) => {
        $(
            #[envelope_tool($($settings)*, catch_panic, returns = $returns)]
            fn $name(body: Body) -> Result<Unserializable, StoreError> {
                body.run()
            }
        )*
    };
}

tools! {
    v2(dialect = "response-v2", telemetry) -> Envelope;
    dotbot(dialect = "dotbot-mcp-response@1", summary("Done")) -> Envelope;
    mcp_2025(dialect = "mcp-2025-11-25", structured_errors) -> Envelope;
    mcp_2026(dialect = "mcp-2026-07-28") -> Envelope;
    scalpel(dialect = "code-scalpel-v1", tier = "pro", mirror_failure) -> Envelope;
    problem(dialect = "rfc9457") -> Envelope;
    sdk_v2(dialect = "response-v2") -> CallToolResult;
    sdk_mcp(dialect = "mcp-2025-11-25", structured_errors) -> CallToolResult;
}

/// Calls tools of every dialect, which all fail in the same way.
pub(crate) fn stay_inside(random: &mut Random) -> u64 {
    let planted = Planted::any(random);
    let id = random.maybe(|random| format!("req_{}", random.wide()));
    let dialects: [fn(Body) -> Envelope; 6] = [v2, dotbot, mcp_2025, mcp_2026, scalpel, problem];
    let results: [fn(Body) -> CallToolResult; 2] = [sdk_v2, sdk_mcp];
    let run = |call: &mut dyn FnMut()| match &id {
        Some(id) => RequestId::new(id.as_str()).sync_scope(call),
        None => call(),
    };
    // Each tool gets a new body from the same seed, since an error cannot be cloned.
    let seed = random.wide();
    let body = || body(&planted, &mut Random::new(seed));
    let mut outputs = Vec::new();
    let log = logged(|| {
        run(&mut || {
            for tool in dialects {
                let envelope = tool(body());
                follows(envelope.dialect(), envelope.as_str());
                assert!(!envelope.is_success(), "{envelope}");
                outputs.push(format!("{envelope} {envelope:?}"));
            }
            for tool in results {
                outputs.push(format!("{:?}", tool(body())));
            }
        });
    });
    for output in &outputs {
        for hidden in [&planted.secret, &planted.cause] {
            assert!(!output.contains(hidden.as_str()), "{hidden} in {output}");
        }
    }
    assert!(!log.contains(&planted.secret), "{} in {log}", planted.secret);
    // Each call has an event, so the log is not just empty.
    assert_eq!(log.matches(": tool call tool=").count(), outputs.len(), "{log}");
    outputs.len() as u64 + 1
}
