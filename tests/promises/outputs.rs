//! The return types of tools, and the methods of an envelope.

use crate::support::broken::Broken;
use crate::support::{failure, wire};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::Arc;

use envelope_runtime::dialect::{AnyJson, Call, Dialect, Entries, Metadata, Reply};
use envelope_runtime::{
    Envelope, ErrorReport, ErrorType, Output, Payload, Status, ToolFailure, envelope_tool,
    response_v2,
};
use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use serde_json::{Value, json};

const SUCCESS: &str =
    r#"{"success":true,"data":{"id":"ä"},"error":null,"meta":{"version":"response-v2"}}"#;

#[envelope_tool(dialect = "response-v2", data = "id")]
fn envelope(fails: bool) -> Result<&'static str, ToolFailure> {
    if fails { Err(ToolFailure::conflict("c")) } else { Ok("ä") }
}

#[test]
fn an_envelope_is_its_json() {
    let envelope = envelope(false);
    assert_eq!(envelope.as_str(), SUCCESS);
    assert_eq!(envelope.to_string(), SUCCESS);
    assert_eq!(format!("{envelope:>3}"), SUCCESS);
    assert_eq!(AsRef::<str>::as_ref(&envelope), SUCCESS);
    assert_eq!(String::from(envelope.clone()), SUCCESS);
    assert_eq!(envelope.into_string(), SUCCESS);
}

#[test]
fn an_envelope_knows_how_the_call_ended() {
    assert!(envelope(false).is_success());
    assert_eq!(envelope(false).error_type(), None);
    assert_eq!(envelope(false).error_code(), None);
    assert!(!envelope(true).is_success());
    assert_eq!(envelope(true).error_type(), Some(ErrorType::Conflict));
    assert_eq!(envelope(true).error_code(), Some("CONFLICT"));
}

#[test]
fn an_envelope_serializes_as_json_not_as_a_string() {
    #[derive(Serialize)]
    struct Message {
        id: u8,
        result: Envelope,
    }

    let message = Message { id: 1, result: envelope(false) };
    assert_eq!(
        serde_json::to_string(&message).unwrap(),
        format!(r#"{{"id":1,"result":{SUCCESS}}}"#)
    );
    assert_eq!(serde_json::to_value(&message).unwrap()["result"], wire(SUCCESS));
    assert_eq!(json!({"result": envelope(false)})["result"]["data"]["id"], "ä");
}

#[test]
fn text_bytes_and_values() {
    #[envelope_tool(dialect = "response-v2", data = "id", returns = String)]
    fn text() -> Result<&'static str, ToolFailure> {
        Ok("ä")
    }

    #[envelope_tool(dialect = "response-v2", data = "id", returns = Vec<u8>)]
    async fn bytes() -> Result<&'static str, ToolFailure> {
        Ok("ä")
    }

    #[envelope_tool(dialect = "response-v2", data = "id", returns = serde_json::Value)]
    fn value() -> Result<response_v2::Reply<&'static str>, ToolFailure> {
        Ok(response_v2::Reply::new("ä"))
    }

    assert_eq!(text(), SUCCESS);
    assert_eq!(pollster::block_on(bytes()), SUCCESS.as_bytes());
    assert_eq!(value(), wire(SUCCESS));
}

/// An envelope in a custom format.
#[derive(Debug, PartialEq)]
struct Pretty {
    text: String,
    ended: Result<(), (ErrorType, String)>,
}

impl Output for Pretty {
    fn from_envelope(envelope: Envelope) -> Self {
        let ended = match envelope.status() {
            Status::Failure { error_type, error_code, .. } => {
                Err((*error_type, error_code.to_string()))
            }
            _ => Ok(()),
        };
        let text = serde_json::to_string_pretty(&envelope).unwrap();
        Self { text, ended }
    }
}

#[test]
fn a_custom_type() {
    #[envelope_tool(dialect = "response-v2", data = "id", returns = Pretty)]
    fn pretty(fails: bool) -> Result<&'static str, ToolFailure> {
        if fails { Err(ToolFailure::conflict("c")) } else { Ok("ä") }
    }

    assert!(pretty(false).text.starts_with("{\n  \"success\": true,\n"));
    assert_eq!(wire(pretty(false).text), wire(SUCCESS));
    assert_eq!(pretty(false).ended, Ok(()));
    assert_eq!(pretty(true).ended, Err((ErrorType::Conflict, "CONFLICT".to_owned())));
}

/// A tool can return a type of another crate, for which users cannot implement `Output`.
#[test]
fn a_foreign_type() {
    mod foreign {
        #[derive(Debug, PartialEq)]
        pub enum ToolOutput {
            Text(String),
            Fail(String),
        }
    }
    use foreign::ToolOutput;

    fn to_output(envelope: Envelope) -> Result<ToolOutput, std::num::ParseIntError> {
        let is_success = envelope.is_success();
        let text = envelope.into_string();
        Ok(if is_success { ToolOutput::Text(text) } else { ToolOutput::Fail(text) })
    }

    struct Server;

    #[envelope_tool(dialect = "response-v2", data = "id", returns = Result<ToolOutput, std::num::ParseIntError>, via = to_output)]
    impl Server {
        #[envelope_tool]
        fn sync(&self, fails: bool) -> Result<&'static str, ToolFailure> {
            if fails { Err(ToolFailure::conflict("c")) } else { Ok("ä") }
        }

        #[envelope_tool(catch_panic)]
        async fn later(&self, fails: bool) -> Result<&'static str, ToolFailure> {
            assert!(!fails, "a panic");
            Ok("ä")
        }

        #[envelope_tool]
        fn future(&self, fails: bool) -> impl Future<Output = Result<&'static str, ToolFailure>> {
            async move { if fails { Err(ToolFailure::conflict("c")) } else { Ok("ä") } }
        }

        #[envelope_tool(dialects("response-v2", "mcp-2025-11-25"))]
        fn several(&self, fails: bool) -> Result<&'static str, ToolFailure> {
            if fails { Err(ToolFailure::conflict("c")) } else { Ok("ä") }
        }

        #[envelope_tool(returns = Vec<u8>)]
        fn bytes(&self) -> Result<&'static str, ToolFailure> {
            Ok("ä")
        }

        #[envelope_tool(returns = Box<str>, via = boxed)]
        fn boxed(&self) -> Result<&'static str, ToolFailure> {
            Ok("ä")
        }

        #[envelope_tool(returns = Arc<str>, via = Self::shared_text)]
        fn shared(&self) -> Result<&'static str, ToolFailure> {
            Ok("ä")
        }

        fn shared_text(envelope: Envelope) -> Arc<str> {
            envelope.as_str().into()
        }
    }

    fn boxed(envelope: Envelope) -> Box<str> {
        envelope.into_string().into()
    }

    let all = |fails| {
        [
            Server.sync(fails),
            pollster::block_on(Server.later(fails)),
            pollster::block_on(Server.future(fails)),
            Server.several(fails),
        ]
    };
    for output in all(false) {
        assert_eq!(output, Ok(ToolOutput::Text(SUCCESS.to_owned())));
    }
    for output in all(true) {
        assert!(matches!(output, Ok(ToolOutput::Fail(_))), "{output:?}");
    }
    assert_eq!(Server.bytes(), SUCCESS.as_bytes());
    assert_eq!(&*Server.boxed(), SUCCESS);
    assert_eq!(&*Server.shared(), SUCCESS);
}

/// Unlike text, a `serde_json::Value` cannot hold integers beyond 64 bits.
#[test]
fn a_value_holds_no_wide_integers() {
    #[envelope_tool(dialect = "response-v2", data = "wide", returns = serde_json::Value)]
    fn value(wide: u128) -> Result<u128, ToolFailure> {
        Ok(wide)
    }

    #[envelope_tool(dialect = "response-v2", data = "wide", returns = String)]
    fn text(wide: u128) -> Result<u128, ToolFailure> {
        Ok(wide)
    }

    let limit = u128::from(u64::MAX);
    assert_eq!(value(limit)["data"]["wide"], u64::MAX);
    // With `arbitrary_precision`, `serde_json` has such numbers.
    let wide = value(limit + 1);
    match serde_json::Number::from_u128(limit + 1) {
        Some(number) => assert_eq!(wide["data"]["wide"], Value::Number(number)),
        None => assert_eq!(wide["data"]["error_code"], "INTERNAL_ERROR"),
    }
    assert!(text(limit + 1).contains(r#""wide":18446744073709551616"#));
}

/// A call that returns a `Value` fails if any part of its envelope is raw JSON that a `Value` cannot represent.
#[test]
fn a_value_holds_no_raw_json_beyond_it() {
    /// Writes a part beside the data.
    #[derive(Default)]
    struct Relay;

    #[derive(Clone, Copy, Default)]
    enum Part {
        #[default]
        Value,
        Item,
        Field,
        FieldInList,
    }

    #[derive(Default)]
    struct Beside(Part, Option<ToolFailure>);

    impl Metadata for Beside {}

    impl Dialect for Relay {
        const ID: &'static str = "relay";

        type Root = AnyJson;
        type Meta = Beside;

        fn success(&self, _: &Call, Beside(part, cause): &Beside, envelope: &mut Entries<'_>) {
            envelope.data("data");
            let Some((_, field)) = cause.iter().flat_map(|c| c.report().details().iter()).next()
            else {
                return;
            };
            let raw = RawValue::from_string(field.json().to_owned()).unwrap();
            match part {
                Part::Value => envelope.value("raw", &raw),
                Part::Item => envelope.list("raw", |list| list.value(&raw)),
                Part::Field => envelope.field("raw", field),
                Part::FieldInList => envelope.list("raw", |list| list.field(field)),
            }
        }

        fn failure(&self, _: &Call, error: &ErrorReport, envelope: &mut Entries<'_>) {
            envelope.string("code", error.code());
            envelope.fields(error.details(), &[]);
        }
    }

    type Relayed = Result<Reply<u8, Relay>, ToolFailure>;

    fn raw(json: &str) -> ToolFailure {
        let raw = RawValue::from_string(json.to_owned()).unwrap();
        ToolFailure::conflict("c").detail("raw", raw)
    }

    fn relayed(json: &str, part: Part) -> Relayed {
        Ok(Reply::from_parts(1, Beside(part, Some(raw(json)))))
    }

    #[envelope_tool(dialect = Relay, returns = Value)]
    fn value(relayed: Relayed) -> Relayed {
        relayed
    }

    #[envelope_tool(dialect = Relay)]
    fn text(relayed: Relayed) -> Relayed {
        relayed
    }

    for part in [Part::Value, Part::Item, Part::Field, Part::FieldInList] {
        let raw = match part {
            Part::Value | Part::Field => json!(1e3),
            Part::Item | Part::FieldInList => json!([1e3]),
        };
        assert_eq!(value(relayed("1e3", part)), json!({"data": 1, "raw": raw}));
        assert!(text(relayed("1e3", part)).as_str().contains("1e3"));
        for json in ["1e400", r#""\ud83d""#] {
            assert!(text(relayed(json, part)).as_str().contains(json));
            assert_eq!(
                value(relayed(json, part)),
                json!({"code": "INTERNAL_ERROR", "retry": "never"})
            );
        }
    }
    assert_eq!(value(Err(raw("1e3"))), json!({"code": "CONFLICT", "raw": 1e3}));
    assert_eq!(value(Err(raw("1e400"))), json!({"code": "INTERNAL_ERROR"}));
}

/// The `Value` and the text of an envelope are equal, even if the data contains an `f32`.
#[test]
fn a_value_says_what_the_text_says() {
    #[derive(Serialize, Payload)]
    struct Data {
        single: f32,
        double: f64,
        text: &'static str,
        nothing: Option<u8>,
    }

    const DATA: Data = Data { single: 0.1, double: 1e300, text: "\"ä\"\n", nothing: None };

    #[envelope_tool(dialect = "mcp-2025-11-25", returns = serde_json::Value)]
    fn value() -> Result<Data, ToolFailure> {
        Ok(DATA)
    }

    #[envelope_tool(dialect = "mcp-2025-11-25")]
    fn text() -> Result<Data, ToolFailure> {
        Ok(DATA)
    }

    /// The result contains the data only as text.
    #[envelope_tool(dialect = "mcp-2025-11-25", returns = serde_json::Value)]
    fn empty_value() -> Result<(), ToolFailure> {
        Ok(())
    }

    #[envelope_tool(dialect = "mcp-2025-11-25")]
    fn empty_text() -> Result<(), ToolFailure> {
        Ok(())
    }

    assert_eq!(value(), wire(text()));
    assert_eq!(value()["structuredContent"]["single"], 0.1);
    assert_eq!(empty_value(), wire(empty_text()));
}

/// Every output is an envelope, even if the dialect always fails.
#[test]
fn a_dialect_that_fails() {
    #[envelope_tool(dialect = Broken)]
    fn envelope() -> Result<(), ToolFailure> {
        Ok(())
    }

    #[envelope_tool(dialect = Broken, returns = serde_json::Value, catch_panic)]
    fn value() -> Result<(), ToolFailure> {
        Ok(())
    }

    let envelope = envelope();
    let wire = failure(&envelope);
    assert_eq!(wire["data"]["error_code"], "INTERNAL_ERROR");
    assert_eq!(value(), wire);
}

/// An envelope is a structure in every format, not only in `serde_json`.
#[test]
fn an_envelope_is_a_structure_in_every_format() {
    #[envelope_tool(dialect = "response-v2")]
    fn numbers() -> Result<BTreeMap<&'static str, f64>, ToolFailure> {
        Ok(BTreeMap::from([("a", -1.5), ("b", 1e300)]))
    }

    let mut text = Vec::new();
    let formatter = serde_json::ser::PrettyFormatter::with_indent(b"\t");
    numbers().serialize(&mut serde_json::Serializer::with_formatter(&mut text, formatter)).unwrap();
    assert!(text.starts_with(b"{\n\t\"success\": true"));
    assert_eq!(serde_json::to_value(numbers()).unwrap(), wire(numbers()));
    let yaml = serde_yaml_ng::to_string(&numbers()).unwrap();
    assert!(yaml.starts_with("success: true\ndata:\n  a: -1.5\n  b: 1e300\n"), "{yaml}");
}

/// Data is serialized once for text and structure, so both have items that only the first serialization returns.
#[test]
fn data_that_can_be_serialized_once() {
    struct Drained(Cell<Option<std::vec::IntoIter<u8>>>);

    impl Serialize for Drained {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_seq(self.0.take().into_iter().flatten())
        }
    }

    fn drained() -> Result<Drained, ToolFailure> {
        Ok(Drained(Cell::new(Some(vec![1, 2, 3].into_iter()))))
    }

    #[envelope_tool(dialect = "mcp-2025-11-25", data = "n")]
    fn mcp() -> Result<Drained, ToolFailure> {
        drained()
    }

    #[envelope_tool(dialect = "mcp-2026-07-28", data = "n", pretty)]
    fn pretty() -> Result<Drained, ToolFailure> {
        drained()
    }

    #[envelope_tool(dialect = "mcp-2025-11-25", data = "n", returns = Value)]
    fn tree() -> Result<Drained, ToolFailure> {
        drained()
    }

    #[envelope_tool(dialect = "response-v2", data = "n", returns = Value)]
    fn response() -> Result<Drained, ToolFailure> {
        drained()
    }

    let data = json!({"n": [1, 2, 3]});
    for result in [wire(mcp()), wire(pretty()), tree()] {
        assert_eq!(result["structuredContent"], data);
        assert_eq!(wire(result["content"][0]["text"].as_str().unwrap()), data);
    }
    assert_eq!(response()["data"], data);
}

/// Text and tree ignore a wrong length, such as the length of a filtered iterator, and reserve no memory for it.
#[test]
fn data_with_a_wrong_length() {
    struct Filtered;

    impl Serialize for Filtered {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut map = serializer.serialize_map(Some(1 << 42))?;
            for (key, length) in [("none", 0), ("huge", 1 << 42)] {
                map.serialize_entry(key, &Numbers(length))?;
            }
            map.end()
        }
    }

    struct Numbers(usize);

    impl Serialize for Numbers {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut numbers = serializer.serialize_seq(Some(self.0))?;
            numbers.serialize_element(&1)?;
            numbers.serialize_element(&3)?;
            numbers.end()
        }
    }

    #[envelope_tool(dialect = "mcp-2026-07-28", pretty)]
    fn pretty() -> Result<Filtered, ToolFailure> {
        Ok(Filtered)
    }

    #[envelope_tool(dialect = "mcp-2026-07-28", returns = Value)]
    fn tree() -> Result<Filtered, ToolFailure> {
        Ok(Filtered)
    }

    let data = json!({"none": [1, 3], "huge": [1, 3]});
    for result in [wire(pretty()), tree()] {
        assert_eq!(result["structuredContent"], data);
        assert_eq!(wire(result["content"][0]["text"].as_str().unwrap()), data);
    }
}

/// In a user's data, the keys by which `serde_json` marks its own types are ordinary keys.
#[test]
fn data_with_the_keys_of_serde_json() {
    const KEYS: [&str; 2] = ["$serde_json::private::RawValue", "$serde_json::private::Number"];

    #[envelope_tool(dialect = "response-v2")]
    fn text() -> Result<BTreeMap<&'static str, &'static str>, ToolFailure> {
        Ok(KEYS.map(|key| (key, "[1]")).into())
    }

    #[envelope_tool(dialect = "response-v2", returns = Value)]
    fn tree() -> Result<BTreeMap<&'static str, &'static str>, ToolFailure> {
        Ok(KEYS.map(|key| (key, "[1]")).into())
    }

    let written = concat!(
        r#""data":{"$serde_json::private::Number":"[1]","#,
        r#""$serde_json::private::RawValue":"[1]"},"#
    );
    assert!(text().as_str().contains(written), "{}", text());
    assert_eq!(
        tree()["data"],
        json!(KEYS.map(|key| (key, "[1]")).into_iter().collect::<BTreeMap<_, _>>())
    );
}
