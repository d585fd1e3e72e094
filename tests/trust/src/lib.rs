//! What the tests are worth: parts that are measured one by one, and the table that is made of their results.
//!
//! See `main.rs` for the command. The results are in `results/`, a file for each part, and the table is `README.md`.

#![forbid(unsafe_code)]

pub mod cases;
pub mod counts;
pub mod coverage;
pub mod mutants;
pub mod results;
pub mod table;
mod workspace;

/// Why a part could not be measured, or what it found wrong.
pub type Failed = Box<dyn std::error::Error + Send + Sync>;
