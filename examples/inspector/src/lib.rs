//! An inspector for Cargo workspaces, as plain functions: what the example tools of every contract do, and one enum for what
//! can go wrong.
//!
//! It reads and never writes, and it stays inside of the folder that it is given: what lies outside of it, or behind a
//! symbolic link, is not shown. Cargo is asked for the packages, without the network, and reads the manifests that the
//! workspace names. What takes Cargo too long, or is no regular file, is not waited for.
//!
//! Answers are small: they come in pages, and texts in them are cut, with an ellipsis at their end.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod cache;
mod cargo;
mod child;
mod error;
mod exports;
mod inspector;
mod nesting;
mod page;
mod signature;
mod source;
mod text;
mod unsafe_sites;
mod workspace;

pub use error::InspectorError;
pub use exports::{Export, ExportKind, MAX_SIGNATURE};
pub use inspector::Inspector;
pub use nesting::{MAX_DEPTH, MAX_EXPRESSION};
pub use page::{MAX_PAGE_BYTES, MAX_PAGE_SIZE, Page};
pub use source::{
    Counted, MAX_FILE_BYTES, MAX_FILES, MAX_SOURCE_BYTES, MAX_UNPARSED, Scanned, Source, Unparsed,
    UnparsedReason,
};
pub use text::{MAX_DESCRIPTION, MAX_NAME, MAX_QUERY, MAX_TEXT};
pub use unsafe_sites::{UnsafeKind, UnsafeSite};
pub use workspace::{Dependent, Package, Summary};
