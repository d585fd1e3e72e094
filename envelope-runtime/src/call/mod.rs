//! A call of a tool: it begins, its body runs, its outcome is settled, and its answer is rendered.
//!
//! [`steps`] contains the four steps, in this order. [`running`] applies the settings before them, and [`outcome`] the settings that read
//! the body's outcome. [`panics`] wraps the author's code in `catch_panic`, and [`timeout`] wraps the body in its limit. [`cut_to_fit`]
//! cuts data to its budget, and [`breach`] compares an answer with the output schema of the tool. [`outside`] answers without a tool.

mod answering;
mod breach;
mod cut_to_fit;
pub(crate) mod outcome;
pub(crate) mod outside;
pub(crate) mod panics;
pub(crate) mod running;
mod shorten_texts;
pub(crate) mod steps;
#[cfg(feature = "tokio1")]
pub(crate) mod timeout;
mod trace;
