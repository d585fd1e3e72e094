//! Reads arguments as a type: serde decides whether they fit, and their JSON Schema explains why they don't.

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::aliases::{fields_at, is_read};
use super::keys::are_known;
use super::place::Place;
use super::problem::{Kind, Problem, Problems};
use super::reason::Rejected;
use super::walk::{Found, compare};

/// The largest depth of arguments. It is the limit of `serde_json` for text.
const MAX_DEPTH: usize = 128;

/// The JSON Schema of arguments, if there is one.
pub(crate) type Schema = Option<fn() -> &'static Value>;

/// Arguments that fit.
#[derive(Debug)]
pub(crate) struct Fitting<T> {
    pub(crate) arguments: T,
    /// The keys that nothing knows.
    pub(crate) unknown: Vec<Problem>,
}

/// The arguments, or all of their problems. An unknown key that is close to an absent one is also a problem.
pub(crate) fn read<T: DeserializeOwned>(
    mut value: Value,
    schema: Schema,
) -> Result<Fitting<T>, Problems> {
    if is_deeper(&value, MAX_DEPTH) {
        let problem = Problem::new(String::new(), Kind::Invalid).rule("it is nested too deep");
        return Err(Problems(vec![problem]));
    }
    let result = T::deserialize(&value);
    // With the feature `preserve_order` of `serde_json`, the order of problems would depend on the caller.
    value.sort_all_objects();
    let value = &value;
    match result {
        Ok(arguments) => {
            let is_alias = |at: &Place<'_>, key: &str| is_read::<T>(value, at, key).unwrap_or(true);
            unknown(value, schema, &is_alias).map(|unknown| Fitting { arguments, unknown })
        }
        Err(error) => Err(explain::<T>(value, schema, &Rejected::of::<T>(value, &error))),
    }
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

/// The keys that nothing knows, of arguments that serde accepts. `is_alias` tells whether serde knows a key that the schema lacks.
pub(crate) fn unknown(
    value: &Value,
    schema: Schema,
    is_alias: &dyn Fn(&Place<'_>, &str) -> bool,
) -> Result<Vec<Problem>, Problems> {
    let Some(schema) = schema.map(|schema| schema()) else { return Ok(Vec::new()) };
    if are_known(schema, value) {
        return Ok(Vec::new());
    }
    let unknown = compare(schema, value, is_alias, None).unknown;
    let (meant, unknown): (Vec<_>, Vec<_>) =
        unknown.into_iter().partition(|problem| problem.did_you_mean.is_some());
    if meant.is_empty() { Ok(unknown) } else { Err(Problems(meant)) }
}

/// Every problem of arguments that serde does not accept.
pub(crate) fn explain<T: DeserializeOwned>(
    value: &Value,
    schema: Schema,
    rejected: &Rejected,
) -> Problems {
    let mut own = rejected.problem(Some(value));
    let Some(schema) = schema else { return Problems(vec![own]) };
    let stopped = rejected.field();
    let is_alias = |at: &Place<'_>, key: &str| {
        fields_at::<T>(at).contains(&key) || is_read::<T>(value, at, key) == Some(true)
    };
    let Found { mut problems, expected, is_format, .. } =
        compare(schema(), value, &is_alias, Some(&stopped));
    if !problems.iter().any(|problem| explains(problem, &own, &stopped)) {
        if own.field == stopped && matches!(own.kind, Kind::Invalid | Kind::OutOfRange) {
            own.expected = expected.filter(|expected| !expected.is_empty()).or(own.expected);
            if is_format && own.kind == Kind::Invalid {
                own.kind = Kind::BadFormat;
            }
        }
        problems.insert(0, own);
    }
    Problems(problems)
}

/// Whether a problem that the schema knows is the one at which serde stopped.
fn explains(problem: &Problem, own: &Problem, stopped: &str) -> bool {
    let field = problem.field.as_str();
    let is_within = |inner: &str, outer: &str| {
        let rest = inner.strip_prefix(outer);
        rest.is_some_and(|rest| rest.is_empty() || outer.is_empty() || rest.starts_with(['.', '[']))
    };
    if own.kind == Kind::Missing {
        // The key can be there under a misspelt name.
        let meant = problem.did_you_mean.as_deref();
        let name = own.field.rsplit('.').next();
        return field == own.field || (problem.kind == Kind::Unknown && meant == name);
    }
    is_within(field, &own.field) || is_within(field, stopped) || is_within(stopped, field)
}
