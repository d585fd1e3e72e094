//! A transport that writes the JSON of envelopes as it is.

use std::fmt::{self, Debug};
use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use ::rmcp::RoleServer;
use ::rmcp::model::{ClientRequest, JsonRpcMessage, JsonRpcRequest, JsonRpcResponse, ServerResult};
use ::rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use ::rmcp::transport::Transport;
use ::rmcp::transport::async_rw::AsyncRwTransport;
use serde::ser::Error as _;
use serde_json::Value;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::sync::{Mutex, OwnedMutexGuard};

use super::seal::Seal;
use crate::json;

/// The transport of an MCP server over standard input and output, or any other pair of streams, on which envelopes are fast.
///
/// The SDK holds the structured content of a result as a tree of values: for 1,000 records, that is some 10,000 allocations, and
/// then the tree is written out again. This transport writes the JSON of a tool's envelope into the message instead. Everything
/// else is the SDK's own [`AsyncRwTransport`], and the client gets the same message, but for the order of keys and unusual numbers.
///
/// ```no_run
/// use envelope_runtime::rmcp::EnvelopeTransport;
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
/// This works for the tools of a router that [knows the request](super#request-ids), and with it the transport. The results of
/// other tools are sent as with the SDK's transport.
///
/// Until the message is written, the `structured_content` of such a result is a string that only this transport can read. Code
/// between the tool and the transport can change all other parts of the result, and can replace the structured content.
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
        mut message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let sealed = take_sealed(&mut message, &self.seal);
        let (seal, writer) = (self.seal.clone(), self.writer.clone());
        let sent = match sealed {
            Some(sealed) => Sent::Here { message: Box::new(message), sealed },
            None => Sent::BySdk(self.sdk.send(message)),
        };
        async move {
            match sent {
                Sent::BySdk(sent) => sent.await,
                Sent::Here { message, sealed } => {
                    let writer = writer.ok_or(io::ErrorKind::NotConnected)?;
                    let Output { stream, line } = &mut *writer.lock().await;
                    json::clear(line);
                    write_line(line, &message, &seal, &sealed)?;
                    stream.write_all(line.as_bytes()).await?;
                    stream.flush().await
                }
            }
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        let mut message = self.sdk.receive().await?;
        if let JsonRpcMessage::Request(JsonRpcRequest { request, .. }) = &mut message
            && let ClientRequest::CallToolRequest(call) = request
        {
            call.extensions.insert(self.seal.clone());
        }
        Some(message)
    }

    async fn close(&mut self) -> io::Result<()> {
        self.writer = None;
        self.sdk.close().await
    }
}

/// A message that is being sent.
enum Sent<F> {
    BySdk(F),
    Here { message: Box<TxJsonRpcMessage<RoleServer>>, sealed: Value },
}

/// Takes the sealed JSON out of a message, and leaves the seal alone in its place.
fn take_sealed(message: &mut TxJsonRpcMessage<RoleServer>, seal: &Seal) -> Option<Value> {
    let JsonRpcMessage::Response(JsonRpcResponse { result, .. }) = message else { return None };
    let ServerResult::CallToolResult(result) = result else { return None };
    let structure = result.structured_content.as_mut()?;
    seal.open(structure)?;
    Some(std::mem::replace(structure, seal.as_str().into()))
}

/// Writes the message on a line, with the JSON where the seal is.
fn write_line(
    line: &mut String,
    message: &TxJsonRpcMessage<RoleServer>,
    seal: &Seal,
    sealed: &Value,
) -> serde_json::Result<()> {
    json::with_buffer(|frame| {
        json::append(frame, message)?;
        // From the end, since the structured content comes after the text.
        let place = format!("\"{}\"", seal.as_str());
        let json = seal.open(sealed);
        let (Some((before, after)), Some(json)) = (frame.rsplit_once(&place), json) else {
            return Err(serde_json::Error::custom("the message has no place for the JSON"));
        };
        line.reserve_exact(before.len() + json.len() + after.len() + 1);
        line.push_str(before);
        line.push_str(json);
        line.push_str(after);
        line.push('\n');
        Ok(())
    })
}

/// The writing half, for the SDK's messages. It is locked from the first byte of a message to its last, so that no other message
/// comes between.
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
