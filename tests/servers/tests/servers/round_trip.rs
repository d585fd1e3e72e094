//! The envelope of an MCP tool is a `CallToolResult` of the official Rust SDK, and survives the round trip unchanged.

use std::cell::Cell;

use envelope_runtime::mcp::{Annotations, ContentBlock, EmbeddedResource, ResourceLink, Role};
use envelope_runtime::mcp_2025_11_25::Reply;
use envelope_runtime::{
    Envelope, ErrorReport, Payload, RequestId, ToolFailure, envelope_tool, mcp_2026_07_28,
};
use rmcp::model::{CallToolResult, ContentBlock as RmcpBlock, ResultType};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

#[derive(Serialize, Payload)]
struct Weather {
    city: &'static str,
    celsius: i32,
}

const OSLO: Weather = Weather { city: "Tromsø", celsius: 5 };

/// Reads the result, writes it again, and finds nothing changed.
#[track_caller]
fn round_trip(envelope: &Envelope) -> CallToolResult {
    let wire: Value = serde_json::from_str(envelope.as_str()).expect("JSON");
    let result: CallToolResult = serde_json::from_value(wire.clone()).expect("a result");
    assert_eq!(serde_json::to_value(&result).expect("a result serializes"), wire);
    result
}

#[test]
fn successes() {
    #[envelope_tool(dialect = "mcp-2025-11-25", text("{}°C in {}", data.celsius, data.city))]
    fn earlier() -> Result<Weather, ToolFailure> {
        Ok(OSLO)
    }

    #[envelope_tool(dialect = "mcp-2026-07-28", pretty)]
    fn later() -> Result<Weather, ToolFailure> {
        Ok(OSLO)
    }

    let result = round_trip(&earlier());
    assert_eq!(result.is_error, Some(false));
    assert_eq!(result.result_type, None);
    assert_eq!(result.structured_content, Some(json!({"city": "Tromsø", "celsius": 5})));
    let [RmcpBlock::Text(text)] = &result.content[..] else { panic!("{result:?}") };
    assert_eq!(text.text, "5°C in Tromsø");

    let result = round_trip(&later());
    assert_eq!(result.result_type, Some(ResultType::COMPLETE));
    assert_eq!(result.is_error, Some(false));
}

/// Data that changes with each serialization is equal in text and structure.
#[test]
fn data_that_changes() {
    #[derive(Default, Serialize, Payload)]
    struct Counter {
        count: Times,
    }

    #[derive(Default)]
    struct Times(Cell<u32>);

    impl Serialize for Times {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            self.0.set(self.0.get() + 1);
            serializer.serialize_u32(self.0.get())
        }
    }

    #[envelope_tool(dialect = "mcp-2025-11-25", returns = CallToolResult)]
    fn result() -> Result<Counter, ToolFailure> {
        Ok(Counter::default())
    }

    #[envelope_tool(dialect = "response-v2", returns = CallToolResult)]
    fn enveloped() -> Result<Counter, ToolFailure> {
        Ok(Counter::default())
    }

    #[envelope_tool(dialect = "mcp-2025-11-25", pretty)]
    fn text() -> Result<Counter, ToolFailure> {
        Ok(Counter::default())
    }

    for result in [result(), enveloped(), text().into()] {
        let structure = result.structured_content.unwrap();
        let [RmcpBlock::Text(text)] = &result.content[..] else { panic!("{:?}", result.content) };
        assert_eq!(serde_json::from_str::<Value>(&text.text).unwrap(), structure);
        let data = structure.get("data").unwrap_or(&structure);
        assert_eq!(data, &json!({"count": 1}));
    }
}

/// A dialect of MCP can have the data in any place of its result.
#[test]
fn a_dialect_with_the_data_elsewhere() {
    use envelope_runtime::dialect::{Call, Dialect, Entries, Format, Object, PlainData};

    #[derive(Default)]
    struct Chatty;

    impl<T> PlainData<T> for Chatty {}

    impl Dialect for Chatty {
        const ID: &'static str = "chatty";
        const FORMAT: Format = Format { is_call_tool_result: true, ..Format::DEFAULT };

        type Root = Object;
        type Meta = ();

        fn success(&self, _: &Call, _: &(), result: &mut Entries<'_>) {
            result.list("content", |blocks| {
                blocks.object(|block| {
                    block.string("type", "text");
                    block.string("text", "Here it is:");
                });
                blocks.object(|block| {
                    block.string("type", "text");
                    block.data_text("text");
                });
            });
            result.object("_meta", |meta| meta.data("data"));
        }

        fn failure(&self, _: &Call, error: &ErrorReport, result: &mut Entries<'_>) {
            result.list("content", |blocks| {
                blocks.object(|block| {
                    block.string("type", "text");
                    block.string("text", error.message());
                });
            });
        }
    }

    #[envelope_tool(dialect = Chatty, returns = CallToolResult)]
    fn weather() -> Result<Weather, ToolFailure> {
        Ok(OSLO)
    }

    let result = serde_json::to_value(weather()).unwrap();
    let text = r#"{"city":"Tromsø","celsius":5}"#;
    assert_eq!(result["content"][0]["text"], "Here it is:");
    assert_eq!(result["content"][1]["text"], text);
    assert_eq!(result["_meta"]["data"], json!({"city": "Tromsø", "celsius": 5}));
    assert_eq!(result.get("structuredContent"), None);
}

#[test]
fn failures() {
    #[envelope_tool(dialect = "mcp-2025-11-25")]
    fn earlier() -> Result<(), ToolFailure> {
        Err(ToolFailure::not_found("City", "x").remediation("Name another"))
    }

    #[envelope_tool(dialect = "mcp-2026-07-28", structured_errors)]
    fn later() -> Result<(), ToolFailure> {
        Err(ToolFailure::rate_limited(9, "hour", 60))
    }

    let result = round_trip(&RequestId::new("req_1").sync_scope(earlier));
    assert_eq!(result.is_error, Some(true));
    assert_eq!(result.structured_content, None);
    assert_eq!(serde_json::to_value(&result.meta).unwrap(), json!({"request_id": "req_1"}));
    let [RmcpBlock::Text(text)] = &result.content[..] else { panic!("{result:?}") };
    assert_eq!(text.text, "Error: City not found: x\n(NOT_FOUND, do not retry)\nName another");

    let result = round_trip(&later());
    assert_eq!(result.result_type, Some(ResultType::COMPLETE));
    assert_eq!(result.structured_content.unwrap()["error_code"], "RATE_LIMIT_EXCEEDED");
}

/// In the later version, any value, even null, is structured content.
#[test]
fn any_value() {
    #[envelope_tool(dialect = "mcp-2026-07-28")]
    fn any(value: Value) -> Result<Value, ToolFailure> {
        Ok(value)
    }

    for value in [json!(null), json!([1, "two"]), json!("text"), json!(4.5), json!({})] {
        assert_eq!(round_trip(&any(value.clone())).structured_content, Some(value));
    }
}

/// Every kind of content block, as the SDK names it.
#[test]
fn content_blocks() {
    #[envelope_tool(dialect = "mcp-2025-11-25")]
    fn all() -> Result<Reply<()>, ToolFailure> {
        let annotations = Annotations::new()
            .audience([Role::User])
            .priority(0.5)
            .last_modified("2025-01-12T15:00:58Z");
        let link = ResourceLink::new("file:///a.md", "a.md")
            .title("A")
            .description("The first")
            .mime_type("text/markdown")
            .size(7);
        let text = EmbeddedResource::text("file:///a.md", "# A").mime_type("text/markdown");
        Ok(Reply::new(())
            .content(ContentBlock::image(b"\x89PNG", "image/png").annotations(annotations))
            .content(ContentBlock::audio(b"RIFF", "audio/wav").meta("k", "v"))
            .content(ContentBlock::resource_link(link))
            .content(ContentBlock::resource(text))
            .content(ContentBlock::resource(EmbeddedResource::blob("file:///a", b"\0\xff"))))
    }

    let result = round_trip(&all());
    assert!(matches!(
        &result.content[..],
        [
            RmcpBlock::Image(_),
            RmcpBlock::Audio(_),
            RmcpBlock::ResourceLink(_),
            RmcpBlock::Resource(_),
            RmcpBlock::Resource(_),
        ]
    ));
}

/// The later version's reply holds any data.
#[test]
fn replies_of_the_later_version() {
    #[envelope_tool(dialect = "mcp-2026-07-28")]
    fn numbers() -> Result<mcp_2026_07_28::Reply<Vec<u8>>, ToolFailure> {
        Ok(mcp_2026_07_28::Reply::new(vec![1]).text("one").extra_meta("tenant", "acme"))
    }

    let result = round_trip(&numbers());
    assert_eq!(result.structured_content, Some(json!([1])));
}
