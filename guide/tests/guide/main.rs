//! The chapters are correct: samples run, links lead somewhere, and copies are current.

mod expansion;
mod figures;
mod function_calls;
mod notes;
mod pages;
mod programs;
mod samples;
