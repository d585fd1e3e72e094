//! The settings of a tool.

use super::Dialect;
use crate::context::Context;

/// The settings of a tool, with what is known of one call of it.
///
/// The settings of the attribute are methods: `telemetry` calls `telemetry(self)`, `tenant = expr` calls `tenant(self, expr)`.
pub trait Settings: Sized {
    /// The dialect that the tool answers in.
    type Dialect: Dialect<Settings = Self>;

    /// What is known of the call.
    fn context(&self) -> &Context;

    /// The same, for what becomes known.
    fn context_mut(&mut self) -> &mut Context;
}

/// What becomes the settings of a call when its outcome is there: the settings themselves, or what a setting has made of them.
///
/// A setting that changes which data a tool can return gives another type, as dotbot's `summary("…")` does.
pub trait IntoSettings {
    /// The dialect that the tool answers in.
    type Dialect: Dialect;

    /// The settings, as the dialect reads them.
    fn into_settings(self) -> <Self::Dialect as Dialect>::Settings;
}

impl<S: Settings> IntoSettings for S {
    type Dialect = S::Dialect;

    fn into_settings(self) -> S {
        self
    }
}

/// Which plain data a tool of a dialect can return, and the metadata that it then has.
#[diagnostic::on_unimplemented(
    message = "a tool of this dialect cannot return plain `{T}`",
    label = "not enough for this dialect",
    note = "return the dialect's `Reply`, which takes what is missing",
    note = "or, if it is your own dialect, implement `envelope_runtime::dialect::PlainData` for its settings"
)]
pub trait PlainData<T>: IntoSettings {
    /// The metadata of a success with this data.
    fn meta(&mut self, data: &T) -> <Self::Dialect as Dialect>::Meta;
}
