use axum::Router;
use axum::http::StatusCode;
use axum::routing::post;
use envelope_runtime::server::axum::{Json, Path, Query};
use envelope_runtime::{ToolFailure, envelope_tool};
use serde::Serialize;

#[derive(serde::Deserialize)]
struct NewSpec {
    title: String,
}

// The tool takes an extractor of `axum`, which rejects a request before the tool is called.
// why: A tool always answers with its envelope, and `axum` would answer in plain text.
// fix: `use envelope_runtime::server::axum::Json;`
#[envelope_tool(dialect = "response-v2", data = "title")]
async fn extractor_of_axum(axum::Json(spec): axum::Json<NewSpec>) -> Result<String, ToolFailure> {
    Ok(spec.title)
}

// The tool passes a rejection on, which it has answered already.
// why: In the body of a tool, an extractor or `Parameters` contains a valid value: the tool has already answered all others.
// fix: no `?`: `Ok(greet.name)`
#[derive(serde::Deserialize)]
struct Greet {
    name: String,
}

#[envelope_tool(dialect = "response-v2", data = "greeting")]
async fn extractor_passed_on(Json(greet): Json<Greet>) -> Result<String, ToolFailure> {
    Ok(greet?.name)
}

// The author takes the request id from the query.
// why: A setting is evaluated before the body, and an argument that does not fit is answered with the settings.
// fix: a value without the argument, or the tool without `request_id`
#[derive(serde::Deserialize)]
struct Search {
    text: String,
}

#[envelope_tool(dialect = "response-v2", data = "found", request_id = search.text.as_str())]
async fn search(Query(search): Query<Search>) -> Result<String, ToolFailure> {
    Ok(search.text)
}

// The dialect is misspelt, above tools whose bodies have what the extractors contain.
// why: The id selects a published contract.
// fix: `dialect = "response-v2"`, or `dialect = crate::Acme` for a custom one
struct Specs;

#[envelope_tool(dialect = "response-v3", data = "title")]
impl Specs {
    #[envelope_tool]
    async fn create(Json(spec): Json<NewSpec>) -> Result<String, ToolFailure> {
        Ok(spec.title)
    }

    #[envelope_tool]
    fn rename(
        Path(id): Path<usize>,
        spec: Option<Json<NewSpec>>,
    ) -> impl Future<Output = Result<String, ToolFailure>> + Send {
        let title = spec.map(|Json(spec)| spec.title);
        async move { Ok(title.unwrap_or_default().repeat(id)) }
    }
}

// The status is written as text.
// why: `status` is a number that is known at compile time.
// fix: `status = 201`
#[envelope_tool(dialect = "response-v2", status = "201 Created")]
fn status_in_quotes() -> Result<(), ToolFailure> {
    Ok(())
}

// The author returns a status and JSON, as from a handler of axum.
// why: The attribute makes the response, with the status of the call.
// fix: `Result<Spec, ToolFailure>`, with `status = 201` in the attribute
#[derive(Serialize, envelope_runtime::Payload)]
struct Spec {
    id: u32,
}

#[envelope_tool(dialect = "response-v2")]
async fn status_beside_json() -> Result<(StatusCode, axum::Json<Spec>), ToolFailure> {
    Ok((StatusCode::CREATED, axum::Json(Spec { id: 1 })))
}

// The tool returns a response of its own type, and names a status beside.
// why: `status` makes the function return an `Envelope` with that status.
// fix: `status = 201` without `returns`, or your own type in `returns`, which has the status
#[envelope_tool(dialect = "response-v2", returns = String, status = 201)]
fn status_beside_returns() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    let _: Router = Router::new().route("/specs", post(extractor_of_axum));
    let _: Router = Router::new().route("/greet", post(extractor_passed_on));
    let _ = search;
    let _: Router = Router::new()
        .route("/specs", post(Specs::create))
        .route("/specs/{id}", post(Specs::rename));
    let _ = status_in_quotes();
    let _ = (status_beside_json, StatusCode::OK);
    let _: String = status_beside_returns();
}
