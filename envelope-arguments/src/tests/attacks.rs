//! Arguments that are designed to cost time: the tests count the steps of a walk, and the readings by serde.
//!
//! `cargo test --release -p envelope-arguments --lib -- attacks --nocapture` prints the time for each byte of 2 MB, and checks it.

use std::cell::Cell;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value, json};

use crate::Reader;
use crate::reader::stops;
use crate::recorder::Reading;
use crate::schema::shape_of;
use crate::walk::{WORK, Walk, size};

macro_rules! tagged {
    ($($variant:ident)*) => {
        #[derive(Deserialize, JsonSchema)]
        #[serde(tag = "type", rename_all = "snake_case")]
        enum Tagged {
            $($variant {
                an_identifier_with_a_long_name_of_more_than_sixty_letters_aa: Option<u8>,
                an_identifier_with_a_long_name_of_more_than_sixty_letters_bb: Option<u8>,
                an_identifier_with_a_long_name_of_more_than_sixty_letters_cc: Option<u8>,
                an_identifier_with_a_long_name_of_more_than_sixty_letters_dd: Option<u8>,
                an_identifier_with_a_long_name_of_more_than_sixty_letters_ee: Option<u8>,
            },)*
        }
    };
}

tagged! { One Two Three Four Five Six }

thread_local! {
    static READINGS: Cell<usize> = const { Cell::new(0) };
}

fn counted<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    READINGS.set(READINGS.get() + 1);
    u8::deserialize(deserializer)
}

#[derive(Deserialize, JsonSchema)]
struct Call {
    /// serde reads this field first.
    #[serde(deserialize_with = "counted")]
    #[schemars(with = "u8")]
    a: u8,
    name: String,
    list: Option<Vec<Tagged>>,
    forms: Option<Vec<Form>>,
    checked: Option<Vec<Even>>,
    plain: Option<Vec<Plain>>,
    words: Option<Vec<Word>>,
    codes: Option<Vec<Code>>,
    whole: Option<Whole>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Word {
    Alpha,
    Beta,
    Gamma,
    Delta,
}

#[derive(Deserialize, JsonSchema)]
struct Code(#[schemars(regex(pattern = "^(a+)+$"))] String);

/// A type whose error quotes the whole value.
#[derive(Deserialize, JsonSchema)]
#[serde(try_from = "Vec<Vec<String>>")]
#[schemars(with = "Vec<Vec<String>>")]
struct Whole;

impl TryFrom<Vec<Vec<String>>> for Whole {
    type Error = String;

    fn try_from(texts: Vec<Vec<String>>) -> Result<Self, String> {
        Err(texts.concat().join(" and "))
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
enum Form {
    Some { first: Box<Form>, second: Option<u8> },
    Other { first: Box<Form>, third: Option<u8> },
    Last { first: Box<Form>, fourth: Option<u8> },
    Number(u8),
}

#[derive(Deserialize, JsonSchema)]
struct Plain {
    title: String,
    size: Option<u8>,
}

#[derive(Deserialize)]
#[serde(try_from = "String")]
struct Even;

impl TryFrom<String> for Even {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        Err(format!("{text} is odd, and so is {}", text.to_uppercase()))
    }
}

impl JsonSchema for Even {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Even".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        String::json_schema(generator)
    }
}

fn object(count: usize, key: impl Fn(usize) -> String) -> Map<String, Value> {
    (0..count).map(|index| (key(index), json!(1))).collect()
}

/// Arguments whose size grows with the count.
fn attacks(count: usize) -> Vec<(&'static str, Value)> {
    let near = "an_identifier_with_a_long_name_of_more_than_sixty_letters_";
    let unknown = object(32, |index| format!("{:x<54}{index:02}", ""));
    let near_keys = object(32, |index| format!("{near}{index:02}"));
    let mut with_tag = near_keys.clone();
    with_tag.insert("type".to_owned(), json!("one"));
    let keys = |count| Value::Object(object(count, |index| format!("key{index}")));
    let mut many = keys(256);
    many["k".repeat(count * 2_000)] = json!(1);
    let form = (0..8).fold(json!("x"), |form, _| json!({"first": form, "second": 1}));
    let texts: Vec<_> = (0..count * 50).map(|index| format!("t{index}")).collect();
    let mut attacks = vec![
        ("unknown keys without a tag", json!({"list": vec![unknown; count]})),
        ("near keys without a tag", json!({"list": vec![near_keys; count]})),
        ("near keys of a variant", json!({"list": vec![with_tag; count]})),
        ("a long key and unknown ones", many),
        ("many unknown keys", keys(count * 150)),
        ("errors of an author", json!({"checked": vec!["text"; count * 250]})),
        ("texts in an author's error", json!({"whole": vec![texts; 4]})),
        (
            "many objects",
            json!({"name": 1, "plain": vec![json!({"titel": "a", "zise": 2}); count * 80]}),
        ),
        ("empty objects", json!({"name": 1, "plain": vec![json!({}); count * 600]})),
        ("words", json!({"name": 1, "words": vec!["alhpa"; count * 250]})),
        (
            "patterns",
            json!({"name": 1, "codes": vec!["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!"; count * 60]}),
        ),
        ("forms within forms", json!({"forms": vec![form; count * 16]})),
        (
            "numbers in quotes",
            json!({"plain": vec![json!({"title": "a", "size": "7"}); count * 80]}),
        ),
        ("keys in capitals", json!({"plain": vec![json!({"TITLE": "a", "SIZE": 7}); count * 80]})),
        ("words in capitals", json!({"words": vec!["ALPHA"; count * 250]})),
        ("lists in quotes", json!({"whole": json!(vec![vec!["t"; 50]; count * 10]).to_string()})),
        ("texts of a list", json!({"plain": vec!["{\"size\": \"7\"}"; count * 120]})),
    ];
    for (_, attack) in &mut attacks {
        attack["a"] = json!(1);
        if attack.get("name").is_none() {
            attack["name"] = json!("a");
        }
    }
    attacks
}

/// The steps that a walk takes to explain arguments that serde refuses.
fn steps(call: &Value) -> usize {
    let mut reading = Reading { is_recording: true, ..Reading::default() };
    let (stops, _) = stops::<Call>(call, &mut reading);
    let stopped = Some(stops.iter().map(|stop| (stop.at, None)).collect());
    let mut walk = Walk { seen: reading.seen.take(), stopped, ..Walk::default() };
    walk.over(Some(shape_of::<Call>()), call);
    WORK.0 + WORK.1 * size(call) - walk.work.get()
}

#[test]
fn work_is_linear() {
    for ((name, once), (_, twice)) in attacks(5).into_iter().zip(attacks(10)) {
        let (some, more) = WORK;
        let (once, limit, twice) = (steps(&once), some + more * size(&once), steps(&twice));
        assert!(once > 0 && once <= limit, "{name}: {once} steps of {limit}");
        assert!(twice <= 2 * once + once / 8 + some, "{name}: {once}, {twice}");
    }
}

#[test]
fn serde_reads_a_few_times() {
    for (name, call) in attacks(40) {
        READINGS.set(0);
        let _ = Reader::for_type::<Call>().read::<Call>(call);
        assert!((1..=14).contains(&READINGS.get()), "{name}: {}", READINGS.get());
    }
}

#[test]
#[cfg(not(debug_assertions))]
fn time_is_limited() {
    use std::time::Instant;

    // The schema is generated once.
    let _ = Reader::for_type::<Call>().read::<Call>(json!({"name": 1}));
    for (name, call) in [1, 4, 1_000].into_iter().flat_map(attacks) {
        #[allow(clippy::cast_precision_loss, reason = "the numbers are small")]
        let bytes = call.to_string().len() as f64;
        // The least of several times, since other programs take time, too.
        let least = |read: &dyn Fn(Value)| {
            let times = (0..3).map(|_| {
                let copy = call.clone();
                let start = Instant::now();
                read(copy);
                start.elapsed().as_secs_f64() * 1e6
            });
            times.fold(f64::INFINITY, f64::min)
        };
        let alone = least(&|call| drop(Call::deserialize(&call)));
        let read = least(&|call| drop(Reader::for_type::<Call>().read::<Call>(call)));
        println!(
            "{name}: {:.3} µs for each of {bytes} bytes; serde alone {:.3}",
            read / bytes,
            alone / bytes
        );
        // Twice as much as the docs promise, for a machine that has other work.
        let limit = (bytes * 0.5).max(10.0 * alone).max(5_000.0);
        assert!(read <= 2.0 * limit, "{name}: {read} µs");
    }
}
