//! Replies of both versions of MCP are read back to the same values.

use envelope_runtime::{
    RequestId, ToolFailure, envelope_tool, mcp, mcp_2025_11_25, mcp_2026_07_28,
};
use serde_json::{Map, Value, json};

use crate::judge::parse;
use crate::random::Random;
use crate::values::Data;

const TIMES: [&str; 3] =
    ["2025-01-12T15:00:58Z", "2025-01-12T15:00:58.5+01:00", "Sun, 12 Jan 2025 15:00:58 GMT"];

fn block(random: &mut Random) -> mcp::ContentBlock {
    use mcp::{ContentBlock, EmbeddedResource, ResourceLink, Role};
    let block = match random.below(6) {
        0 => ContentBlock::text(random.text()),
        1 => ContentBlock::image(random.text().as_bytes(), "image/png"),
        2 => ContentBlock::audio(random.text().as_bytes(), "audio/wav"),
        3 => ContentBlock::resource_link(
            ResourceLink::new(random.uri(), random.text())
                .title(random.text())
                .size(random.number()),
        ),
        4 => ContentBlock::resource(
            EmbeddedResource::text(random.uri(), random.text()).mime_type("text/markdown"),
        ),
        _ => ContentBlock::resource(EmbeddedResource::blob(random.uri(), random.text().as_bytes())),
    };
    let block =
        random.named("a").into_iter().fold(block, |block, (key, value)| block.meta(key, value));
    if random.flip() {
        return block;
    }
    let annotations = mcp::Annotations::new().audience([Role::User, Role::Assistant]);
    block.annotations(annotations.priority(0.25).last_modified(random.pick(&TIMES)))
}

#[envelope_tool(dialect = "mcp-2025-11-25", request_id = id)]
fn mcp_2025_tool(
    reply: mcp_2025_11_25::Reply<Data>,
    id: Option<&str>,
) -> Result<mcp_2025_11_25::Reply<Data>, ToolFailure> {
    Ok(reply)
}

#[envelope_tool(dialect = "mcp-2026-07-28", request_id = id)]
fn mcp_2026_tool(
    reply: mcp_2026_07_28::Reply<Value>,
    id: Option<&str>,
) -> Result<mcp_2026_07_28::Reply<Value>, ToolFailure> {
    Ok(reply)
}

/// The content and metadata of a reply of MCP.
struct McpMeta {
    id: Option<String>,
    text: Option<String>,
    blocks: Vec<mcp::ContentBlock>,
    extra: Vec<(String, Value)>,
}

impl McpMeta {
    fn any(random: &mut Random) -> Self {
        Self {
            id: random.maybe(Random::line),
            text: random.maybe(Random::text),
            blocks: random.list(3, block),
            extra: random.named("extra"),
        }
    }

    fn add_to<T, V: mcp::Version>(&self, mut reply: mcp::Reply<T, V>) -> mcp::Reply<T, V> {
        if let Some(text) = &self.text {
            reply = reply.text(text);
        }
        reply = self.blocks.iter().fold(reply, |reply, block| reply.content(block.clone()));
        self.extra.iter().fold(reply, |reply, (key, value)| reply.extra_meta(key, value.clone()))
    }

    fn check(self, read: &envelope_client::mcp::Meta, data: &Value) {
        assert_eq!(read.meta.request_id, self.id.map(RequestId::new));
        if let Some(text) = self.text {
            assert_eq!(read.text(), Some(text.as_str()));
        } else {
            let text: Value = serde_json::from_str(read.text().unwrap()).unwrap();
            assert_eq!(text, *data);
        }
        assert_eq!(json!(read.content[1..]), json!(self.blocks));
        assert_eq!(read.meta.extra, self.extra.into_iter().collect::<Map<_, _>>());
    }
}

pub(crate) fn reply(random: &mut Random) -> u64 {
    let (data, meta) = (Data::any(random), McpMeta::any(random));
    let reply = meta.add_to(mcp_2025_11_25::Reply::new(data.clone()));
    let response: envelope_client::mcp::Response<Data> =
        parse(&mcp_2025_tool(reply, meta.id.as_deref()));
    let success = response.into_result().unwrap();
    assert_eq!(success.data, data);
    assert_eq!(success.meta.result_type, None);
    meta.check(&success.meta, &serde_json::to_value(data).unwrap());

    let (data, meta) = (random.value(3), McpMeta::any(random));
    let reply = meta.add_to(mcp_2026_07_28::Reply::new(data.clone()));
    let response: envelope_client::mcp::Response<Value> =
        parse(&mcp_2026_tool(reply, meta.id.as_deref()));
    let success = response.into_result().unwrap();
    assert_eq!(success.data, data);
    assert_eq!(success.meta.result_type.as_deref(), Some("complete"));
    meta.check(&success.meta, &data);
    2
}
