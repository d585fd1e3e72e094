//! An HTTP API with problem details.

use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::extract::State;
use axum::routing::get;
use envelope_runtime::axum08::{Json, Path, Query, RequestIdLayer, method_not_allowed, not_found};
use envelope_runtime::rfc9457::Rfc9457;
use envelope_runtime::{OrNotFound, ToolFailure, envelope_tool};
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema, Validate)]
struct AddBook {
    #[garde(length(min = 1, max = 200))]
    title: String,
}

#[derive(Deserialize, JsonSchema)]
struct ListBooks {
    title: Option<String>,
}

#[derive(Clone, Default)]
struct Library(Arc<Mutex<Vec<String>>>);

#[envelope_tool(dialect = "rfc9457", types = "https://example.com/problems/", catch_panic)]
impl Library {
    #[envelope_tool]
    async fn list(
        State(Library(books)): State<Library>,
        Query(list): Query<ListBooks>,
    ) -> Result<Vec<String>, ToolFailure> {
        let titles = books.lock().unwrap_or_else(PoisonError::into_inner);
        let part = list.title.unwrap_or_default();
        Ok(titles.iter().filter(|title| title.contains(&part)).cloned().collect())
    }

    #[envelope_tool(status = 201, data = "id")]
    async fn add(
        State(Library(books)): State<Library>,
        Json(new): Json<AddBook>,
    ) -> Result<usize, ToolFailure> {
        let mut titles = books.lock().unwrap_or_else(PoisonError::into_inner);
        titles.push(new.title);
        Ok(titles.len() - 1)
    }

    #[envelope_tool]
    async fn read(
        State(Library(books)): State<Library>,
        Path(id): Path<usize>,
    ) -> Result<String, ToolFailure> {
        let titles = books.lock().unwrap_or_else(PoisonError::into_inner);
        titles.get(id).cloned().or_not_found("Book", id)
    }
}

fn app() -> Router {
    Router::new()
        .route("/books", get(Library::list).post(Library::add))
        .route("/books/{id}", get(Library::read))
        .fallback(not_found::<Rfc9457>)
        .method_not_allowed_fallback(method_not_allowed::<Rfc9457>)
        .layer(RequestIdLayer::new())
        .with_state(Library::default())
}

#[tokio::main]
async fn main() -> std::io::Result<()> {
    axum::serve(tokio::net::TcpListener::bind("127.0.0.1:8080").await?, app()).await
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::http::Request;
    use tower::ServiceExt;

    #[tokio::test]
    async fn a_missing_book_is_a_problem() {
        let request = Request::get("/books/7").body(Body::empty()).unwrap();
        let response = super::app().oneshot(request).await.unwrap();
        assert_eq!(response.status(), 404);
        assert_eq!(response.headers()["content-type"], "application/problem+json");
    }
}
