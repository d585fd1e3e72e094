//! The data that a tool can return.

use serde::Serialize;

use super::{Dialect, Reply};
use crate::page::{NextPage, Page};

/// A dialect in which a tool can return plain data of the type `T`, besides a [`Reply`](super::Reply).
///
/// Most dialects need only the data, and implement this trait for every `T`: `impl<T> PlainData<T> for Acme {}`.
#[diagnostic::on_unimplemented(
    message = "a tool of this dialect cannot return plain `{T}`",
    label = "not enough for this dialect",
    note = "return the dialect's `Reply`, which takes what is missing",
    note = "or, if it is your own dialect, implement `envelope_runtime::dialect::PlainData` for it"
)]
pub trait PlainData<T>: Dialect {
    /// The metadata of a success with this plain data.
    fn meta(&mut self, _data: &T) -> Self::Meta {
        Self::Meta::default()
    }
}

/// A dialect in which a tool can return a `T`: plain data, or a [`Reply`] of the dialect.
#[diagnostic::on_unimplemented(
    message = "`{T}` cannot be the data of this tool",
    label = "not what a tool of this dialect can return",
    note = "each dialect has its own `Reply`: return the `Reply` of this tool's dialect, from `envelope_runtime::response_v2`, `dotbot`, `mcp_2025_11_25`, `mcp_2026_07_28` or `code_scalpel`; `rfc9457` has none",
    note = "data must implement `serde::Serialize`, in a `Reply` too: add `#[derive(serde::Serialize)]` to your own type; a `Page` is put into a reply with `Reply::page(page)`, which makes a `Reply<Vec<…>>`",
    note = "a dialect of your own must implement `PlainData` for the data: `impl<T> envelope_runtime::dialect::PlainData<T> for Acme {{}}`, with the name of the dialect"
)]
pub trait Returned<T>: Dialect {
    /// The data.
    type Data: Serialize;

    /// The data, without the metadata.
    fn data(returned: &T) -> &Self::Data;

    /// Makes the metadata of plain data, or takes the metadata of a reply.
    fn take_meta(&mut self, returned: &mut T) -> Self::Meta;

    /// Takes the cursor of a page.
    #[inline]
    fn take_page(_returned: &mut T) -> Option<NextPage> {
        None
    }
}

impl<T: Serialize, D: PlainData<T>> Returned<T> for D {
    type Data = T;

    #[inline]
    fn data(data: &T) -> &T {
        data
    }

    #[inline]
    fn take_meta(&mut self, data: &mut T) -> D::Meta {
        self.meta(data)
    }
}

impl<T: Serialize, D: PlainData<Vec<T>>> Returned<Page<T>> for D {
    type Data = Vec<T>;

    #[inline]
    fn data(page: &Page<T>) -> &Vec<T> {
        page.items()
    }

    #[inline]
    fn take_meta(&mut self, page: &mut Page<T>) -> D::Meta {
        self.meta(page.items())
    }

    #[inline]
    fn take_page(page: &mut Page<T>) -> Option<NextPage> {
        Some(page.take_next())
    }
}

// This impl is for a reply of any dialect `D`, not only of `Self`. A reply of another dialect then matches the form of two impls, so the
// compiler reports it with the message of `Returned`.
impl<T: Serialize, D: Dialect, S: Takes<D>> Returned<Reply<T, D>> for S {
    type Data = T;

    #[inline]
    fn data(reply: &Reply<T, D>) -> &T {
        reply.data()
    }

    #[inline]
    fn take_meta(&mut self, reply: &mut Reply<T, D>) -> S::Meta {
        self.take(reply.take_meta())
    }
}

/// Data that no tool returns.
#[derive(Debug)]
pub enum NoData {}

// Every dialect needs this second impl. If a dialect without `PlainData` had only the impl for `Reply`, the compiler would infer a `Reply`,
// and report that the data is not a `Reply`.
impl<D: Dialect> Returned<NoData> for D {
    type Data = ();

    fn data(returned: &NoData) -> &() {
        match *returned {}
    }

    fn take_meta(&mut self, returned: &mut NoData) -> D::Meta {
        match *returned {}
    }
}

/// A dialect that takes the replies of `D`. Every dialect takes its own replies.
pub trait Takes<D: Dialect>: Dialect {
    /// Takes the metadata of a reply.
    fn take(&mut self, meta: D::Meta) -> Self::Meta;
}

impl<D: Dialect> Takes<D> for D {
    #[inline]
    fn take(&mut self, meta: D::Meta) -> D::Meta {
        meta
    }
}
