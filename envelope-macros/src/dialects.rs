//! The dialects of the runtime, as far as the attribute has to know them.

/// How a setting is written in the attribute.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Form {
    /// `telemetry`
    Flag,
    /// `request_id = expr`
    Value,
}

pub(crate) struct Setting {
    pub(crate) name: &'static str,
    pub(crate) form: Form,
}

pub(crate) struct Dialect {
    /// What the attribute says: `dialect = "response-v2"`.
    pub(crate) id: &'static str,
    /// Where the type that implements `Dialect` stands in the runtime.
    pub(crate) path: &'static [&'static str],
    pub(crate) settings: &'static [Setting],
}

/// One row for each dialect of the runtime.
pub(crate) const DIALECTS: &[Dialect] = &[Dialect {
    id: "response-v2",
    path: &["response_v2", "ResponseV2"],
    settings: &[
        Setting { name: "request_id", form: Form::Value },
        Setting { name: "telemetry", form: Form::Flag },
    ],
}];

pub(crate) fn ids() -> impl Iterator<Item = &'static str> + Clone {
    DIALECTS.iter().map(|dialect| dialect.id)
}
