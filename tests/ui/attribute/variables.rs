use envelope_runtime::{ToolFailure, envelope_tool};

// The author gives a setting a variable of the body.
// why: A setting is evaluated before the body.
// fix: an argument of the function, such as `call_id: &str`
#[envelope_tool(dialect = "response-v2", request_id = call_id)]
fn a_variable_of_the_body() -> Result<(), ToolFailure> {
    let call_id = "req_1";
    println!("{call_id}");
    Ok(())
}

// The author names a variable of the body in the summary.
// why: The summary is formatted after the body, when only `data` is left.
// fix: `summary("Found {}.", data.len())`
#[envelope_tool(dialect = "dotbot-mcp-response@1", version = "1.0.0", data = "numbers", summary("Found {count}."))]
fn summary_of_a_variable() -> Result<Vec<u8>, ToolFailure> {
    let numbers = vec![1];
    let count = numbers.len();
    println!("{count}");
    Ok(numbers)
}

// The author calls the data by another name.
// why: The summary is formatted after the body, when only `data` is left.
// fix: `summary("Found {}.", data.len())`
#[envelope_tool(dialect = "dotbot-mcp-response@1", version = "1.0.0", data = "numbers", summary("Found {}.", result.len()))]
fn summary_of_the_result() -> Result<Vec<u8>, ToolFailure> {
    Ok(vec![1])
}

// The author moves an argument into a setting, and uses it in the body.
// why: A setting is evaluated before the body, and the body needs the value afterwards.
// fix: `request_id = &id`
#[envelope_tool(dialect = "response-v2", request_id = id)]
fn moved_into_a_setting(id: String) -> Result<(), ToolFailure> {
    println!("{id}");
    Ok(())
}

// The author moves an argument into a setting, and uses it in the async body.
// why: A setting is evaluated before the body, and the body needs the value afterwards.
// fix: `request_id = &id`
#[envelope_tool(dialect = "response-v2", request_id = id)]
async fn moved_into_a_setting_of_async(id: String) -> Result<(), ToolFailure> {
    println!("{id}");
    Ok(())
}

// The author moves a field of `self` into a setting.
// why: A setting is an expression like any in the body: it can't move out of a reference.
// fix: `request_id = &self.id`
struct Server {
    id: String,
}

impl Server {
    #[envelope_tool(dialect = "response-v2", request_id = self.id)]
    fn ping(&self) -> Result<(), ToolFailure> {
        Ok(())
    }
}

// The author names an argument in the summary that the body takes.
// why: The body takes ownership of its arguments. Only `data`, its result, is left.
// fix: `summary("Read {}.", data)`
#[envelope_tool(dialect = "dotbot-mcp-response@1", version = "1.0.0", data = "path", summary("Read {}.", path))]
fn summary_of_what_the_body_took(path: String) -> Result<String, ToolFailure> {
    Ok(path)
}

fn main() {}
