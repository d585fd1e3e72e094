//! The parts of a failure that a field can be, and the arguments that mark such a field.

use proc_macro2::Ident;

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Slot {
    Detail,
    Details,
    Data,
    Path,
    RateLimit,
    Telemetry,
    Warnings,
    Meta,
}

/// Each slot, and the argument that marks a field for it.
const SLOTS: [(Slot, &str); 8] = [
    (Slot::Detail, "detail"),
    (Slot::Details, "details"),
    (Slot::Data, "data"),
    (Slot::Path, "path"),
    (Slot::RateLimit, "rate_limit"),
    (Slot::Telemetry, "telemetry"),
    (Slot::Warnings, "warnings"),
    (Slot::Meta, "meta"),
];

impl Slot {
    /// The argument that marks a field.
    pub(super) fn name(self) -> &'static str {
        SLOTS.iter().find(|(slot, _)| *slot == self).map_or("", |(_, name)| name)
    }

    /// The slot of an argument.
    pub(super) fn of(name: &Ident) -> Option<Self> {
        SLOTS.iter().find(|(_, known)| name == known).map(|(slot, _)| *slot)
    }

    /// Whether the key is always the same.
    pub(super) fn has_fixed_key(self) -> bool {
        matches!(self, Self::Details | Self::Path | Self::RateLimit | Self::Warnings)
    }
}

/// The arguments on a field.
pub(super) fn names() -> Vec<&'static str> {
    SLOTS.iter().map(|(_, name)| *name).chain(["in_text"]).collect()
}
