//! `dotbot-mcp-response@1`.

use crate::Kind::{Const, Count, Empty, Facts, Format, NotEmpty, Object as Nested, Objects, String, Words};
use crate::Presence::{Optional, Required};
use crate::{CODES, Code, Contract, Form, Object, Setting, Variant, format, key, variant};

/// The contract.
pub static CONTRACT: Contract = Contract {
    settings: &[
        Setting::new("tool", Form::Tool),
        Setting::new("version", Form::Version),
        Setting::new("summary", Form::Format),
        Setting::new("source", Form::RelativePath),
        Setting::new("host", Form::Value),
        Setting::new("correlation_id", Form::RequestId),
        Setting::new("write_to", Form::RelativePath),
    ],
    name: &["schema_id"],
    marks: &[
        &["schema_id", "tool", "status"],
        &["schema_id", "summary", "audit"],
        &["tool", "version", "status", "summary"],
        &["status", "warnings", "errors", "audit"],
    ],
    ..Contract::new(ID, &["dotbot", "Dotbot"], &ENVELOPE)
};

const ID: &str = "dotbot-mcp-response@1";
const REQUIRED: &str = "Required Fields";
const OPTIONAL: &str = "Optional Fields";
const STATUS: &str = "Status Computation";
const COMPUTED_STATUS: Option<(&str, &str)> = Some((
    "computed-status",
    "`status` is `error` if there are errors, else `warning` if there are warnings, else `ok`",
));

static ENVELOPE: Object = Object::new("", REQUIRED, "An envelope.", &[
    key("schema_id", Required, Const(ID), "The contract."),
    key("tool", Required, Format(&format::TEXT), "The tool's name."),
    key("version", Required, Format(&format::SEMANTIC_VERSION), "The tool's semantic version."),
    key("status", Required, Words(STATUSES), "The health of the operation."),
    key("summary", Required, Format(&format::TEXT), "The outcome, in one sentence."),
    key("data", Required, Facts, "The tool's data."),
    key("warnings", Required, Objects(&ISSUE), "Problems that did not make the tool fail."),
    key("errors", Required, Objects(&ISSUE), "Problems that made the tool fail."),
    key("audit", Required, Nested(&AUDIT), "When and where the tool ran."),
    key("intent", Optional, Nested(&INTENT), "The recommended next step.").in_section(OPTIONAL),
    key("actions", Optional, Objects(&ACTION), "Possible next steps.").in_section(OPTIONAL),
]).with_variants(&[
    Variant { rule: COMPUTED_STATUS, ..variant("Success", "status", Const("ok"), &SUCCEEDED) },
    Variant { rule: COMPUTED_STATUS, ..variant("Success with warnings", "status", Const("warning"), &WARNED) },
    Variant { rule: COMPUTED_STATUS, ..variant("Failure", "status", Const("error"), &FAILED) },
]);

static SUCCEEDED: Object = Object::new("a success", STATUS, "", &[
    key("warnings", Required, Empty, ""),
    key("errors", Required, Empty, ""),
]);

static WARNED: Object = Object::new("a success with warnings", STATUS, "", &[
    key("warnings", Required, NotEmpty, ""),
    key("errors", Required, Empty, ""),
]);

static FAILED: Object = Object::new("a failure", STATUS, "", &[key("errors", Required, NotEmpty, "")]);

/// The words of `status`.
pub const STATUSES: &[&str] = &["ok", "warning", "error"];

/// The words of `audit.host`.
pub const HOSTS: &[&str] = &["warp", "claude-desktop", "ci"];

static AUDIT: Object = Object::new("", REQUIRED, "When and where the tool ran.", &[
    key("timestamp", Required, Format(&format::UTC_TIME), "The end of the call, in UTC."),
    key("duration_ms", Required, Count, "The duration of the call, in milliseconds."),
    key("source", Required, Format(&format::RELATIVE_PATH), "The relative path of the tool's source."),
    key("host", Optional, Words(HOSTS), "The environment of the tool.").in_section(OPTIONAL),
    key("correlation_id", Optional, String, "The id that connects the envelope to logs and traces.").in_section(OPTIONAL),
    key("write_to", Optional, Format(&format::RELATIVE_PATH), "The relative path of the file that the tool wrote.").in_section(OPTIONAL),
]);

/// An entry of `warnings` or `errors`.
pub static ISSUE: Object = Object::new("an issue", "Error and Warning Objects", "A warning or an error.", &[
    key("code", Required, Format(&format::CODE), "The code, in `SCREAMING_SNAKE_CASE`."),
    key("message", Required, Format(&format::TEXT), "The message."),
    key("path", Optional, String, "The file with the problem."),
    key("details", Optional, Facts, "Facts about the problem."),
]);

/// The codes of the contract's catalogue, the additional codes of dotbot 4.0.3, and the codes of `envelope-runtime`.
pub fn codes() -> impl Iterator<Item = &'static Code> + Clone {
    CODES.iter().filter(|code| [ID, "dotbot 4.0.3", "envelope-runtime"].contains(&code.source))
}

static INTENT: Object = Object::new("an intent", OPTIONAL, "The recommended next step.", &[
    key("recommended_next", Required, String, "The tool to call."),
    key("reason", Required, String, "The reason to call it."),
    key("parameters", Required, Facts, "The arguments to call it with."),
]);

static ACTION: Object = Object::new("an action", OPTIONAL, "A possible next step.", &[
    key("id", Required, String, "The id of the action."),
    key("type", Required, String, "The kind of action, such as `suggestion`."),
    key("label", Required, String, "The label for the user."),
    key("reason", Required, String, "The reason to do it."),
    key("tool", Required, String, "The tool to call."),
    key("parameters", Required, Facts, "The arguments to call it with."),
]);
