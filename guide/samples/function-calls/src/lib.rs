//! Tools for a loop over function calls, without a framework and without envelopes.

use std::error::Error;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize, JsonSchema)]
struct FindIssues {
    /// Words that the issues contain.
    query: String,
    state: Option<State>,
    #[serde(default = "ten")]
    #[schemars(range(min = 1, max = 100))]
    max_results: u8,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum State {
    Open,
    Closed,
}

fn ten() -> u8 {
    10
}

/// The tools in a request to a model.
pub fn tools() -> Value {
    json!([{
        "type": "function",
        "function": {
            "name": "find_issues",
            "description": "Finds the newest issues",
            "parameters": envelope_arguments::schema_of::<FindIssues>(),
        },
    }])
}

/// The answer to a function call of the model.
pub fn answer(name: &str, arguments: &str) -> String {
    call(name, arguments).unwrap_or_else(|error| format!("Error: {error}"))
}

fn call(name: &str, arguments: &str) -> Result<String, Box<dyn Error>> {
    match name {
        "find_issues" => Ok(find_issues(envelope_arguments::from_str(arguments)?)),
        _ => Err("this tool is unknown, expected `find_issues`".into()),
    }
}

fn find_issues(FindIssues { query, state, max_results }: FindIssues) -> String {
    let state = state.map_or_else(|| "any".to_owned(), |state| format!("{state:?}"));
    format!("No issue contains `{query}` (state: {state}, of at most {max_results})")
}
