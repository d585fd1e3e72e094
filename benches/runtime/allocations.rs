//! Annotated tools beside the same envelopes written by hand: how often a call allocates, and how much.

mod budget;
mod cases;
mod failure;
mod peers;
mod shapes;
mod success;

use allocation_counter::measure;
use envelope_benchmarks::Options;

/// The id of the request that every call is made in.
const REQUEST_ID: &str = "req_7f3a9c2e51b84d06";

fn main() -> Result<(), lexopt::Error> {
    let options = Options::read()?;
    cases::for_each(&mut |case| {
        if !options.want(&case.name) {
            return;
        }
        case.check();
        let counts: Vec<_> = case
            .candidates
            .iter()
            // The check has made the tool warm.
            .map(|candidate| (candidate.name, measure(|| candidate.call.repeat(1))))
            .collect();
        if options.is_json() {
            for (candidate, made) in &counts {
                let (count, bytes) = (made.count_total, made.bytes_total);
                println!(
                    "{}",
                    serde_json::json!({"case": case.name, "candidate": candidate, "allocations": count, "bytes": bytes})
                );
            }
            return;
        }
        print!("{:<52}", case.name);
        for (candidate, made) in &counts {
            print!(" {candidate} {} ({} B)", made.count_total, made.bytes_total);
        }
        println!();
    });
    Ok(())
}
