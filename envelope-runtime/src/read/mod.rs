//! Reading the envelopes of other tools, in every dialect. It needs the feature `read`.
//!
//! | item | purpose |
//! |---|---|
//! | [`read`](crate::read()) | reads an envelope of any dialect, as an [`AnyResponse`](crate::AnyResponse) |
//! | [`Response`] | an envelope: [`into_result`](Response::into_result) gives the data or the failure |
//! | [`Success`], [`Failure`] | the data with its metadata, and the failure, which is an error |
//! | [`ReadError`] | why text is not an envelope, with the place |
//!
//! [`read`](crate::read()) recognizes the dialect by the keys of the envelope. If you know the dialect, use its own `Response`, such as
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
//! # Tolerance
//!
//! If a required part of the envelope is missing or wrong, reading returns a [`ReadError`] with a JSON Pointer. Everything else is
//! optional, and one unexpected value does not affect the others:
//!
//! - `null` and an empty array count as absent.
//! - Unknown keys are kept: keys of the metadata in its `extras()` or `extra`, keys next to the data in [`Success::extra`].
//! - A value of an unexpected type is also kept there, under its key. The same goes for an unknown enum value, such as a `severity`
//!   of `critical`. So metadata serializes as it was received.
//! - An unknown code and an unknown category are available from [`Failure::sent_code`] and [`Failure::sent_error_type`], and are
//!   forwarded as they were sent. Their retry advice is [`Retry::Unknown`](crate::Retry::Unknown).
//! - A number of another type is converted. A fraction is rounded up where the contract requires a whole number.
//! - A list entry that is not a valid warning, hint or text is converted to one, with the JSON of the entry as its text.
//!
//! # Time and memory
//!
//! Both are proportional to the length of the text, for every reader of this crate. Reading needs at most 128 bytes at a time for
//! each byte of text, beyond the data that you read it as. Lists of numbers instead of warnings, errors or actions need the most, because
//! each number becomes an entry; 64 bytes are enough for other text. Limit the length of the text that you read from servers that
//! you don't trust.

pub(crate) mod error;
mod failure;
mod parts;
mod received;
mod response;

pub(crate) use self::error::ReadError;
pub use self::failure::Failure;
pub use self::response::{Metadata, Response, Success};

pub(crate) use self::received::Received;
pub(crate) use self::response::{Payload, Take, Taken};
