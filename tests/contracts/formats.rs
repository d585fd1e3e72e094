//! Habits of existing formats, each of which a dialect implements in one line.

use envelope_runtime::dialect::{AnyJson, Call, Dialect, Entries, Format, Object, PlainData, key};
use envelope_runtime::response_v2::ResponseV2;
use envelope_runtime::{
    DialectExt, Envelope, ErrorReport, ErrorType, Payload, RequestId, ToolError, ToolFailure,
    dotbot, envelope_tool,
};
use serde::Serialize;
use serde_json::{Value, json};

use crate::support::wire;

/// `{"ok": true, …data}`, and codes in `snake_case`. The format has no categories, and sends every message.
#[derive(Default)]
struct Flat;

impl<T> PlainData<T> for Flat {}

impl Dialect for Flat {
    const ID: &'static str = "flat";
    const FORMAT: Format = Format {
        codes: Some(str::to_ascii_lowercase),
        sends_internal_messages: true,
        ..Format::DEFAULT
    };

    type Root = Object;
    type Meta = ();

    fn success(&self, _: &Call, (): &(), envelope: &mut Entries<'_>) {
        envelope.bool(key!("ok"), true);
        envelope.data_entries();
    }

    fn failure(&self, call: &Call, error: &ErrorReport, envelope: &mut Entries<'_>) {
        envelope.bool(key!("ok"), false);
        envelope.string(key!("code"), &error.wire_code::<Self>());
        envelope.string(key!("error"), error.message());
        envelope.object(key!("details"), |details| details.fields(error.details(), &[]));
        envelope.optional_value(key!("trace"), call.request_id().map(RequestId::as_str));
    }
}

mod flat {
    use super::*;

    #[derive(Serialize, Payload)]
    struct Shelf<'a> {
        books: &'a [&'a str],
        #[serde(skip_serializing_if = "Option::is_none")]
        room: Option<u8>,
    }

    #[envelope_tool(dialect = Flat)]
    fn shelf(room: Option<u8>) -> Result<Shelf<'static>, ToolFailure> {
        Ok(Shelf { books: &["Emma"], room })
    }

    #[test]
    fn the_data_is_next_to_the_entries_of_the_format() {
        assert_eq!(shelf(None).as_str(), r#"{"ok":true,"books":["Emma"]}"#);
        assert_eq!(shelf(Some(3)).as_str(), r#"{"ok":true,"books":["Emma"],"room":3}"#);
        assert_eq!(
            shelf(None).to_pretty_string(),
            "{\n  \"ok\": true,\n  \"books\": [\n    \"Emma\"\n  ]\n}"
        );
    }

    #[test]
    fn several_values_of_a_tool_are_several_entries() {
        #[envelope_tool(dialect = Flat, data("shelf", "total"))]
        fn shelf() -> Result<(Shelf<'static>, u8), ToolFailure> {
            Ok((Shelf { books: &[], room: None }, 0))
        }

        assert_eq!(shelf().as_str(), r#"{"ok":true,"shelf":{"books":[]},"total":0}"#);
    }

    #[test]
    fn no_data_adds_no_entry() {
        #[envelope_tool(dialect = Flat)]
        fn dust() -> Result<(), ToolFailure> {
            Ok(())
        }

        #[envelope_tool(dialect = Flat, returns = Value)]
        fn dust_a_tree() -> Result<(), ToolFailure> {
            Ok(())
        }

        assert_eq!(dust().as_str(), r#"{"ok":true}"#);
        assert_eq!(dust_a_tree(), json!({"ok": true}));
    }

    #[test]
    fn a_tree_has_the_entries() {
        #[envelope_tool(dialect = Flat, data("books"), returns = Value)]
        fn shelf() -> Result<[&'static str; 1], ToolFailure> {
            Ok(["Emma"])
        }

        assert_eq!(shelf(), json!({"ok": true, "books": ["Emma"]}));
    }

    /// A repeated key is a failure, since clients would lose one of its two values.
    #[test]
    fn a_key_of_the_format_in_the_data_is_a_failure() {
        #[envelope_tool(dialect = Flat, data = "ok")]
        fn shadow() -> Result<u8, ToolFailure> {
            Ok(7)
        }

        assert_eq!(shadow().error_code(), Some("INTERNAL_ERROR"));
        assert_eq!(wire(shadow())["error"], "the key \"ok\" is written twice");
    }

    #[test]
    fn a_cut_is_an_entry_too() {
        #[envelope_tool(dialect = Flat, data = "books", budget(bytes = 1_000))]
        fn shelf() -> Result<Vec<String>, ToolFailure> {
            Ok((0..200).map(|book| format!("book {book}")).collect())
        }

        let shelf = wire(shelf());
        assert_eq!(shelf["ok"], true);
        assert!(shelf["truncation"].as_str().unwrap().contains("of 200"), "{shelf}");
        assert!(shelf["books"].as_array().unwrap().len() < 200);
    }

    /// With `Root = AnyJson`, a tool whose data is not an object compiles, but fails.
    #[test]
    fn data_that_is_no_object_is_a_failure() {
        #[derive(Default)]
        struct Loose;

        impl<T> PlainData<T> for Loose {}

        impl Dialect for Loose {
            const ID: &'static str = "loose";
            type Root = AnyJson;
            type Meta = ();

            fn success(&self, _: &Call, (): &(), envelope: &mut Entries<'_>) {
                envelope.data_entries();
                envelope.bool("ok", true);
            }

            fn failure(&self, _: &Call, error: &ErrorReport, envelope: &mut Entries<'_>) {
                envelope.string("code", error.code());
            }
        }

        #[envelope_tool(dialect = Loose)]
        fn answer<T: Serialize>(data: T) -> Result<T, ToolFailure> {
            Ok(data)
        }

        assert_eq!(answer(json!({"a": {}})).as_str(), r#"{"a":{},"ok":true}"#);
        assert_eq!(answer(json!({})).as_str(), r#"{"ok":true}"#);
        assert_eq!(answer(()).as_str(), r#"{"ok":true}"#);
        for data in [json!([1]), json!(null), json!("{}")] {
            assert_eq!(answer(data).as_str(), r#"{"code":"INTERNAL_ERROR"}"#);
        }
    }
}

mod errors {
    use super::*;

    #[envelope_tool(dialect = Flat)]
    fn fail(failure: ToolFailure) -> Result<(), ToolFailure> {
        Err(failure)
    }

    #[test]
    fn a_code_has_the_form_of_the_format() {
        let custom = |code| ToolFailure::custom(code, ErrorType::Conflict, "no");
        assert_eq!(wire(fail(custom("SHELF_FULL")))["code"], "shelf_full");
        // A code that is set for this format is sent unchanged.
        let own = custom("SHELF_FULL").code_for("flat", "e-42");
        assert_eq!(wire(fail(own.clone()))["code"], "e-42");
        assert_eq!(fail(own).error_code(), Some("SHELF_FULL"));
    }

    #[test]
    fn an_internal_message_is_sent_by_a_format_that_says_so() {
        let internal = || ToolFailure::internal("the table is locked");
        assert_eq!(wire(fail(internal()))["error"], "the table is locked");
        assert_eq!(fail(internal()).message(), Some("the table is locked"));
        let hidden = "An internal error occurred";
        assert_eq!(internal().envelope::<ResponseV2>().message(), Some(hidden));
        // Errors of other crates keep their fixed text if they are not internal.
        let missing = std::io::Error::new(std::io::ErrorKind::NotFound, "/etc/secret");
        assert_eq!(fail(missing.into()).message(), Some("The file or resource was not found"));
    }

    #[test]
    fn details_can_be_given_whole() {
        #[derive(Serialize)]
        struct Facts<'a> {
            z: u128,
            a: &'a str,
        }

        let facts = Facts { z: u128::MAX, a: "\"}" };
        let failure = ToolFailure::conflict("no").detail("first", 1).details(&facts);
        let expected = r#"{"first":1,"z":340282366920938463463374607431768211455,"a":"\"}"}"#;
        assert!(fail(failure).as_str().ends_with(&format!(r#""details":{expected}}}"#)));

        let nothing = ToolFailure::conflict("no").details(None::<Facts<'_>>).details(());
        assert!(nothing.report().details().is_empty());
        let given = ToolFailure::conflict("no").details(json!({"retry": "backoff", "a": null}));
        assert_eq!(given.report().retry(), envelope_runtime::Retry::Backoff);
        for refused in [json!([1]), json!("a")] {
            let envelope = fail(ToolFailure::conflict("no").details(refused));
            assert_eq!(envelope.error_code(), Some("INTERNAL_ERROR"));
        }
    }

    #[test]
    fn what_is_null_can_be_left_out() {
        let absent = None::<&str>;
        let failure = || {
            (0..50).fold(ToolFailure::conflict("no"), |failure, index| {
                failure.detail(&format!("key{index}"), (index % 2 == 0).then_some(index))
            })
        };
        let failure = failure().data("a", absent).meta("b", absent).path(absent).skip_nulls();
        let keys = |failure: &ToolFailure| failure.report().details_with_path().iter().count();
        assert_eq!(keys(&failure), 25);
        assert!(failure.report().data().is_empty() && failure.report().meta().is_empty());
        // Keys that are set again after `skip_nulls` are sent once.
        let failure = failure.detail("key48", 0).detail("key1", 1).detail("key1", 2);
        assert_eq!(keys(&failure), 26);
        assert_eq!(failure.report().details().get("key1").unwrap().json(), "2");
        assert_eq!(failure.report().details().get("key48").unwrap().json(), "0");
    }
}

/// Programs without a tool, such as a command with `--json`.
mod outside {
    use super::*;

    #[test]
    fn a_success_outside_of_a_tool() {
        let data = || std::collections::BTreeMap::from([("open", 3)]);
        let envelope: Envelope = RequestId::new("req_1")
            .sync_scope(|| ResponseV2::default().telemetry().envelope(&data()));
        assert!(envelope.is_success());
        assert_eq!(envelope.message(), None);
        let mut value = wire(envelope);
        value["meta"]["telemetry"]["duration_ms"] = json!(0);
        assert_eq!(
            value,
            json!({
                "success": true,
                "data": {"open": 3},
                "error": null,
                "meta": {"version": "response-v2", "request_id": "req_1", "telemetry": {"duration_ms": 0}}
            })
        );
        let reply = dotbot::Reply::new("3 are open.", data());
        assert_eq!(wire(dotbot::Dotbot::default().envelope(reply))["summary"], "3 are open.");
        assert_eq!(Flat.envelope(data()).as_str(), r#"{"ok":true,"open":3}"#);
    }

    #[test]
    fn a_failure_outside_of_a_tool_has_the_settings() {
        let envelope = Flat.fail(ToolFailure::not_found("Shelf", 7).remediation("List them"));
        assert_eq!(envelope.error_code(), Some("NOT_FOUND"));
        assert_eq!(envelope.message(), Some("Shelf not found: 7"));
        assert_eq!(envelope.remediation(), Some("List them"));
        assert_eq!(wire(envelope)["code"], "not_found");
        // An error of the standard library.
        let error = "x".parse::<u8>().unwrap_err();
        assert_eq!(wire(Flat.fail(error))["code"], "invalid_format");
    }

    #[test]
    fn a_result_is_no_data_outside_of_a_tool_either() {
        #[derive(Default)]
        struct Bare;

        impl<T> PlainData<T> for Bare {}

        impl Dialect for Bare {
            const ID: &'static str = "bare";
            type Root = AnyJson;
            type Meta = ();

            fn success(&self, _: &Call, (): &(), envelope: &mut Entries<'_>) {
                envelope.only_data();
            }

            fn failure(&self, _: &Call, error: &ErrorReport, envelope: &mut Entries<'_>) {
                envelope.only_value(error.code());
            }
        }

        let failed = || Err::<u8, _>("no");
        assert_eq!(Bare.envelope(failed()).as_str(), r#""INTERNAL_ERROR""#);
        assert_eq!(Bare.envelope(&failed()).as_str(), r#""INTERNAL_ERROR""#);
        assert_eq!(
            Bare.envelope(Flat.fail(ToolFailure::conflict("no"))).error_code(),
            Some("INTERNAL_ERROR")
        );
        assert_eq!(Bare.envelope(7).as_str(), "7");
    }

    #[test]
    fn a_reply_with_errors_has_their_message() {
        let failure = ToolFailure::conflict("It is locked").remediation("Ask Ann");
        let reply = dotbot::Reply::new("1 of 2 is done.", ()).error(failure.into());
        let envelope = dotbot::Dotbot::default().envelope(reply);
        assert_eq!(envelope.error_code(), Some("CONFLICT"));
        assert_eq!(envelope.message(), Some("It is locked"));
        assert_eq!(envelope.remediation(), Some("Ask Ann"));
    }
}

/// Attributes of an enum are defaults for its variants.
mod defaults {
    use super::*;

    #[derive(Serialize)]
    struct Cause {
        file: &'static str,
        line: u8,
    }

    #[derive(Debug, thiserror::Error, ToolError)]
    #[tool_error(
        error_type = "validation",
        remediation = "Run `plan` again",
        summary = "No plan.",
        retry = "never",
        skip_nulls
    )]
    enum PlanError {
        #[error("empty")]
        #[tool_error(code = "PLAN_EMPTY")]
        Empty {
            #[tool_error(detail)]
            line: Option<u8>,
            #[tool_error(data = "hint")]
            hint: Option<&'static str>,
        },
        #[error("twice")]
        #[tool_error(
            code = "STEP_TWICE",
            error_type = "conflict",
            remediation = "Rename a step",
            summary = "Twice.",
            retry = "after_check"
        )]
        Twice,
        #[error("gone")]
        #[tool_error(code = "NOT_FOUND")]
        Gone(#[tool_error(details)] Option<Value>),
        #[error("busy")]
        #[tool_error(code = "UNAVAILABLE")]
        Busy(#[tool_error(data = "retry_after_seconds")] u8),
        #[error(transparent)]
        #[tool_error(transparent)]
        Step(#[from] StepError),
    }

    #[derive(Debug, thiserror::Error, ToolError)]
    #[error("slow")]
    #[tool_error(code = "TIMEOUT", remediation = "Ask for less")]
    struct StepError(#[tool_error(detail = "step")] Option<u8>);

    fn facts(error: &PlanError) -> Value {
        let failure = error.failure();
        let report = failure.report();
        json!([
            report.error_type().as_str(),
            report.remediation(),
            report.summary(),
            report.retry(),
            report.details(),
            report.data()
        ])
    }

    #[test]
    fn an_enum_has_defaults_for_its_variants() {
        let again = "Run `plan` again";
        assert_eq!(
            facts(&PlanError::Empty { line: None, hint: None }),
            json!(["validation", again, "No plan.", "never", {"retry": "never"}, {}])
        );
        assert_eq!(
            facts(&PlanError::Empty { line: Some(3), hint: Some("a") }),
            json!(["validation", again, "No plan.", "never", {"retry": "never", "line": 3}, {"hint": "a"}])
        );
        assert_eq!(
            facts(&PlanError::Twice),
            json!(["conflict", "Rename a step", "Twice.", "after_check", {"retry": "after_check"}, {}])
        );
        // The error type of a standard code replaces the enum's default.
        let cause = serde_json::to_value(Cause { file: "a", line: 1 }).ok();
        assert_eq!(
            facts(&PlanError::Gone(cause)),
            json!(["not_found", again, "No plan.", "never", {"retry": "never", "file": "a", "line": 1}, {}])
        );
        assert_eq!(facts(&PlanError::Gone(None))[4], json!({"retry": "never"}));
        // A field with a delay replaces the enum's retry advice.
        assert_eq!(
            facts(&PlanError::Busy(3)),
            json!(["unavailable", again, "No plan.", "after_delay", {}, {"retry_after_seconds": 3}])
        );
        // An inner error doesn't get the enum's defaults.
        assert_eq!(
            facts(&PlanError::Step(StepError(None))),
            json!(["unavailable", "Ask for less", "slow", "backoff", {"step": null}, {}])
        );
    }

    #[test]
    fn the_declared_failures_have_the_defaults() {
        let declared = PlanError::DECLARED.failures();
        assert_eq!(declared[0].error_type, ErrorType::Validation);
        assert_eq!(declared[0].retry, envelope_runtime::Retry::Never);
        assert_eq!(declared[0].remediation, Some("Run `plan` again"));
        assert_eq!(declared[1].remediation, Some("Rename a step"));
        assert_eq!(declared[3].retry, envelope_runtime::Retry::AfterDelay);
    }
}

/// The formats of three existing programs, with other names.
mod golden {
    use envelope_runtime::dialect::{Metadata, Reply};
    use envelope_runtime::{RetryAdvice, RetryAfter, Warning};
    use serde::Deserialize;

    use super::*;

    /// A command with `--json`: several errors in a list, codes with a prefix, and settings that name the command.
    #[derive(Default)]
    struct Command {
        command: &'static str,
        path: Option<&'static [&'static str]>,
    }

    impl Command {
        fn command(self, command: &'static str) -> Self {
            Self { command, ..self }
        }

        fn path(self, path: &'static [&'static str]) -> Self {
            Self { path: Some(path), ..self }
        }

        fn head(&self, call: &Call, ok: bool, envelope: &mut Entries<'_>) {
            envelope.number(key!("schema_version"), 1);
            envelope.bool(key!("ok"), ok);
            envelope.string(key!("command"), self.command);
            envelope.optional_value(key!("command_path"), self.path);
            envelope.string(key!("version"), call.version());
        }
    }

    #[derive(Default)]
    struct Notes(Vec<String>);

    impl Metadata for Notes {
        fn warn(&mut self, warning: Warning) {
            self.0.push(warning.message);
        }
    }

    impl<T> PlainData<T> for Command {}

    impl Dialect for Command {
        const ID: &'static str = "command";
        const FORMAT: Format = Format {
            codes: Some(|code| format!("E_{code}")),
            sends_internal_messages: true,
            ..Format::DEFAULT
        };

        type Root = AnyJson;
        type Meta = Notes;

        fn success(&self, call: &Call, notes: &Notes, envelope: &mut Entries<'_>) {
            self.head(call, true, envelope);
            envelope.data(key!("data"));
            envelope.value(key!("warnings"), &notes.0);
            envelope.list(key!("errors"), |_| {});
        }

        fn failure(&self, call: &Call, error: &ErrorReport, envelope: &mut Entries<'_>) {
            self.head(call, false, envelope);
            envelope.value(key!("data"), &json!({}));
            envelope.list(key!("warnings"), |_| {});
            envelope.list(key!("errors"), |errors| {
                errors.object(|entries| {
                    entries.string(key!("code"), &error.wire_code::<Self>());
                    entries.string(key!("message"), error.message());
                    entries.object(key!("details"), |details| details.fields(error.details(), &[]));
                });
            });
        }
    }

    #[test]
    fn a_command_with_json() {
        let show = || Command::default().command("plan").path(&["plan", "show"]);
        let notes = Notes(vec!["stale".to_owned()]);
        let success = show().envelope(Reply::<_, Command>::from_parts(json!({"steps": 2}), notes));
        assert_eq!(
            success.to_pretty_string(),
            r#"{
  "schema_version": 1,
  "ok": true,
  "command": "plan",
  "command_path": [
    "plan",
    "show"
  ],
  "version": "0.0.0",
  "data": {
    "steps": 2
  },
  "warnings": [
    "stale"
  ],
  "errors": []
}"#
        );
        let failure = ToolFailure::custom("CONFIG_MISSING", ErrorType::Validation, "no plan.yaml")
            .details(json!({"path": "plan.yaml"}));
        assert_eq!(
            Command::default().command("plan").fail(failure).as_str(),
            concat!(
                r#"{"schema_version":1,"ok":false,"command":"plan","version":"0.0.0","data":{},"warnings":[],"#,
                r#""errors":[{"code":"E_CONFIG_MISSING","message":"no plan.yaml","details":{"path":"plan.yaml"}}]}"#
            )
        );
        let unexpected = Command::default().fail(ToolFailure::internal("pool is poisoned"));
        assert_eq!(
            wire(unexpected)["errors"],
            json!([{"code": "E_INTERNAL_ERROR", "message": "pool is poisoned"}])
        );
    }

    /// The format of a server that sends only the data, or only the text of an error.
    #[derive(Default)]
    struct Bare;

    impl<T> PlainData<T> for Bare {}

    impl Dialect for Bare {
        const ID: &'static str = "bare";
        const FORMAT: Format = Format { sends_internal_messages: true, ..Format::DEFAULT };

        type Root = AnyJson;
        type Meta = ();

        fn success(&self, _: &Call, (): &(), envelope: &mut Entries<'_>) {
            envelope.only_data();
        }

        fn failure(&self, _: &Call, error: &ErrorReport, envelope: &mut Entries<'_>) {
            envelope.string(key!("error"), error.message());
        }
    }

    #[test]
    fn data_alone() {
        #[envelope_tool(dialect = Bare)]
        fn quote(symbol: &str) -> Result<[f64; 2], ToolFailure> {
            match symbol {
                "" => Err(ToolFailure::internal("http: connection refused")),
                _ => Ok([1.5, 2.0]),
            }
        }

        assert_eq!(quote("A").as_str(), "[1.5,2.0]");
        assert_eq!(quote("").as_str(), r#"{"error":"http: connection refused"}"#);
    }

    /// A program's own envelope type, which its clients read, too.
    #[derive(Debug, Serialize, Deserialize, PartialEq)]
    struct Answer<T> {
        success: bool,
        data: Option<T>,
        #[serde(skip_serializing_if = "Option::is_none")]
        error: Option<Problem>,
        #[serde(flatten)]
        meta: Meta,
    }

    #[derive(Debug, Serialize, Deserialize, PartialEq)]
    struct Problem {
        code: String,
        message: String,
        retryable: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        retry_after_ms: Option<u64>,
    }

    #[derive(Debug, Default, Clone, Serialize, Deserialize, PartialEq)]
    struct Meta {
        tool_version: String,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        warnings: Vec<String>,
    }

    #[derive(Default)]
    struct Typed;

    impl<T> PlainData<T> for Typed {}

    impl Metadata for Meta {
        fn warn(&mut self, warning: Warning) {
            self.warnings.push(warning.message);
        }
    }

    impl Dialect for Typed {
        const ID: &'static str = "typed";
        const FORMAT: Format = Format { codes: Some(str::to_ascii_lowercase), ..Format::DEFAULT };

        type Root = AnyJson;
        type Meta = Meta;

        fn success(&self, call: &Call, meta: &Meta, envelope: &mut Entries<'_>) {
            let data = Some(envelope.data_value());
            let meta = Meta { tool_version: call.version().to_owned(), ..meta.clone() };
            envelope.only_value(&Answer { success: true, data, error: None, meta });
        }

        fn failure(&self, call: &Call, error: &ErrorReport, envelope: &mut Entries<'_>) {
            let delay = error.retry_after().and_then(|after| match after {
                RetryAfter::Delay(delay) => u64::try_from(delay.as_millis()).ok(),
                _ => None,
            });
            let error = Problem {
                code: error.wire_code::<Self>().into_owned(),
                message: error.message().to_owned(),
                retryable: error.retry().advice() == RetryAdvice::Yes,
                retry_after_ms: delay,
            };
            let meta = Meta { tool_version: call.version().to_owned(), ..Meta::default() };
            envelope.only_value(&Answer::<()> {
                success: false,
                data: None,
                error: Some(error),
                meta,
            });
        }
    }

    #[envelope_tool(dialect = Typed, version = "1.0", returns = Value)]
    fn post(text: &str) -> Result<u128, ToolFailure> {
        match text {
            "" => Err(ToolFailure::rate_limited(3, "minute", 20)),
            text => Ok(text.len() as u128),
        }
    }

    #[test]
    fn the_type_of_a_program_is_the_envelope() {
        let posted = post("hello");
        assert_eq!(posted, json!({"success": true, "data": 5, "tool_version": "1.0"}));
        let read: Answer<u8> = serde_json::from_value(posted).unwrap();
        assert_eq!(read.data, Some(5));

        let refused: Answer<u8> = serde_json::from_value(post("")).unwrap();
        let problem = refused.error.unwrap();
        assert_eq!(
            (problem.code.as_str(), problem.retry_after_ms),
            ("rate_limit_exceeded", Some(20_000))
        );
        assert!(problem.retryable);

        let meta = Meta { tool_version: String::new(), warnings: vec!["old".to_owned()] };
        let envelope =
            Typed.envelope(Reply::<_, Typed>::from_parts(json!({"a": "é", "z": 1}), meta));
        assert_eq!(
            envelope.as_str(),
            r#"{"success":true,"data":{"a":"é","z":1},"tool_version":"0.0.0","warnings":["old"]}"#
        );
    }

    /// The envelope type can flatten the data.
    #[test]
    fn a_type_can_flatten_the_data() {
        #[derive(Serialize)]
        struct Flat<T> {
            ok: bool,
            #[serde(flatten)]
            data: T,
        }

        #[derive(Default)]
        struct Flattening;

        impl<T> PlainData<T> for Flattening {}

        impl Dialect for Flattening {
            const ID: &'static str = "flattening";
            type Root = Object;
            type Meta = ();

            fn success(&self, _: &Call, (): &(), envelope: &mut Entries<'_>) {
                let data = envelope.data_value();
                envelope.only_value(&Flat { ok: true, data });
            }

            fn failure(&self, _: &Call, error: &ErrorReport, envelope: &mut Entries<'_>) {
                // A mistake, since a failure has no data.
                let data = envelope.data_value();
                envelope.only_value(&Flat { ok: false, data });
                envelope.string("error", error.message());
            }
        }

        let data = std::collections::BTreeMap::from([("a", [1, 2])]);
        assert_eq!(Flattening.envelope(&data).as_str(), r#"{"ok":true,"a":[1,2]}"#);
        let failure = Flattening.fail(ToolFailure::conflict("no"));
        assert_eq!(failure.error_code(), Some("INTERNAL_ERROR"));
        assert!(failure.as_str().contains("INTERNAL_ERROR"), "{failure}");
    }
}
