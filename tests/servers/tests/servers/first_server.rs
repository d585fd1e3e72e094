//! Checks the server of the README: the README shows its code and dependencies, and the server answers a client's calls.

use std::fs;
use std::path::Path;

use rmcp::ServiceExt;
use rmcp::model::CallToolRequestParams;
use rmcp::transport::TokioChildProcess;
use serde_json::{Value, json};
use tokio::process::Command;

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

#[test]
fn it_is_the_one_of_the_readme() {
    let source = read("src/bin/first_server.rs");
    assert!(source.lines().count() < 30);
    assert!(read("../../README.md").contains(&format!("```rs\n{source}```\n")));
}

#[test]
fn it_depends_on_what_the_readme_says() {
    let manifest = read("Cargo.toml");
    let own = manifest.split("[dependencies]\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let released = own.replace("path = \"../../envelope-runtime\"", "version = \"0.1\"");
    assert!(
        read("../../README.md").contains(&format!("```toml\n[dependencies]\n{released}\n```\n"))
    );
}

#[tokio::test]
async fn it_answers_a_client() {
    let server = TokioChildProcess::new(Command::new(env!("CARGO_BIN_EXE_first-server"))).unwrap();
    let client = ().serve(server).await.unwrap();
    let tools = client.list_all_tools().await.unwrap();
    assert_eq!(tools[0].description.as_deref(), Some("Greets somebody by name."));

    let greet = async |arguments: Value| {
        let arguments = arguments.as_object().unwrap().clone();
        let params = CallToolRequestParams::new("greet").with_arguments(arguments);
        let result = client.call_tool(params).await.unwrap();
        let envelope = result.structured_content.unwrap();
        let schema = Value::Object(tools[0].output_schema.as_deref().unwrap().clone());
        assert!(jsonschema::is_valid(&schema, &envelope), "{envelope:#}");
        (result.is_error.unwrap(), envelope)
    };
    let (is_error, envelope) = greet(json!({"name": "Ann"})).await;
    assert!(!is_error);
    assert_eq!(envelope["data"], json!({"greeting": "Hello, Ann!"}));
    for wrong in [json!({"name": true}), json!({})] {
        let (is_error, envelope) = greet(wrong).await;
        assert!(is_error);
        assert_eq!(envelope["data"]["error_type"], "validation");
    }
    client.cancel().await.unwrap();
}
