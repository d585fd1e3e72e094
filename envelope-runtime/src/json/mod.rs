//! JSON text: one serializer, and the buffers that it writes to.
//!
//! The text is byte for byte what `serde_json` writes compactly. It is written into `String`s, so nothing checks for UTF-8
//! afterwards, and strings are searched for what has to be escaped eight bytes at a time.

mod assembly;
mod data;
mod depth;
mod document;
mod escape;
mod object;
mod pretty;
mod raw;
mod sink;
mod transcode;
mod tree;
mod unique;
mod writer;

#[cfg(test)]
mod tests;

pub use assembly::Frame;
pub(crate) use assembly::{Apart, Assembly, WriteFrame};
#[cfg(feature = "rmcp")]
pub(crate) use assembly::{clear, with_buffer};
pub use data::{Data, DataText};
pub(crate) use document::Document;
pub(crate) use object::{Constant, Entries, Name, Object, constant, name};
pub(crate) use raw::{Raw, writes_data};
#[cfg(feature = "rmcp")]
pub(crate) use transcode::tree_and_text;
pub(crate) use transcode::{transcode, tree_of};
pub(crate) use writer::append;
