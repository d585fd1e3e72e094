//! The type of a program's envelopes in its `OpenAPI` document, when a dialect fills that type.

use envelope_runtime::dialect::{AnyJson, Call, Dialect, Entries, PlainData};
use envelope_runtime::{DialectExt, Envelope, ErrorReport, Payload, ToolFailure, envelope_tool};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::{OpenApi, ToSchema};

#[derive(Serialize, ToSchema)]
struct Answer<T> {
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<T>,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<Problem>,
}

#[derive(Serialize, ToSchema)]
struct Problem {
    code: String,
    message: String,
}

#[derive(Serialize, Payload, ToSchema)]
struct Plan {
    steps: Vec<String>,
}

#[derive(OpenApi)]
#[openapi(components(schemas(Answer<Plan>, Plan, Problem)))]
struct Document;

#[derive(Default)]
struct Program;

impl<T> PlainData<T> for Program {}

impl Dialect for Program {
    const ID: &'static str = "program";

    type Root = AnyJson;
    type Meta = ();

    fn success(&self, _call: &Call, _meta: &(), envelope: &mut Entries<'_>) {
        let data = Some(envelope.data_value());
        envelope.only_value(&Answer { ok: true, data, problem: None });
    }

    fn failure(&self, _call: &Call, error: &ErrorReport, envelope: &mut Entries<'_>) {
        let (code, message) = (error.code().to_owned(), error.message().to_owned());
        let problem = Some(Problem { code, message });
        envelope.only_value(&Answer::<()> { ok: false, data: None, problem });
    }
}

#[envelope_tool(dialect = Program)]
fn plan(steps: u8) -> Result<Plan, ToolFailure> {
    match steps {
        0 => Err(ToolFailure::validation("A plan has steps")),
        steps => Ok(Plan { steps: (1..=steps).map(|step| step.to_string()).collect() }),
    }
}

/// The schema of the answers, which refers to other components of the document.
fn schema() -> Value {
    let document = serde_json::to_value(Document::openapi()).unwrap();
    assert!(document["components"]["schemas"]["Answer_Plan"].is_object(), "{document}");
    json!({"$ref": "#/components/schemas/Answer_Plan", "components": document["components"]})
}

#[test]
fn the_document_describes_the_answers() {
    let validator = jsonschema::validator_for(&schema()).unwrap();
    let is_described = |envelope: Envelope| validator.is_valid(&envelope.to_value().unwrap());
    assert_eq!(plan(2).as_str(), r#"{"ok":true,"data":{"steps":["1","2"]}}"#);
    assert!(is_described(plan(2)));
    let failed =
        r#"{"ok":false,"problem":{"code":"VALIDATION_ERROR","message":"A plan has steps"}}"#;
    assert_eq!(plan(0).as_str(), failed);
    assert!(is_described(plan(0)));
    assert!(is_described(Program.fail(ToolFailure::unavailable("The store is closed"))));

    assert!(!validator.is_valid(&json!({"ok": true, "data": {"steps": 2}})));
    assert!(!validator.is_valid(&json!({"ok": false, "problem": {"code": "NOT_FOUND"}})));
    assert!(!validator.is_valid(&json!({"data": {"steps": []}})));
}
