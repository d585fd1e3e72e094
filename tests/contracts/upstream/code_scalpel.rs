//! Code Scalpel 2.1.4: the answers of `make_envelope` and `envelop_tool_function` in `code_scalpel.mcp.contract`, under each profile,
//! with the data of each of its models.

use envelope_client::{Failure, read};
use envelope_runtime::{Envelope, ErrorType, Payload, ToolFailure, envelope_tool};
use serde_json::{Map, Value, json};

use super::{Answer, Facts, assert_passed_on, recorded};

const RECORDED: &str = include_str!("recorded/codescalpel-2.1.4.jsonl");
const MODELS: &str = include_str!("recorded/codescalpel-2.1.4-models.jsonl");

/// The codes, with the error type that a reader gives them.
const CODES: [(&str, ErrorType); 12] = [
    ("invalid_argument", ErrorType::Validation),
    ("invalid_path", ErrorType::Validation),
    ("forbidden", ErrorType::Authorization),
    ("not_found", ErrorType::NotFound),
    ("timeout", ErrorType::Unavailable),
    ("too_large", ErrorType::Validation),
    ("resource_exhausted", ErrorType::RateLimit),
    ("not_implemented", ErrorType::FeatureFlag),
    ("upgrade_required", ErrorType::FeatureFlag),
    ("dependency_unavailable", ErrorType::Unavailable),
    ("correction_needed", ErrorType::Validation),
    ("internal_error", ErrorType::Internal),
];

/// A profile: its name, the keys of the envelope that it keeps, and the keys of the data that it leaves out.
type Profile = (&'static str, &'static [&'static str], &'static [&'static str]);

const PROFILES: [Profile; 3] = [
    ("minimal", &[], &["server_version", "function_count", "class_count", "error"]),
    ("standard", &["upgrade_hints"], &["server_version", "function_count", "class_count"]),
    (
        "debug",
        &[
            "tier",
            "tool_version",
            "tool_id",
            "request_id",
            "capabilities",
            "duration_ms",
            "upgrade_hints",
        ],
        &[],
    ),
];

const TIERS: [&str; 3] = ["community", "pro", "enterprise"];

fn facts(code: &str) -> Facts {
    let (code, error_type) = CODES.into_iter().find(|(known, _)| *known == code).unwrap();
    let facts = Facts::new(code, error_type);
    // Only `too_large` has another status than its error type.
    if code == "too_large" { Facts { status: 413, ..facts } } else { facts }
}

/// Removes a profile's keys, nulls and empty values from the data, except `success` and `backup_path`.
fn filtered(data: &Value, left_out: &[&str]) -> Value {
    let Value::Object(data) = data else { return data.clone() };
    let is_empty = |value: &Value| match value {
        Value::Null => true,
        Value::Array(items) => items.is_empty(),
        Value::Object(entries) => entries.is_empty(),
        _ => false,
    };
    let mut kept = Map::new();
    for (key, value) in data {
        let stays = ["success", "backup_path"].contains(&&**key);
        let value = if value.is_object() { filtered(value, left_out) } else { value.clone() };
        if stays || !is_empty(&value) && !left_out.contains(&&**key) {
            kept.insert(key.clone(), value);
        }
    }
    kept.into()
}

/// An envelope with every key. Keys that the profile leaves out are null.
fn envelope(profile: Profile, round: usize, error: &Value, hints: &Value, data: &Value) -> Value {
    let (_, kept, left_out) = profile;
    let value = |key: &str, value: Value| if kept.contains(&key) { value } else { Value::Null };
    json!({
        "tier": value("tier", TIERS[round % 3].into()),
        "tool_version": value("tool_version", "2.1.4".into()),
        "tool_id": value("tool_id", "analyze_code".into()),
        "request_id": value("request_id", "0a46e6c2b6df4e938e8d16ffb567a9b2".into()),
        "capabilities": value("capabilities", json!(["envelope-v1"])),
        "duration_ms": value("duration_ms", round.into()),
        "error": error,
        "upgrade_hints": value("upgrade_hints", hints.clone()),
        "warnings": if round.is_multiple_of(2) { json!([]) } else { json!([format!("Policy {round} is old")]) },
        "data": filtered(data, left_out),
    })
}

fn models() -> impl Iterator<Item = Value> {
    recorded(MODELS).map(|mut line| line["data"].take())
}

/// The upgrade hints of a round: null, an empty list, or one hint.
fn hints(round: usize) -> Value {
    match round % 3 {
        0 => Value::Null,
        1 => json!([]),
        _ => {
            json!([{"feature": "cross_file_taint", "tier": "pro", "reason": "Only single files were followed"}])
        }
    }
}

fn successes() -> impl Iterator<Item = Answer> {
    PROFILES.into_iter().flat_map(|profile| {
        let others = [json!("# Report"), json!([1, 2]), json!(null), json!({}), json!(3)];
        let all = models().chain(others);
        all.enumerate().flat_map(move |(index, data)| {
            (0..4).map(move |form| {
                let mut data = data.clone();
                if data.get("success").is_some() {
                    data["success"] = true.into();
                }
                let round = index * 4 + form;
                Answer::success(envelope(profile, round, &Value::Null, &hints(form), &data))
            })
        })
    })
}

/// The failures of `make_envelope`: each code with details of several forms, and with the data of each model.
fn failures() -> impl Iterator<Item = Answer> {
    let details = [
        json!(null),
        json!({"suggestions": [{"symbol": "parse_spec", "score": 0.92, "reason": "fuzzy_match"}], "hint": "Correct the name"}),
        json!({"tier": "community", "limit": 10, "requested": [1, 2.5, null]}),
    ];
    PROFILES.into_iter().flat_map(move |profile| {
        let details = details.clone();
        CODES.into_iter().flat_map(move |(code, _)| {
            let details = details.clone();
            [None].into_iter().chain(models().map(Some)).enumerate().map(move |(index, model)| {
                let message = format!("{code} in round {index}");
                let error = json!({"error": message, "error_code": code, "error_details": details[index % 3]});
                let data = model.map_or(Value::Null, |mut data| {
                    if data.get("success").is_some() {
                        data["success"] = false.into();
                        data["error"] = message.clone().into();
                    }
                    data
                });
                Answer::failure(envelope(profile, index, &error, &hints(index), &data), facts(code))
            })
        })
    })
}

/// The failures of `envelop_tool_function`, which sends every key under each profile. The class of an exception or the text of a
/// failed result decides the code.
fn of_functions() -> impl Iterator<Item = Answer> {
    const EXCEPTIONS: [&str; 8] = [
        "upgrade_required",
        "invalid_argument",
        "not_found",
        "forbidden",
        "timeout",
        "not_implemented",
        "resource_exhausted",
        "internal_error",
    ];
    const TEXTS: [(&str, &str); 9] = [
        ("File not found: a.py", "not_found"),
        ("The source cannot be empty", "invalid_argument"),
        ("Path traversal in '../a'", "invalid_path"),
        ("No permission", "forbidden"),
        ("A timeout", "timeout"),
        ("It requires pro tier", "upgrade_required"),
        ("The file is too large", "too_large"),
        ("It is not implemented", "not_implemented"),
        ("Tool failed", "internal_error"),
    ];
    let [.., debug] = PROFILES;
    let error =
        |message: &str, code| json!({"error": message, "error_code": code, "error_details": null});
    let exceptions = EXCEPTIONS.into_iter().flat_map(move |code| {
        (0..6).map(move |round| {
            let error = error(&format!("The reason is {round}"), code);
            Answer::failure(envelope(debug, round, &error, &json!([]), &Value::Null), facts(code))
        })
    });
    let results = TEXTS.into_iter().flat_map(move |(message, code)| {
        models().filter(|data| data.get("success").is_some()).enumerate().map(
            move |(round, mut data)| {
                data["success"] = false.into();
                data["error"] = message.into();
                Answer::failure(
                    envelope(debug, round, &error(message, code), &json!([]), &data),
                    facts(code),
                )
            },
        )
    });
    exceptions.chain(results)
}

fn of_record() -> impl Iterator<Item = Answer> {
    recorded(RECORDED).map(|mut line| {
        let envelope = line["answer"].take();
        match envelope["error"]["error_code"].as_str().map(facts) {
            Some(facts) => Answer::failure(envelope, facts),
            None => Answer::success(envelope),
        }
    })
}

pub(super) fn answers() -> impl Iterator<Item = Answer> {
    of_record().chain(successes()).chain(failures()).chain(of_functions())
}

#[envelope_tool(dialect = "code-scalpel-v1", tier = "pro", profile = "minimal")]
fn forward(answer: &str) -> Result<(), ToolFailure> {
    Ok(read::<()>(answer)?.outcome?)
}

#[test]
fn answers_are_read_and_forwarded() {
    for answer in answers() {
        answer.judge("code-scalpel-v1");
        if answer.failure.is_none() {
            continue;
        }
        // Code Scalpel has no `upgrade_required` without a hint.
        let allowed_code = |sent: &Failure| match &*sent.code() {
            "UPGRADE_REQUIRED" if sent.upgrades.is_empty() => "NOT_IMPLEMENTED".into(),
            _ => sent.code(),
        };
        assert_passed_on(&answer.envelope.to_string(), allowed_code, forward);
    }
}

/// With the profile `minimal`, a tool sends the same envelope as Code Scalpel.
#[test]
fn the_minimal_profile() {
    #[derive(serde::Serialize, Payload)]
    struct Functions {
        success: bool,
        functions: [&'static str; 1],
    }

    #[envelope_tool(dialect = "code-scalpel-v1", tier = "pro", profile = "minimal")]
    fn functions() -> Result<Functions, ToolFailure> {
        Ok(Functions { success: true, functions: ["f"] })
    }

    let sent: Envelope = functions();
    assert_eq!(sent.to_value().unwrap(), of_record().next().unwrap().envelope);
}
