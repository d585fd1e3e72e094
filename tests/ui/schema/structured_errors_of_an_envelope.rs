// The setting is one of MCP, and the dialect is not.
// errors: 1

use envelope_runtime::response_v2::ResponseV2;
use envelope_runtime::schema::OutputSchema;

fn main() {
    println!("{:?}", OutputSchema::<ResponseV2, ()>::new().structured_errors());
}

// why: Structured errors are an option only in MCP: the other contracts always have them.
// fix: `OutputSchema::<ResponseV2, ()>::new()`
