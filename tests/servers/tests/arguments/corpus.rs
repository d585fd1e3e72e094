//! Makes bad calls from good calls with one or several mistakes, and judges the answers.

use std::fmt::Debug;
use std::marker::PhantomData;

use axum::body::Body;
use axum::extract::FromRequest;
use envelope_arguments::{Problems, Reader};
use envelope_runtime::axum08::Json;
use envelope_runtime::{Envelope, ToolFailure, envelope_tool};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::tool;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

/// A type of arguments.
pub(super) struct Subject {
    pub(super) name: &'static str,
    pub(super) good: Vec<Value>,
    /// The paths of maps, whose keys are data.
    maps: &'static [&'static str],
    pub(super) accepts: fn(&Value) -> bool,
    /// Whether two calls are read as the same arguments.
    are_same: fn(&Value, &Value) -> bool,
    /// The schema that a client of the tool gets.
    pub(super) input_schema: fn() -> Value,
    pub(super) from_value: fn(Value) -> Value,
    pub(super) from_tool: fn(Value) -> Value,
    pub(super) from_body: fn(Value) -> Value,
}

impl Subject {
    pub(super) fn of<T: Debug + DeserializeOwned + JsonSchema + Send + 'static>(
        good: &[Value],
    ) -> Self {
        let mut good = good.to_vec();
        // The order of keys decides which mistakes are combined in a call.
        good.iter_mut().for_each(Value::sort_all_objects);
        Self {
            name: std::any::type_name::<T>().rsplit("::").next().unwrap(),
            good,
            maps: &[],
            accepts: |json| serde_json::from_value::<T>(json.clone()).is_ok(),
            are_same: |one, other| {
                let read = |call: &Value| read::<T>(call.clone()).ok();
                read(one).is_some_and(|read_one| {
                    read(other).is_some_and(|other| format!("{read_one:?}") == format!("{other:?}"))
                })
            },
            input_schema: || Value::Object((*Server::<T>::call_tool_attr().input_schema).clone()),
            from_value: |json| details(&answer(read::<T>(json).map(|_| ()))),
            from_tool: |json| details(&Server::<T>::call(json.into())),
            from_body: |json| details(&post::<T>(&json)),
        }
    }

    pub(super) fn with_maps(mut self, maps: &'static [&'static str]) -> Self {
        self.maps = maps;
        self
    }
}

/// Reads without repairs, since a call that the reader repairs is not bad.
fn read<T: DeserializeOwned + JsonSchema + 'static>(json: Value) -> Result<T, Problems> {
    let reader = Reader::for_type::<T>().repair(false);
    reader.read(json).map(|accepted| accepted.arguments)
}

#[envelope_tool(dialect = "response-v2")]
fn answer(read: Result<(), Problems>) -> Result<(), ToolFailure> {
    Ok(read?)
}

struct Server<T>(PhantomData<T>);

#[envelope_tool(dialect = "response-v2", exact_arguments)]
impl<T: DeserializeOwned + JsonSchema + 'static> Server<T> {
    #[tool]
    fn call(Parameters(_): Parameters<T>) -> Result<(), ToolFailure> {
        Ok(())
    }
}

#[envelope_tool(dialect = "response-v2", exact_arguments)]
async fn body<T: DeserializeOwned + JsonSchema + 'static>(
    Json(_): Json<T>,
) -> Result<(), ToolFailure> {
    Ok(())
}

fn post<T: DeserializeOwned + JsonSchema + 'static>(json: &Value) -> Envelope {
    let request = axum::extract::Request::post("/")
        .header("content-type", "application/json")
        .body(Body::from(json.to_string()))
        .unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(async {
        let Ok(json) = Json::<T>::from_request(request, &()).await;
        body(json).await
    })
}

/// The list of problems of a failure. `null` for a success.
fn details(envelope: &Envelope) -> Value {
    let mut json: Value = serde_json::from_str(envelope.as_str()).unwrap();
    if envelope.is_success() {
        return Value::Null;
    }
    json["data"]["details"]["problems"].take()
}

/// One mistake in a call.
#[derive(Clone, Debug)]
pub(super) struct Mistake {
    pub(super) kind: &'static str,
    /// The place of the mistake: `at` as a JSON pointer, and `field` as answers name it.
    at: String,
    pub(super) field: String,
    /// The right key or word.
    pub(super) right: Option<String>,
    change: Change,
}

#[derive(Clone, Debug)]
enum Change {
    /// Renames the key at the end of the path.
    Key(String),
    Remove,
    Value(Value),
}

impl Mistake {
    /// Makes the mistake. If a call has several mistakes, none is inside another.
    pub(super) fn make(&self, call: &mut Value) {
        let (around, key) = self.at.rsplit_once('/').unwrap();
        if let Change::Value(value) = &self.change {
            *call.pointer_mut(&self.at).unwrap() = value.clone();
            return;
        }
        let object = call.pointer_mut(around).unwrap().as_object_mut().unwrap();
        let value = object.remove(key).unwrap();
        if let Change::Key(other) = &self.change {
            object.insert(other.clone(), value);
        }
    }

    /// Whether two mistakes are in different keys, none within the other.
    pub(super) fn is_apart(&self, other: &Self) -> bool {
        !self.at.starts_with(&other.at) && !other.at.starts_with(&self.at)
    }

    /// Whether an answer names the offending key: the wrong key, or the missing key if it was misspelt.
    pub(super) fn is_named(&self, problems: &Value) -> bool {
        problems.as_array().into_iter().flatten().any(|problem| self.is_field(problem))
    }

    fn is_field(&self, problem: &Value) -> bool {
        let field = problem["field"].as_str().unwrap_or_default();
        let is_within = |inner: &str| {
            let rest = inner.strip_prefix(self.field.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        };
        match &self.change {
            // Problems of a wrong value can be inside of it. A rule about several values is reported around them.
            Change::Value(_) => {
                let is_around =
                    self.field.strip_prefix(field).is_some_and(|rest| rest.starts_with('.'));
                is_within(field) || (is_around && problem["rule"].is_string())
            }
            Change::Key(_) => field == self.field || Some(field) == self.right_field().as_deref(),
            // If the one key of an enum is missing, the problem is around it, and names the expected key.
            Change::Remove => field == self.field || self.is_expected_around(problem),
        }
    }

    fn is_expected_around(&self, problem: &Value) -> bool {
        let right = self.right.as_deref().unwrap_or_default();
        let around = self.field.rsplit_once('.').map_or("", |(around, _)| around);
        let expected = problem["expected"].as_str().unwrap_or_default();
        problem["field"] == around && expected.contains(&format!("`{right}`"))
    }

    fn right_field(&self) -> Option<String> {
        let around = self.field.rsplit_once('.').map(|(around, _)| format!("{around}."));
        Some(format!("{}{}", around.unwrap_or_default(), self.right.as_deref()?))
    }

    /// Whether an answer contains the right key or the allowed values.
    pub(super) fn is_helped(&self, problems: &Value) -> bool {
        let mut of_field = problems.as_array().into_iter().flatten().filter(|p| self.is_field(p));
        of_field.any(|problem| match (&self.change, &self.right) {
            (Change::Remove, _) => {
                problem["problem"] == "missing" || self.is_expected_around(problem)
            }
            (_, Some(right)) => {
                let expected = problem["expected"].as_str().unwrap_or_default();
                problem["did_you_mean"] == **right
                    || expected.contains(&format!("`{right}`"))
                    || Some(problem["field"].as_str().unwrap_or_default())
                        == self.right_field().as_deref()
            }
            (_, None) => problem["expected"].is_string() || problem["rule"].is_string(),
        })
    }
}

/// Every mistake in a good call that an answer has to report.
pub(super) fn mistakes(subject: &Subject, good: &Value) -> Vec<Mistake> {
    let mut mistakes = Vec::new();
    walk(subject, good, "", "", &mut mistakes);
    mistakes.retain(|mistake| {
        let mut call = good.clone();
        mistake.make(&mut call);
        let is_rejected = !(subject.accepts)(&call);
        // serde ignores a misspelt optional key. The answer has to report it, unless the key is read as the right one. A flattened map
        // accepts the misspelt key.
        let is_misspelt = matches!(mistake.change, Change::Key(_))
            && subject.name != "FlattenedMap"
            && !(subject.are_same)(good, &call);
        is_rejected || is_misspelt
    });
    mistakes
}

fn walk(subject: &Subject, value: &Value, at: &str, field: &str, mistakes: &mut Vec<Mistake>) {
    match value {
        Value::Object(object) => {
            let is_map = subject.maps.contains(&field);
            for (key, value) in object {
                // These keys are no fields of the type, or other names of a field, so they have no right form.
                const OTHERS: [&str; 8] =
                    ["_meta", "note", "amounts", "q", "search", "maximum", "titel", "colour"];
                if OTHERS.contains(&key.as_str()) {
                    continue;
                }
                let inner = if field.is_empty() { key.clone() } else { format!("{field}.{key}") };
                let place = format!("{at}/{key}");
                if !is_map {
                    keys(object, key, &place, field, mistakes);
                }
                values(value, &place, &inner, mistakes);
                walk(subject, value, &place, &inner, mistakes);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                let (place, inner) = (format!("{at}/{index}"), format!("{field}[{index}]"));
                values(item, &place, &inner, mistakes);
                walk(subject, item, &place, &inner, mistakes);
            }
        }
        _ => {}
    }
}

/// Mistakes with a key.
fn keys(
    object: &Map<String, Value>,
    key: &str,
    at: &str,
    around: &str,
    mistakes: &mut Vec<Mistake>,
) {
    let of = |kind, name: &str, change| {
        let field = if around.is_empty() { name.to_owned() } else { format!("{around}.{name}") };
        let right = Some(key.to_owned());
        Mistake { kind, at: at.to_owned(), field, right, change }
    };
    mistakes.push(of("missing", key, Change::Remove));
    let mut misspelt = vec![("another case", key.to_uppercase())];
    if key.contains('_') {
        misspelt.push(("another style", camel(key)));
        misspelt.push(("another style", key.replace('_', "-")));
    } else if key.chars().any(char::is_uppercase) {
        misspelt.push(("another style", snake(key)));
    }
    if key.len() >= 4 {
        misspelt.push(("one character", without(key, key.len() / 2)));
        misspelt.push(("one character", format!("{key}s")));
        misspelt.push(("one character", swapped(key, 1)));
    }
    if key.len() >= 6 {
        misspelt.push(("two characters", swapped(&without(key, key.len() - 2), 1)));
        misspelt.push(("two characters", without(&without(key, 2), key.len() / 2)));
    }
    for (kind, other) in misspelt {
        if other != key && !object.contains_key(&other) {
            mistakes.push(of(kind, &other, Change::Key(other.clone())));
        }
    }
}

/// Mistakes with a value.
fn values(value: &Value, at: &str, field: &str, mistakes: &mut Vec<Mistake>) {
    let mut push = |kind, right: Option<&str>, value: Value| {
        let (at, field, right) = (at.to_owned(), field.to_owned(), right.map(ToOwned::to_owned));
        mistakes.push(Mistake { kind, at, field, right, change: Change::Value(value) });
    };
    push("null", None, Value::Null);
    if !value.is_object() && !value.is_null() {
        push("an object instead", None, json!({"unexpected": 1}));
    }
    match value {
        Value::Number(number) => {
            push("a number as text", None, json!(number.to_string()));
            push("wrong type", None, json!("abc"));
            push("wrong type", None, json!(true));
            push("a list instead", None, json!([number]));
            push("a fraction", None, json!(1.25));
            for other in [json!(-1), json!(300), json!(70_000), json!(5_000_000_000_u64), json!(0)]
            {
                push("out of range", None, other);
            }
        }
        Value::String(text) => {
            push("wrong type", None, json!(7));
            push("wrong type", None, json!(false));
            push("a list instead", None, json!([text]));
            push("a rule of the type", None, json!("Not a name!"));
            if text.len() >= 4 {
                push("a misspelt word", Some(text), json!(without(text, 2)));
                push("a misspelt word", Some(text), json!(swapped(text, 1)));
                push("a misspelt word", Some(text), json!(text.to_uppercase()));
            }
        }
        Value::Bool(value) => {
            push("a boolean as text", None, json!(value.to_string()));
            push("wrong type", None, json!(u8::from(*value)));
            push("a list instead", None, json!([value]));
        }
        Value::Array(items) => {
            push("wrong type", None, json!(7));
            push("an item instead of a list", None, items.first().cloned().unwrap_or(json!("a")));
        }
        Value::Object(object) => {
            if let (Some(start), Some(end)) = (object.get("start"), object.get("end")) {
                push("a rule of the type", None, json!({"start": end, "end": start}));
            }
            push("wrong type", None, json!("abc"));
            push("a list instead", None, json!([value]));
        }
        Value::Null => {}
    }
}

fn without(text: &str, index: usize) -> String {
    text.chars().enumerate().filter(|(at, _)| *at != index).map(|(_, char)| char).collect()
}

fn swapped(text: &str, index: usize) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    if index + 1 < chars.len() {
        chars.swap(index, index + 1);
    }
    chars.into_iter().collect()
}

fn camel(text: &str) -> String {
    let mut parts = text.split('_');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let (start, rest) = part.split_at(1);
        text + &start.to_uppercase() + rest
    })
}

fn snake(text: &str) -> String {
    text.chars().fold(String::new(), |mut snake, char| {
        if char.is_uppercase() {
            snake.push('_');
        }
        snake.extend(char.to_lowercase());
        snake
    })
}
