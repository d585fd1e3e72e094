//! Tasks of `tokio`, and the ambient values in them.

use std::time::Duration;

use envelope_runtime::testing::Frozen;
use envelope_runtime::{AnyDialect, Envelope, RequestId, ToolFailure, envelope_tool, task};
use tokio::task::JoinSet;

#[envelope_tool(dialects("response-v2", "mcp-2025-11-25"))]
async fn ping() -> Result<(), ToolFailure> {
    tokio::task::yield_now().await;
    Ok(())
}

#[envelope_tool(dialects("response-v2", "mcp-2025-11-25"))]
fn sync_ping() -> Result<(), ToolFailure> {
    Ok(())
}

#[track_caller]
fn assert_is_of(envelope: &Envelope, id: Option<&str>, contract: &str) {
    assert_eq!(envelope.request_id().map(RequestId::as_str), id);
    assert_eq!(envelope.dialect(), contract);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_task_keeps_the_id_and_the_contract() {
    let call = async {
        let spawned = task::spawn(async {
            let first = ping().await;
            // The task can continue on another thread.
            tokio::time::sleep(Duration::from_millis(1)).await;
            // A nested task inherits the values, too.
            let second = task::spawn_blocking(sync_ping).await.unwrap();
            (first, second)
        });
        let (first, second) = spawned.await.unwrap();
        assert_is_of(&first, Some("req_1"), "mcp-2025-11-25");
        assert_is_of(&second, Some("req_1"), "mcp-2025-11-25");
    };
    RequestId::new("req_1")
        .scope(AnyDialect::of::<envelope_runtime::mcp_2025_11_25::Mcp>().scope(call))
        .await;
}

/// A task inherits a request id alone, a dialect alone, or nothing.
#[tokio::test]
async fn what_is_not_ambient_stays_so() {
    let spawned = async || {
        let blocking = task::spawn_blocking(sync_ping).await.unwrap();
        (task::spawn(ping()).await.unwrap(), blocking)
    };
    let (task, blocking) = spawned().await;
    assert_is_of(&task, None, "response-v2");
    assert_is_of(&blocking, None, "response-v2");
    let (task, blocking) = RequestId::new("req_1").scope(spawned()).await;
    assert_is_of(&task, Some("req_1"), "response-v2");
    assert_is_of(&blocking, Some("req_1"), "response-v2");
    let (task, blocking) =
        AnyDialect::of::<envelope_runtime::mcp_2025_11_25::Mcp>().scope(spawned()).await;
    assert_is_of(&task, None, "mcp-2025-11-25");
    assert_is_of(&blocking, None, "mcp-2025-11-25");
}

/// As documented, a bare `spawn` loses the ambient values.
#[tokio::test]
async fn a_bare_spawn_loses_them() {
    let bare = RequestId::new("req_1").scope(async { tokio::spawn(ping()).await.unwrap() }).await;
    assert_is_of(&bare, None, "response-v2");
}

/// The thread that ran a task keeps none of its values.
#[tokio::test]
async fn nothing_is_left_behind() {
    let envelope =
        RequestId::new("req_1").scope(async { task::spawn(ping()).await.unwrap() }).await;
    assert_is_of(&envelope, Some("req_1"), "response-v2");
    assert_eq!(RequestId::current(), None);
    let mut bare = JoinSet::new();
    for _ in 0..20 {
        let kept = RequestId::new("req_2").scope(async { task::spawn_blocking(sync_ping).await });
        assert_is_of(&kept.await.unwrap(), Some("req_2"), "response-v2");
        bare.spawn_blocking(sync_ping);
    }
    for envelope in bare.join_all().await {
        assert_is_of(&envelope, None, "response-v2");
    }
}

/// A handle reports the panic of its task, and an aborted task drops its contents in the scope of its id.
#[tokio::test]
async fn the_handle_is_that_of_tokio() {
    struct Held(std::sync::mpsc::Sender<Option<RequestId>>);

    impl Drop for Held {
        fn drop(&mut self) {
            self.0.send(RequestId::current()).unwrap();
        }
    }

    let panicked = task::spawn(async { panic!("on purpose") });
    assert!(panicked.await.unwrap_err().is_panic());

    let (sender, dropped) = std::sync::mpsc::channel();
    let holding = async move {
        let _held = Held(sender);
        std::future::pending::<()>().await;
    };
    // In `Some`, since a handle is a future, and `sync_scope` rejects futures.
    let spawned = RequestId::new("req_1").sync_scope(|| Some(task::spawn(holding))).unwrap();
    tokio::task::yield_now().await;
    spawned.abort();
    assert!(spawned.await.unwrap_err().is_cancelled());
    assert_eq!(dropped.recv().unwrap(), Some(RequestId::new("req_1")));
}

#[tokio::test]
async fn what_a_test_freezes_is_kept() {
    #[envelope_tool(dialect = "code-scalpel-v1", tier = "pro")]
    fn scan() -> Result<(), ToolFailure> {
        Ok(())
    }

    let frozen = Frozen::new().random_id("frozen").duration(Duration::from_millis(7));
    let spawned = async || {
        let blocking = task::spawn_blocking(scan).await.unwrap();
        (task::spawn(async { scan() }).await.unwrap(), blocking)
    };
    let (task, blocking) = frozen.scope(spawned()).await;
    assert_eq!(task, blocking);
    assert_eq!(task.request_id().map(RequestId::as_str), Some("frozen"));
    assert!(task.as_str().contains(r#""duration_ms":7"#), "{task}");
}

/// A glob import shadows no crate.
#[test]
fn a_glob_import_leaves_the_crates_of_servers_alone() {
    use envelope_runtime::*;

    #[envelope_tool(dialect = "response-v2")]
    fn ping() -> Result<(), ToolFailure> {
        Ok(())
    }

    assert_eq!(axum::http::StatusCode::OK, http::StatusCode::OK);
    assert!(rmcp::model::CallToolResult::from(ping()).structured_content.is_some());
}
