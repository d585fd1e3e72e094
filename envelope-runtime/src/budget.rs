//! The size that an envelope may have, and how an envelope reports that its data was cut to fit.

use std::fmt::{self, Display};

use serde_json::{Map, Value};

use crate::error::{ErrorCode, ToolFailure};
use crate::metadata::{Warning, WarningCode};
#[cfg(feature = "testing")]
use crate::testing::Frozen;

/// The size that the envelope of a success may have: the argument `budget` of
/// [`envelope_tool`](macro@crate::envelope_tool).
///
/// ```
/// use envelope_runtime::{ToolFailure, envelope_tool};
///
/// #[envelope_tool(
///     dialect = "response-v2",
///     data = "tasks",
///     budget(bytes = 1_000, hint = "Filter by status to get fewer.")
/// )]
/// fn tasks() -> Result<Vec<u32>, ToolFailure> {
///     Ok((0..1_000).collect())
/// }
///
/// let envelope = tasks();
/// assert!(envelope.as_str().len() <= 1_000);
/// assert!(envelope.as_str().contains(concat!(
///     r#"{"code":"CONTENT_TRUNCATED","severity":"info","message":"#,
///     r#""The first 142 of 1000 items of `tasks` are here, and 858 are left out. Filter by status to get fewer.""#,
/// )));
/// ```
///
/// An envelope within its budget is sent as it is. Of a larger one, the last items of a list are left out: of the list that
/// `list = "…"` names by its path in the data, such as `page.tasks`, or else of the only list in the data. A list within an item
/// of a list, a tuple, and an empty list don't count. The warning `CONTENT_TRUNCATED` reports how many items are left out.
///
/// | contract | the report |
/// |---|---|
/// | response-v2 | `meta.warnings` and `meta.warning_details`, and `content_fidelity: "partial"` |
/// | dotbot | an entry of `warnings`, with the numbers in its `details` |
/// | MCP | the key `truncation` of the data, and so of both copies; with a text of its own, also the last line of the text |
/// | Code Scalpel, RFC 9457 | the key `truncation` of the data |
/// | a custom one | [`Metadata::cut`](crate::dialect::Metadata::cut) decides; by default, the key `truncation` of the data |
///
/// ```
/// use envelope_runtime::{ToolFailure, envelope_tool};
///
/// #[envelope_tool(
///     dialect = "rfc9457",
///     data = "tasks",
///     budget(bytes = 140, hint = "Filter by status to get fewer.")
/// )]
/// fn tasks() -> Result<Vec<u32>, ToolFailure> {
///     Ok((0..1_000).collect())
/// }
///
/// assert_eq!(
///     tasks().as_str(),
///     concat!(
///         r#"{"tasks":[0,1,2,3,4],"truncation":"The first 5 of 1000 items of `tasks` are here, "#,
///         r#"and 995 are left out. Filter by status to get fewer."}"#,
///     )
/// );
/// ```
///
/// The output schema of a tool with a budget has the key `truncation`, where the data gets it.
///
/// A client of MCP shows one of the two copies of the data, so the budget counts one: the larger of the two, and its text as the model reads
/// it, without escapes.
///
/// The call fails with `RESULT_TOO_LARGE` if
///
/// - no item fits, or fewer than the `minItems` of the list in the output schema;
/// - the data has no list, or several, and `list` names none of them;
/// - the data is a page, whose cursor would skip the items that are left out: of [`Page`](crate::Page), taken apart or not, or of a reply
///   with its own pagination. [`Page::fitting`](crate::Page::fitting) makes pages that fit;
/// - the key `truncation` would report the cut, and the data is no object, or has the key already.
///
/// The `details` of the failure have the `size` and the `limit`, and the log has the reason.
///
/// The text of an MCP tool with `text` is cut at the end of a line, and its last line states how many lines are here and how many bytes
/// are left out. The lines of the rest are not counted. The other texts of an MCP tool, which are `text("…", …)`, the text of a reply and
/// text blocks, are cut in the same way if not even one item fits with them. For a custom dialect,
/// [`Metadata::texts`](crate::dialect::Metadata::texts) lists them.
///
/// The data is serialized whole, and cut in its JSON, so a result that is cut takes about as much time as the whole result.
///
/// A tuple, and an array of a fixed length, are not cut: they would no longer match the output schema. The budget limits successes; the
/// text of a failure is its author's.
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct Budget {
    pub(crate) bytes: usize,
    pub(crate) list: Option<&'static str>,
    pub(crate) hint: Option<&'static str>,
}

impl Budget {
    /// A budget in bytes of the whole envelope.
    pub const fn new(bytes: usize) -> Self {
        Self { bytes, list: None, hint: None }
    }

    /// The path of the list that is cut, such as `page.tasks`.
    pub const fn list(mut self, path: &'static str) -> Self {
        self.list = Some(path);
        self
    }

    /// A sentence on how to get the rest, or less.
    pub const fn hint(mut self, hint: &'static str) -> Self {
        self.hint = Some(hint);
        self
    }

    /// The size of a text in tokens, at four bytes for each. This is an approximation: each model has its own tokens, and JSON with
    /// many numbers, or text in other languages than English, can have twice as many.
    ///
    /// ```
    /// use envelope_runtime::Budget;
    ///
    /// assert_eq!(Budget::approximate_tokens(60_000), 15_000);
    /// ```
    #[must_use]
    pub const fn approximate_tokens(bytes: usize) -> usize {
        bytes.div_ceil(4)
    }

    /// The largest size, of a tool with this budget or without one.
    #[inline]
    pub(crate) fn limit(budget: Option<&Self>) -> usize {
        let own = budget.map(|budget| budget.bytes);
        #[cfg(feature = "testing")]
        let own = own.or_else(|| Frozen::current().map(|frozen| frozen.budget));
        own.unwrap_or(usize::MAX)
    }
}

/// How the data of a success can be cut to fit its budget: what [`Metadata::cut`](crate::dialect::Metadata::cut) returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cut {
    /// Not at all: a result that is too large is a failure.
    Never,
    /// After an item of a list. The data gets the key `truncation`, with the report.
    InData,
    /// After an item of a list. The dialect reports it where it writes a success.
    Items,
    /// After a line, for data that is a text. The runtime adds a last line, which reports it.
    Lines,
}

/// The part of the data that is left after a cut: [`Call::truncation`](crate::dialect::Call::truncation).
///
/// Its `Display` is a message for the caller, with directions for fetching the rest.
#[derive(Clone, Debug)]
pub struct Truncation {
    pub(crate) kept: usize,
    pub(crate) total: usize,
    /// The path of the list. It is empty if the data is the list.
    pub(crate) list: String,
    /// For a text, how many of its lines are left. `kept` and `total` are bytes.
    pub(crate) lines: Option<usize>,
    pub(crate) hint: Option<&'static str>,
}

impl Truncation {
    /// Numbers with as many digits as those of a cut can have.
    pub(crate) fn widest(total: usize, lines: Option<usize>, hint: Option<&'static str>) -> Self {
        Self { kept: total, total: total.saturating_mul(2), list: String::new(), lines, hint }
    }

    /// The same for a text, which has fewer lines than bytes.
    pub(crate) fn widest_text(len: usize, hint: Option<&'static str>) -> Self {
        Self::widest(len, Some(len), hint)
    }

    /// How many items, or bytes of a text, the envelope contains.
    #[must_use]
    pub fn kept(&self) -> usize {
        self.kept
    }

    /// How many items, or bytes of a text, there are.
    #[must_use]
    pub fn total(&self) -> usize {
        self.total
    }

    /// How many items, or bytes of a text, are left out.
    #[must_use]
    pub fn left_out(&self) -> usize {
        self.total.saturating_sub(self.kept)
    }

    /// The path of the list in the data, such as `tasks`. `None` if the data is the list, or a text.
    #[must_use]
    pub fn list(&self) -> Option<&str> {
        Some(&*self.list).filter(|list| !list.is_empty())
    }

    /// The numbers as an object, for the context of a warning: `returned_count`, `total_count`, `dropped_count` and `list`. For a text,
    /// these are bytes, and `returned_lines` is how many lines the envelope contains.
    #[must_use]
    pub fn counts(&self) -> Map<String, Value> {
        // Sorted by key, whether `serde_json` has the feature `preserve_order` or not.
        let mut counts = Map::new();
        counts.insert("dropped_count".to_owned(), self.left_out().into());
        if let Some(list) = self.list() {
            counts.insert("list".to_owned(), list.into());
        }
        counts.insert("returned_count".to_owned(), self.kept.into());
        if let Some(lines) = self.lines {
            counts.insert("returned_lines".to_owned(), lines.into());
        }
        counts.insert("total_count".to_owned(), self.total.into());
        counts
    }

    /// The warning `CONTENT_TRUNCATED`, with the message and the numbers.
    pub fn warning(&self) -> Warning {
        let mut warning = Warning::new(WarningCode::ContentTruncated, self.to_string());
        warning.context = self.counts();
        warning
    }
}

impl Display for Truncation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self { kept, total, .. }, left_out) = (self, self.left_out());
        let hint = self.hint.unwrap_or("Narrow the request to get the others.");
        if let Some(lines) = self.lines {
            return write!(
                f,
                "The first {lines} lines are here, and {left_out} of {total} bytes are left out. {hint}"
            );
        }
        write!(f, "The first {kept} of {total} items")?;
        if let Some(list) = self.list() {
            write!(f, " of `{list}`")?;
        }
        write!(f, " are here, and {left_out} are left out. {hint}")
    }
}

/// The key of data that was cut, in a contract without a place for the report.
pub(crate) const NOTICE: &str = "truncation";

/// The failure of a call whose result does not fit.
pub(crate) fn too_large(size: usize, limit: usize, hint: Option<&str>) -> ToolFailure {
    let message = format!("The result has {size} bytes, and the limit is {limit}");
    let hint = hint.unwrap_or("Request less, for example with a filter or a smaller page");
    ToolFailure::new(ErrorCode::ResultTooLarge, message)
        .remediation(hint)
        .detail("size", size)
        .detail("limit", limit)
}
