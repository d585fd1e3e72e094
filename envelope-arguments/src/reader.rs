//! Reads arguments as a type: serde decides whether they fit, and their JSON Schema explains why they don't.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::aliases::{fields_at, is_read};
use crate::keys::are_known;
use crate::place::Place;
use crate::problems::{Problem, ProblemKind, Problems};
use crate::reason::Rejected;
use crate::schema::schema_of;
use crate::walk::{Found, compare};

/// The largest depth of arguments. It is the limit of `serde_json` for text.
const MAX_DEPTH: usize = 128;

/// The JSON Schema of arguments, if there is one.
pub(crate) type Schema = Option<fn() -> &'static Value>;

/// Reads arguments that are JSON.
///
/// ```
/// #[derive(serde::Deserialize, schemars::JsonSchema)]
/// struct Find {
///     query: String,
/// }
///
/// let arguments = serde_json::json!({"query": "auth"});
/// let find: Find = envelope_arguments::from_value(arguments)?;
/// # assert_eq!(find.query, "auth");
/// # Ok::<(), envelope_arguments::Problems>(())
/// ```
///
/// # Errors
///
/// Every problem of arguments that don't fit the type, and each unknown key that is close to a known and absent one.
pub fn from_value<T: DeserializeOwned + JsonSchema + 'static>(
    arguments: Value,
) -> Result<T, Problems> {
    Reader::for_type::<T>().read(arguments).map(|accepted| accepted.arguments)
}

/// Reads arguments that are the text of JSON, as a function call of a model has them.
///
/// ```
/// #[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
/// struct Find {
///     query: String,
/// }
///
/// let problems = envelope_arguments::from_str::<Find>(r#"{"query": 7}"#).unwrap_err();
/// assert_eq!(problems.to_string(), "`query` is an integer, expected a string");
///
/// let problems = envelope_arguments::from_str::<Find>(r#"{"query": "#).unwrap_err();
/// let message = "the value is invalid (EOF while parsing a value at line 1 column 10), expected JSON";
/// assert_eq!(problems.to_string(), message);
/// ```
///
/// # Errors
///
/// See [`from_value`]. For malformed JSON, the problem names the position.
pub fn from_str<T: DeserializeOwned + JsonSchema + 'static>(json: &str) -> Result<T, Problems> {
    let arguments = serde_json::from_str(json).map_err(|error| {
        let problem = Problem::new(String::new(), ProblemKind::Invalid).rule(error.to_string());
        Problems(vec![problem.expected("JSON".to_owned())])
    })?;
    from_value(arguments)
}

/// Reads arguments for a server, which decides about unknown keys.
///
/// ```
/// # use serde_json::json;
/// #[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
/// struct Find {
///     query: String,
/// }
///
/// let call = json!({"query": "auth", "colour": "red"});
/// let accepted = envelope_arguments::Reader::for_type::<Find>().read::<Find>(call.clone())?;
/// assert_eq!(accepted.unknown[0].to_string(), "`colour` is unknown");
///
/// let reader = envelope_arguments::Reader::for_type::<Find>().reject_unknown(true);
/// assert_eq!(reader.read::<Find>(call).unwrap_err().to_string(), "`colour` is unknown");
/// # Ok::<(), envelope_arguments::Problems>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct Reader {
    pub(crate) schema: Schema,
    reject_unknown: bool,
}

impl Reader {
    /// A reader that explains problems with the JSON Schema of a type, which is generated once.
    pub fn for_type<T: JsonSchema + 'static>() -> Self {
        Self::with_schema(Some(schema_of::<T>))
    }

    /// A reader with a JSON Schema whose objects have sorted keys, or without one. Without a schema, it names only the first problem, and
    /// finds no unknown keys.
    pub fn with_schema(schema: Option<fn() -> &'static Value>) -> Self {
        Self { schema, reject_unknown: false }
    }

    /// Whether every unknown key is a problem. By default, those that are not close to a known and absent one are in
    /// [`Accepted::unknown`].
    pub fn reject_unknown(mut self, reject_unknown: bool) -> Self {
        self.reject_unknown = reject_unknown;
        self
    }

    /// Reads arguments that are JSON.
    ///
    /// # Errors
    ///
    /// Every problem of arguments that don't fit.
    pub fn read<T: DeserializeOwned>(&self, mut arguments: Value) -> Result<Accepted<T>, Problems> {
        if is_deeper(&arguments, MAX_DEPTH) {
            let problem = Problem::new(String::new(), ProblemKind::Invalid);
            return Err(Problems(vec![problem.rule("it is nested too deep")]));
        }
        let result = T::deserialize(&arguments);
        // With the feature `preserve_order` of `serde_json`, the order of problems would depend on the caller.
        arguments.sort_all_objects();
        let value = &arguments;
        match result {
            Ok(arguments) => {
                let is_alias =
                    |at: &Place<'_>, key: &str| is_read::<T>(value, at, key).unwrap_or(true);
                self.accept(arguments, value, &is_alias)
            }
            Err(error) => Err(self.explain::<T>(value, &Rejected::locate::<T>(value, &error))),
        }
    }

    /// Arguments that serde accepts, with the keys that nothing knows. `is_alias` tells whether serde knows a key that the schema lacks.
    pub(crate) fn accept<T>(
        &self,
        arguments: T,
        value: &Value,
        is_alias: &dyn Fn(&Place<'_>, &str) -> bool,
    ) -> Result<Accepted<T>, Problems> {
        let schema = self.schema.map(|schema| schema());
        let Some(schema) = schema.filter(|schema| !are_known(schema, value)) else {
            return Ok(Accepted { arguments, unknown: Vec::new() });
        };
        let unknown = compare(schema, value, is_alias, None).unknown;
        let (meant, unknown): (Vec<_>, Vec<_>) =
            unknown.into_iter().partition(|problem| problem.did_you_mean.is_some());
        if !meant.is_empty() {
            return Err(Problems(meant));
        }
        if self.reject_unknown && !unknown.is_empty() {
            return Err(Problems(unknown));
        }
        Ok(Accepted { arguments, unknown })
    }

    /// Every problem of arguments that serde does not accept.
    pub(crate) fn explain<T: DeserializeOwned>(
        &self,
        value: &Value,
        rejected: &Rejected,
    ) -> Problems {
        let mut own = rejected.problem(Some(value));
        let Some(schema) = self.schema else { return Problems(vec![own]) };
        let stopped = rejected.field();
        let is_alias = |at: &Place<'_>, key: &str| {
            fields_at::<T>(at).contains(&key) || is_read::<T>(value, at, key) == Some(true)
        };
        let Found { mut problems, expected, is_format, .. } =
            compare(schema(), value, &is_alias, Some(&stopped));
        if !problems.iter().any(|problem| explains(problem, &own, &stopped)) {
            if own.field == stopped
                && matches!(own.kind, ProblemKind::Invalid | ProblemKind::OutOfRange)
            {
                own.expected = expected.filter(|expected| !expected.is_empty()).or(own.expected);
                if is_format && own.kind == ProblemKind::Invalid {
                    own.kind = ProblemKind::BadFormat;
                }
            }
            problems.insert(0, own);
        }
        Problems(problems)
    }
}

/// Arguments that fit.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Accepted<T> {
    /// The arguments.
    pub arguments: T,
    /// The keys that nothing knows, each as a problem of the kind [`ProblemKind::Unknown`].
    pub unknown: Vec<Problem>,
}

/// Whether lists and objects are nested deeper than this.
fn is_deeper(value: &Value, depth: usize) -> bool {
    match (value, depth.checked_sub(1)) {
        (Value::Array(items), Some(depth)) => items.iter().any(|item| is_deeper(item, depth)),
        (Value::Object(object), Some(depth)) => {
            object.values().any(|value| is_deeper(value, depth))
        }
        (Value::Array(_) | Value::Object(_), None) => true,
        _ => false,
    }
}

/// Whether a problem that the schema knows is the one at which serde stopped.
fn explains(problem: &Problem, own: &Problem, stopped: &str) -> bool {
    let field = problem.field.as_str();
    let is_within = |inner: &str, outer: &str| {
        let rest = inner.strip_prefix(outer);
        rest.is_some_and(|rest| rest.is_empty() || outer.is_empty() || rest.starts_with(['.', '[']))
    };
    if own.kind == ProblemKind::Missing {
        // The key can be there under a misspelt name.
        let meant = problem.did_you_mean.as_deref();
        let name = own.field.rsplit('.').next();
        return field == own.field || (problem.kind == ProblemKind::Unknown && meant == name);
    }
    is_within(field, &own.field) || is_within(field, stopped) || is_within(stopped, field)
}
