// The author has a tool that cannot fail.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
enum Never {}

fn main() {
    let _: Option<Never> = None;
}

// why: Such an error never comes up, so it has no code to send.
// fix: `Result<Spec, std::convert::Infallible>`
