//! The format from before response-v2, as a dialect. Every answer warns that the format is deprecated.
//!
//! ```json
//! {
//!   "ok": true,
//!   "result": {"tasks": ["task-001"]},
//!   "warnings": [{
//!     "code": "DEPRECATED_FIELD",
//!     "severity": "info",
//!     "message": "The legacy format is deprecated: ask for response-v2",
//!     "context": {"sunset": "2027-01-31"}
//!   }]
//! }
//! ```

use std::borrow::Cow;

use envelope_runtime::dialect::{Call, Dialect, Entries, Format, Object, PlainData, key};
use envelope_runtime::{ErrorReport, Warning, WarningCode};

/// The dialect. A tool names it by its path, beside others: `dialects("response-v2", crate::Legacy)`.
#[derive(Debug, Default)]
pub struct Legacy {
    sunset: Option<Cow<'static, str>>,
}

impl Legacy {
    /// `sunset = "2027-01-31"`: the date on which the tool stops answering in this format.
    pub fn sunset(mut self, date: impl Into<Cow<'static, str>>) -> Self {
        self.sunset = Some(date.into());
        self
    }

    /// The warning that marks an answer as deprecated.
    fn deprecated(&self) -> Warning {
        let message = "The legacy format is deprecated: ask for response-v2";
        let warning = Warning::new(WarningCode::DeprecatedField, message);
        match &self.sunset {
            Some(date) => warning.context("sunset", date.clone()),
            None => warning,
        }
    }
}

/// A tool can return any data.
impl<T> PlainData<T> for Legacy {}

impl Dialect for Legacy {
    const ID: &'static str = "legacy";
    /// Until now, clients have called it `v1`.
    const FORMAT: Format = Format { aliases: &["v1"], ..Format::DEFAULT };

    type Root = Object;
    type Meta = ();

    fn success(&self, _call: &Call, _meta: &(), envelope: &mut Entries<'_>) {
        envelope.bool(key!("ok"), true);
        envelope.data(key!("result"));
        envelope.value(key!("warnings"), &[self.deprecated()]);
    }

    fn failure(&self, _call: &Call, error: &ErrorReport, envelope: &mut Entries<'_>) {
        envelope.bool(key!("ok"), false);
        envelope.string(key!("message"), error.message());
        envelope.string(key!("code"), error.code());
        envelope.value(key!("warnings"), &[self.deprecated()]);
    }
}
