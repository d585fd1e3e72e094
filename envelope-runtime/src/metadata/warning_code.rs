//! The standard codes of warnings.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

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
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum WarningCode {
            $($(
                #[doc = concat!("`", $name, "`: ", $meaning, ".")]
                $variant,
            )*)*
            /// A custom code, in `SCREAMING_SNAKE_CASE`. It has no severity: see [`Warning::custom`](crate::Warning::custom).
            Custom(String),
        }

        /// The code with this name on the wire: a standard code, or else a custom one, which is taken as it is.
        impl From<String> for WarningCode {
            fn from(name: String) -> Self {
                match &*name {
                    $($($name => Self::$variant,)*)*
                    _ => Self::Custom(name),
                }
            }
        }

        impl WarningCode {
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
                match self {
                    $($(Self::$variant => Some(Severity::$severity),)*)*
                    Self::Custom(_) => None,
                }
            }
        }
    };
}

envelope_contracts::warning_codes!(define);

impl Serialize for WarningCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.as_str())
    }
}

impl<'de> Deserialize<'de> for WarningCode {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Self::from)
    }
}
