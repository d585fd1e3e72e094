//! The chapters of the guide, so that rustdoc compiles and runs their samples. `tests/pages.rs` checks that none is missing.

#[doc = include_str!("src/errors.md")]
pub mod errors {}
#[doc = include_str!("src/first-tool.md")]
pub mod first_tool {}
#[doc = include_str!("src/metadata.md")]
pub mod metadata {}
