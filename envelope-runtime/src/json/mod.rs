//! JSON text: one serializer, and the buffers that it writes to.
//!
//! The text has the same bytes as the compact output of `serde_json`. It is written into `String`s, so it needs no check for UTF-8,
//! and the search for characters to escape reads blocks of sixteen bytes.

mod cut_points;
mod depth;
mod escape;
mod is_data;
mod key_of;
mod lines;
mod list;
mod pretty;
mod repeated_keys;
mod serialized_data;
mod sink;
mod source_text;
mod transcode;
mod tree;
mod writer;

#[cfg(test)]
mod tests;

pub(crate) use cut_points::{Ends, Keep};
pub(crate) use depth::{
    MAX_DEPTH, MAX_ENVELOPE_DEPTH, MAX_SENT_DEPTH, is_nested_at_most, too_deep,
};
pub(crate) use escape::{contents_len, push_contents, push_string};
pub(crate) use list::{Outline, Part, find_part};
pub(crate) use pretty::{indented, string_len};
pub(crate) use serialized_data::{Data, SerializedData, added_entry};
pub(crate) use sink::push_unsigned;
pub(crate) use source_text::SourceText;
pub(crate) use transcode::check_unique_keys;
#[cfg(feature = "rmcp3")]
pub(crate) use transcode::is_tree;
pub(crate) use transcode::{Known, Reader, transcode, transcode_answer, tree_of};
pub(crate) use writer::{CURSOR, Root, append, append_data, append_given};
