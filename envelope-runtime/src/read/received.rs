//! The code, category and advice of a failure that another tool answered with.

use crate::case::screaming_snake_case;
use crate::error::{ErrorCode, ErrorType, Sent, ToolFailure};
use crate::request_id::RequestId;

/// A dialect's view of a failure, without the metadata.
#[derive(Clone, Debug)]
pub(crate) struct Received {
    pub(crate) failure: ToolFailure,
    pub(crate) sent: Sent,
    pub(crate) request_id: Option<RequestId>,
    /// The data of the failure, as JSON. As a tree it would be many times larger.
    pub(crate) data: String,
}

impl Received {
    /// A failure with the code and the category that were sent. Without a code, it gets the general code of its category.
    ///
    /// Instead of an unknown category, or none, it gets the category of a standard code, or of the code's ending, or `internal`. Its
    /// retry advice is unknown, unless it follows from the code.
    pub(crate) fn new(code: Option<&str>, error_type: Option<&str>, message: &str) -> Self {
        Self::guessed(code, error_type, ErrorType::Internal, message)
    }

    /// [`new`](Self::new) with another guess instead of `internal`.
    pub(crate) fn guessed(
        code: Option<&str>,
        error_type: Option<&str>,
        guess: ErrorType,
        message: &str,
    ) -> Self {
        let known = error_type.and_then(parse_error_type);
        let screaming = code.map(|code| screaming_snake_case(code.to_owned().into()));
        let of_code = screaming.as_deref().and_then(category_of);
        let category = known.or(of_code).unwrap_or(guess);
        let failure = match screaming {
            Some(code) => ToolFailure::with_parts(code, category, &message),
            None => ToolFailure::new(category.into(), message),
        };
        let is_known = known.is_some() || (error_type.is_none() && of_code.is_some());
        let failure = if is_known { failure } else { failure.retry_unknown() };
        Self {
            failure: failure.expose(),
            sent: Sent {
                code: code.map(Box::from),
                error_type: error_type.map(Box::from),
                is_mirrored: false,
            },
            request_id: None,
            data: "null".to_owned(),
        }
    }

    /// Notes the dialects that the failure was read in.
    pub(crate) fn read_in(self, dialects: &'static [&'static str]) -> Self {
        if self.failure.report().is_read() {
            // It is of an envelope inside of this one.
            return self;
        }
        let sent = self.sent.clone();
        self.with(|failure| failure.read_in(dialects, sent))
    }

    /// Changes the failure.
    pub(crate) fn with(mut self, change: impl FnOnce(ToolFailure) -> ToolFailure) -> Self {
        self.failure = change(self.failure);
        self
    }
}

fn parse_error_type(word: &str) -> Option<ErrorType> {
    ErrorType::ALL.into_iter().find(|error_type| error_type.as_str() == word)
}

/// The category of a code that was sent without one.
fn category_of(code: &str) -> Option<ErrorType> {
    match code.parse() {
        Ok(standard) => Some(ErrorCode::error_type(standard)),
        Err(_) => code.ends_with("_NOT_FOUND").then_some(ErrorType::NotFound),
    }
}
