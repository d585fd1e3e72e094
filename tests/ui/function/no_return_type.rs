// The author meant a tool without data.
// errors: 1

use envelope_runtime::envelope_tool;

#[envelope_tool(dialect = "response-v2")]
fn ping() {}

fn main() {
    println!("{}", ping());
}
