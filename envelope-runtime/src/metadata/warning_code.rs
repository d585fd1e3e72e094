//! The standard codes of warnings.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer, Serialize};

use super::Severity;

macro_rules! define {
    ($($source:literal {
        $($variant:ident $name:literal $severity:ident $meaning:literal;)*
    })*) => {
        /// The subject of a warning: `code` in an entry of `meta.warning_details` in response-v2.
        ///
        /// The contract response-v2 recommends the severity of its own codes. For a code from another source, the severity in the table
        /// is a default, which [`Warning::severity`](crate::Warning::severity) replaces.
        ///
        /// | on the wire | severity | meaning | source |
        /// |---|---|---|---|
        $($(#[doc = concat!("| `", $name, "` | [`", stringify!($severity), "`](Severity::", stringify!($severity), ") | ", $meaning, " | ", $source, " |")])*)*
        #[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
        #[non_exhaustive]
        pub enum WarningCode {
            $($(
                #[doc = concat!("`", $name, "`: ", $meaning, ".")]
                #[serde(rename = $name)]
                $variant,
            )*)*
            /// A custom code, in `SCREAMING_SNAKE_CASE`. It has no severity: see [`Warning::custom`](crate::Warning::custom).
            #[serde(untagged)]
            Custom(String),
        }

        impl WarningCode {
            /// The code with this name on the wire.
            pub(crate) fn of(name: &str) -> Self {
                match name {
                    $($($name => Self::$variant,)*)*
                    custom => Self::Custom(custom.to_owned()),
                }
            }

            /// The name on the wire, such as `STALE_CACHE`.
            #[must_use]
            pub fn as_str(&self) -> Cow<'static, str> {
                match self {
                    $($(Self::$variant => $name.into(),)*)*
                    Self::Custom(code) => code.clone().into(),
                }
            }

            /// The severity of a standard code. `None` for a custom one.
            #[must_use]
            pub fn severity(&self) -> Option<Severity> {
                self.row().map(|(severity, _)| severity)
            }

            /// The severity of a standard code, and its source.
            fn row(&self) -> Option<(Severity, &'static str)> {
                match self {
                    $($(Self::$variant => Some((Severity::$severity, $source)),)*)*
                    Self::Custom(_) => None,
                }
            }
        }
    };
}

envelope_contracts::warning_codes!(define);

impl WarningCode {
    /// The severity that the contract with this id recommends for the code.
    #[cfg(feature = "read")]
    pub(crate) fn severity_in(&self, contract: &str) -> Option<Severity> {
        self.row().filter(|(_, source)| *source == contract).map(|(severity, _)| severity)
    }
}

impl<'de> Deserialize<'de> for WarningCode {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Cow::<str>::deserialize(deserializer).map(|name| Self::of(&name))
    }
}

#[cfg(feature = "read")]
impl crate::json::Lenient for WarningCode {
    const EXPECTED: &'static str = "a code";

    fn read(document: crate::json::Document<'_>) -> Result<Self, crate::json::Document<'_>> {
        document.as_str().map(Self::of).ok_or(document)
    }
}
