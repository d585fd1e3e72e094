use axum::body::Bytes;
use axum::extract::{RawForm, State};
use axum::http::StatusCode;
use axum::routing::post;
use axum::{Extension, Router};
use envelope_runtime::axum08::{Json, Path, Query};
use envelope_runtime::{ToolFailure, envelope_tool};
use serde::Serialize;

#[derive(serde::Deserialize)]
struct NewSpec {
    title: String,
}

// The tool takes an extractor of `axum`, which rejects a request before the tool is called.
// why: A tool always answers with its envelope, and `axum` would answer in plain text.
// fix: `use envelope_runtime::axum08::Json;`
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

// The author makes the id of the call from the path.
// why: A setting is evaluated outside of the body, which binds the arguments.
// fix: another id, such as `request_id = RequestId::new()`, or none
#[envelope_tool(dialect = "response-v2", data = "words", request_id = format!("job_{id}"))]
async fn job(Path(id): Path<u64>) -> Result<u64, ToolFailure> {
    Ok(id)
}

// The tool takes a value that a layer adds, and that may be absent.
// why: A tool always answers with its envelope, and `axum` would answer in plain text.
// fix: `State(words): State<Words>`, or `Option<Extension<Words>>`
#[derive(Clone)]
struct Words(&'static str);

#[envelope_tool(dialect = "response-v2", data = "words")]
async fn extension(Extension(words): Extension<Words>) -> Result<&'static str, ToolFailure> {
    Ok(words.0)
}

// The author takes the body as text, which is not always UTF-8.
// why: A tool always answers with its envelope, and `axum` would answer in plain text.
// fix: `body: Body`, which the tool reads
#[envelope_tool(dialect = "response-v2", data = "size")]
async fn body_as_text(Path(_): Path<u32>, body: String) -> Result<usize, ToolFailure> {
    Ok(body.len())
}

// The author takes the body as bytes, which can be too many.
// why: A tool always answers with its envelope, and `axum` would answer in plain text.
// fix: `body: Body`, which the tool reads
#[envelope_tool(dialect = "response-v2", data = "size")]
async fn body_as_bytes(State(_): State<()>, body: Bytes) -> Result<usize, ToolFailure> {
    Ok(body.len())
}

// The author takes the form as it is sent.
// why: A tool always answers with its envelope, and `axum` would answer in plain text.
// fix: `Form(pairs): Form<Vec<(String, String)>>`
#[envelope_tool(dialect = "response-v2", data = "size")]
async fn body_as_form(Path(_): Path<u32>, form: RawForm) -> Result<usize, ToolFailure> {
    Ok(form.0.len())
}

// The author reads the query in two parts.
// why: Each extractor reads the whole query, and refuses the keys of the other one.
// fix: `Query(search): Query<SizedFilter>`, whose struct has all fields
#[derive(serde::Deserialize)]
struct Filter {
    owner: String,
}

#[derive(serde::Deserialize)]
struct Size {
    limit: usize,
}

#[envelope_tool(dialect = "response-v2", data = "found")]
async fn two_queries(
    Query(filter): Query<Filter>,
    Query(size): Query<Size>,
) -> Result<String, ToolFailure> {
    Ok(filter.owner.repeat(size.limit))
}

// The author reads each part of the path by itself.
// why: Each extractor reads all parts of the path.
// fix: `Path((team, id)): Path<(String, usize)>`
#[envelope_tool(dialect = "response-v2", data = "found")]
async fn two_paths(
    Path(team): Path<String>,
    id: Option<Path<usize>>,
) -> Result<String, ToolFailure> {
    Ok(team.repeat(id.map_or(0, |Path(id)| id)))
}

// The type in an extractor cannot be read.
// why: An extractor reads the data of a request with serde.
// fix: `#[derive(serde::Deserialize)]` on the type
struct Unread {
    name: String,
}

#[envelope_tool(dialect = "response-v2", data = "greeting")]
async fn type_that_is_not_read(Json(greet): Json<Unread>) -> Result<String, ToolFailure> {
    Ok(greet.name)
}

// The author returns a page of HTML.
// why: An envelope is JSON, and the attribute makes the response.
// fix: the data: `Result<String, ToolFailure>`, or the function without the attribute
#[envelope_tool(dialect = "response-v2", data = "page")]
async fn page_of_html() -> Result<axum::response::Html<String>, ToolFailure> {
    Ok(axum::response::Html(String::new()))
}

// The author returns anything that is a response.
// why: The attribute makes the response, and needs the type of the data.
// fix: the data: `Result<Spec, ToolFailure>`
#[envelope_tool(dialect = "response-v2")]
async fn any_response() -> Result<impl axum::response::IntoResponse, ToolFailure> {
    Ok(axum::Json(Spec { id: 1 }))
}

// The type in the path cannot be read.
// why: An extractor reads the data of a request with serde.
// fix: `#[derive(serde::Deserialize)]` on the type
// In a router it is two errors: `axum` reads the path itself, and does not call the tool either.
struct UnreadPath {
    name: String,
}

#[envelope_tool(dialect = "response-v2", data = "greeting")]
async fn path_that_is_not_read(Path(path): Path<UnreadPath>) -> Result<String, ToolFailure> {
    Ok(path.name)
}

fn main() {
    let _: Router = Router::new()
        .route("/unread", post(type_that_is_not_read))
        .route("/page", post(page_of_html))
        .route("/any", post(any_response));
    let _ = (extension, body_as_text, body_as_bytes, body_as_form, job, two_queries, two_paths);
    let _: Router = Router::new().route("/specs", post(extractor_of_axum));
    let _: Router = Router::new().route("/greet", post(extractor_passed_on));
    let _ = search;
    let _: Router = Router::new()
        .route("/specs", post(Specs::create))
        .route("/specs/{id}", post(Specs::rename));
    let _ = status_in_quotes();
    let _ = (status_beside_json, StatusCode::OK);
    let _: String = status_beside_returns();
    let _ = path_that_is_not_read;
}
