//! The checker, tested with an envelope for each rule that violates only this rule.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use envelope_client::{Checked, Level, Rule, Violation, Violations};
use envelope_contracts::{Contract, Kind, Object, Presence};

use serde_json::Value;

use crate::support::envelopes::{
    DOTBOT, ERROR, FAILURE, PAID_SCAN, PROBLEM, RESULT, SCAN, SUCCESS, in_2026,
};

/// A rule, and the change to a valid envelope that violates it.
struct Case {
    rule: &'static str,
    envelope: &'static str,
    /// The JSON Pointer of the changed value.
    at: &'static str,
    /// The new value; `None` removes the value.
    value: Option<&'static str>,
    /// The JSON Pointer of the violation, if it differs from `at`.
    found_at: Option<&'static str>,
}

const fn set(
    rule: &'static str,
    envelope: &'static str,
    at: &'static str,
    value: &'static str,
) -> Case {
    Case { rule, envelope, at, value: Some(value), found_at: None }
}

const fn remove(rule: &'static str, envelope: &'static str, at: &'static str) -> Case {
    Case { rule, envelope, at, value: None, found_at: None }
}

impl Case {
    const fn found_at(self, pointer: &'static str) -> Self {
        Self { found_at: Some(pointer), ..self }
    }

    fn changed(&self) -> String {
        let mut envelope: Value = serde_json::from_str(self.envelope).unwrap();
        let (parent, key) = self.at.rsplit_once('/').unwrap();
        let parent = envelope.pointer_mut(parent).unwrap();
        let value = self.value.map(|value| serde_json::from_str(value).unwrap());
        match (parent, value) {
            (Value::Object(object), Some(value)) => drop(object.insert(key.to_owned(), value)),
            (Value::Object(object), None) => assert!(object.remove(key).is_some(), "{}", self.at),
            (Value::Array(items), Some(value)) => items[key.parse::<usize>().unwrap()] = value,
            (Value::Array(items), None) => drop(items.remove(key.parse().unwrap())),
            _ => panic!("{} is in no object", self.at),
        }
        envelope.to_string()
    }
}

/// The contracts that reject all hostile text. `rfc9457` is missing, since it accepts any JSON as the data of a success.
const DIALECTS: [&str; 5] =
    ["response-v2", "dotbot-mcp-response@1", "mcp-2025-11-25", "mcp-2026-07-28", "code-scalpel-v1"];

static RESPONSE_V2: &[Case] = &[
    set("success", SUCCESS, "/success", r#""yes""#),
    remove("data", SUCCESS, "/data"),
    set("error", FAILURE, "/error", "3"),
    remove("error", SUCCESS, "/error"),
    set("meta", SUCCESS, "/meta", "[]"),
    set("version", SUCCESS, "/meta/version", r#""response-v1""#),
    set("request-id", SUCCESS, "/meta/request_id", "3"),
    set("request-id-characters", SUCCESS, "/meta/request_id", r#""req/1""#),
    set("request-id-characters", SUCCESS, "/meta/request_id", r#""""#),
    set("warnings", SUCCESS, "/meta/warnings", r#""It is old""#),
    set("warnings", SUCCESS, "/meta/warnings", "[1]"),
    set("warning-details", SUCCESS, "/meta/warning_details", "{}"),
    set("warning", SUCCESS, "/meta/warning_details/0", r#""It is old""#),
    set("warning-code", SUCCESS, "/meta/warning_details/0/code", "7"),
    set("warning-severity", SUCCESS, "/meta/warning_details/0/severity", r#""fatal""#),
    remove("warning-message", SUCCESS, "/meta/warning_details/0/message"),
    set("warning-context", SUCCESS, "/meta/warning_details/0/context", "[]"),
    set("pagination", SUCCESS, "/meta/pagination", "true"),
    set("cursor", SUCCESS, "/meta/pagination/cursor", "20"),
    set("has-more", SUCCESS, "/meta/pagination/has_more", r#""yes""#),
    remove("has-has-more", SUCCESS, "/meta/pagination/has_more"),
    set("other-keys", SUCCESS, "/trace", "1"),
    set("further-error-type", FAILURE, "/data/error_type", r#""ai_provider""#),
    set(
        "known-content-fidelity-schema-version",
        SUCCESS,
        "/meta/content_fidelity_schema_version",
        r#""1.1""#,
    ),
    set("total-count", SUCCESS, "/meta/pagination/total_count", "-1"),
    set("page-size", SUCCESS, "/meta/pagination/page_size", r#""20""#),
    set("rate-limit", SUCCESS, "/meta/rate_limit", "100"),
    set("limit", SUCCESS, "/meta/rate_limit/limit", r#""many""#),
    set("remaining", SUCCESS, "/meta/rate_limit/remaining", "0.5"),
    set("reset-at", SUCCESS, "/meta/rate_limit/reset_at", r#""Thu, 04 Dec 2025 12:00:00 GMT""#),
    set("retry-after", SUCCESS, "/meta/rate_limit/retry_after", "-3"),
    set("telemetry", SUCCESS, "/meta/telemetry", "[]"),
    set("duration-ms", SUCCESS, "/meta/telemetry/duration_ms", r#""45 ms""#),
    set("content-fidelity", SUCCESS, "/meta/content_fidelity", r#""most""#),
    set("content-fidelity-schema-version", SUCCESS, "/meta/content_fidelity_schema_version", "1.0"),
    set("dropped-content-ids", SUCCESS, "/meta/dropped_content_ids", "[3]"),
    set("content-archive-hashes", SUCCESS, "/meta/content_archive_hashes", r#"{"a": 0}"#),
    set("failure-error-code", FAILURE, "/data/error_code", r#""not-found""#),
    set("failure-error-type", FAILURE, "/data/error_type", r#""missing""#),
    set("failure-remediation", FAILURE, "/data/remediation", r#"["Check the id"]"#),
    set("failure-details", FAILURE, "/data/details", r#""x""#),
    set("success-error", SUCCESS, "/error", r#""none""#),
    set("failure-error", FAILURE, "/error", "null"),
    set("failure-error", FAILURE, "/error", r#"" ""#),
    set("error-type-of-code", FAILURE, "/data/error_type", r#""validation""#),
    remove("has-request-id", FAILURE, "/meta/request_id"),
    remove("has-failure-error-code", FAILURE, "/data/error_code"),
    set("has-failure-error-type", FAILURE, "/data/error_type", "null"),
    remove("has-failure-remediation", FAILURE, "/data/remediation"),
    remove("has-warning-code", SUCCESS, "/meta/warning_details/0/code"),
    set("severity-of-code", SUCCESS, "/meta/warning_details/0/severity", r#""error""#),
    remove("has-cursor", SUCCESS, "/meta/pagination/cursor"),
    set("has-content-fidelity", SUCCESS, "/meta/content_fidelity", r#""full""#),
    remove("has-warning-severity", SUCCESS, "/meta/warning_details/0/severity"),
    remove("has-content-fidelity-schema-version", SUCCESS, "/meta/content_fidelity_schema_version"),
];

static DOTBOT_CASES: &[Case] = &[
    set("known-code", DOTBOT, "/errors/0/code", r#""DISK_FULL""#),
    set("schema-id", DOTBOT, "/schema_id", r#""dotbot-mcp-response@2""#),
    set("tool", DOTBOT, "/tool", r#""""#),
    set("version", DOTBOT, "/version", r#""1.0""#),
    set("status", DOTBOT, "/status", r#""ok|warning|error""#),
    set("summary", DOTBOT, "/summary", r#"" ""#),
    set("data", DOTBOT, "/data", "null"),
    set("warnings", DOTBOT, "/warnings", "{}"),
    remove("errors", DOTBOT, "/errors"),
    set("audit", DOTBOT, "/audit", r#""none""#),
    set("intent", DOTBOT, "/intent", r#""solution.structure""#),
    set("actions", DOTBOT, "/actions", "{}"),
    set("timestamp", DOTBOT, "/audit/timestamp", r#""2026-01-02T13:57:00+01:00""#),
    set("timestamp", DOTBOT, "/audit/timestamp", r#""2026-02-30T13:57:00Z""#),
    set("duration-ms", DOTBOT, "/audit/duration_ms", "34.5"),
    set("source", DOTBOT, "/audit/source", r#""C:\\bot\\script.ps1""#),
    set("host", DOTBOT, "/audit/host", r#""mainframe""#),
    set("correlation-id", DOTBOT, "/audit/correlation_id", "1"),
    set("write-to", DOTBOT, "/audit/write_to", r#""/etc/projects.json""#),
    set("issue-code", DOTBOT, "/errors/0/code", r#""ProjectNotFound""#),
    set("issue-code", DOTBOT, "/warnings/0/code", "null"),
    remove("issue-message", DOTBOT, "/errors/0/message"),
    set("issue-path", DOTBOT, "/warnings/0/path", "[]"),
    set("issue-details", DOTBOT, "/errors/0/details", r#""x""#),
    remove("intent-recommended-next", DOTBOT, "/intent/recommended_next"),
    set("intent-reason", DOTBOT, "/intent/reason", "null"),
    remove("intent-parameters", DOTBOT, "/intent/parameters"),
    remove("action-id", DOTBOT, "/actions/0/id"),
    remove("action-type", DOTBOT, "/actions/0/type"),
    remove("action-label", DOTBOT, "/actions/0/label"),
    remove("action-reason", DOTBOT, "/actions/0/reason"),
    remove("action-tool", DOTBOT, "/actions/0/tool"),
    set("action-parameters", DOTBOT, "/actions/0/parameters", "[]"),
    set("computed-status", DOTBOT, "/status", r#""warning""#),
    set("computed-status", DOTBOT, "/errors", "[]").found_at("/status"),
    set("issue", DOTBOT, "/errors/0", r#""No project""#),
    set("issue", DOTBOT, "/warnings/0", "null"),
    set("action", DOTBOT, "/actions/0", r#""view""#),
    set("one-sentence", DOTBOT, "/summary", r#""Registered.\nNow view it.""#),
];

static CODE_SCALPEL: &[Case] = &[
    set("tier", SCAN, "/tier", r#""gold""#),
    set("tool-version", SCAN, "/tool_version", r#""v3""#),
    set("tool-id", SCAN, "/tool_id", r#"" ""#),
    set("request-id", SCAN, "/request_id", "3"),
    set("capabilities", SCAN, "/capabilities", "[1]"),
    set("duration-ms", SCAN, "/duration_ms", "-1"),
    set("error", SCAN, "/error", r#""It is in Pro""#),
    set("upgrade-hints", PAID_SCAN, "/upgrade_hints", "{}"),
    set("has-tier", SCAN, "/tier", "null"),
    remove("has-tool-version", SCAN, "/tool_version"),
    remove("has-tool-id", SCAN, "/tool_id"),
    set("has-request-id", SCAN, "/request_id", "null"),
    remove("has-capabilities", SCAN, "/capabilities"),
    remove("has-upgrade-hints", PAID_SCAN, "/upgrade_hints"),
    remove("data", PAID_SCAN, "/data"),
    set("failure-error", SCAN, "/error/error", r#""""#),
    set("failure-error-code", SCAN, "/error/error_code", r#""UPGRADE_REQUIRED""#),
    set("failure-error-details", SCAN, "/error/error_details", "[]"),
    remove("has-failure-error-details", SCAN, "/error/error_details"),
    remove("has-data", SCAN, "/data"),
    remove("upgrade-hint-feature", SCAN, "/upgrade_hints/0/feature"),
    set("upgrade-hint-tier", SCAN, "/upgrade_hints/0/tier", r#""gold""#),
    remove("upgrade-hint-reason", SCAN, "/upgrade_hints/0/reason"),
    set("upgrade-hint", SCAN, "/upgrade_hints/0", r#""taint""#),
    set("other-contract", SCAN, "/schema_id", r#""dotbot-mcp-response@1""#).found_at(""),
    remove("has-duration-ms", PAID_SCAN, "/duration_ms"),
    set("has-duration-ms", PAID_SCAN, "/duration_ms", "null"),
    remove("community-duration-ms", SCAN, "/duration_ms"),
    set("has-upgrade-hint", SCAN, "/upgrade_hints", "[]"),
    set("failure-error-code", SCAN, "/error/error_code", r#""oops""#),
];

static RFC_9457: &[Case] = &[
    set("type", PROBLEM, "/type", r#""no uri""#),
    set("type", PROBLEM, "/type", "null"),
    set("title", PROBLEM, "/title", "404"),
    set("status", PROBLEM, "/status", r#""403""#),
    set("status", PROBLEM, "/status", "403.5"),
    set("detail", PROBLEM, "/detail", "null"),
    set("instance", PROBLEM, "/instance", r#""C:\\a""#),
    set("http-status", PROBLEM, "/status", "600"),
    set("http-status", PROBLEM, "/status", "99"),
    set("absolute-type", PROBLEM, "/type", r#""/probs/out-of-credit""#),
    set("title-of-blank", PROBLEM, "/type", r#""about:blank""#).found_at("/title"),
    set("extension-name", PROBLEM, "/id", "1"),
    set("extension-name", PROBLEM, "/trace-id", "1"),
    set("extension-name", PROBLEM, "/1st", "1"),
];

/// The rules of both versions of MCP, tested with envelopes of 2025-11-25.
static MCP: &[Case] = &[
    remove("content", RESULT, "/content"),
    set("is-error", RESULT, "/isError", r#""no""#),
    remove("has-is-error", RESULT, "/isError"),
    set("last-modified-time", RESULT, "/content/0/annotations", r#"{"lastModified":"2025-01-12"}"#)
        .found_at("/content/0/annotations/lastModified"),
    set("meta", RESULT, "/_meta", "[]"),
    set("null-value", RESULT, "/_meta", "null"),
    set("null-value", RESULT, "/content", "null"),
    set("null-value", RESULT, "/content/0/annotations", "null"),
    set("meta-key", RESULT, "/_meta/not a key!", "1"),
    set("meta-key", RESULT, "/content/0/_meta/_key", "1"),
    set("meta-key", RESULT, "/content/4/resource/_meta/key-", "1"),
    set("content-block", RESULT, "/content/1", r#""5°C""#),
    set("content-block-type", RESULT, "/content/1/type", r#""film""#),
    set("content-block-annotations", RESULT, "/content/0/annotations", "[]"),
    set("content-block-meta", RESULT, "/content/0/_meta", "[]"),
    set("null-value", RESULT, "/content/0/_meta", "null"),
    remove("text-block-text", RESULT, "/content/0/text"),
    set("media-block-data", RESULT, "/content/1/data", r#""data:image/gif""#),
    remove("media-block-mime-type", RESULT, "/content/2/mimeType"),
    set("resource-link-uri", RESULT, "/content/3/uri", r#""a.md""#),
    set("resource-link-uri", RESULT, "/content/3/uri", r#""C:\\specs\\a.md""#),
    set("resource-link-uri", RESULT, "/content/3/uri", r#""x:ä""#),
    set("resource-link-uri", RESULT, "/content/3/uri", r#""file:///a%zz""#),
    set("resource-link-uri", RESULT, "/content/3/uri", r#""http://[""#),
    remove("resource-link-name", RESULT, "/content/3/name"),
    set("resource-link-title", RESULT, "/content/3/title", "1"),
    set("null-value", RESULT, "/content/3/title", "null"),
    set("resource-link-description", RESULT, "/content/3/description", "1"),
    set("resource-link-mime-type", RESULT, "/content/3/mimeType", "1"),
    set("resource-link-size", RESULT, "/content/3/size", r#""3 B""#),
    set("resource-link-icons", RESULT, "/content/3/icons", r#""x""#),
    set("icon", RESULT, "/content/3/icons/0", r#""a.png""#),
    remove("icon-src", RESULT, "/content/3/icons/0/src"),
    set("icon-mime-type", RESULT, "/content/3/icons/0/mimeType", "1"),
    set("icon-sizes", RESULT, "/content/3/icons/0/sizes", r#""48x48""#),
    set("icon-theme", RESULT, "/content/3/icons/0/theme", r#""blue""#),
    remove("embedded-resource-resource", RESULT, "/content/4/resource"),
    remove("resource-uri", RESULT, "/content/4/resource/uri"),
    set("resource-mime-type", RESULT, "/content/4/resource/mimeType", "1"),
    set("resource-meta", RESULT, "/content/4/resource/_meta", "[]"),
    set("resource-text", RESULT, "/content/4/resource/text", "1"),
    set("resource-blob", RESULT, "/content/5/resource/blob", r#""Zg""#),
    set("audience", RESULT, "/content/0/annotations/audience", r#"["all"]"#),
    set("priority", RESULT, "/content/0/annotations/priority", "2"),
    set("last-modified", RESULT, "/content/0/annotations/lastModified", r#""yesterday""#),
    set("failure-text", ERROR, "/content", "[]"),
    set("failure-text", ERROR, "/content/0/text", r#""\n""#).found_at("/content"),
    set(
        "failure-text",
        ERROR,
        "/content/0",
        r#"{"type": "image", "data": "", "mimeType": "image/gif"}"#,
    )
    .found_at("/content"),
    remove("resource-one-of", RESULT, "/content/4/resource/text").found_at("/content/4/resource"),
    set("resource-one-of", RESULT, "/content/5/resource/text", r#""f""#)
        .found_at("/content/5/resource"),
    set("structured-text", RESULT, "/content", "[]"),
    remove("content", ERROR, "/content"),
    set("is-error", ERROR, "/isError", "null"),
];

static MCP_2025: &[Case] = &[
    set("structured-content", RESULT, "/structuredContent", "[]"),
    set("null-value", RESULT, "/structuredContent", "null"),
];

/// Each rule about the server of a result, with an invalid server, and the pointer of the violation in it.
static MCP_2026: &[(&str, &str, &str)] = &[
    ("meta-io-modelcontextprotocol-server-info", r#""s""#, ""),
    ("server-name", r#"{"version": "1"}"#, "/name"),
    ("server-version", r#"{"name": "s", "version": 1}"#, "/version"),
];

/// Returns the violations, then the warnings.
fn found(checked: Result<Checked, Violations>) -> Vec<Violation> {
    match checked {
        Ok(checked) => checked.warnings,
        Err(found) => [found.violations, found.warnings].concat(),
    }
}

/// The rules that have a test, each with its dialect.
#[derive(Default)]
struct Tested(BTreeSet<(Option<&'static str>, String)>);

impl Tested {
    /// Asserts that the envelope violates only this rule, at this pointer.
    #[track_caller]
    fn violates(&mut self, dialect: &'static str, text: &str, rule: &'static str, pointer: &str) {
        let checked = envelope_client::check_as(dialect, text);
        let is_required = checked.is_err();
        let found = found(checked);
        let [violation] = &found[..] else { panic!("{rule}: {found:#?} in {text}") };
        assert_eq!((&*violation.rule.id, violation.pointer.as_str()), (rule, pointer), "{text}");
        assert_eq!(violation.dialect, Some(dialect));
        assert_eq!(violation.rule.level == Level::Must, is_required, "{rule}");
        self.0.insert((Some(dialect), rule.to_owned()));
    }

    fn violate(&mut self, dialect: &'static str, cases: &[Case]) {
        for case in cases {
            assert_eq!(
                found(envelope_client::check_as(dialect, case.envelope)),
                [],
                "{}",
                case.envelope
            );
            let pointer = case.found_at.unwrap_or(case.at);
            self.violates(dialect, &case.changed(), case.rule, pointer);
        }
    }
}

/// Adds a case for each key of a table: a value of a wrong kind.
fn cases_of(pointer: &str, object: &'static Object, envelope: &'static str, cases: &mut Vec<Case>) {
    for key in object.keys {
        let at = format!("{pointer}/{}", key.name);
        match key.kind {
            Kind::Object(object) => cases_of(&at, object, envelope, cases),
            Kind::Objects(object) => cases_of(&format!("{at}/0"), object, envelope, cases),
            _ => {}
        }
        let other = if matches!(key.kind, Kind::Bool) { "3" } else { "true" };
        if key.presence != Presence::Own && !matches!(key.kind, Kind::Any) {
            cases.push(set(object.rule_id(key.name).leak(), envelope, at.leak(), other));
        }
    }
}

#[test]
fn each_rule_has_an_envelope_that_violates_it_alone() {
    let mut tested = Tested::default();
    tested.violate("response-v2", RESPONSE_V2);
    tested.violate("dotbot-mcp-response@1", DOTBOT_CASES);
    tested.violate("code-scalpel-v1", CODE_SCALPEL);
    tested.violate("rfc9457", RFC_9457);
    tested.violate("mcp-2025-11-25", MCP);
    tested.violate("mcp-2025-11-25", MCP_2025);
    for case in MCP {
        let pointer = case.found_at.unwrap_or(case.at);
        tested.violates("mcp-2026-07-28", &in_2026(&case.changed()), case.rule, pointer);
    }
    for (rule, info, at) in MCP_2026 {
        let mut result: Value = serde_json::from_str(&in_2026(RESULT)).unwrap();
        result["_meta"]["io.modelcontextprotocol/serverInfo"] = serde_json::from_str(info).unwrap();
        let pointer = format!("/_meta/io.modelcontextprotocol~1serverInfo{at}");
        tested.violates("mcp-2026-07-28", &result.to_string(), rule, &pointer);
    }
    tested.violates("mcp-2026-07-28", ERROR, "result-type", "/resultType");
    let partial = in_2026(ERROR).replace("complete", "partial");
    tested.violates("mcp-2026-07-28", &partial, "result-type", "/resultType");

    for (dialect, envelope) in
        [("response-v2", SUCCESS), ("dotbot-mcp-response@1", DOTBOT), ("code-scalpel-v1", SCAN)]
    {
        let mut cases = Vec::new();
        cases_of("", Contract::find(dialect).unwrap().envelope, envelope, &mut cases);
        cases.retain(|case| !tested.0.contains(&(Some(dialect), case.rule.to_owned())));
        tested.violate(dialect, &cases);
    }

    let of_contracts = envelope_client::rules().filter(|(dialect, _)| dialect.is_some());
    let missing: Vec<_> = of_contracts
        .map(|(dialect, rule)| (dialect, rule.id.into_owned()))
        .filter(|rule| !tested.0.contains(rule))
        .collect();
    assert_eq!(missing, [], "these rules have no case");
    assert_eq!(
        tested.0.len(),
        envelope_client::rules().filter(|(dialect, _)| dialect.is_some()).count()
    );
}

#[test]
fn rules_of_every_contract() {
    for (text, dialect, rule, pointer, what) in [
        ("", None, "json", "", "an error: EOF while parsing a value at line 1 column 0"),
        ("{} {}", None, "json", "", "an error: trailing characters at line 1 column 4"),
        ("[1]", None, "dialect", "", "an array"),
        (r#"{"data":{}}"#, None, "dialect", "", "an object"),
    ] {
        let violations = envelope_client::check(text).unwrap_err();
        assert_eq!(violations.dialect, dialect);
        let [violation] = &violations.violations[..] else { panic!("{violations}") };
        assert_eq!(
            (&*violation.rule.id, violation.pointer.as_str(), violation.found.as_str()),
            (rule, pointer, what)
        );
    }
    let mut tested = Tested::default();
    tested.violates("response-v2", "[]", "object", "");
    let twice = FAILURE.replacen(r#""id": "x""#, r#""a/~": [{"b": 1, "b": 2}]"#, 1);
    tested.violates("response-v2", &twice, "unique-keys", "/data/details/a~1~0/0/b");
    let unknown = envelope_client::check_as("response-v3", SUCCESS).unwrap_err();
    assert_eq!(unknown.violations[0].rule.id, "dialect");
    assert_eq!(unknown.violations[0].found, "the unknown contract \"response-v3\"");
    let common: Vec<_> = envelope_client::rules()
        .filter(|(dialect, _)| dialect.is_none())
        .map(|(_, rule)| rule.id)
        .collect();
    assert_eq!(common, ["json", "dialect", "object", "unique-keys"]);
}

#[test]
fn an_id_is_in_kebab_case_and_names_one_rule() {
    let mut known = BTreeSet::new();
    for (dialect, rule) in envelope_client::rules() {
        let is_kebab = |byte: u8| byte.is_ascii_lowercase() || byte == b'-';
        assert!(rule.id.bytes().all(is_kebab), "{}", rule.id);
        assert!(known.insert((dialect, rule.id.clone())), "{}", rule.id);
        assert!(!rule.sentence.is_empty() && !rule.section.is_empty(), "{}", rule.id);
    }
}

/// The table of rules in the docs of `check` is current. `.ci/bless` updates it.
#[test]
fn the_table_of_rules_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("envelope-client/src/rules.md");
    let mut table = String::new();
    let mut of = Some("");
    for (dialect, Rule { id, level, sentence, section, .. }) in envelope_client::rules() {
        if of != dialect {
            let title = dialect.unwrap_or("Every contract");
            table += &format!(
                "\n## {title}\n\n| rule | | the contract says | where |\n|---|---|---|---|\n"
            );
            of = dialect;
        }
        let level = match level {
            Level::Must => "must",
            Level::Note => "note",
            _ => "should",
        };
        table += &format!("| `{id}` | {level} | {sentence} | {section} |\n");
    }
    let table = table.trim_start();
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, table).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == table, "{} is not current: run `.ci/bless`", path.display());
}

/// The checker accepts every form that a contract leaves open to its servers.
#[test]
fn servers_can_differ() {
    for (dialect, envelope) in [
        (
            "response-v2",
            r#"{"success":true,"data":{},"error":null,"meta":{"version":"response-v2",
                "request_id":"r","warnings":[],"warning_details":null,"pagination":{"cursor":null,"has_more":false},
                "rate_limit":null,"telemetry":{"duration_ms":1.5,"downstream_calls":3},"content_fidelity":null,
                "dropped_content_ids":[],"content_archive_hashes":{},"region":"eu"}}"#,
        ),
        (
            "dotbot-mcp-response@1",
            r#"{"schema_id":"dotbot-mcp-response@1","tool":"t","version":"1.0.0-rc.1","status":"ok","summary":"s",
                "data":{},"warnings":[],"errors":[],"intent":null,"actions":[],"more":1,"audit":{
                "timestamp":"2026-01-02T13:57:00.123+00:00","duration_ms":0,"source":"a.ps1","host":null,
                "correlation_id":null,"write_to":null}}"#,
        ),
        (
            "code-scalpel-v1",
            r#"{"tier":"pro","tool_version":"3.2.8","tool_id":"t","request_id":"any id/1","capabilities":[],
                "duration_ms":0.5,"error":null,"upgrade_hints":[],"data":null,"warnings":["w"]}"#,
        ),
        (
            "mcp-2026-07-28",
            r#"{"resultType":"complete","content":[{"type":"text","text":"[]"}],
            "structuredContent":null,"isError":false}"#,
        ),
    ] {
        assert_eq!(found(envelope_client::check_as(dialect, envelope)), [], "{envelope}");
        assert_eq!(envelope_client::check(envelope).unwrap().dialect, dialect);
    }
}

#[test]
fn violations_can_be_read_by_people_and_programs() {
    let text = FAILURE.replacen("null", "1", 0).replacen("\"not_found\"", "\"missing\"", 1);
    let violations = envelope_client::check(&text).unwrap_err();
    assert_eq!(
        violations.to_string(),
        "the envelope violates the contract response-v2\n  /data/error_type: `error_type` of a failure is \
         `validation`, `authentication`, `authorization`, `not_found`, `conflict`, `rate_limit`, `feature_flag`, `internal`, \
         `unavailable` or `ai_provider`, found \"missing\" [failure-error-type: response-v2, \"Error Type Categories\"]"
    );
    assert_eq!(
        serde_json::to_value(&violations).unwrap(),
        serde_json::json!({
            "dialect": "response-v2",
            "violations": [{
                "dialect": "response-v2",
                "rule": {
                    "id": "failure-error-type",
                    "level": "must",
                    "sentence": "`error_type` of a failure is `validation`, `authentication`, `authorization`, `not_found`, \
                        `conflict`, `rate_limit`, `feature_flag`, `internal`, `unavailable` or `ai_provider`",
                    "section": "Error Type Categories",
                },
                "pointer": "/data/error_type",
                "found": "\"missing\"",
            }],
            "warnings": [],
        })
    );
}

/// Warnings are separate from violations.
#[test]
fn violations_come_with_warnings() {
    let mut envelope: Value = serde_json::from_str(FAILURE).unwrap();
    envelope["data"]["error_type"] = "missing".into();
    envelope["meta"].as_object_mut().unwrap().remove("request_id");
    let violations = envelope_client::check(&envelope.to_string()).unwrap_err();
    let ids = |found: &[Violation]| found.iter().map(|of| of.rule.id.clone()).collect::<Vec<_>>();
    assert_eq!(ids(&violations.violations), ["failure-error-type"]);
    assert_eq!(ids(&violations.warnings), ["has-request-id"]);
}

#[test]
fn what_was_found_is_shown_in_a_few_words() {
    for (value, expected) in [
        ("[]", "[]"),
        ("[1]", "an array"),
        ("{}", "{}"),
        (r#"{"a":1}"#, "an object"),
        ("false", "false"),
        ("1.5", "1.5"),
        (r#""no""#, r#""no""#),
    ] {
        let case = set("total-count", SUCCESS, "/meta/pagination/total_count", value);
        let found = found(envelope_client::check(&case.changed()));
        assert_eq!(found.iter().map(|of| of.found.as_str()).collect::<Vec<_>>(), [expected]);
    }
}

#[test]
fn an_assertion_lists_the_violations() {
    envelope_client::assert_contract!(SUCCESS);
    envelope_client::assert_contract!("response-v2", FAILURE.to_owned());
    let broken = FAILURE.replacen("\"not_found\"", "\"missing\"", 1);
    let panicked = std::panic::catch_unwind(|| envelope_client::assert_contract!(broken));
    let message = *panicked.unwrap_err().downcast::<String>().unwrap();
    assert!(message.contains("/data/error_type: "), "{message}");
    let panicked =
        std::panic::catch_unwind(|| envelope_client::assert_contract!("mcp-2025-11-25", FAILURE));
    let message = *panicked.unwrap_err().downcast::<String>().unwrap();
    assert!(
        message.starts_with("the envelope violates the contract mcp-2025-11-25\n"),
        "{message}"
    );
    assert!(
        message.contains("content: `content` is an array or null, found nothing [content: "),
        "{message}"
    );
    assert!(message.contains("\nin {\n    \"success\": false"), "{message}");
}

/// Pointers abbreviate long keys.
#[test]
fn long_keys_are_abbreviated() {
    let key = "k/".repeat(1_000);
    let envelope = SUCCESS.replace(
        r#""data": {"tasks": []}"#,
        &format!(r#""data": {{"{key}": {{"a": 1, "a": [0, {{"b": 2, "b": 3}}]}}}}"#),
    );
    let violations = envelope_client::check(&envelope).unwrap_err();
    let abbreviated = format!("/data/{}k…", "k~1".repeat(29));
    let pointers: Vec<_> = violations.violations.iter().map(|of| of.pointer.as_str()).collect();
    // The checker doesn't look for repeated keys in the value of a repeated key.
    assert_eq!(pointers, [format!("{abbreviated}/a")]);
}

/// The checker rejects hostile text with a report of a readable size.
#[test]
fn hostile_text_is_no_problem() {
    let deep = |open: &str, close: &str| open.repeat(10_000) + &close.repeat(10_000);
    let megabyte = "x".repeat(1 << 20);
    let hostile = [
        deep("[", "]"),
        deep("{\"a\":", "}"),
        format!(r#"{{"success":false,"error":{{}},"meta":[],"data":"{megabyte}"}}"#),
        format!(
            r#"{{"success":false,"data":{{}},"meta":{{}},"error":1,"{megabyte}":[{}1]}}"#,
            "1,".repeat(20_000)
        ),
        format!(r#"{{"content":[{}1],"isError":true}}"#, "1,".repeat(20_000)),
        format!(r#"{{"content":[],"isError":true,"x":{{{}"a":1}}}}"#, r#""a":1,"#.repeat(20_000)),
        format!(
            r#"{{"meta":{{"version":"response-v2","warning_details":[{}{{}}]}}}}"#,
            "{},".repeat(20_000)
        ),
        r#"{"success":1e999}"#.to_owned(),
        "\u{feff}{}".to_owned(),
        "\"\\ud800\"".to_owned(),
    ];
    for text in &hostile {
        let violations = envelope_client::check(text).unwrap_err();
        assert!(violations.violations.len() <= 100 && violations.warnings.len() <= 100);
        assert!(violations.to_string().len() < 100_000, "{}", violations.to_string().len());
        for dialect in DIALECTS {
            assert!(envelope_client::check_as(dialect, text).is_err());
        }
    }
}

/// Each violation points to an existing value, or to a missing key of an existing object.
#[test]
fn wrong_types_everywhere() {
    for (dialect, envelope) in [
        ("response-v2", SUCCESS),
        ("response-v2", FAILURE),
        ("dotbot-mcp-response@1", DOTBOT),
        ("code-scalpel-v1", SCAN),
        ("mcp-2025-11-25", RESULT),
        ("mcp-2026-07-28", &in_2026(RESULT)),
        ("rfc9457", PROBLEM),
    ] {
        let envelope: Value = serde_json::from_str(envelope).unwrap();
        let mut pointers = Vec::new();
        collect(&envelope, "", &mut pointers);
        for pointer in pointers {
            for wrong in ["null", "true", "-1.5", r#""\u0000""#, "[[]]", r#"{"":{}}"#] {
                let mut changed = envelope.clone();
                *changed.pointer_mut(&pointer).unwrap() = serde_json::from_str(wrong).unwrap();
                for violation in found(envelope_client::check_as(dialect, &changed.to_string())) {
                    let at = &violation.pointer;
                    let (parent, _) = at.rsplit_once('/').unwrap_or_default();
                    let is_there = changed.pointer(at).is_some();
                    assert_eq!(is_there, violation.found != "nothing", "{violation}");
                    assert!(at.is_empty() || changed.pointer(parent).is_some(), "{violation}");
                }
            }
        }
    }
}

fn collect(value: &Value, pointer: &str, pointers: &mut Vec<String>) {
    pointers.push(pointer.to_owned());
    match value {
        Value::Object(object) => {
            object
                .iter()
                .for_each(|(key, value)| collect(value, &format!("{pointer}/{key}"), pointers));
        }
        Value::Array(items) => {
            items
                .iter()
                .enumerate()
                .for_each(|(at, item)| collect(item, &format!("{pointer}/{at}"), pointers));
        }
        _ => {}
    }
}

/// The documents' templates and fragments violate the rules about missing values and placeholders.
#[test]
fn incomplete_examples() {
    for (dialect, example, rules) in [
        (
            "response-v2",
            r#"{"success":true,"data":{"tasks":[]},"meta":{"version":"response-v2","pagination":
                {"cursor":"eyJvZmZzZXQiOjIwfQ==","has_more":true,"total_count":150,"page_size":20}}}"#,
            &["error"][..],
        ),
        (
            "response-v2",
            r#"{"success":false,"error":"Spec not found: invalid-spec-id","data":{}}"#,
            &["meta"],
        ),
        ("response-v2", r#"{"meta":{"version":"response-v2"}}"#, &["success", "data", "error"]),
        (
            "response-v2",
            r#"{"success":true,"data":{},"error":null,"meta":{"version":"response-v2","warning_details":
                [{"code":"...","severity":"...","message":"..."}],"content_fidelity":"..."}}"#,
            &["warning-severity", "content-fidelity"],
        ),
        (
            "dotbot-mcp-response@1",
            r#"{"schema_id":"dotbot-mcp-response@1","tool":"solution.info","version":"1.0.0",
                "status":"ok|warning|error","summary":"One-sentence summary","data":{},
                "warnings":[{"code":"WARNING_CODE","message":"Warning description","path":"a","details":{}}],
                "errors":[],"audit":{"timestamp":"2026-01-02T13:57:00Z","duration_ms":123,
                "source":".bot/mcp/tools/solution-info/script.ps1","host":"warp|claude-desktop|ci|null",
                "correlation_id":"optional-request-id","write_to":"optional-file-written"}}"#,
            &["status", "host"],
        ),
        (
            "mcp-2025-11-25",
            r#"{"content":[{"type":"image","data":"base64..."}],"isError":false}"#,
            &["media-block-data", "media-block-mime-type"],
        ),
        (
            "mcp-2025-11-25",
            r#"{"content":[{"type":"resource","uri":"..."}],"isError":false}"#,
            &["embedded-resource-resource"],
        ),
    ] {
        let violations = envelope_client::check_as(dialect, example).unwrap_err();
        let broken: Vec<_> =
            violations.violations.iter().map(|violation| &*violation.rule.id).collect();
        assert_eq!(broken, rules, "{example}");
    }
}
