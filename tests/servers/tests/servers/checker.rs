//! The published schemas accept the envelopes that the checker accepts, and refuse the others. Readers read every accepted envelope.

use std::fs;
use std::path::Path;

use crate::envelopes::{
    DOTBOT, ERROR, FAILURE, PAID_SCAN, PROBLEM, RESULT, SCAN, SUCCESS, in_2026,
};
use envelope_client::ReadError;
use jsonschema::Validator;
use serde_json::{Map, Value};

/// A problem with only the members that RFC 9457 defines.
const MEMBERS: &str = r#"{"type":"about:blank","title":"Not Found","status":404,"detail":"No order 7","instance":"/orders/7"}"#;

/// Values for any place: words and formats of the contracts, and near misses.
const VALUES: [&str; 64] = [
    "null",
    "true",
    "false",
    "0",
    "1",
    "-1",
    "0.5",
    "2",
    "1e300",
    "27.5",
    "[]",
    "{}",
    "[1]",
    "[{}]",
    "[null]",
    "[\"a\"]",
    r#"{"a":1}"#,
    r#"{"a":"b"}"#,
    r#""""#,
    r#"" ""#,
    r#""a""#,
    r#""a\nb""#,
    r#""ok""#,
    r#""warning""#,
    r#""error""#,
    r#""info""#,
    r#""full""#,
    r#""partial""#,
    r#""1.0""#,
    r#""1.0.0""#,
    r#""1.0.0-rc.1+b.2""#,
    r#""01.0.0""#,
    r#""1.0.0-""#,
    r#""response-v2""#,
    r#""response-v1""#,
    r#""req/1""#,
    r#""NOT_FOUND""#,
    r#""CONFLICT""#,
    r#""INDEX_STALE""#,
    r#""A_""#,
    r#""9A""#,
    r#""not_found""#,
    r#""conflict""#,
    r#""upgrade_required""#,
    r#""pro""#,
    r#""enterprise""#,
    r#""gold""#,
    r#""2025-12-04T12:00:00Z""#,
    r#""2025-12-04T12:00:00+00:00""#,
    r#""2025-12-04T12:00:00.5+01:00""#,
    r#""2025-12-04T12:00""#,
    r#""2025-13-04T12:00:00Z""#,
    r#""2025-12-04""#,
    r#""/a""#,
    r#"" /a""#,
    r#""C:\\a""#,
    r#""ab:c""#,
    r#""Zg==""#,
    r#""Zg""#,
    r#""file:///a""#,
    r#""a:""#,
    r#""text""#,
    r#""resource""#,
    r#""complete""#,
];

/// Random numbers from a seed, by splitmix64.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % end as u64).unwrap()
    }

    /// Changes, adds or removes one value at a random place.
    fn change(&mut self, value: &mut Value) {
        let stops = self.below(5) == 0;
        match value {
            Value::Object(object) if !object.is_empty() && !stops => self.change_object(object),
            Value::Array(items) if !items.is_empty() && !stops => {
                let at = self.below(items.len());
                match self.below(8) {
                    0 => drop(items.remove(at)),
                    1 => items.push(items[at].clone()),
                    _ => self.change(&mut items[at]),
                }
            }
            value => *value = self.value(),
        }
    }

    fn change_object(&mut self, object: &mut Map<String, Value>) {
        let key = object.keys().nth(self.below(object.len())).cloned().unwrap();
        match self.below(12) {
            0 => drop(object.remove(&key)),
            1 => drop(object.insert("further".to_owned(), self.value())),
            _ => self.change(&mut object[&key]),
        }
    }

    fn value(&mut self) -> Value {
        serde_json::from_str(VALUES[self.below(VALUES.len())]).unwrap()
    }
}

fn published(dialect: &str) -> Validator {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../envelope-runtime/schemas");
    let text = fs::read_to_string(folder.join(format!("{dialect}.schema.json"))).unwrap();
    jsonschema::validator_for(&serde_json::from_str(&text).unwrap()).unwrap()
}

#[track_caller]
fn agree(dialect: &str, schema: &Validator, envelope: &Value) -> bool {
    let checked = envelope_client::check_as(dialect, &envelope.to_string());
    let errors: Vec<_> = schema.iter_errors(envelope).map(|error| error.to_string()).collect();
    assert_eq!(checked.is_ok(), errors.is_empty(), "{checked:#?}\n{errors:#?}\n{envelope:#}");
    let is_problem = dialect == "rfc9457" && envelope["status"].is_u64();
    if is_problem && checked.is_ok() {
        let is_success = reads_success(dialect, &envelope.to_string());
        assert_eq!(is_success.unwrap(), !has_members(envelope), "{envelope:#}");
    } else if dialect != "rfc9457" && checked.is_ok() {
        match reads_success(dialect, &envelope.to_string()) {
            Ok(is_success) => assert_eq!(is_success, is_of_success(envelope), "{envelope:#}"),
            Err(error) => panic!("{error}\n{envelope:#}"),
        }
    }
    checked.is_ok()
}

/// Whether the reader of the dialect reads a success.
fn reads_success(dialect: &str, envelope: &str) -> Result<bool, ReadError> {
    match dialect {
        "response-v2" => envelope_client::response_v2::Response::<Value>::read(envelope)
            .map(|of| of.outcome.is_ok()),
        "dotbot-mcp-response@1" => {
            envelope_client::dotbot::Response::<Value>::read(envelope).map(|of| of.outcome.is_ok())
        }
        "code-scalpel-v1" => envelope_client::code_scalpel::Response::<Value>::read(envelope)
            .map(|of| of.outcome.is_ok()),
        "rfc9457" => {
            envelope_client::rfc9457::Response::<Value>::read(envelope).map(|of| of.outcome.is_ok())
        }
        _ => envelope_client::mcp::Response::<Value>::read(envelope).map(|of| of.outcome.is_ok()),
    }
}

/// Whether an object with a status has the members of a problem.
fn has_members(envelope: &Value) -> bool {
    let has_text = |key: &str| envelope[key].is_string();
    let is_failed = envelope["status"].as_u64().is_some_and(|status| (400..600).contains(&status));
    is_failed && has_text("title") && (has_text("type") || has_text("detail"))
}

/// Whether the keys of a valid envelope are the keys of a success.
fn is_of_success(envelope: &Value) -> bool {
    let is_empty = |key: &str| match &envelope[key] {
        Value::Null => true,
        Value::Array(items) => items.is_empty(),
        _ => false,
    };
    let is_failed = envelope["success"] == false || envelope["isError"] == true;
    !is_failed && is_empty("error") && is_empty("errors")
}

#[test]
fn schemas_checker_and_readers_agree() {
    let number = |name, usual| std::env::var(name).map_or(usual, |text| text.parse().unwrap());
    let (rounds, seed) = (1_000 * number("MORE_CASES", 1), number("CHECKED_SEED", 1));
    for (dialect, envelopes) in [
        ("response-v2", [SUCCESS.to_owned(), FAILURE.to_owned()]),
        ("dotbot-mcp-response@1", [DOTBOT.to_owned(), DOTBOT.to_owned()]),
        ("code-scalpel-v1", [SCAN.to_owned(), PAID_SCAN.to_owned()]),
        ("mcp-2025-11-25", [RESULT.to_owned(), ERROR.to_owned()]),
        ("mcp-2026-07-28", [in_2026(RESULT), in_2026(ERROR)]),
        ("rfc9457", [MEMBERS.to_owned(), PROBLEM.to_owned()]),
    ] {
        let schema = published(dialect);
        let envelopes = envelopes.map(|text| serde_json::from_str::<Value>(&text).unwrap());
        let mut random = Random(seed);
        let mut accepted = 0;
        for round in 0..rounds {
            let mut envelope = envelopes[usize::try_from(round).unwrap() % envelopes.len()].clone();
            for _ in 0..round % 4 {
                random.change(&mut envelope);
            }
            accepted += u64::from(agree(dialect, &schema, &envelope));
        }
        // An object that lacks a member of a problem is accepted as plain data.
        let most = if dialect == "rfc9457" { rounds * 7 / 8 } else { rounds * 3 / 4 };
        // Some envelopes are valid and some are not, so a constant verdict fails.
        assert!((rounds / 4..most).contains(&accepted), "{dialect}: {accepted} of {rounds}");
    }
}

/// A URI has the characters of RFC 3986, and the drive of a path is not a scheme.
#[test]
fn the_checker_and_the_schema_agree_about_uris() {
    let schema = published("mcp-2025-11-25");
    for (uri, is_uri) in [
        ("file:///specs/a.md", true),
        ("urn:isbn:0451450523", true),
        ("https://example.com/a%20b?c=(d)&e='f'#g~", true),
        ("http://[::1]:80/a", true),
        ("http://[::1]", true),
        ("http://[::1]a", false),
        ("http://[", false),
        ("https://example.com/[a]", false),
        ("file:///a%zz", false),
        ("file:///a%2", false),
        ("file:///a#b#c", false),
        ("C:\\specs\\a.md", false),
        ("x:ä", false),
        ("xy:ä", false),
        ("file:", false),
        ("a b:c", false),
    ] {
        let mut result: Value = serde_json::from_str(RESULT).unwrap();
        result["content"][3]["uri"] = uri.into();
        assert_eq!(agree("mcp-2025-11-25", &schema, &result), is_uri, "{uri}");
    }
}

/// Envelopes of current servers that deviate from the documents of the contracts.
#[test]
fn the_checker_and_the_schema_agree_about_the_habits_of_servers() {
    let failure =
        |code: &str| FAILURE.replace("NOT_FOUND", code).replace("not_found", "ai_provider");
    let image = r#"{"type": "image", "data": "", "mimeType": "image/png"}"#;
    for (dialect, envelope) in [
        ("response-v2", failure("AI_PROVIDER_ERROR")),
        ("response-v2", failure("FORBIDDEN")),
        ("response-v2", failure("NOT_FOUND")),
        ("code-scalpel-v1", r#"{"error":{"error":"a","error_code":"not_found"}}"#.to_owned()),
        ("mcp-2025-11-25", r#"{"content":[],"isError":true}"#.to_owned()),
        ("mcp-2026-07-28", in_2026(r#"{"content":[],"isError":true}"#)),
        ("mcp-2025-11-25", format!(r#"{{"content":[{image}],"isError":true}}"#)),
        ("mcp-2025-11-25", r#"{"content":null,"structuredContent":{},"_meta":null}"#.to_owned()),
        (
            "mcp-2025-11-25",
            r#"{"content":[{"type":"text","text":"a","annotations":null,"_meta":null}],"structuredContent":null}"#
                .to_owned(),
        ),
    ] {
        let envelope = serde_json::from_str(&envelope).unwrap();
        assert!(agree(dialect, &published(dialect), &envelope), "{envelope}");
    }
}

/// Any data is a success of RFC 9457.
#[test]
fn the_checker_and_the_schema_agree_about_data_without_the_members_of_a_problem() {
    let schema = published("rfc9457");
    for data in ["null", "[1]", "{}", r#"{"type":"bug","title":3,"status":"open"}"#] {
        assert!(agree("rfc9457", &schema, &serde_json::from_str(data).unwrap()), "{data}");
    }
}

/// Envelopes that only the checker refuses.
#[test]
fn what_no_schema_can_refuse() {
    let schema = published("dotbot-mcp-response@1");
    let late = DOTBOT.replace("2026-01-02", "2026-02-30");
    assert!(schema.is_valid(&serde_json::from_str(&late).unwrap()));
    let violations = envelope_client::check(&late).unwrap_err();
    assert_eq!(violations.violations[0].rule.id, "timestamp");

    let twice = DOTBOT.replace(r#""data": {}"#, r#""data": {"a": 1, "a": 2}"#);
    assert!(schema.is_valid(&serde_json::from_str(&twice).unwrap()));
    assert_eq!(envelope_client::check(&twice).unwrap_err().violations[0].rule.id, "unique-keys");
}
