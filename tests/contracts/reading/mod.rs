//! The client reads the examples of the contracts, and answers of this crate and of other implementations.

mod as_sent;
mod contradictions;
mod examples;
mod hostile;
mod lenient;
mod others;
mod pages;
mod passed_on;
mod proxies;
