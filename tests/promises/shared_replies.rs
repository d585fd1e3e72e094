//! Metadata of tools with several contracts.

use envelope_runtime::dotbot::Dotbot;
use envelope_runtime::mcp_2025_11_25::Mcp;
use envelope_runtime::mcp_2026_07_28;
use envelope_runtime::response_v2::ResponseV2;
use envelope_runtime::{
    Contract, Envelope, Page, RateLimit, SharedReply, ToolFailure, Warning, WarningCode, Warnings,
    envelope_tool,
};
use serde_json::{Value, json};

type Both = (Warnings, RateLimit);

#[envelope_tool(dialects("response-v2", "mcp-2025-11-25", "mcp-2026-07-28"), data = "hits")]
fn search(is_old: bool) -> Result<SharedReply<Vec<u8>, Both>, ToolFailure> {
    let reply = SharedReply::new(vec![7]);
    Ok(if is_old {
        reply
            .warning("The index is old")
            .warning(Warning::new(WarningCode::StaleCache, "2 files were skipped"))
            .rate_limit(RateLimit::new().limit(100).remaining(3))
    } else {
        reply
    })
}

fn value(envelope: &Envelope) -> Value {
    envelope_client::check(envelope.as_str()).unwrap();
    envelope.to_value().unwrap()
}

#[test]
fn each_contract_has_the_metadata_in_its_place() {
    let meta = &value(&search(true))["meta"];
    assert_eq!(meta["warnings"], json!(["The index is old", "2 files were skipped"]));
    assert_eq!(meta["warning_details"].as_array().unwrap().len(), 1);
    assert_eq!(meta["rate_limit"], json!({"limit": 100, "remaining": 3}));

    for contract in [Contract::of::<Mcp>(), Contract::of::<mcp_2026_07_28::Mcp>()] {
        let result = value(&contract.sync_scope(|| search(true)));
        let meta = &result["_meta"];
        assert_eq!(meta["warnings"][0], json!({"message": "The index is old"}));
        assert_eq!(meta["warnings"][1]["message"], "2 files were skipped");
        assert_eq!(meta["rate_limit"], json!({"limit": 100, "remaining": 3}));
        assert_eq!(result["structuredContent"], json!({"hits": [7]}));
    }
}

#[test]
fn a_reply_without_metadata_is_plain_data() {
    for contract in [Contract::of::<ResponseV2>(), Contract::of::<Mcp>()] {
        let envelope = contract.sync_scope(|| search(false));
        assert!(!envelope.as_str().contains("warnings"), "{envelope}");
        assert!(!envelope.as_str().contains("rate_limit"), "{envelope}");
    }
}

#[test]
fn a_page_has_warnings_in_each_contract() {
    #[envelope_tool(
        dialects("response-v2", "dotbot-mcp-response@1", "mcp-2025-11-25"),
        data = "numbers",
        summary("{} numbers", data.len())
    )]
    fn numbers() -> Result<SharedReply<Page<u32>, Warnings>, ToolFailure> {
        let page = Page::fitting(0..5, 1_031, |last| (last + 1).to_string())?;
        Ok(SharedReply::new(page).warning("The list is old"))
    }

    let envelope = value(&numbers());
    assert_eq!(envelope["meta"]["warnings"], json!(["The list is old"]));
    assert_eq!(envelope["meta"]["pagination"], json!({"cursor": "3", "has_more": true}));

    let envelope = value(&Contract::of::<Dotbot>().sync_scope(numbers));
    assert_eq!(envelope["status"], "warning");
    assert_eq!(envelope["summary"], "3 numbers");
    assert_eq!(envelope["warnings"][0]["message"], "The list is old");
    assert_eq!(envelope["data"], json!({"numbers": [0, 1, 2], "next_cursor": "3"}));

    let result = value(&Contract::of::<Mcp>().sync_scope(numbers));
    assert_eq!(result["_meta"]["warnings"], json!([{"message": "The list is old"}]));
    assert_eq!(result["structuredContent"]["next_cursor"], "3");
}

#[test]
fn a_tool_with_one_contract_returns_a_shared_reply() {
    #[envelope_tool(dialect = "mcp-2025-11-25", text)]
    fn view() -> Result<String, ToolFailure> {
        Ok("# Notes".to_owned())
    }

    #[envelope_tool(dialect = "response-v2", catch_panic)]
    async fn ping() -> Result<SharedReply<(), Warnings>, ToolFailure> {
        Ok(SharedReply::new(()).warning(vec!["a", "b"]))
    }

    assert_eq!(value(&pollster::block_on(ping()))["meta"]["warnings"], json!(["a", "b"]));
    assert_eq!(view().model_text(), "# Notes");
}
