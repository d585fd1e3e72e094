//! Talks to rust-analyzer as an editor does.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::{env, fs};

use serde_json::{Value, json};

/// An editor that has opened a file of a package.
pub struct Editor {
    server: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    messages: u64,
    uri: String,
}

/// Says which component is missing: rust-analyzer, or the source of the standard library.
pub fn missing() -> Option<&'static str> {
    let output = |program: &str, argument: &str| {
        let output = Command::new(program).args(argument.split(' ')).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    if output("rust-analyzer", "--version").is_none() {
        return Some("rust-analyzer is not installed");
    }
    let sysroot = output("rustc", "--print sysroot").unwrap_or_default();
    let source = Path::new(&sysroot).join("lib/rustlib/src/rust/library");
    (!source.exists()).then_some("rust-src is not installed")
}

impl Editor {
    /// Starts in a package that depends on the runtime, and waits until rust-analyzer has loaded the package.
    pub fn start() -> Self {
        let package = package();
        let mut server = Command::new("rust-analyzer")
            .current_dir(&package)
            // The server reuses the build of the tests.
            .env("CARGO_TARGET_DIR", target_dir())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let input = server.stdin.take().unwrap();
        let output = BufReader::new(server.stdout.take().unwrap());
        let uri = format!("file://{}", package.join("src/lib.rs").display());
        let mut editor = Self { server, input, output, messages: 0, uri };
        editor.initialize(&package);
        editor
    }

    fn initialize(&mut self, package: &Path) {
        self.request(
            "initialize",
            json!({
                "processId": std::process::id(),
                "rootUri": format!("file://{}", package.display()),
                "capabilities": {
                    "experimental": {"serverStatusNotification": true},
                    "textDocument": {"hover": {"contentFormat": ["plaintext"]}},
                },
                "initializationOptions": {
                    "checkOnSave": false,
                    "cachePriming": {"enable": false},
                    "cargo": {"buildScripts": {"useRustcWrapper": false}},
                },
            }),
        );
        self.notify("initialized", json!({}));
        let document = json!({"uri": self.uri, "languageId": "rust", "version": 0, "text": ""});
        self.notify("textDocument/didOpen", json!({"textDocument": document}));
        loop {
            let message = self.receive();
            if message["method"] == "experimental/serverStatus"
                && message["params"]["quiescent"] == true
            {
                assert_eq!(message["params"]["health"], "ok", "{message}");
                return;
            }
        }
    }

    /// Returns the names that the editor offers at the cursor, `$0`.
    pub fn completions(&mut self, file: &str) -> Vec<String> {
        let position = self.open(file);
        let completions = self.request("textDocument/completion", position);
        let items = completions["items"].as_array().or(completions.as_array());
        let names = items
            .into_iter()
            .flatten()
            .filter_map(|item| item["filterText"].as_str().or(item["label"].as_str()));
        names.map(str::to_owned).collect()
    }

    /// Returns the editor's text about the name at the cursor, `$0`.
    pub fn hover(&mut self, file: &str) -> String {
        let position = self.open(file);
        let hover = self.request("textDocument/hover", position);
        hover["contents"]["value"].as_str().unwrap_or_default().to_owned()
    }

    /// Replaces the text of the file, and returns the position of the cursor.
    fn open(&mut self, file: &str) -> Value {
        let (before, after) = file.split_once("$0").unwrap();
        let line = before.matches('\n').count();
        let column = before.rsplit('\n').next().unwrap().chars().count();
        let version = self.messages;
        self.notify(
            "textDocument/didChange",
            json!({
                "textDocument": {"uri": self.uri, "version": version},
                "contentChanges": [{"text": format!("{before}{after}")}],
            }),
        );
        json!({"textDocument": {"uri": self.uri}, "position": {"line": line, "character": column}})
    }

    fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.messages;
        self.send(json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        loop {
            let message = self.receive();
            if message["id"] == id && message.get("method").is_none() {
                assert!(message.get("error").is_none(), "{message}");
                return message["result"].clone();
            }
        }
    }

    fn notify(&mut self, method: &str, params: Value) {
        self.send(json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    fn send(&mut self, message: Value) {
        self.messages += 1;
        let message = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{message}", message.len()).unwrap();
        self.input.flush().unwrap();
    }

    /// Returns the next message. Answers a request of the server for settings with `null`.
    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut header = String::new();
            assert_ne!(self.output.read_line(&mut header).unwrap(), 0, "rust-analyzer has ended");
            match header.trim_end().split_once(": ") {
                Some(("Content-Length", value)) => length = value.parse().unwrap(),
                Some(_) => {}
                None => break,
            }
        }
        let mut message = vec![0; length];
        self.output.read_exact(&mut message).unwrap();
        let message: Value = serde_json::from_slice(&message).unwrap();
        if let (Some(id), Some(_)) = (message.get("id"), message.get("method")) {
            self.send(json!({"jsonrpc": "2.0", "id": id, "result": null}));
        }
        message
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

fn target_dir() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap().to_owned()
}

/// Writes a package outside of the workspace, with the versions in the workspace's lock file.
fn package() -> PathBuf {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let package = Path::new(env!("CARGO_TARGET_TMPDIR")).join("editor");
    fs::create_dir_all(package.join("src")).unwrap();
    let manifest = format!(
        r#"
[package]
name = "edited"
edition = "2024"

[dependencies]
envelope-runtime = {{ path = {:?} }}
serde = {{ version = "1", features = ["derive"] }}
thiserror = "2"

[workspace]
"#,
        workspace.join("envelope-runtime")
    );
    fs::write(package.join("Cargo.toml"), manifest).unwrap();
    fs::write(package.join("src/lib.rs"), "").unwrap();
    fs::copy(workspace.join("Cargo.lock"), package.join("Cargo.lock")).unwrap();
    package
}
