//! The writer promises the same bytes as `serde_json`.

use serde::Serialize;
use serde_json::Value;

use super::any::{Any, Mode, Random, View};
use super::{Everywhere, Written, contents};
use crate::json::pretty::indented;
use crate::json::transcode;

/// Prints the seed and the value if a check panics.
struct Named<'a> {
    seed: u64,
    value: &'a Any,
}

impl Drop for Named<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("With JSON_SEED={}, this is the first value:\n{:?}", self.seed, self.value);
        }
    }
}

/// `MORE_CASES=4` makes four times as many values. `JSON_SEED` is the seed of the first value, and each further value has the next seed.
#[test]
fn any_value_is_written_as_serde_json_writes_it() {
    let setting = |name| std::env::var(name).ok().map(|text| text.parse::<u64>().unwrap());
    let first = setting("JSON_SEED").unwrap_or(0);
    let count = 5_000 * setting("MORE_CASES").unwrap_or(1);
    let mut errors = 0;
    for seed in first..first + count {
        let mut random = Random(seed);
        let depth = random.below(6);
        let value = random.value(depth);
        let named = Named { seed, value: &value };
        errors += u64::from(check(named.value).is_err());
    }
    // If most values were errors, little of the writer would be tested.
    assert!(errors <= count / 10 + 1, "{errors} of {count} values are errors");
}

/// Checks every promise for a value, and returns its text.
fn check(value: &Any) -> Written<String> {
    // `serde_json` has another message for a key that is not a finite number.
    let message = |error: serde_json::Error| match error.to_string() {
        text if text.starts_with("float key must be finite") => "key must be a string".to_owned(),
        text => text,
    };
    let expected = |mode| serde_json::to_string(&View(value, mode)).map_err(message);
    let written = Everywhere::of(&View(value, Mode::UnderTest));

    assert_eq!(written.text, expected(Mode::Text));
    assert_eq!(written.two_texts.as_ref().map(|(json, _)| json), written.text.as_ref());
    let tree = serde_json::to_value(View(value, Mode::Tree)).map_err(message);
    // A text can have numbers that a tree cannot hold, so both results have to succeed.
    let expected_both = tree.and_then(|tree| Ok((written.text.clone()?, tree)));
    assert_eq!(written.text_and_tree, expected_both);

    let text = written.text?;
    if let Ok((_, nested)) = written.two_texts {
        assert_eq!(serde_json::from_str::<String>(&format!("\"{nested}\"")).unwrap(), text);
        assert_eq!(nested, contents(&text));
    }
    let pretty = serde_json::to_string_pretty(&View(value, Mode::Plain)).unwrap();
    assert_eq!(indented(&text), pretty);
    check_transcoded(value, &text);
    Ok(text)
}

/// JSON text that is passed to a serializer.
struct Transcoded<'a>(&'a str);

impl Serialize for Transcoded<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        transcode(self.0, serializer)
    }
}

fn check_transcoded(value: &Any, text: &str) {
    let message = |error: serde_json::Error| error.to_string();
    let expected = serde_json::to_string(&View(value, Mode::Read)).map_err(message);
    let transcoded = Transcoded(text);
    assert_eq!(serde_json::to_string(&transcoded).map_err(message), expected);
    let written = Everywhere::of(&transcoded).text;
    // The length of a transcoded map is unknown, so the writer refuses a map that repeats a key.
    if !written.as_ref().is_err_and(|error| error.ends_with("is written twice")) {
        assert_eq!(written, expected);
    }
    let expected: Written<Value> = serde_json::to_value(View(value, Mode::Read)).map_err(message);
    assert_eq!(transcode(text, serde_json::value::Serializer).map_err(message), expected);
}
