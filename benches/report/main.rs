//! Runs all benchmarks and writes the page of their figures, `benches/figures.md`.
//!
//! `cargo run --release -p envelope-benchmarks --bin report` takes a quarter of an hour. With names of benchmarks as arguments, it
//! measures only these benchmarks, and reads the other figures of earlier runs from `figures.json` in the target folder.

mod page;

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use envelope_benchmarks::Figure;
use serde::{Deserialize, Serialize};

/// All measurements.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Figures {
    /// The machine and the compiler.
    machine: String,
    runtime: Vec<Figure>,
    server: Vec<Figure>,
    allocations: Vec<Allocations>,
    builds: Vec<Build>,
}

/// The allocations of a call.
#[derive(Debug, Serialize, Deserialize)]
struct Allocations {
    case: String,
    candidate: String,
    allocations: u64,
    bytes: u64,
}

/// The cost of building a crate of tools: seconds of processor time, and bytes.
#[derive(Debug, Serialize, Deserialize)]
struct Build {
    case: String,
    candidate: String,
    tools: usize,
    check: f64,
    release: f64,
    size: u64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let target = std::env::var_os("CARGO_TARGET_DIR");
    let kept = target.map_or_else(|| package.join("../target"), PathBuf::from).join("figures.json");
    let named: Vec<_> = std::env::args().skip(1).collect();
    let mut figures = match fs::read_to_string(&kept) {
        Ok(figures) => serde_json::from_str(&figures)?,
        Err(_) => Figures::default(),
    };
    for name in ["runtime", "server", "allocations", "builds"] {
        if named.is_empty() || named.iter().any(|named| named == name) {
            figures.measure(name)?;
            fs::write(&kept, serde_json::to_string(&figures)?)?;
        }
    }
    fs::write(package.join("figures.md"), page::page(&figures))?;
    println!("benches/figures.md");
    Ok(())
}

impl Figures {
    /// Runs a benchmark: three times for medians if its figures vary much, and otherwise once.
    fn measure(&mut self, name: &str) -> Result<(), Box<dyn Error>> {
        self.machine = machine();
        match name {
            "runtime" => self.runtime = median(&[run(name)?, run(name)?, run(name)?]),
            "server" => self.server = median(&[run(name)?, run(name)?, run(name)?]),
            "allocations" => self.allocations = run(name)?,
            _ => self.builds = run(name)?,
        }
        Ok(())
    }
}

/// Makes glibc keep freed memory. Otherwise, the layout of the heap decides whether each call returns memory to the system and
/// requests it again.
const KEEP_MEMORY: [(&str, &str); 2] =
    [("MALLOC_TRIM_THRESHOLD_", "1000000000"), ("MALLOC_MMAP_THRESHOLD_", "1000000000")];

/// Runs a benchmark, and returns its lines.
fn run<T: for<'de> Deserialize<'de>>(bench: &str) -> Result<Vec<T>, Box<dyn Error>> {
    eprintln!("measuring: {bench}");
    let output = Command::new(env!("CARGO"))
        .args(["bench", "--quiet", "-p", "envelope-benchmarks", "--bench", bench, "--", "--json"])
        .envs(KEEP_MEMORY)
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()?;
    if !output.status.success() {
        return Err(format!("the benchmark `{bench}` failed").into());
    }
    let lines = String::from_utf8(output.stdout)?;
    Ok(lines.lines().map(serde_json::from_str).collect::<Result<_, _>>()?)
}

/// Returns the run with the median ratio for each figure. The time of the first candidate is also a median, so that all figures of
/// a case have the same time.
fn median(runs: &[Vec<Figure>]) -> Vec<Figure> {
    let Some(first) = runs.first() else { return Vec::new() };
    let of_all = |index: usize| {
        let mut figures: Vec<_> = runs.iter().filter_map(|run| run.get(index)).collect();
        let middle = figures.len() / 2;
        figures.sort_by(|a, b| a.first_ns.total_cmp(&b.first_ns));
        let first_ns = figures.get(middle)?.first_ns;
        figures.sort_by(|a, b| a.ratio.total_cmp(&b.ratio));
        Some(Figure { first_ns, ..(*figures.get(middle)?).clone() })
    };
    (0..first.len()).filter_map(of_all).collect()
}

fn machine() -> String {
    let rustc = Command::new("rustc").arg("--version").output();
    let rustc = rustc.ok().and_then(|output| String::from_utf8(output.stdout).ok());
    let cpus = std::thread::available_parallelism().map_or(1, usize::from);
    let os = std::env::consts::OS;
    let arch = std::env::consts::ARCH;
    format!("{arch}, {os}, {cpus} processors, {}", rustc.unwrap_or_default().trim())
}
