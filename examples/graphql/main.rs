//! A custom dialect: tools that answer with the responses of GraphQL.
//!
//! ```console
//! $ cargo run --example graphql
//! ```

mod dialect;

use dialect::{Costly, GraphQl};
use envelope_runtime::dialect::Reply;
use envelope_runtime::{ToolError, envelope_tool};
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
    dialect = crate::GraphQl,
    path = "order",
    data = "order",
    note("Found order {}", data.id)
)]
fn read_order(order_id: u64) -> Result<Reply<Order, GraphQl>, OrderError> {
    match order_id {
        1 => Ok(Order { id: 1, total: 4_200 }.cost(3)),
        _ => Err(OrderError::NotFound { order_id }),
    }
}

/// A shipped order can no longer be cancelled.
#[envelope_tool(dialect = crate::GraphQl, path = "cancelOrder", terse)]
fn cancel_order(order_id: u64) -> Result<(), OrderError> {
    if order_id == 1 { Err(OrderError::Shipped) } else { Err(OrderError::NotFound { order_id }) }
}

fn main() {
    println!("{}", read_order(1));
    println!("{}", read_order(7));
    println!("{}", cancel_order(7));
}
