//! How the server starts and ends.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use serde_json::json;
use tokio::io::AsyncReadExt;
use tokio::process::Child;
use tokio::time::timeout;

use crate::support::{Client, program, request, slow, workspace};

/// The server ends in time, and in order.
async fn ends(server: &mut Child, seconds: u64) {
    let status = timeout(Duration::from_secs(seconds), server.wait()).await.unwrap().unwrap();
    assert!(status.success(), "{status}");
}

/// A client that leaves in the middle of a call takes its own server with it. The log has a line for each call, with the
/// message of an internal error and without data.
#[tokio::test]
async fn over_stdio_the_server_ends_with_its_client() {
    let mut server = program(&workspace("leaves"), &[]).spawn().unwrap();
    let client = Client::over_pipes(&mut server).await;
    client.call_as("first", "show_package", json!({"name": "apple"})).await;
    client.call_as("second", "drill", json!({"outcome": "internal"})).await;
    let call = client.service.call_tool(request("gone", "drill", slow(10_000)));
    assert!(timeout(Duration::from_millis(300), call).await.is_err());
    client.service.cancel().await.unwrap();
    ends(&mut server, 10).await;
    let mut log = String::new();
    server.stderr.take().unwrap().read_to_string(&mut log).await.unwrap();
    let line = |id: &str| log.lines().find(|line| line.contains(id)).unwrap();
    assert!(line("first").contains(r#"outcome="success""#), "{log}");
    assert!(line("second").contains(r#"cause="the secret word is swordfish""#), "{log}");
    assert!(!log.contains("A red fruit") && !log.contains("panicked"), "{log}");
}

/// Whoever starts the server reads the mistake.
#[tokio::test]
async fn mistakes_at_the_start() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = taken.local_addr().unwrap().to_string();
    for (options, expected) in [
        (&["--http", "0.0.0.0:0"][..], "expected a loopback address, such as 127.0.0.1:8080"),
        (&["--http", &taken], "cannot listen on 127.0.0.1:"),
        (&["--time-limit", "0"], "zero"),
        (&["--htpp"], "--htpp"),
        // A client that says nothing.
        (&[], "connection closed"),
    ] {
        let mut command = program(Path::new("."), options);
        let output = command.stdin(Stdio::null()).output().await.unwrap();
        assert_eq!(output.status.code(), Some(1), "{options:?}");
        let log = String::from_utf8(output.stderr).unwrap();
        let last = log.lines().last().unwrap();
        assert!(last.starts_with("mcp-server: ") && last.contains(expected), "{last}");
    }
}

#[cfg(unix)]
mod signals {
    use tokio::process::Command;
    use tokio::time::sleep;

    use super::*;
    use crate::support::{TRANSPORTS, Transport};

    async fn terminate(server: &Child) {
        let pid = server.id().unwrap().to_string();
        assert!(Command::new("kill").arg(pid).status().await.unwrap().success());
    }

    /// A server that is told to stop answers the running calls first.
    #[tokio::test]
    async fn running_calls_are_answered_first() {
        for transport in TRANSPORTS {
            let folder = workspace(&format!("stops_{transport:?}"));
            let (mut server, client) = Client::start(transport, &folder, &[]).await;
            let terminate = async {
                sleep(Duration::from_secs(1)).await;
                terminate(&server).await;
            };
            let (envelope, ()) = tokio::join!(client.call("drill", slow(5_000)), terminate);
            assert_eq!(envelope["success"], true);
            ends(&mut server, 10).await;
        }
    }

    #[tokio::test]
    async fn a_second_signal_ends_the_server_at_once() {
        let (mut server, client) = Client::start(Transport::Stdio, &workspace("twice"), &[]).await;
        let _call = client.begin("drill", slow(10_000)).await;
        for _ in 0..2 {
            sleep(Duration::from_secs(1)).await;
            assert!(server.try_wait().unwrap().is_none(), "it is still there");
            terminate(&server).await;
        }
        ends(&mut server, 3).await;
    }
}
