//! Negotiation: a server that moves its clients from a legacy format to response-v2.
//!
//! ```console
//! $ cargo run --example negotiation
//! $ cargo run --example negotiation -- --response-contract-v2=off
//! ```

mod legacy;
mod server;

use lexopt::prelude::*;
use serde_json::json;
use server::Session;

fn main() -> Result<(), lexopt::Error> {
    let mut session = Session::new(flag()?);

    println!("A client that asks for nothing:");
    println!("{}", session.list_tasks("auth"));
    println!("{}", session.list_tasks("pay"));

    for asked in ["v2", "v1", "v3"] {
        println!("\nA client that asks for {asked}:");
        println!("{}", session.negotiate(&json!({"response_contract": asked})));
        println!("{}", session.list_tasks("auth"));
    }
    Ok(())
}

/// The feature flag, which is on by default.
fn flag() -> Result<bool, lexopt::Error> {
    let mut arguments = lexopt::Parser::from_env();
    let mut flag = true;
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("response-contract-v2") => {
                flag = match arguments.value()?.string()?.as_str() {
                    "on" => true,
                    "off" => false,
                    other => return Err(format!("expected `on` or `off`, not `{other}`").into()),
                };
            }
            other => return Err(other.unexpected()),
        }
    }
    Ok(flag)
}
