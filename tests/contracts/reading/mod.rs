//! What each dialect reads: the examples of the contracts, what other implementations write, and what this crate writes.

mod as_sent;
mod contradictions;
mod examples;
mod hostile;
mod lenient;
mod others;
mod pages;
mod passed_on;
mod proxies;
