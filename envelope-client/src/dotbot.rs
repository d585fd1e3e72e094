//! Reads responses of dotbot, and checks the contract's rules that do not follow from its table.

use envelope_contracts::dotbot::{CONTRACT, codes};
use envelope_contracts::format::is_screaming_snake_case;
use envelope_runtime::dotbot::{Health, Host};
use envelope_runtime::{RequestId, Severity, WarningCode};
use serde_json::{Map, Number, Value};

use crate::failure::Failure;
use crate::metadata::Warning;
use crate::object::{Entries, object, take};
use crate::read_error::ReadError;
use crate::response::{self, Data, Metadata, ensure, entries, require};
use crate::rulebook::{Node, Report, Rulebook, rules};

pub(crate) const ID: &str = CONTRACT.id;

/// The response of a dotbot tool. A response with an entry in `errors` is a failure, which also has [data](Failure::data). A response with
/// only warnings is a success. A response with the status `error` and no errors is a failure whose message is the summary.
///
/// The contract requires `schema_id`, `tool`, `version`, `status`, `summary`, `data`, `warnings`, `errors` and `audit`, and in `audit` the
/// keys `timestamp`, `duration_ms` and `source`: if one is missing, reading fails.
///
/// The first entry of `errors` becomes the failure. The other entries become warnings of the failure, with the severity `error` and with
/// their path among the facts.
///
/// ```
/// use envelope_client::dotbot::Response;
/// use envelope_runtime::dotbot::Health;
///
/// let text = r#"{
///     "schema_id": "dotbot-mcp-response@1", "tool": "projects.list", "version": "1.0.0", "status": "warning",
///     "summary": "Found 1 project.", "data": {"names": ["be"]},
///     "warnings": [{"code": "FRONTMATTER_MISSING", "message": "The file has no frontmatter"}], "errors": [],
///     "audit": {"timestamp": "2026-01-02T13:57:00Z", "duration_ms": 45, "source": "src/list.rs"}
/// }"#;
/// let success = Response::<Vec<String>>::under("names", text)?.into_result()?;
/// assert_eq!(success.data, ["be"]);
/// assert_eq!(success.meta.status, Some(Health::Warning));
/// assert_eq!(success.meta.warnings[0].code, "FRONTMATTER_MISSING");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Response<T> = response::Response<T, Meta>;

object! {
    /// The metadata: every key of the envelope but `schema_id`, `data` and `errors`.
    pub struct Meta {
        /// The name of the tool.
        tool: String = "tool",
        /// The semantic version of the tool.
        version: String = "version",
        /// The status, computed from the outcome and the warnings.
        status: Option<Health> = "status",
        /// The outcome in one sentence.
        summary: String = "summary",
        /// Problems that did not make the tool fail.
        warnings: Vec<Issue> = "warnings",
        /// When and where the tool ran.
        audit: Audit = "audit",
        /// The tool to call next.
        intent: Option<Intent> = "intent",
        /// The suggested next steps.
        actions: Vec<Action> = "actions",
    }
}

object! {
    /// A warning or an error: `{"code":"IO_ERROR","message":"…","path":"a.md","details":{…}}`.
    pub struct Issue(message) {
        /// The code.
        code: String = "code",
        /// The message.
        message: String = "message",
        /// The relative path of the file that the issue is about.
        path: Option<String> = "path",
        /// Facts about the issue.
        details: Map<String, Value> = "details",
    }
}

object! {
    /// When and where a tool ran: `{"timestamp":"2026-01-02T13:57:00Z","duration_ms":45,"source":"src/list.rs"}`.
    pub struct Audit {
        /// The end of the call, as an ISO 8601 time.
        timestamp: String = "timestamp",
        /// The duration of the call, in milliseconds.
        duration_ms: Option<Number> = "duration_ms",
        /// The relative path of the tool's source.
        source: String = "source",
        /// The environment that the tool ran in. An unknown environment is in `extra`.
        host: Option<Host> = "host",
        /// The request id.
        correlation_id: Option<RequestId> = "correlation_id",
        /// The relative path of the file that the tool wrote.
        write_to: Option<String> = "write_to",
    }
}

object! {
    /// The tool to call next: `{"recommended_next":"solution.structure","reason":"…","parameters":{}}`.
    pub struct Intent {
        /// The name of the tool.
        recommended_next: String = "recommended_next",
        /// Why to call it.
        reason: String = "reason",
        /// The arguments to call it with.
        parameters: Option<Map<String, Value>> = "parameters",
    }
}

object! {
    /// A suggested next step: `{"id":"view","type":"suggestion","label":"…","reason":"…","tool":"…","parameters":{}}`.
    pub struct Action(label) {
        /// The id of the step.
        id: String = "id",
        /// The kind of the step, such as `suggestion`.
        kind: String = "type",
        /// The label for a user.
        label: String = "label",
        /// Why to take the step.
        reason: String = "reason",
        /// The name of the tool to call.
        tool: String = "tool",
        /// The arguments to call it with.
        parameters: Option<Map<String, Value>> = "parameters",
    }
}

impl Metadata for Meta {
    fn request_id(&self) -> Option<&RequestId> {
        self.audit.correlation_id.as_ref()
    }

    fn take(envelope: Value, _pointer: &mut String) -> Result<Response<Data>, ReadError> {
        let is_failed = is_failure(&envelope);
        let mut envelope = entries(envelope)?;
        ensure(&envelope, "schema_id", &format!("{ID:?}"), |id| id == ID)?;
        envelope.remove("schema_id");
        let data: Entries = require(&mut envelope, "data", "an object")?;
        for key in ["tool", "version", "summary"] {
            ensure(&envelope, key, "a string", Value::is_string)?;
        }
        let is_status =
            |word: &Value| word.as_str().is_some_and(|word| word.parse::<Health>().is_ok());
        ensure(&envelope, "status", r#""ok", "warning" or "error""#, is_status)?;
        ensure(&envelope, "warnings", "an array", Value::is_array)?;
        let errors: Vec<Issue> = require(&mut envelope, "errors", "an array")?;
        let audit: Entries = require(&mut envelope, "audit", "an object")?;
        ensure_audit(&audit).map_err(|error| error.inside("/audit"))?;
        let mut meta = Self::from_entries(envelope);
        meta.audit = Audit::from_entries(audit);
        meta.status = Some(match (is_failed, meta.warnings.is_empty()) {
            (true, _) => Health::Error,
            (false, false) => Health::Warning,
            (false, true) => Health::Ok,
        });
        let outcome = if is_failed {
            let mut errors = errors.into_iter();
            let summary = || Issue { message: meta.summary.clone(), ..Issue::default() };
            let error = errors.next().unwrap_or_else(summary);
            Err(failure(error, errors, data, &mut meta).into())
        } else {
            Ok(Data::new("/data", data))
        };
        Ok(Response { dialect: ID, outcome, extra: std::mem::take(&mut meta.extra), meta })
    }
}

fn ensure_audit(audit: &Entries) -> Result<(), ReadError> {
    ensure(audit, "timestamp", "a string", Value::is_string)?;
    ensure(audit, "duration_ms", "a number", Value::is_number)?;
    ensure(audit, "source", "a string", Value::is_string)
}

/// Whether the errors or the status make the envelope a failure. So does a missing array of errors.
pub(crate) fn is_failure(envelope: &Value) -> bool {
    let errors = envelope.get("errors").and_then(Value::as_array);
    let status = envelope.get("status").and_then(Value::as_str);
    errors.is_none_or(|errors| !errors.is_empty()) || status == Some("error")
}

/// Makes a failure of the first error. The other errors become warnings.
fn failure(
    error: Issue,
    others: impl Iterator<Item = Issue>,
    data: Entries,
    meta: &mut Meta,
) -> Failure {
    let Issue { code, message, path, mut details, extra } = error;
    let mut failure = Failure::take_from(&mut details);
    let others = others.map(|other| {
        let mut warning = other.into_warning();
        warning.severity.get_or_insert(Severity::Error);
        warning
    });
    let warnings = std::mem::take(&mut meta.warnings).into_iter().map(Issue::into_warning);
    failure.warnings.extend(warnings.chain(others));
    Failure {
        sent_code: Some(code).filter(|code| !code.is_empty()),
        summary: Some(meta.summary.clone()).filter(|summary| *summary != message),
        message,
        path,
        details,
        data: data.into(),
        extra,
        request_id: meta.audit.correlation_id.clone(),
        ..failure
    }
}

impl Issue {
    /// Converts the issue to a warning. Its path and its further keys become facts.
    fn into_warning(self) -> Warning {
        /// Dotbot's code for warnings without a code of their own.
        const UNCODED: &str = "WARNING";

        let Self { code, message, path, details: mut context, extra } = self;
        let severity = take(&mut context, "severity");
        context.extend(path.map(|path| ("path".to_owned(), path.into())));
        context.extend(extra);
        let code = Some(code).filter(|code| !code.is_empty() && code != UNCODED);
        let code = code.map(WarningCode::from);
        Warning { code, severity, message, context, ..Warning::default() }
    }
}

pub(crate) static RULEBOOK: Rulebook = Rulebook { contract: &CONTRACT, rules: RULES, check };

rules! {
    ONE_SENTENCE: Should "one-sentence" "Required Fields"
        "`summary` is on one line";
    CATALOGUE: Note "known-code" "Error Code Catalog"
        "`code` of an error is in the catalogue";
}

fn check(envelope: &Node<'_>, report: &mut Report) {
    let summary = envelope.get("summary");
    let has_lines = summary.as_str().is_some_and(|summary| summary.trim().contains('\n'));
    report.require(!has_lines, &ONE_SENTENCE, &summary);
    for error in envelope.get("errors").items() {
        let code = error.get("code");
        let is_known = |code: &str| codes().any(|known| known.name == code);
        let is_foreign =
            code.as_str().is_some_and(|code| is_screaming_snake_case(code) && !is_known(code));
        report.require(!is_foreign, &CATALOGUE, &code);
    }
}
