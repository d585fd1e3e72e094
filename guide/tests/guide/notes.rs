//! Tests the server of the chapter about MCP with a client of the SDK.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use envelope_client::assert_contract;
use envelope_client::response_v2::{AsyncPages, Response};
use envelope_runtime::ToolFailure;
use rmcp::model::CallToolRequestParams;
use rmcp::service::RunningService;
use rmcp::transport::TokioChildProcess;
use rmcp::{RoleClient, ServiceExt};
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::process::Command;

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// Creates an empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(env!("CARGO_PKG_NAME")).join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    folder
}

fn server(folder: &Path) -> Command {
    let mut server = Command::new(env!("CARGO_BIN_EXE_notes"));
    server.arg(folder);
    server
}

type Client = RunningService<RoleClient, ()>;

/// The envelope that a tool answers with, as structured content and as text.
async fn call(client: &Client, tool: &'static str, arguments: Value) -> Value {
    let arguments = arguments.as_object().unwrap().clone();
    let params = CallToolRequestParams::new(tool).with_arguments(arguments);
    let result = client.call_tool(params).await.unwrap();
    let envelope = result.structured_content.unwrap();
    let text = &result.content[0].as_text().unwrap().text;
    assert_contract!("response-v2", text);
    assert_eq!(serde_json::from_str::<Value>(text).unwrap(), envelope);
    assert_eq!(result.is_error, Some(envelope["success"] == false));
    envelope
}

#[tokio::test]
async fn it_answers_a_client() {
    let transport = TokioChildProcess::new(server(&folder("answers"))).unwrap();
    let client = ().serve(transport).await.unwrap();

    let server = client.peer_info().unwrap();
    let info = server.server_info.as_ref().unwrap();
    assert_eq!((&*info.name, &*info.version), ("notes", env!("CARGO_PKG_VERSION")));
    assert!(server.instructions.as_ref().unwrap().contains("list_notes"));

    let tools = client.list_all_tools().await.unwrap();
    let names: Vec<_> = tools.iter().map(|tool| tool.name.as_ref()).collect();
    assert_eq!(names, ["list_notes", "read_note", "write_note"]);
    assert!(tools.iter().all(|tool| tool.output_schema.is_some()));

    let note = json!({"name": "release-plan", "text": "Ship it."});
    assert_eq!(call(&client, "write_note", note.clone()).await["success"], true);
    let read = call(&client, "read_note", json!({"name": "release-plan"})).await;
    assert_eq!(read["data"], json!({"text": "Ship it."}));
    let listed = call(&client, "list_notes", json!({})).await;
    assert_eq!(listed["data"], json!({"names": ["release-plan"]}));
    assert_eq!(
        listed["meta"]["pagination"],
        json!({"has_more": false, "total_count": 1, "page_size": 50})
    );

    for (tool, arguments, code) in [
        ("write_note", note, "DUPLICATE_ENTRY"),
        ("read_note", json!({"name": "no-such-note"}), "NOT_FOUND"),
        ("read_note", json!({"name": "../../etc/passwd"}), "INVALID_FORMAT"),
        ("read_note", json!({"name": ""}), "INVALID_FORMAT"),
        ("read_note", json!({}), "MISSING_REQUIRED"),
        ("write_note", json!({"name": true, "text": ""}), "VALIDATION_ERROR"),
    ] {
        assert_eq!(call(&client, tool, arguments).await["data"]["error_code"], code);
    }
    client.cancel().await.unwrap();
}

#[tokio::test]
async fn the_chapter_begins_with_its_answer_about_a_missing_note() {
    let chapter = read("src/mcp-server.md");
    let (_, shown) = chapter.split_once("```json\n").unwrap();
    let shown: Value = serde_json::from_str(shown.split_once("```").unwrap().0).unwrap();

    let transport = TokioChildProcess::new(server(&folder("missing"))).unwrap();
    let client = ().serve(transport).await.unwrap();
    let mut answer = call(&client, "read_note", json!({"name": "plan"})).await;
    answer["meta"]["request_id"] = shown["meta"]["request_id"].clone();
    assert_eq!(answer, shown);
    client.cancel().await.unwrap();
}

#[tokio::test]
async fn its_pages_can_be_followed() {
    let folder = folder("pages");
    fs::create_dir_all(&folder).unwrap();
    let written: Vec<_> = (0..120).map(|n| format!("note-{n:03}")).collect();
    for name in &written {
        fs::write(folder.join(name).with_extension("md"), "").unwrap();
    }
    let client = ().serve(TokioChildProcess::new(server(&folder)).unwrap()).await.unwrap();

    let mut pages = AsyncPages::new(async |cursor| {
        let envelope = call(&client, "list_notes", json!({"cursor": cursor})).await;
        Ok::<_, ToolFailure>(Response::<Vec<String>>::under("names", &envelope.to_string())?)
    });
    let mut read = Vec::new();
    while let Some(page) = pages.next().await {
        read.extend(page.unwrap().data);
    }
    assert_eq!(read, written);
}

/// Returns the block of a chapter that begins with the line `first`, without fences.
fn block<'a>(chapter: &'a str, first: &str) -> &'a str {
    let start = chapter.find(first).unwrap();
    chapter[start..].split("```").next().unwrap()
}

/// The input that the chapter tells readers to type gets the answer that the chapter shows.
#[tokio::test]
async fn it_answers_as_the_chapter_shows() {
    let chapter = read("src/mcp-server.md");
    let typed = block(&chapter, "$ cargo run -- /tmp/notes <<'END'\n");
    let messages = typed.split_once('\n').unwrap().1.strip_suffix("END\n").unwrap();
    let shown: Value = serde_json::from_str(block(&chapter, "{\n  \"jsonrpc\"")).unwrap();

    let mut command = server(&folder("typed"));
    let mut running = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    running.stdin.take().unwrap().write_all(messages.as_bytes()).await.unwrap();
    let output = String::from_utf8(running.wait_with_output().await.unwrap().stdout).unwrap();
    let answers: Vec<Value> =
        output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), 2);
    assert_eq!(answers[1], shown);
}

#[test]
fn it_depends_on_what_the_chapter_says() {
    let manifest = read("Cargo.toml");
    let own = manifest.split("[dependencies]\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let released = own.replace("path = \"../envelope-runtime\"", "version = \"0.1\"");
    assert!(
        read("src/mcp-server.md")
            .contains(&format!("```toml\n[dependencies]\n{released}\n\n[dev-dependencies]\n"))
    );
}

/// A reader who copies the parts one after the other has the whole file.
#[test]
fn the_chapter_shows_the_whole_server() {
    let source = read("samples/notes/main.rs");
    let chapter = read("src/mcp-server.md");
    let mut shown = 0;
    let mut part = None;
    for line in source.lines() {
        match (line.strip_prefix("// ANCHOR: "), line.strip_prefix("// ANCHOR_END: ")) {
            (Some(name), _) => {
                let place =
                    chapter.find(&format!("<!-- begin samples/notes/main.rs:{name} -->")).unwrap();
                assert!(shown < place, "{name} is in another order");
                shown = place;
                part = Some(name);
            }
            (_, Some(name)) => assert_eq!(part.take(), Some(name)),
            _ => assert!(part.is_some() || line.is_empty(), "the chapter does not show: {line}"),
        }
    }
}
