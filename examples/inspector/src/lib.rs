//! An inspector for Cargo workspaces, as plain functions, with one error enum. The example tools of every contract call them.
//!
//! It only reads, and it stays inside of the folder that it is given: nothing outside of it, or behind a symbolic link, is
//! read. It starts no program: it reads the manifests by Cargo's rules, and looks at no configuration of Cargo. What is read is
//! bounded, and a file that is not a regular file is not waited for.
//!
//! Answers are small: lists come in pages, and long texts are cut and end with an ellipsis. Source is read within limits, and
//! what was left out for them is named.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod budget;
mod cache;
mod call;
mod error;
mod exports;
mod inspector;
mod manifest;
mod members;
mod nesting;
mod page;
mod reading;
mod root;
mod signature;
mod source;
mod targets;
mod text;
mod tokens;
mod unsafe_sites;
mod workspace;

pub use budget::{Dropped, Limit, MAX_FILES, MAX_FOUND, MAX_SOURCE_BYTES, MAX_UNPARSED};
pub use call::{Call, CallGuard};
pub use error::InspectorError;
pub use exports::{Export, ExportKind, MAX_SIGNATURE};
pub use inspector::Inspector;
pub use nesting::{MAX_DEPTH, MAX_EXPRESSION};
pub use page::{MAX_PAGE_BYTES, MAX_PAGE_SIZE, Page};
pub use reading::{MAX_LOOKS, MAX_MANIFEST_BYTES, MAX_MANIFESTS_BYTES};
pub use source::{Counted, MAX_FILE_BYTES, MAX_TOKENS, Scanned, Source, Unparsed, UnparsedReason};
pub use text::{MAX_DESCRIPTION, MAX_NAME, MAX_QUERY, MAX_TEXT};
pub use unsafe_sites::{UnsafeKind, UnsafeSite};
pub use workspace::{Dependent, Package, Summary};
