//! Negotiation: a server that moves its clients from a legacy format to response-v2.
//!
//! ```console
//! $ cargo run --example negotiation
//! $ cargo run --example negotiation -- off    # with the feature flag `response_contract_v2` off
//! ```

mod legacy;
mod server;

use serde_json::json;
use server::Session;

fn main() {
    let response_contract_v2 = std::env::args().nth(1).as_deref() != Some("off");
    let mut session = Session::new(response_contract_v2);

    println!("A client that asks for nothing:");
    println!("{}", session.list_tasks("auth"));
    println!("{}", session.list_tasks("pay"));

    for asked in ["v2", "v1", "v3"] {
        println!("\nA client that asks for {asked}:");
        println!("{}", session.negotiate(&json!({"response_contract": asked})));
        println!("{}", session.list_tasks("auth"));
    }
}
