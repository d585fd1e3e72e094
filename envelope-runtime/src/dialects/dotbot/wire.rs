//! The envelopes of dotbot.

use serde_json::Map;

use super::health::Health;
use super::issue::Issue;
use super::{Dotbot, ID, Meta};
use crate::budget::{Cut, Truncation};
use crate::dialect::data_place::Nestable;
use crate::dialect::{Call, Dialect, Entries, Format, Metadata, key, now};
use crate::dialects::merged::{Merged, UNLIMITED};
use crate::dialects::tool_version::semantic_version;
use crate::error::{ErrorReport, ToolFailure};
use crate::metadata::Warning;
use crate::request_id::RequestId;
use crate::text::is_blank;
use crate::time::Timestamp;

impl Dialect for Dotbot {
    const ID: &'static str = ID;
    const FORMAT: Format = Format { aliases: &["dotbot"], ..Format::DEFAULT };

    type Root = Nestable;
    type Meta = Meta;

    #[inline]
    fn success(&self, call: &Call, meta: &Meta, envelope: &mut Entries<'_>) {
        let Meta { warnings, errors, .. } = meta;
        tool(call, envelope);
        let truncation = call.truncation().map(truncated);
        let warning_count = warnings.len() + usize::from(truncation.is_some());
        envelope.value(key!("status"), &Health::of(warning_count, errors.len()));
        if is_blank(&meta.summary) {
            let ended = if errors.is_empty() { " succeeded." } else { " failed." };
            envelope.joined_string(key!("summary"), [call.tool_name(), ended]);
        } else {
            envelope.string(key!("summary"), &meta.summary);
        }
        envelope.data(key!("data"));
        envelope.list(key!("warnings"), |list| {
            warnings.iter().chain(&truncation).for_each(|warning| list.value(warning));
        });
        envelope.value(key!("errors"), errors);
        let write_to = meta.write_to.as_deref().or(self.write_to.as_deref());
        envelope.object(key!("audit"), |entries| audit(self, call, write_to, entries));
        if let Some(intent) = &meta.intent {
            envelope.value(key!("intent"), intent);
        }
        if !meta.actions.is_empty() {
            envelope.value(key!("actions"), &meta.actions);
        }
    }

    /// The envelope of an error, which has no `write_to`.
    #[inline]
    fn failure(&self, call: &Call, report: &ErrorReport, envelope: &mut Entries<'_>) {
        tool(call, envelope);
        envelope.string(key!("status"), "error");
        envelope.string(key!("summary"), report.summary());
        envelope.value(key!("data"), &Map::new());
        envelope.list(key!("warnings"), |list| {
            for warning in report.warnings().iter() {
                list.value(&Issue::from(&*warning));
            }
        });
        envelope.list(key!("errors"), |list| list.object(|entries| error(report, entries)));
        envelope.object(key!("audit"), |entries| audit(self, call, None, entries));
    }

    fn is_timed(&self) -> bool {
        true
    }
}

#[doc(hidden)]
impl Metadata for Meta {
    fn warn(&mut self, warning: Warning) {
        self.warnings.push(Issue::from(&warning));
    }

    fn cut(&self) -> Cut {
        Cut::InEnvelope
    }

    fn failure(&self) -> Option<ToolFailure> {
        self.errors.first().map(Issue::failure)
    }
}

/// The warning that the data was cut.
#[inline]
fn truncated(truncation: &Truncation) -> Issue {
    let issue = Issue::new("CONTENT_TRUNCATED", truncation.to_string());
    truncation.counts().into_iter().fold(issue, |issue, (key, count)| issue.detail(key, count))
}

#[inline]
fn tool(call: &Call, envelope: &mut Entries<'_>) {
    envelope.string(key!("schema_id"), ID);
    envelope.string(key!("tool"), call.tool_name());
    envelope.string(key!("version"), semantic_version(call));
}

/// An entry of `errors`.
#[inline]
fn error(report: &ErrorReport, error: &mut Entries<'_>) {
    error.string(key!("code"), report.code_in(ID));
    error.string(key!("message"), report.message());
    error.optional_string(key!("path"), report.path());
    error.object(key!("details"), |details| error_details(report, details));
}

#[inline]
pub(super) fn error_details(report: &ErrorReport, details: &mut Entries<'_>) {
    let is_reserved =
        |key: &str| matches!(key, "remediation" | "rate_limit" | "telemetry" | "upgrades");
    let mut details = Merged::new(details, UNLIMITED, is_reserved);
    details.remediation(report);
    details.measurements(report);
    details.upgrades(report);
    details.fields("detail", report.details());
    details.fields("data", report.data());
    details.fields("meta", report.meta());
}

/// Writes `audit`: facts about the call, such as its time, source and host.
#[inline]
fn audit(settings: &Dotbot, call: &Call, write_to: Option<&str>, audit: &mut Entries<'_>) {
    audit.value(key!("timestamp"), &Timestamp::of(now()));
    audit.number(key!("duration_ms"), call.elapsed_ms().unwrap_or_default());
    audit.string(key!("source"), &settings.source_path(call));
    if let Some(host) = settings.host_or_detected() {
        audit.value(key!("host"), &host);
    }
    audit.optional_string(key!("correlation_id"), call.request_id().map(RequestId::as_str));
    audit.optional_string(key!("write_to"), write_to);
}
