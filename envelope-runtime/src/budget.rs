//! The size that an envelope may have, and how an envelope reports that its data was cut to fit.

use std::fmt::{self, Display};

use serde_json::{Map, Value};

use crate::error::{ErrorCode, ToolFailure};
#[cfg(feature = "testing")]
use crate::frozen::Frozen;
use crate::json::{Keep, Part};
use crate::metadata::{Warning, WarningCode};

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
///     r#""The first 153 of 1000 items of `tasks` are here. Filter by status to get fewer.""#,
/// )));
/// ```
///
/// An envelope within its budget is sent as it is. In a larger envelope, the last items of a list or the last lines of a text are left out.
/// `cut = "…"` names the list or text by its path in the data, such as `page.tasks`; by default, it is the only list in the data, or else
/// the longest text. A list or a text within an item of a list, a tuple, an empty list and a text of one line don't count. With
/// `keep = "end"`, the first items or lines are left out, and with `keep = "ends"`, the items or lines in the middle.
///
/// In a cut text, a line at the cut reports how many lines are left. The warning `CONTENT_TRUNCATED` reports the same:
///
/// | contract | the report |
/// |---|---|
/// | response-v2 | `meta.warnings` and `meta.warning_details`, and `content_fidelity: "partial"` |
/// | dotbot | an entry of `warnings`, with the numbers in its `details` |
/// | MCP | the key `truncation` in both copies of the data, or the line in a text; also the last line of the tool's own text |
/// | Code Scalpel, RFC 9457 | the key `truncation` of the data, or the line in a text |
/// | a custom contract | [`Metadata::cut`](crate::dialect::Metadata::cut) decides; by default, as in Code Scalpel and RFC 9457 |
///
/// ```
/// use envelope_runtime::{ToolFailure, envelope_tool};
///
/// #[envelope_tool(
///     dialect = "rfc9457",
///     data = "tasks",
///     budget(bytes = 118, hint = "Filter by status to get fewer.")
/// )]
/// fn tasks() -> Result<Vec<u32>, ToolFailure> {
///     Ok((0..1_000).collect())
/// }
///
/// assert_eq!(
///     tasks().as_str(),
///     concat!(
///         r#"{"tasks":[0,1,2,3,4],"truncation":"The first 5 of 1000 items of `tasks` are here. "#,
///         r#"Filter by status to get fewer."}"#,
///     )
/// );
/// ```
///
/// If the contract reports a cut in the data, the output schema of a tool with a budget has the key `truncation`.
///
/// An MCP client shows one of the two copies of the data, so the budget counts only the larger copy. The size of the text copy is counted
/// without escapes, as the model reads it.
///
/// The call fails with `RESULT_TOO_LARGE` if
///
/// - no item or line fits, or fewer items than the `minItems` of the list in the output schema;
/// - the data has several lists and `cut` names none of them, or the data has no list and no text of several lines;
/// - the data is a page, whose cursor would skip the items that are left out: a [`Page`](crate::Page), taken apart or not, a reply
///   with its own pagination, or an object with a text under the key `next_cursor` or `nextCursor`.
///   [`Page::fitting`](crate::Page::fitting) makes pages that fit;
/// - the key `truncation` would report the cut of a list, and the data is not an object, or has this key already;
/// - the rest of the data has raw JSON that [`Envelope::to_value`](crate::Envelope::to_value) cannot read, such as `1e400`.
///
/// The `details` of the failure have the `size` and the `limit`, and the log has the reason. If `cut` names another value,
/// such as a number, a call whose data has to be cut fails with `INTERNAL_ERROR` instead, since its caller cannot change the path.
///
/// ```
/// use envelope_runtime::{ToolFailure, envelope_tool};
///
/// #[envelope_tool(
///     dialect = "mcp-2025-11-25",
///     text,
///     budget(bytes = 200, keep = "end", hint = "Pass `before` to read on.")
/// )]
/// fn read_log() -> Result<String, ToolFailure> {
///     Ok((1..=400).map(|line| format!("GET /health {line}\n")).collect())
/// }
///
/// assert_eq!(
///     read_log().to_value()?["content"][0]["text"],
///     "\
/// The last 4 of 400 lines are here. Pass `before` to read on.
/// GET /health 397
/// GET /health 398
/// GET /health 399
/// GET /health 400
/// "
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// The other texts of an MCP tool, which are `text("…", …)`, the text of a reply and text blocks, are cut in the same way if they leave no
/// room for an item. For a custom dialect, [`Metadata::texts`](crate::dialect::Metadata::texts) lists the other texts.
///
/// The cut happens after the whole data is serialized, so a result that is cut takes about as much time as the whole result.
///
/// A tuple, and an array of a fixed length, are not cut: they would no longer match the output schema. The budget limits successes; the
/// text of a failure is its author's.
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct Budget {
    pub(crate) bytes: usize,
    pub(crate) cut: Option<&'static str>,
    pub(crate) keep: Keep,
    pub(crate) hint: Option<&'static str>,
}

impl Budget {
    /// A budget for the size of the whole envelope in bytes.
    pub const fn new(bytes: usize) -> Self {
        Self { bytes, cut: None, keep: Keep::Start, hint: None }
    }

    /// Sets the path of the list or text that is cut, such as `page.tasks`.
    pub const fn cut(mut self, path: &'static str) -> Self {
        self.cut = Some(path);
        self
    }

    /// Keeps the last items or lines, such as the newest of a log, instead of the first.
    pub const fn keep_end(mut self) -> Self {
        self.keep = Keep::End;
        self
    }

    /// Keeps the first and the last items or lines.
    pub const fn keep_ends(mut self) -> Self {
        self.keep = Keep::Ends;
        self
    }

    /// Adds a sentence on how to get the rest, or a smaller result.
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

    /// The largest size of an envelope, for a tool with or without a budget.
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
    /// The data is never cut: a result that is too large is a failure.
    Never,
    /// A list is cut between its items, and the key `truncation` of the data reports the cut; or a text is cut between its lines, and a
    /// line of the text reports the cut.
    InData,
    /// The data is cut in the same way, but the dialect reports the cut in the envelope of a success.
    InEnvelope,
}

/// The part of the data that is left after a cut: [`Call::truncation`](crate::dialect::Call::truncation).
///
/// Its `Display` is a message for the caller, with directions for fetching the rest.
#[derive(Clone, Debug)]
pub struct Truncation {
    /// How many items or lines are left at the beginning, and at the end.
    pub(crate) kept: [usize; 2],
    pub(crate) total: usize,
    /// The path of the list or text. It is empty if the data is the list or text itself.
    pub(crate) path: String,
    pub(crate) is_text: bool,
    pub(crate) hint: Option<&'static str>,
}

impl Truncation {
    /// The longest possible report for a part: its numbers have at least as many digits as the numbers of any cut.
    pub(crate) fn widest(part: &Part, budget: &Budget) -> Self {
        let Part { count, is_text, path, .. } = part;
        let kept = match budget.keep {
            Keep::Start => [*count, 0],
            Keep::End => [0, *count],
            Keep::Ends => [*count; 2],
        };
        // The number of items that are left out is `count`.
        let total = kept.iter().sum::<usize>().saturating_add(*count);
        Self { kept, total, path: path.clone(), is_text: *is_text, hint: budget.hint }
    }

    /// How many items of a list, or lines of a text, the envelope contains.
    #[must_use]
    pub fn kept(&self) -> usize {
        self.kept.iter().sum()
    }

    /// How many items or lines the whole list or text has.
    #[must_use]
    pub fn total(&self) -> usize {
        self.total
    }

    /// How many items or lines are left out.
    #[must_use]
    pub fn left_out(&self) -> usize {
        self.total.saturating_sub(self.kept())
    }

    /// The path of the list or text in the data, such as `tasks`. `None` if the data itself is the list or text.
    #[must_use]
    pub fn path(&self) -> Option<&str> {
        Some(&*self.path).filter(|path| !path.is_empty())
    }

    /// The numbers as an object, for the context of a warning: `returned_count`, `total_count` and `dropped_count`, with the path as `list`
    /// or `text`.
    #[must_use]
    pub fn counts(&self) -> Map<String, Value> {
        let mut counts = Map::new();
        counts.insert("returned_count".to_owned(), self.kept().into());
        counts.insert("total_count".to_owned(), self.total.into());
        counts.insert("dropped_count".to_owned(), self.left_out().into());
        if let Some(path) = self.path() {
            counts.insert(if self.is_text { "text" } else { "list" }.to_owned(), path.into());
        }
        // Otherwise, the feature `preserve_order` of `serde_json` would change the order.
        counts.sort_keys();
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
        let Self { kept, total, .. } = self;
        match kept {
            [first, 0] => write!(f, "The first {first}")?,
            [0, last] => write!(f, "The last {last}")?,
            [first, last] => write!(f, "The first {first} and the last {last}")?,
        }
        write!(f, " of {total} {}", if self.is_text { "lines" } else { "items" })?;
        if let Some(path) = self.path() {
            write!(f, " of `{path}`")?;
        }
        write!(f, " are here. {}", self.hint.unwrap_or("Narrow the request to get the others."))
    }
}

/// The key for the report in the data, if the contract has no place for the report.
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
