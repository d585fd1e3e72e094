//! The template has the dependencies of this package, lets `cargo generate` fill in the name, and can be started by an agent.

use std::fs;
use std::path::Path;

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

#[test]
fn it_has_the_dependencies_that_are_built_here() {
    let dependencies = |manifest: &str| {
        let (_, dependencies) = manifest.split_once("[dependencies]\n").unwrap();
        dependencies
            .replace("{ path = \"../../../envelope-client\" }", "\"0.1\"")
            .replace("path = \"../../../envelope-runtime\"", "version = \"0.1\"")
    };
    let template = read("../../../examples/template/Cargo.toml");
    assert_eq!(dependencies(&template), dependencies(&read("Cargo.toml")));
}

#[test]
fn cargo_generate_fills_in_the_name() {
    let generated = read("../../../examples/template/Cargo.toml.liquid");
    let template = read("../../../examples/template/Cargo.toml");
    assert_eq!(generated.replace("{{project-name}}", "my-server"), template);
}

#[test]
fn an_agent_can_start_it() {
    let configuration = read("../../../examples/template/.mcp.json");
    let configuration: serde_json::Value = serde_json::from_str(&configuration).unwrap();
    let server = &configuration["mcpServers"]["tasks"];
    assert_eq!(server["command"], "cargo");
    assert_eq!(server["args"], serde_json::json!(["run", "--quiet"]));
}
