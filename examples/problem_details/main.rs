//! A custom dialect: tools that answer with problem details for HTTP APIs, RFC 9457.
//!
//! ```console
//! $ cargo run --example problem_details
//! ```

mod dialect;

use dialect::{Linked, ProblemDetails};
use envelope_runtime::{Reply, ToolError, envelope_tool};
use serde::Serialize;

#[derive(Serialize)]
struct Order {
    id: u64,
    total: u64,
}

#[derive(Debug, thiserror::Error, ToolError)]
enum OrderError {
    #[error("There is no order {order_id}")]
    #[tool_error(
        code = "NOT_FOUND",
        remediation = "List the orders, then retry with one of their ids"
    )]
    NotFound {
        #[tool_error(detail)]
        order_id: u64,
    },

    #[error("The order has been shipped")]
    #[tool_error(code = "ORDER_SHIPPED", error_type = "conflict")]
    Shipped,
}

#[envelope_tool(
    dialect = crate::ProblemDetails,
    types = "https://example.com/problems/",
    instance = format_args!("/orders/{order_id}")
)]
fn read_order(order_id: u64) -> Result<Reply<Order, ProblemDetails>, OrderError> {
    match order_id {
        1 => Ok(Order { id: 1, total: 4_200 }.link("customer", "/customers/9")),
        _ => Err(OrderError::NotFound { order_id }),
    }
}

/// An order that has left can no longer be cancelled.
#[envelope_tool(dialect = crate::ProblemDetails, untitled)]
fn cancel_order(order_id: u64) -> Result<(), OrderError> {
    if order_id == 1 { Err(OrderError::Shipped) } else { Err(OrderError::NotFound { order_id }) }
}

fn main() {
    println!("{}", read_order(1));
    println!("{}", read_order(7));
    println!("{}", cancel_order(1));
}
