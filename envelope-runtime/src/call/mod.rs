//! A call of a tool, from its beginning to its answer.
//!
//! [`steps`] has the steps of every call until the end of its body, in their order. [`timeout`] and [`panics`] each add one, for tools
//! with a `timeout` and `catch_panic`. [`answer`] ends the call, and makes the envelope.

pub(crate) mod answer;
mod any_dialect;
mod fit;
pub(crate) mod panics;
mod shorten;
pub(crate) mod steps;
#[cfg(feature = "tokio")]
pub(crate) mod timeout;
mod trace;
