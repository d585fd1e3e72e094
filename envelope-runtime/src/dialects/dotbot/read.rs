//! Reading the envelopes of dotbot.

use serde_json::{Map, Number, Value};

use super::{Action, Health, Host, ID, Intent, Issue};
use crate::error::{Slot, ToolFailure};
use crate::json::{Document, Parts};
use crate::metadata::{ReadList, Severity, UpgradeHint, Warning};
use crate::read::{self, Payload, ReadError, Received, Take, Taken};
use crate::request_id::RequestId;

/// The response of a dotbot tool. With an entry in `errors` it is a failure, which also has [data](read::Failure::data); with
/// warnings alone it is a success.
///
/// The contract requires `schema_id`, `tool`, `version`, `status`, `summary`, `data`, `warnings`, `errors` and `audit`, and
/// there `timestamp`, `duration_ms` and `source`: an envelope without any of them is an error.
///
/// ```
/// use envelope_runtime::dotbot::{Health, Response};
///
/// let text = r#"{
///     "schema_id": "dotbot-mcp-response@1", "tool": "projects.list", "version": "1.0.0", "status": "warning",
///     "summary": "Found 1 project.", "data": {"names": ["be"]},
///     "warnings": [{"code": "FRONTMATTER_MISSING", "message": "The file has no frontmatter"}], "errors": [],
///     "audit": {"timestamp": "2026-01-02T13:57:00Z", "duration_ms": 45, "source": "src/list.rs"}
/// }"#;
/// let success = Response::<Vec<String>>::under("names", text)?.into_result()?;
/// assert_eq!(success.data, ["be"]);
/// assert_eq!(success.meta.status, Health::Warning);
/// assert_eq!(success.meta.warnings[0].code, "FRONTMATTER_MISSING");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Response<T> = read::Response<T, ResponseMeta>;

/// The data of a dotbot tool, with its metadata.
pub type Success<T> = read::Success<T, ResponseMeta>;

/// The failure of a dotbot tool. Its code and message come from the first entry of `errors`; the others, and
/// their paths, are in [`ResponseMeta::errors`].
///
/// Another dotbot tool that passes it on answers with the same summary, data, warnings and errors. In the other contracts, the
/// further errors are warnings of the severity `error`, a warning's path is among its facts, and the data is the failure's data.
pub type Failure = read::Failure<ResponseMeta>;

/// The metadata of an envelope, as a client reads it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ResponseMeta {
    /// The name of the tool.
    pub tool: String,
    /// The semantic version of the tool.
    pub version: String,
    /// The status, computed from `errors` and `warnings`, whatever was sent.
    pub status: Health,
    /// What happened, in one sentence.
    pub summary: String,
    /// Problems that did not make the tool fail.
    pub warnings: Vec<Issue>,
    /// Problems because of which the tool could not do all of its work.
    pub errors: Vec<Issue>,
    /// When and where the tool ran.
    pub audit: Audit,
    /// What to do next.
    pub intent: Option<Intent>,
    /// The suggested next steps.
    pub actions: Vec<Action>,
}

/// When and where a tool ran: `audit`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Audit {
    /// The end of the call, as an ISO 8601 time such as `2026-01-02T13:57:00Z`.
    pub timestamp: String,
    /// The duration of the call, in milliseconds.
    pub duration_ms: Number,
    /// The relative path of the tool's source.
    pub source: String,
    /// The environment that the tool ran in. An unknown one is in `extra`.
    pub host: Option<Host>,
    /// The request id.
    pub correlation_id: Option<RequestId>,
    /// The relative path of the file that the tool wrote.
    pub write_to: Option<String>,
    /// Further keys.
    pub extra: Map<String, Value>,
}

impl Take for ResponseMeta {
    const DIALECTS: &'static [&'static str] = &[ID];

    fn request_id(&self) -> Option<&RequestId> {
        self.audit.correlation_id.as_ref()
    }

    fn take(envelope: Document<'_>) -> Result<Taken<'_, Self>, ReadError> {
        let mut envelope = Parts::of_envelope(envelope)?;
        if envelope.text("schema_id") != Some(ID) {
            let found = envelope.get("schema_id");
            return Err(envelope.unexpected("schema_id", &format!("{ID:?}"), found));
        }
        envelope.take_any("schema_id");
        let data = envelope.require_parts("data")?;
        let meta = Self::of(&mut envelope)?;
        let outcome = match meta.errors.split_first() {
            None => Ok(Payload::of_data(data.into_document())),
            Some((error, others)) => Err(received(error, others, &data, &meta)),
        };
        Ok(Taken { meta, extra: envelope.into_extra(), outcome })
    }
}

impl ResponseMeta {
    fn of(envelope: &mut Parts<'_>) -> Result<Self, ReadError> {
        let (tool, version) = (envelope.require("tool")?, envelope.require("version")?);
        let _: Health = envelope.require("status")?;
        let (summary, warnings) =
            (envelope.require("summary")?, envelope.require::<Vec<Issue>>("warnings")?);
        let errors = envelope.require::<Vec<Issue>>("errors")?;
        Ok(Self {
            tool,
            version,
            status: Health::of(warnings.len(), errors.len()),
            summary,
            warnings,
            errors,
            audit: Audit::of(envelope.require_parts("audit")?)?,
            intent: envelope.take("intent"),
            actions: envelope.take_or_default("actions"),
        })
    }
}

impl Audit {
    fn of(mut audit: Parts<'_>) -> Result<Self, ReadError> {
        Ok(Self {
            timestamp: audit.require("timestamp")?,
            duration_ms: audit.require("duration_ms")?,
            source: audit.require("source")?,
            host: audit.take("host"),
            correlation_id: audit.take("correlation_id"),
            write_to: audit.take("write_to"),
            extra: audit.into_extra(),
        })
    }
}

fn received(error: &Issue, others: &[Issue], data: &Parts<'_>, meta: &ResponseMeta) -> Received {
    let code = Some(error.code.as_str()).filter(|code| !code.is_empty());
    let received = Received::new(code, None, &error.message).with(|failure| {
        let failure = with_issue(failure, error).with_warnings(|warnings| {
            // A failure has one error; the others go with it as warnings.
            warnings.extend_mixed(
                meta.warnings.iter().map(|issue| issue.to_warning(ReadList::Warnings)),
            );
            warnings.extend_details(others.iter().map(as_error));
        });
        let failure = failure.with_entries(Slot::Data, data.entries());
        if meta.summary == error.message { failure } else { failure.summary(&meta.summary) }
    });
    Received {
        request_id: meta.audit.correlation_id.clone(),
        data: data.as_document().to_json(),
        ..received
    }
}

/// The failure with the other contents of the error.
fn with_issue(mut failure: ToolFailure, error: &Issue) -> ToolFailure {
    if let Some(path) = &error.path {
        failure = failure.path(path);
    }
    let Ok(mut details) = Parts::of(error.details.to_document()) else { return failure };
    failure = details.take_beside_details(failure);
    let upgrades: Vec<UpgradeHint> = details.take_or_default("upgrades");
    let failure = upgrades.iter().fold(failure, ToolFailure::upgrade_hint);
    failure.with_entries(Slot::Details, details.entries()).with_entries(Slot::Meta, error.extras())
}

/// A further error as a warning, which dotbot itself passes on as an error.
fn as_error(issue: &Issue) -> Warning {
    let warning = issue.to_warning(ReadList::Errors);
    if warning.severity.is_some() { warning } else { warning.severity(Severity::Error) }
}
