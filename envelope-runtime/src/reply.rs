//! Data with metadata: what a tool returns if plain data is not enough.

use crate::dialect::Dialect;

/// A tool's data, and the metadata that the dialect `D` can carry beside it.
///
/// Each dialect has an alias and the methods for its metadata: see [`response_v2::Reply`](crate::response_v2::Reply). A
/// dialect of your own makes replies with [`from_parts`](Self::from_parts), from an extension trait.
///
/// A reply does not implement `Serialize`: that is how a tool's plain data and its replies are told apart.
#[derive(Debug, Clone)]
#[must_use]
pub struct Reply<T, D: Dialect> {
    data: T,
    meta: D::Meta,
}

impl<T, D: Dialect> Reply<T, D> {
    /// A reply with this data and metadata.
    pub fn from_parts(data: T, meta: D::Meta) -> Self {
        Self { data, meta }
    }

    /// The same reply with its metadata changed.
    ///
    /// A dialect of your own uses it for the methods of its replies.
    pub fn with_meta(mut self, change: impl FnOnce(&mut D::Meta)) -> Self {
        change(&mut self.meta);
        self
    }

    /// The data and the metadata.
    pub fn into_parts(self) -> (T, D::Meta) {
        (self.data, self.meta)
    }

    /// The data.
    pub fn data(&self) -> &T {
        &self.data
    }

    /// The metadata.
    pub fn meta(&self) -> &D::Meta {
        &self.meta
    }
}
