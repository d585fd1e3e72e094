//! Annotated tools beside the same envelopes written by hand: how often a call allocates, and how much.

// Each of the two programs uses a part of what they share.
#![allow(dead_code, reason = "only the other program needs it")]

mod candidates;
mod cases;
mod failure;
mod peers;
mod success;

use allocation_counter::measure;

fn main() {
    println!("Allocations of a call, and their bytes.\n");
    cases::for_each(&mut |case| {
        case.check();
        print!("{:<52}", case.name);
        for candidate in &case.candidates {
            // The check has made the tool warm.
            let made = measure(|| candidate.call.repeat(1));
            print!(" {} {} ({} B)", candidate.name, made.count_total, made.bytes_total);
        }
        println!();
    });
}
