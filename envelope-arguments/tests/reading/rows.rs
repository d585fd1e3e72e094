//! Arguments that other readers lose, refuse or misreport.

#![allow(dead_code, reason = "a type is there to be read")]

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};

use envelope_arguments::{Arguments, Problems, Reader, from_slice, from_str, from_value};
use schemars::JsonSchema;
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};
use serde_json::{Value, json};

/// The problems of a call as text, or `ok`.
fn answer<T: DeserializeOwned + JsonSchema + 'static>(call: Value) -> String {
    let read = Reader::for_type::<T>().repair(false).read::<T>(call);
    read.map_or_else(|problems| problems.to_string(), |_| "ok".to_owned())
}

/// The unknown keys of an accepted call.
fn unknown<T: DeserializeOwned + JsonSchema + 'static>(call: Value) -> Vec<String> {
    let accepted = Reader::for_type::<T>().reject_unknown(false).read::<T>(call).unwrap();
    accepted.unknown.iter().map(ToString::to_string).collect()
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Find {
    owner: Option<String>,
    #[serde(alias = "q")]
    query: Option<String>,
    limit: Option<u8>,
}

#[test]
fn an_unknown_key_is_named_with_the_accepted_ones() {
    let call = json!({"assigned_to": "mara", "limit": 1});
    let problem = "`assigned_to` is unknown, expected `owner` or `query`";
    assert_eq!(unknown::<Find>(call.clone()), [problem]);
    assert_eq!(answer::<Find>(call), problem);
    // Unknown keys are reported beside every other problem.
    assert_eq!(
        answer::<Find>(json!({"assigned_to": "mara", "limit": 300})),
        "2 problems: (1) `limit` is out of range, expected an integer from 0 to 255 \
         (2) `assigned_to` is unknown, expected `owner` or `query`"
    );
    // An alias is known.
    assert_eq!(unknown::<Find>(json!({"q": "a"})), [""; 0]);
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Tree {
    name: String,
    #[serde(default)]
    children: Vec<Tree>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Shape {
    Group { name: String, parts: Option<Vec<Shape>> },
    Dot { size: Option<u8> },
}

#[test]
fn unknown_keys_are_found_at_any_depth() {
    for depth in [1, 5, 7, 8, 12, 20, 50] {
        let tree = (0..depth).fold(
            json!({"name": "a", "childern": []}),
            |tree, _| json!({"name": "a", "children": [tree]}),
        );
        let field = format!("`{}childern` is unknown", "children[0].".repeat(depth));
        assert!(answer::<Tree>(tree.clone()).starts_with(&field) || depth > 12, "{depth}");
        assert!(answer::<Tree>(tree).contains("did you mean `children`?"), "{depth}");

        let shape = (0..depth).fold(
            json!({"kind": "dot", "sise": 1}),
            |shape, _| json!({"kind": "group", "name": "a", "parts": [shape]}),
        );
        assert!(answer::<Shape>(shape).contains("did you mean `size`?"), "{depth}");
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Plan {
    action: Action,
    #[serde(flatten)]
    more: More,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Action {
    Run { steps: Vec<Step>, timeout: Option<u8> },
    Stop { reason: String },
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Step {
    name: String,
    timeout: u8,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct More {
    note: Option<Note>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Note {
    text: String,
}

#[test]
fn a_problem_within_a_buffered_value_has_its_own_place() {
    assert_eq!(
        answer::<Plan>(json!({"action": {"kind": "run", "steps": [{"name": "a"}]}})),
        "`action.steps[0].timeout` is missing, expected an integer from 0 to 255"
    );
    assert_eq!(
        answer::<Plan>(json!({"action": {"kind": "stop", "reason": "a"}, "note": {}})),
        "`note.text` is missing, expected a string"
    );
    let deep = (0..9).fold(
        json!({"kind": "dot", "size": "x"}),
        |shape, _| json!({"kind": "group", "name": "a", "parts": [shape]}),
    );
    let field = "parts[0].".repeat(9);
    assert_eq!(
        answer::<Shape>(deep),
        format!("`{field}size` is a string, expected an integer from 0 to 255")
    );
}

#[derive(Debug, Deserialize)]
#[serde(try_from = "RawRange")]
struct Range;

#[derive(Debug, Deserialize, JsonSchema)]
struct RawRange {
    start: u8,
    end: Option<u8>,
}

impl JsonSchema for Range {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Range".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        RawRange::json_schema(generator)
    }
}

impl TryFrom<RawRange> for Range {
    type Error = &'static str;

    fn try_from(RawRange { start, end }: RawRange) -> Result<Self, &'static str> {
        if end.is_some_and(|end| end < start) {
            Err("the end is before the start")
        } else {
            Ok(Self)
        }
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Task {
    session: String,
    #[serde(alias = "task_name")]
    name: String,
    range: Option<Range>,
    other: Option<Range>,
    count: Option<u8>,
}

#[test]
fn every_problem_is_in_one_answer() {
    assert_eq!(
        answer::<Task>(json!({"name": "a", "zzz": 1})),
        "2 problems: (1) `session` is missing, expected a string \
         (2) `zzz` is unknown, expected `count`, `other`, `range` or `session`"
    );
    // An alias does not hide a missing key, and a failed `try_from` does not hide later problems.
    assert_eq!(
        answer::<Task>(json!({
            "task_name": "a", "range": {"start": 2, "end": 1}, "other": {"start": 4, "end": 3}, "count": 300,
        })),
        "4 problems: (1) `other` is invalid (the end is before the start), expected an object with `start` \
         (2) `range` is invalid (the end is before the start), expected an object with `start` \
         (3) `session` is missing, expected a string \
         (4) `count` is out of range, expected an integer from 0 to 255"
    );
    // Unknown keys of a type with `try_from` are also found.
    assert_eq!(
        answer::<Task>(json!({"session": "a", "name": "a", "range": {"start": 1, "ende": 2}})),
        "`range.ende` is unknown, did you mean `end`?"
    );
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Numbers {
    int: Option<i32>,
    uint: Option<u64>,
    float: Option<f32>,
}

#[test]
fn a_number_is_called_what_it_is() {
    for (json, expected) in [
        (
            r#"{"int": 30.0}"#,
            "`int` is a number with a decimal point, expected an integer from -2147483648 to 2147483647",
        ),
        (
            r#"{"int": 30.5}"#,
            "`int` is a fraction, expected an integer from -2147483648 to 2147483647",
        ),
        (
            r#"{"int": 3000000000}"#,
            "`int` is out of range, expected an integer from -2147483648 to 2147483647",
        ),
        (
            r#"{"uint": 18446744073709551616}"#,
            "`uint` is out of range (it has more than 64 bits), expected an integer of at least 0",
        ),
        (
            r#"{"uint": 1e30}"#,
            "`uint` is out of range (it has more than 64 bits), expected an integer of at least 0",
        ),
        (r#"{"uint": "NaN"}"#, "`uint` is a string, expected an integer of at least 0"),
        (r#"{"uint": "7"}"#, "`uint` is a number in quotes, expected an integer of at least 0"),
        (r#"{"float": "inf"}"#, "`float` is a string, expected a number"),
    ] {
        assert_eq!(answer::<Numbers>(serde_json::from_str(json).unwrap()), expected, "{json}");
    }
}

/// Without the feature `arbitrary_precision` of `serde_json`, the digits of a larger number are lost before this crate reads the number.
#[test]
fn a_wide_number_is_read_if_its_digits_are_there() {
    #[derive(Debug, Deserialize, JsonSchema)]
    struct Wide {
        wide: u128,
        small: Option<u8>,
    }

    let read: Wide = from_str(r#"{"wide": 18446744073709551615}"#).unwrap();
    assert_eq!(read.wide, u128::from(u64::MAX));
    assert_eq!(form::<Wide>(&[("wide", "18446744073709551616")]).unwrap().wide, 1 << 64);

    let has_digits = serde_json::from_str::<Value>("1.00").unwrap().to_string().ends_with("00");
    let large = from_str::<Wide>(r#"{"wide": 18446744073709551616}"#);
    assert_eq!(large.map(|read| read.wide).ok(), has_digits.then_some(1 << 64));
    let other = from_str::<Wide>(r#"{"wide": 18446744073709551616, "small": 300}"#);
    let others = other.unwrap_err();
    let is_named = |problem: &envelope_arguments::Problem| problem.field == "wide";
    assert_eq!(others.as_slice().iter().any(is_named), !has_digits, "{others}");
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Command {
    Lock,
    Enable,
    Not,
    Include,
    Ascending,
    Min,
}

#[test]
fn the_opposite_is_never_proposed() {
    #[derive(Debug, Deserialize, JsonSchema)]
    struct Call {
        command: Command,
    }

    for word in ["unlock", "disable", "or", "exclude", "descending", "max"] {
        let sentence = answer::<Call>(json!({"command": word}));
        assert!(sentence.starts_with("`command` is not an allowed value"), "{sentence}");
        assert!(!sentence.contains("did you mean"), "{word}: {sentence}");
    }
    let sentence = answer::<Call>(json!({"command": "enabel"}));
    assert!(sentence.ends_with("did you mean `enable`?"), "{sentence}");
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Ids {
    name: String,
    #[serde(flatten)]
    ids: BTreeMap<u32, String>,
}

fn form<T: DeserializeOwned + JsonSchema + 'static>(pairs: &[(&str, &str)]) -> Result<T, Problems> {
    let pairs = pairs.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned()));
    let accepted = Reader::for_type::<T>().read(Arguments::<T>::from_form(pairs))?;
    assert!(accepted.unknown.is_empty(), "{:?}", accepted.unknown);
    Ok(accepted.arguments)
}

#[test]
fn a_problem_has_the_name_that_was_sent_and_blames_nobody_else() {
    assert_eq!(
        answer::<Find>(json!({"q": "a", "query": "b"})),
        "`query` is invalid (it is given twice)"
    );
    let twice = form::<Find>(&[("query", "a"), ("q", "b")]).unwrap_err();
    assert_eq!(twice.to_string(), "`query` is invalid (it is given twice)");
    let twice = form::<Find>(&[("limit", "1"), ("limit", "x"), ("owner", "a"), ("limit", "2")]);
    assert_eq!(twice.unwrap_err().to_string(), "`limit` is invalid (it is given twice)");
    let twice = form::<BTreeMap<String, u8>>(&[("<b>", "1"), ("<b>", "2")]).unwrap_err();
    assert_eq!(twice.to_string(), "`…` is invalid (it is given twice)");

    let brackets = form::<Find>(&[("limit[]", "1")]).unwrap_err();
    assert_eq!(brackets.to_string(), "the value has an unknown key, did you mean `limit`?");

    // serde cannot read such a map.
    assert_eq!(
        answer::<Ids>(json!({"name": "a", "7": "b"})),
        "the value is invalid (it fits its schema, but the tool cannot read it)"
    );
}

#[test]
fn no_arguments_and_what_a_client_adds_are_accepted() {
    #[derive(Debug, Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    struct Strict {
        name: Option<String>,
        #[serde(default)]
        inner: BTreeMap<String, u8>,
    }

    #[derive(Debug, Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    struct Flat {
        #[serde(flatten)]
        note: More,
    }

    assert_eq!(answer::<Find>(Value::Null), "ok");
    assert_eq!(answer::<Strict>(Value::Null), "ok");
    assert_eq!(answer::<Tree>(Value::Null), "`name` is missing, expected a string");
    assert_eq!(answer::<u8>(Value::Null), "the value is null, expected an integer from 0 to 255");
    let call = json!({"_meta": {"progressToken": 1}});
    assert_eq!(answer::<Strict>(call.clone()), "ok");
    assert_eq!(answer::<Flat>(call.clone()), "ok");
    assert_eq!(answer::<Find>(call), "ok");
    let inner = json!({"inner": {"_meta": 300}});
    assert!(answer::<Strict>(inner).starts_with("`inner._meta` is out of range"));
}

fn date<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let text = String::deserialize(deserializer)?;
    let is_date = text.split('-').map(str::len).eq([4, 2, 2]);
    is_date.then_some(text).ok_or_else(|| D::Error::custom("dates are written as 2026-05-31"))
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Dates {
    #[serde(deserialize_with = "date")]
    date: String,
}

/// An example in a rule's message can contain the same year as the caller's text.
#[test]
fn a_number_within_a_word_is_there_by_chance() {
    for given in ["2026-2-28", "28.02.2026", "2026", "31"] {
        let sentence = answer::<Dates>(json!({"date": given}));
        assert_eq!(sentence, "`date` is invalid (dates are written as 2026-05-31)", "{given}");
    }
}

fn even<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    let number = u32::deserialize(deserializer)?;
    if number % 2 == 0 { Ok(number) } else { Err(D::Error::custom("it has to be even")) }
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Period {
    #[serde(deserialize_with = "date")]
    from: String,
    #[serde(deserialize_with = "date")]
    to: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Part {
    #[serde(deserialize_with = "even")]
    size: u32,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Order {
    #[serde(deserialize_with = "even")]
    number: u32,
    delivery: Period,
    payment: Period,
    parts: Vec<Part>,
    named: BTreeMap<String, Part>,
}

/// serde stops at the first broken rule, and all of these values are required.
#[test]
fn every_rule_of_an_author_is_checked_at_once() {
    let call = json!({
        "number": 1,
        "delivery": {"from": "May", "to": "June"},
        "payment": {"from": "May", "to": "2026-05-31"},
        "parts": [{"size": 1}, {"size": 2}, {"size": 3}, {"size": "x"}, {"size": 5}],
        "named": {"a": {"size": 7}, "b": {"size": 8}, "c": {"size": 9}},
    });
    let problems = envelope_arguments::from_value::<Order>(call).unwrap_err();
    let fields: BTreeSet<&str> =
        problems.as_slice().iter().map(|problem| &*problem.field).collect();
    let expected = [
        "delivery.from",
        "delivery.to",
        "named.a.size",
        "named.c.size",
        "number",
        "parts[0].size",
        "parts[2].size",
        "parts[3].size",
        "parts[4].size",
        "payment.from",
    ];
    assert_eq!(fields, BTreeSet::from(expected));
    assert!(problems.to_string().starts_with("10 problems: "), "{problems}");
}

/// serde buffers a `Value`, so a call with one is read only a few times.
#[test]
fn a_list_that_is_complete_has_an_exact_number() {
    #[derive(Debug, Deserialize, JsonSchema)]
    struct Event {
        any: Value,
        #[serde(deserialize_with = "even")]
        a: u32,
        #[serde(deserialize_with = "even")]
        b: u32,
        c: Word,
    }

    #[derive(Debug, Deserialize, JsonSchema)]
    #[serde(rename_all = "snake_case")]
    enum Word {
        First,
        Second,
    }

    let call = json!({"any": {"b": 1}, "a": 1, "b": 3, "c": "third"});
    let sentence = answer::<Event>(call);
    assert!(sentence.starts_with("3 problems: "), "{sentence}");
}

/// If serde would have to read the arguments too often, the answer mentions that there can be more problems.
#[test]
fn a_list_that_is_not_complete_says_so() {
    let parts: Vec<_> = (0..100).map(|size| json!({"size": 2 * size + 1})).collect();
    let period = json!({"from": "2026-05-31", "to": "2026-05-31"});
    let call =
        json!({"number": 2, "delivery": period, "payment": period, "parts": parts, "named": {}});
    let sentence = answer::<Order>(call);
    assert!(sentence.starts_with("at least "), "{sentence}");
}

fn host<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let value = Value::deserialize(deserializer)?;
    let text = value["name"].as_str().unwrap_or_default();
    let start: String = text.chars().take(9).collect();
    Err(D::Error::custom(format!(
        "bad host {text}, that is {}, or {start}…, port {}, with {:?}",
        text.to_uppercase(),
        value["port"],
        value.as_object().map(|object| object.keys().collect::<Vec<_>>())
    )))
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Hosts {
    #[serde(deserialize_with = "host")]
    #[schemars(with = "Value")]
    host: String,
}

#[test]
fn the_callers_text_is_not_repeated() {
    let call = json!({"host": {"name": "evil.example/<b>", "port": 70_001, "\u{202e}secret": 1}});
    let sentence = answer::<Hosts>(call);
    for part in ["evil", "EVIL", "example", "70001", "secret", "\u{202e}", "<b>"] {
        assert!(!sentence.contains(part), "{part}: {sentence}");
    }
    assert!(sentence.starts_with("`host` is invalid (bad host …"), "{sentence}");

    let keys = json!({"inner": {"\u{202e}evil": "x", "a\u{3164}b": "x", &"k".repeat(65): "x"}});
    #[derive(Debug, Deserialize, JsonSchema)]
    struct Maps {
        inner: BTreeMap<String, u8>,
    }
    let sentence = answer::<Maps>(keys);
    assert!(sentence.contains("`inner.…` is a string"), "{sentence}");
    for part in ["\u{202e}", "\u{3164}", "kkk"] {
        assert!(!sentence.contains(part), "{sentence}");
    }
    // If the caller's text is long, the message is replaced, since searching the message for the text would take too long.
    let long = json!({"host": {"name": "x".repeat(100_000)}});
    assert!(answer::<Hosts>(long).contains("it breaks a rule of its type"));
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Search {
    query: String,
    #[serde(flatten)]
    paging: Option<Paging>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Paging {
    #[serde(alias = "maxResults")]
    max_results: u8,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Open {
    query: String,
    #[serde(flatten)]
    target: Target,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Target {
    Id { id: u8 },
    Any(BTreeMap<String, String>),
}

fn through_value<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Step, D::Error> {
    serde_json::from_value(Value::deserialize(deserializer)?).map_err(D::Error::custom)
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Through {
    #[serde(deserialize_with = "through_value")]
    #[schemars(with = "Step")]
    step: Step,
}

#[test]
fn good_calls_are_accepted() {
    for good in [
        answer::<Search>(json!({"query": "a", "maxResults": 5})),
        answer::<Search>(json!({"query": "a", "max_results": 5})),
        answer::<Open>(json!({"query": "a", "querry": "b"})),
        answer::<Open>(json!({"query": "a", "id": 7})),
        answer::<Through>(json!({"step": {"name": "a", "timeout": 7}})),
    ] {
        assert_eq!(good, "ok");
    }
    let read: Search = from_value(json!({"query": "a", "maxResults": 5})).unwrap();
    assert_eq!(read.paging.map(|paging| paging.max_results), Some(5));
    // A name that differs only in case and separators is repaired even if serde buffers the values.
    let read: Search = from_value(json!({"query": "a", "max-results": 5})).unwrap();
    assert_eq!(read.paging.map(|paging| paging.max_results), Some(5));
}

#[test]
fn an_alias_in_a_flattened_option_is_read_from_a_form() {
    #[derive(Debug, Deserialize, JsonSchema)]
    struct Sorted {
        query: String,
        #[serde(flatten)]
        order: Option<Order>,
    }

    #[derive(Debug, Deserialize, JsonSchema)]
    struct Order {
        #[serde(alias = "sortOrder")]
        sort_order: String,
    }

    for key in ["sort_order", "sortOrder"] {
        let read = form::<Sorted>(&[("query", "a"), (key, "newest")]).unwrap();
        assert_eq!(read.order.map(|order| order.sort_order).as_deref(), Some("newest"), "{key}");
    }
}

#[test]
fn a_missing_tag_is_named_beside_an_unknown_key() {
    let expected = "`kind` is missing, expected `group` or `dot`";
    assert_eq!(answer::<Shape>(json!({"colour": 1})), expected);
    let inner = json!({"kind": "group", "name": "a", "parts": [{"colour": 1}]});
    let expected = "`parts[0].kind` is missing, expected `group` or `dot`";
    assert_eq!(answer::<Shape>(inner), expected);
}

/// A reordered list would give a field the value of another field.
#[test]
fn a_list_in_the_place_of_an_object_has_one_problem() {
    let call = json!([["a"], 7, "b"]);
    let read = Reader::without_schema().read::<Get>(call).unwrap_err();
    assert_eq!(read.to_string(), "`[0]` is a list, expected an integer from 0 to 255");

    #[derive(Debug, Deserialize)]
    struct Get {
        id: u8,
        depth: u8,
        name: String,
    }
}

#[test]
fn misspelt_keys_are_not_lost() {
    let refused = form::<Search>(&[("query", "a"), ("max_result", "3")]).unwrap_err();
    assert_eq!(refused.to_string(), "`max_result` is unknown, did you mean `max_results`?");

    #[derive(Debug, Deserialize, JsonSchema)]
    struct Tuple {
        pair: (String, Step),
    }
    let long = "x".repeat(5_000);
    let step = json!({"name": "a", "timeout": 1, "nmae": "b"});
    let call = json!({"pair": [long, step]});
    assert_eq!(
        unknown::<Tuple>(call.clone()),
        ["`pair[1].nmae` is unknown, expected only `name` and `timeout`"]
    );
    let step = json!({"nmae": "a", "timeout": 1});
    assert_eq!(
        answer::<Tuple>(json!({"pair": [long, step]})),
        "`pair[1].nmae` is unknown, did you mean `name`?"
    );
    assert_eq!(
        answer::<Tuple>(call),
        "`pair[1].nmae` is unknown, expected only `name` and `timeout`"
    );
    assert_eq!(
        answer::<Task>(json!({"session": "a", "name": "a", "range": {"start": 1, "zzz": 2}})),
        "`range.zzz` is unknown, expected `end`"
    );
}

#[test]
fn a_longer_name_for_the_only_missing_key_is_one_problem() {
    #[derive(Debug, Deserialize, JsonSchema)]
    struct Get {
        id: u8,
        depth: Option<u8>,
    }

    #[derive(Debug, Deserialize, JsonSchema)]
    struct Move {
        id: u8,
        to: u8,
    }

    assert_eq!(
        answer::<Get>(json!({"object_id": 7})),
        "`object_id` is unknown, did you mean `id`?"
    );
    // `id` within `provider` is no separate word.
    assert_eq!(
        answer::<Get>(json!({"provider": 7})),
        "2 problems: (1) `id` is missing, expected an integer from 0 to 255 \
         (2) `provider` is unknown, expected `depth` or `id`"
    );
    // `object_id` can mean either of the two missing keys.
    assert_eq!(
        answer::<Move>(json!({"object_id": 7})),
        "3 problems: (1) `id` is missing, expected an integer from 0 to 255 \
         (2) `to` is missing, expected an integer from 0 to 255 \
         (3) `object_id` is unknown, expected `id` or `to`"
    );
}

static READINGS: AtomicUsize = AtomicUsize::new(0);

fn counted<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    READINGS.fetch_add(1, Ordering::Relaxed);
    u8::deserialize(deserializer)
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Counted {
    #[serde(deserialize_with = "counted")]
    #[schemars(with = "u8")]
    first: u8,
    others: Option<Vec<Shape>>,
}

/// A field's own deserializer runs once, or a few times if serde refuses the call: at most ten times in these calls.
#[test]
fn serde_is_asked_once() {
    let readings = |call: Value| {
        READINGS.store(0, Ordering::Relaxed);
        let _ = from_value::<Counted>(call);
        READINGS.load(Ordering::Relaxed)
    };
    let unknown: serde_json::Map<_, _> = (0..256).map(|i| (format!("zz{i}"), json!(1))).collect();
    let mut many = json!({"first": 1, &"k".repeat(4 << 20): 1});
    many.as_object_mut().unwrap().extend(unknown);
    assert_eq!(readings(many), 1);
    assert_eq!(readings(json!({"first": 1, "others": [{"kind": "dot", "size": 1}]})), 1);
    let bad = json!({"kind": "dot", "sise": 1, "size ": "x"});
    assert!(readings(json!({"first": 1, "others": vec![bad; 100]})) <= 10);
    assert!(readings(json!({"first": 300, "others": [{"kind": "dot", "size": "x"}]})) <= 10);
}

#[test]
fn a_list_of_problems_is_limited_by_its_bytes() {
    let steps: Vec<_> = (0..1_000).map(|_| json!({"name": 1, "timeout": "x"})).collect();
    let call = json!({"action": {"kind": "run", "steps": steps}});
    let problems = from_value::<Plan>(call.clone()).unwrap_err();
    let size = serde_json::to_string(&problems).unwrap().len();
    assert!((3_500..=4_300).contains(&size), "{size}");
    assert!(
        problems.as_slice().len() > 16 && problems.to_string().ends_with(" more"),
        "{problems}"
    );

    let short = Reader::for_type::<Plan>().max_bytes(100).read::<Plan>(call).unwrap_err();
    assert_eq!(short.as_slice().len(), 1);
}

/// These types of `serde_json` need special support from a deserializer.
#[test]
fn raw_json_and_numbers_are_read() {
    #[derive(Debug, Deserialize, JsonSchema)]
    struct Raw {
        #[schemars(with = "Value")]
        raw: Box<serde_json::value::RawValue>,
        any: Value,
        number: serde_json::Number,
    }

    let call = json!({"raw": {"a": [1, 2.5]}, "any": [1.5, null], "number": 7});
    let read: Raw = from_value(call).unwrap();
    assert_eq!(read.raw.get(), r#"{"a":[1,2.5]}"#);
    assert_eq!((read.any, read.number), (json!([1.5, null]), 7.into()));
}

/// If serde refuses the call, the values that serde accepts are also checked.
#[test]
fn lengths_and_ranges_of_the_schema_are_checked_and_quoted() {
    #[derive(Debug, Deserialize, JsonSchema)]
    struct Limited {
        #[schemars(length(min = 2, max = 4))]
        code: String,
        #[schemars(range(min = 1, max = 100))]
        percent: u16,
        #[schemars(length(max = 1))]
        tags: Vec<String>,
        count: u8,
    }

    assert_eq!(
        answer::<Limited>(json!({"code": "a", "percent": 101, "tags": ["a", "b"], "count": 300})),
        "4 problems: (1) `code` is out of range, expected a string of 2 to 4 characters \
         (2) `count` is out of range, expected an integer from 0 to 255 \
         (3) `percent` is out of range, expected an integer from 1 to 100 \
         (4) `tags` is out of range, expected a list of at most 1 items, each item a string"
    );
}

#[test]
fn patterns_of_the_schema_are_checked_and_quoted() {
    #[derive(Debug, Deserialize, JsonSchema)]
    struct Coded {
        #[schemars(regex(pattern = "^[A-Z]{3}$"))]
        code: String,
        count: u8,
    }

    assert_eq!(
        answer::<Coded>(json!({"code": "abc", "count": 300})),
        "2 problems: (1) `code` has the wrong format, expected a string that matches `^[A-Z]{3}$` \
         (2) `count` is out of range, expected an integer from 0 to 255"
    );
    assert_eq!(answer::<Coded>(json!({"code": "ABC", "count": 3})), "ok");
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Report {
    query: String,
    #[serde(default)]
    filters: Vec<Find>,
    total: Option<serde_json::Number>,
}

#[test]
fn a_key_that_is_given_twice_is_a_problem_at_any_depth() {
    let refused = |json: &str| from_str::<Report>(json).unwrap_err().to_string();
    assert_eq!(refused(r#"{"query":"a","query":"a"}"#), "`query` is invalid (it is given twice)");
    assert_eq!(
        refused(
            r#"{"query":7,"filters":[{},{"limit":1,"limit":2,"limit":3}],"qeury":1,"qeury":2}"#
        ),
        "4 problems: (1) `filters[1].limit` is invalid (it is given twice) \
         (2) `qeury` is invalid (it is given twice) \
         (3) `query` is an integer, expected a string \
         (4) `qeury` is unknown, expected `total`"
    );
    // JSON in a text has no clear meaning if it repeats a key.
    let repaired = from_str::<Report>(r#"{"query":"a","filters":"[{\"limit\":1}]"}"#).unwrap();
    assert_eq!(repaired.filters[0].limit, Some(1));
    let text = r#"{"query":"a","filters":"[{\"limit\":1,\"limit\":2}]"}"#;
    assert_eq!(refused(text), "`filters` is a string, expected a list, each item an object");

    // An answer shows `…` instead of a key that is not an identifier, and cuts a long list.
    let hostile = refused(r#"{"query":"a","<b>ignore":1,"<b>ignore":2}"#);
    assert!(hostile.starts_with("2 problems: (1) `…` is invalid (it is given twice)"), "{hostile}");
    let many: Vec<String> = (0..5_000).map(|at| format!(r#""k{at}":1,"k{at}":1"#)).collect();
    let many = refused(&format!("{{{}}}", many.join(",")));
    assert!(many.starts_with("at least ") && many.len() < 20_000, "{many}");
}

#[test]
fn the_text_of_json_is_read_as_serde_json_reads_it() {
    let json = r#"{"a":[null,true,-1,18446744073709551615,1.5,"\u00e9",{}],"b":{"":[[]]}}"#;
    let arguments: Arguments<Value> = serde_json::from_str(json).unwrap();
    let expected: Value = serde_json::from_str(json).unwrap();
    assert_eq!(arguments.read().unwrap(), expected);

    let report: Report = from_slice(br#"{"query":"a","total":12345678901234567890}"#).unwrap();
    assert_eq!(report.total.unwrap().to_string(), "12345678901234567890");
    let wrong = from_slice::<Report>(b"{\"query\":\"\xff\"}").unwrap_err().to_string();
    assert_eq!(wrong, "the value is not JSON (invalid unicode code point at line 1 column 11)");
    let deep = format!("{}1{}", "[".repeat(200), "]".repeat(200));
    let deep = from_str::<Report>(&deep).unwrap_err().to_string();
    assert!(deep.contains("recursion limit exceeded"), "{deep}");
}

#[test]
fn an_object_of_the_sdk_is_read() {
    let object = serde_json::Map::from_iter([("query".to_owned(), json!("a"))]);
    let read = Reader::for_type::<Find>().read::<Find>(object.clone()).unwrap();
    assert_eq!(read.arguments.query.as_deref(), Some("a"));
    assert_eq!(Arguments::<Find>::from(object).read().unwrap().query.as_deref(), Some("a"));
}

#[test]
fn arguments_stand_for_their_type_until_they_are_read() {
    use envelope_arguments::schema_of;

    let any: Arguments<Find> = serde_json::from_str("7").unwrap();
    assert_eq!(any.read().unwrap_err().to_string(), "the value is an integer, expected an object");
    let form = Arguments::<Find>::from_form([("limit".to_owned(), "3".to_owned())]);
    assert_eq!(form.read().unwrap().limit, Some(3));
    let typed = Arguments::typed(Find { owner: None, query: None, limit: Some(4) });
    assert_eq!(typed.read().unwrap().limit, Some(4));
    assert_eq!(schema_of::<Arguments<Find>>(), schema_of::<Find>());
}

#[test]
fn a_form_can_be_a_list_of_pairs() {
    let pairs = [("tag", "1"), ("tag", "2"), ("on", "true")];
    let texts: Vec<(String, String)> = form(&pairs).unwrap();
    let all = pairs.map(|(key, value)| (key.to_owned(), value.to_owned()));
    assert_eq!(texts, all);
    assert_eq!(form::<Vec<(String, u8)>>(&pairs[..2]).unwrap()[1], ("tag".to_owned(), 2));
    assert_eq!(form::<Option<Vec<(String, String)>>>(&[]).unwrap(), Some(Vec::new()));
    assert_eq!(
        form::<Vec<(String, u8)>>(&pairs).unwrap_err().to_string(),
        "`[2][1]` has the wrong type, expected an integer from 0 to 255"
    );
    let without =
        Reader::without_schema().read(Arguments::<Vec<(String, String)>>::from_form(all.clone()));
    assert_eq!(without.unwrap().arguments, all.to_vec());
    let map = form::<BTreeMap<String, String>>(&pairs).unwrap_err().to_string();
    assert_eq!(map, "`tag` is invalid (it is given twice)");
    // A struct takes no list, and the value of a key is no list either.
    assert!(form::<Tags>(&[("tag", "1")]).is_err());
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Tags {
    #[allow(dead_code, reason = "it is never read")]
    tag: Vec<String>,
}

/// A rule that requires `limit`.
fn is_limited(find: &Find) -> Result<(), Problems> {
    find.limit.map(|_| ()).ok_or_else(|| Problems::from_rule("limit", "it has to be there"))
}

#[test]
fn rules_are_checked_beside_unknown_keys() {
    let reader = Reader::for_type::<Find>();
    let refused = |reader: &Reader, call: Value| {
        reader.read_checked(call, is_limited).unwrap_err().to_string()
    };
    let rule = "`limit` is invalid (it has to be there)";
    assert_eq!(refused(&reader, json!({"query": "a"})), rule);
    let unknown = json!({"query": "a", "colour": 1});
    assert_eq!(
        refused(&reader, unknown.clone()),
        format!("2 problems: (1) `colour` is unknown, expected `limit` or `owner` (2) {rule}")
    );
    assert_eq!(refused(&reader.clone().reject_unknown(false), unknown), rule);
    // If the type is wrong, the rules are not checked.
    assert!(refused(&reader, json!({"query": true})).starts_with("`query` is a boolean"));

    let pairs = [("query", "a"), ("colour", "1")].map(|(key, value)| (key.into(), value.into()));
    let form = reader.read_checked(Arguments::from_form(pairs), is_limited).unwrap_err();
    assert_eq!(form.as_slice().len(), 2, "{form}");
    assert!(reader.read_checked(json!({"limit": 1}), is_limited).is_ok());
}

#[test]
fn the_advice_names_the_only_problem() {
    for (json, advice) in [
        ("{}", "Add `query` to the body"),
        (r#"{"qurey":"a"}"#, "Write `query` instead of `qurey` in the body"),
        (r#"{"query":"a","colour":1}"#, "Remove `colour` from the body"),
        (r#"{"query":true}"#, "Correct `query` in the body"),
        (r#"{"query":7,"colour":1}"#, "Correct the body"),
        ("7", "Correct the body"),
    ] {
        assert_eq!(from_str::<Report>(json).unwrap_err().remediation("body"), advice, "{json}");
    }
}

/// With its feature `arbitrary_precision`, `serde_json` keeps the digits of a number as they were sent.
#[test]
fn a_float_can_have_any_form() {
    #[derive(Debug, PartialEq, Deserialize, JsonSchema)]
    struct Scale {
        by: f64,
        at: Option<f32>,
    }

    let scale: Scale = from_str(r#"{"by": 5e-1, "at": 0.50}"#).unwrap();
    assert_eq!(scale, Scale { by: 0.5, at: Some(0.5) });
}
