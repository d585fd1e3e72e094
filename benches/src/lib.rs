//! The common code of the benchmarks: candidates that take turns, and the options of a run.

mod candidates;
mod options;
mod race;

pub use candidates::{Call, Candidate, Case};
pub use options::Options;
pub use race::{Figure, Race};
