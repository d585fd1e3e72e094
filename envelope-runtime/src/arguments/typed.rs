//! `Arguments`: the arguments of a call, for one type.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::schema::schema_of;
use super::unknown::UnknownArguments;
use super::{Fitting, Problems, read};
use crate::error::ToolFailure;
use crate::metadata::Warning;

/// The arguments of a call, read from JSON. If they do not fit their type, the failure names every problem at once, and the next step.
///
/// [`from_value`](Self::from_value) reads them in a `call_tool` written by hand, in a loop of function calls without a server, and in a
/// test:
///
/// ```
/// use envelope_runtime::{Arguments, ToolFailure, envelope_tool};
/// use schemars::JsonSchema;
/// use serde::Deserialize;
/// use serde_json::{Value, json};
///
/// #[derive(Deserialize, JsonSchema)]
/// struct Find {
///     query: String,
///     status: Option<Status>,
///     #[serde(default = "twenty")]
///     #[schemars(range(min = 1, max = 100))]
///     max_results: u8,
/// }
///
/// #[derive(Deserialize, JsonSchema)]
/// #[serde(rename_all = "snake_case")]
/// enum Status {
///     Open,
///     Closed,
/// }
/// # fn twenty() -> u8 { 20 }
///
/// #[envelope_tool(dialect = "mcp-2025-11-25", data = "found")]
/// fn call_tool(name: &str, arguments: Value) -> Result<u8, ToolFailure> {
///     match name {
///         "find" => {
///             let find = Arguments::<Find>::from_value(arguments)?;
///             Ok(find.max_results)
///         }
///         _ => Err(ToolFailure::not_found("Tool", name)),
///     }
/// }
///
/// assert!(call_tool("find", json!({"query": "auth"})).is_success());
///
/// let failure = Arguments::<Find>::from_value(json!({"status": "opne", "maxResults": "5"})).err().unwrap();
/// assert_eq!(
///     failure.report().message(),
///     "Invalid arguments: 3 problems: \
///      (1) `query` is missing, expected a string \
///      (2) `status` is not an allowed value, expected `open` or `closed`, did you mean `open`? \
///      (3) `maxResults` is unknown, did you mean `max_results`?",
/// );
/// ```
///
/// # The problems
///
/// serde decides whether arguments fit. If they don't, they are compared with the JSON Schema of the type, and the failure names each
/// problem: in its message as a sentence, or as a short list, and in its details as data. In response-v2:
///
/// ```json
/// {
///   "field": "status",
///   "problems": [
///     {"field": "status", "problem": "not_one_of", "expected": "`open` or `closed`", "did_you_mean": "open"}
///   ]
/// }
/// ```
///
/// | `problem` | meaning |
/// |---|---|
/// | `missing` | a required key is absent |
/// | `unknown` | no such key is known. It is close to an absent one, or the type rejects unknown keys |
/// | `wrong_type` | the value has another type, such as text instead of a number |
/// | `not_one_of` | the word is not among the allowed ones |
/// | `out_of_range` | a number, a length or a count is too small or too large |
/// | `bad_format` | a text has the wrong format, such as a date |
/// | `invalid` | another rule is broken, such as the type's own |
///
/// The details `expected` and `did_you_mean` are absent if they are unknown. The code is `MISSING_REQUIRED` if nothing is wrong but missing keys, or else
/// `VALIDATION_ERROR`. If the schema and serde disagree about the reason, the list begins with serde's.
///
/// An answer never repeats a value of the caller. It repeats a key if that is a name: at most 64 bytes of letters, digits and `_-.$@:`.
/// Any other key is an ellipsis, and 33 or more unknown keys in one object are counted, not named. At most 16 problems are listed. The
/// message of an author's own `Deserialize` is cut after 200 characters, without the value that it quotes.
///
/// # Unknown keys
///
/// serde ignores unknown keys unless the type has `deny_unknown_fields`: a misspelt optional key would be lost. So an unknown key that is
/// close to a known and absent one is a problem. The setting `unknown_arguments` of a tool decides about
/// [other ones](macro@crate::envelope_tool); `from_value` ignores them. `_meta` is always ignored, and a flattened map takes every key. Of
/// very large arguments, the first 20,000 values are searched.
#[derive(Clone, Debug)]
pub struct Arguments<T>(Given<T>);

#[derive(Clone, Debug)]
enum Given<T> {
    /// As a client sends them.
    Json(Value),
    /// As a test passes them.
    #[cfg_attr(not(feature = "rmcp"), allow(dead_code, reason = "the tools of the SDK take them"))]
    Typed(T),
}

impl<T: DeserializeOwned + JsonSchema + 'static> Arguments<T> {
    /// Reads the arguments.
    ///
    /// # Errors
    ///
    /// The failure with which a tool answers if they do not fit: see [the problems](Self#the-problems).
    pub fn from_value(json: Value) -> Result<T, ToolFailure> {
        match read(json, Some(schema_of::<T>)) {
            Ok(Fitting { arguments, .. }) => Ok(arguments),
            Err(problems) => Err(failure(&problems)),
        }
    }
}

pub(super) fn failure(problems: &Problems) -> ToolFailure {
    problems.failure("arguments").remediation("Send arguments that fit the tool's input schema")
}

/// A client's arguments, whether they fit or not: a test calls a tool with it, `server.search(json!({"query": 1}).into())`.
impl<T> From<Value> for Arguments<T> {
    fn from(json: Value) -> Self {
        Self(Given::Json(json))
    }
}

impl<T> Arguments<T> {
    /// Arguments that are read already.
    #[cfg(feature = "rmcp")]
    pub(crate) fn typed(arguments: T) -> Self {
        Self(Given::Typed(arguments))
    }
}

/// Types of a tool's arguments. The macro calls it on the user's type, and so the compiler points there.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the arguments of a tool",
    label = "it does not implement both `Deserialize` and `JsonSchema`",
    note = "derive both: `#[derive(serde::Deserialize, schemars::JsonSchema)]`"
)]
pub trait FromArguments: Sized {
    /// The arguments that fit, and warnings about unknown keys.
    #[allow(clippy::missing_errors_doc, reason = "an error is what the client sent")]
    fn fitting(
        arguments: Arguments<Self>,
        unknown: UnknownArguments,
        rules: Rules<Self>,
    ) -> Result<(Self, Vec<Warning>), ToolFailure>;

    /// The input schema of the tool.
    #[cfg(feature = "rmcp")]
    #[allow(clippy::missing_errors_doc, reason = "an error is a mistake in the server")]
    fn input_schema() -> Result<std::sync::Arc<serde_json::Map<String, Value>>, String>;
}

/// The author's own rules for arguments of the right type.
pub type Rules<T> = fn(&T) -> Result<(), ToolFailure>;

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + JsonSchema + 'static> FromArguments for T {
    fn fitting(
        arguments: Arguments<T>,
        unknown: UnknownArguments,
        rules: Rules<T>,
    ) -> Result<(T, Vec<Warning>), ToolFailure> {
        let fitting = match arguments.0 {
            Given::Json(json) => {
                let fitting =
                    read(json, Some(schema_of::<T>)).and_then(|fitting| unknown.rejected(fitting));
                fitting.map_err(|problems| failure(&problems))?
            }
            Given::Typed(arguments) => Fitting { arguments, unknown: Vec::new() },
        };
        rules(&fitting.arguments)?;
        Ok((fitting.arguments, unknown.warnings(&fitting.unknown)))
    }

    #[cfg(feature = "rmcp")]
    fn input_schema() -> Result<std::sync::Arc<serde_json::Map<String, Value>>, String> {
        super::schema::input_schema::<T>()
    }
}
