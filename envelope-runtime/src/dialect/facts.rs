//! The constants of a dialect, for code that is compiled once for all dialects.

use super::{Dialect, Format};
use crate::request_id::RequestId;

/// The constants of the dialect that writes an envelope.
#[derive(Debug)]
pub struct DialectFacts {
    pub(crate) id: &'static str,
    pub(crate) format: Format,
    type_name: fn() -> &'static str,
    pub(crate) resolve_request_id: fn(&mut Option<RequestId>),
}

impl DialectFacts {
    /// The constants of a dialect.
    pub(crate) const fn of<D: Dialect>() -> &'static Self {
        const {
            &Self {
                id: D::ID,
                format: D::FORMAT,
                type_name: std::any::type_name::<D>,
                resolve_request_id: D::resolve_request_id,
            }
        }
    }

    /// Whether this word is the id or another name of the dialect.
    pub(crate) fn is_called(&self, word: &str) -> bool {
        let mut names = std::iter::once(&self.id).chain(self.format.aliases);
        names.any(|name| name.eq_ignore_ascii_case(word))
    }

    /// Whether the dialect is custom, so that it may write a key twice.
    pub(crate) fn is_of_user(&self) -> bool {
        !(self.type_name)().starts_with("envelope_runtime::")
    }
}
