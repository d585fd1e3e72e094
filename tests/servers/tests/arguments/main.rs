//! Arguments that do not fit: a corpus of bad calls, each made from a good one.
//!
//! `cargo test -p envelope-servers --test arguments figures -- --nocapture` prints the figures of the guide.

mod alone;
mod corpus;
mod hostile;
mod repairs;
mod rules;
mod types;
mod unknown;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use envelope_runtime::{ToolFailure, envelope_tool};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{tool, tool_router};
use serde_json::{Value, json};

use self::corpus::{Mistake, Subject, mistakes};
use self::types::subjects;

/// The part of `all` in percent.
#[allow(clippy::cast_precision_loss, reason = "the numbers are small")]
fn percent(part: usize, all: usize) -> f64 {
    100.0 * part as f64 / all as f64
}

#[test]
fn no_good_call_is_rejected() {
    for subject in subjects() {
        for good in &subject.good {
            assert!((subject.accepts)(good), "{}: {good}", subject.name);
            for read in [subject.from_value, subject.from_tool, subject.from_body] {
                assert_eq!(read(good.clone()), Value::Null, "{}: {good}", subject.name);
            }
        }
    }
}

/// The subschemas of a schema.
fn subschemas(schema: &Value) -> Vec<&Value> {
    let under = |keyword: &str| schema.get(keyword).into_iter();
    let objects = ["properties", "$defs", "patternProperties"].into_iter().flat_map(under);
    let lists = ["allOf", "anyOf", "oneOf", "prefixItems"].into_iter().flat_map(under);
    let single = ["additionalProperties", "items", "not", "propertyNames"].into_iter();
    let single = single.flat_map(under).filter(|value| **value != Value::Bool(false));
    let of_objects = objects.filter_map(Value::as_object).flat_map(|object| object.values());
    of_objects.chain(lists.filter_map(Value::as_array).flatten()).chain(single).collect()
}

/// Some clients drop every tool of a server if one has a schema that they do not take.
fn assert_every_client_takes(schema: &Value) {
    const FORMATS: [&str; 9] =
        ["date-time", "date", "time", "duration", "email", "ipv4", "ipv6", "uri", "uuid"];

    let object = schema.as_object();
    assert!(object.is_some_and(|schema| !schema.is_empty()), "no keyword: {schema}");
    let format = schema.get("format").and_then(Value::as_str);
    assert!(format.is_none_or(|format| FORMATS.contains(&format)), "{schema}");
    subschemas(schema).into_iter().for_each(assert_every_client_takes);
}

#[test]
fn every_client_takes_every_input_schema() {
    for subject in subjects() {
        let schema = (subject.input_schema)();
        assert_eq!(schema["type"], "object", "{}", subject.name);
        assert_every_client_takes(&schema);
    }
}

/// No call fits a type whose JSON is never an object. The tool is still listed, and answers.
#[test]
fn a_tool_without_an_object_is_listed() {
    #[derive(serde::Deserialize, schemars::JsonSchema)]
    struct Unit;

    struct Server;

    #[envelope_tool(dialect = "response-v2")]
    #[tool_router]
    impl Server {
        #[tool]
        fn ping(&self, Parameters(Unit): Parameters<Unit>) -> Result<(), ToolFailure> {
            Ok(())
        }
    }

    let tools = Server::tool_router().list_all();
    assert_eq!(json!(tools[0].input_schema), json!({"type": "object"}));
    let envelope = Server.ping(json!({}).into());
    assert!(envelope.error_code().is_some(), "{envelope}");
}

/// Collects the pointers to all objects of a call.
fn objects(value: &Value, pointer: &str, all: &mut Vec<String>) {
    match value {
        Value::Object(object) => {
            all.push(pointer.to_owned());
            object.iter().for_each(|(key, value)| objects(value, &format!("{pointer}/{key}"), all));
        }
        Value::Array(items) => {
            let items = items.iter().enumerate();
            items.for_each(|(index, item)| objects(item, &format!("{pointer}/{index}"), all));
        }
        _ => {}
    }
}

/// A schema without the refusal of further keys.
fn opened(schema: Value) -> Value {
    match schema {
        Value::Object(keywords) => {
            let is_refusal =
                |key: &str, value: &Value| key == "additionalProperties" && value == false;
            let others = keywords.into_iter().filter(|(key, value)| !is_refusal(key, value));
            Value::Object(others.map(|(key, value)| (key, opened(value))).collect())
        }
        Value::Array(items) => items.into_iter().map(opened).collect(),
        other => other,
    }
}

/// A schema that refuses accepted arguments would keep a client from a good call.
#[test]
fn a_schema_refuses_unknown_keys_where_the_tool_does() {
    let (mut closed, mut open) = (0, Vec::new());
    for subject in subjects() {
        let schema = (subject.input_schema)();
        let validator = jsonschema::validator_for(&schema).unwrap();
        let open_validator = jsonschema::validator_for(&opened(schema.clone())).unwrap();
        for good in &subject.good {
            let mut good = good.clone();
            // Clients may add `_meta`.
            good.as_object_mut().unwrap().remove("_meta");
            // A schema lacks aliases of required keys.
            let is_valid = validator.is_valid(&good);
            assert_eq!(is_valid, open_validator.is_valid(&good), "{}: {good}", subject.name);
            if !is_valid {
                continue;
            }
            let mut pointers = Vec::new();
            objects(&good, "", &mut pointers);
            for pointer in pointers {
                let mut call = good.clone();
                call.pointer_mut(&pointer).unwrap()["unrelated"] = Value::Null;
                let is_accepted = (subject.from_tool)(call.clone()).is_null();
                match (validator.is_valid(&call), is_accepted) {
                    (false, false) => closed += 1,
                    (true, false) => open.push((subject.name, pointer)),
                    (true, true) => {}
                    (false, true) => panic!("{}: {call} {schema:#}", subject.name),
                }
            }
        }
    }
    // No schema can close objects with aliases, or variants with tags.
    open.dedup();
    assert!(open.iter().all(|(name, _)| ["Aliased", "Events"].contains(name)), "{open:?}");
    assert!(closed >= 50, "{closed}");
}

/// Every bad call with one mistake.
fn bad_calls(subjects: &[Subject]) -> impl Iterator<Item = (&Subject, Mistake, Value)> {
    subjects.iter().flat_map(|subject| {
        subject.good.iter().flat_map(move |good| {
            mistakes(subject, good).into_iter().map(move |mistake| {
                let mut call = good.clone();
                mistake.make(&mut call);
                (subject, mistake, call)
            })
        })
    })
}

/// Calls with two or three mistakes, each in a key of its own.
fn calls_with_several(subjects: &[Subject]) -> Vec<(&Subject, Vec<Mistake>, Value)> {
    let mut calls = Vec::new();
    for subject in subjects {
        for good in &subject.good {
            let mistakes = mistakes(subject, good);
            for (index, first) in mistakes.iter().enumerate() {
                let mut chosen = vec![first.clone()];
                // Changing steps combine the kinds of mistakes.
                for step in [7, 16, 29, 41] {
                    let Some(other) = mistakes.get((index + step) % mistakes.len()) else {
                        continue;
                    };
                    let is_apart = |one: &Mistake| one.is_apart(other);
                    if chosen.len() < 3 && chosen.iter().all(is_apart) {
                        chosen.push(other.clone());
                    }
                }
                if chosen.len() > 1 {
                    let mut call = good.clone();
                    chosen.iter().for_each(|mistake| mistake.make(&mut call));
                    calls.push((subject, chosen, call));
                }
            }
        }
    }
    calls
}

#[test]
fn figures() {
    let subjects = subjects();
    let mut by_kind: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    let mut unhelped = Vec::new();
    for (subject, mistake, call) in bad_calls(&subjects) {
        let problems = (subject.from_value)(call.clone());
        let [calls, named, helped] = by_kind.entry(mistake.kind).or_default();
        *calls += 1;
        *named += usize::from(mistake.is_named(&problems));
        *helped += usize::from(mistake.is_helped(&problems));
        if !mistake.is_named(&problems) {
            unhelped.push(format!("not named: {} {mistake:?} {call} {problems}", subject.name));
        } else if !mistake.is_helped(&problems) {
            unhelped.push(format!("not helped: {} {mistake:?} {call} {problems}", subject.name));
        }
    }
    let several = calls_with_several(&subjects);
    let mut complete = 0;
    for (subject, mistakes, call) in &several {
        let problems = (subject.from_value)(call.clone());
        if mistakes.iter().all(|mistake| mistake.is_named(&problems)) {
            complete += 1;
        } else {
            let kinds: Vec<_> = mistakes.iter().map(|m| (m.kind, &m.field)).collect();
            unhelped.push(format!("incomplete: {} {kinds:?} {call} {problems}", subject.name));
        }
    }
    if std::env::var_os("SHOW_UNHELPED").is_some() {
        unhelped.iter().for_each(|unhelped| println!("{unhelped}"));
    }
    let mut table = String::from("| mistake | calls | named | helped |\n|---|---|---|---|\n");
    for (kind, [calls, named, helped]) in &by_kind {
        let (named, helped) = (percent(*named, *calls), percent(*helped, *calls));
        table += &format!("| {kind} | {calls} | {named:.1} % | {helped:.1} % |\n");
    }
    let total = by_kind.values().fold([0; 3], |[a, b, c], [d, e, f]| [a + d, b + e, c + f]);
    let [calls, named, helped] = total;
    table += &format!(
        "| all | {calls} | {:.1} % | {:.1} % |\n\n{} types; {} calls with two or three mistakes, {:.1} % of them with all problems in one answer.\n",
        percent(named, calls),
        percent(helped, calls),
        subjects.len(),
        several.len(),
        percent(complete, several.len()),
    );
    println!("{table}");
    assert!(subjects.len() >= 15 && calls >= 600 && several.len() >= 200, "the corpus shrank");
    assert_eq!(named, calls, "{unhelped:#?}");
    assert!(percent(helped, calls) >= 95.0, "{unhelped:#?}");
    assert!(percent(complete, several.len()) >= 99.0, "{unhelped:#?}");

    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../guide/samples/arguments.md");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&guide, &table).unwrap();
    }
    assert_eq!(fs::read_to_string(guide).unwrap_or_default(), table, "`.ci/bless` writes it");
}

#[test]
fn every_way_in_gives_the_same_list() {
    let subjects = subjects();
    let several = calls_with_several(&subjects);
    let single = bad_calls(&subjects).map(|(subject, _, call)| (subject, call));
    let calls = single.chain(several.into_iter().map(|(subject, _, call)| (subject, call)));
    // Every fourth call, or every call with `MORE_CASES=4`.
    let step =
        std::env::var("MORE_CASES").map_or(4, |more| (4 / more.parse::<usize>().unwrap()).max(1));
    for (subject, call) in calls.step_by(step) {
        let expected = (subject.from_value)(call.clone());
        assert!(expected.is_array(), "{}: {call}", subject.name);
        assert_eq!((subject.from_tool)(call.clone()), expected, "{}: {call}", subject.name);
        assert_eq!((subject.from_body)(call.clone()), expected, "{}: {call}", subject.name);
    }
}
