//! Reads arguments as a type: serde decides whether they fit, and their JSON Schema explains why they don't.

use std::collections::HashSet;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::path::is_within;
use crate::problems::{MAX_BYTES, Problem, ProblemKind, Problems};
use crate::recorder::{Reading, Repeated, Seen};
use crate::schema::shape_of;
use crate::shape::Shape;
use crate::stop::{Stop, Why};
use crate::walk::{Found, Suspect, Walk, work};

/// The largest depth of arguments. It is the limit of `serde_json` for text.
const MAX_DEPTH: usize = 128;

/// The largest number of readings that hide what failed before, and of those that ask whether serde knows a key.
const MAX_READINGS: usize = 4;

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
/// Every problem of arguments that don't fit the type, and every unknown key.
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
        Problems::from(problem.expected("JSON".to_owned()))
    })?;
    from_value(arguments)
}

/// Reads arguments with settings.
///
/// ```
/// # use serde_json::json;
/// #[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
/// struct Find {
///     query: String,
/// }
///
/// let call = json!({"query": "auth", "colour": "red"});
/// let reader = envelope_arguments::Reader::for_type::<Find>();
/// assert_eq!(reader.read::<Find>(call.clone()).unwrap_err().to_string(), "`colour` is unknown");
///
/// let accepted = reader.reject_unknown(false).read::<Find>(call)?;
/// assert_eq!(accepted.unknown[0].to_string(), "`colour` is unknown");
/// # Ok::<(), envelope_arguments::Problems>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Reader {
    shape: Option<fn() -> &'static Shape>,
    reject_unknown: bool,
    max_bytes: usize,
}

impl Reader {
    /// A reader that explains problems with the JSON Schema of a type, which is generated once.
    pub fn for_type<T: JsonSchema + 'static>() -> Self {
        Self { shape: Some(shape_of::<T>), ..Self::without_schema() }
    }

    /// A reader for types without a JSON Schema, which names only the problems at which serde stops, and the unknown keys that serde
    /// ignores.
    pub fn without_schema() -> Self {
        Self { shape: None, reject_unknown: true, max_bytes: MAX_BYTES }
    }

    /// Whether every unknown key is a problem, as it is by default. Otherwise, only a key that is close to a known and absent one is, and
    /// the others are in [`Accepted::unknown`].
    pub fn reject_unknown(mut self, reject_unknown: bool) -> Self {
        self.reject_unknown = reject_unknown;
        self
    }

    /// The largest size of the list of problems, as JSON in bytes. It is 4,096 by default.
    pub fn max_bytes(mut self, max_bytes: usize) -> Self {
        self.max_bytes = max_bytes;
        self
    }

    /// Reads arguments that are JSON. `null` stands for no arguments, and serde sees a key `_meta` only if the schema has it.
    ///
    /// # Errors
    ///
    /// Every problem of arguments that don't fit.
    pub fn read<T: DeserializeOwned>(&self, mut arguments: Value) -> Result<Accepted<T>, Problems> {
        if is_deeper(&arguments, MAX_DEPTH) {
            let problem = Problem::new(String::new(), ProblemKind::Invalid);
            return Err(problem.rule("it is nested too deep").into());
        }
        self.reduce(&mut arguments);
        self.answer(arguments, None)
    }

    /// Reads a query string or a form. Its values are text, and a key can be there several times.
    ///
    /// ```
    /// #[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
    /// struct Find {
    ///     page_size: u8,
    /// }
    ///
    /// let reader = envelope_arguments::Reader::for_type::<Find>();
    /// let pair = |value: &str| [("page_size".to_owned(), value.to_owned())];
    /// assert_eq!(reader.read_form::<Find>(pair("20"))?.arguments.page_size, 20);
    ///
    /// let problems = reader.read_form::<Find>(pair("many")).unwrap_err();
    /// let message = "`page_size` has the wrong type, expected an integer from 0 to 255";
    /// assert_eq!(problems.to_string(), message);
    /// # Ok::<(), envelope_arguments::Problems>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Every problem of data that doesn't fit.
    pub fn read_form<T: DeserializeOwned>(
        &self,
        pairs: impl IntoIterator<Item = (String, String)>,
    ) -> Result<Accepted<T>, Problems> {
        let (mut form, mut repeated) = (Map::new(), Vec::new());
        for (key, value) in pairs {
            if let Some(before) = form.insert(key.clone(), Value::String(value)) {
                repeated.push((key, before));
            }
        }
        self.answer(Value::Object(form), Some(&repeated)).map_err(Problems::of_text)
    }

    fn answer<T: DeserializeOwned>(
        &self,
        mut value: Value,
        repeated: Option<Repeated<'_>>,
    ) -> Result<Accepted<T>, Problems> {
        self.accepted(&value, repeated).unwrap_or_else(|| {
            // With the feature `preserve_order` of `serde_json`, the order of problems would depend on the caller.
            value.sort_all_objects();
            Err(self.explained::<T>(&value, repeated))
        })
    }

    fn shape(&self) -> Option<&'static Shape> {
        self.shape.map(|shape| shape())
    }

    /// Takes away what a client adds of its own: `null` for no arguments, and `_meta`.
    fn reduce(&self, arguments: &mut Value) {
        if !arguments.is_null() && arguments.get("_meta").is_none() {
            return;
        }
        let Some(shape) = self.shape() else { return };
        let has_keys = !shape.properties.is_empty() || !shape.forms.is_empty();
        match arguments {
            Value::Object(object) if has_keys && !shape.properties.contains_key("_meta") => {
                object.remove("_meta");
            }
            Value::Null if shape.allows("object") && !shape.allows("null") => {
                *arguments = Value::Object(Map::new());
            }
            _ => {}
        }
    }

    /// Arguments that serde accepts, with the keys that nothing knows.
    fn accepted<T: DeserializeOwned>(
        &self,
        value: &Value,
        repeated: Option<Repeated<'_>>,
    ) -> Option<Result<Accepted<T>, Problems>> {
        let reading = Reading { repeated, ..Reading::default() };
        let mut arguments = reading.read(value).ok()?;
        let seen = reading.seen.take();
        // serde has looked at every key that it neither ignores nor keeps.
        if seen.ignored.is_empty() && seen.buffered.is_empty() {
            return Some(Ok(Accepted { arguments, unknown: Vec::new() }));
        }
        let found = self
            .shape()
            .map(|shape| Walk::over(shape, value, &seen, None, repeated.is_some(), &work(value)));
        let Found { problems: mut unknown, suspects } = found.unwrap_or_default();
        seen.add_ignored(&mut unknown);
        let (same, near): (Vec<_>, Vec<_>) =
            suspects.into_iter().partition(|suspect| suspect.is_same);
        // A name that differs in its case and separators alone is meant, whether serde knows it as an alias or not.
        let renamed = same.iter().map(|suspect| (suspect.value, suspect.name));
        reading.renamed.replace(renamed.collect());
        if !same.is_empty() {
            match reading.read(value) {
                Ok(read) => arguments = read,
                Err(_) => unknown.extend(same.into_iter().map(|suspect| suspect.problem)),
            }
        }
        reading.renamed.take();
        unknown.extend(unknown_among::<T>(near, value, &reading, |_| true));
        let is_rejected = self.reject_unknown && !unknown.is_empty();
        if is_rejected || unknown.iter().any(|problem| problem.did_you_mean.is_some()) {
            return Some(Err(Problems::new(unknown, self.max_bytes)));
        }
        unknown.iter_mut().for_each(Problem::shorten);
        Some(Ok(Accepted { arguments, unknown }))
    }

    /// Every problem of arguments that serde does not accept.
    fn explained<T: DeserializeOwned>(
        &self,
        value: &Value,
        repeated: Option<Repeated<'_>>,
    ) -> Problems {
        let reading = Reading { repeated, is_recording: true, ..Reading::default() };
        let stops = stops::<T>(value, &reading);
        let seen = reading.seen.take();
        let of_author = stops.iter().filter(|stop| stop.why == Why::Own);
        let at: Vec<_> = of_author.map(|stop| stop.at).collect();
        let shape = self.shape();
        let found = shape.map(|shape| {
            Walk::over(shape, value, &seen, Some(&at), repeated.is_some(), &work(value))
        });
        let Found { mut problems, suspects } = found.unwrap_or_default();
        let is_known = |stop: &Stop| stop.why == Why::Twice;
        problems.extend(unknown_among::<T>(suspects, value, &reading, is_known));
        seen.add_ignored(&mut problems);
        let fits = problems.is_empty() && shape.is_some();
        let mut first = 0;
        for stop in &stops {
            let mut own = stop.problem.clone();
            let is_expectation = |other: &Problem| {
                stop.why == Why::Own
                    && matches!(other.kind, ProblemKind::BadFormat | ProblemKind::Invalid)
                    && other.rule.is_none()
                    && other.field == own.field
            };
            let expectation = problems.iter().position(is_expectation);
            let expectation = expectation.map(|index| problems.remove(index));
            if problems.iter().any(|problem| stop.is_explained_by(problem)) {
                continue;
            }
            if let Some(expectation) = expectation {
                own = Problem { rule: own.rule, ..expectation };
            }
            if fits && stop.is_near && stop.why != Why::Own {
                let rule = "it fits its schema, but the tool cannot read it";
                own = Problem::new(own.field, own.kind).rule(rule);
            }
            problems.insert(first, own);
            first += 1;
        }
        Problems::new(problems, self.max_bytes)
    }
}

/// The keys that are no aliases: serde refuses to read an alias twice.
fn unknown_among<'v, T: DeserializeOwned>(
    suspects: Vec<Suspect>,
    value: &'v Value,
    reading: &Reading<'v>,
    is_known: impl Fn(&Stop) -> bool,
) -> impl Iterator<Item = Problem> {
    let is_alias = move |suspect: &Suspect| {
        reading.doubled.set(Some(suspect.value));
        reading.read::<T>(value).is_err_and(|stop| is_known(&stop))
    };
    let suspects = suspects.into_iter().enumerate();
    let unknown = suspects.filter(move |(index, one)| *index >= MAX_READINGS || !is_alias(one));
    unknown.map(|(_, suspect)| suspect.problem)
}

/// Where serde stops, first in the arguments as they are, and then without the values at which it stopped before.
pub(crate) fn stops<'v, T: DeserializeOwned>(value: &'v Value, reading: &Reading<'v>) -> Vec<Stop> {
    let (mut stops, mut hidden) = (Vec::new(), Vec::<String>::new());
    for _ in 0..=MAX_READINGS {
        let Err(stop) = reading.read::<T>(value) else { break };
        // That a value is missing which is hidden is not the caller's doing.
        let is_own_doing = hidden.iter().any(|hidden| is_within(hidden, &stop.field));
        let is_root = stop.field.is_empty();
        reading.hidden.borrow_mut().push(stop.at);
        hidden.push(stop.field.clone());
        if !is_own_doing {
            stops.push(*stop);
        }
        if is_root {
            break;
        }
    }
    stops
}

impl Seen {
    /// Adds the keys that serde ignores to the unknown ones that a schema has found.
    fn add_ignored(&self, problems: &mut Vec<Problem>) {
        let unknown = problems.iter().filter(|problem| problem.kind == ProblemKind::Unknown);
        let known: HashSet<String> = unknown.map(|problem| problem.field.clone()).collect();
        let others = self.ignored.values().filter(|problem| !known.contains(&problem.field));
        problems.extend(others.cloned());
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
