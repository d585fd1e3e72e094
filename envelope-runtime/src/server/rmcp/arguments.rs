//! Arguments of a tool, with which the tool itself answers if they do not fit.

use std::fmt;

use ::rmcp::ErrorData;
use ::rmcp::handler::server::common::FromContextPart;
use ::rmcp::handler::server::tool::ToolCallContext;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::error::{ToolError, ToolFailure};
use crate::server::misfit::Misfit;

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
                .map_err(|error| InvalidArguments(Misfit::at_path(&error))),
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
pub struct InvalidArguments(Misfit);

impl fmt::Display for InvalidArguments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Invalid arguments: {}", self.0)
    }
}

impl std::error::Error for InvalidArguments {}

impl ToolError for InvalidArguments {
    fn failure(&self) -> ToolFailure {
        self.0.failure(self).remediation("Send arguments that fit the tool's input schema")
    }
}
