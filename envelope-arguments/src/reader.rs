//! Reads arguments as a type: serde decides whether they fit, and their JSON Schema explains why they don't.

use std::cell::Cell;
use std::collections::{BTreeMap, HashSet};

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::arguments::{Arguments, Given};
use crate::json::Json;
use crate::place::{Address, Place};
use crate::problems::{MAX_BYTES, Problem, ProblemKind, Problems};
use crate::recorder::Reading;
use crate::repair::{Edit, Repair, asked_for};
use crate::schema::shape_of;
use crate::shape::Shape;
use crate::stop::{Stop, Why};
use crate::walk::{WORK, Walk, size};

/// The smallest and the largest number of readings to look for problems.
const TURNS: (usize, usize) = (4, 32);

/// The number of bytes that these readings read in total, within the limits of [`TURNS`].
const MAX_READ: usize = 1 << 14;

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
/// The type owns its parts, for example a `String` instead of a `&str`: the cache of schemas requires `T: 'static`.
///
/// # Errors
///
/// Every problem of arguments that don't fit the type, and every unknown key.
pub fn from_value<T: DeserializeOwned + JsonSchema + 'static>(
    arguments: Value,
) -> Result<T, Problems> {
    Arguments::from(arguments).read()
}

/// Reads arguments from JSON text, for example from a function call of a model.
///
/// ```
/// #[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
/// struct Find {
///     query: String,
/// }
///
/// let problems = envelope_arguments::from_str::<Find>(r#"{"query": true}"#).unwrap_err();
/// assert_eq!(problems.to_string(), "`query` is a boolean, expected a string");
///
/// let problems = envelope_arguments::from_str::<Find>(r#"{"query": "#).unwrap_err();
/// let message = "the value is not JSON (EOF while parsing a value at line 1 column 10)";
/// assert_eq!(problems.to_string(), message);
/// ```
///
/// # Errors
///
/// See [`from_value`]. A key that is given twice is a problem. For malformed JSON, the problem names the position.
pub fn from_str<T: DeserializeOwned + JsonSchema + 'static>(json: &str) -> Result<T, Problems> {
    from_slice(json.as_bytes())
}

/// Reads arguments from the bytes of JSON, for example from the body of a request.
///
/// ```
/// #[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
/// struct Find {
///     query: String,
/// }
///
/// let find: Find = envelope_arguments::from_slice(br#"{"query": "auth"}"#)?;
/// assert_eq!(find.query, "auth");
/// # Ok::<(), envelope_arguments::Problems>(())
/// ```
///
/// # Errors
///
/// See [`from_str`]. Bytes that are not UTF-8 are malformed JSON.
pub fn from_slice<T: DeserializeOwned + JsonSchema + 'static>(json: &[u8]) -> Result<T, Problems> {
    let arguments = serde_json::from_slice::<Arguments<T>>(json).map_err(|error| {
        let problem = Problem::new("", ProblemKind::Invalid).found("not JSON");
        Problems::one(problem.rule(error.to_string()))
    })?;
    arguments.read()
}

impl<T: DeserializeOwned + JsonSchema + 'static> Arguments<T> {
    /// Reads the arguments. [`Reader::read`] has settings, and [`Reader::read_checked`] also checks rules.
    ///
    /// # Errors
    ///
    /// Every problem of arguments that don't fit the type, and every unknown key.
    pub fn read(self) -> Result<T, Problems> {
        Reader::for_type::<T>().read(self).map(|accepted| accepted.arguments)
    }
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
/// let problems = reader.read::<Find>(call.clone()).unwrap_err();
/// assert_eq!(problems.to_string(), "`colour` is unknown, expected only `query`");
///
/// let accepted = reader.reject_unknown(false).read::<Find>(call)?;
/// assert_eq!(accepted.unknown[0].field, "colour");
/// # Ok::<(), envelope_arguments::Problems>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Reader {
    shape: Option<fn() -> &'static Shape>,
    reject_unknown: bool,
    repair: bool,
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
        Self { shape: None, reject_unknown: true, repair: true, max_bytes: MAX_BYTES }
    }

    /// Whether every unknown key is a problem, as it is by default. Otherwise, an unknown key is a problem only if it is close to an absent
    /// key, and [`Accepted::unknown`] lists the others.
    pub fn reject_unknown(mut self, reject_unknown: bool) -> Self {
        self.reject_unknown = reject_unknown;
        self
    }

    /// Whether to repair arguments that serde refuses, if they have one clear meaning. This is the default. [`Accepted::repaired`] lists
    /// the repaired problems.
    pub fn repair(mut self, repair: bool) -> Self {
        self.repair = repair;
        self
    }

    /// The largest size of the list of problems, as JSON in bytes. It is 4,096 by default.
    pub fn max_bytes(mut self, max_bytes: usize) -> Self {
        self.max_bytes = max_bytes;
        self
    }

    /// Reads arguments: JSON, or the `Arguments` of a tool. `null` means no arguments, and serde sees a key `_meta` only if the schema has
    /// this key.
    ///
    /// Parse a text as [`Arguments`]. A `serde_json::Value` would lose the first value of a key that is given twice:
    ///
    /// ```
    /// use envelope_arguments::{Arguments, Reader};
    ///
    /// #[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
    /// struct Find {
    ///     query: String,
    /// }
    ///
    /// let reader = Reader::for_type::<Find>().reject_unknown(false);
    /// let body = br#"{"query": "a", "query": "b"}"#;
    /// let arguments: Arguments<Find> = serde_json::from_slice(body)?;
    /// let problems = reader.read(arguments).unwrap_err();
    /// assert_eq!(problems.to_string(), "`query` is invalid (it is given twice)");
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Every problem of arguments that don't fit.
    pub fn read<T: DeserializeOwned>(
        &self,
        arguments: impl Into<Arguments<T>>,
    ) -> Result<Accepted<T>, Problems> {
        self.read_checked(arguments, |_| Ok(()))
    }

    /// Reads arguments, and checks rules of your own. The rules are also checked if the arguments have unknown keys, but not if a value has
    /// the wrong type.
    ///
    /// ```
    /// use envelope_arguments::{Problems, Reader};
    ///
    /// #[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
    /// struct Copy {
    ///     from: String,
    ///     to: String,
    /// }
    ///
    /// fn rules(copy: &Copy) -> Result<(), Problems> {
    ///     if copy.from == copy.to {
    ///         return Err(Problems::from_rule("to", "it is the same file"));
    ///     }
    ///     Ok(())
    /// }
    ///
    /// let bad = serde_json::json!({"from": "a", "to": "a", "force": true});
    /// let problems = Reader::for_type::<Copy>().read_checked(bad, rules).unwrap_err();
    /// assert_eq!(
    ///     problems.to_string(),
    ///     "2 problems: \
    ///      (1) `force` is unknown, expected only `from` and `to` \
    ///      (2) `to` is invalid (it is the same file)",
    /// );
    /// ```
    ///
    /// With the feature `garde023`, `read_checked(bad, envelope_arguments::validate)` checks the rules of `garde`.
    ///
    /// # Errors
    ///
    /// Every problem of arguments that don't fit, and every broken rule.
    pub fn read_checked<T: DeserializeOwned>(
        &self,
        arguments: impl Into<Arguments<T>>,
        rules: impl FnOnce(&T) -> Result<(), Problems>,
    ) -> Result<Accepted<T>, Problems> {
        let mut json = match arguments.into().0 {
            Given::Json(json) => json,
            Given::Typed(arguments) => {
                rules(&arguments)?;
                return Ok(Accepted { arguments, unknown: Vec::new(), repaired: Vec::new() });
            }
        };
        let read = self.answer(&mut json).and_then(|read| self.checked(read, rules));
        let repeated = json.problems(self.max_bytes);
        let read = match repeated.as_slice() {
            [] => read,
            _ => Err(repeated.and(read.err(), self.max_bytes)),
        };
        read.map_err(|problems| if json.pairs.is_some() { problems.of_text() } else { problems })
    }

    /// Refuses arguments of the right type that break rules, or have unknown keys.
    fn checked<T>(
        &self,
        mut accepted: Accepted<T>,
        rules: impl FnOnce(&T) -> Result<(), Problems>,
    ) -> Result<Accepted<T>, Problems> {
        let Accepted { arguments, unknown, repaired } = &mut accepted;
        let broken = rules(arguments).err();
        let is_near = unknown.iter().any(|problem| problem.did_you_mean.is_some());
        if is_near || (self.reject_unknown && !unknown.is_empty()) {
            repaired.append(unknown);
            let known = Problems::new(accepted.repaired, self.max_bytes);
            return Err(known.and(broken, self.max_bytes));
        }
        unknown.iter_mut().for_each(Problem::shorten);
        broken.map_or(Ok(accepted), Err)
    }

    fn answer<T: DeserializeOwned>(&self, json: &mut Json) -> Result<Accepted<T>, Problems> {
        let (value, is_form) = (&mut json.value, json.pairs.is_some());
        if Place::default().is_deeper_with(value) {
            let problem = Problem::new("", ProblemKind::Invalid);
            return Err(Problems::one(problem.rule("it is nested too deep")));
        }
        self.reduce(value);
        let mut reading = Reading { is_form, work: Cell::new(WORK.0), ..Reading::default() };
        if let Some(accepted) = self.accepted(value, Vec::new(), &mut reading) {
            return Ok(accepted);
        }
        if let Some(pairs) = json.pairs.as_mut().filter(|_| reading.wants_pairs.get()) {
            // In a list, a key can be given twice.
            *json = Json { value: pairs.take(), pairs: Some(Value::Null), ..Json::default() };
            return self.answer(json);
        }
        // With the feature `preserve_order` of `serde_json`, the order of problems would depend on the caller.
        value.sort_all_objects();
        self.explained(value, &mut reading)
    }

    fn shape(&self) -> Option<&'static Shape> {
        self.shape.map(|shape| shape())
    }

    /// Removes `_meta`, which clients add, and replaces `null` by an empty object.
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

    /// Reads arguments. Repairs their keys, and the values at which serde stops. `None` if serde still refuses the arguments.
    fn accepted<T: DeserializeOwned>(
        &self,
        value: &Value,
        repairs: Vec<Repair>,
        reading: &mut Reading,
    ) -> Option<Accepted<T>> {
        let is_of_key = |repair: &Repair| matches!(repair.edit, Edit::Key(_));
        let (mut made, mut repairs): (Vec<_>, _) = repairs.into_iter().partition(is_of_key);
        let mut repaired = Vec::new();
        loop {
            repaired.extend(made.drain(..).map(|repair| repair.make(&mut reading.edits)));
            match reading.read::<T>(value) {
                Ok(arguments) => {
                    let (mut unknown, renamed) = self.unknown::<T>(value, reading);
                    if renamed.is_empty() {
                        unknown.retain(|problem| !repaired.contains(problem));
                        return Some(Accepted { arguments, unknown, repaired });
                    }
                    made = renamed;
                }
                Err(stop) => (made, repairs) = asked_for(repairs, &stop),
            }
            if made.is_empty() || !reading.is_allowed() {
                return None;
            }
            reading.seen.take();
        }
    }

    /// Returns the unknown keys of arguments that serde accepts, and repairs of those that are other spellings.
    fn unknown<T: DeserializeOwned>(
        &self,
        value: &Value,
        reading: &mut Reading,
    ) -> (Vec<Problem>, Vec<Repair>) {
        let seen = reading.seen.get_mut();
        // serde knows every key that it neither ignores nor buffers.
        if seen.ignored.is_empty() && seen.buffered.is_empty() {
            return Default::default();
        }
        let seen = std::mem::take(seen);
        let is_alias = |key: &Value| reading.is_refused_twice::<T>(value, key, |_| true);
        let mut walk = Walk { seen, is_alias: Some(&is_alias), ..self.walk(reading) };
        walk.over(self.shape(), value);
        let Walk { problems, mut repairs, .. } = walk;
        repairs.retain(|repair| !reading.edits.keys.contains_key(&repair.at));
        (problems, repairs)
    }

    /// A walk that has not begun. The values of forms are not repaired.
    fn walk<'w>(&self, reading: &Reading) -> Walk<'w> {
        let is_form = reading.is_form;
        Walk { is_form, is_repairing: self.repair && !is_form, ..Walk::default() }
    }

    /// Returns repaired arguments, or else every problem of arguments that serde refuses.
    fn explained<T: DeserializeOwned>(
        &self,
        value: &Value,
        reading: &mut Reading,
    ) -> Result<Accepted<T>, Problems> {
        reading.restart(true);
        let (stops, is_complete) = stops::<T>(value, reading);
        let stopped = Some(of_author(&stops));
        let is_twice = |stop: &Stop| stop.why == Why::Twice;
        let is_alias = |key: &Value| reading.is_refused_twice::<T>(value, key, is_twice);
        let seen = reading.seen.take();
        let mut walk = Walk { seen, stopped, is_alias: Some(&is_alias), ..self.walk(reading) };
        walk.over(self.shape(), value);
        let Walk { mut problems, repairs, stopped, .. } = walk;
        if self.repair && !repairs.is_empty() && reading.is_allowed() {
            reading.restart(false);
            if let Some(accepted) = self.accepted(value, repairs, reading) {
                return Ok(accepted);
            }
        }
        let expectations = stopped.unwrap_or_default();
        let fits = problems.is_empty() && self.shape.is_some();
        let mut first = 0;
        for stop in &stops {
            if problems.iter().any(|problem| stop.is_explained_by(problem)) {
                continue;
            }
            let own = stop.problem.clone();
            let problem = match expectations.get(&stop.at) {
                Some(Some(expectation)) if stop.why == Why::Own => {
                    Problem { rule: own.rule, ..expectation.clone() }
                }
                _ if fits && stop.is_near && stop.why != Why::Own => {
                    let rule = "it fits its schema, but the tool cannot read it";
                    Problem::new(own.field, own.kind).rule(rule)
                }
                _ => own,
            };
            problems.insert(first, problem);
            first += 1;
        }
        Err(Problems::new(problems, self.max_bytes).complete(is_complete))
    }
}

/// The values that the author's code refuses, whose schemas have yet to be found.
fn of_author(stops: &[Stop]) -> BTreeMap<Address, Option<Problem>> {
    let stops = stops.iter().filter(|stop| stop.why == Why::Own);
    stops.map(|stop| (stop.at, None)).collect()
}

/// Reads repeatedly, and moves each value at which serde stops behind its neighbours. Returns all stops, and whether the list is complete.
pub(crate) fn stops<T: DeserializeOwned>(
    value: &Value,
    reading: &mut Reading,
) -> (Vec<Stop>, bool) {
    let mut stops = Vec::<Stop>::new();
    let (mut known, mut passed) = (0, HashSet::new());
    let parent = |stop: &Stop| stop.around.get(1).copied();
    for turn in 1..=(MAX_READ / size(value)).clamp(TURNS.0, TURNS.1) {
        let Err(stop) = reading.read::<T>(value) else { break };
        reading.edits.postponed.extend(stop.around.iter().map(|at| (*at, turn)));
        if stops.iter().any(|other| other.at == stop.at) {
            known += 1;
            passed.insert(parent(&stop));
        } else {
            stops.push(*stop);
            known = 0;
            passed.clear();
        }
        // serde has read the values beside each stop, or each stop has come last once, so there are no others.
        if known == stops.len() || stops.iter().all(|stop| passed.contains(&parent(stop))) {
            return (stops, true);
        }
        // Values that serde buffers can take much longer than others.
        if turn == TURNS.0 && reading.keeps.get() {
            break;
        }
    }
    (stops, false)
}

/// Arguments that fit.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Accepted<T> {
    /// The arguments.
    pub arguments: T,
    /// The unknown keys, each as a problem of the kind [`ProblemKind::Unknown`].
    pub unknown: Vec<Problem>,
    /// The problems that the reader has repaired. The list is empty for most calls.
    pub repaired: Vec<Problem>,
}
