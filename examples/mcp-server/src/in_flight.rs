//! The requests over stdio that are in flight: from when they are read until their answers are written.

use std::collections::HashMap;
use std::sync::Arc;

use rmcp::RoleServer;
use rmcp::model::{ClientNotification, GetExtensions, JsonRpcMessage, RequestId};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How many requests may be in flight.
const MAX_IN_FLIGHT: usize = 64;

/// The place of a request among those in flight. A call holds it until it ends, even if the client cancels it or uses its id again.
pub(crate) type Place = Arc<OwnedSemaphorePermit>;

/// A transport that reads the next message only when another request may be in flight. The SDK reads on, whether the client reads
/// its answers or not.
pub(crate) struct InFlight<T> {
    transport: T,
    free: Arc<Semaphore>,
    unanswered: HashMap<RequestId, Place>,
}

impl<T> From<T> for InFlight<T> {
    fn from(transport: T) -> Self {
        let free = Arc::new(Semaphore::new(MAX_IN_FLIGHT));
        Self { transport, free, unanswered: HashMap::new() }
    }
}

impl<T: Transport<RoleServer>> Transport<RoleServer> for InFlight<T> {
    type Error = T::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), T::Error>> + Send + 'static {
        let answered = match &message {
            JsonRpcMessage::Response(response) => Some(&response.id),
            JsonRpcMessage::Error(error) => error.id.as_ref(),
            _ => None,
        };
        let place = answered.and_then(|id| self.unanswered.remove(id));
        let sending = self.transport.send(message);
        async move {
            let sent = sending.await;
            drop(place);
            sent
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        let place = Arc::new(Arc::clone(&self.free).acquire_owned().await.ok()?);
        let mut message = self.transport.receive().await?;
        match &mut message {
            JsonRpcMessage::Request(request) => {
                request.request.extensions_mut().insert::<Place>(place.clone());
                self.unanswered.insert(request.id.clone(), place);
            }
            JsonRpcMessage::Notification(notification) => {
                // The SDK sends no answer to a request that is cancelled.
                if let ClientNotification::CancelledNotification(it) = &notification.notification
                    && let Some(id) = &it.params.request_id
                {
                    self.unanswered.remove(id);
                }
            }
            JsonRpcMessage::Response(_) | JsonRpcMessage::Error(_) => {}
        }
        Some(message)
    }

    async fn close(&mut self) -> Result<(), T::Error> {
        self.transport.close().await
    }
}
