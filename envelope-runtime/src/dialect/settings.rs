//! The settings of a tool.

use super::Dialect;
use crate::context::Context;

/// The settings of a tool, together with the [`Context`] of one call.
///
/// Each setting of the attribute is an inherent method of the type: `telemetry` calls `telemetry(self)`, and `tenant = expr`
/// calls `tenant(self, expr)`. The methods return `Self`, or another type that implements [`AsSettings`].
pub trait Settings: Sized {
    /// The dialect that the tool answers in.
    type Dialect: Dialect<Settings = Self>;

    /// The context of the call.
    fn context(&self) -> &Context;

    /// The context of the call, mutably. The runtime uses it when the call ends.
    fn context_mut(&mut self) -> &mut Context;
}

/// A type that has the settings of a call. Every [`Settings`] is one.
///
/// A setting that changes which data a tool can return gives another type, as dotbot's `summary("…")` does: with it, a tool can
/// return data without a [`Summary`](crate::dotbot::Summary).
pub trait AsSettings {
    /// The dialect that the tool answers in.
    type Dialect: Dialect;

    /// The settings that the dialect reads.
    fn as_settings(&self) -> &<Self::Dialect as Dialect>::Settings;

    /// The settings, mutably. The runtime uses them when the call ends.
    fn as_settings_mut(&mut self) -> &mut <Self::Dialect as Dialect>::Settings;
}

impl<S: Settings> AsSettings for S {
    type Dialect = S::Dialect;

    fn as_settings(&self) -> &S {
        self
    }

    fn as_settings_mut(&mut self) -> &mut S {
        self
    }
}

/// Settings with which a tool can return plain data of the type `T`.
///
/// Implement it for every `T` if the dialect does not need more than the data, as most do. A tool can return a
/// [`Reply`](crate::Reply) in any case.
#[diagnostic::on_unimplemented(
    message = "a tool of this dialect cannot return plain `{T}`",
    label = "not enough for this dialect",
    note = "return the dialect's `Reply`, which takes what is missing",
    note = "or, if it is your own dialect, implement `envelope_runtime::dialect::PlainData` for its settings"
)]
pub trait PlainData<T>: AsSettings {
    /// The metadata of a success with this plain data.
    fn meta(&mut self, data: &T) -> <Self::Dialect as Dialect>::Meta;
}
