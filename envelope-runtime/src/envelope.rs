//! The envelope that a tool returns.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};
use std::process::{ExitCode, Termination};

use serde::{Serialize, Serializer};
use serde_json::Value;
#[cfg(feature = "raw_value")]
use serde_json::value::RawValue;

use crate::dialect::{Copies, Dialect, DialectFacts};
use crate::error::{ErrorType, Retry, RetryAfter, ToolFailure};
use crate::json::{Known, Reader, indented, transcode_answer, tree_of};
use crate::request_id::RequestId;
use crate::status::Status;

/// A response envelope: the JSON text, and whether the call succeeded.
///
/// Tools return an envelope, unless `returns = …` names another [`Output`](crate::Output). Outside of a tool,
/// [`DialectExt`](crate::DialectExt) makes the envelope of a success or a failure. The crate `envelope-client` reads and checks
/// envelopes, and forwards the envelopes of other servers.
///
/// ```
/// use envelope_runtime::{Envelope, ErrorType, ToolFailure, envelope_tool};
///
/// #[envelope_tool(dialect = "response-v2")]
/// fn find(id: &str) -> Result<(), ToolFailure> {
///     Err(ToolFailure::not_found("Spec", id))
/// }
///
/// let envelope: Envelope = find("auth");
/// assert!(!envelope.is_success());
/// assert_eq!(envelope.error_code(), Some("NOT_FOUND"));
/// assert_eq!(envelope.error_type(), Some(ErrorType::NotFound));
/// assert!(envelope.as_str().starts_with(r#"{"success":false,"data":{"#));
/// ```
///
/// An envelope serializes as the structure of its JSON, not as a string. This works in every format whose serializer needs
/// no lengths in advance. So an envelope can be part of a larger message:
///
/// ```
/// # use envelope_runtime::{ToolFailure, envelope_tool};
/// # #[envelope_tool(dialect = "response-v2")]
/// # fn ping() -> Result<(), ToolFailure> { Ok(()) }
/// let message = serde_json::json!({"id": 1, "result": ping()});
/// assert_eq!(message["result"]["success"], true);
/// ```
///
/// An envelope is the answer of a tool. It cannot be the data of another tool, or a part of that data, because a failure would then be
/// sent as a success. The macro refuses the type; if an alias or a field hides it, the call fails with an `INTERNAL_ERROR`. The same is
/// true of the MCP SDK's `CallToolResult`, and of a `Result` as the data itself. A `Result` further inside is data like any other, as in the
/// `Vec<Result<Item, String>>` of a batch, and so is an answer that you convert to JSON yourself, as above.
///
/// Numbers keep their values. Serializing fails if the format cannot represent a number, or if a text of
/// [`from_parts`](Self::from_parts) is nested more than 137 levels deep.
///
/// # Programs
///
/// `main` can return an envelope, or be a tool itself. The envelope goes to standard output, as one line, and its error type
/// decides the exit code:
///
/// ```
/// use envelope_runtime::{Envelope, ToolFailure, envelope_tool};
///
/// #[envelope_tool(dialect = "response-v2", data = "lines")]
/// fn count_lines(path: &str) -> Result<usize, ToolFailure> {
///     Ok(std::fs::read_to_string(path)?.lines().count())
/// }
///
/// fn main() -> Envelope {
///     count_lines("Cargo.toml")
/// }
/// ```
///
/// | outcome | exit code | in `sysexits.h` |
/// |---|---|---|
/// | success | 0 | `EX_OK` |
/// | `conflict`, `feature_flag` | 1 | |
/// | `validation` | 65 | `EX_DATAERR` |
/// | `not_found` | 66 | `EX_NOINPUT` |
/// | `internal` | 70 | `EX_SOFTWARE` |
/// | the envelope cannot be written | 74 | `EX_IOERR` |
/// | `rate_limit`, `unavailable` | 75 | `EX_TEMPFAIL` |
/// | `authentication`, `authorization` | 77 | `EX_NOPERM` |
///
/// If the envelope cannot be written, the reason goes to standard error.
#[derive(Clone, Debug)]
#[must_use = "an envelope is the tool's answer, and has to be sent to the caller"]
pub struct Envelope {
    pub(crate) json: Json,
    pub(crate) status: Status,
    pub(crate) request_id: Option<RequestId>,
    pub(crate) dialect: &'static DialectFacts,
    /// The failure, for its texts.
    pub(crate) failure: Option<ToolFailure>,
}

/// The bytes to reserve for the entries of an envelope besides its data.
const AROUND_DATA: usize = 512;

/// The JSON of an envelope.
#[derive(Clone, Debug, Default)]
pub(crate) struct Json {
    pub(crate) text: String,
    /// The places of the tool's data in the text.
    pub(crate) copies: Copies,
    /// The data as a tree, for an output that takes a tree. Boxed, so that an envelope without a tree stays small.
    pub(crate) data_tree: Option<Box<Value>>,
}

impl Json {
    /// Makes the text empty, with room for an envelope with `len` bytes of data.
    pub(crate) fn make_room(&mut self, len: usize) {
        self.text = String::with_capacity(len + AROUND_DATA);
    }

    /// The size of the envelope as a client shows it: with only the larger copy of the data.
    pub(crate) fn shown_len(&self) -> usize {
        let Copies { json, text_sizes: [escaped, text], .. } = &self.copies;
        if json.is_empty() || *escaped == 0 {
            return self.text.len();
        }
        self.text.len() + json.len().max(*text) - json.len() - escaped
    }

    /// Fails if no tree can represent the envelope. The data has a tree already, so only raw JSON in the other entries can be the cause.
    pub(crate) fn check_tree(&self) -> serde_json::Result<()> {
        if self.copies.are_beside_raw {
            tree_of(&self.text)?;
        }
        Ok(())
    }

    /// Reads the text, except for the copies of the data, whose values are known.
    #[inline]
    pub(crate) fn reader(&mut self) -> Reader<'_> {
        let Copies { json, text, .. } = &self.copies;
        let tree = self.data_tree.take().map(|tree| Known { range: json.clone(), tree: *tree });
        let data = self.text.get(json.clone()).filter(|data| !data.is_empty() && !text.is_empty());
        let text_copy = data.map(|data| Known { range: text.clone(), tree: data.into() });
        Reader::around(&self.text, [tree, text_copy])
    }
}

impl Envelope {
    /// An envelope of the dialect `D` from its parts, for a proxy that forwards the answer of another server.
    ///
    /// `text` is sent as it is: nothing checks that it is JSON, that it follows the contract, or that it agrees with the status and the
    /// request id. If it is not JSON, [`to_value`](Self::to_value) and `Serialize` fail.
    ///
    /// ```
    /// use envelope_runtime::response_v2::ResponseV2;
    /// use envelope_runtime::{Envelope, Status};
    ///
    /// let text = r#"{"success":true,"data":{"id":"auth"},"error":null,"meta":{"version":"response-v2"}}"#;
    /// let envelope = Envelope::from_parts::<ResponseV2>(text.to_owned(), Status::Success, None);
    /// assert_eq!(envelope.as_str(), text);
    /// assert_eq!(envelope.dialect(), "response-v2");
    /// ```
    pub fn from_parts<D: Dialect>(
        text: String,
        status: Status,
        request_id: Option<RequestId>,
    ) -> Self {
        let json = Json { text, ..Json::default() };
        Self { json, status, request_id, dialect: DialectFacts::of::<D>(), failure: None }
    }

    /// The JSON text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.json.text
    }

    /// Returns the JSON text without a copy.
    #[must_use]
    pub fn into_string(self) -> String {
        self.json.text
    }

    /// The JSON text with line breaks, indented by two spaces, as `serde_json::to_string_pretty` writes it.
    ///
    /// ```
    /// # use envelope_runtime::{ToolFailure, envelope_tool};
    /// # #[envelope_tool(dialect = "rfc9457", data = "lines")]
    /// # fn count() -> Result<u8, ToolFailure> { Ok(3) }
    /// assert_eq!(count().to_pretty_string(), "{\n  \"lines\": 3\n}");
    /// ```
    #[must_use]
    pub fn to_pretty_string(&self) -> String {
        indented(&self.json.text)
    }

    /// How the call ended.
    #[must_use]
    pub fn status(&self) -> &Status {
        &self.status
    }

    /// Whether the tool succeeded.
    #[must_use]
    pub fn is_success(&self) -> bool {
        self.status == Status::Success
    }

    /// The error type of the failure. `None` for a success.
    #[must_use]
    pub fn error_type(&self) -> Option<ErrorType> {
        self.status.error_type()
    }

    /// The code of the failure, in `SCREAMING_SNAKE_CASE` in every dialect. `None` for a success.
    #[must_use]
    pub fn error_code(&self) -> Option<&str> {
        self.status.error_code()
    }

    /// The message of the failure, as the caller reads it. `None` for a success, and for an envelope that another program wrote.
    ///
    /// ```
    /// # use envelope_runtime::{ToolFailure, envelope_tool};
    /// # #[envelope_tool(dialect = "response-v2")]
    /// # fn find(id: &str) -> Result<(), ToolFailure> {
    /// #     Err(ToolFailure::not_found("Spec", id).remediation("List the specs"))
    /// # }
    /// let envelope = find("auth");
    /// assert_eq!(envelope.message(), Some("Spec not found: auth"));
    /// assert_eq!(envelope.remediation(), Some("List the specs"));
    /// ```
    #[must_use]
    pub fn message(&self) -> Option<&str> {
        Some(self.failure.as_ref()?.report().message())
    }

    /// The caller's next step. `None` if [`message`](Self::message) is `None`, and for a failure without a remediation.
    #[must_use]
    pub fn remediation(&self) -> Option<&str> {
        self.failure.as_ref()?.report().remediation()
    }

    /// Whether and how to retry the call. `None` for a success.
    ///
    /// ```
    /// # use envelope_runtime::{Retry, ToolFailure, envelope_tool};
    /// # #[envelope_tool(dialect = "response-v2")]
    /// # fn find(id: &str) -> Result<(), ToolFailure> { Err(ToolFailure::not_found("Spec", id)) }
    /// assert_eq!(find("auth").retry(), Some(Retry::Never));
    /// ```
    #[must_use]
    pub fn retry(&self) -> Option<Retry> {
        self.status.retry()
    }

    /// The delay before a retry, if the failure has a delay.
    #[must_use]
    pub fn retry_after(&self) -> Option<&RetryAfter> {
        self.status.retry_after()
    }

    /// The exit code of a program that ends with this envelope: 0 for a success, or the code of the failure's error type. See
    /// [programs](#programs).
    ///
    /// ```
    /// # use envelope_runtime::{ToolFailure, envelope_tool};
    /// # #[envelope_tool(dialect = "response-v2")]
    /// # fn find(id: &str) -> Result<(), ToolFailure> { Err(ToolFailure::not_found("Spec", id)) }
    /// assert_eq!(find("auth").exit_code(), 66);
    /// ```
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        self.error_type().map_or(0, ErrorType::exit_code)
    }

    /// The request id as it is in the envelope. `None` if the envelope has no id.
    #[must_use]
    pub fn request_id(&self) -> Option<&RequestId> {
        self.request_id.as_ref()
    }

    /// The JSON as a tree. An integer beyond 64 bits is rounded there, and all other numbers are exact.
    ///
    /// # Errors
    ///
    /// Fails if raw JSON has a number that is too large for an `f64`, such as `1e400`, or half of a surrogate pair.
    pub fn to_value(&self) -> serde_json::Result<Value> {
        tree_of(&self.json.text)
    }

    /// Like [`to_value`](Self::to_value), but consumes the envelope. If the output [takes a tree](crate::Output::TAKES_TREE),
    /// the envelope already has the tree of its data, and this method cannot fail.
    ///
    /// # Errors
    ///
    /// Fails if [`to_value`](Self::to_value) does.
    pub fn into_value(mut self) -> serde_json::Result<Value> {
        self.json.reader().tree()
    }

    /// The text for a model, for frameworks whose tools return a text. In the dialects of [MCP](crate::mcp), the text consists of the text
    /// blocks of the result; in any other dialect, it is the JSON.
    ///
    /// ```
    /// use envelope_runtime::{ToolFailure, envelope_tool};
    ///
    /// #[envelope_tool(dialect = "mcp-2025-11-25", text)]
    /// fn view(path: &str) -> Result<String, ToolFailure> {
    ///     if path.is_empty() {
    ///         return Err(ToolFailure::missing_required("path"));
    ///     }
    ///     Ok("# Notes".to_owned())
    /// }
    ///
    /// assert_eq!(view("a.md").model_text(), "# Notes");
    /// assert!(view("").model_text().contains("\n(MISSING_REQUIRED, retry after fixing the input)\n"));
    /// ```
    #[must_use]
    pub fn model_text(&self) -> Cow<'_, str> {
        let result = self.is_call_tool_result().then(|| self.to_value().ok()).flatten();
        let Some(Value::Array(blocks)) = result.as_ref().and_then(|result| result.get("content"))
        else {
            return self.as_str().into();
        };
        let texts = blocks.iter().filter_map(|block| block.get("text")?.as_str());
        texts.collect::<Vec<_>>().join("\n").into()
    }

    /// The envelope as raw JSON, which `serde_json` copies into a larger message unchanged.
    ///
    /// ```
    /// # use envelope_runtime::{ToolFailure, envelope_tool};
    /// # #[envelope_tool(dialect = "response-v2")]
    /// # fn ping() -> Result<(), ToolFailure> { Ok(()) }
    /// use serde::Serialize;
    /// use serde_json::value::RawValue;
    ///
    /// #[derive(Serialize)]
    /// struct Message<'a> {
    ///     id: u32,
    ///     result: &'a RawValue,
    /// }
    ///
    /// let envelope = ping();
    /// let message = serde_json::to_string(&Message { id: 1, result: envelope.to_raw()? })?;
    /// assert!(message.starts_with(r#"{"id":1,"result":{"success":true,"#));
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the text was passed to [`from_parts`](Self::from_parts) and is not JSON.
    #[cfg(feature = "raw_value")]
    pub fn to_raw(&self) -> serde_json::Result<&RawValue> {
        serde_json::from_str(&self.json.text)
    }

    /// The id of the dialect that wrote the envelope, such as `response-v2`.
    #[must_use]
    pub fn dialect(&self) -> &'static str {
        self.dialect.id
    }

    /// The media type over HTTP: `application/json` for a success, or the [media type](crate::dialect::Format::failure_media_type) of the
    /// dialect for a failure.
    ///
    /// ```
    /// # use envelope_runtime::{ToolFailure, envelope_tool};
    /// #[envelope_tool(dialect = "rfc9457")]
    /// fn find(id: &str) -> Result<(), ToolFailure> {
    ///     Err(ToolFailure::not_found("Spec", id))
    /// }
    ///
    /// assert_eq!(find("auth").media_type(), "application/problem+json");
    /// ```
    #[must_use]
    pub fn media_type(&self) -> &'static str {
        if self.is_success() { "application/json" } else { self.dialect.format.failure_media_type }
    }

    /// Whether the JSON is itself a `CallToolResult` of the Model Context Protocol, as in the dialects of [`mcp`](crate::mcp).
    #[must_use]
    pub fn is_call_tool_result(&self) -> bool {
        self.dialect.format.is_call_tool_result
    }
}

/// Envelopes are equal if their JSON, status, request id and dialect are.
impl PartialEq for Envelope {
    fn eq(&self, other: &Self) -> bool {
        self.json.text == other.json.text
            && self.status == other.status
            && self.request_id == other.request_id
            && self.dialect.id == other.dialect.id
    }
}

impl Eq for Envelope {}

impl fmt::Display for Envelope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.json.text)
    }
}

impl AsRef<str> for Envelope {
    fn as_ref(&self) -> &str {
        &self.json.text
    }
}

impl From<Envelope> for String {
    fn from(envelope: Envelope) -> Self {
        envelope.json.text
    }
}

impl Serialize for Envelope {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        transcode_answer(&self.json.text, serializer)
    }
}

/// The exit code if the envelope cannot be written: `EX_IOERR` of `sysexits.h`.
const EX_IOERR: u8 = 74;

/// Prints the envelope, and ends the program with its exit code: see [programs](Envelope#programs).
impl Termination for Envelope {
    #[inline]
    fn report(self) -> ExitCode {
        match self.write_line(io::stdout().lock()) {
            Ok(()) => self.exit_code().into(),
            Err(error) => {
                // If this also fails, nothing is left to report the error to.
                let _ = writeln!(io::stderr(), "cannot write the envelope: {error}");
                EX_IOERR.into()
            }
        }
    }
}

impl Envelope {
    fn write_line(&self, mut to: impl Write) -> io::Result<()> {
        // Raw JSON can have line breaks between values, where they can be removed. In strings, they are escaped.
        for part in self.json.text.split(['\n', '\r']) {
            to.write_all(part.as_bytes())?;
        }
        to.write_all(b"\n")?;
        to.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialects::response_v2::ResponseV2;

    fn envelope(text: &str) -> Envelope {
        Envelope::from_parts::<ResponseV2>(text.to_owned(), Status::Success, None)
    }

    #[test]
    fn a_program_prints_a_line() {
        let mut printed = Vec::new();
        envelope("{}").write_line(&mut printed).unwrap();
        assert_eq!(printed, b"{}\n");
    }

    #[test]
    fn raw_json_with_line_breaks_is_one_line() {
        let json = "{\r\n  \"data\": [1,\n2, \"a\\nb\"]\n}";
        let mut printed = Vec::new();
        envelope(json).write_line(&mut printed).unwrap();
        assert_eq!(printed, b"{  \"data\": [1,2, \"a\\nb\"]}\n");
    }

    #[test]
    fn a_line_that_cannot_be_written_is_an_error() {
        let mut full: &mut [u8] = &mut [0];
        assert!(envelope("{}").write_line(&mut full).is_err());
    }
}
