//! Compares the times of annotated tools and of handwritten envelopes.
//!
//! `cargo bench -p envelope-benchmarks --bench runtime` measures all cases. With `mcp` at its end, it measures only cases with `mcp` in
//! their names.

mod budget;
mod cases;
mod failure;
mod peers;
mod shapes;
mod success;

use envelope_benchmarks::Options;

/// The id of the request around the calls.
const REQUEST_ID: &str = "req_7f3a9c2e51b84d06";

fn main() -> Result<(), lexopt::Error> {
    let options = Options::read()?;
    cases::for_each(&mut |case| {
        if options.want(&case.name) {
            case.check();
            options.run(case);
        }
    });
    Ok(())
}
