//! The review of declared failures, for tests: can a caller act on each of them?
//!
//! Its functions are inlined, so that only tests compile them.

use std::fmt::{self, Display};

use envelope_contracts::retry::next_step;

use super::{DeclaredFailure, DeclaredFailures, ErrorType, RetryAdvice};

/// Verbs that a remediation begins with, or begins a clause with.
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

/// Words in the codes of failures that a caller can fix, with the error type that they are usually of.
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

/// A failure on which callers cannot act, with the reason: a result of [`DeclaredFailures::review`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    failure: DeclaredFailure,
    problem: Problem,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Problem {
    NoRemediation,
    NoSentence(&'static str),
    NoAction(&'static str),
    /// The error type that the code suggests.
    Internal(ErrorType),
    InternalWithAction(&'static str),
    /// The failure that looks the same.
    SameAs(DeclaredFailure),
}

impl Finding {
    /// The failure.
    #[must_use]
    pub fn failure(&self) -> &DeclaredFailure {
        &self.failure
    }
}

impl Display for Finding {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Name(&self.failure);
        match &self.problem {
            Problem::NoRemediation => write!(
                f,
                "{name} has no remediation; add `remediation = \"…\"` with the caller's next step"
            ),
            Problem::NoSentence(text) => write!(
                f,
                "the remediation of {name} is not a sentence: \"{text}\"; start with a capital letter, and name the object of the action"
            ),
            Problem::NoAction(text) => write!(
                f,
                "the remediation of {name} names no action: \"{text}\"; start with a verb, such as `List` or `Provide`"
            ),
            Problem::Internal(error_type) => write!(
                f,
                "{name} is `internal`, but its code names a mistake that callers can fix; change its error type, probably to `{error_type}`"
            ),
            Problem::InternalWithAction(text) => write!(
                f,
                "{name} is `internal`, so it is a failure of the server, but its remediation tells them to fix it: \"{text}\"; change its error type"
            ),
            Problem::SameAs(other) => write!(
                f,
                "callers cannot tell {name} from {}; give one of them another code, message or remediation",
                Name(other)
            ),
        }
    }
}

/// A failure in a sentence: its variant, or its code if it has none.
struct Name<'a>(&'a DeclaredFailure);

impl Display for Name<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.variant {
            "" => write!(f, "`{}`", self.0.code),
            variant => write!(f, "`{variant}`"),
        }
    }
}

impl DeclaredFailures {
    /// Lists the failures on which callers cannot act. [`assert_actionable!`](crate::assert_actionable) is the test.
    ///
    /// - A failure that callers can cause (any error type except `internal` and `unavailable`) has a remediation: a sentence
    ///   with an action.
    /// - A failure that callers can fix is not `internal`: neither its code nor its remediation suggests that they can.
    /// - Callers can tell any two failures apart, except for `internal` ones: the code, the message or the remediation differs.
    ///
    /// The review knows the usual verbs. If it is wrong about a variant, `#[tool_error(reviewed = "…")]` on it gives the reason.
    #[must_use]
    #[inline]
    pub fn review(&self) -> Vec<Finding> {
        let failures = self.failures();
        let mut findings = Vec::new();
        for (index, failure) in failures.iter().enumerate() {
            let before = failures.iter().take(index).filter(|other| other.reviewed.is_none());
            let same = before.copied().find(|other| look_the_same(other, failure));
            let problem = problem(failure).or_else(|| same.map(Problem::SameAs));
            if let Some(problem) = problem.filter(|_| failure.reviewed.is_none()) {
                findings.push(Finding { failure: *failure, problem });
            }
        }
        findings
    }
}

#[inline]
fn problem(failure: &DeclaredFailure) -> Option<Problem> {
    match (failure.error_type, failure.remediation) {
        (ErrorType::Internal, remediation) => problem_of_internal(failure.code, remediation),
        // The retry advice is the next step.
        (ErrorType::Unavailable, None) if failure.retry.advice() == RetryAdvice::Yes => None,
        (_, None) if next_step(failure.retry.as_str()).is_some() => None,
        (_, None) => Some(Problem::NoRemediation),
        (_, Some(text)) if !is_sentence(text) => Some(Problem::NoSentence(text)),
        (_, Some(text)) if !actions(text).any(|_| true) => Some(Problem::NoAction(text)),
        _ => None,
    }
}

#[inline]
fn problem_of_internal(code: &str, remediation: Option<&'static str>) -> Option<Problem> {
    let has = |words: &str| format!("_{code}_").contains(&format!("_{words}_"));
    if let Some((_, error_type)) = FIXABLE.iter().find(|(words, _)| has(words)) {
        return Some(Problem::Internal(*error_type));
    }
    let is_fix = |action: String| !PASSIVE_ACTIONS.contains(&action.as_str());
    remediation.filter(|text| actions(text).any(is_fix)).map(Problem::InternalWithAction)
}

/// Whether callers see the same of both, whatever their fields are.
#[inline]
fn look_the_same(one: &DeclaredFailure, other: &DeclaredFailure) -> bool {
    one.error_type != ErrorType::Internal
        && one.code == other.code
        && one.message.is_some()
        && one.message == other.message
        && one.remediation == other.remediation
}

/// Whether the text has at least two words, and starts with a capital letter, a placeholder or a quoted name.
#[inline]
fn is_sentence(text: &str) -> bool {
    let starts_well = |first: char| !first.is_lowercase();
    text.trim_start().starts_with(starts_well) && text.split_whitespace().nth(1).is_some()
}

/// The verbs at the beginnings of clauses, in lower case.
#[inline]
fn actions(text: &str) -> impl Iterator<Item = String> {
    let mut starts_clause = true;
    let words = text.split_whitespace().filter_map(move |word| {
        let can_act = std::mem::take(&mut starts_clause);
        let plain = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        starts_clause =
            word.ends_with(['.', ',', ';', ':', '!']) || BEFORE_ACTIONS.contains(&plain.as_str());
        // A placeholder can contain the action.
        let is_action = ACTIONS.contains(&plain.as_str()) || word.starts_with('{');
        (can_act && is_action).then_some(plain)
    });
    words.collect::<Vec<_>>().into_iter()
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
        $crate::__private::assert_actionable(<$error as $crate::ToolError>::declared())
    };
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
