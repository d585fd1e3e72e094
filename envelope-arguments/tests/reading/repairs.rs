//! Calls that models really send, with numbers and lists in quotes, fractions of zero, `null`, and names in another case: each type with
//! each mutation. The oracle knows the mutation, and so the meant value.
//!
//! `cargo test -p envelope-arguments --test reading figures -- --nocapture` prints the figures of the guide.

#![allow(dead_code, reason = "a type is there to be read")]

use std::collections::BTreeMap;
use std::fmt::Debug;

use envelope_arguments::Reader;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use serde_json::{Value, json};

#[derive(Debug, Deserialize, JsonSchema)]
struct Fields {
    max_results: u8,
    offset: Option<i64>,
    #[serde(default)]
    depth: u32,
    ratio: f64,
    dry_run: bool,
    #[serde(default)]
    recursive: bool,
    sort_order: Order,
    labels: Vec<String>,
    ids: Option<Vec<u64>>,
    #[serde(default)]
    orders: Vec<Order>,
    window: Window,
    title: String,
    note: Option<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Order {
    Ascending,
    MostRecent,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Window {
    first_line: u32,
    last_line: Option<u32>,
}

fn fields() -> Value {
    json!({
        "max_results": 20,
        "offset": -5,
        "depth": 3,
        "ratio": 0.5,
        "dry_run": true,
        "recursive": true,
        "sort_order": "most_recent",
        "labels": ["bug", "idea"],
        "ids": [1, 2],
        "orders": ["ascending"],
        "window": {"first_line": 1, "last_line": 9},
        "title": "Sign in",
        "note": "Soon",
    })
}

/// The meaning of a value.
#[derive(Clone, Debug)]
enum Meaning {
    /// The value without the mutation.
    Same,
    Value(Value),
    /// The key is left out.
    Absent,
    /// The value has no meaning, or more than one.
    Unclear,
}

/// The mutated values of each field, and their meanings.
fn values() -> Vec<(&'static str, Value, Meaning)> {
    use Meaning::{Absent, Same, Unclear, Value as Is};

    vec![
        ("max_results", json!("20"), Same),
        ("max_results", json!(20.0), Same),
        ("max_results", json!("20.0"), Same),
        ("max_results", json!(" 20 "), Same),
        ("max_results", json!("20.0\n"), Same),
        ("max_results", json!("twenty"), Unclear),
        ("max_results", json!("20 results"), Unclear),
        ("max_results", json!("300"), Unclear),
        ("max_results", json!(20.5), Unclear),
        ("max_results", json!("20.5"), Unclear),
        ("max_results", json!("20.00000000000000000001"), Unclear),
        ("max_results", json!(""), Unclear),
        ("max_results", json!(null), Unclear),
        ("max_results", json!([20]), Unclear),
        ("max_results", json!(true), Unclear),
        ("offset", json!("-5"), Same),
        ("offset", json!(-5.0), Same),
        ("offset", json!("9007199254740993"), Is(json!(9_007_199_254_740_993_u64))),
        ("offset", json!(9_007_199_254_740_994.0), Unclear),
        ("offset", json!("99999999999999999999"), Unclear),
        ("offset", json!("1,000"), Unclear),
        ("depth", json!("3"), Same),
        ("depth", json!(null), Absent),
        ("depth", json!("-3"), Unclear),
        ("depth", json!(""), Absent),
        ("depth", json!("none"), Absent),
        ("depth", json!(" none "), Absent),
        ("depth", json!("nil"), Unclear),
        ("offset", json!(""), Is(json!(null))),
        ("offset", json!("NULL"), Is(json!(null))),
        ("offset", json!("None"), Is(json!(null))),
        ("offset", json!("0x10"), Unclear),
        ("offset", json!(false), Unclear),
        ("ratio", json!("0.5"), Same),
        ("ratio", json!("5e-1"), Same),
        ("ratio", json!("1"), Is(json!(1))),
        ("ratio", json!("1e400"), Unclear),
        ("ratio", json!("50%"), Unclear),
        ("ratio", json!("NaN"), Unclear),
        ("dry_run", json!("true"), Same),
        ("dry_run", json!("True"), Same),
        ("dry_run", json!("false"), Is(json!(false))),
        ("dry_run", json!("Yes"), Same),
        ("dry_run", json!(" yes "), Same),
        ("dry_run", json!("y es"), Unclear),
        ("dry_run", json!("on"), Same),
        ("dry_run", json!("1"), Same),
        ("dry_run", json!(1), Same),
        ("dry_run", json!("no"), Is(json!(false))),
        ("dry_run", json!("OFF"), Is(json!(false))),
        ("dry_run", json!("0"), Is(json!(false))),
        ("dry_run", json!(0), Is(json!(false))),
        ("dry_run", json!(2), Unclear),
        ("dry_run", json!(-1), Unclear),
        ("dry_run", json!(1.5), Unclear),
        ("dry_run", json!("2"), Unclear),
        ("dry_run", json!("y"), Unclear),
        ("dry_run", json!("enabled"), Unclear),
        // This key cannot be left out.
        ("dry_run", json!(""), Unclear),
        ("dry_run", json!("none"), Unclear),
        ("recursive", json!(null), Absent),
        ("recursive", json!("TRUE"), Same),
        ("recursive", json!(""), Absent),
        ("recursive", json!("null"), Absent),
        ("recursive", json!("None"), Absent),
        ("recursive", json!("undefined"), Unclear),
        ("recursive", json!(" "), Absent),
        ("recursive", json!([]), Unclear),
        ("sort_order", json!("MOST_RECENT"), Same),
        ("sort_order", json!("mostRecent"), Same),
        ("sort_order", json!("most-recent"), Same),
        ("sort_order", json!("Most recent"), Same),
        ("sort_order", json!(" most_recent "), Same),
        ("sort_order", json!("recent"), Unclear),
        ("sort_order", json!(" -most_recent"), Unclear),
        ("sort_order", json!("-most_recent"), Unclear),
        ("sort_order", json!(["most_recent"]), Unclear),
        ("labels", json!(r#"["bug", "idea"]"#), Same),
        ("labels", json!("bug"), Is(json!(["bug"]))),
        ("labels", json!("bug, idea"), Unclear),
        ("labels", json!("['bug', 'idea']"), Unclear),
        ("labels", json!(["bug", 7]), Is(json!(["bug", "7"]))),
        ("labels", json!(["bug", 7.5]), Unclear),
        ("labels", json!(7), Unclear),
        ("labels", json!(""), Unclear),
        ("labels", json!("none"), Unclear),
        ("labels", json!(null), Unclear),
        ("ids", json!(["1", "2"]), Same),
        ("ids", json!([1.0, "2.0"]), Same),
        ("ids", json!("[1, 2]"), Same),
        ("ids", json!(r#"["1", "2"]"#), Same),
        ("ids", json!(7), Is(json!([7]))),
        ("ids", json!("1,2"), Unclear),
        ("ids", json!(""), Is(json!(null))),
        ("ids", json!("null"), Is(json!(null))),
        ("ids", json!(["1", ""]), Unclear),
        ("ids", json!(["1", "two"]), Unclear),
        ("orders", json!(["ASCENDING", "mostRecent"]), Is(json!(["ascending", "most_recent"]))),
        ("orders", json!("ascending"), Same),
        ("orders", json!(["ascending "]), Same),
        ("orders", json!(r#" ["ascending"] "#), Same),
        ("orders", json!(r#"["ascending"]"#), Same),
        ("orders", json!(null), Absent),
        ("orders", json!(""), Absent),
        // `none` can be an item, or mean no list.
        ("orders", json!("none"), Unclear),
        ("window", json!(r#"{"first_line": 1, "last_line": 9}"#), Same),
        ("window", json!(r#"{"first_line": "1", "last_line": "9"}"#), Same),
        ("window", json!({"firstLine": 1, "lastLine": 9}), Same),
        ("window", json!({"first_line": "1", "last_line": 9.0}), Same),
        ("window", json!({"first_line": 1, "last_line": ""}), Is(json!({"first_line": 1}))),
        ("window", json!({"first_line": "", "last_line": 9}), Unclear),
        ("window", json!(""), Unclear),
        ("window", json!("1-9"), Unclear),
        ("window", json!(r#"{"first_line": 1"#), Unclear),
        ("title", json!(7), Is(json!("7"))),
        ("title", json!(-7), Is(json!("-7"))),
        ("title", json!(9_007_199_254_740_991_u64), Is(json!("9007199254740991"))),
        ("title", json!(9_007_199_254_740_992_u64), Unclear),
        // The meant text can have other digits.
        ("title", json!(1.0), Unclear),
        ("title", json!(1.5), Unclear),
        ("title", json!(true), Unclear),
        ("title", json!(null), Unclear),
        ("title", json!(["Sign in"]), Unclear),
        ("note", json!(7), Is(json!("7"))),
        ("note", json!(false), Unclear),
        ("note", json!(2.0), Unclear),
    ]
}

/// The keys, each with its other spellings, and with names that mean something else.
const KEYS: [(&str, &[&str], &[&str]); 5] = [
    ("max_results", &["maxResults", "MaxResults", "max-results", "MAX_RESULTS"], &["limit", "max"]),
    ("sort_order", &["sortOrder", "sort order"], &["ordering", "-sort_order"]),
    ("dry_run", &["dryRun", "dryrun", "DRY_RUN"], &["simulate", "dry_ruin"]),
    ("title", &["Title", "TITLE"], &["heading", "titel"]),
    ("window", &["Window"], &["range"]),
];

/// The fields of every call with one mutation, and their meaning.
fn mutations() -> Vec<(Value, Meaning)> {
    let mut mutations = Vec::new();
    for (key, value, meaning) in values() {
        let (mut given, mut meant) = (fields(), fields());
        given[key] = value;
        match &meaning {
            Meaning::Value(value) => meant[key] = value.clone(),
            Meaning::Absent => drop(meant.as_object_mut().unwrap().remove(key)),
            _ => {}
        }
        let meaning = if let Meaning::Unclear = meaning { meaning } else { Meaning::Value(meant) };
        mutations.push((given, meaning));
    }
    let renamed = |key: &str, names: &[&str]| {
        let mut given = fields();
        let value = given.as_object_mut().unwrap().remove(key).unwrap();
        for name in names {
            given[*name] = value.clone();
        }
        given
    };
    for (key, same, others) in KEYS {
        for name in same {
            mutations.push((renamed(key, &[name]), Meaning::Value(fields())));
        }
        for name in others {
            mutations.push((renamed(key, &[name]), Meaning::Unclear));
        }
    }
    // Two keys mean the same key.
    mutations.push((renamed("max_results", &["maxResults", "max-results"]), Meaning::Unclear));
    let mut both = renamed("max_results", &["maxResults"]);
    both["maxResults"] = json!("20");
    mutations.push((both, Meaning::Value(fields())));
    mutations
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Nested {
    inner: Fields,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Listed {
    items: Vec<Fields>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Mapped {
    by_name: BTreeMap<String, Fields>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Tagged {
    RunNow(Fields),
    Stop,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum External {
    RunNow(Fields),
    Stop,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "kind", content = "data", rename_all = "snake_case")]
enum Adjacent {
    RunNow(Fields),
    Stop,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Flattened {
    name: String,
    #[serde(flatten)]
    fields: Fields,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(try_from = "Fields")]
struct Checked(Fields);

impl TryFrom<Fields> for Checked {
    type Error = &'static str;

    fn try_from(fields: Fields) -> Result<Self, &'static str> {
        if fields.title.is_empty() { Err("the title is empty") } else { Ok(Self(fields)) }
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Checking {
    #[schemars(with = "Fields")]
    checked: Checked,
}

/// How to read a call: by serde alone, and with repairs. Both results are text.
struct Context {
    call: fn(Value) -> Value,
    by_serde: fn(&Value) -> Option<String>,
    read: fn(&Value) -> Result<(String, usize), String>,
}

fn context<T: Debug + DeserializeOwned + JsonSchema + 'static>(
    call: fn(Value) -> Value,
) -> Context {
    Context {
        call,
        by_serde: |call| T::deserialize(call).ok().map(|read| format!("{read:?}")),
        read: |call| {
            let read = Reader::for_type::<T>().read::<T>(call.clone());
            let read = read.map_err(|problems| problems.to_string())?;
            Ok((format!("{:?}", read.arguments), read.repaired.len()))
        },
    }
}

fn contexts() -> Vec<Context> {
    vec![
        context::<Fields>(|fields| fields),
        context::<Nested>(|fields| json!({"inner": fields})),
        context::<Listed>(|fields| json!({"items": [fields]})),
        context::<Mapped>(|fields| json!({"by_name": {"a b": fields}})),
        context::<Tagged>(|mut fields| {
            fields["kind"] = json!("run_now");
            fields
        }),
        context::<External>(|fields| json!({"run_now": fields})),
        context::<Adjacent>(|fields| json!({"kind": "run_now", "data": fields})),
        context::<Flattened>(|mut fields| {
            fields["name"] = json!("a");
            fields
        }),
        context::<Checking>(|fields| json!({"checked": fields})),
    ]
}

#[test]
fn figures() {
    // Counts the calls, and the correctly answered calls.
    let (mut clear, mut unclear) = ([0; 2], [0; 2]);
    let mut wrong = Vec::new();
    for Context { call, by_serde, read } in contexts() {
        for (given, meaning) in mutations() {
            let given = call(given);
            assert!(by_serde(&given).is_none(), "{given}");
            let (counts, is_right) = match (&meaning, read(&given)) {
                (Meaning::Value(meant), read) => {
                    let expected = by_serde(&call(meant.clone()));
                    let read = read.ok().filter(|(_, repaired)| *repaired > 0);
                    (&mut clear, read.map(|(read, _)| read) == expected)
                }
                (_, read) => (&mut unclear, read.is_err()),
            };
            counts[0] += 1;
            counts[1] += usize::from(is_right);
            if !is_right {
                wrong.push(format!("{given} {meaning:?} {:?}", read(&given)));
            }
        }
    }
    println!(
        "{} of {} calls with one meaning are read, and {} of {} others are refused.",
        clear[1], clear[0], unclear[1], unclear[0]
    );
    assert!(clear[0] + unclear[0] >= 400, "the corpus shrank");
    assert_eq!(wrong, Vec::<String>::new());
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
enum NumberOrList {
    Number(u32),
    List(Vec<u32>),
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
enum NumberOrFlag {
    Number(u32),
    Flag(bool),
}

#[derive(Debug, Deserialize, JsonSchema)]
enum Level {
    #[serde(rename = "low")]
    Low,
    #[serde(rename = "LOW")]
    VeryLow,
    #[serde(rename = "1.0")]
    First,
    #[serde(rename = "10")]
    Tenth,
}

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
struct TwoMeanings {
    size: Option<NumberOrList>,
    key: Option<NumberOrFlag>,
    level: Option<Level>,
    rows: Option<Vec<Vec<u8>>>,
    any: Option<Vec<Value>>,
    user_id: Option<u8>,
    #[serde(rename = "userId")]
    other_id: Option<u8>,
    #[serde(alias = "maxItems")]
    first: Option<u8>,
    max_items: Option<u8>,
    pair: Option<(u8, u8)>,
    map: Option<BTreeMap<String, u8>>,
    texts: Option<Vec<String>>,
    date: Date,
}

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
#[schemars(extend("format" = "date"))]
struct Date;

/// Accepts any text.
impl From<String> for Date {
    fn from(_: String) -> Self {
        Self
    }
}

#[test]
fn two_meanings_are_refused() {
    for call in [
        json!({"size": "5"}),
        json!({"size": "[5]"}),
        json!({"size": 5.0}),
        json!({"key": "1"}),
        json!({"key": "true"}),
        json!({"level": "Low"}),
        json!({"level": "1-0"}),
        json!({"level": "1_0"}),
        json!({"rows": [1, 2]}),
        json!({"rows": 1}),
        json!({"any": "a"}),
        json!({"any": 1}),
        json!({"USER_ID": 1}),
        json!({"MAX_ITEMS": 1}),
        json!({"pair": 1}),
        json!({"pair": "1,2"}),
        json!({"map": {"a": null}}),
        json!({"map": "a=1"}),
        json!({"key": ""}),
        json!({"any": "none"}),
        json!({"texts": "none"}),
        json!({"texts": "null"}),
        json!({"date": 20_260_131}),
    ] {
        let read = Reader::for_type::<TwoMeanings>().read::<TwoMeanings>(call.clone());
        assert!(read.is_err(), "{call}: {read:?}");
    }
}

fn hexadecimal<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Given {
        Number(u32),
        Text(String),
    }

    match Given::deserialize(deserializer)? {
        Given::Number(number) => Ok(number),
        Given::Text(text) => u32::from_str_radix(&text, 16).map_err(serde::de::Error::custom),
    }
}

fn double<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<u8>>, D::Error> {
    Deserialize::deserialize(deserializer).map(Some)
}

/// The schemas of these fields are narrower than serde.
#[derive(Debug, Deserialize, JsonSchema)]
struct Custom {
    #[serde(deserialize_with = "hexadecimal")]
    #[schemars(with = "u32")]
    color: u32,
    #[serde(default, deserialize_with = "double")]
    #[schemars(with = "u8")]
    patch: Option<Option<u8>>,
    #[schemars(range(max = 10))]
    count: u32,
}

/// Also if the schema is narrower than serde.
#[test]
fn a_value_that_serde_accepts_is_never_changed() {
    let call = json!({"color": "10", "patch": null, "count": "70"});
    let read = Reader::for_type::<Custom>().read::<Custom>(call).unwrap();
    let Custom { color, patch, count } = read.arguments;
    assert_eq!((color, patch, count), (16, Some(None), 70));
    assert_eq!(read.repaired.len(), 1, "{:?}", read.repaired);
}

/// A client that keeps numbers as floats has rounded a large one: `1893456789012345678` becomes `1893456789012345700`.
#[test]
fn an_integer_for_a_text_is_exact_in_every_client() {
    #[derive(Debug, Deserialize, JsonSchema)]
    struct Post {
        id: String,
    }

    let read = |id: Value| envelope_arguments::from_value::<Post>(json!({"id": id}));
    let largest = 9_007_199_254_740_991_i64;
    for id in [largest, -largest, 0] {
        assert_eq!(read(id.into()).unwrap().id, id.to_string());
    }
    for id in [json!(largest + 1), json!(-largest - 1), json!(u64::MAX)] {
        let problems = read(id).unwrap_err();
        assert_eq!(problems.to_string(), "`id` is an integer, expected a string");
    }
}

/// An empty text is a value if the schema takes text.
#[test]
fn a_text_that_serde_accepts_stays() {
    let mut call = fields();
    for text in ["", "null", "none", "1", "yes"] {
        call["note"] = json!(text);
        let read = Reader::for_type::<Fields>().read::<Fields>(call.clone()).unwrap();
        assert_eq!(read.arguments.note.as_deref(), Some(text));
        assert!(read.repaired.is_empty());
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Optional {
    window: Option<Window>,
    items: Option<Vec<Option<u8>>>,
    flag: Option<bool>,
    #[serde(default)]
    map: BTreeMap<String, u8>,
}

#[test]
fn a_text_for_nothing_is_no_value_where_no_text_fits() {
    for text in ["", "null", "None"] {
        let call = json!({"window": text, "items": [1, text], "flag": text, "map": text});
        let read = Reader::for_type::<Optional>().read::<Optional>(call).unwrap();
        let Optional { window, items, flag, map } = read.arguments;
        assert!(window.is_none() && flag.is_none() && map.is_empty());
        assert_eq!(items, Some(vec![Some(1), None]));
        assert_eq!(read.repaired.len(), 4, "{:?}", read.repaired);
    }
}

#[test]
fn repairs_can_be_turned_off() {
    let mut call = fields();
    call["max_results"] = json!("20");
    let problems = Reader::for_type::<Fields>().repair(false).read::<Fields>(call).unwrap_err();
    let message = "`max_results` is a number in quotes, expected an integer from 0 to 255";
    assert_eq!(problems.to_string(), message);
}

/// Also if unknown keys are accepted.
#[test]
fn a_key_close_to_an_absent_one_is_a_problem_in_a_repaired_text() {
    #[derive(Debug, Deserialize, JsonSchema)]
    struct Outer {
        window: Window,
    }

    let read = |text: &str| {
        let reader = Reader::for_type::<Outer>().reject_unknown(false);
        reader.read::<Outer>(json!({"window": text}))
    };
    let refused = read(r#"{"first_line": 1, "last_lien": 9}"#).unwrap_err().to_string();
    assert!(refused.contains("`window.last_lien` is unknown"), "{refused}");
    assert!(refused.contains("did you mean `last_line`?"), "{refused}");
    let accepted = read(r#"{"first_line": 1, "colour": 9}"#).unwrap();
    assert_eq!((accepted.unknown.len(), accepted.repaired.len()), (1, 1));
}

/// If one mistake has no repair, the answer names all mistakes.
#[test]
fn a_refusal_names_every_problem() {
    let call = json!({"max_results": "20", "window": r#"{"firstLine": "x"}"#, "labels": "a, b"});
    let problems = Reader::for_type::<Fields>().read::<Fields>(call).unwrap_err();
    let fields: Vec<_> = problems.as_slice().iter().map(|problem| &*problem.field).collect();
    assert_eq!(
        fields,
        [
            "ratio",
            "dry_run",
            "sort_order",
            "title",
            "labels",
            "max_results",
            "window",
            "window.firstLine",
            "window.firstLine",
        ]
    );
}

#[test]
fn a_text_of_json_is_as_deep_as_other_arguments_at_most() {
    #[derive(Debug, Deserialize, JsonSchema)]
    struct Deep {
        inner: Option<Box<Deep>>,
    }

    let deep = |depth: usize| (0..depth).fold(json!({}), |inner, _| json!({"inner": inner}));
    for (depth, is_read) in [(60, true), (120, false)] {
        // Nested objects around a text, which contains nested objects.
        let text = json!(deep(depth).to_string());
        let call = (0..60).fold(text, |inner, _| json!({"inner": inner}));
        let read = Reader::for_type::<Deep>().read::<Deep>(call);
        assert_eq!(read.is_ok(), is_read, "{depth}: {read:?}");
    }
}

/// Whoever turns repairs off wants to hear of the spelling, also where serde buffers the fields.
#[test]
fn a_spelling_in_a_closed_schema_is_a_problem_without_repairs() {
    #[derive(Debug, Deserialize, JsonSchema)]
    #[schemars(deny_unknown_fields)]
    struct Find {
        #[serde(flatten)]
        page: Page,
    }

    #[derive(Debug, Deserialize, JsonSchema)]
    struct Page {
        max_results: Option<u8>,
    }

    let call = json!({"maxResults": 5});
    let problems = Reader::for_type::<Find>().repair(false).read::<Find>(call.clone()).unwrap_err();
    assert_eq!(problems.to_string(), "`maxResults` is unknown, did you mean `max_results`?");

    let find = Reader::for_type::<Find>().read::<Find>(call).unwrap().arguments;
    assert_eq!(find.page.max_results, Some(5));
}
