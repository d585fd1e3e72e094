//! Arguments of a tool, with which the tool itself answers if they do not fit.

use std::fmt;

use ::rmcp::ErrorData;
use ::rmcp::handler::server::common::FromContextPart;
use ::rmcp::handler::server::tool::ToolCallContext;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::error::{ErrorCode, ToolError, ToolFailure};
use crate::text::truncate;

/// The largest length of an argument's name, in characters. It can be any key that the caller sent.
const MAX_FIELD: usize = 100;

/// The largest length of the problem with an argument, in characters. It quotes what the caller sent.
const MAX_PROBLEM: usize = 500;

/// The arguments of a tool, or the error if they do not fit the input schema. It replaces the SDK's `Parameters`, whose
/// error never reaches the tool.
///
/// It contains a `Result`. Unwrap it with `?`, as in `arguments?`, and never with `unwrap`, since the client causes the
/// error. `?` converts [`InvalidArguments`] into the tool's error: a [`ToolFailure`], or your own enum with a variant for
/// it:
///
/// ```
/// use envelope_runtime::ToolError;
/// use envelope_runtime::rmcp::InvalidArguments;
///
/// #[derive(Debug, thiserror::Error, ToolError)]
/// enum SpecError {
///     #[error(transparent)]
///     #[tool_error(transparent)]
///     Arguments(#[from] InvalidArguments),
/// }
/// ```
///
/// The input schema is that of `T`, as with the SDK's `Parameters`.
#[derive(Clone, Debug)]
pub struct Parameters<T>(
    /// The arguments.
    pub Result<T, InvalidArguments>,
);

impl<T: DeserializeOwned> Parameters<T> {
    /// The arguments of a request: what a client sends as `arguments`, which is an object.
    ///
    /// A server calls it for each request. A test calls a tool with it, without a server, also with arguments that do not fit:
    ///
    /// ```
    /// use envelope_runtime::rmcp::Parameters;
    /// use envelope_runtime::{ToolFailure, envelope_tool};
    /// use serde::Deserialize;
    /// use serde_json::json;
    ///
    /// #[derive(Deserialize)]
    /// struct Search {
    ///     query: String,
    /// }
    ///
    /// #[envelope_tool(dialect = "response-v2", data = "length")]
    /// fn search(Parameters(arguments): Parameters<Search>) -> Result<usize, ToolFailure> {
    ///     Ok(arguments?.query.len())
    /// }
    ///
    /// assert!(search(Parameters::from_value(json!({"query": "auth"}))).is_success());
    ///
    /// let envelope = search(Parameters::from_value(json!({"query": 1})));
    /// assert_eq!(envelope.error_code(), Some("VALIDATION_ERROR"));
    /// let envelope = search(Parameters::from_value(json!({})));
    /// assert_eq!(envelope.error_code(), Some("MISSING_REQUIRED"));
    /// ```
    #[must_use]
    pub fn from_value(arguments: Value) -> Self {
        Self(
            serde_path_to_error::deserialize(arguments)
                .map_err(|error| InvalidArguments::new(&error)),
        )
    }
}

impl<S, T: DeserializeOwned> FromContextPart<ToolCallContext<'_, S>> for Parameters<T> {
    fn from_context_part(context: &mut ToolCallContext<'_, S>) -> Result<Self, ErrorData> {
        Ok(Self::from_value(Value::Object(context.arguments.take().unwrap_or_default())))
    }
}

impl<T: JsonSchema> JsonSchema for Parameters<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> std::borrow::Cow<'static, str> {
        T::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

/// The error of arguments that do not fit the input schema of a tool. It is a `VALIDATION_ERROR`, or `MISSING_REQUIRED` if an
/// argument is missing. The detail `field` is the path of the argument, such as `page.size`. In response-v2:
///
/// ```json
/// {
///   "success": false,
///   "data": {
///     "error_code": "MISSING_REQUIRED",
///     "error_type": "validation",
///     "remediation": "Send arguments that fit the tool's input schema",
///     "details": {"field": "id"}
///   },
///   "error": "Invalid arguments: missing field `id`",
///   "meta": {"version": "response-v2", "request_id": "7"}
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidArguments {
    field: Option<String>,
    is_missing: bool,
    problem: String,
}

impl InvalidArguments {
    fn new(error: &serde_path_to_error::Error<serde_json::Error>) -> Self {
        let problem = error.inner().to_string();
        let outer = error.path().iter().next().map(|_| error.path().to_string());
        // If a field is missing, the path is that of its parent, and only the message names the field.
        let missing = problem.strip_prefix("missing field `").and_then(|rest| rest.split_once('`'));
        let field = match (outer, missing) {
            (Some(outer), Some((missing, _))) => Some(format!("{outer}.{missing}")),
            (None, Some((missing, _))) => Some(missing.to_owned()),
            (outer, None) => outer,
        };
        Self {
            field: field.map(|field| truncate(&field, MAX_FIELD).into_owned()),
            is_missing: missing.is_some(),
            problem: truncate(&problem, MAX_PROBLEM).into_owned(),
        }
    }
}

impl fmt::Display for InvalidArguments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.field {
            Some(field) if !self.is_missing => {
                write!(f, "Invalid arguments: {field}: {}", self.problem)
            }
            _ => write!(f, "Invalid arguments: {}", self.problem),
        }
    }
}

impl std::error::Error for InvalidArguments {}

impl ToolError for InvalidArguments {
    fn failure(&self) -> ToolFailure {
        let code =
            if self.is_missing { ErrorCode::MissingRequired } else { ErrorCode::ValidationError };
        let failure = ToolFailure::new(code, self)
            .remediation("Send arguments that fit the tool's input schema");
        match &self.field {
            Some(field) => failure.detail("field", field),
            None => failure,
        }
    }
}
