use envelope_runtime::{Envelope, Payload, ToolFailure, envelope_tool};
use serde::Serialize;
use std::{fs, io};

fn parse(text: &str) -> Result<u8, ToolFailure> {
    Ok(text.parse()?)
}

fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

// The author returns a `Result` in a `Result`.
// why: A failure inside the data would look like a success.
// fix: `?` on the result, and the data alone
#[envelope_tool(dialect = "response-v2", data = "number")]
fn a_result() -> Result<Result<u8, ToolFailure>, ToolFailure> {
    Ok(parse("1"))
}

// The author returns a result, whose type has another name.
// why: A failure inside the data would look like a success.
// fix: `Result<(), ToolFailure>`, with `?` on the result
type Pinged = Result<(), String>;

fn alias_of_a_result_ping() -> Pinged {
    Ok(())
}

#[envelope_tool(dialect = "response-v2")]
fn alias_of_a_result() -> Result<Pinged, ToolFailure> {
    alias_of_a_result_ping().map_err(ToolFailure::unavailable)?;
    Ok(alias_of_a_result_ping())
}

// The author returns the envelope of another tool.
// why: An envelope is an answer, and not data: its failure would be sent as a success.
// fix: `Result<(), ToolFailure>`, with `ping()`, the function that both tools call
#[envelope_tool(dialect = "response-v2")]
fn another_tools_envelope() -> Result<(), ToolFailure> {
    ping()
}

#[envelope_tool(dialect = "response-v2")]
fn ping_twice() -> Result<Envelope, ToolFailure> {
    Ok(another_tools_envelope())
}

// The author calls another tool, and lists its answers.
// why: An envelope is an answer, and not data: its failure would be sent as a success.
// fix: `Result<(), ToolFailure>`, with `ping()`, the function that both tools call
#[envelope_tool(dialect = "response-v2")]
fn envelopes_under_a_key() -> Result<(), ToolFailure> {
    ping()
}

#[envelope_tool(dialect = "response-v2", data("count", "pings"))]
fn envelopes_under_a_key_ping_twice() -> Result<(u8, Vec<Envelope>), ToolFailure> {
    Ok((2, vec![envelopes_under_a_key(), envelopes_under_a_key()]))
}

// The author returns the envelope of another tool, whose type has another name.
// why: An envelope is an answer, and not data: its failure would be sent as a success.
// fix: `Result<(), ToolFailure>`, with `ping()`, the function that both tools call
#[envelope_tool(dialect = "response-v2")]
fn alias_of_an_envelope() -> Result<(), ToolFailure> {
    ping()
}

type Answer = Envelope;

#[envelope_tool(dialect = "response-v2")]
fn alias_of_an_envelope_ping_twice() -> Result<Answer, ToolFailure> {
    Ok(alias_of_an_envelope())
}

// The author wraps the answer of another tool.
// why: An envelope is an answer, and not data: its failure would be sent as a success.
// fix: `Result<(), ToolFailure>`, with `payload_of_an_envelope()`, the function that both tools call
#[derive(serde::Serialize, Payload)]
struct PayloadOfAnEnvelope(Envelope);

#[envelope_tool(dialect = "response-v2")]
fn payload_of_an_envelope() -> Result<(), ToolFailure> {
    Ok(())
}

#[envelope_tool(dialect = "response-v2")]
fn ping_again() -> Result<PayloadOfAnEnvelope, ToolFailure> {
    Ok(PayloadOfAnEnvelope(payload_of_an_envelope()))
}

// The author returns what a framework makes JSON of.
// why: The envelope is the JSON, and the data is in it.
// fix: `Result<Spec, ToolFailure>`
/// Stands for that of axum, or of the SDK.
struct Json<T>(T);

#[derive(Serialize, Payload)]
struct Spec {
    id: u8,
}

#[envelope_tool(dialect = "response-v2")]
fn json_of_a_framework() -> Result<Json<Spec>, ToolFailure> {
    Ok(Json(Spec { id: 1 }))
}

// The author returns an iterator.
// why: Serde writes data through a shared reference, and an iterator changes while it is read.
// fix: `Result<Vec<u8>, ToolFailure>`, with `.collect()`
#[envelope_tool(dialect = "response-v2", data = "numbers")]
fn iterator() -> Result<impl Iterator<Item = u8>, ToolFailure> {
    Ok([1, 2].into_iter())
}

// The author returns the outcome of a read.
// why: A failure inside the data would look like a success.
// fix: `?` on the result, and the data alone
#[envelope_tool(dialect = "response-v2", data = "text")]
fn a_result_of_io(path: &str) -> Result<io::Result<String>, ToolFailure> {
    Ok(fs::read_to_string(path))
}

fn main() {
    println!("{}", ping_again());
}
