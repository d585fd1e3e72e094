//! Arguments that a tool reads itself, so that it also answers invalid arguments.

use std::borrow::Cow;
use std::collections::BTreeSet;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{Deserialize, Deserializer};
use serde_json::{Map, Value, json};

use crate::json::Json;
use crate::shown::shown;

/// The arguments of a call before they are read as a `T`. Any JSON deserializes as this type, so that the tool itself answers arguments
/// that don't fit. The schema is the schema of `T`. Use `Arguments<T>` instead of `T` in the signature of a tool, in any version of the MCP
/// SDK:
///
/// ```
/// use envelope_arguments::Arguments;
/// # struct Parameters<T>(T);
///
/// #[derive(serde::Deserialize, schemars::JsonSchema)]
/// struct Find {
///     query: String,
/// }
///
/// // #[tool]
/// fn find(Parameters(arguments): Parameters<Arguments<Find>>) -> Result<String, String> {
///     let find = arguments.read().map_err(|problems| format!("Invalid arguments: {problems}"))?;
///     Ok(format!("No issue contains {}", find.query))
/// }
///
/// let arguments = serde_json::from_str(r#"{"query": "a", "query": "b"}"#)?;
/// let message = "Invalid arguments: `query` is invalid (it is given twice)";
/// assert_eq!(find(Parameters(arguments)), Err(message.to_owned()));
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// A test passes JSON, `json!({"query": "a"}).into()`, or a value, `Arguments::typed(Find { … })`.
#[derive(Clone, Debug)]
pub struct Arguments<T>(pub(crate) Given<T>);

#[derive(Clone, Debug)]
pub(crate) enum Given<T> {
    Json(Json),
    Typed(T),
}

impl<T> Arguments<T> {
    /// Makes arguments of a value, for example in a test.
    pub fn typed(arguments: T) -> Self {
        Self(Given::Typed(arguments))
    }

    /// Makes arguments of a query string or a form, whose values are text. A key that is given twice is a problem, except
    /// for a list of pairs, such as `Vec<(String, u8)>`.
    ///
    /// ```
    /// use envelope_arguments::Arguments;
    ///
    /// #[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
    /// struct Find {
    ///     page_size: u8,
    /// }
    ///
    /// let form = |value: &str| Arguments::<Find>::from_form([("page_size".into(), value.into())]);
    /// assert_eq!(form("20").read()?.page_size, 20);
    ///
    /// let message = "`page_size` has the wrong type, expected an integer from 0 to 255";
    /// assert_eq!(form("many").read().unwrap_err().to_string(), message);
    /// # Ok::<(), envelope_arguments::Problems>(())
    /// ```
    pub fn from_form(pairs: impl IntoIterator<Item = (String, String)>) -> Self {
        let (mut form, mut repeated, mut all) = (Map::new(), BTreeSet::new(), Vec::new());
        for (key, value) in pairs {
            all.push(json!([key, value]));
            if form.contains_key(&key) {
                repeated.insert(shown(&key).into_owned());
            }
            form.insert(key, value.into());
        }
        Self(Given::Json(Json { value: form.into(), repeated, pairs: Some(all.into()) }))
    }
}

/// Accepts parsed JSON.
impl<T> From<Value> for Arguments<T> {
    fn from(value: Value) -> Self {
        Self(Given::Json(Json { value, ..Json::default() }))
    }
}

/// Accepts an object, such as the `JsonObject` of the MCP SDK.
impl<T> From<Map<String, Value>> for Arguments<T> {
    fn from(object: Map<String, Value>) -> Self {
        Value::Object(object).into()
    }
}

/// Accepts any JSON. Reading the arguments reports a key that is given twice.
impl<'de, T> Deserialize<'de> for Arguments<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Json::deserialize(deserializer).map(|json| Self(Given::Json(json)))
    }
}

/// The schema of `T`.
impl<T: JsonSchema> JsonSchema for Arguments<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        T::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}
