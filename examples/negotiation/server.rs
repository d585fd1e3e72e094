//! A server during a migration: response-v2 is on by default, and a feature flag brings the legacy format back.

use envelope_runtime::negotiation::capability_negotiate;
use envelope_runtime::response_v2::ResponseV2;
use envelope_runtime::{AnyDialect, Dialects, Envelope, ToolFailure, envelope_tool};
use serde_json::Value;

use super::legacy::Legacy;

/// A client's session with the server.
#[derive(Debug)]
pub struct Session {
    dialects: Dialects,
    /// The dialect of the answers to the client.
    dialect: AnyDialect,
}

impl Session {
    /// Opens a session. `response_contract_v2` is the server's feature flag: without it, clients that ask for no contract get the
    /// legacy format.
    pub fn new(response_contract_v2: bool) -> Self {
        let dialects = if response_contract_v2 {
            Dialects::of::<ResponseV2>().and::<Legacy>()
        } else {
            Dialects::of::<Legacy>().and::<ResponseV2>()
        };
        Self { dialect: dialects.first(), dialects }
    }

    /// The action `capability-negotiate`. The calls that follow answer in the agreed dialect.
    pub fn negotiate(&mut self, client_capabilities: &Value) -> Envelope {
        if let Ok(agreed) = AnyDialect::negotiate(client_capabilities, &self.dialects) {
            self.dialect = agreed;
        }
        capability_negotiate(client_capabilities, &self.dialects)
    }

    /// Calls the tool in the client's dialect.
    pub fn list_tasks(&self, spec: &str) -> Envelope {
        self.dialect.clone().sync_scope(|| list_tasks(spec))
    }
}

#[envelope_tool(dialects("response-v2", Legacy), data = "tasks", sunset = "2027-01-31")]
fn list_tasks(spec: &str) -> Result<Vec<&'static str>, ToolFailure> {
    match spec {
        "auth" => Ok(vec!["task-001", "task-002"]),
        _ => Err(ToolFailure::not_found("Spec", spec)),
    }
}
