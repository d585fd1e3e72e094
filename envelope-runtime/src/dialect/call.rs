//! A call, as a dialect reads it.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value};

use crate::budget::{Budget, Truncation};
use crate::page::NextPage;
use crate::request_id::RequestId;

/// A tool, as it is known at compile time. [`Call::tool`] returns it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Tool {
    /// The name of its function.
    pub name: &'static str,
    /// The source file of its function, as `file!()` returns it.
    pub file: &'static str,
    /// The version of its package. `None` if the package is built without Cargo.
    pub package_version: Option<&'static str>,
}

/// The source of a tool, which all tools of a file share.
#[derive(Debug)]
pub struct Origin {
    /// See [`Tool::file`].
    pub file: &'static str,
    /// See [`Tool::package_version`].
    pub package_version: Option<&'static str>,
}

/// Makes the output schema of a tool.
pub(crate) type MakeSchema = fn() -> Arc<Map<String, Value>>;

/// One call of a tool: the tool, the duration and the request id. Dialects read it to write the envelope.
#[derive(Debug)]
pub struct Call {
    /// The name of the function.
    function: &'static str,
    pub(crate) origin: &'static Origin,
    pub(crate) name: Option<Cow<'static, str>>,
    pub(crate) version: Option<Cow<'static, str>>,
    pub(crate) request_id: Option<RequestId>,
    pub(crate) elapsed: Option<Duration>,
    pub(crate) has_output_schema: bool,
    /// Whether a second call does no harm.
    pub(crate) is_idempotent: bool,
    /// Makes the output schema, if the data has to be compared with it.
    pub(crate) schema: Option<MakeSchema>,
    pub(crate) budget: Option<&'static Budget>,
    /// Boxed, since hardly any call has a cut.
    pub(crate) truncation: Option<Box<Truncation>>,
    /// The cursor and the number of items to add to the data of a page, if the contract has no pages.
    pub(crate) page: Option<NextPage>,
}

impl Call {
    #[inline]
    pub(crate) fn new(function: &'static str) -> Self {
        Self {
            function,
            // Of a tool whose contract does not read the origin.
            origin: &Origin { file: "", package_version: None },
            name: None,
            version: None,
            request_id: None,
            elapsed: None,
            has_output_schema: false,
            is_idempotent: false,
            schema: None,
            budget: None,
            truncation: None,
            page: None,
        }
    }

    /// The tool that is called.
    #[must_use]
    pub fn tool(&self) -> Tool {
        let &Origin { file, package_version } = self.origin;
        Tool { name: self.function, file, package_version }
    }

    /// The name of the tool: the one from the setting `tool`, or else the name of its function.
    #[must_use]
    pub fn tool_name(&self) -> &str {
        self.name.as_deref().unwrap_or(self.function)
    }

    /// The version of the tool: the one from the setting `version`, or else the version of its package, or else `0.0.0`.
    #[must_use]
    pub fn version(&self) -> &str {
        self.version.as_deref().unwrap_or_else(|| self.package_version())
    }

    pub(crate) fn package_version(&self) -> &'static str {
        self.origin.package_version.unwrap_or("0.0.0")
    }

    /// The request id: the one from the setting `request_id`, or else, once the body has ended, the [current](RequestId::current) one.
    #[must_use]
    pub fn request_id(&self) -> Option<&RequestId> {
        self.request_id.as_ref()
    }

    /// The time from the beginning of the body to its end. `None` until the body ends, and if the dialect does not
    /// [measure](crate::dialect::Dialect::is_timed) calls.
    #[must_use]
    pub fn elapsed(&self) -> Option<Duration> {
        self.elapsed
    }

    /// Whether the tool has an output schema, against which a client may check its data.
    #[must_use]
    pub fn has_output_schema(&self) -> bool {
        self.has_output_schema
    }

    /// A report on the data that is left, if the data was cut to fit the budget of the tool. If [`cut`](crate::dialect::Metadata::cut)
    /// returns [`Cut::InEnvelope`](crate::Cut::InEnvelope), the dialect writes the report into the envelope of a success.
    #[must_use]
    pub fn truncation(&self) -> Option<&Truncation> {
        self.truncation.as_deref()
    }

    /// [`elapsed`](Self::elapsed) in whole milliseconds, rounded down.
    #[must_use]
    pub fn elapsed_ms(&self) -> Option<u64> {
        self.elapsed.map(|elapsed| u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PACKAGED: &Origin = &Origin { file: "src/tools.rs", package_version: Some("1.2.3") };
    const UNPACKAGED: &Origin = &Origin { file: "src/tools.rs", package_version: None };

    #[test]
    fn a_version_that_is_set_comes_before_the_version_of_the_package() {
        let mut call = Call::new("list_tasks");
        call.origin = PACKAGED;
        assert_eq!(call.version(), "1.2.3");
        call.version = Some("2.0.0".into());
        assert_eq!(call.version(), "2.0.0");
        call = Call::new("list_tasks");
        call.origin = UNPACKAGED;
        assert_eq!(call.version(), "0.0.0");
    }
}
