//! Output schemas are short, every envelope of a tool is valid under its schema, and the schema declares each code.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use envelope_client::assert_contract;
use envelope_runtime::code_scalpel::CodeScalpel;
use envelope_runtime::dotbot::{self, Dotbot, Issue};
use envelope_runtime::response_v2::{Pagination, Reply, ResponseV2};
use envelope_runtime::schema::OutputSchema;
use envelope_runtime::{Envelope, Payload, ToolError, ToolFailure, envelope_tool, mcp_2025_11_25};
use jsonschema::Validator;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};

use crate::support::seeds;

type Mcp2025 = mcp_2025_11_25::Mcp;

/// Pseudorandom numbers from a seed.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }

    fn text(&mut self) -> String {
        let letters = ["a", "é", "\"", "\\", "\n", "-", "0", "{", "🦀"];
        (0..self.below(9)).map(|_| letters[usize::try_from(self.below(9)).unwrap()]).collect()
    }
}

#[derive(Clone, Serialize, JsonSchema)]
struct Person {
    name: String,
    email: Option<String>,
}

#[derive(Clone, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum State {
    Open,
    Done { by: Person },
}

#[derive(Clone, Serialize, Payload, JsonSchema)]
struct Task {
    id: String,
    author: Person,
    reviewer: Option<Person>,
    state: State,
    any: Value,
    parts: Vec<Task>,
    /// Serialization fails if this is set.
    #[serde(serialize_with = "fail_if")]
    fails: bool,
}

fn fail_if<S: Serializer>(fails: &bool, serializer: S) -> Result<S::Ok, S::Error> {
    if *fails {
        return Err(serde::ser::Error::custom("it fails"));
    }
    serializer.serialize_bool(false)
}

fn person(random: &mut Random) -> Person {
    Person { name: random.text(), email: (random.below(2) == 0).then(|| random.text()) }
}

fn task(random: &mut Random, depth: u64) -> Task {
    Task {
        id: random.text(),
        author: person(random),
        reviewer: (random.below(2) == 0).then(|| person(random)),
        state: if random.below(2) == 0 { State::Open } else { State::Done { by: person(random) } },
        any: [json!(null), json!(1), json!(["x"]), json!({"a": true})]
            [usize::try_from(random.below(4)).unwrap()]
        .clone(),
        parts: (0..random.below(3).min(depth)).map(|_| task(random, depth - 1)).collect(),
        fails: false,
    }
}

#[derive(Debug, thiserror::Error, ToolError)]
enum StoreError {
    #[error("Store '{0}' not found")]
    #[tool_error(code = "NOT_FOUND", remediation = "List the stores")]
    Missing(String),
    #[error("The store needs Pro")]
    #[tool_error(
        code = "UPGRADE_REQUIRED",
        upgrade(feature = "stores", tier = "pro", reason = "They are in Pro")
    )]
    Upgrade,
    #[error("The feature is off")]
    #[tool_error(code = "FEATURE_DISABLED")]
    Off,
    #[error("locked")]
    #[tool_error(code = "STORE_LOCKED", error_type = "internal")]
    Locked,
}

#[derive(Debug, thiserror::Error, ToolError)]
enum TaskError {
    #[error("Task '{id}' not found")]
    #[tool_error(
        code = "TASK_NOT_FOUND",
        codes("code-scalpel-v1" = "invalid_path", "dotbot-mcp-response@1" = "PROJECT_NOT_FOUND"),
        remediation = "List the tasks"
    )]
    NotFound {
        #[tool_error(detail)]
        id: String,
    },
    #[error("Wait")]
    #[tool_error(code = "RATE_LIMIT_EXCEEDED", codes("response-v2" = "TOO_FAST"))]
    Throttled {
        #[tool_error(data = "retry_after_seconds")]
        wait: u64,
    },
    #[error(transparent)]
    #[tool_error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    #[tool_error(transparent, codes("response-v2" = "NOT_A_NUMBER"))]
    Number(#[from] std::num::ParseIntError),
    #[error(transparent)]
    #[tool_error(transparent)]
    Io(#[from] Box<IoError>),
}

#[derive(Debug, thiserror::Error, ToolError)]
#[error(transparent)]
#[tool_error(transparent)]
struct IoError(#[from] io::Error);

fn error(random: &mut Random) -> TaskError {
    const KINDS: [io::ErrorKind; 6] = [
        io::ErrorKind::NotFound,
        io::ErrorKind::TimedOut,
        io::ErrorKind::OutOfMemory,
        io::ErrorKind::Unsupported,
        io::ErrorKind::AlreadyExists,
        io::ErrorKind::Other,
    ];
    match random.below(8) {
        0 => TaskError::NotFound { id: random.text() },
        1 => TaskError::Throttled { wait: random.below(100) },
        2 => StoreError::Missing(random.text()).into(),
        3 => StoreError::Upgrade.into(),
        4 => StoreError::Off.into(),
        5 => StoreError::Locked.into(),
        6 => "x".parse::<u8>().unwrap_err().into(),
        _ => {
            let kind = KINDS[usize::try_from(random.below(6)).unwrap()];
            Box::new(IoError(io::Error::from(kind))).into()
        }
    }
}

/// The outcome of a call.
#[derive(Debug)]
enum Plan {
    Succeed,
    Fail,
    NotSerialize,
    Panic,
}

fn outcome(plan: &Plan, seed: u64) -> Result<Task, TaskError> {
    let random = &mut Random(seed);
    match plan {
        Plan::Succeed => Ok(task(random, 3)),
        Plan::Fail => Err(error(random)),
        Plan::NotSerialize => Ok(Task { fails: true, ..task(random, 0) }),
        Plan::Panic => panic!("on purpose"),
    }
}

/// A tool in each dialect, with plain data.
macro_rules! tools {
    ($($name:ident($($args:tt)*) -> $ok:ty = $of:expr;)*) => {$(
        #[envelope_tool(catch_panic, output_schema, $($args)*)]
        fn $name(plan: &Plan, seed: u64) -> Result<$ok, TaskError> {
            let of: fn(Task) -> $ok = $of;
            outcome(plan, seed).map(of)
        }
    )*};
}

tools! {
    v2(dialect = "response-v2") -> Task = |task| task;
    v2_under_a_key(dialect = "response-v2", data = "tasks", telemetry) -> Vec<Task> = |task| vec![task];
    v2_under_two(dialect = "response-v2", data("task", "count")) -> (Task, u8) = |task| (task, 1);
    v2_reply(dialect = "response-v2") -> Reply<Task> = |task| Reply::new(task).pagination(Pagination::end()).warning("w");
    v2_nothing(dialect = "response-v2") -> () = |_| ();
    v2_any(dialect = "response-v2", data = "any") -> Value = |task| task.any;
    dotbot_plain(dialect = "dotbot-mcp-response@1", summary("One.")) -> Task = |task| task;
    dotbot_reply(dialect = "dotbot-mcp-response@1") -> dotbot::Reply<Task> = |task| {
        let has_error = task.reviewer.is_some();
        let reply = dotbot::Reply::new("One.", task);
        if has_error { reply.error(Issue::new("OWN", "Own")) } else { reply }
    };
    scalpel(dialect = "code-scalpel-v1", tier = "pro") -> Vec<Task> = |task| vec![task];
    scalpel_mirror(dialect = "code-scalpel-v1", tier = "pro", mirror_failure) -> Task = |task| task;
    mcp(dialect = "mcp-2025-11-25", structured_errors) -> Task = |task| task;
    mcp_2026(dialect = "mcp-2026-07-28", structured_errors) -> Vec<Task> = |task| vec![task];
    several(dialects("response-v2", "code-scalpel-v1", "mcp-2025-11-25"), tier = "pro", structured_errors) -> Task = |task| task;
}

fn validator(schema: &Map<String, Value>) -> Validator {
    let schema = Value::Object(schema.clone());
    jsonschema::meta::validate(&schema).expect("a schema");
    jsonschema::validator_for(&schema).expect("a schema")
}

/// The structured content of an MCP server.
fn structured(envelope: &Envelope) -> Value {
    let mut wire: Value = serde_json::from_str(envelope.as_str()).unwrap();
    match wire.get_mut("structuredContent") {
        Some(structured) if envelope.is_call_tool_result() => structured.take(),
        _ => wire,
    }
}

/// The code of a failure, wherever the dialect has it.
fn code(structured: &Value) -> Option<&str> {
    ["/data/error_code", "/errors/0/code", "/error/error_code", "/error_code"]
        .iter()
        .find_map(|pointer| structured.pointer(pointer)?.as_str())
}

#[test]
fn every_envelope_is_valid_and_every_code_declared() {
    type Tool = (&'static str, Arc<Map<String, Value>>, fn(&Plan, u64) -> Envelope);
    let tools: [Tool; 13] = [
        ("v2", v2_output_schema(), v2),
        ("v2_under_a_key", v2_under_a_key_output_schema(), v2_under_a_key),
        ("v2_under_two", v2_under_two_output_schema(), v2_under_two),
        ("v2_reply", v2_reply_output_schema(), v2_reply),
        ("v2_nothing", v2_nothing_output_schema(), v2_nothing),
        ("v2_any", v2_any_output_schema(), v2_any),
        ("dotbot_plain", dotbot_plain_output_schema(), dotbot_plain),
        ("dotbot_reply", dotbot_reply_output_schema(), dotbot_reply),
        ("scalpel", scalpel_output_schema(), scalpel),
        ("scalpel_mirror", scalpel_mirror_output_schema(), scalpel_mirror),
        ("mcp", mcp_output_schema(), mcp),
        ("mcp_2026", mcp_2026_output_schema(), mcp_2026),
        ("several", several_output_schema(), several),
    ];
    for (name, schema, tool) in tools {
        let validator = validator(&schema);
        let text = Value::Object((*schema).clone()).to_string();
        for seed in (0..).take(seeds(80).len()) {
            let plan = match seed % 8 {
                0..=2 => Plan::Succeed,
                3..=5 => Plan::Fail,
                6 => Plan::NotSerialize,
                _ => Plan::Panic,
            };
            let envelope = tool(&plan, seed);
            assert_contract!(envelope.dialect(), envelope);
            let sent = structured(&envelope);
            let errors: Vec<_> =
                validator.iter_errors(&sent).map(|error| error.to_string()).collect();
            assert!(errors.is_empty(), "{name}, {plan:?}, {seed}: {errors:#?}\n{sent:#}\n{text}");
            if name == "dotbot_reply" {
                continue;
            }
            assert_eq!(code(&sent).is_some(), !envelope.is_success(), "{name}: {sent}");
            if let Some(code) = code(&sent) {
                assert!(text.contains(&format!("\"{code}\"")), "{name}: {code} is not in {text}");
                // The error is closed, so an undeclared code is invalid.
                let other: Value = serde_json::from_str(
                    &sent.to_string().replace(&format!("\"{code}\""), "\"UNDECLARED\""),
                )
                .unwrap();
                assert!(!validator.is_valid(&other), "{name}: {other}\n{text}");
            }
        }
    }
}

#[test]
fn codes_of_arguments_of_a_timeout_and_of_negotiation_are_declared() {
    #[envelope_tool(dialect = "response-v2", timeout = Duration::from_millis(1), output_schema)]
    async fn slow() -> Result<Task, TaskError> {
        std::future::pending().await
    }

    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    let envelope = runtime.block_on(slow());
    assert_eq!(envelope.error_code(), Some("TIMEOUT"));
    assert!(validator(&slow_output_schema()).is_valid(&structured(&envelope)));
    assert!(!Value::Object((*v2_output_schema()).clone()).to_string().contains("TIMEOUT"));
    let several = Value::Object((*several_output_schema()).clone()).to_string();
    assert!(several.contains("VALIDATION_ERROR"));

    // The schema by types has every code that a tool can have.
    let by_hand = OutputSchema::<ResponseV2, Task>::new().error::<TaskError>().into_object();
    let by_hand = Value::Object(by_hand).to_string();
    for code in ["INTERNAL_ERROR", "VALIDATION_ERROR", "MISSING_REQUIRED", "TIMEOUT"] {
        assert!(by_hand.contains(code), "{code}");
    }
}

#[test]
fn an_open_error_type_says_so() {
    #[envelope_tool(dialect = "response-v2", output_schema)]
    fn open() -> Result<Task, ToolFailure> {
        Err(ToolFailure::conflict("c"))
    }

    let schema = open_output_schema();
    let failure = &schema["properties"]["data"]["anyOf"][1]["properties"];
    assert_eq!(failure["error_code"], json!({"type": "string", "description": "open"}));
    assert!(validator(&schema).is_valid(&structured(&open())));
}

/// The size of a schema, in bytes.
fn size(schema: Map<String, Value>) -> usize {
    Value::Object(schema).to_string().len()
}

#[test]
fn a_schema_is_little_longer_than_that_of_its_data() {
    #[derive(Serialize, Payload, JsonSchema)]
    struct Small {
        id: String,
    }

    let data = size(OutputSchema::<Mcp2025, Small>::new().into_object());
    let closed = |schema: Map<String, Value>| size(schema) - data;
    let v2 = closed(OutputSchema::<ResponseV2, Small>::new().error::<TaskError>().into_object());
    let dotbot = closed(OutputSchema::<Dotbot, Small>::new().error::<TaskError>().into_object());
    let scalpel = OutputSchema::<CodeScalpel, Small>::new().error::<TaskError>().into_object();
    let scalpel = closed(scalpel);
    let mcp = OutputSchema::<Mcp2025, Small>::new().structured_errors().error::<TaskError>();
    let mcp = closed(mcp.into_object());
    // The fourteen codes of `TaskError` take 250 of the bytes.
    for (size, most) in [(v2, 560), (dotbot, 600), (scalpel, 450), (mcp, 480)] {
        assert!(size <= most, "{v2} {dotbot} {scalpel} {mcp}");
    }
    let open = closed(OutputSchema::<ResponseV2, Small>::new().into_object());
    let reply = closed(OutputSchema::<ResponseV2, Reply<Small>>::new().into_object());
    assert!(open <= 240 && reply == open, "{open} {reply}");
}

/// Shared types are definitions if that is shorter, and recursive types always are.
#[test]
fn shared_types_are_definitions_only_if_that_is_shorter() {
    let schema = Value::Object(OutputSchema::<ResponseV2, Task>::new().into_object());
    let mut definitions: Vec<_> = schema["$defs"].as_object().unwrap().keys().collect();
    definitions.sort();
    assert_eq!(definitions, ["Person", "Task"]);
    assert_eq!(schema["type"], "object");
    assert!(
        !schema.to_string().contains(":true") || schema.to_string().contains("const"),
        "{schema}"
    );
}
