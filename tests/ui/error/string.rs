// The author has nothing but a message.
// errors: 1

use envelope_runtime::envelope_tool;

#[envelope_tool(dialect = "response-v2")]
fn read() -> Result<(), String> {
    Err("no".to_owned())
}

fn main() {
    println!("{}", read());
}
