//! `Pages` and `AsyncPages` follow the pages of a list.

use std::cell::RefCell;

use envelope_client::response_v2::{AsyncPages, Pages, Response};
use envelope_runtime::response_v2::{Pagination, Reply};
use envelope_runtime::{Envelope, ToolFailure, envelope_tool};

const TASKS: [&str; 5] = ["a", "b", "c", "d", "e"];

/// Returns two tasks a page. The cursor is the index of the next task.
#[envelope_tool(dialect = "response-v2", data = "tasks")]
fn list_tasks(cursor: Option<&str>) -> Result<Reply<Vec<&'static str>>, ToolFailure> {
    let start: usize = cursor.unwrap_or("0").parse()?;
    let page: Vec<_> = TASKS.into_iter().skip(start).take(2).collect();
    let next = start + page.len();
    let pagination =
        if next < TASKS.len() { Pagination::next(next.to_string()) } else { Pagination::end() };
    Ok(Reply::new(page).pagination(pagination.total_count(5).page_size(2)))
}

fn tasks(envelope: &Envelope) -> Result<Response<Vec<String>>, ToolFailure> {
    Ok(Response::under("tasks", envelope.as_str())?)
}

fn call(cursor: Option<&str>) -> Result<Response<Vec<String>>, ToolFailure> {
    tasks(&list_tasks(cursor))
}

/// A page with this pagination, and with the number 1 as its data.
fn page(pagination: &str) -> Result<Response<u8>, ToolFailure> {
    let text = format!(
        r#"{{"success":true,"data":{{"n":1}},"error":null,"meta":{{"version":"response-v2","pagination":{pagination}}}}}"#
    );
    Ok(Response::under("n", &text)?)
}

#[test]
fn pages_follow_the_cursors() {
    let pages: Vec<Vec<String>> = Pages::new(call).map(|page| page.unwrap().data).collect();
    assert_eq!(pages, [vec!["a", "b"], vec!["c", "d"], vec!["e"]]);
    let from_the_middle: Vec<_> =
        Pages::new(call).starting_at("2").items().map(Result::unwrap).collect();
    assert_eq!(from_the_middle, ["c", "d", "e"]);
}

#[test]
fn items_of_all_pages() {
    let items: Vec<String> = Pages::new(call).items().collect::<Result<_, _>>().unwrap();
    assert_eq!(items, TASKS);
}

/// `Debug` shows the cursor of a reader, even if the function and the data are not `Debug`.
#[test]
fn where_a_reader_is() {
    let pages = || Pages::new(call).starting_at("2");
    let async_pages = || AsyncPages::new(call_async).starting_at("2");
    for (name, shown) in
        [("Pages", format!("{:?}", pages())), ("AsyncPages", format!("{:?}", async_pages()))]
    {
        assert!(shown.starts_with(&format!("{name} {{ ")), "{shown}");
        assert!(shown.contains(r#"cursor: Some("2")"#), "{shown}");
    }
}

#[test]
fn the_total_count() {
    let mut counts =
        Pages::new(call).map(|page| page.unwrap().meta.pagination.unwrap().total_count);
    assert!(counts.by_ref().take(3).all(|count| count == Some(5)));
    assert_eq!(counts.next(), None);
}

/// A repeated cursor is an error, since the rest of the list cannot be reached.
#[test]
fn a_cursor_that_was_there_before_is_an_error() {
    let calls = RefCell::new(Vec::new());
    let pages = Pages::new(|cursor: Option<&str>| {
        calls.borrow_mut().push(cursor.map(str::to_owned));
        page(if cursor == Some("a") {
            r#"{"cursor":"b","has_more":true}"#
        } else {
            r#"{"cursor":"a","has_more":true}"#
        })
    });
    let pages: Vec<_> = pages.collect();
    assert!(pages[..3].iter().all(Result::is_ok));
    let [_, _, _, Err(error)] = &pages[..] else { panic!("{pages:?}") };
    assert_eq!(error.report().code(), "INTERNAL_ERROR");
    let message = "the server repeats a page, so the rest of the list cannot be reached";
    assert_eq!(error.report().message(), message);
    let expected = [None, Some("a"), Some("b")].map(|cursor| cursor.map(str::to_owned));
    assert_eq!(*calls.borrow(), expected);
}

#[test]
fn the_last_page() {
    for last in [
        r#"{"cursor":"","has_more":false}"#,
        "null",
        "{}",
        r#"{"has_more":false}"#,
        r#"{"cursor":null,"has_more":false}"#,
        r#"{"cursor":"b","has_more":false}"#,
    ] {
        let mut pages = Pages::new(|_: Option<&str>| page(last));
        assert!(pages.next().unwrap().is_ok());
        assert!(pages.next().is_none(), "{last}");
        assert!(pages.next().is_none());
    }
}

#[test]
fn pages_without_a_cursor_are_an_error() {
    for lost in [
        r#"{"cursor":"","has_more":true}"#,
        r#"{"cursor":null,"has_more":true}"#,
        r#"{"has_more":true}"#,
    ] {
        let mut pages = Pages::new(|_: Option<&str>| page(lost));
        assert!(pages.next().unwrap().is_ok());
        let error = pages.next().unwrap().unwrap_err();
        let message = "the server has more pages, and no cursor for them";
        assert_eq!(error.report().message(), message, "{lost}");
        assert!(pages.next().is_none());
        pollster::block_on(async {
            let mut pages = AsyncPages::new(|_: Option<String>| async { page(lost) });
            assert!(pages.next().await.unwrap().is_ok());
            assert!(pages.next().await.unwrap().is_err());
            assert!(pages.next().await.is_none());
        });
    }
}

#[test]
fn an_error_ends_it() {
    let mut items = Pages::new(|cursor: Option<&str>| match cursor {
        None => call(None),
        Some(_) => call(Some("not a number")),
    })
    .items();
    assert_eq!(items.next().unwrap().unwrap(), "a");
    assert_eq!(items.next().unwrap().unwrap(), "b");
    assert_eq!(items.next().unwrap().unwrap_err().report().code(), "INVALID_FORMAT");
    assert!(items.next().is_none());

    // An error of the function is returned once, too.
    let mut pages = Pages::new(|_: Option<&str>| -> Result<Response<u8>, ToolFailure> {
        Err(ToolFailure::unavailable("The server is down"))
    });
    assert!(pages.next().unwrap().is_err());
    assert!(pages.next().is_none());
}

/// The function can return any error that converts from `Box<Failure>`.
#[test]
fn the_error_of_the_function() {
    let pages = Pages::new(|cursor: Option<&str>| -> Result<_, Box<dyn std::error::Error>> {
        Ok(serde_json::from_str::<Response<serde_json::Value>>(list_tasks(cursor).as_str())?)
    });
    assert_eq!(pages.collect::<Result<Vec<_>, _>>().unwrap().len(), 3);
}

async fn call_async(cursor: Option<String>) -> Result<Response<Vec<String>>, ToolFailure> {
    yield_once().await;
    call(cursor.as_deref())
}

async fn yield_once() {
    let mut is_ready = false;
    std::future::poll_fn(|context| {
        if std::mem::replace(&mut is_ready, true) {
            return std::task::Poll::Ready(());
        }
        context.waker().wake_by_ref();
        std::task::Poll::Pending
    })
    .await;
}

#[test]
fn pages_of_futures() {
    pollster::block_on(async {
        let mut pages = AsyncPages::new(call_async);
        let mut all = Vec::new();
        while let Some(page) = pages.next().await {
            all.push(page.unwrap().data);
        }
        assert_eq!(all, [vec!["a", "b"], vec!["c", "d"], vec!["e"]]);

        let mut pages = AsyncPages::new(call_async).starting_at("3");
        assert_eq!(pages.next().await.unwrap().unwrap().data, ["d", "e"]);
        assert!(pages.next().await.is_none());
    });
}

/// Dropping the future of `next` does not lose its page.
#[test]
fn a_cancelled_call_goes_on() {
    let calls = RefCell::new(0);
    let mut pages = AsyncPages::new(|cursor| {
        *calls.borrow_mut() += 1;
        call_async(cursor)
    });
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    assert!(std::pin::pin!(pages.next()).poll(&mut context).is_pending());
    let page = pollster::block_on(pages.next()).unwrap().unwrap();
    assert_eq!(page.data, ["a", "b"]);
    assert_eq!(*calls.borrow(), 1);
}
