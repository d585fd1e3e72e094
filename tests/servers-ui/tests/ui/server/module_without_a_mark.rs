// The author forgets to mark the handlers in a module.
// errors: 1

use axum::Router;
use axum::routing::get;
use envelope_runtime::envelope_tool;

#[envelope_tool(dialect = "response-v2", data = "specs")]
mod tools {
    use envelope_runtime::ToolFailure;
    use envelope_runtime::server::axum::Path;

    pub async fn read(Path(id): Path<String>) -> Result<Vec<String>, ToolFailure> {
        Ok(vec![id])
    }

    pub async fn list() -> Result<Vec<String>, ToolFailure> {
        Ok(Vec::new())
    }
}

fn main() {
    let _: Router =
        Router::new().route("/specs", get(tools::list)).route("/specs/{id}", get(tools::read));
}

// why: A block gives its arguments to the functions in it that are marked. The others stay as they are.
// fix: `#[envelope_tool]`, or the SDK's `#[tool]`, on each function that should be a tool
