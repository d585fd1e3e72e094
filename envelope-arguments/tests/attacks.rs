//! Arguments that are made to cost time.
//!
//! `cargo test --release -p envelope-arguments --test attacks -- --nocapture` prints the time for each byte, and checks it.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::pedantic,
    clippy::unwrap_used,
    reason = "a test may panic"
)]
#![allow(dead_code, reason = "a type is there to be read")]

use std::time::Instant;

use envelope_arguments::Reader;
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

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

#[derive(Deserialize, JsonSchema)]
struct Call {
    name: String,
    list: Option<Vec<Tagged>>,
    forms: Option<Vec<Form>>,
    checked: Option<Vec<Even>>,
    plain: Option<Vec<Plain>>,
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

fn attacks() -> Vec<(&'static str, Value)> {
    let size = if cfg!(debug_assertions) { 20 } else { 1_000 };
    let near = "an_identifier_with_a_long_name_of_more_than_sixty_letters_";
    let unknown = object(32, |index| format!("{:x<54}{index:02}", ""));
    let near_keys = object(32, |index| format!("{near}{index:02}"));
    let mut with_tag = near_keys.clone();
    with_tag.insert("type".to_owned(), json!("one"));
    let mut many = json!({"name": "a", &"k".repeat(size * 1_000): 1});
    many.as_object_mut().unwrap().extend(object(256, |index| format!("key{index}")));
    let form = (0..8).fold(json!("x"), |form, _| json!({"first": form, "second": 1}));
    vec![
        ("unknown keys without a tag", json!({"name": "a", "list": vec![unknown; size]})),
        ("near keys without a tag", json!({"name": "a", "list": vec![near_keys; size]})),
        ("near keys of a variant", json!({"name": "a", "list": vec![with_tag; size]})),
        ("a long key and unknown ones", many),
        ("many unknown keys", Value::Object(object(size * 100, |index| format!("key{index}")))),
        ("errors of an author", json!({"name": "a", "checked": vec!["text"; size * 100]})),
        (
            "many objects",
            json!({"name": 1, "plain": vec![json!({"titel": "a", "zise": 2}); size * 20]}),
        ),
        ("empty objects", json!({"name": 1, "plain": vec![json!({}); size * 100]})),
        ("forms within forms", json!({"name": "a", "forms": vec![form; size / 20 + 1]})),
    ]
}

fn microseconds<T: DeserializeOwned + JsonSchema + 'static>(call: &Value) -> [f64; 2] {
    let start = Instant::now();
    let _ = T::deserialize(call);
    let alone = start.elapsed();
    let copy = call.clone();
    let start = Instant::now();
    let _ = Reader::for_type::<T>().read::<T>(copy);
    [alone, start.elapsed()].map(|time| time.as_secs_f64() * 1e6)
}

#[test]
fn the_time_is_linear() {
    // The schema is generated once.
    let _ = Reader::for_type::<Call>().read::<Call>(json!({"name": 1}));
    for (name, call) in attacks() {
        #[allow(clippy::cast_precision_loss, reason = "the numbers are small")]
        let bytes = call.to_string().len() as f64;
        let [alone, read] = microseconds::<Call>(&call);
        println!(
            "{name}: {:.3} µs for each of {bytes} bytes; serde alone {:.3}",
            read / bytes,
            alone / bytes
        );
        // Twice as much as the docs promise, for a machine that has other work.
        let limit = (bytes * 0.5).max(10.0 * alone);
        assert!(cfg!(debug_assertions) || read <= 2.0 * limit, "{name}: {read} µs");
    }
}
