//! The failures that an error declares: a constant table, known before any tool runs.
//!
//! The functions that collect and print the table are inlined, so that only programs that call them compile them.

use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::time::Duration;

use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};

#[cfg(feature = "schemars1")]
use super::report::is_code_of;
use super::{ErrorCode, ErrorType, PassedOn, Retry};
use crate::metadata::{serialize_object, unless_empty};

/// The codes of a failure for single dialects: the id of a dialect, and the code for it.
type Codes = &'static [(&'static str, &'static str)];

/// A failure that an error declares: a row of [`DeclaredFailures`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DeclaredFailure {
    /// The variant, such as `SpecError::NotFound`. The review names it in findings, and it is never sent. Empty if no derive made the row.
    pub variant: &'static str,
    /// The code, in `SCREAMING_SNAKE_CASE`.
    pub code: &'static str,
    /// The error type.
    pub error_type: ErrorType,
    /// Whether and how to retry.
    pub retry: Retry,
    /// The delay before a retry, if it is always the same.
    pub retry_after: Option<Duration>,
    /// The message as written, with the names of fields in braces. `None` if the message is hidden, or not written on the variant.
    pub message: Option<&'static str>,
    /// The remediation as written.
    pub remediation: Option<&'static str>,
    /// The summary as written.
    pub summary: Option<&'static str>,
    /// The reason why the review accepts the failure as it is.
    pub reviewed: Option<&'static str>,
    codes: Codes,
    /// The keys of the fields that are sent. `None` in a handwritten table.
    pub(super) sent: Option<&'static [&'static str]>,
    /// Whether the failure declares its own retry advice.
    has_advice: bool,
}

serialize_object! { |failure: &DeclaredFailure|
    "code": Some(failure.code),
    "error_type": Some(failure.error_type),
    "retry": Some(failure.retry),
    "retry_after_seconds": failure.retry_after.map(|delay| delay.as_secs()),
    "message": failure.message,
    "remediation": failure.remediation,
    "summary": failure.summary,
    "codes": unless_empty!(failure.codes).map(|codes| codes.iter().copied().collect::<BTreeMap<_, _>>()),
}

impl DeclaredFailure {
    /// An empty set of changes, with which a `transparent` variant changes the failures of its inner error. These keep their code and error
    /// type.
    #[doc(hidden)]
    pub const CHANGES: Self = Self::new(ErrorCode::InternalError);

    /// A failure with a standard code.
    #[must_use]
    pub const fn new(code: ErrorCode) -> Self {
        Self::custom(code.as_str(), code.error_type())
    }

    /// A failure with a custom code.
    #[must_use]
    pub const fn custom(code: &'static str, error_type: ErrorType) -> Self {
        Self {
            variant: "",
            code,
            error_type,
            retry: error_type.retry(),
            retry_after: None,
            message: None,
            remediation: None,
            summary: None,
            reviewed: None,
            codes: &[],
            sent: None,
            has_advice: false,
        }
    }

    /// Names the variant.
    #[must_use]
    pub const fn variant(self, variant: &'static str) -> Self {
        Self { variant, ..self }
    }

    /// Sets the retry advice, instead of the advice of the error type.
    #[must_use]
    pub const fn retry(self, retry: Retry) -> Self {
        Self { retry, retry_after: None, has_advice: true, ..self }
    }

    /// Sets the delay before a retry.
    #[must_use]
    pub const fn retry_after(self, delay: Duration) -> Self {
        Self { retry_after: Some(delay), ..self.retry(Retry::AfterDelay) }
    }

    /// Sets the message.
    #[must_use]
    pub const fn message(self, message: &'static str) -> Self {
        Self { message: Some(message), ..self }
    }

    /// Sets the remediation.
    #[must_use]
    pub const fn remediation(self, remediation: &'static str) -> Self {
        Self { remediation: Some(remediation), ..self }
    }

    /// Sets the summary.
    #[must_use]
    pub const fn summary(self, summary: &'static str) -> Self {
        Self { summary: Some(summary), ..self }
    }

    /// Sets the codes for single dialects, each after the id of its dialect.
    #[must_use]
    pub const fn codes(self, codes: &'static [(&'static str, &'static str)]) -> Self {
        Self { codes, ..self }
    }

    /// Names the fields that are sent, for the review.
    #[doc(hidden)]
    #[must_use]
    pub const fn sent(self, keys: &'static [&'static str]) -> Self {
        Self { sent: Some(keys), ..self }
    }

    /// Justifies the failure to the [review](DeclaredFailures::review).
    #[must_use]
    pub const fn reviewed(self, reason: &'static str) -> Self {
        Self { reviewed: Some(reason), ..self }
    }

    /// The code that is declared for one dialect.
    #[must_use]
    pub fn code_for(&self, dialect: &str) -> Option<&'static str> {
        self.codes.iter().find(|(id, _)| *id == dialect).map(|(_, code)| *code)
    }

    /// The code in a dialect whose codes are in `SCREAMING_SNAKE_CASE`, chosen as by `ErrorReport::code_in`.
    #[cfg(feature = "schemars1")]
    pub(crate) fn code_in(&self, dialect: &str) -> &'static str {
        let own = self.code_for(dialect).filter(|code| is_code_of(self.error_type, code));
        own.unwrap_or(self.code)
    }
}

/// The failures that an error declares: the constant `DECLARED` of every type with [`derive(ToolError)`](derive@crate::ToolError).
///
/// ```
/// use envelope_runtime::{ErrorType, Retry, ToolError};
///
/// #[derive(Debug, thiserror::Error, ToolError)]
/// enum SpecError {
///     #[error("Spec '{id}' not found")]
///     #[tool_error(code = "SPEC_NOT_FOUND", remediation = "List the specs, then retry with one of their ids")]
///     NotFound { id: String },
///     #[error(transparent)]
///     #[tool_error(transparent)]
///     Id(#[from] std::num::ParseIntError),
/// }
///
/// let declared = SpecError::DECLARED.failures();
/// assert_eq!(declared.len(), 2);
/// assert_eq!(declared[0].code, "SPEC_NOT_FOUND");
/// assert_eq!(declared[0].error_type, ErrorType::NotFound);
/// assert_eq!(declared[0].retry, Retry::Never);
/// assert_eq!(declared[1].code, "INVALID_FORMAT");
/// assert!(!SpecError::DECLARED.is_open());
/// ```
///
/// A `transparent` variant has the failures of its inner error. A type is *open* if it can also become other failures: if it has a
/// variant `with = …`, or an inner error that is open, such as a [`ToolFailure`](crate::ToolFailure) or an `anyhow::Error`.
///
/// The JSON is `{"open": …, "failures": […]}`, without the names of variants. `retry` is a word of [`Retry`], such as `after_fix`.
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct DeclaredFailures {
    own: &'static [DeclaredFailure],
    passed_on: &'static [InnerFailures],
    is_open: bool,
}

/// The failures of the inner error of a `transparent` variant, with the texts and codes that the variant adds.
#[derive(Clone, Copy, Debug)]
pub struct InnerFailures {
    /// A function instead of the table, since an error can contain itself.
    declared: fn() -> DeclaredFailures,
    changes: DeclaredFailure,
}

impl InnerFailures {
    /// The failures of an inner error, with the texts and codes of `changes`.
    #[must_use]
    pub const fn new(declared: fn() -> DeclaredFailures, changes: DeclaredFailure) -> Self {
        Self { declared, changes }
    }

    /// Applies the changes to a failure of the inner error.
    #[inline]
    fn change(&self, inner: DeclaredFailure) -> DeclaredFailure {
        let changes = &self.changes;
        DeclaredFailure {
            remediation: changes.remediation.or(inner.remediation),
            summary: changes.summary.or(inner.summary),
            reviewed: changes.reviewed.or(inner.reviewed),
            retry: if changes.has_advice { changes.retry } else { inner.retry },
            retry_after: if changes.has_advice { changes.retry_after } else { inner.retry_after },
            codes: if changes.codes.is_empty() { inner.codes } else { changes.codes },
            // The failures of another crate's error name no variants.
            variant: if inner.variant.is_empty() { changes.variant } else { inner.variant },
            ..inner
        }
    }
}

impl DeclaredFailures {
    /// Any failure is possible: the table of an error that declares nothing.
    pub const OPEN: Self = Self::new(&[]).open();

    /// These failures, and no others.
    pub const fn new(failures: &'static [DeclaredFailure]) -> Self {
        Self { own: failures, passed_on: &[], is_open: false }
    }

    /// Adds the failures of inner errors.
    #[doc(hidden)]
    pub const fn passing_on(self, inner: &'static [InnerFailures]) -> Self {
        Self { passed_on: inner, ..self }
    }

    /// Declares that other failures are possible.
    pub const fn open(self) -> Self {
        Self { is_open: true, ..self }
    }

    /// The declared failures, first of the type itself in the order of its variants, then of inner errors.
    #[must_use]
    #[inline]
    pub fn failures(&self) -> Vec<DeclaredFailure> {
        self.collect().failures
    }

    /// Whether other failures are possible.
    #[must_use]
    #[inline]
    pub fn is_open(&self) -> bool {
        self.collect().is_open
    }

    #[inline]
    pub(crate) fn collect(&self) -> Collected {
        self.collect_in(&mut Vec::new())
    }

    #[inline]
    fn collect_in(&self, around: &mut Vec<&'static [InnerFailures]>) -> Collected {
        let mut collected = Collected { failures: self.own.to_vec(), is_open: self.is_open };
        // An error that contains itself adds nothing.
        if around.iter().any(|other| std::ptr::eq(*other, self.passed_on)) {
            return collected;
        }
        around.push(self.passed_on);
        for inner in self.passed_on {
            let behind = (inner.declared)().collect_in(around);
            collected.is_open |= behind.is_open;
            for failure in behind.failures {
                // If both the variant and the inner error have codes for single dialects, one list is lost, since a row has only one.
                let loses_codes = !inner.changes.codes.is_empty() && !failure.codes.is_empty();
                collected.is_open |= loses_codes;
                let failure = inner.change(failure);
                if !collected.failures.contains(&failure) {
                    collected.failures.push(failure);
                }
            }
        }
        around.pop();
        collected
    }

    /// The table in Markdown, for a page of documentation.
    ///
    /// ```
    /// use envelope_runtime::ToolError;
    ///
    /// #[derive(ToolError)]
    /// #[tool_error(code = "SPEC_NOT_FOUND", message = "Spec '{0}' not found", remediation = "List the specs")]
    /// struct NoSpec(String);
    ///
    /// assert_eq!(
    ///     NoSpec::DECLARED.to_markdown(),
    ///     "\
    /// | code | error type | retry | message | remediation |
    /// |---|---|---|---|---|
    /// | `SPEC_NOT_FOUND` | `not_found` | never | Spec '{0}' not found | List the specs |
    /// "
    /// );
    /// assert_eq!(
    ///     serde_json::to_value(NoSpec::DECLARED)?["failures"][0]["remediation"],
    ///     "List the specs"
    /// );
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn to_markdown(&self) -> String {
        let Collected { failures, is_open } = self.collect();
        let mut page = String::from(
            "| code | error type | retry | message | remediation |\n|---|---|---|---|---|\n",
        );
        for failure in failures {
            let [message, remediation] =
                [failure.message, failure.remediation].map(|text| cell(text.unwrap_or_default()));
            let DeclaredFailure { code, error_type, .. } = failure;
            let retry = match failure.retry_after {
                Some(delay) => format!("{} s", delay.as_secs()),
                None => failure.retry.to_string(),
            };
            let row =
                format!("| `{code}` | `{error_type}` | {retry} | {message} | {remediation} |\n");
            // Failures that differ only in their codes for single dialects have the same row.
            if !page.contains(&row) {
                page.push_str(&row);
            }
        }
        if is_open {
            page.push_str("\nOther failures are possible.\n");
        }
        page
    }
}

/// A text in a cell of a Markdown table.
#[inline]
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

/// The declared failures of an error and of its inner errors.
pub(crate) struct Collected {
    pub(crate) failures: Vec<DeclaredFailure>,
    pub(crate) is_open: bool,
}

impl Serialize for DeclaredFailures {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Collected { failures, is_open } = self.collect();
        let mut table = serializer.serialize_struct("DeclaredFailures", 2)?;
        table.serialize_field("open", &is_open)?;
        table.serialize_field("failures", &failures)?;
        table.end()
    }
}

/// The declared failures of `E`. If `E` is no error, the compiler reports this at the function that returns it, and not for the table.
#[derive(Debug)]
pub struct FailuresOf<E>(PhantomData<fn() -> E>);

impl<E: PassedOn> FailuresOf<E> {
    /// The failures.
    pub fn __declared() -> DeclaredFailures {
        E::declared()
    }
}

/// The failures of any other type.
pub trait Undeclared {
    /// The failures.
    fn __declared() -> DeclaredFailures {
        DeclaredFailures::OPEN
    }
}

impl<E> Undeclared for FailuresOf<E> {}
