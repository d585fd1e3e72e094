//! Results that are larger than their budget: generated data in every dialect.
//!
//! `MORE_CASES=2000 cargo test --release -p envelope-servers --test budgets an_answer -- --nocapture` runs a million cases and counts the
//! kinds of answers. `BUDGET_SEED` sets the first seed. A failure prints the seed of its case.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

use envelope_client::response_v2::{Pages, Response};
use envelope_runtime::dialect::{AnyJson, Call, Dialect, Entries, Metadata, PlainData};
use envelope_runtime::mcp::ContentBlock;
use envelope_runtime::response_v2::{ContentFidelity, Pagination, Reply, ResponseV2};
use envelope_runtime::testing::Frozen;
use envelope_runtime::{
    AnyDialect, Cursor, Cut, Envelope, ErrorReport, Output, Page, PageLimit, Payload, Retry,
    ToolFailure, code_scalpel, dotbot, envelope_tool, mcp_2025_11_25, mcp_2026_07_28, rfc9457,
};
use jsonschema::Validator;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

type Items<'a> = Result<&'a [Value], ToolFailure>;

#[envelope_tool(dialect = "response-v2", data = "items", output_schema)]
fn response_v2(items: &[Value]) -> Items<'_> {
    Ok(items)
}

#[envelope_tool(
    dialect = "dotbot-mcp-response@1",
    data = "items",
    summary("Found {}.", data.len()),
    output_schema
)]
fn dotbot(items: &[Value]) -> Items<'_> {
    Ok(items)
}

#[envelope_tool(dialect = "mcp-2025-11-25", data = "items", output_schema)]
fn mcp(items: &[Value]) -> Items<'_> {
    Ok(items)
}

#[envelope_tool(dialect = "mcp-2026-07-28", data = "items", output_schema)]
fn mcp_2026(items: &[Value]) -> Items<'_> {
    Ok(items)
}

#[envelope_tool(dialect = "rfc9457", data = "items", output_schema)]
fn rfc9457(items: &[Value]) -> Items<'_> {
    Ok(items)
}

#[envelope_tool(dialect = "mcp-2025-11-25", data = "items", pretty, output_schema)]
fn mcp_pretty(items: &[Value]) -> Items<'_> {
    Ok(items)
}

#[envelope_tool(
    dialect = "mcp-2025-11-25",
    data = "items",
    text("{} items", data.len()),
    output_schema
)]
fn mcp_text(items: &[Value]) -> Items<'_> {
    Ok(items)
}

/// Returns a tree, which has to agree with the text.
#[envelope_tool(dialect = "mcp-2025-11-25", data = "items", returns = Value)]
fn mcp_tree(items: &[Value]) -> Items<'_> {
    Ok(items)
}

#[envelope_tool(dialect = "code-scalpel-v1", tier = "pro", data = "items", output_schema)]
fn code_scalpel(items: &[Value]) -> Items<'_> {
    Ok(items)
}

/// The data is the list itself, without a key.
#[envelope_tool(dialect = "code-scalpel-v1", tier = "pro")]
fn bare_list(items: &[Value]) -> Items<'_> {
    Ok(items)
}

/// Two lists, one of which can be cut, and a field after them.
#[derive(Serialize, Payload)]
struct Nested<'a> {
    tags: [&'static str; 2],
    page: Tasks<'a>,
    total: usize,
}

#[derive(Serialize)]
struct Tasks<'a> {
    tasks: &'a [Value],
}

#[envelope_tool(
    dialects("response-v2", "mcp-2025-11-25"),
    budget(bytes = 2_000, cut = "page.tasks", hint = "Filter by status.")
)]
fn nested(tasks: &[Value]) -> Result<Nested<'_>, ToolFailure> {
    Ok(Nested { tags: ["a", "b"], page: Tasks { tasks }, total: tasks.len() })
}

#[envelope_tool(dialect = "mcp-2025-11-25", text, catch_panic)]
fn text(text: &str) -> Result<&str, ToolFailure> {
    Ok(text)
}

/// Runs a call. Tools that set no budget have this one.
fn within<R>(bytes: usize, call: impl FnOnce() -> R) -> R {
    Frozen::new().budget(bytes).sync_scope(call)
}

/// Random numbers, by splitmix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// Small numbers are as likely as large ones.
    fn skewed(&mut self, end: usize) -> usize {
        let bits = self.below(end.ilog2() as usize + 2);
        self.below((1 << bits).min(end))
    }

    fn string(&mut self, len: usize) -> String {
        const CHARS: [char; 12] =
            ['a', 'b', '7', ' ', '"', '\\', '\n', '\u{1}', 'é', '日', '🦀', ']'];
        let is_plain = self.below(2) == 0;
        let chars = if is_plain { 4 } else { CHARS.len() };
        (0..len).map(|_| CHARS[self.below(chars)]).collect()
    }

    fn item(&mut self, max: usize) -> Value {
        match self.below(8) {
            0..=2 => self.below(1_000).into(),
            3 => json!([self.below(9), [self.string(2), []], {}]),
            4 => json!({"id": self.below(99), "tags": [self.string(3)], "]": null}),
            5 => json!(self.below(9) as f64 / 3.0),
            _ => {
                let len = self.skewed(max);
                self.string(len).into()
            }
        }
    }

    fn items(&mut self, budget: usize) -> Vec<Value> {
        let count = self.skewed(10_001);
        // About three budgets in all, apart from a few large items.
        let max = (3 * budget / count.max(1)).max(2);
        let max = if self.below(50) == 0 { 2 * budget } else { max };
        (0..count).map(|_| self.item(max)).collect()
    }
}

fn env(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |value| value.parse().expect("a number"))
}

/// Runs a check for each seed.
fn for_each_seed(usual: u64, check: impl Fn(&mut Random)) {
    let first = env("BUDGET_SEED", 1);
    for seed in first..first + usual * env("MORE_CASES", 1) {
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| check(&mut Random(seed)))) {
            eprintln!("BUDGET_SEED={seed}");
            resume_unwind(panic);
        }
    }
}

/// The items in an envelope, and the notice of a cut.
struct Seen {
    items: Vec<Value>,
    notice: Option<String>,
}

/// A dialect's tool, and the places of the parts in its envelopes.
struct Form {
    tool: fn(&[Value]) -> Envelope,
    schema: fn() -> Arc<Map<String, Value>>,
    /// The part that the output schema describes, in a success.
    described: &'static str,
    items: &'static str,
    notice: &'static str,
    /// The numbers of a cut, in a contract with warnings.
    counts: Option<&'static str>,
    /// The size of an item for a client.
    size: fn(&Value) -> usize,
}

fn compact(item: &Value) -> usize {
    item.to_string().len()
}

/// The lines of an item are indented by the levels around it.
fn indented(item: &Value) -> usize {
    let pretty = serde_json::to_string_pretty(item).unwrap();
    pretty.len() + 4 * pretty.lines().count() + 1
}

/// The size of an envelope for a client, which shows one copy of the data: the larger of text and structure.
fn shown(envelope: &str) -> usize {
    let json: Value = serde_json::from_str(envelope).expect("valid JSON");
    let text = json.pointer("/content/0/text").and_then(Value::as_str).unwrap_or_default();
    let structure = json["structuredContent"].to_string();
    let is_copy =
        serde_json::from_str::<Value>(text).is_ok_and(|text| text == json["structuredContent"]);
    if !is_copy {
        return envelope.len();
    }
    let copies = structure.len() + json!(text).to_string().len();
    envelope.len() - copies + structure.len().max(text.len())
}

const FORMS: [Form; 8] = [
    Form {
        tool: response_v2,
        schema: response_v2_output_schema,
        described: "",
        items: "/data/items",
        notice: "/meta/warnings/0",
        counts: Some("/meta/warning_details/0/context"),
        size: compact,
    },
    Form {
        tool: dotbot,
        schema: dotbot_output_schema,
        described: "",
        items: "/data/items",
        notice: "/warnings/0/message",
        counts: Some("/warnings/0/details"),
        size: compact,
    },
    Form { tool: mcp, schema: mcp_output_schema, ..MCP },
    Form { tool: mcp_2026, schema: mcp_2026_output_schema, ..MCP },
    Form { tool: mcp_pretty, schema: mcp_pretty_output_schema, size: indented, ..MCP },
    Form { tool: mcp_text, schema: mcp_text_output_schema, ..MCP },
    Form {
        tool: code_scalpel,
        schema: code_scalpel_output_schema,
        described: "",
        items: "/data/items",
        notice: "/data/truncation",
        ..MCP
    },
    Form {
        tool: rfc9457,
        schema: rfc9457_output_schema,
        described: "",
        items: "/items",
        notice: "/truncation",
        ..MCP
    },
];

const MCP: Form = Form {
    tool: mcp,
    schema: mcp_output_schema,
    described: "/structuredContent",
    items: "/structuredContent/items",
    notice: "/structuredContent/truncation",
    counts: None,
    size: compact,
};

fn read(form: &Form, json: &Value) -> Seen {
    let notice = json.pointer(form.notice).map(|notice| notice.as_str().unwrap().to_owned());
    if let Some(content) = json["content"].as_array() {
        let [text] = &content[..] else { panic!("the notice is sent once in each copy") };
        let text = text["text"].as_str().unwrap();
        if text.starts_with('{') {
            let text: Value = serde_json::from_str(text).expect("the text is JSON");
            assert_eq!(text, json["structuredContent"]);
        } else {
            let last = text.lines().nth(1);
            assert_eq!(last, notice.as_deref(), "the text says it, too");
        }
        assert_eq!(json.get("_meta"), None);
    }
    let items = json.pointer(form.items).and_then(Value::as_array).expect("items").clone();
    Seen { items, notice }
}

/// A result is too large only if its first item takes much of the budget.
fn check_failure(envelope: &Envelope, items: &[Value], budget: usize) {
    assert_eq!(envelope.error_code(), Some("RESULT_TOO_LARGE"), "{envelope}");
    let first = items.first().map_or(0, |item| item.to_string().len());
    assert!(3 * first + 1_200 > budget, "the first of {} items is {first} bytes", items.len());
}

#[test]
fn an_answer_fits_and_contains_the_first_items() {
    let schemas = FORMS.each_ref().map(|form| validator(&(form.schema)()));
    let [whole, cut, failed] = [const { Cell::new(0) }; 3];
    let count = |cell: &Cell<u64>| cell.set(cell.get() + 1);
    for_each_seed(500, |random| {
        let budget = 900 + random.skewed(60_000);
        let items = random.items(budget);
        let index = random.below(FORMS.len());
        let form = &FORMS[index];
        let envelope = within(budget, || (form.tool)(&items));
        let dialect = envelope.dialect();
        envelope_client::check_as(dialect, envelope.as_str()).expect("follows its contract");
        let json: Value = serde_json::from_str(envelope.as_str()).expect("valid JSON");
        if !envelope.is_success() {
            count(&failed);
            return check_failure(&envelope, &items, budget);
        }
        let size = shown(envelope.as_str());
        assert!(size <= budget, "{size} of {budget}");
        let described = json.pointer(form.described).expect("the part in the schema");
        schemas[index].validate(described).expect("matches its output schema");
        let Seen { items: kept, notice } = read(form, &json);
        assert_eq!(kept, items[..kept.len()], "the first items in order");
        let left_out = items.len() - kept.len();
        let Some(notice) = notice else {
            count(&whole);
            return assert_eq!(left_out, 0, "nothing is left out silently");
        };
        count(&cut);
        let part =
            format!("The first {} of {} items of `items` are here.", kept.len(), items.len());
        assert_eq!(notice, format!("{part} Narrow the request to get the others."));
        if let Some(counts) = form.counts.and_then(|counts| json.pointer(counts)) {
            assert_eq!(counts["returned_count"], kept.len());
            assert_eq!(counts["total_count"], items.len());
            assert_eq!(counts["dropped_count"], left_out);
        }
        // The next item did not fit. The notice may need less room than is reserved for its numbers.
        let next = (form.size)(&items[kept.len()]) + 40;
        assert!(size + next > budget, "{} of {budget}: {size} + {next}", kept.len());
    });
    let [whole, cut, failed] = [whole, cut, failed].map(Cell::into_inner);
    println!("{whole} answers are whole, {cut} are cut, and {failed} are failures");
    assert!(whole.min(cut).min(failed) > 0);
}

fn validator(schema: &Map<String, Value>) -> Validator {
    jsonschema::validator_for(&Value::Object(schema.clone())).expect("a schema")
}

/// Indentation makes the text larger than the runtime expects.
#[test]
fn an_indented_text_leaves_nothing_out_silently() {
    let item = json!([[[[1, [2]], [3]], 4], 5]);
    let items = vec![item; 8];
    for budget in (900..4_000).step_by(10) {
        let envelope = within(budget, || mcp_pretty(&items));
        assert!(shown(envelope.as_str()) <= budget);
        assert!(envelope.is_success(), "one item fits into {budget}");
        let json = envelope.to_value().unwrap();
        let kept = json["structuredContent"]["items"].as_array().unwrap().len();
        let notice = json["structuredContent"]["truncation"].as_str().unwrap_or_default();
        let begin = format!("The first {kept} of 8 items");
        assert!(kept == 8 || notice.starts_with(&begin), "{envelope}");
    }
}

#[test]
fn a_tree_is_cut_as_its_text() {
    for_each_seed(50, |random| {
        let budget = 900 + random.skewed(10_000);
        let items = random.items(budget);
        let text = within(budget, || mcp(&items)).to_value().unwrap();
        assert_eq!(within(budget, || mcp_tree(&items)), text);
    });
}

#[test]
fn a_result_that_fills_its_budget_is_whole() {
    let items: Vec<_> = (0..100).map(|id| json!({"id": id})).collect();
    for tool in [response_v2, mcp, mcp_pretty] {
        let whole = tool(&items);
        let size = shown(whole.as_str());
        assert_eq!(within(size, || tool(&items)), whole);
        let cut = within(size - 1, || tool(&items));
        assert!(cut.is_success() && cut.as_str().contains("are here"), "{cut}");
    }
}

#[test]
fn a_list_is_named_by_its_path() {
    for_each_seed(125, |random| {
        let items = random.items(2_000);
        let spoken = [AnyDialect::of::<ResponseV2>(), AnyDialect::of::<mcp_2025_11_25::Mcp>()];
        for (contract, spoken) in ["response-v2", "mcp-2025-11-25"].into_iter().zip(spoken) {
            let envelope = spoken.sync_scope(|| nested(&items));
            envelope_client::check_as(contract, envelope.as_str()).expect("follows its contract");
            assert!(shown(envelope.as_str()) <= 2_000);
            if !envelope.is_success() {
                check_failure(&envelope, &items, 2_000);
                continue;
            }
            let json: Value = serde_json::from_str(envelope.as_str()).unwrap();
            let data = if contract == "response-v2" { "data" } else { "structuredContent" };
            assert_eq!(json[data]["tags"], json!(["a", "b"]));
            assert_eq!(json[data]["total"], items.len(), "what follows the list is there");
            let kept = json[data]["page"]["tasks"].as_array().unwrap();
            assert_eq!(*kept, items[..kept.len()]);
            let is_cut = kept.len() < items.len();
            assert_eq!(envelope.as_str().contains("are here. Filter by status."), is_cut);
            assert_eq!(envelope.as_str().contains("of `page.tasks`"), is_cut);
        }
    });
}

#[test]
fn a_text_is_cut_after_a_line() {
    for_each_seed(250, |random| {
        let budget = 900 + random.skewed(10_000);
        let len = random.skewed(4 * budget);
        let whole = random.string(len);
        let envelope = within(budget, || text(&whole));
        envelope_client::check(envelope.as_str()).expect("follows its contract");
        assert!(envelope.as_str().len() <= budget);
        let json: Value = serde_json::from_str(envelope.as_str()).unwrap();
        let sent = json["content"][0]["text"].as_str().unwrap();
        if !envelope.is_success() {
            assert_eq!(envelope.error_code(), Some("RESULT_TOO_LARGE"));
            let first = whole.split('\n').next().unwrap();
            assert!(6 * first.len() + 900 > budget, "a first line of {}", first.len());
            return;
        }
        if sent == whole {
            return;
        }
        check_lines(sent, &whole);
    });
}

/// A log and its path.
#[derive(Serialize, Payload)]
struct Log<'a> {
    path: &'static str,
    log: &'a str,
}

/// Finds the data of an envelope, and the notices beside it.
type ReadLog = fn(&Value) -> (&Value, Vec<&Value>);

#[test]
fn a_text_in_data_keeps_its_start_or_its_ends() {
    macro_rules! tools {
        ($($dialect:literal $(($($settings:tt)*))?: $read:expr;)*) => {
            [$({
                #[envelope_tool(dialect = $dialect $(, $($settings)*)?, budget = 1_500)]
                fn start(log: &str) -> Result<Log<'_>, ToolFailure> {
                    Ok(Log { path: "a.log", log })
                }

                #[envelope_tool(dialect = $dialect $(, $($settings)*)?, budget(bytes = 1_500, keep = "end"))]
                fn end(log: &str) -> Result<Log<'_>, ToolFailure> {
                    Ok(Log { path: "a.log", log })
                }

                #[envelope_tool(
                    dialect = $dialect $(, $($settings)*)?,
                    budget(bytes = 1_500, keep = "ends", cut = "log", hint = "Pass `from`.")
                )]
                fn ends(log: &str) -> Result<Log<'_>, ToolFailure> {
                    Ok(Log { path: "a.log", log })
                }

                let read: ReadLog = $read;
                ($dialect, [start as fn(&str) -> Envelope, end, ends], read)
            }),*]
        };
    }

    let dialects = tools! {
        "response-v2": |json| (&json["data"], vec![&json["meta"]["warnings"][0]]);
        "dotbot-mcp-response@1"(summary("Read.")):
            |json| (&json["data"], vec![&json["warnings"][0]["message"]]);
        "mcp-2025-11-25": |json| (&json["structuredContent"], vec![]);
        "mcp-2026-07-28"(pretty): |json| (&json["structuredContent"], vec![]);
        "code-scalpel-v1"(tier = "pro"): |json| (&json["data"], vec![]);
        "rfc9457": |json| (json, vec![]);
    };
    let narrow = "Narrow the request to get the others.";
    for_each_seed(10, |random| {
        let lines: Vec<_> = (0..400).map(|line| format!("{line} {}", random.string(9))).collect();
        let lines: Vec<_> = lines.iter().map(|line| line.replace('\n', " ")).collect();
        for (dialect, tools, read) in &dialects {
            for (keep, tool) in ["start", "end", "ends"].into_iter().zip(tools) {
                let envelope = tool(&lines.join("\n"));
                envelope_client::check_as(dialect, envelope.as_str()).expect("its contract");
                assert!(shown(envelope.as_str()) <= 1_500, "{envelope}");
                let json = envelope.to_value().unwrap();
                let (data, beside) = read(&json);
                assert_eq!(data["path"], "a.log");
                assert_eq!(data.get("truncation"), None, "the text says it");
                let sent: Vec<_> = data["log"].as_str().unwrap().split('\n').collect();
                let notice = sent.iter().position(|line| line.contains(" of 400 lines of `log`"));
                let (first, last) = sent.split_at(notice.unwrap());
                let (notice, last) = last.split_first().unwrap();
                let expected = match keep {
                    "start" => format!(
                        "The first {} of 400 lines of `log` are here. {narrow}",
                        first.len()
                    ),
                    "end" => {
                        format!("The last {} of 400 lines of `log` are here. {narrow}", last.len())
                    }
                    _ => format!(
                        "The first {} and the last {} of 400 lines of `log` are here. Pass `from`.",
                        first.len(),
                        last.len()
                    ),
                };
                assert_eq!(*notice, expected, "{envelope}");
                assert!(beside.iter().all(|beside| *beside == notice), "{envelope}");
                assert_eq!(first, &lines[..first.len()]);
                assert_eq!(last, &lines[400 - last.len()..]);
                // The next line is longer than the room that is left.
                let next = lines[first.len()].len().max(lines[399 - last.len()].len());
                assert!(shown(envelope.as_str()) + 2 * next + 60 > 1_500, "{keep}: {envelope}");
                assert_eq!(first.is_empty(), keep == "end");
                assert_eq!(last.is_empty(), keep == "start");
            }
        }
    });
}

#[test]
fn a_list_keeps_its_end_or_both_ends() {
    #[envelope_tool(
        dialects("response-v2", "mcp-2025-11-25"),
        data = "rows",
        budget(bytes = 2_000, keep = "end")
    )]
    fn end(rows: &[Value]) -> Items<'_> {
        Ok(rows)
    }

    #[envelope_tool(
        dialects("response-v2", "mcp-2025-11-25"),
        data = "rows",
        pretty,
        budget(bytes = 2_000, keep = "ends")
    )]
    fn ends(rows: &[Value]) -> Items<'_> {
        Ok(rows)
    }

    let spoken = [AnyDialect::of::<ResponseV2>(), AnyDialect::of::<mcp_2025_11_25::Mcp>()];
    for_each_seed(25, |random| {
        let rows: Vec<_> = (0..1_000).map(|_| random.item(30)).collect();
        for (contract, tool) in
            spoken.iter().flat_map(|contract| [(contract, end as fn(_) -> _), (contract, ends)])
        {
            let envelope: Envelope = contract.clone().sync_scope(|| tool(&rows));
            assert!(shown(envelope.as_str()) <= 2_000, "{envelope}");
            let json = envelope.to_value().unwrap();
            let notice = json
                .pointer("/meta/warnings/0")
                .unwrap_or(&json["structuredContent"]["truncation"]);
            let notice = notice.as_str().unwrap();
            let data = json.get("structuredContent").unwrap_or(&json["data"]);
            let kept = data["rows"].as_array().unwrap();
            let numbers: Vec<usize> =
                notice.split(' ').filter_map(|word| word.parse().ok()).collect();
            let (first, last) = match numbers[..] {
                [last, 1_000] if notice.starts_with("The last ") => (0, last),
                [first, last, 1_000] => (first, last),
                _ => panic!("{notice}"),
            };
            assert!(last > 2 && kept.len() > 10, "{notice}");
            assert_eq!(*kept, [&rows[..first], &rows[1_000 - last..]].concat(), "{notice}");
        }
    });
}

/// Only an object can have the key `truncation`.
#[test]
fn data_without_a_place_for_the_report_is_not_cut() {
    #[derive(Default)]
    struct Bare;

    impl<T> PlainData<T> for Bare {}

    impl Dialect for Bare {
        const ID: &'static str = "bare";

        type Root = AnyJson;
        type Meta = ();

        fn success(&self, _: &Call, _: &(), envelope: &mut Entries<'_>) {
            envelope.data("result");
        }

        fn failure(&self, _: &Call, error: &ErrorReport, envelope: &mut Entries<'_>) {
            envelope.string("problem", error.code());
        }
    }

    #[envelope_tool(dialect = Bare, budget = 20)]
    fn bare(count: usize) -> Result<Vec<usize>, ToolFailure> {
        Ok((0..count).collect())
    }

    assert_eq!(bare(4).as_str(), r#"{"result":[0,1,2,3]}"#);
    assert_eq!(bare(5).as_str(), r#"{"problem":"RESULT_TOO_LARGE"}"#);

    let envelope = within(1_000, || bare_list(&vec![json!("some text"); 100]));
    let json: Value = serde_json::from_str(envelope.as_str()).unwrap();
    assert_eq!(json["error"]["error_code"], "too_large");
    assert_eq!(json["error"]["error_details"]["limit"], 1_000);
}

#[test]
fn a_custom_dialect_reports_the_cut_itself() {
    #[derive(Default)]
    struct Counted;

    #[derive(Default)]
    struct Cuttable;

    impl Metadata for Cuttable {
        fn cut(&self) -> Cut {
            Cut::InEnvelope
        }
    }

    impl<T> PlainData<T> for Counted {}

    impl Dialect for Counted {
        const ID: &'static str = "counted";

        type Root = AnyJson;
        type Meta = Cuttable;

        fn success(&self, call: &Call, _: &Cuttable, envelope: &mut Entries<'_>) {
            envelope.data("result");
            if let Some(truncation) = call.truncation() {
                envelope.number("more", truncation.left_out() as u64);
            }
        }

        fn failure(&self, _: &Call, error: &ErrorReport, envelope: &mut Entries<'_>) {
            envelope.string("problem", error.code());
        }
    }

    #[envelope_tool(dialect = Counted, budget = 30)]
    fn counted(count: usize) -> Result<Vec<usize>, ToolFailure> {
        Ok((0..count).collect())
    }

    assert_eq!(counted(9).as_str(), r#"{"result":[0,1,2,3,4,5,6,7,8]}"#);
    assert_eq!(counted(10).as_str(), r#"{"result":[0,1,2,3],"more":6}"#);
}

#[test]
fn a_failure_reports_no_cut() {
    #[derive(Default)]
    struct WithRaw;

    #[derive(Default)]
    struct Cuttable;

    impl Metadata for Cuttable {
        fn cut(&self) -> Cut {
            Cut::InEnvelope
        }
    }

    impl<T> PlainData<T> for WithRaw {}

    impl Dialect for WithRaw {
        const ID: &'static str = "with-raw";

        type Root = AnyJson;
        type Meta = Cuttable;

        fn success(&self, call: &Call, _: &Cuttable, envelope: &mut Entries<'_>) {
            envelope.data("result");
            envelope.bool("is_cut", call.truncation().is_some());
            // A tree cannot represent this number.
            let raw = RawValue::from_string("1e400".to_owned());
            envelope.value("raw", &raw.unwrap());
        }

        fn failure(&self, call: &Call, error: &ErrorReport, envelope: &mut Entries<'_>) {
            envelope.string("problem", error.code());
            envelope.bool("is_cut", call.truncation().is_some());
        }
    }

    #[envelope_tool(dialect = WithRaw, budget = 60)]
    fn as_text() -> Result<Vec<u8>, ToolFailure> {
        Ok(vec![1; 1_000])
    }

    #[envelope_tool(dialect = WithRaw, budget = 60, returns = Value)]
    fn as_tree() -> Result<Vec<u8>, ToolFailure> {
        Ok(vec![1; 1_000])
    }

    assert!(as_text().as_str().contains(r#""is_cut":true"#));
    assert_eq!(as_tree(), json!({"problem": "INTERNAL_ERROR", "is_cut": false}));
}

/// The author's own cursor would skip the items that are left out.
#[test]
fn a_reply_with_pagination_is_not_cut() {
    #[envelope_tool(dialect = "response-v2", data = "items", budget = 1_000)]
    fn paginated() -> Result<Reply<Vec<usize>>, ToolFailure> {
        Ok(Reply::new((0..1_000).collect()).pagination(Pagination::next("1000")))
    }

    assert_eq!(paginated().error_code(), Some("RESULT_TOO_LARGE"));
}

#[test]
fn a_result_without_one_list_is_a_failure() {
    #[envelope_tool(
        dialect = "response-v2",
        data("a", "b"),
        budget(bytes = 1_000, hint = "Ask for one.")
    )]
    fn several() -> Result<(Vec<usize>, Vec<usize>), ToolFailure> {
        Ok(((0..1_000).collect(), vec![1]))
    }

    #[envelope_tool(dialect = "response-v2", data = "text", budget = 1_000)]
    fn string() -> Result<String, ToolFailure> {
        Ok("a ".repeat(1_000))
    }

    for (envelope, remediation) in [(several(), "Ask for one."), (string(), "Request less")] {
        let json: Value = serde_json::from_str(envelope.as_str()).unwrap();
        assert_eq!(json["data"]["error_code"], "RESULT_TOO_LARGE");
        assert!(json["data"]["remediation"].as_str().unwrap().starts_with(remediation));
        assert!(json["data"]["details"]["size"].as_u64().unwrap() > 1_000);
        assert_eq!(json["data"]["details"]["limit"], 1_000);
    }
}

/// The reply's own metadata stays.
#[test]
fn a_cut_is_one_more_warning() {
    #[envelope_tool(dialect = "response-v2", data = "items", budget = 1_000)]
    fn warned() -> Result<Reply<Vec<usize>>, ToolFailure> {
        Ok(Reply::new((0..1_000).collect()).warning("old").extra_meta("tenant", "acme"))
    }

    #[envelope_tool(dialect = "mcp-2025-11-25", data = "items", budget = 1_500)]
    fn mcp_warned() -> Result<mcp_2025_11_25::Reply<Vec<usize>>, ToolFailure> {
        let reply = mcp_2025_11_25::Reply::new((0..1_000).collect());
        Ok(reply.extra_meta("warnings", json!([{"message": "old"}])))
    }

    let json: Value = serde_json::from_str(warned().as_str()).unwrap();
    assert_eq!(json["meta"]["warnings"][0], "old");
    assert_eq!(json["meta"]["warnings"].as_array().unwrap().len(), 2);
    assert_eq!(json["meta"]["tenant"], "acme");
    assert_eq!(json["meta"]["content_fidelity"], "partial");
    assert_eq!(json["meta"]["content_fidelity_schema_version"], "1.0");
    let json: Value = serde_json::from_str(mcp_warned().as_str()).unwrap();
    assert_eq!(json["_meta"]["warnings"], json!([{"message": "old"}]));
    let notice = json["structuredContent"]["truncation"].as_str().unwrap();
    assert!(notice.starts_with("The first ") && notice.contains("of 1000 items"), "{notice}");
}

/// Items that count how often they are serialized.
struct Counted<'a> {
    id: usize,
    runs: &'a Cell<usize>,
}

impl Serialize for Counted<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.runs.set(self.runs.get() + 1);
        serializer.collect_str(&format_args!("item {:05}", self.id))
    }
}

/// The envelopes of 10,000 items under a budget of 10,000 bytes, and how many items each serialized.
fn envelopes_of_many() -> Vec<(Envelope, usize)> {
    #[derive(Serialize, Payload)]
    struct Found<'a> {
        tags: [&'static str; 1],
        items: &'a [Counted<'a>],
        total: usize,
    }

    type Many<'a> = Result<&'a [Counted<'a>], ToolFailure>;

    #[envelope_tool(dialect = "response-v2", data = "items", budget = 10_000)]
    fn response_v2<'a>(items: &'a [Counted<'a>]) -> Many<'a> {
        Ok(items)
    }

    #[envelope_tool(
        dialect = "dotbot-mcp-response@1",
        data = "items",
        summary("Done."),
        budget = 10_000
    )]
    fn dotbot<'a>(items: &'a [Counted<'a>]) -> Many<'a> {
        Ok(items)
    }

    #[envelope_tool(dialect = "mcp-2025-11-25", data = "items", budget = 10_000)]
    fn mcp<'a>(items: &'a [Counted<'a>]) -> Many<'a> {
        Ok(items)
    }

    #[envelope_tool(
        dialect = "mcp-2025-11-25",
        data = "items",
        text("{} items", data.len()),
        budget = 10_000
    )]
    fn mcp_text<'a>(items: &'a [Counted<'a>]) -> Many<'a> {
        Ok(items)
    }

    #[envelope_tool(dialect = "mcp-2026-07-28", data = "items", budget = 10_000)]
    fn mcp_2026<'a>(items: &'a [Counted<'a>]) -> Many<'a> {
        Ok(items)
    }

    #[envelope_tool(dialect = "mcp-2025-11-25", data = "items", budget = 10_000, returns = Tree)]
    fn mcp_tree<'a>(items: &'a [Counted<'a>]) -> Many<'a> {
        Ok(items)
    }

    #[envelope_tool(dialect = "response-v2", budget(bytes = 10_000, cut = "items"))]
    fn named<'a>(items: &'a [Counted<'a>]) -> Result<Found<'a>, ToolFailure> {
        Ok(Found { tags: ["a"], items, total: items.len() })
    }

    let tools: [for<'a> fn(&'a [Counted<'a>]) -> Envelope; 7] =
        [response_v2, dotbot, mcp, mcp_text, mcp_2026, |items| mcp_tree(items).0, named];
    let each = tools.into_iter().map(|tool| {
        let runs = Cell::new(0);
        let items: Vec<_> = (0..10_000).map(|id| Counted { id, runs: &runs }).collect();
        (tool(&items), runs.get())
    });
    each.collect()
}

/// An output that takes a tree, and compares it with the text.
struct Tree(Envelope);

impl Output for Tree {
    const TAKES_TREE: bool = true;

    fn from_envelope(envelope: Envelope) -> Self {
        let text: Value = serde_json::from_str(envelope.as_str()).expect("valid JSON");
        assert_eq!(envelope.clone().into_value().expect("a tree"), text);
        Self(envelope)
    }
}

#[test]
fn each_item_is_serialized_once() {
    for (envelope, runs) in envelopes_of_many() {
        assert!(envelope.is_success(), "{envelope}");
        assert!(shown(envelope.as_str()) <= 10_000);
        let (_, kept) = envelope.as_str().split_once("The first ").unwrap();
        let kept: usize = kept.split_once(" of 10000 items").unwrap().0.parse().unwrap();
        let copies = envelope.as_str().matches("item 00000").count();
        assert!(kept > 300 && runs == 10_000, "{runs} for {kept}");
        let left_out = 10_000 - kept;
        assert_eq!(envelope.as_str().matches("item ").count(), kept * copies);
        let has_counts = envelope.as_str().contains(&format!("\"dropped_count\":{left_out}"));
        assert_eq!(has_counts, !envelope.dialect().starts_with("mcp"));
    }
}

/// Data can differ each time that it is serialized, so one run decides.
#[test]
fn data_whose_runs_differ_is_serialized_once() {
    struct Differing(Cell<usize>);

    impl Serialize for Differing {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let run = self.0.replace(self.0.get() + 1);
            serializer.collect_seq((0..1_000).map(|id| format!("run {run}, item {id}")))
        }
    }

    #[envelope_tool(dialect = "mcp-2025-11-25", data = "items", budget = 3_000)]
    fn differing() -> Result<Differing, ToolFailure> {
        Ok(Differing(Cell::new(0)))
    }

    let envelope = differing();
    assert!(envelope.as_str().contains("run 0") && !envelope.as_str().contains("run 1"));
    assert!(envelope.as_str().contains("of 1000 items"), "{envelope}");
}

#[test]
fn a_failure_has_the_size() {
    #[envelope_tool(dialect = "response-v2", data = "items", budget = 1_000)]
    fn first_too_large() -> Result<Vec<String>, ToolFailure> {
        Ok(std::iter::once("a".repeat(2_000)).chain(vec!["b".to_owned(); 500]).collect())
    }

    #[envelope_tool(dialect = "response-v2", data("a", "b"), budget = 1_000)]
    fn ambiguous() -> Result<(Vec<usize>, Vec<usize>), ToolFailure> {
        Ok((vec![1; 1_000], vec![1]))
    }

    let size = |envelope: &Envelope| {
        let json: Value = serde_json::from_str(envelope.as_str()).unwrap();
        assert_eq!(json["data"]["error_code"], "RESULT_TOO_LARGE");
        (json["error"].as_str().unwrap().to_owned(), json["data"]["details"]["size"].clone())
    };
    let (message, exact) = size(&first_too_large());
    let around =
        r#"{"success":true,"data":{"items":[]},"error":null,"meta":{"version":"response-v2"}}"#;
    assert_eq!(exact, around.len() + 2_002 + 500 * 4);
    assert_eq!(message, format!("The result has {exact} bytes, and the limit is 1000"));
    let (message, exact) = size(&ambiguous());
    let around =
        r#"{"success":true,"data":{"a":[],"b":[]},"error":null,"meta":{"version":"response-v2"}}"#;
    assert_eq!(exact, around.len() + 1_999 + 1);
    assert_eq!(message, format!("The result has {exact} bytes, and the limit is 1000"));
}

/// Names that are hard to find in JSON text, and lists that are hard to tell apart.
#[test]
fn the_list_is_found_by_its_keys() {
    #[derive(Clone, Serialize, Payload)]
    struct Inner<'a> {
        #[serde(rename = "a.b")]
        dotted: &'a [u32],
        #[serde(rename = "\"[задачи")]
        unicode: Option<&'a [u32]>,
        #[serde(rename = "]}")]
        nested: [[u32; 2]; 1],
    }

    #[derive(Clone, Serialize, Payload)]
    struct Found<'a> {
        page: Inner<'a>,
        #[serde(flatten)]
        flat: Inner<'a>,
        blob: &'static str,
    }

    macro_rules! check {
        ($($list:literal at $pointer:literal),*) => {$({
            #[envelope_tool(
                dialect = "mcp-2025-11-25",
                budget(bytes = 4_000, cut = $list),
                returns = Tree
            )]
            fn tool(found: Found<'_>) -> Result<Found<'_>, ToolFailure> {
                Ok(found)
            }

            let long: Vec<_> = (0..1_000).collect();
            let short = Inner { dotted: &[1], unicode: Some(&[2]), nested: [[3, 4]] };
            let mut found = Found { page: short.clone(), flat: short, blob: "[,\"]" };
            let list = match $pointer {
                "/page/a.b" => &mut found.page.dotted,
                "/page/\"[задачи" => found.page.unicode.get_or_insert_default(),
                "/a.b" => &mut found.flat.dotted,
                _ => found.flat.unicode.get_or_insert_default(),
            };
            *list = &long;
            let whole = serde_json::to_value(&found).unwrap();
            let Tree(envelope) = tool(found);
            let json = envelope.to_value().unwrap();
            let mut data = json["structuredContent"].clone();
            let kept = data.pointer_mut($pointer).and_then(Value::as_array_mut).unwrap();
            assert!(kept.len() > 300 && kept.len() < 1_000, "{envelope}");
            let begin = format!("The first {} of 1000 items of `{}`", kept.len(), $list);
            // Nothing else is cut.
            *kept = long.iter().map(|id| json!(id)).collect();
            let notice = data.as_object_mut().unwrap().remove("truncation").unwrap();
            assert!(notice.as_str().unwrap().starts_with(&begin), "{notice}");
            assert_eq!(data, whole);
        })*};
    }

    check!(
        "page.a.b" at "/page/a.b",
        "page.\"[задачи" at "/page/\"[задачи",
        "a.b" at "/a.b",
        "\"[задачи" at "/\"[задачи"
    );
}

/// A tuple is an array in JSON, and has a fixed length.
#[test]
fn a_tuple_is_not_cut() {
    type Pair = (Vec<usize>, Vec<usize>);

    #[envelope_tool(dialect = "response-v2", data = "pair", budget = 1_000)]
    fn pair(last: usize) -> Result<Pair, ToolFailure> {
        Ok((vec![1], (0..last).collect()))
    }

    #[envelope_tool(dialect = "mcp-2026-07-28", budget = 1_000)]
    fn array(last: usize) -> Result<[String; 2], ToolFailure> {
        Ok(["a".to_owned(), "b".repeat(last)])
    }

    #[envelope_tool(dialect = "response-v2", data = "rows", budget = 1_500)]
    fn rows(value: usize) -> Result<[[usize; 20]; 20], ToolFailure> {
        Ok([[value; 20]; 20])
    }

    assert!(pair(10).is_success() && array(10).is_success() && rows(1).is_success());
    for envelope in [pair(1_000), array(1_000), rows(1_000_000)] {
        assert_eq!(envelope.error_code(), Some("RESULT_TOO_LARGE"));
    }
}

/// The data has other arrays, but only one list.
#[test]
fn a_list_between_tuples_is_cut() {
    #[derive(Serialize, Payload)]
    struct Found {
        from: (f64, f64),
        lines: Vec<(usize, usize)>,
        to: [f64; 2],
    }

    #[envelope_tool(dialect = "response-v2", budget = 1_500)]
    fn search(last: usize) -> Result<Found, ToolFailure> {
        Ok(Found {
            from: (0.5, 1.0),
            lines: (0..last).map(|line| (line, 9)).collect(),
            to: [2.0, 3.5],
        })
    }

    for last in (200..260).chain([10_000]) {
        let envelope = search(last);
        let json: Value = serde_json::from_str(envelope.as_str()).unwrap();
        assert!(envelope.as_str().len() <= 1_500, "{envelope}");
        assert_eq!(json["data"]["from"], json!([0.5, 1.0]));
        assert_eq!(json["data"]["to"], json!([2.0, 3.5]));
        let kept = json["data"]["lines"].as_array().unwrap().len();
        let returned = &json["meta"]["warning_details"][0]["context"]["returned_count"];
        assert!(kept == last || *returned == kept, "{envelope}");
        assert!(kept > 50 && kept < 260, "{envelope}");
    }
}

/// The caller cannot change the path. A list that is only empty or absent in a call is no mistake.
#[test]
fn a_path_to_another_value_is_a_mistake_of_the_author() {
    #[derive(Clone, Default, Serialize, Payload)]
    struct Found {
        items: Option<Vec<usize>>,
        count: usize,
        text: String,
    }

    macro_rules! cut {
        ($path:literal) => {{
            #[rustfmt::skip]
            #[envelope_tool(
                dialects("response-v2", "dotbot-mcp-response@1", "mcp-2025-11-25", "mcp-2026-07-28", "code-scalpel-v1", "rfc9457"),
                summary("Searched."), tier = "pro", budget(bytes = 900, cut = $path),
            )]
            fn search(found: &Found) -> Result<Found, ToolFailure> {
                Ok(found.clone())
            }
            search as fn(&Found) -> Envelope
        }};
    }

    let text = "a ".repeat(1_000);
    let full = Found { items: Some((0..1_000).collect()), count: 1_000, text: text.clone() };
    let (absent, empty) = (Found { text, ..Found::default() }, Some(Vec::new()));
    let empty = Found { items: empty, ..absent.clone() };
    for contract in [
        AnyDialect::of::<ResponseV2>(),
        AnyDialect::of::<dotbot::Dotbot>(),
        AnyDialect::of::<mcp_2025_11_25::Mcp>(),
        AnyDialect::of::<mcp_2026_07_28::Mcp>(),
        AnyDialect::of::<code_scalpel::CodeScalpel>(),
        AnyDialect::of::<rfc9457::Rfc9457>(),
    ] {
        for tool in [cut!("count"), cut!("items.0")] {
            let envelope = contract.clone().sync_scope(|| tool(&full));
            assert_eq!(envelope.error_code(), Some("INTERNAL_ERROR"), "{envelope}");
            assert_eq!(envelope.retry(), Some(Retry::Never), "{envelope}");
            let whole = contract.clone().sync_scope(|| tool(&Found::default()));
            assert!(whole.is_success(), "{whole}");
        }
        // A key, or the object around it, can be left out or null in some calls.
        for (tool, found) in [
            (cut!("items"), &absent),
            (cut!("items"), &empty),
            (cut!("text"), &full),
            (cut!("items.found"), &absent),
            (cut!("other.items"), &full),
        ] {
            let envelope = contract.clone().sync_scope(|| tool(found));
            assert_eq!(envelope.error_code(), Some("RESULT_TOO_LARGE"), "{envelope}");
        }
    }
}

/// Lists whose items do not fit, and tiny or huge budgets.
#[test]
fn extreme_budgets() {
    const NOTHING: usize = "".len();

    #[derive(Serialize, Payload)]
    struct Found {
        items: Option<Vec<String>>,
        text: String,
    }

    macro_rules! check {
        ($budget:expr, $is_success:expr, $found:expr) => {{
            #[envelope_tool(dialects("response-v2", "mcp-2025-11-25"), budget = $budget)]
            fn tool(found: Found) -> Result<Found, ToolFailure> {
                Ok(found)
            }

            for (id, contract) in [
                ("response-v2", AnyDialect::of::<ResponseV2>()),
                ("mcp-2025-11-25", AnyDialect::of::<mcp_2025_11_25::Mcp>()),
            ] {
                let envelope = contract.sync_scope(|| tool($found));
                envelope_client::check_as(id, envelope.as_str()).expect("follows its contract");
                assert_eq!(envelope.is_success(), $is_success, "{envelope}");
            }
        }};
    }

    let found = |items: Option<usize>, text: usize| Found {
        items: items.map(|items| vec!["item".to_owned(); items]),
        text: "a".repeat(text),
    };
    check!(NOTHING, false, found(Some(1), 0));
    check!(NOTHING + 1, false, found(Some(100), 0));
    check!(usize::MAX, true, found(Some(100_000), 0));
    check!(2_000, true, found(Some(1_000), 10));
    check!(2_000, false, found(Some(1_000), 3_000));
    check!(2_000, false, found(Some(0), 3_000));
    check!(2_000, false, found(None, 3_000));
}

/// A cut replaces only the fidelity `full`.
#[test]
fn a_cut_keeps_the_fidelity_of_a_reply() {
    #[envelope_tool(dialect = "response-v2", data = "items", budget = 1_000)]
    fn tool(fidelity: ContentFidelity) -> Result<Reply<Vec<usize>>, ToolFailure> {
        Ok(Reply::new((0..1_000).collect()).content_fidelity(fidelity))
    }

    for (own, sent) in [
        (ContentFidelity::Full, "partial"),
        (ContentFidelity::Partial, "partial"),
        (ContentFidelity::Summary, "summary"),
    ] {
        assert_eq!(tool(own).to_value().unwrap()["meta"]["content_fidelity"], sent);
    }
}

/// A tool that adds its own text and block to the data.
#[envelope_tool(dialect = "mcp-2025-11-25", data = "items", catch_panic)]
fn described(
    items: Vec<usize>,
    text: &str,
    block: &str,
) -> Result<mcp_2025_11_25::Reply<Vec<usize>>, ToolFailure> {
    Ok(mcp_2025_11_25::Reply::new(items).text(text).content(ContentBlock::text(block)))
}

/// Checks a text that is whole or cut, and returns whether it is cut.
fn check_lines(sent: &str, whole: &str) -> bool {
    if sent == whole {
        return false;
    }
    let (kept, last) = sent.rsplit_once('\n').unwrap();
    assert!(whole.starts_with(kept) && whole[kept.len()..].starts_with('\n'), "{sent}");
    let [lines, total] = [kept.split('\n').count(), whole.split_terminator('\n').count()];
    let report = format!("The first {lines} of {total} lines are here. ");
    assert_eq!(last, report + "Narrow the request to get the others.");
    true
}

#[test]
fn own_texts_of_mcp_are_cut_after_a_line() {
    let cut = Cell::new([0_u32; 2]);
    for_each_seed(500, |random| {
        let budget = 2_500 + random.skewed(20_000);
        let count = random.skewed(5_000);
        let lines = |random: &mut Random| {
            let count = random.skewed(500);
            let lines = (0..count).map(|_| random.string(20).replace('\n', " "));
            lines.collect::<Vec<_>>().join("\n")
        };
        let (text, block) = (lines(random), lines(random));
        let envelope = within(budget, || described((0..count).collect(), &text, &block));
        envelope_client::check(envelope.as_str()).expect("follows its contract");
        assert!(shown(envelope.as_str()) <= budget);
        assert!(envelope.is_success(), "{} items in {budget}: {envelope}", count);
        let json: Value = serde_json::from_str(envelope.as_str()).unwrap();
        let kept = json["structuredContent"]["items"].as_array().unwrap();
        assert!(kept.iter().enumerate().all(|(id, item)| *item == id));
        let blocks = json["content"].as_array().unwrap();
        let texts =
            [&blocks[0], &blocks[blocks.len() - 1]].map(|block| block["text"].as_str().unwrap());
        let first = match json["structuredContent"]["truncation"].as_str() {
            Some(notice) => {
                assert!(notice.contains(&format!("of {count} items")), "{notice}");
                texts[0].strip_suffix(notice).and_then(|text| text.strip_suffix('\n')).unwrap()
            }
            None => {
                assert_eq!(kept.len(), count);
                texts[0]
            }
        };
        let is_cut = check_lines(first, &text) | check_lines(texts[1], &block);
        let [of_texts, of_both] = cut.get();
        let both = is_cut && kept.len() < count;
        cut.set([of_texts + u32::from(is_cut), of_both + u32::from(both)]);
    });
    assert!(cut.get().iter().all(|cut| *cut > 20), "{:?}", cut.get());
}

/// The tool's own texts stay whole while an item fits beside them.
#[test]
fn own_texts_are_cut_only_if_no_item_fits() {
    #[envelope_tool(
        dialect = "mcp-2025-11-25",
        data = "items",
        text("{}", "line\n".repeat(lines)),
        budget(bytes = 4_000, hint = "Ask for fewer lines.")
    )]
    fn lines(lines: usize) -> Result<Vec<usize>, ToolFailure> {
        Ok((0..1_000).collect())
    }

    #[envelope_tool(dialect = "mcp-2025-11-25", text, budget = 1_000)]
    fn text_with_a_block() -> Result<mcp_2025_11_25::Reply<&'static str>, ToolFailure> {
        let block = ContentBlock::text("line\n".repeat(1_000));
        Ok(mcp_2025_11_25::Reply::new("the text").content(block))
    }

    #[envelope_tool(dialect = "mcp-2025-11-25", text("{}", "a".repeat(5_000)), budget = 4_000)]
    fn one_line() -> Result<(), ToolFailure> {
        Ok(())
    }

    let few = lines(100);
    assert!(few.as_str().contains(&"line\\n".repeat(100)));
    assert!(few.as_str().contains("of 1000 items of `items`"));
    let many = lines(1_000).to_value().unwrap();
    let text = many["content"][0]["text"].as_str().unwrap();
    assert!(text.ends_with("are here. Ask for fewer lines."), "{text}");
    let items = many["structuredContent"]["items"].as_array().unwrap().len();
    assert!(text.len() > 1_400 && items > 300, "{} bytes, {items} items", text.len());
    let block = text_with_a_block().to_value().unwrap();
    assert_eq!(block["content"][0]["text"], "the text");
    assert!(check_lines(block["content"][1]["text"].as_str().unwrap(), &"line\n".repeat(1_000)));
    assert_eq!(one_line().error_code(), Some("RESULT_TOO_LARGE"));
}

/// The text says everything, so there is no data beside it.
#[test]
fn a_result_without_data_stays_without_data() {
    #[envelope_tool(dialect = "mcp-2025-11-25", budget = 1_000)]
    fn report() -> Result<mcp_2025_11_25::Reply<()>, ToolFailure> {
        let lines = "line\n".repeat(1_000);
        Ok(mcp_2025_11_25::Reply::new(()).content(ContentBlock::text(lines)))
    }

    let cut = report().to_value().unwrap();
    assert!(check_lines(cut["content"][0]["text"].as_str().unwrap(), &"line\n".repeat(1_000)));
    assert_eq!(cut["content"].as_array().unwrap().len(), 1);
    assert_eq!(cut.get("structuredContent"), None);
}

/// A page in the contract of the caller.
#[envelope_tool(
    dialects(
        "response-v2",
        "dotbot-mcp-response@1",
        "mcp-2025-11-25",
        "mcp-2026-07-28",
        "code-scalpel-v1",
        "rfc9457"
    ),
    data = "items",
    summary("{} items.", data.len()),
    tier = "pro"
)]
fn any_page(
    all: &[Value],
    budget: usize,
    cursor: Option<&str>,
) -> Result<Page<(usize, Value)>, ToolFailure> {
    let start = cursor.map_or(Ok(0), str::parse::<usize>)?;
    let items = all.iter().cloned().enumerate().skip(start);
    Page::fitting(items, budget, |(index, _)| (index + 1).to_string())
}

/// The items and the cursor of a page.
fn parts(dialect: &str, page: &Envelope) -> (Vec<Value>, Option<String>) {
    envelope_client::check_as(dialect, page.as_str()).expect("follows its contract");
    assert!(page.is_success(), "{page}");
    let json: Value = serde_json::from_str(page.as_str()).unwrap();
    let data = match dialect {
        "rfc9457" => &json,
        _ => json.get("structuredContent").unwrap_or(&json["data"]),
    };
    let pagination = &json["meta"]["pagination"];
    let cursor =
        if dialect == "response-v2" { &pagination["cursor"] } else { &data["next_cursor"] };
    if dialect == "response-v2" {
        assert_eq!(pagination["has_more"], cursor.is_string());
        assert_eq!(data.as_object().unwrap().len(), 1);
    }
    if let Some(text) = json.pointer("/content/0/text") {
        let text: Value = serde_json::from_str(text.as_str().unwrap()).unwrap();
        assert_eq!(text, *data, "the text is a copy");
    }
    (data["items"].as_array().unwrap().clone(), cursor.as_str().map(str::to_owned))
}

#[test]
fn a_page_is_in_the_form_of_each_contract() {
    let spoken = [
        AnyDialect::of::<ResponseV2>(),
        AnyDialect::of::<dotbot::Dotbot>(),
        AnyDialect::of::<mcp_2025_11_25::Mcp>(),
        AnyDialect::of::<mcp_2026_07_28::Mcp>(),
        AnyDialect::of::<code_scalpel::CodeScalpel>(),
        AnyDialect::of::<rfc9457::Rfc9457>(),
    ];
    let ids = [
        "response-v2",
        "dotbot-mcp-response@1",
        "mcp-2025-11-25",
        "mcp-2026-07-28",
        "code-scalpel-v1",
        "rfc9457",
    ];
    for_each_seed(125, |random| {
        let budget = 1_500 + random.skewed(10_000);
        let count = random.skewed(200);
        let all: Vec<_> = (0..count).map(|_| random.item(30)).collect();
        let expected: Vec<_> = all.iter().enumerate().map(|item| json!(item)).collect();
        for (contract, dialect) in spoken.iter().zip(ids) {
            let (mut walked, mut cursor) = (Vec::new(), None);
            loop {
                let page =
                    contract.clone().sync_scope(|| any_page(&all, budget, cursor.as_deref()));
                let (items, next) = parts(dialect, &page);
                assert!(dialect.starts_with("mcp") || page.as_str().len() <= budget);
                walked.extend(items);
                cursor = next;
                if cursor.is_none() {
                    break;
                }
            }
            assert_eq!(walked, expected, "{dialect}");
        }
    });
}

#[test]
fn a_page_has_at_most_so_many_items() {
    let page = |items: usize, limit: PageLimit<usize>| {
        let page = Page::fitting(0..items, limit, usize::to_string).unwrap();
        (page.len(), page.cursor().map(str::to_owned))
    };
    let limit = PageLimit::bytes(2_000);
    let most = page(1_000, limit).0;
    assert!(most > 200);
    assert_eq!(page(1_000, limit.items(50)), (50, Some("49".to_owned())));
    assert_eq!(page(51, limit.items(50)), (50, Some("49".to_owned())));
    assert_eq!(page(50, limit.items(50)), (50, None));
    assert_eq!(page(1_000, limit.items(1_000)).0, most, "the bytes are the limit");
    assert_eq!(page(2, limit.items(0)), (1, Some("0".to_owned())), "a cursor needs an item");
}

/// The items are shortened together, and only if they do not fit otherwise.
#[test]
fn items_are_shortened_before_they_are_left_out() {
    fn shorten(cell: &mut String) {
        if cell.len() > 10 {
            cell.truncate(10);
            cell.push('…');
        }
    }

    let limit = PageLimit::bytes(1_024 + 100).shorten(shorten);
    let page = |cells: &[String]| {
        let (items, cursor) =
            Page::fitting(cells.iter().cloned(), limit, |last| last.len().to_string())
                .unwrap()
                .into_parts();
        (items, cursor.map(String::from))
    };
    let long = |len: usize| "a".repeat(len);
    let short = format!("{}…", long(10));

    assert_eq!(page(&[long(30), long(30)]), (vec![long(30), long(30)], None));
    let all = [long(30), long(60), long(5)];
    assert_eq!(page(&all), (vec![short.clone(), short.clone(), long(5)], None));
    assert_eq!(page(&[long(9_000)]), (vec![short.clone()], None));
    // Each takes 16 bytes with its quotes and its comma.
    let (items, cursor) = page(&vec![long(60); 9]);
    assert_eq!((items, cursor), (vec![short; 6], Some("13".to_owned())));

    let refused = PageLimit::bytes(1_024 + 100).shorten(|cell: &mut String| cell.push('.'));
    let failure = Page::fitting([long(100)], refused, String::clone).unwrap_err();
    assert_eq!(failure.report().code(), "RESULT_TOO_LARGE");
}

/// The caller cannot change the limit. An item that is too large for a limit can be another one in the next call.
#[test]
fn a_page_without_room_for_any_item_is_a_mistake_of_the_author() {
    let page = |items: &[&'static str], bytes: usize| {
        let page = Page::fitting(items.iter().copied(), bytes, |last| (*last).to_owned());
        page.map(|page| page.len()).map_err(|failure| {
            let report = failure.report();
            (report.code().to_owned(), report.retry())
        })
    };
    for bytes in [0, 50, 1_024, 1_026] {
        assert_eq!(page(&["a"], bytes), Err(("INTERNAL_ERROR".to_owned(), Retry::Never)));
        assert_eq!(page(&[], bytes), Ok(0));
    }
    assert_eq!(page(&["a"], 1_029), Ok(1));
    let too_large = Err(("RESULT_TOO_LARGE".to_owned(), Retry::AfterFix));
    assert_eq!(page(&["a"], 1_027), too_large);
    assert_eq!(page(&["aa"], 1_029), too_large);
    assert_eq!(Page::fitting([7], 1_027, i32::to_string).unwrap().len(), 1);
}

/// A client of MCP shows one of the two copies of the data.
#[test]
fn the_bytes_of_a_page_are_what_one_copy_shows() {
    #[envelope_tool(
        dialects("response-v2", "mcp-2025-11-25", "mcp-2026-07-28", "code-scalpel-v1"),
        data = "items",
        tier = "pro"
    )]
    fn tool() -> Result<Page<String>, ToolFailure> {
        Page::fitting((0..9_000).map(|id| format!("\"{id}\"")), 8_000, String::clone)
    }

    for contract in [
        AnyDialect::of::<ResponseV2>(),
        AnyDialect::of::<mcp_2025_11_25::Mcp>(),
        AnyDialect::of::<mcp_2026_07_28::Mcp>(),
        AnyDialect::of::<code_scalpel::CodeScalpel>(),
    ] {
        let page = contract.sync_scope(tool);
        let size = shown(page.as_str());
        assert!((6_900..=8_000).contains(&size), "{size}: {page}");
    }
}

/// Wherever it is, the cursor of such a page would skip the cut items.
#[test]
fn a_page_that_was_taken_apart_is_not_cut() {
    #[derive(Serialize, Payload)]
    struct Lines {
        lines: Vec<usize>,
        page: Next,
    }

    #[derive(Serialize)]
    struct Next {
        after: Option<Cursor>,
    }

    macro_rules! check {
        ($($dialect:literal $(, $setting:ident($value:literal))?;)*) => {$({
            #[envelope_tool(dialect = $dialect $(, $setting($value))?, data("lines", "after"), budget = 800)]
            fn beside(end: usize) -> Result<(Vec<usize>, Option<Cursor>), ToolFailure> {
                Ok(Page::fitting(0..end, 3_000, usize::to_string)?.into_parts())
            }

            #[envelope_tool(dialect = $dialect $(, $setting($value))?, budget = 800)]
            fn inside(end: usize) -> Result<Lines, ToolFailure> {
                let (lines, after) = Page::fitting(0..end, 3_000, usize::to_string)?.into_parts();
                Ok(Lines { lines, page: Next { after } })
            }

            for tool in [beside, inside] {
                assert!(tool(1_000).as_str().contains("RESULT_TOO_LARGE"), "{}", tool(1_000));
                // Without a cursor, nothing is skipped.
                assert!(tool(400).as_str().contains("of 400 items of `lines`"), "{}", tool(400));
                assert!(tool(10).is_success());
            }
        })*};
    }

    check! {
        "response-v2";
        "dotbot-mcp-response@1", summary("Done.");
        "mcp-2025-11-25";
        "mcp-2026-07-28";
        "rfc9457";
    }
}

/// A cursor that a tool writes itself can be the longest text of its data.
#[test]
fn a_cursor_of_several_lines_is_not_cut() {
    #[derive(Serialize, Payload)]
    struct Lines {
        lines: [usize; 0],
        next_cursor: String,
    }

    #[envelope_tool(dialect = "response-v2", budget = 800)]
    fn lines() -> Result<Lines, ToolFailure> {
        Ok(Lines { lines: [], next_cursor: "bGluZXM\n".repeat(200) })
    }

    assert_eq!(lines().error_code(), Some("RESULT_TOO_LARGE"));
}

/// Many clients take an empty cursor for the last page.
#[test]
fn the_cursor_of_a_page_is_not_empty() {
    let failure = Page::fitting(0..1_000, 1_100, |_| "").unwrap_err();
    assert_eq!(failure.report().code(), "INTERNAL_ERROR");
    assert_eq!(Page::fitting(0..3, 1_100, |_| "").unwrap().cursor(), None);
}

#[test]
fn data_with_the_key_of_the_report_is_not_cut() {
    #[envelope_tool(
        dialects("response-v2", "mcp-2025-11-25"),
        data("items", "truncation"),
        budget = 800
    )]
    fn both() -> Result<(Vec<usize>, bool), ToolFailure> {
        Ok(((0..1_000).collect(), false))
    }

    #[envelope_tool(dialect = "mcp-2025-11-25", data = "items", budget = 800)]
    fn in_items() -> Result<Vec<Value>, ToolFailure> {
        Ok(vec![json!({"truncation": 1}); 1_000])
    }

    let of = |dialect: AnyDialect| dialect.sync_scope(both);
    assert!(of(AnyDialect::of::<mcp_2025_11_25::Mcp>()).as_str().contains("RESULT_TOO_LARGE"));
    assert!(of(AnyDialect::of::<ResponseV2>()).is_success());
    assert!(in_items().is_success());
}

/// A budget limits the size of one copy, since the model reads only one.
#[test]
fn a_budget_counts_one_copy() {
    #[envelope_tool(dialect = "mcp-2025-11-25", data = "rows", budget = 24_000)]
    fn rows() -> Result<Vec<Value>, ToolFailure> {
        Ok((0..5_000).map(|id| json!({"id": id, "name": "\"quoted\""})).collect())
    }

    #[envelope_tool(dialect = "mcp-2025-11-25", data = "rows", budget = 300)]
    fn few() -> Result<Vec<usize>, ToolFailure> {
        Ok((0..500).collect())
    }

    let result = rows().to_value().unwrap();
    let structure = result["structuredContent"].to_string();
    assert!(structure.len() > 23_800 && structure.len() < 24_000, "{}", structure.len());
    assert_eq!(result["content"][0]["text"].as_str().unwrap().len(), structure.len());
    assert_eq!(few().as_str().matches("are here").count(), 2, "once in each copy");
}

/// One item and the notice fit a small budget.
#[test]
fn a_small_budget_keeps_one_item() {
    for tool in [mcp, mcp_pretty, rfc9457, code_scalpel, response_v2] {
        let items: Vec<_> = (0..1_000).map(Value::from).collect();
        let sizes = (0..2_000).map(|budget| within(budget, || tool(&items)));
        let smallest = sizes.into_iter().find(Envelope::is_success).unwrap();
        let json = smallest.as_str();
        assert!(json.contains("The first 1 of 1000 items of `items`"), "{json}");
    }
}

/// The cursor would skip the items that are left out.
#[test]
fn a_page_is_not_cut() {
    #[envelope_tool(dialects("response-v2", "mcp-2025-11-25"), data = "items", budget = 500)]
    fn large() -> Result<Page<usize>, ToolFailure> {
        Page::fitting(0.., 3_000, usize::to_string)
    }

    for contract in [AnyDialect::of::<ResponseV2>(), AnyDialect::of::<mcp_2025_11_25::Mcp>()] {
        let envelope = contract.sync_scope(large);
        assert!(envelope.as_str().contains("RESULT_TOO_LARGE"), "{envelope}");
    }
}

/// What stands beside a list can have a cursor, so it is not guessed.
#[test]
fn data_that_cannot_be_read_is_not_cut() {
    #[derive(serde::Serialize, envelope_runtime::Payload)]
    struct Measured {
        factor: Box<RawValue>,
        next_cursor: &'static str,
        items: Vec<u32>,
    }

    #[envelope_tool(dialect = "response-v2", budget = 900)]
    fn measured() -> Result<Measured, ToolFailure> {
        let factor = RawValue::from_string("1e400".to_owned())?;
        Ok(Measured { factor, next_cursor: "34", items: (0..1_000).collect() })
    }

    assert_eq!(measured().error_code(), Some("RESULT_TOO_LARGE"));
}

/// The cursor of a page that its author wrote would skip the items that are left out.
#[test]
fn data_with_a_cursor_is_not_cut() {
    #[envelope_tool(
        dialects(
            "response-v2",
            "dotbot-mcp-response@1",
            "mcp-2025-11-25",
            "code-scalpel-v1",
            "rfc9457"
        ),
        tier = "pro",
        summary("{} entries", data.len()),
        budget(bytes = 900, cut = "items")
    )]
    fn beside(next: &Value) -> Result<Map<String, Value>, ToolFailure> {
        let mut data = next.as_object().cloned().unwrap_or_default();
        data.insert("items".to_owned(), (0..1_000).collect());
        Ok(data)
    }

    #[envelope_tool(
        dialect = "mcp-2025-11-25",
        data = "page",
        budget(bytes = 900, cut = "page.items")
    )]
    fn within(next: &Value) -> Result<Value, ToolFailure> {
        let mut page = next.clone();
        page["items"] = (0..1_000).collect();
        Ok(page)
    }

    for (next, is_cut) in [
        (json!({"next_cursor": "34"}), false),
        (json!({"nextCursor": "34"}), false),
        (json!({"next_cursor": null}), true),
        (json!({"cursor": "34"}), true),
        (json!({"others": [{"next_cursor": "34"}]}), true),
    ] {
        for contract in [
            AnyDialect::of::<ResponseV2>(),
            AnyDialect::of::<dotbot::Dotbot>(),
            AnyDialect::of::<mcp_2025_11_25::Mcp>(),
            AnyDialect::of::<code_scalpel::CodeScalpel>(),
            AnyDialect::of::<rfc9457::Rfc9457>(),
        ] {
            let envelope = contract.sync_scope(|| beside(&next));
            assert_eq!(envelope.is_success(), is_cut, "{next}: {envelope}");
        }
        let envelope = within(&next);
        assert_eq!(envelope.is_success(), is_cut, "{next}: {envelope}");
        let failed = envelope.as_str().contains("RESULT_TOO_LARGE");
        assert_eq!(failed, !is_cut, "{next}: {envelope}");
    }
}

/// Tests a page without a key, a page as a tree, and a page in a custom dialect.
#[test]
fn a_page_is_an_object() {
    #[derive(Default)]
    struct Cursors;

    #[derive(Default)]
    struct Next(Option<String>);

    impl Metadata for Next {
        fn paginate(&mut self, cursor: Option<&str>, _: Option<u64>) -> bool {
            self.0 = cursor.map(str::to_owned);
            true
        }
    }

    impl<T> PlainData<T> for Cursors {}

    impl Dialect for Cursors {
        const ID: &'static str = "cursors";

        type Root = AnyJson;
        type Meta = Next;

        fn success(&self, _: &Call, Next(next): &Next, envelope: &mut Entries<'_>) {
            envelope.data("list");
            envelope.optional_string("after", next.as_deref());
        }

        fn failure(&self, _: &Call, error: &ErrorReport, envelope: &mut Entries<'_>) {
            envelope.string("problem", error.code());
        }
    }

    fn page(end: usize) -> Result<Page<usize>, ToolFailure> {
        Page::fitting(0..end, 1_031, usize::to_string)
    }

    #[envelope_tool(dialect = "mcp-2026-07-28")]
    fn list(end: usize) -> Result<Page<usize>, ToolFailure> {
        page(end)
    }

    #[envelope_tool(dialect = "mcp-2026-07-28", returns = Tree)]
    fn tree(end: usize) -> Result<Page<usize>, ToolFailure> {
        page(end)
    }

    #[envelope_tool(dialect = "mcp-2026-07-28")]
    fn counted(end: usize) -> Result<Page<usize>, ToolFailure> {
        Ok(page(end)?.total_count(end))
    }

    #[envelope_tool(dialect = "response-v2", data = "list")]
    fn replied(end: usize) -> Result<Reply<Vec<usize>>, ToolFailure> {
        Ok(Reply::page(page(end)?.total_count(end)))
    }

    #[envelope_tool(dialect = Cursors, catch_panic)]
    fn own(end: usize) -> Result<Page<usize>, ToolFailure> {
        page(end)
    }

    #[envelope_tool(dialect = "mcp-2025-11-25", data = "next_cursor")]
    fn twice() -> Result<Page<usize>, ToolFailure> {
        page(9)
    }

    let structure = |envelope: &Envelope| envelope.to_value().unwrap()["structuredContent"].clone();
    assert_eq!(structure(&list(9)), json!({"items": [0, 1, 2], "next_cursor": "2"}));
    assert_eq!(structure(&list(2)), json!({"items": [0, 1]}));
    assert_eq!(structure(&tree(9).0), json!({"items": [0, 1, 2], "next_cursor": "2"}));
    assert_eq!(
        structure(&counted(9)),
        json!({"items": [0, 1, 2], "next_cursor": "2", "total_count": 9})
    );
    assert_eq!(structure(&counted(2)), json!({"items": [0, 1], "total_count": 2}));
    let replied = replied(9).to_value().unwrap();
    assert_eq!(replied["data"], json!({"list": [0, 1, 2]}));
    let pagination = json!({"cursor": "2", "has_more": true, "total_count": 9});
    assert_eq!(replied["meta"]["pagination"], pagination);
    assert_eq!(own(9).as_str(), r#"{"list":[0,1,2],"after":"2"}"#);
    assert_eq!(own(0).as_str(), r#"{"list":[]}"#);
    assert!(twice().as_str().contains("INTERNAL_ERROR"), "a key would be there twice");
}

#[envelope_tool(dialect = "response-v2", data = "items")]
fn page(
    all: &[Value],
    budget: usize,
    cursor: Option<&str>,
) -> Result<Reply<Vec<(usize, Value)>>, ToolFailure> {
    let start = cursor.map_or(Ok(0), str::parse::<usize>)?;
    let items = all.iter().cloned().enumerate().skip(start);
    let page = Page::fitting(items, budget, |(index, _)| (index + 1).to_string())?;
    Ok(Reply::page(page))
}

#[test]
fn pages_contain_each_item_once() {
    for_each_seed(125, |random| {
        let budget = 1_500 + random.skewed(20_000);
        let count = random.skewed(1_000);
        let all: Vec<_> = (0..count).map(|_| random.item(30)).collect();
        let walk = Pages::new(|cursor: Option<&str>| {
            let envelope = page(&all, budget, cursor);
            envelope_client::check(envelope.as_str()).expect("follows its contract");
            assert!(envelope.as_str().len() <= budget);
            Ok::<_, ToolFailure>(Response::<Vec<(usize, Value)>>::under(
                "items",
                envelope.as_str(),
            )?)
        });
        let walked: Vec<_> = walk.items().collect::<Result<_, ToolFailure>>().unwrap();
        let expected: Vec<_> = all.iter().cloned().enumerate().collect();
        assert_eq!(walked, expected);
    });
}

#[test]
fn a_page_takes_one_item_more_than_it_contains() {
    let taken = std::cell::Cell::new(0);
    let items = (1_000..).inspect(|_| taken.set(taken.get() + 1));
    let page = Page::fitting(items, 1_024 + 21, |last| last.to_string()).unwrap();
    // `[1000,1001,1002,1003]` has 21 bytes.
    assert_eq!((page.len(), page.cursor(), taken.get()), (4, Some("1003"), 5));
    assert_eq!(serde_json::to_string(&page.into_parts().0).unwrap(), "[1000,1001,1002,1003]");

    let empty = Page::fitting([0_u8; 0], 2_000, u8::to_string).unwrap();
    assert!(empty.is_empty() && empty.cursor().is_none());
    let failure = Page::fitting(["a".repeat(99)], 1_100, String::clone).unwrap_err();
    assert_eq!(failure.report().code(), "RESULT_TOO_LARGE");
}
