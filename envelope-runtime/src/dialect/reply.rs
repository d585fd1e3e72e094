//! Data with metadata.

use std::fmt;

use super::Dialect;

/// The data of a tool, with metadata of the dialect `D`. A tool returns it instead of plain data.
///
/// Each dialect has an alias with the methods for its metadata: [`response_v2::Reply`](crate::response_v2::Reply),
/// [`dotbot::Reply`](crate::dotbot::Reply), [`mcp::Reply`](crate::mcp::Reply),
/// [`code_scalpel::Reply`](crate::code_scalpel::Reply). For a custom dialect, write an extension trait whose methods call
/// [`from_parts`](Self::from_parts) and [`with_meta`](Self::with_meta).
///
/// A reply does not implement `Serialize`, so that a reply of another dialect cannot pass as plain data.
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

    /// Changes the metadata, in the methods of your extension trait.
    pub fn with_meta(mut self, change: impl FnOnce(&mut D::Meta)) -> Self {
        change(&mut self.meta);
        self
    }

    /// The data and the metadata.
    pub fn into_parts(self) -> (T, D::Meta) {
        (self.data, self.meta)
    }

    pub(crate) fn take_meta(&mut self) -> D::Meta {
        std::mem::take(&mut self.meta)
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

// A derive would require `Clone` of the dialect instead of its metadata.
impl<T: Clone, D: Dialect<Meta: Clone>> Clone for Reply<T, D> {
    fn clone(&self) -> Self {
        Self { data: self.data.clone(), meta: self.meta.clone() }
    }
}

impl<T: fmt::Debug, D: Dialect<Meta: fmt::Debug>> fmt::Debug for Reply<T, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { data, meta } = self;
        f.debug_struct("Reply").field("data", data).field("meta", meta).finish()
    }
}
