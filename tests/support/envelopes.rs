//! Valid envelopes of each kind, which together have the keys that their contracts define.

/// A success of response-v2.
pub const SUCCESS: &str = r#"{
    "success": true,
    "data": {"tasks": []},
    "error": null,
    "meta": {
        "version": "response-v2",
        "request_id": "req_abc-123",
        "warnings": ["It is old"],
        "warning_details": [
            {"code": "STALE_CACHE", "severity": "warning", "message": "It is old", "context": {"hours": 2}}
        ],
        "pagination": {"cursor": "c", "has_more": true, "total_count": 150, "page_size": 20},
        "rate_limit": {"limit": 100, "remaining": 95, "reset_at": "2025-12-04T12:00:00Z", "retry_after": 1.5},
        "telemetry": {"duration_ms": 45, "cache_hit": true},
        "content_fidelity": "partial",
        "content_fidelity_schema_version": "1.0",
        "dropped_content_ids": ["finding-003"],
        "content_archive_hashes": {"archive-001": "sha256:00"}
    }
}"#;

/// A failure of response-v2.
pub const FAILURE: &str = r#"{
    "success": false,
    "data": {
        "error_code": "NOT_FOUND",
        "error_type": "not_found",
        "remediation": "Check the id",
        "details": {"id": "x"}
    },
    "error": "There is no such task",
    "meta": {"version": "response-v2", "request_id": "r"}
}"#;

/// An envelope of dotbot.
pub const DOTBOT: &str = r#"{
    "schema_id": "dotbot-mcp-response@1",
    "tool": "solution.project.register",
    "version": "1.0.0",
    "status": "error",
    "summary": "The project is registered, but not found.",
    "data": {},
    "warnings": [{"code": "FRONTMATTER_MISSING", "message": "No frontmatter", "path": "a.md", "details": {}}],
    "errors": [{"code": "PROJECT_NOT_FOUND", "message": "No project", "path": "b.md", "details": {"name": "x"}}],
    "audit": {
        "timestamp": "2026-01-02T13:57:00Z",
        "duration_ms": 34,
        "source": ".bot/mcp/tools/register/script.ps1",
        "host": "warp",
        "correlation_id": "req/1",
        "write_to": ".bot/solution/projects.json"
    },
    "intent": {"recommended_next": "solution.structure", "reason": "It has changed", "parameters": {}},
    "actions": [
        {"id": "view", "type": "suggestion", "label": "View", "reason": "It has changed", "tool": "solution.structure", "parameters": {}}
    ]
}"#;

/// A failure of Code Scalpel.
pub const SCAN: &str = r#"{
    "tier": "community",
    "tool_version": "3.2.8",
    "tool_id": "security_scan",
    "request_id": "8b3e5f6c0a2f4ed4a3fb9e0b2f8f8d3a",
    "capabilities": ["envelope-v1"],
    "duration_ms": 27,
    "error": {"error": "It is in Pro", "error_code": "upgrade_required", "error_details": null},
    "upgrade_hints": [{"feature": "taint", "tier": "pro", "reason": "It follows files"}],
    "data": null
}"#;

/// A success of Code Scalpel.
pub const PAID_SCAN: &str = r#"{
    "tier": "pro",
    "tool_version": "3.2.8",
    "tool_id": "security_scan",
    "request_id": "8b3e",
    "capabilities": [],
    "duration_ms": 27.5,
    "error": null,
    "upgrade_hints": [],
    "data": [1]
}"#;

/// A result of MCP, version 2025-11-25.
pub const RESULT: &str = r#"{
    "content": [
        {"type": "text", "text": "5°C", "annotations": {"audience": ["user"], "priority": 0.5, "lastModified": "2025-01-12T15:00:58Z"}, "_meta": {}},
        {"type": "image", "data": "R0lGODlh", "mimeType": "image/gif"},
        {"type": "audio", "data": "", "mimeType": "audio/wav"},
        {"type": "resource_link", "uri": "file:///a", "name": "a", "title": "A", "description": "d", "mimeType": "text/plain", "size": 3,
         "icons": [{"src": "https://example.com/a.png", "mimeType": "image/png", "sizes": ["48x48"], "theme": "light"}]},
        {"type": "resource", "resource": {"uri": "file:///a", "mimeType": "text/plain", "text": "a", "_meta": {}}},
        {"type": "resource", "resource": {"uri": "file:///b", "blob": "Zg=="}}
    ],
    "structuredContent": {"celsius": 5},
    "isError": false,
    "_meta": {}
}"#;

/// An error of MCP, version 2025-11-25.
pub const ERROR: &str =
    r#"{"content": [{"type": "text", "text": "Error: no such city"}], "isError": true}"#;

/// A problem of RFC 9457.
pub const PROBLEM: &str = r#"{
    "type": "https://example.com/probs/out-of-credit",
    "title": "You do not have enough credit.",
    "status": 403,
    "detail": "Your current balance is 30, but that costs 50.",
    "instance": "/account/12345/msgs/abc",
    "code": "OUT_OF_CREDIT",
    "category": "authorization",
    "retryable": false,
    "retry_after": 30,
    "remediation": "Top up the account",
    "details": {"balance": 30},
    "request_id": "req_1",
    "warnings": [{"message": "It is old"}],
    "rate_limit": {"limit": 100},
    "telemetry": {"rows": 2},
    "upgrades": [{"feature": "credit", "tier": "pro", "reason": "It has more"}],
    "meta": {"region": "eu"},
    "accounts": ["/account/12345"]
}"#;

/// Converts a result of MCP to the version 2026-07-28.
pub fn in_2026(envelope: &str) -> String {
    let mut result: serde_json::Value = serde_json::from_str(envelope).unwrap();
    result["resultType"] = "complete".into();
    result.to_string()
}
