//! Compares the allocations of annotated tools and of handwritten envelopes: their number and their bytes.

mod budget;
mod cases;
mod failure;
mod peers;
mod shapes;
mod success;

use allocation_counter::measure;
use envelope_benchmarks::Options;

/// The id of the request around the calls.
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
            // The thread is warm, since `check` has called each candidate.
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
