//! JSON text: one serializer, and the buffers that it writes to.
//!
//! The text is byte for byte what `serde_json` writes compactly. It is written into `String`s, so nothing checks for UTF-8
//! afterwards, and strings are searched for what has to be escaped eight bytes at a time.

mod data;
mod depth;
mod document;
mod escape;
mod pretty;
mod scratch;
mod sink;
mod transcode;
mod tree;
mod unique;
mod writer;

#[cfg(test)]
mod tests;

pub(crate) use data::writes_data;
pub(crate) use document::Document;
pub(crate) use escape::{push_contents, push_string};
pub(crate) use pretty::indented;
pub(crate) use scratch::Scratch;
#[cfg(feature = "rmcp")]
pub(crate) use scratch::{clear, with_buffer};
pub(crate) use sink::push_unsigned;
pub(crate) use transcode::{Known, transcode, tree_of, tree_with};
pub(crate) use writer::{Root, append};
