//! The format from before response-v2, as a dialect. Every answer has the standard warning that it is deprecated.
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

use envelope_runtime::ErrorReport;
use envelope_runtime::dialect::{Context, Data, Dialect, Object, PlainData, Settings};
use envelope_runtime::response_v2::{Warning, WarningCode};
use serde::Serialize;

/// The dialect. A tool names it by its path, beside others: `dialects("response-v2", crate::Legacy)`.
#[derive(Debug)]
pub struct Legacy;

/// The settings of a tool.
#[derive(Debug)]
pub struct LegacySettings {
    context: Context,
    sunset: Option<Cow<'static, str>>,
}

impl LegacySettings {
    /// `sunset = "2027-01-31"`: the date from which on the tool no longer answers in this format.
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

impl Settings for LegacySettings {
    type Dialect = Legacy;

    fn context(&self) -> &Context {
        &self.context
    }

    fn context_mut(&mut self) -> &mut Context {
        &mut self.context
    }
}

/// Plain data is enough.
impl<T> PlainData<T> for LegacySettings {
    fn meta(&mut self, _data: &T) {}
}

#[derive(Serialize)]
struct Success {
    ok: bool,
    result: Data,
    warnings: [Warning; 1],
}

#[derive(Serialize)]
struct Failure<'a> {
    ok: bool,
    message: &'a str,
    code: &'a str,
    warnings: [Warning; 1],
}

impl Dialect for Legacy {
    const ID: &'static str = "legacy";
    /// What clients have called it until now.
    const ALIASES: &'static [&'static str] = &["v1"];

    type Root = Object;
    type Settings = LegacySettings;
    type Meta = ();

    fn settings(context: Context) -> LegacySettings {
        LegacySettings { context, sunset: None }
    }

    fn success<'a>(
        settings: &'a LegacySettings,
        data: Data,
        _meta: &'a (),
    ) -> impl Serialize + use<'a> {
        Success { ok: true, result: data, warnings: [settings.deprecated()] }
    }

    fn failure<'a>(
        settings: &'a LegacySettings,
        report: &'a ErrorReport,
    ) -> impl Serialize + use<'a> {
        Failure {
            ok: false,
            message: report.message(),
            code: report.code(),
            warnings: [settings.deprecated()],
        }
    }
}
