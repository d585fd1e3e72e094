//! ```console
//! $ cargo run --release -p envelope-generated                                  # a million cases
//! $ cargo run --release -p envelope-generated -- --cases 10000 --seed 7        # fewer, and other ones
//! $ cargo run --release -p envelope-generated -- --only secrets --seed 42 --cases 1
//! ```

#![forbid(unsafe_code)]

use std::process::ExitCode;
use std::time::{Duration, Instant};

use envelope_generated::{Counts, FAMILIES, Failed, Family};
use lexopt::prelude::*;

const HELP: &str = "\
Runs generated cases of everything that Envelope promises.

  --cases N    how many, over all families; a million by default
  --seed N     the first seed; 1 by default
  --only NAME  one family
  --time N     the longest time, in seconds; 900 by default
";

fn main() -> ExitCode {
    match Settings::read() {
        Err(error) => {
            eprintln!("cases: {error}");
            ExitCode::from(2)
        }
        Ok(None) => {
            print!("{HELP}");
            ExitCode::SUCCESS
        }
        Ok(Some(settings)) => settings.run(),
    }
}

struct Settings {
    cases: u64,
    seed: u64,
    families: Vec<Family>,
    time: Duration,
}

impl Settings {
    fn read() -> Result<Option<Self>, lexopt::Error> {
        let mut settings = Self {
            cases: 1_000_000,
            seed: 1,
            families: FAMILIES.to_vec(),
            time: Duration::from_secs(900),
        };
        let mut arguments = lexopt::Parser::from_env();
        while let Some(argument) = arguments.next()? {
            match argument {
                Long("cases") => settings.cases = arguments.value()?.parse::<u32>()?.into(),
                Long("seed") => settings.seed = arguments.value()?.parse()?,
                Long("time") => {
                    settings.time = Duration::from_secs(arguments.value()?.parse::<u32>()?.into());
                }
                Long("only") => {
                    let name = arguments.value()?.string()?;
                    settings.families.retain(|family| family.name == name);
                    if settings.families.is_empty() {
                        let names = FAMILIES.map(|family| family.name).join(", ");
                        return Err(
                            format!("no family is called `{name}`; there are {names}").into()
                        );
                    }
                }
                Long("help") | Short('h') => return Ok(None),
                other => return Err(other.unexpected()),
            }
        }
        Ok(Some(settings))
    }

    /// Runs the families, and prints a row for each.
    fn run(&self) -> ExitCode {
        let deadline = Instant::now() + self.time;
        let each = self.cases.div_ceil(self.families.len() as u64);
        let seeds = self.seed..self.seed.saturating_add(each);
        // Hides the messages of panics, since a failure is reported with its seed.
        std::panic::set_hook(Box::new(|_| {}));
        println!("{:22} {:>10} {:>10} {:>8}  promise", "family", "cases", "judged", "seconds");
        let (mut cases, mut judged, mut ended) = (0, 0, ExitCode::SUCCESS);
        for family in &self.families {
            match family.run(seeds.clone(), deadline) {
                Ok(counts) => {
                    row(family.name, &counts, family.promise);
                    (cases, judged) = (cases + counts.cases, judged + counts.judged);
                }
                Err(failed) => {
                    report(&failed);
                    ended = ExitCode::FAILURE;
                }
            }
        }
        println!("{:22} {cases:>10} {judged:>10}", "all");
        if ended == ExitCode::SUCCESS && cases < each * self.families.len() as u64 {
            println!("The time was up before all cases had run");
            ended = ExitCode::from(2);
        }
        ended
    }
}

fn row(name: &str, counts: &Counts, promise: &str) {
    let Counts { cases, judged, time } = counts;
    println!("{name:22} {cases:>10} {judged:>10} {:>8.1}  {promise}", time.as_secs_f64());
}

fn report(failed: &Failed) {
    let Failed { family, seed, message, smallest, choices: (now, before) } = failed;
    println!("{family:22} FAILED\n{message}\n");
    println!("The smallest case that was found has {now} of {before} choices:\n{smallest}\n");
    println!(
        "To run it again: cargo run --release -p envelope-generated -- --only {family} --seed {seed} --cases 1\n"
    );
}
