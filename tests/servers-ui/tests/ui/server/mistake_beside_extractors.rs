// The dialect is misspelt, above tools whose bodies have what the extractors contain.
// errors: 1

use axum::{Router, routing::post};
use envelope_runtime::server::axum::{Json, Path};
use envelope_runtime::{ToolFailure, envelope_tool};

#[derive(serde::Deserialize)]
struct NewSpec {
    title: String,
}

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

fn main() {
    let _: Router = Router::new()
        .route("/specs", post(Specs::create))
        .route("/specs/{id}", post(Specs::rename));
}

// why: The id selects a published contract.
// fix: `dialect = "response-v2"`, or `dialect = crate::Acme` for a custom one
