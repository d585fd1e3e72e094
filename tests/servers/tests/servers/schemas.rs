//! The output schema of a tool accepts each of its results, and is no looser than the contract.

use std::fs;
use std::path::Path;
use std::time::Duration;

use envelope_client::assert_contract;
use envelope_runtime::code_scalpel::{self, CodeScalpel};
use envelope_runtime::dotbot::{self, Action, Dotbot, Intent, Issue};
use envelope_runtime::mcp::{ContentBlock, EmbeddedResource, ResourceLink};
use envelope_runtime::response_v2::{self, ContentFidelity, Pagination, ResponseV2, Telemetry};
use envelope_runtime::rfc9457::Rfc9457;
use envelope_runtime::rmcp3::Arguments;
use envelope_runtime::schema::{self, Describe, OutputSchema, ReturnType};
use envelope_runtime::{
    Envelope, Payload, RateLimit, RequestId, Severity, Tier, ToolError, ToolFailure, UpgradeHint,
    Warning, WarningCode, envelope_tool, mcp_2025_11_25, mcp_2026_07_28,
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value, json};

type Mcp2025 = mcp_2025_11_25::Mcp;
type Mcp2026 = mcp_2026_07_28::Mcp;

/// A task.
#[derive(Clone, Serialize, Payload, JsonSchema)]
struct Task {
    id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<Box<Task>>,
}

fn task() -> Task {
    let parent = Some(Box::new(Task { id: "t-0".to_owned(), parent: None }));
    Task { id: "t-1".to_owned(), parent }
}

/// An error whose six fields have different marks.
#[derive(Debug, thiserror::Error, ToolError)]
#[error("The feature is not in your tier")]
#[tool_error(
    code = "UPGRADE_REQUIRED",
    remediation = "Upgrade",
    upgrade(feature = "search", tier = "pro", reason = "It is in Pro")
)]
struct Everything {
    #[tool_error(detail)]
    field: &'static str,
    #[tool_error(data)]
    wait: u64,
    #[tool_error(path)]
    path: &'static str,
    #[tool_error(rate_limit)]
    state: Box<RateLimit>,
    #[tool_error(telemetry)]
    rows: u64,
    #[tool_error(meta)]
    tenant: &'static str,
}

fn everything() -> Everything {
    let state = RateLimit::new().limit(9).remaining(0).reset_at("2025-12-04T12:00:00Z").into();
    Everything { field: "q", wait: 4, path: "a/b.md", state, rows: 7, tenant: "acme" }
}

fn wire(envelope: &Envelope) -> Value {
    serde_json::from_str(envelope.as_str()).expect("JSON")
}

#[track_caller]
fn is_valid(schema: &Map<String, Value>, instance: &Value) {
    let schema = Value::Object(schema.clone());
    jsonschema::meta::validate(&schema).expect("a schema");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let errors: Vec<_> = validator.iter_errors(instance).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{errors:#?}\n{instance:#}\n{schema:#}");
}

#[track_caller]
fn is_invalid(schema: &Map<String, Value>, instance: &Value) {
    let schema = Value::Object(schema.clone());
    assert!(!jsonschema::is_valid(&schema, instance), "{instance:#}\n{schema:#}");
}

/// Asserts that the checker, the dialect's schema and the tool's schema accept each envelope.
#[track_caller]
fn is_true<D: Describe, T: ReturnType<Data: JsonSchema> + 'static>(
    output: OutputSchema<D, T>,
    envelopes: &[Envelope],
) {
    let output = output.into_object();
    for envelope in envelopes {
        let whole = wire(envelope);
        assert_contract!(D::ID, envelope);
        is_valid(&schema::envelope::<D>(), &whole);
        match whole.get("structuredContent") {
            Some(structured) if envelope.is_call_tool_result() => is_valid(&output, structured),
            None if envelope.is_call_tool_result() => assert!(!envelope.is_success()),
            _ => is_valid(&output, &whole),
        }
    }
}

#[test]
fn response_v2() {
    #[envelope_tool(dialect = "response-v2", telemetry)]
    fn plain() -> Result<Task, ToolFailure> {
        Ok(task())
    }

    #[envelope_tool(dialect = "response-v2")]
    fn full() -> Result<response_v2::Reply<Task>, ToolFailure> {
        Ok(response_v2::Reply::new(task())
            .request_id("req_1")
            .warning("old")
            .warning_detail(Warning::new(WarningCode::ContentTruncated, "cut").context("n", 3))
            .warning_detail(Warning::custom("OWN", Severity::Error, "own"))
            .warning_detail(Warning::uncoded("bare"))
            .pagination(Pagination::next("c").total_count(9).page_size(2).extra("of", "tasks"))
            .rate_limit(RateLimit::new().limit(9).retry_after(3))
            .telemetry(Telemetry::new().duration_ms(Duration::from_millis(4)).extra("rows", 2))
            .content_fidelity(ContentFidelity::Partial)
            .dropped_content_ids(["t-2"])
            .content_archive_hash("tasks", "sha256:00")
            .extra_meta("tenant", "acme"))
    }

    #[envelope_tool(dialect = "response-v2", telemetry)]
    fn fails() -> Result<Task, Everything> {
        Err(everything())
    }

    #[envelope_tool(dialect = "response-v2")]
    fn fails_briefly() -> Result<Task, ToolFailure> {
        Err(ToolFailure::internal("secret"))
    }

    let calls = [plain(), full(), fails(), fails_briefly()];
    is_true(OutputSchema::<ResponseV2, response_v2::Reply<Task>>::new(), &calls);
    let named = RequestId::new("söme/id").sync_scope(|| [plain(), full(), fails()]);
    is_true(OutputSchema::<ResponseV2, response_v2::Reply<Task>>::new(), &named);
    is_true(OutputSchema::<ResponseV2, Task>::new(), &[plain(), fails(), fails_briefly()]);

    // `duration_ms` is a number: the tool's own value, or else the measured duration.
    for (duration, expected) in
        [(json!("slow"), None), (json!(null), None), (json!(1.5), Some(1.5))]
    {
        #[envelope_tool(dialect = "response-v2", telemetry)]
        fn measured(duration: Value) -> Result<Task, ToolFailure> {
            Err(ToolFailure::conflict("c").telemetry("duration_ms", duration))
        }
        let envelope = measured(duration);
        let told = wire(&envelope)["meta"]["telemetry"]["duration_ms"].as_f64();
        assert!(told.is_some() && (expected.is_none() || told == expected), "{told:?}");
        is_true(OutputSchema::<ResponseV2, Task>::new(), &[envelope]);
    }

    let output = OutputSchema::<ResponseV2, Task>::new().into_object();
    let [success, _, failure, _] = calls.map(|envelope| wire(&envelope));
    for (pointer, wrong) in
        [("/success", json!("yes")), ("/data", json!({})), ("/data/parent/id", json!(0))]
    {
        is_invalid(&output, &with(&success, pointer, wrong));
    }
    for (pointer, wrong) in
        [("/success", json!(0)), ("/data/error_code", json!(404)), ("/data", json!({}))]
    {
        is_invalid(&output, &with(&failure, pointer, wrong));
    }
}

/// Replaces one place in a value.
#[track_caller]
fn with(value: &Value, pointer: &str, other: Value) -> Value {
    let mut changed = value.clone();
    *changed.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer} in {value}")) = other;
    changed
}

#[test]
fn places() {
    #[envelope_tool(dialect = "response-v2", data = "tasks")]
    fn under_one() -> Result<Vec<Task>, ToolFailure> {
        Ok(vec![task()])
    }

    #[envelope_tool(dialect = "response-v2", data("task", "count"))]
    fn under_two() -> Result<(Task, u8), ToolFailure> {
        Ok((task(), 1))
    }

    #[envelope_tool(dialect = "response-v2")]
    fn nothing() -> Result<(), ToolFailure> {
        Ok(())
    }

    #[derive(Serialize, Payload, JsonSchema)]
    #[serde(tag = "state", rename_all = "snake_case")]
    enum Progress {
        Done,
        Blocked { by: String },
    }

    #[envelope_tool(dialect = "mcp-2025-11-25")]
    fn progress(by: &str) -> Result<Progress, ToolFailure> {
        Ok(if by.is_empty() { Progress::Done } else { Progress::Blocked { by: by.to_owned() } })
    }

    is_true(OutputSchema::<ResponseV2, Vec<Task>>::under(["tasks"]), &[under_one()]);
    is_true(OutputSchema::<ResponseV2, (Task, u8)>::under(["task", "count"]), &[under_two()]);
    is_true(OutputSchema::<ResponseV2, ()>::new(), &[nothing()]);
    is_true(OutputSchema::<Mcp2025, Progress>::new(), &[progress(""), progress("t-1")]);

    let two = OutputSchema::<ResponseV2, (Task, u8)>::under(["task", "count"]).into_object();
    is_invalid(&two, &with(&wire(&under_two()), "/data/count", json!("one")));
    is_invalid(&two, &wire(&under_one()));
    is_invalid(&OutputSchema::<ResponseV2, ()>::new().into_object(), &wire(&under_one()));
    // MCP requires an object, and each variant of the enum is an object.
    assert_eq!(OutputSchema::<Mcp2025, Progress>::new().into_object()["type"], "object");
}

#[test]
fn dotbot() {
    #[envelope_tool(dialect = "dotbot-mcp-response@1", summary("Found {}.", data.id))]
    fn plain() -> Result<Task, ToolFailure> {
        Ok(task())
    }

    #[envelope_tool(dialect = "dotbot-mcp-response@1", host = Some(dotbot::Host::Ci), write_to = "a.md")]
    fn full(error: bool) -> Result<dotbot::Reply<Task>, ToolFailure> {
        let reply = dotbot::Reply::new("Found one.", task())
            .warning(Issue::new("OLD", "It is old").path("a.md").detail("days", 2))
            .intent(Intent::new("tasks.list", "There are more").parameter("page", 2))
            .action(Action::suggestion("a", "Do", "It helps", "tasks.do"));
        Ok(if error { reply.error(Issue::new("LOST", "It is lost")) } else { reply })
    }

    #[envelope_tool(dialect = "dotbot-mcp-response@1", summary("Found {}.", data.id))]
    fn fails() -> Result<Task, Everything> {
        Err(everything())
    }

    let calls = RequestId::new("r").sync_scope(|| [plain(), full(false), full(true), fails()]);
    is_true(OutputSchema::<Dotbot, dotbot::Reply<Task>>::new(), &calls);

    let output = OutputSchema::<Dotbot, Task>::new().into_object();
    let [ok, warning, _, error] = calls.map(|envelope| wire(&envelope));
    for (envelope, pointer, wrong) in [
        (&ok, "/status", json!("fine")),
        (&ok, "/data", json!({"unlike": "it"})),
        (&warning, "/data/id", json!(1)),
        (&error, "/errors/0/code", json!(null)),
        (&error, "/errors", json!({})),
    ] {
        is_invalid(&output, &with(envelope, pointer, wrong));
    }
}

#[test]
fn rfc9457() {
    #[envelope_tool(dialect = "rfc9457")]
    fn tasks() -> Result<Vec<Task>, ToolFailure> {
        Ok(vec![task()])
    }

    #[envelope_tool(dialect = "rfc9457", types = "/problems/", instance = "/tasks")]
    fn fails() -> Result<Vec<Task>, Everything> {
        Err(everything())
    }

    #[envelope_tool(dialect = "rfc9457")]
    fn one() -> Result<Task, NoTask> {
        Err(NoTask)
    }

    #[derive(Debug, thiserror::Error, ToolError)]
    #[error("There is no task")]
    #[tool_error(code = "NO_TASK", error_type = "not_found")]
    struct NoTask;

    let calls = [tasks(), fails()];
    is_true(OutputSchema::<Rfc9457, Vec<Task>>::new(), &calls);
    let output = OutputSchema::<Rfc9457, Vec<Task>>::new().into_object();
    let [success, failure] = calls.map(|envelope| wire(&envelope));
    is_invalid(&output, &with(&success, "/0/id", json!(3)));
    is_invalid(&output, &with(&failure, "/status", json!("403")));

    is_true(OutputSchema::<Rfc9457, Task>::new().error::<NoTask>(), &[one()]);
    let output = OutputSchema::<Rfc9457, Task>::new().error::<NoTask>().into_object();
    assert_eq!(output["type"], "object");
    is_invalid(&output, &with(&wire(&one()), "/code", json!("OTHER")));
}

#[test]
fn code_scalpel() {
    #[envelope_tool(dialect = "code-scalpel-v1", tier = "community")]
    fn full() -> Result<code_scalpel::Reply<Vec<Task>>, ToolFailure> {
        Ok(code_scalpel::Reply::new(vec![task()]).upgrade_hint(UpgradeHint::new(
            "all",
            Tier::Enterprise,
            "More",
        )))
    }

    #[envelope_tool(dialect = "code-scalpel-v1", tier = "pro", mirror_failure)]
    fn fails() -> Result<Vec<Task>, Everything> {
        Err(everything())
    }

    #[envelope_tool(dialect = "code-scalpel-v1", tier = "pro")]
    fn fails_briefly() -> Result<Vec<Task>, ToolFailure> {
        Err(ToolFailure::conflict("é".repeat(600)))
    }

    let calls = [full(), fails(), fails_briefly()];
    is_true(OutputSchema::<CodeScalpel, Vec<Task>>::new(), &calls);

    let output = OutputSchema::<CodeScalpel, Vec<Task>>::new().into_object();
    let [success, failure, _] = calls.map(|envelope| wire(&envelope));
    for (envelope, pointer, wrong) in [
        (&success, "/data", json!(null)),
        (&failure, "/error", json!(null)),
        (&failure, "/error/error_code", json!("NOT_FOUND")),
    ] {
        is_invalid(&output, &with(envelope, pointer, wrong));
    }
}

#[test]
fn mcp() {
    #[envelope_tool(dialect = "mcp-2025-11-25")]
    fn full() -> Result<mcp_2025_11_25::Reply<Task>, ToolFailure> {
        Ok(mcp_2025_11_25::Reply::new(task())
            .content(ContentBlock::image(b"GIF89a", "image/gif"))
            .content(ContentBlock::resource_link(ResourceLink::new("file:///a", "a").size(3)))
            .content(ContentBlock::resource(
                EmbeddedResource::text("file:///a", "a").mime_type("text/plain"),
            ))
            .content(ContentBlock::resource(EmbeddedResource::blob("file:///b", b"b")))
            .extra_meta("tenant", "acme"))
    }

    #[envelope_tool(dialect = "mcp-2026-07-28", structured_errors)]
    fn any() -> Result<Vec<Task>, Everything> {
        Ok(vec![task()])
    }

    #[envelope_tool(dialect = "mcp-2026-07-28", structured_errors)]
    fn fails() -> Result<Vec<Task>, Everything> {
        Err(everything())
    }

    #[envelope_tool(dialect = "mcp-2025-11-25", structured_errors)]
    fn fails_earlier() -> Result<Task, Everything> {
        Err(everything())
    }

    #[envelope_tool(dialect = "mcp-2025-11-25")]
    fn fails_in_words() -> Result<Task, Everything> {
        Err(everything())
    }

    /// The failure's data has keys that structured errors define.
    #[envelope_tool(dialect = "mcp-2025-11-25", structured_errors)]
    fn fails_with_its_names() -> Result<Task, ToolFailure> {
        Err(ToolFailure::conflict("c").data("remediation", 1).data("details", 2).data("retry", 3))
    }

    let named = [fails_with_its_names()];
    assert_eq!(wire(&named[0])["structuredContent"]["data_details"], 2);
    is_true(OutputSchema::<Mcp2025, Task>::new().structured_errors(), &named);
    is_true(OutputSchema::<Mcp2025, Task>::new(), &[full(), fails_in_words()]);
    is_true(OutputSchema::<Mcp2026, Vec<Task>>::new().structured_errors(), &[any(), fails()]);
    is_true(OutputSchema::<Mcp2025, Task>::new().structured_errors(), &[full(), fails_earlier()]);

    // The schema contains errors only if the tool has `structured_errors`.
    let structured = &wire(&fails_earlier())["structuredContent"];
    is_invalid(&OutputSchema::<Mcp2025, Task>::new().into_object(), structured);
    let either = OutputSchema::<Mcp2025, Task>::new().structured_errors().into_object();
    assert_eq!(either["type"], "object");
    is_invalid(&either, &with(structured, "/message", Value::Null));
    is_invalid(&schema::envelope::<Mcp2025>(), &wire(&any()));
    is_invalid(&schema::envelope::<Mcp2026>(), &wire(&full()));
    is_invalid(
        &schema::envelope::<Mcp2025>(),
        &with(&wire(&full()), "/content/1/type", json!("film")),
    );
}

/// `()` is the empty object, even inside of a payload.
#[test]
fn nothing_inside_of_a_payload() {
    #[derive(Serialize, Payload, JsonSchema)]
    #[serde(untagged)]
    enum Either<T> {
        Bare(T),
        Named { x: u8 },
    }

    #[derive(Serialize, Payload, JsonSchema)]
    struct Wrapper<T>(T);

    #[envelope_tool(dialect = "response-v2")]
    fn either(bare: bool) -> Result<Either<()>, ToolFailure> {
        Ok(if bare { Either::Bare(()) } else { Either::Named { x: 1 } })
    }

    #[envelope_tool(dialect = "mcp-2025-11-25", output_schema)]
    fn wrapped() -> Result<Wrapper<Wrapper<()>>, ToolFailure> {
        Ok(Wrapper(Wrapper(())))
    }

    is_true(OutputSchema::<ResponseV2, Either<()>>::new(), &[either(true), either(false)]);
    is_true(OutputSchema::<Mcp2025, Wrapper<Wrapper<()>>>::new(), &[wrapped()]);
}

/// Validators know only the formats of JSON Schema: some warn about other formats, and some refuse the schema.
#[test]
fn formats_are_those_of_json_schema() {
    #[derive(Serialize, Payload, JsonSchema)]
    struct Numbers {
        size: usize,
        wide: u64,
        share: f64,
        small: Option<i8>,
        many: Vec<(u32, f32)>,
        inner: std::collections::BTreeMap<String, std::num::NonZeroU64>,
        #[schemars(extend("format" = "date"))]
        day: String,
    }

    fn formats<'a>(schema: &'a Value, found: &mut Vec<&'a str>) {
        match schema {
            Value::Object(object) => {
                found.extend(object.get("format").and_then(Value::as_str));
                object.values().for_each(|value| formats(value, found));
            }
            Value::Array(values) => values.iter().for_each(|value| formats(value, found)),
            _ => {}
        }
    }

    let of = |schema: Map<String, Value>| {
        let schema = Value::Object(schema);
        let mut found = Vec::new();
        formats(&schema, &mut found);
        found.sort_unstable();
        found.dedup();
        found.join(" ")
    };
    assert_eq!(of(OutputSchema::<ResponseV2, Numbers>::new().into_object()), "date");
    assert_eq!(of(OutputSchema::<Mcp2026, Numbers>::new().into_object()), "date");
    assert_eq!(of(OutputSchema::<CodeScalpel, Vec<Numbers>>::new().into_object()), "date");
    assert_eq!(of(schema::envelope::<ResponseV2>()), "");
}

/// Clients can require the type `object` at the root, if every result is an object.
#[test]
fn objects_have_the_type_at_the_root() {
    #[allow(dead_code, reason = "only its schema is made")]
    #[derive(Serialize, Payload, JsonSchema)]
    #[serde(tag = "state")]
    enum Progress {
        Done,
        Blocked { by: Box<Option<Progress>> },
    }

    #[allow(dead_code, reason = "only its schema is made")]
    #[derive(Serialize, JsonSchema)]
    #[serde(untagged)]
    enum Either {
        Task(Task),
        Id(u64),
    }

    type Of<T> = OutputSchema<Mcp2026, T>;
    let kind = |schema: Map<String, Value>| schema.get("type").cloned();
    let object = Some(json!("object"));
    assert_eq!(kind(Of::<Task>::new().into_object()), object);
    assert_eq!(kind(Of::<Task>::new().structured_errors().into_object()), object);
    assert_eq!(kind(Of::<Progress>::new().into_object()), object);
    assert_eq!(kind(Of::<Progress>::new().structured_errors().into_object()), object);
    assert_eq!(kind(Of::<Vec<u8>>::under(["ids"]).into_object()), object);
    assert_eq!(kind(Of::<Either>::new().into_object()), None);
    assert_eq!(kind(Of::<Vec<u8>>::new().structured_errors().into_object()), None);
    assert_eq!(kind(Of::<Vec<u8>>::new().into_object()), Some(json!("array")));
}

/// `()` is the empty object if the contract requires an object, and null otherwise.
#[test]
fn nothing_is_an_object_or_null() {
    #[envelope_tool(dialect = "response-v2")]
    fn object() -> Result<(), ToolFailure> {
        Ok(())
    }

    #[envelope_tool(dialect = "mcp-2026-07-28", output_schema)]
    fn null() -> Result<(), ToolFailure> {
        Ok(())
    }

    #[envelope_tool(dialect = "code-scalpel-v1", tier = "pro")]
    fn null_data() -> Result<(), ToolFailure> {
        Ok(())
    }

    assert_eq!(wire(&object())["data"], json!({}));
    assert_eq!(wire(&null())["structuredContent"], Value::Null);
    assert_eq!(wire(&null_data())["data"], Value::Null);
    is_true(OutputSchema::<ResponseV2, ()>::new(), &[object()]);
    is_true(OutputSchema::<Mcp2026, ()>::new(), &[null()]);
    is_true(OutputSchema::<CodeScalpel, ()>::new(), &[null_data()]);
}

/// The author's types have the names of the contract's own types.
#[test]
fn names_of_the_contract() {
    #[derive(Serialize, Payload, JsonSchema)]
    struct Pagination {
        warning: Warning,
    }

    #[derive(Serialize, Payload, JsonSchema)]
    struct Warning {
        description: u8,
    }

    #[envelope_tool(dialect = "response-v2", data = "page")]
    fn page() -> Result<response_v2::Reply<Pagination>, Everything> {
        Ok(response_v2::Reply::new(Pagination { warning: Warning { description: 1 } })
            .pagination(response_v2::Pagination::end())
            .warning_detail(envelope_runtime::Warning::uncoded("w")))
    }

    let schema = OutputSchema::<ResponseV2, response_v2::Reply<Pagination>>::under(["page"]);
    is_true(schema, &[page()]);
    let schema = OutputSchema::<ResponseV2, response_v2::Reply<Pagination>>::under(["page"]);
    is_invalid(
        &schema.into_object(),
        &with(&wire(&page()), "/data/page/warning/description", json!("d")),
    );
}

/// The schema keeps the descriptions of the data if the tool asks for them.
#[test]
fn descriptions_are_in_a_schema_that_asks_for_them() {
    /// How it went.
    #[derive(Serialize, JsonSchema)]
    enum Grade {
        /// It was good.
        Good,
        /// It was not.
        Bad,
    }

    #[derive(Serialize, Payload, JsonSchema)]
    struct Notes {
        /// The text.
        text: Option<String>,
        grades: Vec<Grade>,
        description: &'static str,
    }

    #[envelope_tool(dialect = "response-v2", output_schema = "described")]
    fn described() -> Result<Notes, ToolFailure> {
        Ok(Notes { text: None, grades: vec![Grade::Good, Grade::Bad], description: "d" })
    }

    #[envelope_tool(dialect = "response-v2", output_schema)]
    fn brief() -> Result<Notes, ToolFailure> {
        Err(ToolFailure::conflict("c"))
    }

    let by_hand = OutputSchema::<ResponseV2, Notes>::new().described().into_object();
    assert_eq!(*described_output_schema(), by_hand);
    let data = &by_hand["properties"]["data"]["anyOf"][0]["properties"];
    assert_eq!(data["text"]["description"], "The text.");
    assert_eq!(data["grades"]["items"]["oneOf"][0]["description"], "It was good.");
    assert_eq!(
        brief_output_schema()["properties"]["data"]["anyOf"][0],
        json!({
            "type": "object",
            "properties": {
                "text": {"type": ["string", "null"]},
                "grades": {"type": "array", "items": {"type": "string", "enum": ["Good", "Bad"]}},
                "description": {"type": "string"},
            },
            "required": ["text", "grades", "description"],
        })
    );
    for schema in [described_output_schema(), brief_output_schema()] {
        is_valid(&schema, &wire(&described()));
        is_valid(&schema, &wire(&brief()));
        is_invalid(&schema, &with(&wire(&described()), "/data/grades/0", json!("Fair")));
    }
}

/// The schema describes the serialized form, not the deserialized one.
#[test]
fn names_on_the_wire() {
    #[derive(Serialize, Payload, JsonSchema)]
    struct Renamed {
        #[serde(rename(serialize = "written", deserialize = "read"))]
        field: u8,
    }

    #[envelope_tool(dialect = "response-v2")]
    fn renamed() -> Result<Renamed, ToolFailure> {
        Ok(Renamed { field: 1 })
    }

    is_true(OutputSchema::<ResponseV2, Renamed>::new(), &[renamed()]);
    let schema = OutputSchema::<ResponseV2, Renamed>::new();
    is_invalid(&schema.into_object(), &with(&wire(&renamed()), "/data", json!({"read": 1})));
}

/// The arguments of a tool have the schema of their type.
#[test]
fn schemas_of_schemars() {
    let mut generator = schemars::SchemaGenerator::default();
    let task = generator.subschema_for::<Task>();
    assert_eq!(generator.subschema_for::<Arguments<Task>>(), task);
    let list = generator.subschema_for::<Vec<Task>>();
    assert_eq!(generator.subschema_for::<Arguments<Vec<Task>>>(), list);
    assert_eq!(generator.definitions().keys().collect::<Vec<_>>(), ["Task"]);
}

/// The function next to a tool derives the schema from the attribute and the signature.
#[test]
fn a_tool_gives_its_own_schema() {
    type Outcome<T> = Result<T, Everything>;

    #[envelope_tool(dialect = "response-v2", data = "tasks", output_schema)]
    fn list() -> Result<response_v2::Reply<Vec<Task>>, ToolFailure> {
        Ok(response_v2::Reply::new(vec![task()]).pagination(Pagination::end()))
    }

    #[envelope_tool(dialect = "response-v2", data("task", "count"), output_schema)]
    async fn pair() -> Outcome<(Task, u8)> {
        Ok((task(), 1))
    }

    #[envelope_tool(dialect = "mcp-2026-07-28", structured_errors, output_schema)]
    fn structured(fails: bool) -> Outcome<Vec<Task>> {
        if fails { Err(everything()) } else { Ok(vec![task()]) }
    }

    #[envelope_tool(dialect = "dotbot-mcp-response@1", summary("One: {}.", data.id), output_schema)]
    fn summarised() -> impl Future<Output = Outcome<Task>> {
        std::future::ready(Ok(task()))
    }

    #[envelope_tool(dialect = "code-scalpel-v1", tier = "pro", output_schema)]
    fn r#match() -> Outcome<u8> {
        Err(everything())
    }

    let block_on = |future: std::pin::Pin<Box<dyn Future<Output = Envelope>>>| {
        tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(future)
    };
    for (schema, envelope) in [
        (list_output_schema(), list()),
        (pair_output_schema(), block_on(Box::pin(pair()))),
        (structured_output_schema(), structured(false)),
        (structured_output_schema(), structured(true)),
        (summarised_output_schema(), block_on(Box::pin(summarised()))),
        (match_output_schema(), r#match()),
    ] {
        let wire = wire(&envelope);
        let structured = wire.get("structuredContent").unwrap_or(&wire);
        is_valid(&schema, structured);
        is_invalid(&schema, &json!({"unlike": "it"}));
    }
    type Replied = response_v2::Reply<Vec<Task>>;
    let by_hand = OutputSchema::<ResponseV2, Replied>::under(["tasks"]).into_object();
    assert_eq!(*list_output_schema(), by_hand);
}

/// A tool and the schema function next to it have separate lifetimes.
#[test]
fn a_tool_with_lifetimes_gives_its_schema() {
    /// Data that borrows from two places.
    #[derive(Serialize, Payload, JsonSchema)]
    struct Line<'a, 'b: 'a> {
        text: &'a str,
        file: std::borrow::Cow<'b, str>,
    }

    struct Store<'s>(&'s str);

    impl<'s> Store<'s> {
        #[envelope_tool(dialect = "response-v2", output_schema)]
        fn line<'a>(&'a self, text: &'a str) -> Result<Line<'a, 's>, ToolFailure> {
            Ok(Line { text, file: self.0.into() })
        }
    }

    #[envelope_tool(dialect = "response-v2", data = "lines", output_schema)]
    async fn lines<'a, 'b: 'a>(
        text: &'a str,
        file: &'b str,
    ) -> Result<Vec<Line<'a, 'b>>, ToolFailure> {
        Ok(vec![Line { text, file: file.into() }])
    }

    #[envelope_tool(dialect = "response-v2", data = "text", output_schema)]
    fn elided(text: &str) -> Result<&str, ToolFailure> {
        Ok(text)
    }

    let lines = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap()
        .block_on(lines("fn main() {}", "main.rs"));
    for (schema, envelope) in [
        (Store::line_output_schema(), Store("main.rs").line("fn main() {}")),
        (lines_output_schema(), lines),
        (elided_output_schema(), elided("fn main() {}")),
    ] {
        is_valid(&schema, &wire(&envelope));
        is_invalid(&schema, &json!({"success": true, "data": {"text": 1}}));
    }
}

/// The SDK's router asks for the schema at every call.
#[test]
fn a_schema_is_made_once() {
    type Object = std::sync::Arc<Map<String, Value>>;

    let first: Object = OutputSchema::<ResponseV2, Task>::new().into();
    let second: Object = OutputSchema::<ResponseV2, Task>::new().into();
    assert!(std::sync::Arc::ptr_eq(&first, &second));
    let nested: Object = OutputSchema::<ResponseV2, Task>::under(["task"]).into();
    let other: Object = OutputSchema::<ResponseV2, Task>::under(["other"]).into();
    assert_ne!(nested, first);
    assert_ne!(nested, other);
    let plain: Object = OutputSchema::<Mcp2025, Task>::new().into();
    let structured: Object = OutputSchema::<Mcp2025, Task>::new().structured_errors().into();
    assert_ne!(plain, structured);
}

/// The files of the package match the code. `.ci/bless` writes them again.
#[test]
fn the_files_are_current() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../envelope-runtime/schemas");
    for (id, schema) in [
        ("response-v2", schema::envelope::<ResponseV2>()),
        ("dotbot-mcp-response@1", schema::envelope::<Dotbot>()),
        ("mcp-2025-11-25", schema::envelope::<Mcp2025>()),
        ("mcp-2026-07-28", schema::envelope::<Mcp2026>()),
        ("code-scalpel-v1", schema::envelope::<CodeScalpel>()),
        ("rfc9457", schema::envelope::<Rfc9457>()),
    ] {
        let file = folder.join(format!("{id}.schema.json"));
        let mut current = Value::Object(schema);
        current.sort_all_objects();
        let current = serde_json::to_string_pretty(&current).unwrap() + "\n";
        if std::env::var_os("BLESS").is_some() {
            fs::create_dir_all(&folder).unwrap();
            fs::write(&file, &current).unwrap();
        }
        let kept = fs::read_to_string(&file).unwrap_or_default();
        assert!(kept == current, "{} is not current: run `.ci/bless`", file.display());
    }
}

/// The keywords that Ajv allows in strict mode only in a schema with their type.
const KEYWORDS_OF_TYPES: [(&str, &str); 13] = [
    ("properties", "object"),
    ("required", "object"),
    ("additionalProperties", "object"),
    ("propertyNames", "object"),
    ("items", "array"),
    ("prefixItems", "array"),
    ("contains", "array"),
    ("minItems", "array"),
    ("maxItems", "array"),
    ("pattern", "string"),
    ("format", "string"),
    ("minimum", "number"),
    ("maximum", "number"),
];

/// Other keywords that Ajv knows.
const KEYWORDS: [&str; 13] = [
    "$schema",
    "title",
    "description",
    "type",
    "const",
    "enum",
    "oneOf",
    "anyOf",
    "allOf",
    "not",
    "if",
    "then",
    "else",
];

/// Lists the problems that Ajv throws in strict mode. Subschemas for the same value inherit the types of the schema around them.
fn strict_problems(schema: &Value, mut context: Vec<String>, at: &str, problems: &mut Vec<String>) {
    let mut problem = |is_found: bool, text: &str| {
        if is_found {
            problems.push(format!("{at}: {text}"));
        }
    };
    let Some(schema) = schema.as_object() else { return problem(true, "a boolean schema") };
    let types: Vec<String> = match schema.get("type") {
        None => Vec::new(),
        Some(Value::String(one)) => vec![one.clone()],
        Some(several) => serde_json::from_value(several.clone()).unwrap(),
    };
    let has_type = |types: &[String], name: &str| {
        types.iter().any(|of| of == name || of == "integer" && name == "number")
    };
    problem(types.len() > 2 || types.len() == 2 && !has_type(&types, "null"), "a union of types");
    if !types.is_empty() {
        let is_wider = !context.is_empty() && !types.iter().all(|name| has_type(&context, name));
        problem(is_wider, "a type outside of its context");
        context = types;
    }
    for keyword in schema.keys() {
        match KEYWORDS_OF_TYPES.iter().find(|(name, _)| name == keyword) {
            Some((_, name)) => {
                problem(!has_type(&context, name), &format!("{keyword} without a type"))
            }
            None => {
                problem(!KEYWORDS.contains(&keyword.as_str()), &format!("{keyword} is unknown"))
            }
        }
    }
    problem(schema.contains_key("prefixItems"), "an open tuple");
    let required = schema.get("required").and_then(Value::as_array).into_iter().flatten();
    for key in required {
        let is_defined =
            schema.get("properties").is_some_and(|of| of.get(key.as_str().unwrap()).is_some());
        problem(!is_defined, &format!("the required key {key} is not defined"));
    }
    for keyword in ["oneOf", "anyOf", "allOf"] {
        let choices = schema.get(keyword).and_then(Value::as_array).into_iter().flatten();
        for (index, choice) in choices.enumerate() {
            strict_problems(choice, context.clone(), &format!("{at}/{keyword}/{index}"), problems);
        }
    }
    for keyword in ["not", "if", "then", "else"] {
        if let Some(same) = schema.get(keyword) {
            strict_problems(same, context.clone(), &format!("{at}/{keyword}"), problems);
        }
    }
    for keyword in ["items", "contains", "additionalProperties", "propertyNames"] {
        if let Some(inner) = schema.get(keyword) {
            strict_problems(inner, Vec::new(), &format!("{at}/{keyword}"), problems);
        }
    }
    for (key, property) in schema.get("properties").and_then(Value::as_object).into_iter().flatten()
    {
        strict_problems(property, Vec::new(), &format!("{at}/properties/{key}"), problems);
    }
}

/// The schemas of the contracts are for every language, and Ajv is the validator of JavaScript.
#[test]
fn ajv_accepts_the_published_schemas_in_strict_mode() {
    for schema in [
        schema::envelope::<ResponseV2>(),
        schema::envelope::<Dotbot>(),
        schema::envelope::<Mcp2025>(),
        schema::envelope::<Mcp2026>(),
        schema::envelope::<CodeScalpel>(),
        schema::envelope::<Rfc9457>(),
    ] {
        let mut problems = Vec::new();
        strict_problems(&schema.into(), Vec::new(), "", &mut problems);
        assert_eq!(problems, [""; 0]);
    }
}

/// The TypeScript SDK refuses the whole list of tools if a property of an output schema is a boolean.
#[test]
fn any_value_has_an_object_as_its_schema() {
    #[derive(Serialize, Payload, JsonSchema)]
    struct Anything {
        any: Value,
        list: Vec<Value>,
        map: std::collections::BTreeMap<String, Value>,
    }

    let schema = Value::Object(OutputSchema::<Mcp2025, Anything>::new().into_object());
    let properties = &schema["properties"];
    assert_eq!(properties["any"], json!({}));
    assert_eq!(properties["list"]["items"], json!({}));
    assert_eq!(properties["map"]["additionalProperties"], json!({}));
    let under_a_key = OutputSchema::<ResponseV2, Value>::under(["any"]).into_object();
    assert!(Value::Object(under_a_key).to_string().contains(r#""any":{}"#));
}

/// JSON has no NaN and no infinity.
mod no_number {
    use super::*;

    #[derive(Clone, Serialize, Payload, JsonSchema)]
    struct Stats {
        rows: Vec<Row>,
        best: Option<f64>,
        limits: (f32, u8),
        by_day: std::collections::BTreeMap<String, f64>,
        reading: Reading,
    }

    #[derive(Clone, Serialize, JsonSchema)]
    struct Row {
        mean: f64,
    }

    #[derive(Clone, Serialize, JsonSchema)]
    #[serde(tag = "kind", rename_all = "lowercase")]
    enum Reading {
        Exact { value: f64 },
        Rough { value: Option<f64> },
    }

    fn stats() -> Stats {
        Stats {
            rows: vec![Row { mean: 1.5 }, Row { mean: 2.0 }],
            best: Some(2.0),
            limits: (1.0, 3),
            by_day: [("mon".to_owned(), 0.5)].into(),
            reading: Reading::Rough { value: None },
        }
    }

    macro_rules! tools {
        ($($name:ident($($settings:tt)*);)*) => {$(
            #[envelope_tool($($settings)*, output_schema)]
            fn $name(stats: Stats) -> Result<Stats, ToolFailure> {
                Ok(stats)
            }
        )*

            const TOOLS: &[fn(Stats) -> Envelope] = &[$($name),*];
        };
    }

    tools! {
        response_v2(dialect = "response-v2");
        nested(dialect = "response-v2", data = "stats");
        dotbot(dialect = "dotbot-mcp-response@1", summary("Done."));
        mcp_2025(dialect = "mcp-2025-11-25");
        mcp_2026(dialect = "mcp-2026-07-28", pretty);
        text(dialect = "mcp-2025-11-25", text("{} rows", data.rows.len()));
        code_scalpel(dialect = "code-scalpel-v1", tier = "pro");
        rfc9457(dialect = "rfc9457");
        several(dialects("response-v2", "mcp-2025-11-25"));
    }

    #[envelope_tool(dialect = "response-v2")]
    fn without_schema(stats: Stats) -> Result<Stats, ToolFailure> {
        Ok(stats)
    }

    #[test]
    fn where_the_output_schema_requires_a_number_the_call_fails() {
        type Change = fn(&mut Stats);
        let changes: [Change; 5] = [
            |stats| stats.rows[1].mean = f64::NAN,
            |stats| stats.limits.0 = f32::INFINITY,
            |stats| stats.by_day.extend([("tue".to_owned(), f64::NEG_INFINITY)]),
            |stats| stats.reading = Reading::Exact { value: f64::NAN },
            |stats| stats.rows[0].mean = f64::INFINITY,
        ];
        for tool in TOOLS {
            assert!(tool(stats()).is_success(), "{}", tool(stats()));
            for change in changes {
                let mut changed = stats();
                change(&mut changed);
                assert!(without_schema(changed.clone()).is_success());
                let envelope = tool(changed);
                assert_eq!(envelope.status().error_code(), Some("INTERNAL_ERROR"), "{envelope}");
            }
        }
    }

    #[test]
    fn where_null_is_allowed_it_is_sent() {
        type Change = fn(&mut Stats);
        let changes: [Change; 2] = [
            |stats| stats.best = Some(f64::NAN),
            |stats| stats.reading = Reading::Rough { value: Some(f64::NAN) },
        ];
        for tool in TOOLS {
            for change in changes {
                let mut changed = stats();
                change(&mut changed);
                let envelope = tool(changed);
                assert!(envelope.is_success() && envelope.as_str().contains("null"), "{envelope}");
            }
        }
    }
}
