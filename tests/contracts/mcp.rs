//! `mcp-2025-11-25` and `mcp-2026-07-28`: the examples of a server's decision record, and the specification.

use std::time::{Duration, UNIX_EPOCH};

use crate::support::wire;
use envelope_runtime::mcp::{Annotations, ContentBlock, EmbeddedResource, ResourceLink, Role};
use envelope_runtime::mcp_2025_11_25::Reply;
use envelope_runtime::{
    Payload, RequestId, ToolError, ToolFailure, envelope_tool, mcp_2026_07_28, meta_name, uri,
};
use serde::Serialize;
use serde_json::{Value, json};

#[derive(Serialize, Payload, Clone)]
struct Weather {
    temperature: i32,
    conditions: &'static str,
    humidity: u32,
    wind_speed: u32,
}

const OSLO: Weather =
    Weather { temperature: 5, conditions: "Cloudy", humidity: 78, wind_speed: 12 };

#[derive(Debug, thiserror::Error, ToolError)]
enum WeatherError {
    #[error("Location not found")]
    #[tool_error(code = "NOT_FOUND")]
    NoSuchLocation,

    #[error("Invalid API key")]
    #[tool_error(code = "UNAUTHORIZED", remediation = "Set WEATHER_API_KEY")]
    BadKey,
}

#[envelope_tool(
    dialect = "mcp-2025-11-25",
    error_text = "plain",
    text("Temperature in {city}: {}°C, {}", data.temperature, data.conditions, city = city)
)]
async fn weather(city: &str) -> Result<Weather, WeatherError> {
    match city {
        "Oslo" => Ok(OSLO),
        "" => Err(WeatherError::BadKey),
        _ => Err(WeatherError::NoSuchLocation),
    }
}

/// The three required fields, the text of `content` and the object of `structuredContent`.
#[test]
fn success() {
    assert_eq!(
        wire(pollster::block_on(weather("Oslo"))),
        json!({
            "content": [{"type": "text", "text": "Temperature in Oslo: 5°C, Cloudy"}],
            "structuredContent": {
                "temperature": 5,
                "conditions": "Cloudy",
                "humidity": 78,
                "wind_speed": 12
            },
            "isError": false
        })
    );
}

/// The first example of the record, which is a template: the three fields, and nothing else.
#[test]
fn three_fields() {
    #[envelope_tool(dialect = "mcp-2025-11-25", data = "key", text("Human-readable result text"))]
    fn tool() -> Result<&'static str, ToolFailure> {
        Ok("programmatically parseable data")
    }

    assert_eq!(
        wire(tool()),
        json!({
            "content": [{"type": "text", "text": "Human-readable result text"}],
            "structuredContent": {"key": "programmatically parseable data"},
            "isError": false
        })
    );
}

/// The record's example has `error_text = "plain"`.
#[test]
fn failure() {
    let envelope = pollster::block_on(weather("NonexistentCity12345"));
    assert_eq!(envelope.error_code(), Some("NOT_FOUND"));
    assert_eq!(
        wire(envelope),
        json!({
            "content": [{"type": "text", "text": "Error: Location not found"}],
            "isError": true
        })
    );
    assert_eq!(
        wire(pollster::block_on(weather("")))["content"][0]["text"],
        "Error: Invalid API key\nSet WEATHER_API_KEY"
    );
}

/// The text is the serialized data, so that text and structure cannot disagree; non-ASCII text stays readable.
#[test]
fn the_text_is_the_data() {
    #[envelope_tool(dialect = "mcp-2025-11-25", data = "sted")]
    fn compact() -> Result<&'static str, ToolFailure> {
        Ok("Tromsø")
    }

    #[envelope_tool(dialect = "mcp-2025-11-25", data = "sted", pretty)]
    fn indented() -> Result<&'static str, ToolFailure> {
        Ok("Tromsø")
    }

    assert_eq!(
        compact().as_str(),
        r#"{"content":[{"type":"text","text":"{\"sted\":\"Tromsø\"}"}],"structuredContent":{"sted":"Tromsø"},"isError":false}"#
    );
    let indented = wire(indented());
    assert_eq!(indented["content"][0]["text"], "{\n  \"sted\": \"Tromsø\"\n}");
    let text = indented["content"][0]["text"].as_str().unwrap();
    assert_eq!(wire(text), indented["structuredContent"]);
}

/// A tool can read the `_meta` that it has added to a reply.
#[test]
fn the_metadata_of_a_reply() {
    let reply = Reply::new(1).extra_meta("tenant", "acme").extra_meta("request_id", "r");
    let extras = reply.meta().as_ref().unwrap().extras();
    assert_eq!(Value::from(extras.clone()), json!({"tenant": "acme"}));
    assert_eq!(*Reply::new(1).meta(), None);
}

/// Every kind of content block of the specification.
#[test]
fn content_blocks() {
    #[envelope_tool(dialect = "mcp-2025-11-25")]
    fn all() -> Result<Reply<()>, ToolFailure> {
        let annotations = Annotations::new()
            .audience([Role::User, Role::Assistant])
            .priority(2.0)
            .last_modified("2025-01-12T15:00:58Z");
        let link = ResourceLink::new("file:///a.md", "a.md")
            .title("A")
            .description("The first")
            .mime_type("text/markdown")
            .size(7);
        Ok(Reply::new(())
            .text("given")
            .content(ContentBlock::text("more").meta("k", 1))
            .content(ContentBlock::image(b"foob", "image/png").annotations(annotations))
            .content(ContentBlock::audio(b"foo", "audio/wav"))
            .content(ContentBlock::resource_link(link))
            .content(ContentBlock::resource(EmbeddedResource::text("file:///a.md", "# A")))
            .content(ContentBlock::resource(
                EmbeddedResource::blob("file:///a", b"f").mime_type("image/gif"),
            ))
            .extra_meta("tenant", "acme"))
    }

    assert_eq!(
        wire(all()),
        json!({
            "content": [
                {"type": "text", "text": "given"},
                {"type": "text", "text": "more", "_meta": {"k": 1}},
                {
                    "type": "image",
                    "data": "Zm9vYg==",
                    "mimeType": "image/png",
                    "annotations": {
                        "audience": ["user", "assistant"],
                        "priority": 1.0,
                        "lastModified": "2025-01-12T15:00:58Z"
                    }
                },
                {"type": "audio", "data": "Zm9v", "mimeType": "audio/wav"},
                {
                    "type": "resource_link",
                    "uri": "file:///a.md",
                    "name": "a.md",
                    "title": "A",
                    "description": "The first",
                    "mimeType": "text/markdown",
                    "size": 7
                },
                {"type": "resource", "resource": {"uri": "file:///a.md", "text": "# A"}},
                {
                    "type": "resource",
                    "resource": {"uri": "file:///a", "mimeType": "image/gif", "blob": "Zg=="}
                }
            ],
            "isError": false,
            "_meta": {"tenant": "acme"}
        })
    );
}

/// A resource with an invalid URI fails in the tool, since clients can refuse the whole result.
#[test]
fn the_uri_of_a_resource_is_one() {
    #[envelope_tool(dialect = "mcp-2025-11-25")]
    fn with(block: ContentBlock) -> Result<Reply<()>, ToolFailure> {
        Ok(Reply::new(()).content(block))
    }

    let blocks = |uri: &str| {
        [
            ContentBlock::resource_link(ResourceLink::new(uri, "a.md")),
            ContentBlock::resource(EmbeddedResource::text(uri, "# A")),
            ContentBlock::resource(EmbeddedResource::blob(uri, b"f")),
        ]
    };
    for block in blocks("file:///specs/a%20b.md") {
        assert!(with(block).is_success());
    }
    for uri in [
        "/specs/a.md",
        "a.md",
        "C:\\specs\\a.md",
        "file:///specs/a b.md",
        "file:///a%zz",
        "http://[",
        "file:///ä",
        "",
    ] {
        for block in blocks(uri) {
            let envelope = with(block);
            assert_eq!(envelope.error_code(), Some("INTERNAL_ERROR"), "{uri}");
            let text = "Error: An internal error occurred\n(INTERNAL_ERROR, do not retry)\nReport this failure to the operator of the server";
            assert_eq!(wire(envelope)["content"], json!([{"type": "text", "text": text}]));
        }
    }
    let link = ContentBlock::resource_link(ResourceLink::new(uri!("urn:x:y"), "y"));
    assert_eq!(json!(link)["uri"], "urn:x:y");
}

/// Text that is not a time is left out, and a `SystemTime` is rounded down to seconds.
#[test]
fn the_time_of_annotations_is_one() {
    let annotated = |annotations: Annotations| serde_json::to_value(annotations).unwrap();
    let modified = UNIX_EPOCH + Duration::from_millis(1_736_694_058_900);
    for (annotations, time) in [
        (Annotations::new().last_modified(modified), "2025-01-12T15:00:58Z"),
        (Annotations::new().last_modified("Sun, 12 Jan 2025 15:00:58 GMT"), "2025-01-12T15:00:58Z"),
        (
            Annotations::new().last_modified("2025-01-12T15:00:58.9+01:00"),
            "2025-01-12T15:00:58.9+01:00",
        ),
        (
            Annotations::new().last_modified(Some(String::from("2025-01-12T15:00:58Z"))),
            "2025-01-12T15:00:58Z",
        ),
    ] {
        assert_eq!(annotated(annotations), json!({"lastModified": time}));
    }
    let never = UNIX_EPOCH - Duration::from_secs(1);
    for annotations in [
        Annotations::new().last_modified("yesterday"),
        Annotations::new().last_modified("2025-01-12T15:00:58"),
        Annotations::new().last_modified(""),
        Annotations::new().last_modified(never),
        Annotations::new().last_modified(None::<&str>),
    ] {
        assert_eq!(annotated(annotations), json!({}));
    }
}

/// Names in `_meta` follow the grammar of the specification: a reply with an invalid name fails, and a failure changes the name.
#[test]
fn names_in_meta() {
    #[envelope_tool(dialect = "mcp-2025-11-25")]
    fn succeed(reply: Reply<()>) -> Result<Reply<()>, ToolFailure> {
        Ok(reply)
    }

    #[envelope_tool(dialect = "mcp-2025-11-25")]
    fn fail(error: ToolFailure) -> Result<(), ToolFailure> {
        Err(error)
    }

    for name in ["tenant", "com.example/tenant", "a.b_c-1", meta_name!("example/")] {
        let reply = Reply::new(()).extra_meta(name, 1);
        let block = ContentBlock::text("t").meta(name, 1);
        assert_eq!(wire(succeed(reply.content(block)))["_meta"], json!({name: 1}));
        assert_eq!(wire(fail(ToolFailure::internal("i").meta(name, 1)))["_meta"], json!({name: 1}));
    }
    for name in ["not a key!", "_tenant", "com.example./tenant", "ü"] {
        let in_block = Reply::new(()).content(ContentBlock::text("t").meta(name, 1));
        for reply in [Reply::new(()).extra_meta(name, 1), in_block] {
            assert_eq!(succeed(reply).error_code(), Some("INTERNAL_ERROR"), "{name}");
        }
    }
    // A failure keeps each value, under a valid name.
    let failure = ToolFailure::conflict("c").meta("not a key!", 1).meta("not_a_key", 2);
    let failure = failure.meta("_", 3).telemetry("a key", 4);
    assert_eq!(
        wire(fail(failure))["_meta"],
        json!({"meta_not_a_key": 1, "not_a_key": 2, "": 3, "telemetry": {"a key": 4}})
    );
}

#[test]
fn content_blocks_are_read_back() {
    let blocks = [
        ContentBlock::text("t"),
        ContentBlock::image(b"i", "image/png").annotations(Annotations::new().priority(0.5)),
        ContentBlock::resource_link(ResourceLink::new("u", "n")),
        ContentBlock::resource(EmbeddedResource::blob("u", b"b")),
        ContentBlock::resource(EmbeddedResource::text("u", "t").mime_type("m")).meta("k", "v"),
    ];
    let result = json!({"content": blocks, "isError": false});
    let read = envelope_client::mcp::Response::<Value>::from_value(result).unwrap();
    assert_eq!(json!(read.meta.content), json!(blocks));
}

#[test]
fn structured_errors() {
    #[envelope_tool(dialect = "mcp-2025-11-25", structured_errors)]
    fn fail(error: ToolFailure) -> Result<(), ToolFailure> {
        Err(error)
    }

    let error = ToolFailure::rate_limited(9, "hour", 60)
        .detail("client", "ann")
        .path("a.json")
        .telemetry("rows", 3)
        .meta("tenant", "acme");
    assert_eq!(
        wire(RequestId::new("req_1").sync_scope(|| fail(error))),
        json!({
            "content": [{
                "type": "text",
                "text": "Error: Rate limit exceeded: 9 requests per hour\n(RATE_LIMIT_EXCEEDED, retry after 60 s)\nWait 60 seconds before retrying"
            }],
            "structuredContent": {
                "error_code": "RATE_LIMIT_EXCEEDED",
                "error_type": "rate_limit",
                "message": "Rate limit exceeded: 9 requests per hour",
                "remediation": "Wait 60 seconds before retrying",
                "retry": {"worthwhile": true, "advice": "after_delay"},
                "details": {"client": "ann", "path": "a.json"},
                "retry_after_seconds": 60
            },
            "isError": true,
            "_meta": {
                "request_id": "req_1",
                "rate_limit": {"limit": 9, "remaining": 0},
                "telemetry": {"rows": 3},
                "tenant": "acme"
            }
        })
    );
}

#[test]
fn internal_messages_are_hidden() {
    #[envelope_tool(dialect = "mcp-2025-11-25", structured_errors)]
    fn fail() -> Result<(), ToolFailure> {
        Err(ToolFailure::internal("postgres://admin:hunter2@db"))
    }

    let envelope = fail();
    assert!(!envelope.as_str().contains("hunter2"));
    assert_eq!(
        wire(envelope)["content"][0]["text"],
        "Error: An internal error occurred\n(INTERNAL_ERROR, retry once, then report it)"
    );
}

#[test]
fn request_ids() {
    #[envelope_tool(dialect = "mcp-2025-11-25", request_id = id)]
    fn ping(id: Option<&str>) -> Result<Reply<()>, ToolFailure> {
        Ok(Reply::new(()).extra_meta("request_id", "shadow"))
    }

    assert_eq!(wire(ping(None)).get("_meta"), None);
    assert_eq!(wire(ping(Some("req 1")))["_meta"], json!({"request_id": "req 1"}));
    #[envelope_tool(dialect = "mcp-2025-11-25")]
    fn fail() -> Result<(), ToolFailure> {
        Err(ToolFailure::conflict("c").meta("request_id", "shadow").meta("tenant", "acme"))
    }

    assert_eq!(wire(fail())["_meta"], json!({"meta_request_id": "shadow", "tenant": "acme"}));
    let ambient = RequestId::new("req_2").sync_scope(|| wire(ping(None)));
    assert_eq!(ambient["_meta"], json!({"request_id": "req_2"}));
}

/// The later version sends `resultType`, and any JSON as data.
#[test]
fn version_of_2026() {
    #[envelope_tool(dialect = "mcp-2026-07-28")]
    fn numbers(fails: bool) -> Result<Vec<u8>, ToolFailure> {
        if fails { Err(ToolFailure::conflict("Taken")) } else { Ok(vec![1, 2]) }
    }

    #[envelope_tool(dialect = "mcp-2026-07-28", text("{} of them", data.len()))]
    fn reply() -> Result<mcp_2026_07_28::Reply<Vec<u8>>, ToolFailure> {
        Ok(mcp_2026_07_28::Reply::new(vec![]))
    }

    assert_eq!(
        wire(numbers(false)),
        json!({
            "resultType": "complete",
            "content": [{"type": "text", "text": "[1,2]"}],
            "structuredContent": [1, 2],
            "isError": false
        })
    );
    assert_eq!(
        wire(numbers(true)),
        json!({
            "resultType": "complete",
            "content": [{"type": "text", "text": "Error: Taken\n(CONFLICT, retry after checking the state)"}],
            "isError": true
        })
    );
    assert_eq!(wire(reply())["content"][0]["text"], "0 of them");
}

/// A reply or an error cannot replace the server's identity, and a proxy sends its own.
#[test]
fn the_server_identifies_itself() {
    use envelope_runtime::mcp::ServerInfo;
    use envelope_runtime::mcp_2026_07_28::Reply;

    const KEY: &str = "io.modelcontextprotocol/serverInfo";

    #[envelope_tool(dialect = "mcp-2026-07-28", server_info = ServerInfo::new("specs", "1.2.0"))]
    fn ping(fails: bool) -> Result<Reply<u8>, ToolFailure> {
        if fails {
            return Err(ToolFailure::conflict("It is taken").meta(KEY, 1).meta("n", 2));
        }
        Ok(Reply::new(3).extra_meta(KEY, 1).extra_meta("n", 2))
    }

    #[envelope_tool(dialect = "mcp-2026-07-28", server_info = ServerInfo::new("proxy", "3"))]
    fn forward(answer: &str) -> Result<(), ToolFailure> {
        Ok(envelope_client::read::<()>(answer)?.outcome?)
    }

    let meta = |envelope: envelope_runtime::Envelope| wire(&envelope)["_meta"].take();
    assert_eq!(meta(ping(false)), json!({KEY: {"name": "specs", "version": "1.2.0"}, "n": 2}));
    let failure = ping(true);
    let forwarded = meta(forward(failure.as_str()));
    assert_eq!(meta(failure)[KEY], json!({"name": "specs", "version": "1.2.0"}));
    assert_eq!(forwarded[KEY], json!({"name": "proxy", "version": "3"}));
    assert_eq!(forwarded["n"], 2);
}

/// Data that fails to serialize is a failure.
#[test]
fn always_a_result() {
    struct Failing;

    impl Serialize for Failing {
        fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            Err(serde::ser::Error::custom("hunter2"))
        }
    }

    #[envelope_tool(dialect = "mcp-2026-07-28")]
    fn fail() -> Result<Failing, ToolFailure> {
        Ok(Failing)
    }

    let result: Value = wire(fail());
    assert_eq!(result["isError"], true);
    assert!(!result.to_string().contains("hunter2"));
}

/// Tools with the setting `text`, which send their data once, as text.
mod text_tools {
    use std::borrow::Cow;
    use std::fmt;

    use super::*;
    use envelope_client::mcp::Response;
    use envelope_runtime::{AnyDialect, Envelope};

    /// A type whose text differs from its JSON.
    #[derive(Serialize)]
    struct Listing {
        names: [&'static str; 2],
    }

    impl fmt::Display for Listing {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            writeln!(f, "{}/", self.names.join("/\n"))
        }
    }

    macro_rules! views {
        ($($name:ident -> $data:ty = $value:expr;)*) => {$(
            #[envelope_tool(dialect = "mcp-2025-11-25", text)]
            fn $name() -> Result<$data, ToolFailure> {
                Ok($value)
            }
        )*};
    }

    views! {
        string -> String = "a\n\"b\"".to_owned();
        borrowed -> &'static str = "a\n\"b\"";
        cow -> Cow<'static, str> = "a\n\"b\"".into();
        boxed -> Box<str> = "a\n\"b\"".into();
        displayed -> std::path::Display<'static> = std::path::Path::new("a\n\"b\"").display();
        listing -> Listing = Listing { names: ["src", "tests"] };
        number -> u8 = 7;
        empty -> String = String::new();
        json -> &'static str = "{}";
    }

    #[envelope_tool(dialect = "mcp-2026-07-28", text, structured_errors, catch_panic)]
    async fn later(fails: bool) -> Result<String, ToolFailure> {
        if fails { Err(ToolFailure::conflict("Taken")) } else { Ok("a".to_owned()) }
    }

    fn checked(envelope: Envelope) -> Value {
        let violations = envelope_client::check(envelope.as_str());
        assert!(violations.is_ok(), "{violations:?}");
        wire(envelope)
    }

    #[test]
    fn the_data_is_the_one_text_block() {
        let expected = r#"{"content":[{"type":"text","text":"a\n\"b\""}],"isError":false}"#;
        for tool in [string, borrowed, cow, boxed, displayed] {
            assert_eq!(tool().as_str(), expected);
        }
        for (tool, text) in [
            (listing as fn() -> Envelope, "src/\ntests/\n"),
            (number, "7"),
            (empty, ""),
            (json, "{}"),
        ] {
            let content = json!([{"type": "text", "text": text}]);
            assert_eq!(checked(tool()), json!({"content": content, "isError": false}));
        }
    }

    #[test]
    fn the_text_is_read_back() {
        let envelope = string();
        let response = Response::<String>::read(envelope.as_str()).unwrap();
        assert_eq!(response.into_result().unwrap().data, "a\n\"b\"");
        assert_eq!(envelope_client::data::<String>(&envelope).unwrap(), "a\n\"b\"");
        assert_eq!(envelope_client::data::<String>(&json()).unwrap(), "{}");
    }

    #[test]
    fn the_later_version_and_failures_are_as_in_other_tools() {
        let content = json!([{"type": "text", "text": "a"}]);
        assert_eq!(
            checked(pollster::block_on(later(false))),
            json!({"resultType": "complete", "content": content, "isError": false})
        );
        let failed = checked(pollster::block_on(later(true)));
        assert_eq!(failed["structuredContent"]["error_code"], "CONFLICT");
    }

    #[test]
    fn other_blocks_follow_the_text() {
        #[envelope_tool(dialect = "mcp-2025-11-25", text)]
        fn chart() -> Result<Reply<String>, ToolFailure> {
            let image = ContentBlock::image(b"GIF89a", "image/gif");
            Ok(Reply::new("A chart".to_owned()).text("of 3 points").content(image))
        }

        assert_eq!(
            checked(chart())["content"],
            json!([
                {"type": "text", "text": "A chart"},
                {"type": "text", "text": "of 3 points"},
                {"type": "image", "data": "R0lGODlh", "mimeType": "image/gif"},
            ])
        );
    }

    /// Other contracts ignore `text`, and put the data under the key.
    #[test]
    fn other_contracts_have_the_text_under_a_key() {
        #[envelope_tool(dialects("mcp-2025-11-25", "response-v2"), text, data = "output")]
        fn view() -> Result<&'static str, ToolFailure> {
            Ok("# A")
        }

        let expected = r##"{"content":[{"type":"text","text":"# A"}],"isError":false}"##;
        assert_eq!(view().as_str(), expected);
        let v2 = AnyDialect::of::<envelope_runtime::response_v2::ResponseV2>().sync_scope(view);
        assert_eq!(wire(v2)["data"], json!({"output": "# A"}));
    }

    #[envelope_tool(dialect = "mcp-2025-11-25")]
    fn nothing() -> Result<(), ToolFailure> {
        Ok(())
    }

    #[envelope_tool(dialect = "mcp-2025-11-25")]
    fn with(block: Option<ContentBlock>, text: Option<&str>) -> Result<Reply<()>, ToolFailure> {
        let reply = Reply::new(());
        let reply = block.into_iter().fold(reply, Reply::content);
        Ok(text.into_iter().fold(reply, Reply::text))
    }

    #[test]
    fn data_that_says_nothing_is_no_structure() {
        let image = || ContentBlock::image(b"GIF89a", "image/gif");
        let of = |text: &str| json!({"type": "text", "text": text});
        for (envelope, content) in [
            (nothing(), json!([of("{}")])),
            (with(None, Some("# A")), json!([of("# A")])),
            (with(Some(image()), None), json!([image()])),
            (with(Some(image()), Some("# A")), json!([of("# A"), image()])),
            (with(None, None), json!([of("{}")])),
        ] {
            envelope_client::data::<()>(&envelope).unwrap();
            assert_eq!(checked(envelope), json!({"content": content, "isError": false}));
        }
    }

    /// An empty map is kept.
    #[test]
    fn data_that_happens_to_be_empty_is_structure() {
        #[envelope_tool(dialect = "mcp-2025-11-25")]
        fn counts() -> Result<serde_json::Map<String, Value>, ToolFailure> {
            Ok(serde_json::Map::new())
        }

        assert_eq!(wire(counts())["structuredContent"], json!({}));
    }
}
