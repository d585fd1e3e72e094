//! The metadata of a success, as the runtime reads and completes it.

use crate::budget::Cut;
use crate::error::ToolFailure;
use crate::metadata::Warning;
use crate::request_id::RequestId;

/// The metadata that a [`Reply`](crate::dialect::Reply) of a dialect carries: its [`Dialect::Meta`](crate::dialect::Dialect::Meta).
///
/// Each method has a default for a contract without such metadata, so `()` is the metadata of a contract that has none, and most
/// implementations are short:
///
/// ```
/// use envelope_runtime::Warning;
/// use envelope_runtime::dialect::Metadata;
///
/// #[derive(Default)]
/// struct Notes(Vec<String>);
///
/// impl Metadata for Notes {
///     fn warn(&mut self, warning: Warning) {
///         self.0.push(warning.message);
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the metadata of a dialect",
    label = "does not implement `Metadata`",
    note = "write `impl envelope_runtime::dialect::Metadata for {Self} {{}}`, or `type Meta = ();` without metadata"
)]
pub trait Metadata {
    /// Adds a warning about the call itself, such as an unknown argument. A contract without warnings drops it.
    fn warn(&mut self, warning: Warning) {
        let _ = warning;
    }

    /// Records that the data is a [`Page`](crate::Page), with the cursor of the next page and the number of items on all pages, and
    /// returns `true`. The default returns `false`, for a contract without pages: the runtime then adds both to the data, as `next_cursor`
    /// and `total_count`.
    fn paginate(&mut self, next_cursor: Option<&str>, total_count: Option<u64>) -> bool {
        let _ = (next_cursor, total_count);
        false
    }

    /// How the data can be cut if the envelope is larger than the [`Budget`](crate::Budget) of the tool. By default, the runtime reports
    /// the cut in the data, under the key `truncation`.
    ///
    /// Return [`Cut::InEnvelope`] if the dialect itself writes the [`Call::truncation`](crate::dialect::Call::truncation) into the
    /// envelope.
    #[must_use]
    fn cut(&self) -> Cut {
        Cut::InData
    }

    /// The texts besides the data, such as a summary of several lines. If the envelope is larger than its budget even with as little
    /// data as possible, the runtime cuts the longest texts at the end of a line, and adds a line that reports the cut.
    fn texts(&mut self) -> Vec<&mut String> {
        Vec::new()
    }

    /// The failure of a call whose body returned data. Override it if a reply of the contract can carry errors.
    #[must_use]
    fn failure(&self) -> Option<ToolFailure> {
        None
    }

    /// The request id of the reply. It replaces the id of the call.
    #[must_use]
    fn request_id(&self) -> Option<RequestId> {
        None
    }
}

/// For contracts without metadata.
impl Metadata for () {}
