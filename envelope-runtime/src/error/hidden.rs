//! Hidden messages of internal errors: the text that callers read instead, and methods to send the message.

use std::borrow::Cow;

use super::report::ErrorReport;
use super::{Retry, ToolFailure};
use crate::request_id::RequestId;
use crate::text::is_blank;

impl ErrorReport {
    /// The message for the caller. It is never blank: a hidden or blank message is replaced by a sentence for the error type,
    /// such as `An internal error occurred`.
    #[must_use]
    pub fn message(&self) -> &str {
        let message = match self.substitute {
            _ if self.is_exposed => self.part(self.message),
            Some(substitute) => self.part(substitute),
            None => "",
        };
        if is_blank(message) { self.error_type.sentence() } else { message }
    }

    /// The hidden parts, for a log: the hidden message and the cause, as `message: cause`. `None` if there is
    /// neither.
    #[must_use]
    pub fn hidden(&self) -> Option<Cow<'_, str>> {
        // A message that replaces its cause is not in the log, since the cause says more.
        let is_hidden = !self.is_exposed && !self.replaces_cause;
        let message = is_hidden.then(|| self.part(self.message));
        let cause = self.cause.map(|cause| self.part(cause));
        match (message, cause) {
            (Some(message), Some(cause)) => Some(format!("{message}: {cause}").into()),
            (text, None) | (None, text) => text.map(Cow::Borrowed),
        }
    }
}

impl ToolFailure {
    /// Sends the hidden message to the caller: the message of an `internal` error, or the original message of [another crate's
    /// error](crate::foreign), which is otherwise replaced by a fixed text. For any other failure, it changes nothing, since the
    /// message is sent in any case.
    ///
    /// ```
    /// use std::io::{Error, ErrorKind};
    ///
    /// use envelope_runtime::ToolFailure;
    ///
    /// let failure = ToolFailure::from(Error::new(ErrorKind::NotFound, "a.json is missing"));
    /// assert_eq!(failure.report().message(), "The file or resource was not found");
    /// assert_eq!(failure.expose().report().message(), "a.json is missing");
    /// ```
    ///
    /// If there is nothing to send, and the feature `tracing01` is on, a debug event reports that.
    pub fn expose(mut self) -> Self {
        #[cfg(feature = "tracing01")]
        if self.0.is_exposed && !self.0.replaces_cause {
            let code = self.0.code();
            tracing::debug!(target: "envelope_runtime", code, "`expose` has no effect: the message of this failure is not hidden");
        }
        let report = &mut *self.0;
        report.is_exposed = true;
        if std::mem::take(&mut report.replaces_cause)
            && let Some(cause) = report.cause.take()
        {
            report.message = cause;
        }
        self
    }

    /// Sends the message of an internal error, for a dialect that hides no messages.
    pub(crate) fn send_internal_message(self) -> Self {
        if self.0.is_exposed { self } else { self.expose() }
    }

    /// Sends the contexts of an `anyhow::Error`, which the author of the tool wrote, and the message of its `bail!`. The setting
    /// `send_contexts` does the same for a tool. The contexts come [before the message](Self::context), or replace a hidden message. Errors
    /// of other crates stay hidden. A `bail!` has no code, so its retry advice is unknown. The context of an `Option` stays hidden if
    /// another context of the same type is added.
    ///
    /// For any other failure, it changes nothing.
    pub fn send_contexts(mut self) -> Self {
        let Some(contexts) = self.0.contexts.take() else { return self };
        let text = self.0.part(contexts.text).to_owned();
        let failure = if contexts.has_message { self.retry(Retry::Unknown) } else { self };
        failure.context(text)
    }

    /// Names the request, so that the caller can report it: in the message that replaces a hidden one, or else in the advice to report.
    pub(crate) fn name_request(&mut self, request_id: &RequestId) {
        if !self.0.is_exposed {
            let sentence = self.0.error_type.sentence();
            let substitute = self.0.push_text(&format_args!("{sentence} (request {request_id})"));
            self.0.substitute = Some(substitute);
        } else if self.0.remediation.is_none() && self.0.retry() == Retry::Once {
            let step = format!("Retry once, then report the request {request_id}");
            self.0.remediation = Some(self.0.push_text(&step));
        }
    }
}
