//! The chapters say what is true: their samples run, their links lead somewhere, and their copies are current.

mod expansion;
mod figures;
mod function_calls;
mod notes;
mod pages;
mod programs;
mod samples;
