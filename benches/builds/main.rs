//! Measures how long crates with many tools take to build, for several ways to write tools.
//!
//! For each way and number of tools, it prints the processor time of `cargo check` and of `cargo build --release`, and the size of the
//! library. The dependencies of the crates are built first, and not measured.

mod crates;

use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use envelope_benchmarks::Options;
use serde::Serialize;

use self::crates::{Way, source};

/// The manifest of the crates. `{runtime}` is the path of the runtime.
const MANIFEST: &str = r#"
[package]
name = "tools"
version = "0.1.0"
edition = "2024"

[features]
sdk = ["dep:rmcp", "dep:schemars"]

[dependencies]
envelope-runtime = { path = "{runtime}" }
rmcp = { version = "3", default-features = false, features = ["macros", "server"], optional = true }
schemars = { version = "1", optional = true }
serde = { version = "1", features = ["derive"] }
serde_json = "1"
thiserror = "2"
tracing = "0.1"

[workspace]
"#;

/// The cost of building a crate.
#[derive(Debug, Serialize)]
struct Cost {
    case: String,
    candidate: &'static str,
    tools: usize,
    /// Seconds of processor time.
    check: f64,
    release: f64,
    /// Bytes of the library.
    size: u64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::read()?;
    // Only crates with shared types are built in several sizes.
    let counts: [&[usize]; 2] =
        if options.is_measured() { [&[10, 100, 500, 1_000], &[500]] } else { [&[2], &[2]] };
    let folder = tempfile::tempdir()?;
    let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("../envelope-runtime");
    let manifest = MANIFEST.replace("{runtime}", &runtime.canonicalize()?.to_string_lossy());
    fs::create_dir(folder.path().join("src"))?;
    fs::write(folder.path().join("Cargo.toml"), manifest)?;
    // The crates use the versions in the workspace's lock file.
    fs::copy(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.lock"),
        folder.path().join("Cargo.lock"),
    )?;
    for (has_own_types, counts) in [false, true].into_iter().zip(counts) {
        let case = if has_own_types { "a type for each tool" } else { "shared types" };
        for &tools in counts {
            for way in Way::ALL {
                // The SDK's `#[tool]` takes minutes for more tools.
                if way == Way::Sdk && tools > 500 {
                    continue;
                }
                if !options.want(&format!("{case}, {tools} tools, {}", way.name())) {
                    continue;
                }
                // An empty crate builds the dependencies.
                fs::write(folder.path().join("src/lib.rs"), "")?;
                cargo(folder.path(), "check", way)?;
                cargo(folder.path(), "build", way)?;
                fs::write(folder.path().join("src/lib.rs"), source(way, tools, has_own_types))?;
                let check = cargo(folder.path(), "check", way)?;
                let release = cargo(folder.path(), "build", way)?;
                let size = fs::metadata(folder.path().join("target/release/libtools.rlib"))?.len();
                let cost = Cost {
                    case: case.to_owned(),
                    candidate: way.name(),
                    tools,
                    check,
                    release,
                    size,
                };
                if options.is_json() {
                    println!("{}", serde_json::to_string(&cost)?);
                } else {
                    println!(
                        "{case:<22} {tools:>5} tools, {:<20} check {check:6.2} s, release {release:6.2} s, {:>6} KiB",
                        way.name(),
                        size / 1024
                    );
                }
            }
        }
    }
    Ok(())
}

/// Runs Cargo. Returns the seconds of processor time, or of elapsed time if the system does not report processor time.
fn cargo(folder: &Path, command: &str, way: Way) -> Result<f64, Box<dyn Error>> {
    let start = (Instant::now(), children_seconds());
    let mut cargo = Command::new(env!("CARGO"));
    cargo.arg(command).current_dir(folder).env("CARGO_TARGET_DIR", folder.join("target"));
    cargo.args((command == "build").then_some("--release"));
    cargo.args(way.features());
    let output = cargo.stdin(Stdio::null()).output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    let seconds = match (start.1, children_seconds()) {
        (Some(start), Some(end)) => end - start,
        _ => start.0.elapsed().as_secs_f64(),
    };
    Ok(seconds)
}

/// The processor time of this program's children on Linux, or `None` on other systems.
fn children_seconds() -> Option<f64> {
    const TICKS_PER_SECOND: f64 = 100.0;

    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // The fields follow the name of the program, which is in parentheses.
    let fields: Vec<_> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |field: usize| fields.get(field)?.parse::<f64>().ok();
    Some((ticks(13)? + ticks(14)?) / TICKS_PER_SECOND)
}
