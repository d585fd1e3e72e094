use envelope_runtime::response_v2::{Pagination, Reply};
use envelope_runtime::{
    Page, RateLimit, SharedReply, ToolFailure, Warnings, dotbot, envelope_tool, mcp_2025_11_25,
    mcp_2026_07_28,
};

// The author adds a warning to a success of RFC 9457, which is the data alone.
// why: A success of RFC 9457 is the plain data, so the warning would be lost.
// fix: a dialect that has warnings: `dialect = "response-v2", data = "list"`
#[envelope_tool(dialect = "rfc9457")]
fn reply_for_plain_data() -> Result<Reply<Vec<u8>>, ToolFailure> {
    Ok(Reply::new(vec![7]).warning("The index is old"))
}

// The author returns the reply of another version of MCP.
// why: A `Reply` carries the metadata of one contract, and another contract has other metadata.
// fix: the `Reply` of the tool's own dialect: `use envelope_runtime::mcp_2025_11_25::Reply;`
#[envelope_tool(dialect = "mcp-2025-11-25", data = "points")]
fn a_later_versions_reply() -> Result<mcp_2026_07_28::Reply<Vec<u8>>, ToolFailure> {
    Ok(mcp_2026_07_28::Reply::new(vec![1, 2, 3]).text("A chart of 3 points"))
}

// The author returns the reply of another dialect.
// why: A `Reply` carries the metadata of one contract, and another contract has other metadata.
// fix: the `Reply` of the tool's own dialect: `use envelope_runtime::mcp_2025_11_25::Reply;`
#[envelope_tool(dialect = "response-v2")]
fn another_dialects_reply() -> Result<dotbot::Reply<()>, ToolFailure> {
    Ok(dotbot::Reply::new("Pong.", ()))
}

// The author returns the reply of another contract.
// why: A `Reply` has the metadata of one contract.
// fix: `use envelope_runtime::mcp_2025_11_25::Reply;`
#[envelope_tool(dialect = "mcp-2025-11-25", data = "points")]
fn reply_of_response_v2_in_mcp() -> Result<Reply<Vec<u16>>, ToolFailure> {
    Ok(Reply::new(vec![1, 2, 3]))
}

// The author returns the reply of one of the dialects.
// why: A `Reply` carries the metadata of one contract, and the other contracts have no keys for it.
// fix: the data alone: `Result<(), ToolFailure>`; or one `dialect = "response-v2"`
#[envelope_tool(dialects("response-v2", "mcp-2025-11-25"), text("{:?}", data))]
fn a_reply_of_one_of_several() -> Result<Reply<()>, ToolFailure> {
    Ok(Reply::new(()).warning("Slow"))
}

// The author pages through an MCP result, which has no place for that.
// why: An MCP result has no key for pagination, so it would be lost.
// fix: `Reply::new(data).extra_meta("next_cursor", cursor)`, or a dialect that has it: `dialect = "response-v2"`
#[envelope_tool(dialect = "mcp-2025-11-25")]
fn metadata_without_a_place() -> Result<mcp_2025_11_25::Reply<()>, ToolFailure> {
    Ok(mcp_2025_11_25::Reply::new(()).pagination(Pagination::end()))
}

// The author sends the rate limit in every contract.
// why: dotbot has no place for a rate limit in a success.
// fix: the data alone: `Result<(), ToolFailure>`; or `dialects(…)` without the contract
#[envelope_tool(dialects("response-v2", "dotbot-mcp-response@1"), summary("Pong."))]
fn rate_limit_of_some_contracts() -> Result<SharedReply<(), RateLimit>, ToolFailure> {
    Ok(SharedReply::new(()).rate_limit(RateLimit::new().remaining(3)))
}

// The author warns in every contract.
// why: Code Scalpel has no place for warnings in a success.
// fix: the data alone: `Result<(), ToolFailure>`; or `dialects(…)` without the contract
#[envelope_tool(dialects("response-v2", "code-scalpel-v1"), tier = "pro")]
fn warnings_of_some_contracts() -> Result<SharedReply<(), Warnings>, ToolFailure> {
    Ok(SharedReply::new(()).warning("Slow"))
}

// The author sends the rate limit in a reply that is declared with warnings.
// why: The type of a shared reply declares its metadata, which every contract of the tool has to carry.
// fix: all of the metadata: `SharedReply<(), (Warnings, RateLimit)>`
#[envelope_tool(dialects("response-v2", "mcp-2025-11-25"))]
fn metadata_that_is_not_declared() -> Result<SharedReply<(), Warnings>, ToolFailure> {
    Ok(SharedReply::new(()).rate_limit(RateLimit::new().remaining(3)))
}

// The author returns the reply of another contract, with a text for people.
// why: A `Reply` has the metadata of one contract.
// fix: the `Reply` of the tool's own dialect: `mcp_2025_11_25::Reply<()>`
#[envelope_tool(dialect = "mcp-2025-11-25", text("{:?}", data))]
fn another_reply_with_a_text() -> Result<Reply<()>, ToolFailure> {
    Ok(Reply::new(()))
}

// The author puts a page into a reply.
// why: A reply has the items of a page, and the cursor in its metadata.
// fix: `Result<Reply<Vec<u8>>, ToolFailure>`, with `Reply::page(page)`
#[envelope_tool(dialect = "response-v2", data = "items")]
fn page_in_a_reply(page: Page<u8>) -> Result<Reply<Page<u8>>, ToolFailure> {
    Ok(Reply::new(page))
}

fn main() {
    println!("{}", reply_for_plain_data());
    println!("{}", a_later_versions_reply());
    println!("{}", another_dialects_reply());
    println!("{}", reply_of_response_v2_in_mcp());
    println!("{}", a_reply_of_one_of_several());
    println!("{}", metadata_without_a_place());
    println!("{}", rate_limit_of_some_contracts());
    println!("{}", warnings_of_some_contracts());
    println!("{}", metadata_that_is_not_declared());
}
