use envelope_runtime::response_v2::Reply;
use envelope_runtime::{Payload, ToolFailure, envelope_tool};

// The author forgot to derive `Serialize`.
// why: Data is written as JSON, through its `Serialize`.
// fix: `#[derive(serde::Serialize)]` on the type
// As in a crate that derives `Serialize` for other types.
use serde as _;

#[derive(Payload)]
struct Spec {
    id: String,
}

#[envelope_tool(dialect = "response-v2")]
fn without_serialize() -> Result<Spec, ToolFailure> {
    Ok(Spec { id: String::new() })
}

// The author derives the wrong half of serde.
// why: Data is written as JSON, through its `Serialize`.
// fix: `#[derive(serde::Serialize)]` on the type
#[derive(serde::Deserialize, Payload)]
struct OnlyDeserialize {
    id: u8,
}

#[envelope_tool(dialect = "response-v2")]
fn only_deserialize() -> Result<OnlyDeserialize, ToolFailure> {
    Ok(OnlyDeserialize { id: 1 })
}

// The author forgot to derive `Serialize` for one of two values.
// why: Data is written as JSON, through its `Serialize`.
// fix: `#[derive(serde::Serialize)]` on the type
// As in a crate that derives `Serialize` for other types.
use serde as _;

struct AValueWithoutSerialize;

#[envelope_tool(dialect = "response-v2", data("spec", "total"))]
fn a_value_without_serialize() -> Result<(AValueWithoutSerialize, u32), ToolFailure> {
    Ok((AValueWithoutSerialize, 1))
}

// The author forgot to derive `Serialize`, and nests what may be there under a key.
// why: Data is written as JSON, through its `Serialize`.
// fix: `#[derive(serde::Serialize)]` on the type
// As in a crate that derives `Serialize` for other types.
use serde as _;

struct OptionUnderAKey;

#[envelope_tool(dialect = "response-v2", data = "spec")]
fn option_under_a_key() -> Result<Option<OptionUnderAKey>, ToolFailure> {
    Ok(Some(OptionUnderAKey))
}

// The author returns what does not serialize.
// why: Data is written as JSON, through its `Serialize`.
// fix: a value that serializes, such as `std::time::Duration`
#[envelope_tool(dialect = "response-v2", data = "at")]
fn now() -> Result<std::time::Instant, ToolFailure> {
    Ok(std::time::Instant::now())
}

// The author forgot to derive `Serialize` for data that several contracts write.
// why: Data is written as JSON, through its `Serialize`.
// fix: `#[derive(serde::Serialize)]` on the type
#[derive(Payload)]
struct Page<T> {
    items: Vec<T>,
}

#[envelope_tool(dialects("response-v2", "mcp-2025-11-25"))]
fn without_serialize_in_several() -> Result<Page<u8>, ToolFailure> {
    Ok(Page { items: vec![1] })
}

// The author forgot to derive `Serialize` for what is in a reply.
// why: Data is written as JSON, through its `Serialize`, in a `Reply` too.
// fix: `#[derive(serde::Serialize)]` on the type in the `Reply`
// As in a crate that derives `Serialize` for other types.
use serde as _;

#[derive(Payload)]
struct ReplyWithoutSerialize {
    id: String,
}

#[envelope_tool(dialect = "response-v2")]
fn reply_without_serialize() -> Result<Reply<ReplyWithoutSerialize>, ToolFailure> {
    Ok(Reply::new(ReplyWithoutSerialize { id: String::new() }))
}

fn main() {
    println!("{}", without_serialize());
    println!("{}", a_value_without_serialize());
    println!("{}", option_under_a_key());
    println!("{}", without_serialize_in_several());
    println!("{}", reply_without_serialize());
}
