//! Each dialect reads the examples of the contracts, and the answers of other implementations and of this crate.

mod as_sent;
mod contradictions;
mod examples;
mod hostile;
mod lenient;
mod others;
mod pages;
mod passed_on;
mod proxies;
