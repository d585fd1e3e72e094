//! Annotated tools beside the same envelopes written by hand: how long a call takes.
//!
//! `cargo bench --bench envelope` measures everything, `cargo bench --bench envelope mcp` what has `mcp` in its name. Without
//! `--bench`, which `cargo bench` adds, or with `--test`, each candidate runs once and is only checked.
//!
//! `cargo bench --bench allocations` counts the allocations of the same calls. It is a program of its own, since an allocator
//! that counts would slow down some candidates more than others.

mod candidates;
mod cases;
mod failure;
mod peers;
mod race;
mod success;

use lexopt::{Arg, Parser, ValueExt};

use self::candidates::Case;
use self::race::Race;

fn main() -> Result<(), lexopt::Error> {
    let (mut is_bench, mut is_test, mut filter) = (false, false, String::new());
    let mut arguments = Parser::from_env();
    while let Some(argument) = arguments.next()? {
        match argument {
            Arg::Long("bench") => is_bench = true,
            Arg::Long("test") => is_test = true,
            Arg::Value(value) => filter = value.string()?,
            other => return Err(other.unexpected()),
        }
    }
    if is_bench && !is_test {
        println!(
            "Time as a multiple of the first candidate's: median (10th to 90th percentile).\n"
        );
    }
    cases::for_each(&mut |case: &Case<'_>| {
        if !case.name.contains(&filter) {
            return;
        }
        case.check();
        if is_bench && !is_test {
            println!("{:<52} {}", case.name, Race::run(case));
        } else {
            println!("{:<52} the candidates agree", case.name);
        }
    });
    Ok(())
}
