//! The review of declared failures, for tests: can a caller act on each failure?
//!
//! The functions are inlined, so that only tests compile them.

use envelope_contracts::retry::next_step;

use super::{DeclaredFailure, DeclaredFailures, ErrorType, RetryAdvice, ToolError};

/// Verbs at the beginning of a remediation, or of a clause in it.
#[rustfmt::skip]
const ACTIONS: &[&str] = &[
    "abort", "accept", "activate", "add", "adjust", "allow", "apply", "approve", "ask", "assign", "attach",
    "authenticate", "authorize", "avoid", "break", "build", "call", "cancel", "change", "check", "choose", "clear",
    "clone", "close", "combine", "commit", "compare", "complete", "configure", "confirm", "connect", "consult",
    "contact", "continue", "convert", "copy", "correct", "create", "cut", "decode", "decrease", "define", "delete",
    "deploy", "describe", "disable", "discard", "download", "drop", "edit", "enable", "encode", "ensure", "enter",
    "escape", "exclude", "export", "extend", "fetch", "fill", "filter", "find", "finish", "fix", "follow", "format",
    "free", "get", "give", "go", "grant", "import", "include", "increase", "initialize", "inspect", "install", "join",
    "keep", "leave", "limit", "link", "list", "load", "lock", "log", "look", "lower", "make", "mark", "merge",
    "migrate", "mount", "move", "name", "narrow", "obtain", "omit", "open", "order", "pass", "pause", "pick", "poll",
    "provide", "publish", "pull", "push", "put", "query", "quote", "raise", "read", "rebase", "rebuild", "reconnect",
    "record", "reduce", "refer", "refresh", "register", "release", "reload", "remove", "rename", "renew", "reopen",
    "repair", "repeat", "replace", "report", "request", "require", "resend", "reset", "resolve", "restart", "restore",
    "resume", "retry", "return", "review", "revoke", "rewrite", "rotate", "run", "save", "scan", "search", "see",
    "select", "send", "set", "share", "shorten", "show", "sign", "simplify", "skip", "specify", "split", "start",
    "state", "stop", "store", "submit", "supply", "switch", "sync", "take", "tell", "trim", "try", "turn", "unlock",
    "unset", "update", "upgrade", "upload", "use", "validate", "verify", "view", "visit", "wait", "widen", "write",
];

/// Words after which a clause can begin with its verb.
const BEFORE_ACTIONS: &[&str] =
    &["then", "and", "or", "please", "to", "must", "should", "can", "first", "either"];

/// Actions of a caller who cannot fix the failure.
const PASSIVE_ACTIONS: &[&str] = &["ask", "contact", "report", "retry", "tell", "try", "wait"];

/// Actions that leave the rest of a clause to someone else: "Ask an administrator to restart it".
const DELEGATIONS: &[&str] = &["ask", "contact", "report", "tell"];

/// Words that join another action of the caller.
const JOINS: &[&str] = &["then", "and", "or"];

/// Actions that do not help a caller to find an existing name.
#[rustfmt::skip]
const SEARCHLESS_ACTIONS: &[&str] = &[
    "adjust", "change", "check", "confirm", "correct", "ensure", "enter", "fix", "give", "pass", "provide", "repeat",
    "report", "resend", "retry", "send", "specify", "supply", "tell", "try", "validate", "verify", "wait",
];

/// Words in the codes of conflicts that name the current state themselves.
#[rustfmt::skip]
const STATES: &[&str] = &[
    "ALREADY", "ARCHIVED", "CLOSED", "COMPLETED", "DELETED", "DISABLED", "DUPLICATE", "EXISTS", "EXPIRED", "FINISHED",
];

/// Words in the codes of failures that end by themselves.
#[rustfmt::skip]
const PASSING: &[&str] = &[
    "NOT_READY", "NOT_FINISHED", "PENDING", "QUEUED", "RUNNING", "IN_PROGRESS", "PROCESSING", "BUSY",
];

/// Words in the codes of failures that a caller can fix, with their usual error type.
const FIXABLE: &[(&str, ErrorType)] = &[
    ("NOT_FOUND", ErrorType::NotFound),
    ("INVALID", ErrorType::Validation),
    ("MALFORMED", ErrorType::Validation),
    ("MISSING", ErrorType::Validation),
    ("REQUIRED", ErrorType::Validation),
    ("UNSUPPORTED", ErrorType::Validation),
    ("TOO_LARGE", ErrorType::Validation),
    ("TOO_LONG", ErrorType::Validation),
    ("DUPLICATE", ErrorType::Conflict),
    ("EXISTS", ErrorType::Conflict),
    ("UNAUTHORIZED", ErrorType::Authentication),
    ("DENIED", ErrorType::Authorization),
    ("FORBIDDEN", ErrorType::Authorization),
];

/// A failure in a sentence: its variant, or its code if it has none.
#[inline]
fn name(failure: &DeclaredFailure) -> String {
    format!("`{}`", if failure.variant.is_empty() { failure.code } else { failure.variant })
}

impl DeclaredFailures {
    /// Lists the failures on which callers cannot act, each in a sentence with the reason.
    /// [`assert_actionable!`](crate::assert_actionable) is the test.
    ///
    /// - A failure that callers can cause (any error type except `internal` and `unavailable`) has a remediation: a sentence
    ///   with an action.
    /// - A failure that callers can fix is not `internal`: neither its code nor its remediation suggests that they can.
    /// - A `not_found` tells how to find a name that exists: its remediation lists or searches, or a detail has near names.
    /// - A `conflict` tells the current state: a detail, a datum or the message has a field that is more than an id, a name or a path, or
    ///   the code names the state, as `ALREADY_DONE` does.
    /// - A failure that ends by itself tells when: a `rate_limit`, and a code such as `JOB_RUNNING` or `NOT_READY`, has a delay.
    /// - Callers can tell any two failures apart by their messages, except for `internal` ones.
    ///
    /// The derive lists the fields of a failure. A handwritten table is reviewed without fields.
    ///
    /// The review knows the usual verbs. If the review is wrong about a variant, accept the variant with `#[tool_error(reviewed = "…")]`
    /// and a reason.
    #[must_use]
    #[inline]
    pub fn review(&self) -> Vec<String> {
        let mut failures = self.failures();
        failures.retain(|failure| failure.reviewed.is_none());
        let findings = failures.iter().enumerate().filter_map(|(index, failure)| {
            let mut before = failures.iter().take(index);
            problem(failure).or_else(|| {
                let other = name(before.find(|other| look_the_same(other, failure))?);
                let name = name(failure);
                Some(format!(
                    "callers cannot tell {name} from {other} by its message, which is all that some clients show; give one of them another message"
                ))
            })
        });
        findings.collect()
    }
}

#[inline]
fn problem(failure: &DeclaredFailure) -> Option<String> {
    let name = name(failure);
    Some(match (failure.error_type, failure.remediation) {
        (ErrorType::Internal, remediation) => return problem_of_internal(failure, remediation),
        _ if lacks_delay(failure) => format!(
            "{name} ends by itself, but tells no delay; add `retry = \"30 s\"`, or mark a field: `#[tool_error(data = \"retry_after_seconds\")]`"
        ),
        // The retry advice is the next step.
        (ErrorType::Unavailable, None) if failure.retry.advice() == RetryAdvice::Yes => {
            return None;
        }
        (_, None) if next_step(failure.retry.as_str()).is_some() => return None,
        (_, None) => {
            format!(
                "{name} has no remediation; add `remediation = \"…\"` with the caller's next step"
            )
        }
        (_, Some(text)) if !is_sentence(text) => format!(
            "the remediation of {name} is not a sentence: \"{text}\"; start with a capital letter, and name the object of the action"
        ),
        (_, Some(text)) if !actions(text).any(|_| true) => format!(
            "the remediation of {name} names no action: \"{text}\"; start with a verb, such as `List` or `Provide`"
        ),
        (ErrorType::NotFound, Some(text)) if lacks_search(failure, text) => format!(
            "the remediation of {name} finds no name that exists: \"{text}\"; name what lists or searches them, or mark a field with near names as `detail`"
        ),
        (ErrorType::Conflict, _) if lacks_state(failure) => format!(
            "{name} is a conflict that does not tell the current state; mark the field that has it: `#[tool_error(detail)]`"
        ),
        _ => return None,
    })
}

#[inline]
fn problem_of_internal(failure: &DeclaredFailure, remediation: Option<&str>) -> Option<String> {
    let name = name(failure);
    if let Some((_, error_type)) = FIXABLE.iter().find(|(words, _)| has_word(failure, words)) {
        return Some(format!(
            "{name} is `internal`, but its code names a mistake that callers can fix; change its error type, probably to `{error_type}`"
        ));
    }
    let is_fix = |action: String| !PASSIVE_ACTIONS.contains(&action.as_str());
    let text = remediation.filter(|text| actions(text).any(is_fix))?;
    Some(format!(
        "{name} is `internal`, so it is a failure of the server, but its remediation tells them to fix it: \"{text}\"; change its error type"
    ))
}

/// Whether the code has these words.
#[inline]
fn has_word(failure: &DeclaredFailure, words: &str) -> bool {
    format!("_{}_", failure.code).contains(&format!("_{words}_"))
}

#[inline]
fn lacks_delay(failure: &DeclaredFailure) -> bool {
    let is_passing = failure.error_type == ErrorType::RateLimit
        || PASSING.iter().any(|words| has_word(failure, words));
    let has_delay = |key: &&str| matches!(*key, "retry_after_seconds" | "rate_limit");
    is_passing
        && failure.retry.advice() != RetryAdvice::No
        && failure.retry_after.is_none()
        && failure.sent.is_some_and(|keys| !keys.iter().any(has_delay))
}

#[inline]
fn lacks_search(failure: &DeclaredFailure, remediation: &str) -> bool {
    let is_search = |action: String| !SEARCHLESS_ACTIONS.contains(&action.as_str());
    !actions(remediation).any(is_search)
        // A request of an HTTP API.
        && !remediation.contains("GET /")
        && !failure.sent.unwrap_or_default().iter().any(|key| !names_subject(key))
}

#[inline]
fn lacks_state(failure: &DeclaredFailure) -> bool {
    let message = failure.message.unwrap_or_default();
    let placeholders = message.split('{').skip(1).filter_map(|rest| rest.split(['}', ':']).next());
    failure.sent.is_some_and(|keys| {
        keys.iter().copied().chain(placeholders).all(names_subject)
            && !STATES.iter().chain(PASSING).any(|words| has_word(failure, words))
    })
}

/// Whether a key only names the subject of the call.
#[inline]
fn names_subject(key: &str) -> bool {
    matches!(key.rsplit('_').next(), Some("id" | "name" | "key" | "path"))
}

/// Whether callers cannot tell two failures apart. Messages that consist only of a field can differ.
#[inline]
fn look_the_same(one: &DeclaredFailure, other: &DeclaredFailure) -> bool {
    let has_words =
        one.message.is_some_and(|message| !message.starts_with('{') || message.contains("} "));
    one.error_type != ErrorType::Internal
        && other.error_type != ErrorType::Internal
        && one.message.is_some()
        && one.message == other.message
        && (has_words || (one.code == other.code && one.remediation == other.remediation))
}

/// Whether the text has at least two words, and starts with a capital letter, a placeholder or a quoted name.
#[inline]
fn is_sentence(text: &str) -> bool {
    let starts_well = |first: char| !first.is_lowercase();
    text.trim_start().starts_with(starts_well) && text.split_whitespace().nth(1).is_some()
}

/// The verbs at the beginnings of the caller's clauses, in lower case.
#[inline]
fn actions(text: &str) -> impl Iterator<Item = String> {
    let (mut starts_clause, mut is_delegated) = (true, false);
    text.split_whitespace().filter_map(move |word| {
        let can_act = std::mem::take(&mut starts_clause);
        let plain = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        // A placeholder can contain the action.
        let is_action = can_act && (ACTIONS.contains(&plain.as_str()) || word.starts_with('{'));
        let ends_clause = word.ends_with(['.', ',', ';', ':', '!']);
        is_delegated |= is_action && DELEGATIONS.contains(&plain.as_str());
        is_delegated &= !ends_clause && !JOINS.contains(&plain.as_str());
        starts_clause = ends_clause || (!is_delegated && BEFORE_ACTIONS.contains(&plain.as_str()));
        is_action.then_some(plain)
    })
}

/// Panics if callers cannot act on a declared failure of the error, and lists every finding. For tests.
///
/// ```
/// use envelope_runtime::{ToolError, assert_actionable};
///
/// #[derive(Debug, thiserror::Error, ToolError)]
/// enum SpecError {
///     #[error("Spec '{id}' not found")]
///     #[tool_error(code = "SPEC_NOT_FOUND", remediation = "List the specs, then retry with one of their ids")]
///     NotFound { id: String },
///     #[error("The spec is archived")]
///     #[tool_error(code = "ARCHIVED", error_type = "not_found", reviewed = "nobody can restore an archived spec")]
///     Archived,
/// }
///
/// // In a test:
/// assert_actionable!(SpecError);
/// ```
///
/// [`DeclaredFailures::review`] lists the rules, and returns the findings instead:
///
/// ```should_panic
/// # use envelope_runtime::{ToolError, assert_actionable};
/// #[derive(Debug, thiserror::Error, ToolError)]
/// #[error("The index is stale")]
/// #[tool_error(code = "INDEX_STALE", error_type = "conflict")]
/// struct Stale;
///
/// // `Stale` has no remediation; add `remediation = "…"` with the caller's next step
/// assert_actionable!(Stale);
/// ```
#[macro_export]
macro_rules! assert_actionable {
    ($error:ty $(,)?) => {
        $crate::__private::assert_actionable(<$error as $crate::__private::Reviewed>::declared())
    };
}

/// Errors that declare their failures.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` declares no failures that could be reviewed",
    label = "not a `ToolError`",
    note = "add `#[derive(ToolError)]` to your own error",
    note = "a `ToolFailure` is made where a call fails: a test of the tool compares its code and its advice"
)]
pub trait Reviewed {
    /// The failures.
    fn declared() -> DeclaredFailures;
}

#[diagnostic::do_not_recommend]
impl<E: ToolError> Reviewed for E {
    fn declared() -> DeclaredFailures {
        E::declared()
    }
}

#[doc(hidden)]
#[track_caller]
#[inline]
pub fn assert_actionable(declared: DeclaredFailures) {
    let findings: Vec<_> = declared.review().iter().map(|finding| format!("- {finding}")).collect();
    assert!(
        findings.is_empty(),
        "callers cannot act on these failures; `#[tool_error(reviewed = \"reason\")]` on a variant justifies it:\n{}",
        findings.join("\n")
    );
}
