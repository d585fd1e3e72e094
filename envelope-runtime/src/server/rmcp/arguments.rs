//! Arguments of a tool, with which the tool itself answers if they do not fit.

use std::fmt;

use ::rmcp::ErrorData;
use ::rmcp::handler::server::common::FromContextPart;
use ::rmcp::handler::server::tool::ToolCallContext;
use ::rmcp::handler::server::wrapper;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::error::{ToolError, ToolFailure};
use crate::server::misfit::Misfit;

/// The arguments of a call, which fit the input schema of the tool or not. This is what the SDK's `Parameters<T>` become in the
/// signature of a tool under `#[envelope_tool]` and `#[tool]`; its body has the `Parameters<T>`. If the arguments do not fit, the tool
/// answers with `VALIDATION_ERROR`, or with `MISSING_REQUIRED` if one is missing. The detail `field` is the path of the argument, such
/// as `page.size`. In response-v2:
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
///
/// A test calls the tool with [`from_value`](Self::from_value), or with the SDK's `Parameters`: `Parameters(search).into()`.
#[derive(Clone, Debug)]
pub struct Arguments<T>(Result<T, InvalidArguments>);

impl<T: DeserializeOwned> Arguments<T> {
    /// The arguments of a request: what a client sends as `arguments`, which is an object. A test calls a tool with it, without a
    /// server, also with arguments that do not fit:
    ///
    /// ```
    /// use envelope_runtime::server::rmcp::Arguments;
    /// use envelope_runtime::{ToolFailure, envelope_tool};
    /// use rmcp::handler::server::wrapper::Parameters;
    /// use rmcp::tool;
    /// use schemars::JsonSchema;
    /// use serde::Deserialize;
    /// use serde_json::json;
    ///
    /// #[derive(Deserialize, JsonSchema)]
    /// struct Search {
    ///     query: String,
    /// }
    ///
    /// struct Server;
    ///
    /// #[envelope_tool(dialect = "response-v2", data = "length")]
    /// impl Server {
    ///     #[tool]
    ///     fn search(Parameters(search): Parameters<Search>) -> Result<usize, ToolFailure> {
    ///         Ok(search.query.len())
    ///     }
    /// }
    ///
    /// assert!(Server::search(Arguments::from_value(json!({"query": "auth"}))).is_success());
    ///
    /// let envelope = Server::search(Arguments::from_value(json!({"query": 1})));
    /// assert_eq!(envelope.error_code(), Some("VALIDATION_ERROR"));
    /// let envelope = Server::search(Arguments::from_value(json!({})));
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

impl<S, T: DeserializeOwned> FromContextPart<ToolCallContext<'_, S>> for Arguments<T> {
    fn from_context_part(context: &mut ToolCallContext<'_, S>) -> Result<Self, ErrorData> {
        Ok(Self::from_value(Value::Object(context.arguments.take().unwrap_or_default())))
    }
}

/// The arguments, or the error with which the tool answers.
#[allow(clippy::missing_errors_doc, reason = "an error is what the client sent")]
pub fn fitting<T>(arguments: Arguments<T>) -> Result<T, InvalidArguments> {
    arguments.0
}

/// What a tool under `#[tool]` can take its arguments as.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the SDK's `Parameters`",
    label = "not the arguments of a tool",
    note = "import `rmcp::handler::server::wrapper::Parameters`, which `envelope_runtime::server::rmcp` exports, too"
)]
pub trait FromArguments<T> {
    /// The arguments as the tool takes them.
    fn from_arguments(arguments: T) -> Self;
}

impl<T> FromArguments<T> for wrapper::Parameters<T> {
    fn from_arguments(arguments: T) -> Self {
        Self(arguments)
    }
}

/// For calls of a tool without a server: `Parameters(Search { … }).into()`, with the SDK's `Parameters`.
impl<T> From<wrapper::Parameters<T>> for Arguments<T> {
    fn from(arguments: wrapper::Parameters<T>) -> Self {
        Self(Ok(arguments.0))
    }
}

/// The input schema is that of `T`, as with the SDK's `Parameters`.
impl<T: JsonSchema> JsonSchema for Arguments<T> {
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

/// The error of arguments that do not fit.
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

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[test]
    fn the_names_of_types_are_not_sent() {
        #[derive(Debug, Deserialize)]
        struct Search {
            #[serde(rename = "page")]
            _page: SecretPage,
        }

        #[derive(Debug, Deserialize)]
        struct SecretPage {
            #[serde(rename = "size")]
            _size: u8,
        }

        let arguments = Arguments::<Search>::from_value(json!({"page": "last"}));
        let failure = fitting(arguments).unwrap_err().failure();
        let expected = "Invalid arguments: page: invalid type: string \"last\", expected an object";
        assert_eq!(failure.report().message(), expected);
    }
}
