//! The inspector reads workspaces that the tests write.

#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used, reason = "a test may panic")]

mod as_cargo;
mod cache;
mod call;
mod confinement;
mod exports;
mod failures;
mod hostile_source;
mod packages;
mod pages;
#[cfg(unix)]
mod race;
#[cfg(feature = "schemars")]
mod schemas;
#[cfg(unix)]
mod stuck;
mod support;
mod unsafe_sites;
