//! JSON text: one serializer, and the buffers that it writes to.
//!
//! The text is byte for byte what `serde_json` writes compactly. It is written into `String`s, so nothing checks for UTF-8
//! afterwards, and strings are searched for characters to escape eight bytes at a time.

mod cut;
mod depth;
#[cfg(feature = "read")]
mod document;
mod escape;
mod is_data;
#[cfg(feature = "read")]
mod lenient;
mod list;
mod map;
#[cfg(feature = "read")]
mod parts;
mod pretty;
#[cfg(feature = "read")]
mod read_object;
mod repeated_keys;
mod serialized_data;
mod sink;
mod transcode;
mod tree;
mod writer;

#[cfg(test)]
mod tests;

pub(crate) use cut::{Copied, first_items, first_lines, unescaped_len};
pub(crate) use depth::MAX_ENVELOPE_DEPTH;
#[cfg(feature = "read")]
pub(crate) use document::Document;
pub(crate) use escape::{contents_len, push_contents, push_string};
#[cfg(feature = "read")]
pub(crate) use lenient::{Entry, Lenient, deserialize, deserialize_entries, deserialize_leniently};
pub(crate) use list::{List, find_list};
pub use map::JsonMap;
#[cfg(feature = "read")]
pub(crate) use parts::Parts;
pub(crate) use pretty::{indented, string_len};
pub(crate) use serialized_data::SerializedData;
pub(crate) use sink::push_unsigned;
#[cfg(feature = "rmcp")]
pub(crate) use transcode::is_tree;
pub(crate) use transcode::{Known, Reader, transcode, transcode_answer, tree_of};
pub(crate) use writer::{Root, append, append_data};
