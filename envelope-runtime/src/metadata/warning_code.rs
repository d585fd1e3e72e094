//! The standard codes of warnings.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Severity;

macro_rules! define {
    ($($source:literal {
        $($variant:ident $name:literal $severity:ident $meaning:literal;)*
    })*) => {
        /// The subject of a warning: `code` in an entry of `meta.warning_details` in response-v2.
        ///
        /// The contract response-v2 recommends a severity for each of its codes. For a code from another source, the severity in the table
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
            ///
            /// Compare custom codes by [`as_str`](Self::as_str), since a later version can add a variant for a code.
            #[non_exhaustive]
            Custom(String),
        }

        /// Finds the standard code with this name on the wire. Any other name becomes a custom code, unchanged.
        impl From<String> for WarningCode {
            fn from(name: String) -> Self {
                match &*name {
                    $($($name => Self::$variant,)*)*
                    _ => Self::Custom(name),
                }
            }
        }

        /// Like the conversion from `String`.
        impl From<&str> for WarningCode {
            fn from(name: &str) -> Self {
                name.to_owned().into()
            }
        }

        impl WarningCode {
            /// The name on the wire, such as `STALE_CACHE`.
            #[must_use]
            pub fn as_str(&self) -> &str {
                match self {
                    $($(Self::$variant => $name,)*)*
                    Self::Custom(code) => code,
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
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for WarningCode {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Self::from)
    }
}
