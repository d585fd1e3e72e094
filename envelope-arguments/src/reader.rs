//! Reads arguments as a type: serde decides whether they fit, and their JSON Schema explains why they don't.

use std::collections::HashSet;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::describe::resolved;
use crate::keys::are_known;
use crate::place::{is_within, joined};
use crate::problems::{MAX_BYTES, Problem, ProblemKind, Problems};
use crate::range::allows_type;
use crate::recorder::{Address, Ignored, Reading, Seen};
use crate::schema::schema_of;
use crate::stop::{Stop, Why};
use crate::walk::{Found, Suspect, compare, has_type, unknown_keys};

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
        Problems::from(problem.expected("JSON".to_owned()))
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
    schema: Option<fn() -> &'static Value>,
    reject_unknown: bool,
    max_bytes: usize,
}

impl Reader {
    /// A reader that explains problems with the JSON Schema of a type, which is generated once.
    pub fn for_type<T: JsonSchema + 'static>() -> Self {
        Self::with_schema(Some(schema_of::<T>))
    }

    /// A reader with a JSON Schema whose objects have sorted keys, or without one. Without a schema, it names only the
    /// problems at which serde stops, and finds the unknown keys that serde ignores.
    pub fn with_schema(schema: Option<fn() -> &'static Value>) -> Self {
        Self { schema, reject_unknown: false, max_bytes: MAX_BYTES }
    }

    /// Whether every unknown key is a problem. By default, those that are not close to a known and absent one are in
    /// [`Accepted::unknown`].
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
        let reading = Reading::default();
        if let Ok(read) = reading.read(&arguments) {
            return self.accept(read, &arguments, &reading, |address| address);
        }
        drop(reading);
        // With the feature `preserve_order` of `serde_json`, the order of problems would depend on the caller.
        arguments.sort_all_objects();
        if self.is_reduced(&mut arguments) {
            let reading = Reading::default();
            if let Ok(read) = reading.read(&arguments) {
                return self.accept(read, &arguments, &reading, |address| address);
            }
        }
        let reading = Reading { is_recording: true, ..Reading::default() };
        Err(self.explain::<T>(&arguments, &reading, |address| address))
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
        let pairs = pairs.into_iter().map(|(key, value)| (key, Value::String(value)));
        let pairs: Vec<_> = pairs.collect();
        let object = Value::Object(self.typed(&pairs));
        let address = |address: Address| {
            let pair = pairs.iter().find(|(_, value)| std::ptr::eq(address, value));
            pair.and_then(|(key, _)| object.get(key)).map_or(address, std::ptr::from_ref)
        };
        let reading = Reading { pairs: Some(&pairs), ..Reading::default() };
        if let Ok(read) = reading.read(&object) {
            return self.accept(read, &object, &reading, address);
        }
        let reading = Reading { is_recording: true, ..reading };
        Err(self.explain::<T>(&object, &reading, address).of_text())
    }

    /// The entries of a form with the types of their schema: a text that is a number is the number if the schema wants one.
    fn typed(&self, pairs: &[(String, Value)]) -> Map<String, Value> {
        let root = self.schema.map(|schema| schema());
        let properties = root.and_then(|root| root.get("properties"));
        let typed = |key: &str, value: &Value| {
            let schema = resolved(root?, properties?.get(key)?);
            let is_simple = |value: &Value| value.is_number() || value.is_boolean();
            let typed = serde_json::from_str(value.as_str()?).ok().filter(is_simple)?;
            has_type(schema, &typed).then_some(typed)
        };
        let entry = |(key, value): &(String, Value)| {
            (key.clone(), typed(key, value).unwrap_or_else(|| value.clone()))
        };
        pairs.iter().map(entry).collect()
    }

    /// Whether the arguments have lost what a client adds of its own: `null` for no arguments, and `_meta`.
    fn is_reduced(&self, arguments: &mut Value) -> bool {
        let schema = self.schema.map(|schema| schema());
        let is_object = |schema: &Value| {
            let schema = resolved(schema, schema);
            !allows_type(schema, "null") && has_type(schema, &Value::Object(Map::new()))
        };
        match arguments {
            Value::Null if schema.is_none_or(is_object) => *arguments = Value::Object(Map::new()),
            Value::Object(object)
                if schema.is_none_or(|schema| schema.pointer("/properties/_meta").is_none()) =>
            {
                return object.remove("_meta").is_some();
            }
            _ => return false,
        }
        true
    }

    /// Arguments that serde accepts, with the keys that nothing knows. `address` is that of a value in the arguments as JSON.
    fn accept<T: DeserializeOwned>(
        &self,
        mut arguments: T,
        value: &Value,
        reading: &Reading<'_>,
        address: impl Fn(Address) -> Address,
    ) -> Result<Accepted<T>, Problems> {
        let seen = Seen::of(reading, address);
        if seen.is_empty() {
            return Ok(Accepted { arguments, unknown: Vec::new() });
        }
        let schema = self.schema.map(|schema| schema());
        let schema =
            schema.filter(|schema| !seen.ignored.is_empty() || !are_known(schema, schema, value));
        let found = schema.map(|schema| unknown_keys(schema, value, &seen)).unwrap_or_default();
        let mut unknown = found.problems;
        seen.add_ignored(&mut unknown);
        let (same, near): (Vec<_>, Vec<_>) =
            found.suspects.into_iter().partition(|suspect| suspect.is_same);
        // A name that differs in its case and separators alone is meant, whether serde knows it as an alias or not.
        let renamed = same.iter().map(|suspect| (suspect.value, suspect.name.as_str())).collect();
        let renaming = Reading { renamed, pairs: reading.pairs, ..Reading::default() };
        if !same.is_empty()
            && let Ok(read) = renaming.read(value)
        {
            arguments = read;
            for suspect in &same {
                suspect.remove_from(&mut unknown);
            }
        }
        for suspect in near.iter().take(MAX_READINGS) {
            let asking = Reading { pairs: reading.pairs, ..Reading::default() };
            asking.doubled.set(Some(suspect.value));
            if asking.read::<T>(value).is_err() {
                suspect.remove_from(&mut unknown);
            }
        }
        let is_rejected = self.reject_unknown && !unknown.is_empty();
        if is_rejected || unknown.iter().any(|problem| problem.did_you_mean.is_some()) {
            return Err(Problems::new(unknown, self.max_bytes));
        }
        unknown.iter_mut().for_each(Problem::shorten);
        Ok(Accepted { arguments, unknown })
    }

    /// Every problem of arguments that serde does not accept.
    fn explain<'v, T: DeserializeOwned>(
        &self,
        value: &'v Value,
        reading: &Reading<'v>,
        address: impl Fn(Address) -> Address,
    ) -> Problems {
        let mut stops = stops::<T>(value, reading);
        for stop in &mut stops {
            stop.at = address(stop.at);
        }
        let seen = Seen::of(reading, &address);
        let at: Vec<_> = stops.iter().map(|stop| stop.at).collect();
        let schema = self.schema.map(|schema| schema());
        let Found { mut problems, suspects, perhaps, expected } =
            schema.map(|schema| compare(schema, value, &seen, &at)).unwrap_or_default();
        for suspect in suspects.iter().take(MAX_READINGS) {
            reading.doubled.set(Some(suspect.value));
            let is_known = |stop: &Stop| matches!(stop.why, Why::Twice(_));
            if reading.read::<T>(value).is_err_and(|stop| is_known(&stop)) {
                suspect.remove_from(&mut problems);
            }
        }
        seen.add_ignored(&mut problems);
        let fits = problems.is_empty() && schema.is_some();
        let mut first = 0;
        for stop in &stops {
            let own = stop.problem();
            let mut confirmed = perhaps.iter().filter(|missing| stop.confirms(missing));
            let own = match (confirmed.next(), confirmed.next()) {
                (Some(missing), None) if !problems.iter().any(|other| stop.confirms(other)) => {
                    missing.clone()
                }
                _ if problems.iter().any(|problem| stop.is_explained_by(problem, &own)) => continue,
                _ => {
                    let expected = expected.iter().find(|(address, ..)| *address == stop.at);
                    stop.with_schema(own, expected, fits)
                }
            };
            problems.insert(first, own);
            first += 1;
        }
        Problems::new(problems, self.max_bytes)
    }
}

/// Where serde stops, first in the arguments as they are, and then without the values at which it stopped before.
fn stops<'v, T: DeserializeOwned>(value: &'v Value, reading: &Reading<'v>) -> Vec<Stop> {
    let (mut stops, mut hidden) = (Vec::new(), Vec::<String>::new());
    for _ in 0..=MAX_READINGS {
        let Err(stop) = reading.read::<T>(value) else { break };
        // That a value is missing which is hidden is not the caller's doing.
        let is_own_doing = hidden.iter().any(|hidden| is_within(hidden, &stop.field));
        let is_root = stop.field.is_empty();
        reading.hidden.borrow_mut().push(stop.at);
        hidden.push(stop.field.clone());
        if !is_own_doing {
            stops.push(stop);
        }
        if is_root {
            break;
        }
    }
    stops
}

impl Suspect {
    fn remove_from(&self, problems: &mut Vec<Problem>) {
        let is_it =
            |problem: &Problem| problem.kind == ProblemKind::Unknown && problem.field == self.field;
        problems.retain(|problem| !is_it(problem));
    }
}

impl Seen {
    /// Adds the keys that serde ignores to the unknown ones that a schema has found.
    fn add_ignored(&self, problems: &mut Vec<Problem>) {
        let known: HashSet<String> = problems
            .iter()
            .filter(|problem| problem.kind == ProblemKind::Unknown)
            .map(|problem| problem.field.clone())
            .collect();
        for Ignored { around, problem, .. } in &self.ignored {
            // Many unknown keys of one object are one problem of the object.
            let is_known = known.contains(&problem.field) || known.contains(around);
            if !is_known && problem.field != "_meta" {
                problems.push(problem.clone());
            }
        }
    }
}

impl Stop {
    /// Whether a problem is about the key that serde misses.
    fn confirms(&self, problem: &Problem) -> bool {
        let Why::Missing(name) = self.why else { return false };
        let is_here = problem.field == joined(&self.field, name);
        let is_near = self.is_near && is_within(&problem.field, &self.field);
        match problem.kind {
            ProblemKind::Missing => {
                is_here || (is_near && problem.field.rsplit('.').next() == Some(name))
            }
            ProblemKind::Unknown => is_near && problem.did_you_mean.as_deref() == Some(name),
            _ => false,
        }
    }

    /// The problem with the expectation of the schema for the value, if it has none of its own. `fits` tells whether the schema allows it.
    fn with_schema(
        &self,
        own: Problem,
        expected: Option<&(Address, String, bool)>,
        fits: bool,
    ) -> Problem {
        let is_own = matches!(self.why, Why::Own(_));
        if self.is_near && !is_own {
            let rule = "it fits its schema, but the tool cannot read it";
            return if fits { Problem::new(own.field, own.kind).rule(rule) } else { own };
        }
        let (ProblemKind::Invalid | ProblemKind::OutOfRange, Some((_, expected, is_format))) =
            (own.kind, expected)
        else {
            return own;
        };
        if own.field != self.field {
            return own;
        }
        let is_format = *is_format && own.kind == ProblemKind::Invalid;
        let kind = if is_format { ProblemKind::BadFormat } else { own.kind };
        Problem { kind, ..own.expected_or(expected) }
    }

    /// Whether a problem that the schema knows is the one at which serde stopped.
    fn is_explained_by(&self, problem: &Problem, own: &Problem) -> bool {
        let is_inside = is_within(&problem.field, &self.field);
        let is_unknown = problem.kind == ProblemKind::Unknown;
        match &self.why {
            Why::Missing(name) => {
                // The key can be there under a misspelt name.
                let is_meant = is_unknown && problem.did_you_mean.as_deref() == Some(name);
                problem.field == own.field || (is_inside && (is_meant || self.is_near))
            }
            Why::Own(_) => problem.field == self.field || (self.is_near && is_inside),
            Why::Unknown(..) => is_inside && is_unknown,
            Why::Twice(_) => problem.field == own.field,
            _ => is_inside || (!is_unknown && is_within(&self.field, &problem.field)),
        }
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
