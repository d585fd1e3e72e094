//! An inspector for Cargo workspaces, as plain functions with one error enum. The example tools of every contract call them.
//!
//! It reads one folder, writes nothing and starts no program. It doesn't emulate Cargo: the packages are the members that
//! the workspace's manifest names, and their dependencies are the ones for every platform.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod cache;
mod error;
mod folder;
mod inspector;
mod manifest;
mod source;
mod workspace;

pub use error::InspectorError;
pub use inspector::Inspector;
pub use source::{Counted, LeftOut, MAX_FILE_BYTES, MAX_FILES, MAX_LISTED};
pub use workspace::{
    Dependent, MAX_MANIFEST_BYTES, MAX_MANIFESTS_BYTES, MAX_PACKAGES, MAX_TEXT, Package, Summary,
};
