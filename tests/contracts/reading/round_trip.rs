//! What real tools answer with is read back to the same values, over data, metadata and failures made from a seed.
//!
//! `ROUND_TRIPS` is the number of cases for each dialect, and `ROUND_TRIP_SEED` the first seed. A failure prints the seed of its
//! case.

use std::collections::BTreeMap;
use std::env;
use std::num::NonZeroU64;

use envelope_runtime::response_v2::{ContentFidelity, Pagination, Telemetry};
use envelope_runtime::{
    Envelope, ErrorReport, ErrorType, Payload, RateLimit, RequestId, Severity, Tier, ToolFailure,
    UpgradeHint, Warning, WarningCode, code_scalpel, dotbot, envelope_tool, mcp, mcp_2025_11_25,
    mcp_2026_07_28, read, response_v2,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// Pseudorandom numbers: SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % limit as u64).unwrap()
    }

    fn flip(&mut self) -> bool {
        self.next().is_multiple_of(2)
    }

    fn pick<T: Clone>(&mut self, values: &[T]) -> T {
        values[self.below(values.len())].clone()
    }

    fn list<T>(&mut self, most: usize, make: impl Fn(&mut Self) -> T) -> Vec<T> {
        (0..self.below(most + 1)).map(|_| make(self)).collect()
    }

    fn maybe<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> Option<T> {
        self.flip().then(|| make(self))
    }

    /// Text of one line that is not blank.
    fn line(&mut self) -> String {
        const PIECES: [&str; 14] = [
            "a", "spec ", "\"", "\\", "\t", "é", "🦀", "\u{1}", "{}", "/~", "null", "€uro",
            "\u{2028}", "\u{7f}",
        ];
        let more: String = self.list(6, |random| random.pick(&PIECES)).concat();
        format!("x{more}")
    }

    fn text(&mut self) -> String {
        let lines = self.list(3, Self::line);
        lines.join("\n")
    }

    fn uri(&mut self) -> String {
        format!("file:///{:x}", self.next())
    }

    fn number(&mut self) -> u64 {
        let wide = self.next();
        self.pick(&[0, 1, 20, 150, u64::from(u32::MAX), u64::MAX, wide])
    }

    /// A number whose text reads as the same number.
    #[allow(clippy::cast_precision_loss, reason = "it is small")]
    fn fraction(&mut self) -> f64 {
        (self.below(100_000) as f64 - 50_000.0) / 8.0
    }

    fn value(&mut self, depth: usize) -> Value {
        match self.below(if depth == 0 { 6 } else { 8 }) {
            0 => Value::Null,
            1 => self.flip().into(),
            2 => self.number().into(),
            3 => (-i64::from(u8::MAX)).into(),
            4 => self.fraction().into(),
            5 => self.text().into(),
            6 => self.list(3, |random| random.value(depth - 1)).into(),
            _ => self.object(depth - 1).into(),
        }
    }

    fn object(&mut self, depth: usize) -> Map<String, Value> {
        self.list(3, |random| (random.line(), random.value(depth))).into_iter().collect()
    }

    /// Keys that differ from those of other kinds and of the contracts.
    fn entries(&mut self, kind: &str) -> Vec<(String, Value)> {
        let entries = self.list(3, |random| (random.line(), random.value(2)));
        let numbered = (0..).zip(entries);
        numbered.map(|(n, (key, value))| (format!("{kind}_{n}_{key}"), value)).collect()
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Payload)]
struct Data {
    text: String,
    count: u64,
    change: i64,
    share: f64,
    is_open: bool,
    kind: Kind,
    tags: Vec<String>,
    by_name: BTreeMap<String, Option<u8>>,
    nothing: (),
    any: Value,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Unit,
    Newtype(char),
    Tuple(u8, i16),
    Struct { a: Option<String> },
}

impl Data {
    fn any(random: &mut Random) -> Self {
        Self {
            text: random.text(),
            count: random.number(),
            change: i64::MIN + i64::try_from(random.below(1000)).unwrap(),
            share: random.fraction(),
            is_open: random.flip(),
            kind: match random.below(4) {
                0 => Kind::Unit,
                1 => Kind::Newtype(random.pick(&['a', '"', '🦀'])),
                2 => Kind::Tuple(255, -3),
                _ => Kind::Struct { a: random.maybe(Random::text) },
            },
            tags: random.list(3, Random::text),
            by_name: random.list(3, |r| (r.text(), r.maybe(|_| 7))).into_iter().collect(),
            nothing: (),
            any: random.value(3),
        }
    }
}

/// Runs a number of cases, each with a seed that it prints if it fails.
fn cases(run: impl Fn(&mut Random)) {
    let number = |name: &str| env::var(name).ok().map(|text| text.parse::<u64>().unwrap());
    let first = number("ROUND_TRIP_SEED").unwrap_or(1);
    for seed in first..first + number("ROUND_TRIPS").unwrap_or(1000) {
        struct OnPanic(u64);
        impl Drop for OnPanic {
            fn drop(&mut self) {
                if std::thread::panicking() {
                    eprintln!("ROUND_TRIP_SEED={} ROUND_TRIPS=1", self.0);
                }
            }
        }
        let on_panic = OnPanic(seed);
        run(&mut Random(seed));
        drop(on_panic);
    }
}

fn parse<T: DeserializeOwned>(envelope: &Envelope) -> T {
    serde_json::from_str(envelope.as_str()).unwrap()
}

fn rate_limit(random: &mut Random) -> RateLimit {
    let state = RateLimit::new().limit(random.number()).extra("period", random.value(1));
    let state = if random.flip() { state.remaining(random.number()) } else { state };
    let state = if random.flip() { state.reset_at("2025-12-04T12:00:00Z") } else { state };
    if random.flip() { state.retry_after(random.below(1000) as u64) } else { state }
}

fn warning(random: &mut Random) -> Warning {
    const CODES: [WarningCode; 3] =
        [WarningCode::ContentTruncated, WarningCode::StaleCache, WarningCode::PartialFailure];
    let message = random.line();
    let warning = match random.below(3) {
        0 => Warning::new(random.pick(&CODES), message),
        1 => Warning::custom("OWN_CODE", random.pick(&[Severity::Info, Severity::Error]), message),
        _ => Warning::uncoded(message).severity(Severity::Warning),
    };
    random
        .entries("fact")
        .into_iter()
        .fold(warning, |warning, (key, value)| warning.context(key, value))
}

#[envelope_tool(dialect = "response-v2")]
fn v2_tool(reply: response_v2::Reply<Data>) -> Result<response_v2::Reply<Data>, ToolFailure> {
    Ok(reply)
}

#[test]
fn successes_of_response_v2() {
    cases(|random| {
        let data = Data::any(random);
        let mut reply = response_v2::Reply::new(data.clone());
        let id = random.maybe(|random| format!("req_{}", random.next()));
        reply = reply.request_id(id.as_deref().map(RequestId::new));
        let pagination = random.maybe(|random| {
            let page = Pagination::next(random.text()).total_count(random.number());
            page.page_size(NonZeroU64::new(random.number())).extra("page", random.value(1))
        });
        let limit = random.maybe(rate_limit);
        let telemetry = random.maybe(|random| {
            Telemetry::new().duration_ms(random.number()).extra("calls", random.value(1))
        });
        let fidelity = random
            .maybe(|random| random.pick(&[ContentFidelity::Full, ContentFidelity::ReferenceOnly]));
        let dropped = random.list(3, Random::text);
        let hashes = random.list(3, |random| (random.text(), random.text()));
        let messages = random.list(2, |random| format!("only {}", random.line()));
        let details = random.list(2, warning);
        let extra = random.entries("extra");
        if let Some(pagination) = &pagination {
            reply = reply.pagination(pagination.clone());
        }
        if let Some(limit) = &limit {
            reply = reply.rate_limit(limit.clone());
        }
        if let Some(telemetry) = &telemetry {
            reply = reply.telemetry(telemetry.clone());
        }
        if let Some(fidelity) = fidelity {
            reply = reply.content_fidelity(fidelity);
        }
        reply = reply.dropped_content_ids(dropped.clone());
        reply = hashes.iter().fold(reply, |reply, (id, hash)| reply.content_archive_hash(id, hash));
        reply = messages.iter().fold(reply, |reply, message| reply.warning(message));
        reply = details.iter().fold(reply, |reply, warning| reply.warning_detail(warning.clone()));
        reply =
            extra.iter().fold(reply, |reply, (key, value)| reply.extra_meta(key, value.clone()));

        let success = parse::<response_v2::Response<Data>>(&v2_tool(reply)).into_result().unwrap();
        assert_eq!(success.data, data);
        let meta = success.meta;
        assert_eq!(meta.request_id, id.map(RequestId::new));
        assert_eq!(meta.pagination, pagination);
        assert_eq!(meta.rate_limit, limit);
        assert_eq!(meta.telemetry, telemetry);
        assert_eq!(meta.content_fidelity, fidelity);
        assert_eq!(meta.dropped_content_ids, dropped);
        assert_eq!(meta.content_archive_hashes, hashes.into_iter().collect());
        let details: Vec<_> = details.into_iter().map(Warning::details_only).collect();
        assert_eq!(meta.warning_details, details);
        assert!(messages.iter().all(|message| meta.warnings.contains(message)));
        assert!(details.iter().all(|warning| meta.warnings.contains(&warning.message)));
        assert_eq!(*meta.extras(), extra.into_iter().collect::<Map<_, _>>());
        assert!(success.extra.is_empty());
    });
}

fn issue(random: &mut Random) -> dotbot::Issue {
    let code = random.pick(&["IO_ERROR", "PROJECT_NOT_FOUND", "OWN_CODE"]);
    let issue = dotbot::Issue::new(code, random.line());
    let issue = if random.flip() { issue.path(random.line()) } else { issue };
    random.entries("fact").into_iter().fold(issue, |issue, (key, value)| issue.detail(key, value))
}

#[envelope_tool(dialect = "dotbot-mcp-response@1", tool = "a.b", version = "1.2.3", source = "src/a.rs", host = Some(dotbot::Host::Warp), correlation_id = id)]
fn dotbot_tool(
    reply: dotbot::Reply<Data>,
    id: Option<&str>,
) -> Result<dotbot::Reply<Data>, ToolFailure> {
    Ok(reply)
}

#[test]
fn replies_of_dotbot() {
    cases(|random| {
        let data = Data::any(random);
        let summary = random.line();
        let mut reply = dotbot::Reply::new(summary.clone(), data.clone());
        let warnings = random.list(2, issue);
        let errors = if random.below(3) == 0 { random.list(2, issue) } else { Vec::new() };
        reply = warnings.iter().fold(reply, |reply, warning| reply.warning(warning.clone()));
        reply = errors.iter().fold(reply, |reply, error| reply.error(error.clone()));
        let intent = random.maybe(|random| {
            let intent = dotbot::Intent::new(random.text(), random.text());
            random
                .entries("a")
                .into_iter()
                .fold(intent, |intent, (key, value)| intent.parameter(key, value))
        });
        if let Some(intent) = &intent {
            reply = reply.intent(intent.clone());
        }
        let actions = random.list(2, |random| {
            let action = dotbot::Action::suggestion(
                random.text(),
                random.text(),
                random.text(),
                random.text(),
            );
            random
                .entries("a")
                .into_iter()
                .fold(action, |action, (key, value)| action.parameter(key, value))
        });
        reply = actions.iter().fold(reply, |reply, action| reply.action(action.clone()));
        let write_to = random.maybe(|_| "out/projects.json".to_owned());
        reply = reply.write_to(write_to.clone());
        let id = random.maybe(Random::line);

        let response: dotbot::Response<Data> = parse(&dotbot_tool(reply, id.as_deref()));
        let meta = response.meta().clone();
        assert_eq!((meta.tool.as_str(), meta.version.as_str()), ("a.b", "1.2.3"));
        assert_eq!(meta.summary, summary);
        assert_eq!((&meta.warnings, &meta.errors), (&warnings, &errors));
        assert_eq!((meta.intent, meta.actions), (intent, actions));
        assert_eq!(meta.audit.write_to, write_to);
        assert_eq!(meta.audit.correlation_id, id.map(RequestId::new));
        assert_eq!(meta.audit.host, Some(dotbot::Host::Warp));
        assert_eq!(meta.audit.source, "src/a.rs");
        assert!(meta.audit.extra.is_empty());
        match response.into_result() {
            Ok(success) => {
                assert!(errors.is_empty());
                assert_eq!(success.data, data);
            }
            Err(failure) => {
                assert_eq!(failure.code(), errors[0].code);
                assert_eq!(failure.message(), errors[0].message);
                assert_eq!(failure.report().path(), errors[0].path.as_deref());
                assert_eq!(object(failure.report().details()), errors[0].details);
                assert_eq!(failure.data::<Data>().unwrap(), data);
            }
        }
    });
}

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
        random.entries("a").into_iter().fold(block, |block, (key, value)| block.meta(key, value));
    if random.flip() {
        return block;
    }
    let annotations = mcp::Annotations::new().audience([Role::User, Role::Assistant]);
    block.annotations(annotations.priority(0.25).last_modified(random.text()))
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

/// What a reply of MCP carries.
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
            extra: random.entries("extra"),
        }
    }

    fn add_to<T, V: mcp::Version>(&self, mut reply: mcp::Reply<T, V>) -> mcp::Reply<T, V> {
        if let Some(text) = &self.text {
            reply = reply.text(text);
        }
        reply = self.blocks.iter().fold(reply, |reply, block| reply.content(block.clone()));
        self.extra.iter().fold(reply, |reply, (key, value)| reply.extra_meta(key, value.clone()))
    }

    fn check(self, read: &mcp::ResponseMeta, data: &Value) {
        assert_eq!(read.request_id, self.id.map(RequestId::new));
        match self.text {
            Some(text) => assert_eq!(read.text(), Some(text.as_str())),
            None => {
                let text: Value = serde_json::from_str(read.text().unwrap()).unwrap();
                assert_eq!(text, *data);
            }
        }
        assert_eq!(read.content[1..], self.blocks);
        assert_eq!(read.extra, self.extra.into_iter().collect::<Map<_, _>>());
    }
}

#[test]
fn successes_of_mcp() {
    cases(|random| {
        let (data, meta) = (Data::any(random), McpMeta::any(random));
        let reply = meta.add_to(mcp_2025_11_25::Reply::new(data.clone()));
        let response: mcp::Response<Data> = parse(&mcp_2025_tool(reply, meta.id.as_deref()));
        let success = response.into_result().unwrap();
        assert_eq!(success.data, data);
        assert_eq!(success.meta.result_type, None);
        meta.check(&success.meta, &serde_json::to_value(data).unwrap());

        let (data, meta) = (random.value(3), McpMeta::any(random));
        let reply = meta.add_to(mcp_2026_07_28::Reply::new(data.clone()));
        let response: mcp::Response<Value> = parse(&mcp_2026_tool(reply, meta.id.as_deref()));
        let success = response.into_result().unwrap();
        assert_eq!(success.data, data);
        assert_eq!(success.meta.result_type.as_deref(), Some("complete"));
        meta.check(&success.meta, &data);
    });
}

#[envelope_tool(dialect = "code-scalpel-v1", tier = tier, tool = "scan", version = "3.2.8", request_id = id, capabilities = capabilities)]
fn scalpel_tool(
    reply: code_scalpel::Reply<Value>,
    tier: Tier,
    id: &str,
    capabilities: Vec<String>,
) -> Result<code_scalpel::Reply<Value>, ToolFailure> {
    Ok(reply)
}

const TIERS: [Tier; 3] = [Tier::Community, Tier::Pro, Tier::Enterprise];

#[test]
fn successes_of_code_scalpel() {
    cases(|random| {
        let data = random.value(3);
        let hints = random
            .list(2, |random| UpgradeHint::new(random.text(), random.pick(&TIERS), random.text()));
        let mut reply = code_scalpel::Reply::new(data.clone());
        reply = hints.iter().fold(reply, |reply, hint| reply.upgrade_hint(hint.clone()));
        let (tier, id, capabilities) =
            (random.pick(&TIERS), random.line(), random.list(3, Random::text));
        let envelope = scalpel_tool(reply, tier, &id, capabilities.clone());
        let success = parse::<code_scalpel::Response<Value>>(&envelope).into_result().unwrap();
        assert_eq!(success.data, data);
        let meta = success.meta;
        assert_eq!(meta.tier, Some(tier));
        assert_eq!((meta.tool_id.as_str(), meta.tool_version.as_str()), ("scan", "3.2.8"));
        assert_eq!(meta.request_id.as_str(), id);
        assert_eq!(meta.capabilities, capabilities);
        assert_eq!(meta.upgrade_hints, hints);
        assert!(meta.duration_ms.is_some() && meta.warnings.is_empty() && success.extra.is_empty());
    });
}

fn object(fields: impl Serialize) -> Map<String, Value> {
    match serde_json::to_value(fields).unwrap() {
        Value::Object(map) => map,
        other => panic!("{other}"),
    }
}

/// A failure with everything, and codes that every dialect can carry.
fn failure(random: &mut Random) -> ToolFailure {
    const CODES: [&str; 12] = [
        "INVALID_ARGUMENT",
        "INVALID_PATH",
        "FORBIDDEN",
        "NOT_FOUND",
        "TIMEOUT",
        "TOO_LARGE",
        "RESOURCE_EXHAUSTED",
        "NOT_IMPLEMENTED",
        "UPGRADE_REQUIRED",
        "DEPENDENCY_UNAVAILABLE",
        "CORRECTION_NEEDED",
        "INTERNAL_ERROR",
    ];
    let mut failure =
        ToolFailure::custom(random.pick(&CODES), ErrorType::Internal, random.line()).expose();
    if random.flip() {
        failure = failure.remediation(random.line());
    }
    if random.flip() {
        failure = failure.path(random.line());
    }
    for (key, value) in random.entries("detail") {
        failure = failure.detail(&key, value);
    }
    for (key, value) in random.entries("data") {
        failure = failure.data(&key, value);
    }
    for (key, value) in random.entries("meta") {
        failure = failure.meta(&key, value);
    }
    for (key, value) in random.entries("telemetry") {
        failure = failure.telemetry(&key, value);
    }
    if random.flip() {
        failure = failure.data("retry_after_seconds", random.below(100));
    }
    if random.flip() {
        failure = failure.rate_limit(rate_limit(random));
    }
    for message in random.list(2, |random| format!("only {}", random.line())) {
        failure = failure.warning(message);
    }
    for warning in random.list(2, warning) {
        failure = failure.warning_detail(warning);
    }
    // An upgrade is required together with what to upgrade to.
    let required = usize::from(failure.report().code() == "UPGRADE_REQUIRED");
    for _ in 0..required + random.below(3) {
        failure = failure.upgrade(random.text(), random.pick(&TIERS), random.text());
    }
    failure
}

/// What a report says of the values that an author marks.
fn marked(report: &ErrorReport) -> [Map<String, Value>; 3] {
    [object(report.details()), object(report.data()), object(report.meta())]
}

/// Compares what every dialect carries in the same way.
#[track_caller]
fn assert_same(read: &ErrorReport, written: &ErrorReport) {
    assert_eq!(read.code(), written.code());
    assert_eq!(read.error_type(), written.error_type());
    assert_eq!(read.message(), written.message());
    assert_eq!(read.remediation(), written.remediation());
    assert_eq!(read.path(), written.path());
    assert_eq!(object(read.telemetry()), object(written.telemetry()));
    let limit = |report: &ErrorReport| json!(report.rate_limit());
    assert_eq!(limit(read), limit(written));
    assert_eq!(json!(read.upgrades()), json!(written.upgrades()));
    let warnings = |report: &ErrorReport| {
        let mut warnings: Vec<_> = report.warnings().iter().map(|warning| json!(warning)).collect();
        warnings.sort_by_key(Value::to_string);
        warnings
    };
    assert_eq!(warnings(read), warnings(written));
}

#[envelope_tool(dialect = "response-v2")]
fn v2_fails(failure: ToolFailure) -> Result<(), ToolFailure> {
    Err(failure)
}

#[envelope_tool(dialect = "dotbot-mcp-response@1", summary("Done."))]
fn dotbot_fails(failure: ToolFailure) -> Result<(), ToolFailure> {
    Err(failure)
}

#[envelope_tool(dialect = "mcp-2026-07-28", structured_errors)]
fn mcp_fails(failure: ToolFailure) -> Result<(), ToolFailure> {
    Err(failure)
}

#[envelope_tool(dialect = "mcp-2025-11-25")]
fn mcp_fails_in_text(failure: ToolFailure) -> Result<(), ToolFailure> {
    Err(failure)
}

#[envelope_tool(dialect = "code-scalpel-v1", tier = "pro", mirror_failure)]
fn scalpel_fails(failure: ToolFailure) -> Result<(), ToolFailure> {
    Err(failure)
}

/// The failure in an envelope, through `read`.
fn received(envelope: &Envelope) -> read::Failure {
    read::<Value>(envelope.as_str()).unwrap().into_result().unwrap_err()
}

#[test]
fn failures_of_response_v2() {
    cases(|random| {
        let written = failure(random);
        let read = received(&v2_fails(written.clone()));
        assert_same(read.report(), written.report());
        assert_eq!(marked(read.report()), marked(written.report()));
        assert_eq!(read.report().warnings(), written.report().warnings());
        assert_eq!(read.retry_after(), written.report().retry_after());
    });
}

/// Details, data and metadata are one object there.
#[test]
fn failures_of_dotbot() {
    cases(|random| {
        let summary = random.line();
        let written = failure(random).summary(&summary);
        let read = received(&dotbot_fails(written.clone()));
        assert_same(read.report(), written.report());
        let all: Map<_, _> = marked(written.report()).into_iter().flatten().collect();
        assert_eq!(object(read.report().details()), all);
        assert_eq!(read.report().summary(), summary);
    });
}

#[test]
fn failures_of_mcp() {
    cases(|random| {
        let written = failure(random);
        let read = received(&mcp_fails(written.clone()));
        assert_same(read.report(), written.report());
        assert_eq!(marked(read.report()), marked(written.report()));
        assert_eq!(read.retry_after(), written.report().retry_after());

        // The contract's own form has no code and no details.
        let written = failure(random);
        let read = received(&mcp_fails_in_text(written.clone()));
        assert_eq!(read.message(), written.report().message());
        assert_eq!(read.remediation(), written.report().remediation());
        assert_eq!(object(read.report().meta()), object(written.report().meta()));
    });
}

/// Details and metadata are one object there.
#[test]
fn failures_of_code_scalpel() {
    cases(|random| {
        let written = failure(random);
        let read = received(&scalpel_fails(written.clone()));
        assert_same(read.report(), written.report());
        let [details, data, meta] = marked(written.report());
        assert_eq!(
            object(read.report().details()),
            details.into_iter().chain(meta).collect::<Map<_, _>>()
        );
        assert_eq!(object(read.report().data()), data);
        assert_eq!(read.retry_after(), written.report().retry_after());
    });
}
