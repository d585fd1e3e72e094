//! Rules, and their violations.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;

use serde::Serialize;

/// A rule of a contract: a requirement of its documents on one field, or on fields that belong together.
///
/// As JSON: `{"id":"success-error","level":"must","sentence":"`error` of a success is null","section":"The `error` Field"}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Rule {
    /// The name of the rule, in kebab-case. It is unique in its contract and does not change.
    pub id: Cow<'static, str>,
    /// Whether the contract requires the rule.
    pub level: Level,
    /// The requirement of the contract.
    pub sentence: Cow<'static, str>,
    /// The section of the contract's documents.
    pub section: &'static str,
}

impl Rule {
    pub(crate) const fn new(
        id: &'static str,
        level: Level,
        sentence: &'static str,
        section: &'static str,
    ) -> Self {
        Self { id: Cow::Borrowed(id), level, sentence: Cow::Borrowed(sentence), section }
    }
}

/// Whether a contract requires a rule (`must` in RFC 2119), recommends the rule (`should`), or does neither.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Level {
    /// `must`: an envelope that does not follow the rule violates the contract.
    Must,
    /// `should`: an envelope that does not follow the rule has a warning.
    Should,
    /// `note`: the contract allows the value, or servers send it today, but a client may not know it. Notes are among the warnings.
    Note,
}

/// A place in an envelope that does not follow a rule.
///
/// `Display` writes one line. As JSON:
///
/// ```json
/// {
///   "dialect": "response-v2",
///   "rule": {"id": "success-error", "level": "must", "sentence": "`error` of a success is null", "section": "The `error` Field"},
///   "pointer": "/error",
///   "found": "\"none\""
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Violation {
    /// The id of the contract, such as `response-v2`. `None` if the text is not recognized as an envelope.
    pub dialect: Option<&'static str>,
    /// The rule.
    pub rule: Rule,
    /// Where, as a JSON Pointer (RFC 6901), such as `/meta/warnings/0`. It is empty for the whole envelope. A key with more than
    /// 60 characters is abbreviated, and ends in `…`.
    pub pointer: String,
    /// The value that was found: a short value as JSON, the kind of a long one (`an object`), or `nothing`.
    pub found: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { dialect, rule: Rule { id, sentence, section, .. }, pointer, found } = self;
        if !pointer.is_empty() {
            write!(f, "{pointer}: ")?;
        }
        write!(f, "{sentence}, found {found} [{id}: ")?;
        match dialect {
            Some(dialect) => write!(f, "{dialect}, \"{section}\"]"),
            None => write!(f, "{section}]"),
        }
    }
}

/// The violations of an envelope, at least one, and its warnings.
///
/// `Display` writes a line for each violation. As JSON: `{"dialect":"response-v2","violations":[…],"warnings":[…]}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[allow(clippy::struct_field_names, reason = "the names are those of the JSON")]
#[non_exhaustive]
pub struct Violations {
    /// The id of the contract, such as `response-v2`. `None` if the text is not recognized as an envelope.
    pub dialect: Option<&'static str>,
    /// The first 100 violations, in the order of the contract's fields.
    pub violations: Vec<Violation>,
    /// The first 100 warnings: violated recommendations of the contract, and notes.
    pub warnings: Vec<Violation>,
}

impl fmt::Display for Violations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.dialect {
            Some(dialect) => write!(f, "the envelope violates the contract {dialect}")?,
            None => f.write_str("the text is not an envelope")?,
        }
        self.violations.iter().try_for_each(|violation| write!(f, "\n  {violation}"))
    }
}

impl Error for Violations {}
