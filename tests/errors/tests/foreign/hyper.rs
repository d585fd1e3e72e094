//! Errors of `hyper`, from real connections.

use std::convert::Infallible;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use envelope_runtime::{Retry, ToolError};
use hyper::body::{Body, Frame};
use hyper::{Error, Request, Response};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

use crate::support::{SECRET, check, hidden};

/// A body that fails, or ends without data.
struct Data(bool);

impl Body for Data {
    type Data = &'static [u8];
    type Error = io::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        _context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, io::Error>>> {
        Poll::Ready(self.0.then(|| Err(io::Error::other(SECRET))))
    }
}

/// The error of a client whose server answers with this text.
async fn error_of_client(answer: &str, body: Data) -> Error {
    let (ours, mut theirs) = duplex(1024);
    let (mut sender, connection) =
        hyper::client::conn::http1::handshake(TokioIo::new(ours)).await.unwrap();
    let request = Request::post("/hunter2").body(body).unwrap();
    let server = async {
        let _ = theirs.read(&mut [0; 512]).await;
        theirs.write_all(answer.as_bytes()).await.unwrap();
        drop(theirs);
    };
    let sent = async { sender.send_request(request).await.unwrap_err() };
    tokio::join!(sent, connection, server).0
}

#[tokio::test]
async fn errors() {
    let parse = error_of_client("hunter2\r\n\r\n", Data(false)).await;
    let incomplete = error_of_client("", Data(false)).await;
    let user = error_of_client("", Data(true)).await;

    let (ours, _theirs) = duplex(1024);
    let (mut sender, connection) =
        hyper::client::conn::http1::handshake(TokioIo::new(ours)).await.unwrap();
    drop(connection);
    let request = Request::new(Data(false));
    let cancelled = sender.send_request(request).await.unwrap_err();

    let (ours, _theirs) = duplex(1024);
    let service =
        hyper::service::service_fn(async |_| Ok::<_, Infallible>(Response::new(Data(false))));
    let mut server = hyper::server::conn::http1::Builder::new();
    server.timer(TokioTimer::new()).header_read_timeout(Duration::from_millis(1));
    let timeout = server.serve_connection(TokioIo::new(ours), service).await.unwrap_err();

    assert_eq!(timeout.failure().report().retry(), Retry::OutcomeUnknown);
    assert_eq!(cancelled.failure().report().retry(), Retry::OutcomeUnknown);
    assert_eq!(user.failure().report().retry(), Retry::Never);
    assert!(hidden(&user.failure()).contains(SECRET));
    check(
        "hyper",
        vec![
            ("`is_timeout`", timeout.failure()),
            ("`is_user`: the program's own body or service", user.failure()),
            ("`is_canceled`", cancelled.failure()),
            ("`is_parse`", parse.failure()),
            ("any other", incomplete.failure()),
        ],
    );
}
