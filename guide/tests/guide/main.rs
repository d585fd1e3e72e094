//! The chapters are correct: samples run, links lead somewhere, and copies are current.

mod expansion;
mod figures;
mod function_calls;
mod migrating;
mod notes;
mod pages;
mod programs;
mod samples;

// The samples of the chapter about migrating have it in their root.
use migrating::store;
