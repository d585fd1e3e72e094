//! Annotated tools beside the same envelopes written by hand: how long a call takes.
//!
//! `cargo bench -p envelope-benchmarks --bench runtime` measures everything, and with `mcp` at its end what has `mcp` in its name.

mod budget;
mod cases;
mod failure;
mod peers;
mod shapes;
mod success;

use envelope_benchmarks::Options;

/// The id of the request that every call is made in.
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
