use envelope_runtime::response_v2::Reply;
use envelope_runtime::{ToolFailure, envelope_tool};

// The author wants the data nested, and does not say under what.
// why: Data under no key could not be found by a client.
// fix: `data = "tasks"`
#[envelope_tool(dialect = "response-v2", data)]
fn data_alone() -> Result<(), ToolFailure> {
    Ok(())
}

// The author nests the data under nothing.
// why: Data under no key could not be found by a client.
// fix: `data = "tasks"`
#[envelope_tool(dialect = "response-v2", data = "")]
fn data_empty() -> Result<(), ToolFailure> {
    Ok(())
}

// The author writes the key without quotes.
// why: A key is text on the wire, not the name of something in the code.
// fix: `data = "tasks"`
#[envelope_tool(dialect = "response-v2", data = tasks)]
fn data_as_an_identifier() -> Result<(), ToolFailure> {
    Ok(())
}

// The author gives `data` an array of keys.
// why: A key is text on the wire, not the name of something in the code.
// fix: `data = "tasks"`
#[envelope_tool(dialect = "response-v2", data = ["spec", "tasks"])]
fn data_as_an_array() -> Result<(u8, u8), ToolFailure> {
    Ok((1, 2))
}

// The author keeps the key in a constant.
// why: A key is text on the wire, not the name of something in the code.
// fix: `data = "tasks"`
const KEY: &str = "tasks";

#[envelope_tool(dialect = "response-v2", data = KEY)]
fn data_of_a_constant() -> Result<Vec<u8>, ToolFailure> {
    println!("{KEY}");
    Ok(vec![])
}

// The author left the keys for later.
// why: Data under no key could not be found by a client.
// fix: `data = "tasks"`
#[envelope_tool(dialect = "response-v2", data())]
fn data_without_keys() -> Result<(), ToolFailure> {
    Ok(())
}

// The author gives `data` two keys, one after the other.
// why: Each value of a tuple has its key, in the order of the values.
// fix: `data("spec", "tasks")`
#[envelope_tool(dialect = "response-v2", data = "spec", "tasks")]
fn data_with_two_values() -> Result<(u8, u8), ToolFailure> {
    Ok((1, 2))
}

// The author gives both values one key.
// why: An object that has a key twice is not read the same way by all parsers.
// fix: `data("spec", "tasks")`
#[envelope_tool(dialect = "response-v2", data("task", "task"))]
fn data_with_a_key_twice() -> Result<(u8, u8), ToolFailure> {
    Ok((1, 2))
}

// The author returns two values, and names the first.
// why: A tuple under one key is an array, whose values have no names.
// fix: `data("tasks", "value2")`, with a name of your own for the second key
#[envelope_tool(dialect = "response-v2", data = "tasks")]
fn tuple_under_one_key() -> Result<(Vec<u8>, usize), ToolFailure> {
    Ok((vec![], 1))
}

// The author returns three values in a reply, and names the first.
// why: A tuple under one key is an array, whose values have no names.
// fix: `data("tasks", "value2")`, with a name of your own for the second key
#[envelope_tool(dialect = "response-v2", data = "tasks")]
fn tuple_of_a_reply() -> Result<Reply<(Vec<u8>, usize, bool)>, ToolFailure> {
    Ok(Reply::new((vec![], 1, true)))
}

fn main() {
    println!("{}", tuple_under_one_key());
    println!("{}", tuple_of_a_reply());
    println!("{}", data_alone());
    println!("{}", data_empty());
    println!("{}", data_as_an_identifier());
    println!("{}", data_without_keys());
    println!("{}", data_with_a_key_twice());
}
