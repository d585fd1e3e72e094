//! A transport that writes the JSON of envelopes as it is.

use std::fmt::{self, Debug};
use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use ::rmcp::model::{ClientRequest, JsonRpcMessage, JsonRpcRequest, JsonRpcResponse, ServerResult};
use ::rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use ::rmcp::transport::Transport;
use ::rmcp::transport::async_rw::AsyncRwTransport;
use ::rmcp::{ErrorData, RoleServer};
use serde::ser::Error as _;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::sync::{Mutex, OwnedMutexGuard};

use super::seal::Seal;
use crate::json;

/// The transport of an MCP server over standard input and output, or any other pair of streams, on which envelopes are fast.
///
/// The SDK holds the structured content of a result as a tree of values: for 1,000 records, that is some 10,000 allocations, and
/// then the tree is written out again. This transport writes the JSON of a tool's envelope into the message instead. It reads with
/// the SDK's own [`AsyncRwTransport`], and the client gets the same message, but for the order of keys and unusual numbers.
///
/// ```no_run
/// use envelope_runtime::server::rmcp::EnvelopeTransport;
/// use rmcp::ServiceExt;
///
/// # #[derive(Clone)] struct Specs;
/// # impl rmcp::ServerHandler for Specs {}
/// # async fn serve() -> Result<(), Box<dyn std::error::Error>> {
/// let streams = (tokio::io::stdin(), tokio::io::stdout());
/// Specs.serve(EnvelopeTransport::from(streams)).await?.waiting().await?;
/// # Ok(())
/// # }
/// ```
///
/// This works for tools that return an [`Envelope`](crate::Envelope), in a router that [knows the request](super#request-ids) and
/// with it the transport. The SDK's types, among them `returns = CallToolResult`, hold a tree, which this transport writes like the
/// SDK's own. So does the result of a tool that takes the `RequestContext`, with which it can call other tools.
///
/// Until the message is written, the `structured_content` of such a result is an object that only this transport can read. Code
/// between the tool and the transport can change all other parts of the result, and can replace the structured content. If such
/// code moves the object elsewhere in the result, the client gets an internal error, and the log an event.
///
/// As with the SDK's transport, a line that is not JSON gets no answer, because the id of its request is unknown; nor does a line that
/// is [too long](Self::with_max_line_length). The SDK logs the first at the level `DEBUG` and the second at `ERROR`. A string with half
/// of a surrogate pair, such as `"\ud83d"` from a text that was cut in an emoji, is not JSON either: its client waits until its own
/// timeout.
///
/// Two things can differ from the SDK's message. The keys of the structured content keep the order of the tool's data, where the
/// SDK sorts them unless `serde_json` preserves their order. And numbers are as the tool wrote them: an integer of more than 64
/// bits is exact, and a number of raw JSON such as `1.50` keeps its digits.
pub struct EnvelopeTransport<R: AsyncRead, W: AsyncWrite + Send + Unpin + 'static> {
    sdk: AsyncRwTransport<RoleServer, R, MessageWriter<W>>,
    /// `None` once it is closed.
    writer: Option<Arc<Mutex<Output<W>>>>,
    seal: Seal,
}

/// Where messages go.
struct Output<W> {
    stream: W,
    /// The last message that was written here. The buffer is kept: a large one is slow to get from the system, each time anew.
    line: String,
}

impl<R: AsyncRead, W: AsyncWrite + Send + Unpin + 'static> Debug for EnvelopeTransport<R, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EnvelopeTransport").finish_non_exhaustive()
    }
}

impl<R, W> EnvelopeTransport<R, W>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    /// Limits a message of the client to this many bytes, instead of the SDK's
    /// [16 MiB](rmcp::transport::async_rw::DEFAULT_MAX_LINE_LENGTH). A longer one is skipped and logged, and at most this much of
    /// it is kept in memory.
    #[must_use]
    pub fn with_max_line_length(mut self, bytes: usize) -> Self {
        self.sdk = self.sdk.with_max_line_length(bytes);
        self
    }
}

/// From the stream that is read and the one that is written. One stream for both becomes two with [`tokio::io::split`].
impl<R, W> From<(R, W)> for EnvelopeTransport<R, W>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    fn from((read, write): (R, W)) -> Self {
        let writer = Arc::new(Mutex::new(Output { stream: write, line: String::new() }));
        let messages = MessageWriter { writer: Arc::clone(&writer), turn: Turn::Idle };
        Self { sdk: AsyncRwTransport::new(read, messages), writer: Some(writer), seal: Seal::new() }
    }
}

impl<R, W> Transport<RoleServer> for EnvelopeTransport<R, W>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    type Error = io::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let (seal, writer) = (self.seal.clone(), self.writer.clone());
        async move {
            let writer = writer.ok_or(io::ErrorKind::NotConnected)?;
            let Output { stream, line } = &mut *writer.lock().await;
            write_line(line, message, &seal)?;
            stream.write_all(line.as_bytes()).await?;
            stream.flush().await
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        let mut message = self.sdk.receive().await?;
        if let JsonRpcMessage::Request(JsonRpcRequest { request, .. }) = &mut message
            && let ClientRequest::CallToolRequest(call) = request
        {
            self.seal.attach(&mut call.extensions);
        }
        Some(message)
    }

    async fn close(&mut self) -> io::Result<()> {
        self.writer = None;
        self.sdk.close().await
    }
}

/// Writes the message on a line. A response that cannot be written becomes an error, so that its request is answered.
fn write_line(
    line: &mut String,
    mut message: TxJsonRpcMessage<RoleServer>,
    seal: &Seal,
) -> serde_json::Result<()> {
    json::clear(line);
    let json = unsealed(&mut message, seal);
    let written = json::with_buffer(|frame| {
        // The SDK's transport has no limit on the depth of a message.
        if json::append(frame, &message).is_err() {
            *frame = serde_json::to_string(&message)?;
        }
        splice(line, frame, seal, json.as_deref())
    });
    match (written, message) {
        (Err(error), JsonRpcMessage::Response(JsonRpcResponse { id, .. })) => {
            log(&error);
            let error = ErrorData::internal_error("An internal error occurred", None);
            let answer: TxJsonRpcMessage<RoleServer> = JsonRpcMessage::error(error, Some(id));
            json::append(line, &answer)?;
        }
        (written, _) => written?,
    }
    line.push('\n');
    Ok(())
}

/// Takes the JSON of the structured content out of a message.
fn unsealed(message: &mut TxJsonRpcMessage<RoleServer>, seal: &Seal) -> Option<String> {
    let JsonRpcMessage::Response(JsonRpcResponse { result, .. }) = message else { return None };
    let ServerResult::CallToolResult(result) = result else { return None };
    seal.open(result.structured_content.as_mut()?)
}

/// Copies the message, with the JSON in its place. Nothing else of a message has the seal, unless a tool nested a sealed result in
/// its data.
fn splice(
    line: &mut String,
    message: &str,
    seal: &Seal,
    json: Option<&str>,
) -> serde_json::Result<()> {
    let parts = match json {
        // From the end, since the structured content comes after the text.
        Some(json) => message.rsplit_once(&seal.place()).map(|(start, end)| [start, json, end]),
        None => Some([message, "", ""]),
    };
    match parts {
        Some([start, json, end]) if !seal.is_in(start) && !seal.is_in(end) => {
            line.reserve_exact(start.len() + json.len() + end.len() + 1);
            line.extend([start, json, end]);
            Ok(())
        }
        _ => Err(serde_json::Error::custom("a result for this transport is inside another value")),
    }
}

#[cfg_attr(not(feature = "tracing"), allow(unused_variables, reason = "there is no log"))]
fn log(error: &serde_json::Error) {
    #[cfg(feature = "tracing")]
    tracing::error!(target: "envelope_runtime", %error, "a response cannot be written");
}

/// The writing half, with which the SDK's transport answers invalid requests. It is locked from the first byte of a message to its
/// last, so that no other message comes between.
struct MessageWriter<W> {
    writer: Arc<Mutex<Output<W>>>,
    turn: Turn<W>,
}

enum Turn<W> {
    Idle,
    Waiting(Pin<Box<dyn Future<Output = OwnedMutexGuard<Output<W>>> + Send>>),
    Held(OwnedMutexGuard<Output<W>>),
}

impl<W: AsyncWrite + Send + Unpin + 'static> MessageWriter<W> {
    /// The stream, once it is this message's turn.
    fn poll_turn(&mut self, context: &mut Context<'_>) -> Poll<Pin<&mut W>> {
        if matches!(self.turn, Turn::Idle) {
            self.turn = Turn::Waiting(Box::pin(Arc::clone(&self.writer).lock_owned()));
        }
        if let Turn::Waiting(turn) = &mut self.turn {
            self.turn = Turn::Held(ready!(turn.as_mut().poll(context)));
        }
        match &mut self.turn {
            Turn::Held(writer) => Poll::Ready(Pin::new(&mut writer.stream)),
            Turn::Idle | Turn::Waiting(_) => Poll::Pending,
        }
    }

    /// Ends the turn, unless there is more to do.
    fn end<T>(&mut self, done: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if done.is_ready() {
            self.turn = Turn::Idle;
        }
        done
    }
}

impl<W: AsyncWrite + Send + Unpin + 'static> AsyncWrite for MessageWriter<W> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = ready!(self.poll_turn(context)).poll_write(context, bytes);
        if matches!(written, Poll::Ready(Err(_))) { self.end(written) } else { written }
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = ready!(self.poll_turn(context)).poll_flush(context);
        self.end(flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let shut_down = ready!(self.poll_turn(context)).poll_shutdown(context);
        self.end(shut_down)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncReadExt as _;

    use super::*;

    #[test]
    fn a_writer_that_is_shut_down_ends_the_stream() {
        pollster::block_on(async {
            let (mut client, stream) = tokio::io::duplex(64);
            let writer = Arc::new(Mutex::new(Output { stream, line: String::new() }));
            let mut messages = MessageWriter { writer: Arc::clone(&writer), turn: Turn::Idle };
            messages.write_all(b"{}\n").await.unwrap();
            messages.shutdown().await.unwrap();
            assert!(writer.try_lock().is_ok(), "its turn has ended");
            let mut read = String::new();
            client.read_to_string(&mut read).await.unwrap();
            assert_eq!(read, "{}\n");
        });
    }
}
