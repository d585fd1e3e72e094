//! A server during a migration: response-v2 is on by default, and a feature flag brings the legacy format back.

use envelope_runtime::contract::capability_negotiate;
use envelope_runtime::response_v2::ResponseV2;
use envelope_runtime::{Contract, Contracts, Envelope, ToolFailure, envelope_tool};
use serde_json::Value;

use super::legacy::Legacy;

/// A client's session with the server.
#[derive(Debug)]
pub struct Session {
    contracts: Contracts,
    /// What the client is answered in.
    contract: Contract,
}

impl Session {
    /// Opens a session. `response_contract_v2` is the server's feature flag: without it, the legacy format is for the clients that
    /// ask for nothing.
    pub fn new(response_contract_v2: bool) -> Self {
        let contracts = if response_contract_v2 {
            Contracts::of::<ResponseV2>().and::<Legacy>()
        } else {
            Contracts::of::<Legacy>().and::<ResponseV2>()
        };
        Self { contract: contracts.first(), contracts }
    }

    /// The action `capability-negotiate`. What is agreed on holds for the calls that follow.
    pub fn negotiate(&mut self, client_capabilities: &Value) -> Envelope {
        if let Ok(agreed) = Contract::negotiate(client_capabilities, &self.contracts) {
            self.contract = agreed;
        }
        capability_negotiate(client_capabilities, &self.contracts)
    }

    /// Calls the tool in the client's contract.
    pub fn list_tasks(&self, spec: &str) -> Envelope {
        self.contract.clone().sync_scope(|| list_tasks(spec))
    }
}

#[envelope_tool(dialects("response-v2", Legacy), data = "tasks", sunset = "2027-01-31")]
fn list_tasks(spec: &str) -> Result<Vec<&'static str>, ToolFailure> {
    match spec {
        "auth" => Ok(vec!["task-001", "task-002"]),
        _ => Err(ToolFailure::not_found("Spec", spec)),
    }
}
