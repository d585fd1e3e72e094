//! `dotbot-mcp-response@1`: every example, required field, enum value and catalogue row of its document.
//!
//! Timestamps and durations are removed after checking their shape; `[...]` and `{...}` in an example are filled in.

use std::collections::BTreeMap;

use crate::support::wire;
use envelope_runtime::dotbot::{Action, Health, Host, Intent, Issue, Reply, Summary};
use envelope_runtime::{
    Envelope, ErrorType, Payload, RequestId, Severity, ToolError, ToolFailure, Warning,
    WarningCode, envelope_tool,
};
use serde::Serialize;
use serde_json::{Value, json};

/// Removes the timestamp and the duration from the envelope, after checking their shape.
#[track_caller]
fn timeless(envelope: &Envelope) -> Value {
    let mut wire = wire(envelope);
    let audit = wire["audit"].as_object_mut().expect("an audit");
    let timestamp = audit.remove("timestamp").expect("a timestamp");
    let shape: String = timestamp
        .as_str()
        .expect("text")
        .chars()
        .map(|char| if char.is_ascii_digit() { '0' } else { char })
        .collect();
    assert_eq!(shape, "0000-00-00T00:00:00Z");
    assert!(audit.remove("duration_ms").expect("a duration").is_u64());
    wire
}

#[derive(Serialize, Payload)]
struct Structure {
    solution_root: &'static str,
    projects: Vec<Project>,
}

#[derive(Serialize)]
struct Project {
    alias: &'static str,
    name: &'static str,
    #[serde(rename = "type")]
    kind: &'static str,
}

/// Example 1: a success.
#[test]
fn successful_operation() {
    #[envelope_tool(
        dialect = "dotbot-mcp-response@1",
        tool = "solution.structure",
        version = "1.0.0",
        source = ".bot/mcp/tools/solution-structure/script.ps1",
        host = Some(Host::Warp),
        summary("Found {} projects in {} solution.", data.projects.len() * 12, "Axiome")
    )]
    fn structure() -> Result<Structure, ToolFailure> {
        Ok(Structure {
            solution_root: "C:\\repos\\Axiome",
            projects: vec![Project { alias: "be", name: "Axiome.Bot", kind: "dotnet-web" }],
        })
    }

    let envelope = structure();
    assert!(envelope.is_success());
    assert_eq!(
        timeless(&envelope),
        json!({
            "schema_id": "dotbot-mcp-response@1",
            "tool": "solution.structure",
            "version": "1.0.0",
            "status": "ok",
            "summary": "Found 12 projects in Axiome solution.",
            "data": {
                "solution_root": "C:\\repos\\Axiome",
                "projects": [{"alias": "be", "name": "Axiome.Bot", "type": "dotnet-web"}]
            },
            "warnings": [],
            "errors": [],
            "audit": {"source": ".bot/mcp/tools/solution-structure/script.ps1", "host": "warp"}
        })
    );
}

/// Example 2: a success with warnings; `standards` is filled in.
#[test]
fn operation_with_warnings() {
    #[envelope_tool(
        dialect = "dotbot-mcp-response@1",
        tool = "solution.standards.list",
        version = "1.0.0",
        data = "standards",
        source = ".bot/mcp/tools/solution-standards-list/script.ps1",
        host = None
    )]
    fn list() -> Result<Reply<Vec<u8>>, ToolFailure> {
        Ok(Reply::new("Found 10 standards, but some files missing frontmatter.", vec![1]).warning(
            Issue::new("FRONTMATTER_MISSING", "Standard file missing YAML frontmatter")
                .path(".bot/standards/global/naming-conventions.md"),
        ))
    }

    let envelope = list();
    assert!(envelope.is_success());
    assert_eq!(
        timeless(&envelope),
        json!({
            "schema_id": "dotbot-mcp-response@1",
            "tool": "solution.standards.list",
            "version": "1.0.0",
            "status": "warning",
            "summary": "Found 10 standards, but some files missing frontmatter.",
            "data": {"standards": [1]},
            "warnings": [{
                "code": "FRONTMATTER_MISSING",
                "message": "Standard file missing YAML frontmatter",
                "path": ".bot/standards/global/naming-conventions.md"
            }],
            "errors": [],
            "audit": {"source": ".bot/mcp/tools/solution-standards-list/script.ps1"}
        })
    );
}

/// Example 3: a failure with errors.
#[test]
fn operation_with_errors() {
    #[derive(Debug, thiserror::Error, ToolError)]
    enum RegisterError {
        #[error("Project '{searched_name}' not found in solution")]
        #[tool_error(
            code = "PROJECT_NOT_FOUND",
            summary = "Failed to register project: project not found."
        )]
        NotFound {
            #[tool_error(detail)]
            searched_name: String,
            #[tool_error(detail)]
            available_projects: Vec<&'static str>,
        },
    }

    #[envelope_tool(
        dialect = "dotbot-mcp-response@1",
        tool = "solution.project.register",
        version = "1.0.0",
        source = ".bot/mcp/tools/solution-project-register/script.ps1",
        host = None,
        summary("Registered.")
    )]
    fn register(name: &str) -> Result<(), RegisterError> {
        Err(RegisterError::NotFound {
            searched_name: name.to_owned(),
            available_projects: vec!["Axiome.Bot", "axiome-frontend"],
        })
    }

    let envelope = register("NonExistentProject");
    assert!(!envelope.is_success());
    assert_eq!(envelope.error_code(), Some("PROJECT_NOT_FOUND"));
    assert_eq!(envelope.error_type(), Some(ErrorType::NotFound));
    assert_eq!(
        timeless(&envelope),
        json!({
            "schema_id": "dotbot-mcp-response@1",
            "tool": "solution.project.register",
            "version": "1.0.0",
            "status": "error",
            "summary": "Failed to register project: project not found.",
            "data": {},
            "warnings": [],
            "errors": [{
                "code": "PROJECT_NOT_FOUND",
                "message": "Project 'NonExistentProject' not found in solution",
                "details": {
                    "searched_name": "NonExistentProject",
                    "available_projects": ["Axiome.Bot", "axiome-frontend"]
                }
            }],
            "audit": {"source": ".bot/mcp/tools/solution-project-register/script.ps1"}
        })
    );
}

/// Example 4: a success with an intent; `solution` and `roadmap` are filled in.
#[test]
fn with_intent() {
    #[envelope_tool(
        dialect = "dotbot-mcp-response@1",
        tool = "solution.info",
        version = "1.0.0",
        data("solution", "roadmap"),
        source = ".bot/mcp/tools/solution-info/script.ps1",
        host = None
    )]
    fn info() -> Result<Reply<(Value, Value)>, ToolFailure> {
        Ok(Reply::new("Axiome solution with roadmap defined.", (json!({}), json!({}))).intent(
            Intent::new(
                "solution.structure",
                "Roadmap loaded. View solution structure to see projects aligned with roadmap phases.",
            ),
        ))
    }

    assert_eq!(
        timeless(&info()),
        json!({
            "schema_id": "dotbot-mcp-response@1",
            "tool": "solution.info",
            "version": "1.0.0",
            "status": "ok",
            "summary": "Axiome solution with roadmap defined.",
            "data": {"solution": {}, "roadmap": {}},
            "warnings": [],
            "errors": [],
            "audit": {"source": ".bot/mcp/tools/solution-info/script.ps1"},
            "intent": {
                "recommended_next": "solution.structure",
                "reason": "Roadmap loaded. View solution structure to see projects aligned with roadmap phases.",
                "parameters": {}
            }
        })
    );
}

/// Example 5: a success with actions and a written file; `registered_metadata` is filled in.
#[test]
fn with_actions() {
    #[derive(Serialize, Payload)]
    struct Registered {
        success: bool,
        project_name: &'static str,
        registered_metadata: Value,
    }

    #[envelope_tool(
        dialect = "dotbot-mcp-response@1",
        tool = "solution.project.register",
        version = "1.0.0",
        source = ".bot/mcp/tools/solution-project-register/script.ps1",
        host = None,
        write_to = ".bot/solution/projects.json"
    )]
    fn register() -> Result<Reply<Registered>, ToolFailure> {
        let registered = Registered {
            success: true,
            project_name: "Axiome.Bot",
            registered_metadata: json!({}),
        };
        Ok(Reply::new("Registered 'Axiome.Bot' with alias 'be' and 3 tags.", registered).action(
            Action::suggestion(
                "view-structure",
                "View solution structure",
                "See updated project metadata in context",
                "solution.structure",
            ),
        ))
    }

    assert_eq!(
        timeless(&register()),
        json!({
            "schema_id": "dotbot-mcp-response@1",
            "tool": "solution.project.register",
            "version": "1.0.0",
            "status": "ok",
            "summary": "Registered 'Axiome.Bot' with alias 'be' and 3 tags.",
            "data": {
                "success": true,
                "project_name": "Axiome.Bot",
                "registered_metadata": {}
            },
            "warnings": [],
            "errors": [],
            "audit": {
                "source": ".bot/mcp/tools/solution-project-register/script.ps1",
                "write_to": ".bot/solution/projects.json"
            },
            "actions": [{
                "id": "view-structure",
                "type": "suggestion",
                "label": "View solution structure",
                "reason": "See updated project metadata in context",
                "tool": "solution.structure",
                "parameters": {}
            }]
        })
    );
}

/// The migration example, whose old format sends only the data.
#[test]
fn after_the_migration() {
    #[envelope_tool(
        dialect = "dotbot-mcp-response@1",
        tool = "solution.info",
        version = "1.0.0",
        data = "solution",
        source = ".bot/mcp/tools/solution-info/script.ps1",
        host = None,
        summary("{} solution info retrieved.", data["name"].as_str().unwrap_or("?"))
    )]
    fn info() -> Result<Value, ToolFailure> {
        Ok(json!({"name": "Axiome"}))
    }

    assert_eq!(
        timeless(&info()),
        json!({
            "schema_id": "dotbot-mcp-response@1",
            "tool": "solution.info",
            "version": "1.0.0",
            "status": "ok",
            "summary": "Axiome solution info retrieved.",
            "data": {"solution": {"name": "Axiome"}},
            "warnings": [],
            "errors": [],
            "audit": {"source": ".bot/mcp/tools/solution-info/script.ps1"}
        })
    );
}

/// The complete structure is a template: every key, in the order of the document.
#[test]
fn complete_structure() {
    #[envelope_tool(dialect = "dotbot-mcp-response@1", correlation_id = "optional-request-id")]
    fn everything() -> Result<Reply<()>, ToolFailure> {
        let issue =
            |code| Issue::new(code, "described").path("a/b.md").detail("key", "Additional context");
        Ok(Reply::new("One sentence.", ())
            .warning(issue("WARNING_CODE"))
            .error(issue("ERROR_CODE"))
            .write_to("a/written.json")
            .intent(Intent::new("solution.structure", "why").parameter("depth", 2))
            .action(Action::suggestion("id", "label", "why", "tool.name").parameter("all", true)))
    }

    let envelope = everything();
    let text = envelope.as_str();
    let keys = [
        "schema_id",
        "tool",
        "version",
        "status",
        "summary",
        "data",
        "warnings",
        "errors",
        "audit",
        "intent",
        "actions",
    ];
    let places: Vec<_> =
        keys.iter().map(|key| text.find(&format!("\"{key}\":")).expect(key)).collect();
    assert!(places.is_sorted(), "{text}");
    let wire = timeless(&envelope);
    assert_eq!(wire.as_object().map(serde_json::Map::len), Some(keys.len()));
    let issue = |code: &str| {
        json!({
            "code": code,
            "message": "described",
            "path": "a/b.md",
            "details": {"key": "Additional context"}
        })
    };
    assert_eq!(wire["warnings"], json!([issue("WARNING_CODE")]));
    assert_eq!(wire["errors"], json!([issue("ERROR_CODE")]));
    assert_eq!(wire["audit"]["correlation_id"], "optional-request-id");
    assert_eq!(wire["audit"]["write_to"], "a/written.json");
    assert_eq!(wire["intent"]["parameters"], json!({"depth": 2}));
    assert_eq!(wire["actions"][0]["parameters"], json!({"all": true}));
}

/// Name, version and source of a tool have defaults.
#[test]
fn defaults() {
    #[envelope_tool(dialect = "dotbot-mcp-response@1", summary("Pong."))]
    fn ping() -> Result<(), ToolFailure> {
        Ok(())
    }

    let wire = timeless(&ping());
    assert_eq!(wire["tool"], "ping");
    assert_eq!(wire["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(wire["audit"]["source"], "tests/contracts/dotbot.rs");
    assert_eq!(wire["summary"], "Pong.");
    let host = Host::detect().map(|host| json!(host));
    assert_eq!(wire["audit"].get("host").cloned(), host);
}

#[test]
fn hosts() {
    #[envelope_tool(dialect = "dotbot-mcp-response@1", summary("Pong."), host = host)]
    fn ping(host: Option<Host>) -> Result<(), ToolFailure> {
        Ok(())
    }

    let host = |host| timeless(&ping(host))["audit"].get("host").cloned();
    assert_eq!(host(Some(Host::Warp)), Some(json!("warp")));
    assert_eq!(host(Some(Host::ClaudeDesktop)), Some(json!("claude-desktop")));
    assert_eq!(host(Some(Host::Ci)), Some(json!("ci")));
    assert_eq!(host(None), None);
}

#[test]
fn status_is_computed() {
    #[envelope_tool(dialect = "dotbot-mcp-response@1")]
    fn work(warnings: usize, errors: usize) -> Result<Reply<()>, ToolFailure> {
        let mut reply = Reply::new("Done.", ());
        for _ in 0..warnings {
            reply = reply.warning(Issue::new("W", "w"));
        }
        for _ in 0..errors {
            reply = reply.error(Issue::new("IO_ERROR", "e"));
        }
        Ok(reply)
    }

    for (warnings, errors, status) in
        [(0, 0, "ok"), (1, 0, "warning"), (0, 1, "error"), (2, 3, "error")]
    {
        let envelope = work(warnings, errors);
        assert_eq!(wire(&envelope)["status"], status);
        assert_eq!(envelope.is_success(), errors == 0);
        assert_eq!(envelope.error_code(), (errors > 0).then_some("IO_ERROR"));
    }
    for (health, name) in
        [(Health::Ok, "ok"), (Health::Warning, "warning"), (Health::Error, "error")]
    {
        assert_eq!(json!(health), name);
    }
}

/// A partial failure keeps its data.
#[test]
fn partial_failure() {
    #[envelope_tool(dialect = "dotbot-mcp-response@1", data = "done")]
    fn work() -> Result<Reply<u8>, ToolFailure> {
        Ok(Reply::new("Did 8 of 10.", 8).error(Issue::new("own-code", "2 failed")))
    }

    let envelope = work();
    assert!(!envelope.is_success());
    assert_eq!(envelope.error_code(), Some("OWN_CODE"));
    let wire = wire(envelope);
    assert_eq!((&wire["status"], &wire["data"]), (&json!("error"), &json!({"done": 8})));
}

/// Only a relative path is sent as `write_to`, and only in a success.
#[test]
fn written_files() {
    #[envelope_tool(dialect = "dotbot-mcp-response@1", summary("Done."), write_to = path)]
    fn of_setting(path: &str, fails: bool) -> Result<(), ToolFailure> {
        if fails { Err(ToolFailure::conflict("c")) } else { Ok(()) }
    }

    #[envelope_tool(dialect = "dotbot-mcp-response@1", write_to = "of_setting.json")]
    fn of_reply(path: &str) -> Result<Reply<()>, ToolFailure> {
        Ok(Reply::new("Done.", ()).write_to(path))
    }

    let written = |envelope: Envelope| wire(envelope)["audit"].get("write_to").cloned();
    assert_eq!(written(of_setting("out/a.json", true)), None);
    for (path, expected) in [
        ("out/a.json", Some("out/a.json")),
        (".bot\\solution\\projects.json", Some(".bot/solution/projects.json")),
        ("/abs/x", None),
        ("../../x", None),
        ("out/../x", None),
        ("C:\\srv\\x.json", None),
        ("C:x.json", None),
        ("\\\\host\\x.json", None),
        (" ", None),
        ("", None),
    ] {
        assert_eq!(written(of_setting(path, false)), expected.map(Value::from), "{path}");
        let of_reply = written(of_reply(path));
        assert_eq!(of_reply, Some(expected.unwrap_or("of_setting.json").into()), "{path}");
    }
}

/// A blank message is replaced by the code.
#[test]
fn blank_messages() {
    #[envelope_tool(dialect = "dotbot-mcp-response@1")]
    fn of_reply() -> Result<Reply<()>, ToolFailure> {
        Ok(Reply::new(" ", ()).warning(Issue::new("OLD", "")).error(Issue::new("_", "\n")))
    }

    #[envelope_tool(dialect = "dotbot-mcp-response@1", summary("Done."))]
    fn fail() -> Result<(), ToolFailure> {
        let stale = Warning::new(WarningCode::StaleCache, " ");
        Err(ToolFailure::conflict(" ").warning("").warning(stale).summary("\t"))
    }

    let reply = wire(of_reply());
    assert_eq!(reply["summary"], "of_reply failed.");
    assert_eq!(reply["warnings"], json!([{"code": "OLD", "message": "OLD"}]));
    assert_eq!(reply["errors"], json!([{"code": "UNKNOWN", "message": "UNKNOWN"}]));
    let failed = wire(fail());
    assert_eq!(failed["summary"], failed["errors"][0]["message"]);
    assert_eq!(failed["warnings"].as_array().unwrap().len(), 1);
    assert_eq!(failed["warnings"][0]["message"], "STALE_CACHE");
}

/// Settings that are expressions are checked in the call; invalid values are ignored.
#[test]
fn settings_that_break_the_contract() {
    #[envelope_tool(
        dialect = "dotbot-mcp-response@1",
        summary("Pong."),
        tool = tool.to_owned(),
        version = version.to_owned(),
        source = source
    )]
    fn ping(tool: &str, version: &str, source: &str) -> Result<(), ToolFailure> {
        if source.is_empty() { Err(ToolFailure::conflict("c")) } else { Ok(()) }
    }

    let good = wire(ping("tools.ping", "2.0.0-rc.1", ".bot\\ping.ps1"));
    assert_eq!((&good["tool"], &good["version"]), (&json!("tools.ping"), &json!("2.0.0-rc.1")));
    assert_eq!(good["audit"]["source"], ".bot/ping.ps1");
    for (tool, version, source) in [
        ("", "", ""),
        ("  ", "1.0", "/srv/ping.rs"),
        ("\t", "v1.0.0", "../ping.rs"),
        ("\n", "latest", "C:\\ping.rs"),
    ] {
        let wire = wire(ping(tool, version, source));
        assert_eq!(wire["tool"], "ping");
        assert_eq!(wire["version"], env!("CARGO_PKG_VERSION"));
        assert_eq!(wire["audit"]["source"], "tests/contracts/dotbot.rs");
    }
}

/// Each key is written once, and no value is lost.
#[test]
fn conflicting_keys() {
    #[envelope_tool(dialect = "dotbot-mcp-response@1", summary("Done."))]
    fn fail() -> Result<(), ToolFailure> {
        Err(ToolFailure::conflict("c")
            .remediation("r")
            .detail("remediation", 1)
            .detail("x", 2)
            .data("x", 3)
            .meta("x", 4))
    }

    assert_eq!(
        wire(fail())["errors"][0]["details"],
        json!({"remediation": "r", "detail_remediation": 1, "x": 2, "data_x": 3, "meta_x": 4})
    );
}

/// A reply, a setting, or the type of the data gives the summary of a success.
#[test]
fn summaries() {
    #[derive(Serialize, Payload)]
    struct Named {
        name: &'static str,
    }

    impl Summary for Named {
        fn summary(&self) -> String {
            format!("Named {}.", self.name)
        }
    }

    #[envelope_tool(dialect = "dotbot-mcp-response@1")]
    async fn of_data() -> Result<Named, ToolFailure> {
        Ok(Named { name: "x" })
    }

    #[envelope_tool(
        dialect = "dotbot-mcp-response@1",
        summary("Set for {name}: {}", data.name, name = name),
        catch_panic
    )]
    fn of_setting(name: &str) -> Result<Named, ToolFailure> {
        Ok(Named { name: "x" })
    }

    #[envelope_tool(dialect = "dotbot-mcp-response@1", summary("Set for {}", data.name))]
    fn of_reply() -> Result<Reply<Named>, ToolFailure> {
        Ok(Reply::new("The reply's.", Named { name: "x" }))
    }

    #[envelope_tool(
        dialect = "dotbot-mcp-response@1",
        summary("{}", if data.is_empty() { panic!("of a summary") } else { "full" }),
        data = "names",
        catch_panic
    )]
    fn panicking() -> Result<Vec<u8>, ToolFailure> {
        Ok(vec![])
    }

    let summary = |envelope: Envelope| wire(envelope)["summary"].clone();
    assert_eq!(summary(pollster::block_on(of_data())), "Named x.");
    assert_eq!(summary(of_setting("y")), "Set for y: x");
    assert_eq!(summary(of_reply()), "The reply's.");
    let panicked = panicking();
    assert_eq!(panicked.error_code(), Some("INTERNAL_ERROR"));
    assert_eq!(summary(panicked), "An internal error occurred");
}

/// A failure with every part that an error can have.
#[test]
fn failures() {
    #[envelope_tool(dialect = "dotbot-mcp-response@1", summary("Done."))]
    fn fail(error: ToolFailure) -> Result<(), ToolFailure> {
        Err(error)
    }

    let bare = timeless(&fail(ToolFailure::conflict("Taken")));
    assert_eq!(bare["errors"], json!([{"code": "CONFLICT", "message": "Taken"}]));
    assert_eq!(bare["summary"], "Taken");
    assert_eq!(bare["data"], json!({}));

    let full = ToolFailure::rate_limited(9, "hour", 60)
        .detail("client", "ann")
        .path("a.json")
        .telemetry("rows", 3)
        .meta("tenant", "acme")
        .summary("Slow down.");
    let full = timeless(&fail(full));
    assert_eq!(full["summary"], "Slow down.");
    assert_eq!(
        full["errors"],
        json!([{
            "code": "RATE_LIMIT_EXCEEDED",
            "message": "Rate limit exceeded: 9 requests per hour",
            "path": "a.json",
            "details": {
                "remediation": "Wait 60 seconds before retrying",
                "client": "ann",
                "retry_after_seconds": 60,
                "rate_limit": {"limit": 9, "remaining": 0},
                "telemetry": {"rows": 3},
                "tenant": "acme"
            }
        }])
    );

    let hidden =
        RequestId::new("req 1").sync_scope(|| timeless(&fail(ToolFailure::internal("secret"))));
    assert_eq!(hidden["summary"], "An internal error occurred (request req 1)");
    assert_eq!(hidden["audit"]["correlation_id"], "req 1");
}

/// Each code of the catalogue brings its error type.
#[test]
fn catalogue() {
    for (code, error_type) in [
        ("DOTBOT_NOT_FOUND", ErrorType::NotFound),
        ("STATE_FILE_INVALID", ErrorType::Validation),
        ("PROJECT_NOT_FOUND", ErrorType::NotFound),
        ("ALIAS_CONFLICT", ErrorType::Conflict),
        ("REGISTRY_PARSE_ERROR", ErrorType::Validation),
        ("TECH_STACK_MISSING", ErrorType::NotFound),
        ("STANDARDS_NOT_FOUND", ErrorType::NotFound),
        ("BROKEN_FILE_REFERENCE", ErrorType::NotFound),
        ("FRONTMATTER_MISSING", ErrorType::Validation),
        ("FRONTMATTER_INVALID", ErrorType::Validation),
        ("CIRCULAR_DEPENDENCY", ErrorType::Validation),
        ("INVALID_PARAMETER", ErrorType::Validation),
        ("IO_ERROR", ErrorType::Internal),
        ("UNAUTHORIZED_OPERATION", ErrorType::Authorization),
    ] {
        #[envelope_tool(dialect = "dotbot-mcp-response@1", summary("Done."))]
        fn fail(code: &'static str) -> Result<(), ToolFailure> {
            Err(ToolFailure::unavailable("m").code(code).expose())
        }

        let envelope = fail(code);
        assert_eq!(ErrorType::from_code(code), Some(error_type));
        assert_eq!(envelope.error_type(), Some(error_type));
        let errors = if error_type == ErrorType::Internal {
            let details = json!({"remediation": "Retry once, then report it"});
            json!([{"code": code, "message": "m", "details": details}])
        } else {
            json!([{"code": code, "message": "m"}])
        };
        assert_eq!(wire(envelope)["errors"], errors);
    }
}

/// The fragments of the document: an intent, an action, and an entry of `errors` or `warnings`.
#[test]
fn fragments() {
    let reason = "Roadmap loaded. View solution structure to see projects.";
    assert_eq!(
        json!(Intent::new("solution.structure", reason)),
        json!({"recommended_next": "solution.structure", "reason": reason, "parameters": {}})
    );
    let action = Action::suggestion(
        "view-structure",
        "View solution structure",
        "See updated project metadata",
        "solution.structure",
    );
    assert_eq!(
        json!([action]),
        json!([{
            "id": "view-structure",
            "type": "suggestion",
            "label": "View solution structure",
            "reason": "See updated project metadata",
            "tool": "solution.structure",
            "parameters": {}
        }])
    );
    let issue = Issue::new("ERROR_CODE", "Human-readable description")
        .path("optional/file/path.md")
        .detail("key", "Additional context");
    let expected = json!({
        "code": "ERROR_CODE",
        "message": "Human-readable description",
        "path": "optional/file/path.md",
        "details": {"key": "Additional context"}
    });
    assert_eq!(json!(issue), expected);
    assert_eq!(
        json!(serde_json::from_value::<envelope_client::dotbot::Issue>(expected).unwrap()),
        json!(issue)
    );
}

/// A `severity` in the context of a warning does not replace the warning's severity.
#[test]
fn the_severity_of_a_warning_stays() {
    let warning = Warning::custom("STALE", Severity::Error, "old").context("severity", "a fact");
    let details = Issue::from(&warning).details;
    let expected = json!({"severity": "a fact", "warning_severity": "error"});
    assert_eq!(Value::Object(details), expected);
}

/// An error beside data is written like the error of a failed tool.
#[test]
fn a_failure_is_an_error_of_a_reply() {
    #[envelope_tool(dialect = "dotbot-mcp-response@1")]
    fn fail(failure: ToolFailure) -> Result<Reply<()>, ToolFailure> {
        Err(failure)
    }

    #[envelope_tool(dialect = "dotbot-mcp-response@1")]
    fn partial(failure: ToolFailure) -> Result<Reply<()>, ToolFailure> {
        Ok(Reply::new("Did 8 of 10.", ()).error(failure.into()))
    }

    for failure in [
        ToolFailure::not_found("Project", "x").path("projects.json"),
        ToolFailure::custom("OWN_CODE", ErrorType::Conflict, "m")
            .code_for("dotbot-mcp-response@1", "OTHER_CODE"),
        ToolFailure::rate_limited(9, "minute", 45).telemetry("ms", 3).meta("remediation", "kept"),
        ToolFailure::internal("the password is hunter2"),
    ] {
        let errors = |envelope| wire(envelope)["errors"].take();
        let (alone, beside) = (fail(failure.clone()), partial(failure));
        assert_eq!(alone.status().error_code(), beside.status().error_code());
        assert_eq!(alone.error_type(), beside.error_type());
        assert!(!beside.as_str().contains("hunter2"));
        assert_eq!(errors(alone), errors(beside));
    }
}

/// An `Issue` drops the details if one is above 64 bits, and keeps the code and the message.
#[test]
fn a_failure_with_a_large_number() {
    let failure = ToolFailure::conflict("taken").detail("n", u128::MAX).path("a.md");
    let expected = Issue::new("CONFLICT", "taken").path("a.md");
    // With the feature `arbitrary_precision`, `serde_json` keeps such numbers.
    let expected = match serde_json::Number::from_u128(u128::MAX) {
        Some(number) => expected.detail("n", number),
        None => expected,
    };
    assert_eq!(Issue::from(failure), expected);
    let broken = ToolFailure::conflict("taken")
        .detail("n", BTreeMap::from([([1], "a key that is not a string")]));
    assert_eq!(Issue::from(broken).code, "INTERNAL_ERROR");
}

/// Any error that implements `ToolError` converts to an `Issue`.
#[test]
fn an_io_error_is_an_error_of_a_reply() {
    let error = std::io::Error::new(std::io::ErrorKind::NotFound, "/secret/path");
    assert_eq!(
        serde_json::to_value(Issue::from(error).path("a.md")).unwrap(),
        json!({"code": "NOT_FOUND", "message": "The file or resource was not found", "path": "a.md"})
    );
}
