// The author returns any error type.
// errors: 1

use envelope_runtime::envelope_tool;

#[envelope_tool(dialect = "response-v2")]
fn ping() -> Result<(), Box<dyn std::error::Error>> {
    Ok(())
}

fn main() {
    println!("{}", ping());
}
