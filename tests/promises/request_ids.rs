//! The sources of a request id, and its form in an envelope.

use std::borrow::Cow;
use std::cell::RefCell;
use std::future::Future;
use std::hash::{BuildHasher, RandomState};
use std::pin::Pin;
use std::sync::{Arc, Mutex};

use crate::support::wire;
use envelope_runtime::mcp_2025_11_25::Mcp;
use envelope_runtime::response_v2::Reply;
use envelope_runtime::{
    AnyDialect, Envelope, IntoRequestId, RequestId, ToolFailure, envelope_tool,
};
use pollster::block_on;
use serde_json::{Value, json};

#[envelope_tool(dialect = "response-v2")]
fn ambient() -> Result<(), ToolFailure> {
    Ok(())
}

#[envelope_tool(dialect = "response-v2")]
async fn ambient_async(steps: u8) -> Result<(), ToolFailure> {
    for _ in 0..steps {
        pause().await;
    }
    Ok(())
}

#[envelope_tool(dialect = "response-v2", request_id = id)]
fn given(id: impl IntoRequestId) -> Result<(), ToolFailure> {
    Ok(())
}

/// Yields once.
async fn pause() {
    let mut paused = false;
    std::future::poll_fn(|context| {
        if std::mem::replace(&mut paused, true) {
            return std::task::Poll::Ready(());
        }
        context.waker().wake_by_ref();
        std::task::Poll::Pending
    })
    .await;
}

fn id(envelope: impl AsRef<str>) -> Value {
    wire(envelope)["meta"]["request_id"].clone()
}

fn scoped<R>(id: &str, call: impl FnOnce() -> R) -> R {
    RequestId::new(id).sync_scope(call)
}

#[test]
fn without_any_id_there_is_none() {
    assert_eq!(wire(ambient())["meta"], json!({"version": "response-v2"}));
    assert_eq!(RequestId::current(), None);
}

#[test]
fn the_setting_takes_text_ids_and_options() {
    let text = "req_1".to_owned();
    let shared = Arc::<str>::from("req_1");
    let of_type = RequestId::new("req_1");
    let option = Some("req_1".to_owned());
    for envelope in [
        given("req_1"),
        given("req_1".to_owned()),
        given(&text),
        given(Cow::Borrowed("req_1")),
        given(Arc::<str>::from("req_1")),
        given(RequestId::new("req_1")),
        given(&of_type),
        given(&shared),
        given(Some("req_1")),
        given(Some(Some("req_1".to_owned()))),
        given(&option),
    ] {
        assert_eq!(id(envelope), "req_1");
    }
    assert_eq!(id(given(7_u64)), "7");
    assert_eq!(id(given(Some(-7))), "-7");
    for envelope in [given(""), given(None::<&str>), given(Some("")), given(&None::<String>)] {
        assert_eq!(wire(envelope)["meta"], json!({"version": "response-v2"}));
    }
}

#[test]
fn a_scope_is_ambient_and_nests() {
    scoped("outer", || {
        assert_eq!(id(ambient()), "outer");
        assert_eq!(scoped("inner", || id(ambient())), "inner");
        assert_eq!(id(ambient()), "outer");
    });
    assert_eq!(RequestId::current(), None);
}

#[test]
fn an_empty_ambient_id_is_none() {
    assert_eq!(wire(scoped("", ambient))["meta"], json!({"version": "response-v2"}));
    assert_eq!(scoped("outer", || scoped("", RequestId::current)), None);
    assert_eq!(RequestId::from_static("").sync_scope(RequestId::current), None);
}

#[test]
fn an_id_of_any_kind_can_be_ambient() {
    let long = "x".repeat(100);
    for text in ["req_1", &long] {
        for given in [text.into_request_id(), text.to_owned().into_request_id()] {
            assert_eq!(given.unwrap().sync_scope(|| id(ambient())), text);
        }
    }
    assert_eq!(RequestId::from_static("req_1").sync_scope(|| id(ambient())), "req_1");
}

#[test]
fn clones_of_the_ambient_id_share_its_text() {
    let text = "x".repeat(100);
    for id in [RequestId::new(text.as_str()), text.into_request_id().unwrap()] {
        let current = || RequestId::current().unwrap();
        let (first, second) = id.sync_scope(|| (current(), current()));
        assert_eq!(first.as_str().as_ptr(), second.as_str().as_ptr());
    }
}

#[test]
fn ids_are_equal_by_their_text() {
    let hasher = RandomState::new();
    let [one, same, other] = ["req_1", "req_1", "req_2"].map(RequestId::new);
    let copied = "req_1".into_request_id().unwrap();
    assert!(one == same && one == copied && one != other);
    assert_eq!(hasher.hash_one(&one), hasher.hash_one(&same));
    assert_eq!(hasher.hash_one(&one), hasher.hash_one(&copied));
    assert_ne!(hasher.hash_one(&one), hasher.hash_one(&other));
    assert_eq!(format!("{one:?} {one}"), "RequestId(\"req_1\") req_1");
}

#[test]
fn a_scope_ends_with_a_panic() {
    let caught =
        std::panic::catch_unwind(|| scoped("req_1", || std::panic::resume_unwind(Box::new(()))));
    assert!(caught.is_err());
    assert_eq!(RequestId::current(), None);
}

#[test]
fn the_most_specific_id_wins() {
    #[envelope_tool(dialect = "response-v2", request_id = "setting")]
    fn of_reply() -> Result<Reply<()>, ToolFailure> {
        Ok(Reply::new(()).request_id("reply"))
    }

    assert_eq!(scoped("ambient", || id(given("setting"))), "setting");
    assert_eq!(scoped("ambient", || id(given(None::<&str>))), "ambient");
    assert_eq!(scoped("ambient", || id(of_reply())), "reply");
}

#[test]
fn failures_have_an_id_as_well() {
    #[envelope_tool(dialect = "response-v2")]
    fn fails() -> Result<(), ToolFailure> {
        Err(ToolFailure::conflict("c"))
    }

    assert_eq!(scoped("req_1", || id(fails())), "req_1");
}

/// A future polled in turn on several threads, each of which has its own ambient id.
#[test]
fn a_scoped_future_keeps_its_id_across_await_and_threads() {
    let mut future: Pin<Box<dyn Future<Output = _> + Send>> =
        Box::pin(RequestId::new("req_1").scope(ambient_async(3)));
    for thread in 0..3 {
        future = std::thread::spawn(move || {
            scoped(&format!("thread_{thread}"), || {
                let mut context = std::task::Context::from_waker(std::task::Waker::noop());
                assert!(future.as_mut().poll(&mut context).is_pending());
                assert_eq!(id(ambient()), format!("thread_{thread}"));
            });
            future
        })
        .join()
        .unwrap();
    }
    assert_eq!(id(block_on(future)), "req_1");
    assert_eq!(RequestId::current(), None);
}

/// A value in a cancelled future can log the id while it is dropped.
#[test]
fn a_cancelled_future_is_dropped_in_its_scope() {
    struct Held(Arc<Mutex<Vec<Option<RequestId>>>>);

    impl Drop for Held {
        fn drop(&mut self) {
            self.0.lock().unwrap().push(RequestId::current());
        }
    }

    async fn hold(held: Held) {
        pause().await;
        drop(held);
    }

    let seen = Arc::default();
    let poll_once = |future: Pin<&mut dyn Future<Output = ()>>| {
        let mut context = std::task::Context::from_waker(std::task::Waker::noop());
        assert!(future.poll(&mut context).is_pending());
    };
    let mut cancelled = Box::pin(RequestId::new("cancelled").scope(hold(Held(Arc::clone(&seen)))));
    poll_once(cancelled.as_mut());
    scoped("outer", || drop(cancelled));
    block_on(RequestId::new("finished").scope(hold(Held(Arc::clone(&seen)))));
    let expected = ["cancelled", "finished"].map(|id| Some(RequestId::new(id)));
    assert_eq!(*seen.lock().unwrap(), expected);
    assert_eq!(RequestId::current(), None);
}

/// Futures that are awaited concurrently do not mix their ids.
#[test]
fn scoped_futures_do_not_see_each_other() {
    let (one, two) = block_on(async {
        let mut one = std::pin::pin!(RequestId::new("one").scope(ambient_async(2)));
        let mut two = std::pin::pin!(RequestId::new("two").scope(ambient_async(2)));
        let mut answers = (None, None);
        std::future::poll_fn(|context| {
            if answers.0.is_none()
                && let std::task::Poll::Ready(answer) = one.as_mut().poll(context)
            {
                answers.0 = Some(answer);
            }
            if answers.1.is_none()
                && let std::task::Poll::Ready(answer) = two.as_mut().poll(context)
            {
                answers.1 = Some(answer);
            }
            match answers {
                (Some(_), Some(_)) => std::task::Poll::Ready(()),
                _ => std::task::Poll::Pending,
            }
        })
        .await;
        (answers.0.unwrap(), answers.1.unwrap())
    });
    assert_eq!((id(one), id(two)), (json!("one"), json!("two")));
}

/// A function that returns a future is called outside the scope in which its future runs.
#[test]
fn a_returned_future_reads_the_id_where_it_runs() {
    #[envelope_tool(dialect = "response-v2")]
    fn returned() -> Pin<Box<dyn Future<Output = Result<(), ToolFailure>> + Send>> {
        Box::pin(async { Ok(()) })
    }

    let future = scoped("where_it_is_made", returned);
    assert_eq!(id(block_on(RequestId::new("where_it_runs").scope(future))), "where_it_runs");
}

#[test]
fn unsafe_characters_are_never_written() {
    #[envelope_tool(dialect = "response-v2")]
    fn of_reply(id: &str) -> Result<Reply<()>, ToolFailure> {
        Ok(Reply::new(()).request_id(id))
    }

    for (given_id, safe) in [
        ("req_ABC-xyz-019", "req_ABC-xyz-019"),
        ("a b", "a_b"),
        ("a\"}\n{\"b", "a___\u{5f}_b"),
        ("../../etc", "______etc"),
        ("naïve日本", "na_ve__"),
        ("\u{0}\u{1b}[31m", "___31m"),
    ] {
        assert_eq!(id(given(given_id)), safe);
        assert_eq!(id(of_reply(given_id)), safe);
        assert_eq!(scoped(given_id, || id(ambient())), safe);
        assert_eq!(RequestId::new(given_id).as_str(), given_id);
    }
}

#[test]
fn an_internal_error_quotes_the_safe_id() {
    #[envelope_tool(dialect = "response-v2")]
    fn fails() -> Result<(), ToolFailure> {
        Err(ToolFailure::internal("secret"))
    }

    let envelope = scoped("a b", || wire(fails()));
    assert_eq!(envelope["error"], "An internal error occurred (request a_b)");
    assert_eq!(envelope["meta"]["request_id"], "a_b");
}

/// Thread-locals are dropped when the thread ends, and their destructors can call tools, too.
#[test]
fn a_scope_in_the_destructor_of_a_thread_local() {
    struct Farewell(Arc<Mutex<Vec<Envelope>>>);

    impl Drop for Farewell {
        fn drop(&mut self) {
            let call = || RequestId::new("req_outer").sync_scope(|| scoped("req_last", ambient));
            let async_call = RequestId::new("req_async").scope(ambient_async(1));
            let spoken = AnyDialect::of::<Mcp>().sync_scope(several);
            let answers = [call(), block_on(async_call), spoken, ambient()];
            self.0.lock().unwrap().extend(answers);
        }
    }

    #[envelope_tool(dialects("response-v2", "mcp-2025-11-25"))]
    fn several() -> Result<(), ToolFailure> {
        Ok(())
    }

    std::thread_local! {
        static FAREWELL: RefCell<Option<Farewell>> = const { RefCell::new(None) };
    }

    let answers = Arc::default();
    let farewell = Farewell(Arc::clone(&answers));
    let thread = std::thread::spawn(move || {
        FAREWELL.set(Some(farewell));
        // The thread-locals of this crate are created later, and so they are dropped earlier.
        scoped("req_first", ambient)
    });
    assert_eq!(id(thread.join().unwrap()), "req_first");
    let answers = answers.lock().unwrap();
    assert_eq!(id(&answers[0]), "req_last");
    assert_eq!(id(&answers[1]), "req_async");
    assert_eq!(answers[2].dialect(), "mcp-2025-11-25");
    assert_eq!(id(&answers[3]), Value::Null);
}
