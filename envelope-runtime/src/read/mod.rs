//! Reading the envelopes of other tools, in every dialect.
//!
//! [`read`] tells the dialects apart by their marks. If you know the dialect, use its own `Response`, such as
//! [`response_v2::Response`](crate::response_v2::Response), whose metadata is typed:
//!
//! ```
//! use envelope_runtime::response_v2::Response;
//! use envelope_runtime::{RetryAfter, ToolFailure, envelope_tool};
//!
//! #[envelope_tool(dialect = "response-v2")]
//! fn search(query: &str) -> Result<(), ToolFailure> {
//!     Err(ToolFailure::rate_limited(100, "minute", 45))
//! }
//!
//! let envelope = search("auth");
//! let response: Response<()> = serde_json::from_str(envelope.as_str())?;
//! let failure = response.into_result().unwrap_err();
//! assert_eq!(failure.code(), "RATE_LIMIT_EXCEEDED");
//! assert_eq!(failure.retry_after(), Some(RetryAfter::Delay(std::time::Duration::from_secs(45))));
//! assert_eq!(failure.meta().rate_limit.as_ref().unwrap().remaining, Some(0));
//! # Ok::<(), serde_json::Error>(())
//! ```
//!
//! A [`Failure`] is an error: `?` passes it on, under whatever dialect your own tool answers in.
//!
//! # What is tolerated
//!
//! What the contract requires of an envelope has to be there, or reading it is a [`ReadError`] with a JSON pointer. Everything
//! else is read as far as it fits, and one odd value does not lose the others:
//!
//! - Null is absent, and so is an empty array.
//! - Unknown keys are kept: those of the metadata in its `extras()` or `extra`, those beside the data in [`Success::extra`].
//! - A value of an unexpected kind is kept there, too, under its own key. An unknown word of an enum is one, such as a
//!   `severity` of `critical`. So what was read serializes as it was.
//! - An unknown category is [`Failure::sent_error_type`].
//! - A number of another kind is converted, and a fraction is rounded up where the contract has whole numbers.
//! - An entry of a list that is no warning, hint or text becomes one, whose text is the JSON of the entry.

mod error;
mod failure;
mod lenient;
mod parts;
mod response;

pub use self::error::ReadError;
pub use self::failure::Failure;
pub use self::response::{Metadata, Response, Success};
pub use crate::dialect::any::{AnyResponse, read};

pub(crate) use self::failure::Received;
pub(crate) use self::lenient::{
    Entry, Lenient, deserialize, deserialize_entries, deserialize_leniently, words,
};
pub(crate) use self::parts::Parts;
pub(crate) use self::response::{Payload, Take, Taken};
