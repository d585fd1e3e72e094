//! The dialects of this crate, a folder each, and the code that lists them.
//!
//! The functions that write a dialect are inlined, so that only programs that use it compile them. Most programs use response-v2: its
//! functions are compiled with this crate.

#[cfg(feature = "read")]
pub(crate) mod any;
#[cfg(feature = "read")]
pub(crate) mod check;
mod merged;
#[cfg(feature = "read")]
mod parse;
#[cfg(feature = "read")]
pub(crate) mod recognize;
mod version;

pub mod code_scalpel;
pub mod dotbot;
pub mod mcp;
pub mod response_v2;
pub mod rfc9457;

#[cfg(feature = "read")]
use self::any::unknown;
#[cfg(feature = "read")]
use crate::check::Rulebook;
#[cfg(feature = "read")]
use crate::json::Document;
#[cfg(feature = "read")]
use crate::read::{Failure, ReadError, Take};
#[cfg(feature = "read")]
use crate::request_id::RequestId;

#[cfg(feature = "read")]
pub use self::any::read;
pub use self::mcp::versions::{mcp_2025_11_25, mcp_2026_07_28};

#[cfg(feature = "read")]
macro_rules! dialects {
    ($($module:ident: $variant:ident,)*) => {
        /// The rules of each contract.
        pub(crate) fn rulebooks() -> impl Iterator<Item = &'static Rulebook> {
            [$($module::RULEBOOKS),*].into_iter().flatten()
        }

        /// The response of a tool in any dialect: the return type of [`read`].
        ///
        /// [`into_result`](Self::into_result) has their common part. For the metadata, match the dialect.
        #[derive(Clone, Debug)]
        #[non_exhaustive]
        #[must_use = "a response can be a failure"]
        pub enum AnyResponse<T> {
            $(
                #[doc = concat!("The response of a tool in a dialect of [`", stringify!($module), "`](crate::", stringify!($module), ").")]
                $variant($module::Response<T>),
            )*
        }

        impl<T> AnyResponse<T> {
            /// The id of the dialect. A result of MCP with a `resultType` belongs to `mcp-2026-07-28`.
            #[must_use]
            pub fn dialect(&self) -> &'static str {
                match self {
                    $(Self::$variant(response) => response.meta().dialect(),)*
                }
            }

            /// Whether the tool succeeded.
            #[must_use]
            pub fn is_success(&self) -> bool {
                match self {
                    $(Self::$variant(response) => response.is_success(),)*
                }
            }

            /// The data, or the failure.
            ///
            /// # Errors
            ///
            /// The failure that the tool answered with.
            pub fn into_result(self) -> Result<T, Failure> {
                match self {
                    $(Self::$variant(response) => response.into_data(),)*
                }
            }
        }

        impl<T> AnyResponse<T> {
            fn request_id(&self) -> Option<&RequestId> {
                match self {
                    $(Self::$variant(response) => response.meta().request_id(),)*
                }
            }
        }

        /// Whether an envelope with a mark of this dialect is the plain data of a success.
        fn is_plain_data(id: &str, envelope: &Document<'_>) -> bool {
            $(if $module::Response::<()>::is_of(id) {
                return $module::Response::<()>::is_plain_data(envelope);
            })*
            false
        }

        impl<'de, T: serde::Deserialize<'de>> AnyResponse<T> {
            /// Reads an envelope of the dialect with this id.
            fn of_dialect(id: &str, envelope: Document<'de>) -> Result<Self, ReadError> {
                $(if $module::Response::<T>::is_of(id) {
                    return $module::Response::from_document(envelope).map(Self::$variant);
                })*
                Err(unknown(&envelope))
            }
        }
    };
}

// A dialect is a folder, which is declared above, and a line here: its module, and the variant of `AnyResponse` for it.
#[cfg(feature = "read")]
dialects! {
    response_v2: ResponseV2,
    dotbot: Dotbot,
    mcp: Mcp,
    code_scalpel: CodeScalpel,
    rfc9457: Rfc9457,
}
